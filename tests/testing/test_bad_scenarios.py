"""Every scenario file at fault earns its message, and nothing but a message."""

import json
from pathlib import Path

import pytest

from carcassonne.errors import DataError
from carcassonne.read.expansions import check_file
from carcassonne.read.expectations import EXPECTATIONS
from carcassonne.read.scenarios import KEYS, check_scenario, read_scenario
from carcassonne.read.schema import schema_problems
from carcassonne.read.source import read_source
from carcassonne.testing.scenarios import run_file, run_files

TESTS = Path(__file__).resolve().parent.parent
FOLDER = TESTS / "bad_data" / "scenarios"
BAD = sorted(FOLDER.glob("*.yaml"))
POSITIONS = sorted((FOLDER / "position").glob("*.yaml"))
GOOD = sorted((TESTS / "scenarios").rglob("*.yaml"))

# What only the rules can tell: the form of these files is right.
OF_GOOD_FORM = """
    made-up-tile-at-fault option-value-unknown player-unknown raises-and-more
    rules-at-fault rules-from-a-file-that-is-not-there symbol-not-in-play tile-unknown nothing-expected
    tokens-of-nobody connection-of-three rules-from-a-misspelled-file
""".split()


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", BAD, ids=name_of)
def test_a_bad_file_earns_its_message(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    problems = check_file(path.name, checkers={"scenario": check_scenario})
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == "".join(f"{each}\n" for each in problems)
    assert problems


@pytest.mark.parametrize("path", POSITIONS, ids=name_of)
def test_an_impossible_position_earns_its_message(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER / "position")
    assert [] == check_scenario(path.name)
    result = run_file(path.name)
    found = "".join(f"{each}\n" for each in result.problems)
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == found
    assert result.problems
    assert not result.passed


def test_there_are_bad_files() -> None:
    assert len(BAD) >= 30
    assert len(POSITIONS) >= 5


def test_an_unknown_module_stands_where_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("scenario: x\nrules: [base, rivr]\nexpect: {over: false}\n", encoding="utf-8")
    (problem,) = check_scenario(file)
    assert (2, 15) == (problem.where.line, problem.where.column)
    assert "Did you mean 'river'?" in problem.fault


def test_an_unknown_option_stands_where_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    text = "scenario: x\nrules: [base]\noptions: {base.farmers: off, base.farmer: off}\nexpect: {over: false}\n"
    file.write_text(text, encoding="utf-8")
    (problem,) = check_scenario(file)
    assert (3, 30) == (problem.where.line, problem.where.column)
    assert "Did you mean 'base.farmers'?" in problem.fault


@pytest.mark.parametrize(
    "text",
    [
        "",
        "scenario: x",
        "scenario: x\nrules: [base]\nplay: " + "[" * 60,
        "scenario: x\nrules: [base]\nfigures: " + ";" * 100_000,
        "scenario: x\nrules: [base]\ntable: " + "base/cloister at 0,0;" * 40_000,
        "scenario: x\nrules: [base]\ntable: " + "base/cloister at 9999999999,0",
        "scenario: x\nrules: [base]\nexpect: {worth: {" + "x" * 5_000 + ": 1}}",
        "scenario: x\nrules: [base]\nexpect: {awards: " + "blue 6 for = " * 5_000 + "}",
        "scenario: x\nrules: [/etc/passwd.yaml]\nexpect: {over: true}",
        "scenario: x\nrules: ['\\0.yaml', '']\nexpect: {over: true}",
        'scenario: x\nrules: ["\\u0000.yaml"]\nexpect: {over: true}',
        "scenario: x\nrules: [base]\nplayers: []\nexpect: {over: true}",
    ],
)
def test_hostile_texts_end_in_messages(text: str, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    result = run_file(file)
    assert result.problems
    assert str(result)


def test_a_folder_of_bad_files_is_a_list_of_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that do not begin with `scenario` are not meant as scenarios, so a folder passes over them."""
    monkeypatch.chdir(FOLDER)
    results = run_files(["."])
    assert not any(result.passed for result in results)
    assert {path.stem for path in BAD + POSITIONS} - {Path(result.file).stem for result in results} == {
        "file-is-a-list",
        "first-key-misspelled",
    }


# The schema ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOOD, ids=name_of)
def test_the_schema_allows_what_the_reader_reads(path: Path) -> None:
    assert [] == check_scenario(path)


@pytest.mark.parametrize("path", BAD, ids=name_of)
def test_the_schema_refuses_what_is_of_bad_form(path: Path) -> None:
    node = read_source(path, [])
    assert node is not None
    assert bool(schema_problems(node, "scenario")) == (path.stem not in OF_GOOD_FORM)


def test_the_schema_has_the_keys_of_the_reader() -> None:
    file = TESTS.parent / "carcassonne" / "read" / "schemas" / "scenario.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert set(KEYS) == set(schema["properties"])
    assert {*EXPECTATIONS, "raises"} == set(schema["$defs"]["expectation"]["properties"])


# One value of every key in both forms, good and bad: reader and schema must say the same.
VALUES = {
    "scores": ("{blue: 3, red: -4}", "{blue: x}"),
    "if ended": ("{blue: 3}", "[3]"),
    "awards": ("[blue 3, 'red 4 for road at 0,0 = tiles +4 (B-60)']", "[blue]"),
    "winners": ("blue; red", "[[blue]]"),
    "over": ("true", "perhaps"),
    "player": ("chance", "{}"),
    "active player": ("red", "[]"),
    "about": ("draw", "{}"),
    "legal": ("pass; draw base/cloister", "jump"),
    "only legal": ("[]", "{}"),
    "not legal": ("{'place base/cloister at 0,1 turned 3': B-23}", "{walk: B-23}"),
    "figures": ("blue meeple on road at 0,0; meeple on city at 0,0", "blue on road"),
    "supply": ("{blue: {meeple: 3}}", "{blue: {meeple: -3}}"),
    "track": ("{blue: {marker: 3}}", "{blue: 3}"),
    "tokens": ("{}", "{blue: many}"),
    "hands": ("{blue: [base/cloister, base/road-tee], red: []}", "{blue: {}}"),
    "table": ("['base/cloister at 0,0', 'base/cloister at 0,1 turned 2']", "base/cloister"),
    "connections": ("road at 0,0; road at 1,0", "road at 0,0"),
    "parts waiting": ("2", "two"),
    "drawn tile": ("none", "[]"),
    "tiles left": ("71", "-1"),
    "complete": ("road at 0,0", "road 0,0"),
    "unfinished": ("['road at 0,0']", "['road at 0']"),
    "same feature": ("['road at 0,0; road at 1,0']", "[road]"),
    "different features": ("road at 0,0; road at 1,0; city 2 at -1,0", "road"),
    "worth": ("{'road at 0,0': 3, 'city at 0,0': 4 for blue and red}", "{road: 3}"),
    "events": ("[a line, another]", "{}"),
}


@pytest.mark.parametrize("key", VALUES)
@pytest.mark.parametrize("good", [True, False], ids=["good", "bad"])
def test_reader_and_schema_agree_about_every_key(key: str, good: bool, tmp_path: Path) -> None:
    value = VALUES[key][0 if good else 1]
    file = tmp_path / "x.yaml"
    file.write_text(f"scenario: x\nrules: [base]\nexpect:\n  {key}: {value}\n", encoding="utf-8")
    node = read_source(file, [])
    assert node is not None
    problems = schema_problems(node, "scenario")
    if good:
        read_scenario(file)
        assert [] == problems
    else:
        with pytest.raises(DataError):
            read_scenario(file)
        assert problems


def test_every_expectation_has_a_value_here() -> None:
    assert set(EXPECTATIONS) == set(VALUES)
