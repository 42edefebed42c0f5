"""The catalogue of findings: every code is used, explained, earned by its wrong example and not by its right one."""

import ast
import re
from pathlib import Path

import pytest

from carcassonne import check, load_rules
from carcassonne.checking.codes import FAMILIES, Entry, catalogue, entry_of
from carcassonne.errors import CarcassonneError, DataError
from carcassonne.testing.scenarios import run_file
from carcassonne.testing.written import exceptions_of

PACKAGE = Path(__file__).resolve().parents[2] / "carcassonne"
STAGES = ("read", "language", "compile", "checking", "testing")
MODULES = [path for stage in STAGES for path in sorted((PACKAGE / stage).rglob("*.py"))]
CODE = re.compile(r"CARC-[A-Z][0-9]{3}")
SHOWN = [entry for entry in catalogue().values() if entry.wrong]
# No text on a page can show these: the tests below earn them, or others that name the code.
UNSHOWN = """
    CARC-Y001 CARC-Y002 CARC-Y003 CARC-Y005 CARC-E003 CARC-E004 CARC-E044 CARC-L008
    CARC-O002 CARC-S018 CARC-S020 CARC-S021
""".split()


def write(folder: Path, entry: Entry, text: str) -> Path:
    for name, beside in entry.beside.items():
        (folder / f"{name}.yaml").write_text(beside, encoding="utf-8")
    file = folder / "sample.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def codes_used() -> set[str]:
    used = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.Constant):
                used.add(node.value.value)
    return used


def test_every_problem_has_a_code() -> None:
    """Wherever a `Problem` of our own files is made, its code is named."""
    without = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Problem"
        and "code" not in [keyword.arg for keyword in node.keywords]
    ]
    assert [] == without


def test_the_codes_of_the_package_are_those_of_the_catalogue() -> None:
    assert sorted(codes_used()) == sorted(catalogue())


def test_codes_are_well_formed() -> None:
    for code, entry in catalogue().items():
        assert CODE.fullmatch(code) and code[5] in FAMILIES
        assert entry.title and entry.why.endswith(".") and not entry.title.endswith(".")


def test_all_but_a_few_codes_have_examples() -> None:
    assert sorted(UNSHOWN) == sorted(code for code, entry in catalogue().items() if not entry.wrong)
    assert all(entry.right for entry in SHOWN)


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_wrong_example_earns_the_code(entry: Entry, tmp_path: Path) -> None:
    found = check(write(tmp_path, entry, entry.wrong))
    assert entry.code in {problem.code for problem in found}
    assert all(problem.is_warning == entry.is_warning for problem in found)


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_right_example_earns_nothing(entry: Entry, tmp_path: Path) -> None:
    assert () == check(write(tmp_path, entry, entry.right))


def test_an_entry_is_found_by_its_code() -> None:
    assert entry_of("carc-t010") is entry_of("T010") is catalogue()["CARC-T010"]
    with pytest.raises(CarcassonneError, match="there is no code 'T999'"):
        entry_of("T999")


# What no page can show --------------------------------------------------------------------------


def codes(error: DataError) -> set[str]:
    return {problem.code for problem in error.problems}


def test_endless_files_earn_their_codes(tmp_path: Path) -> None:
    """Rows of needs, lists of values and items, and quantities of quantities have an end."""

    def found(text: str) -> set[str]:
        (tmp_path / "sample.yaml").write_text(text, encoding="utf-8")
        return {problem.code for problem in check(tmp_path / "sample.yaml")}

    head = "expansion: sample\nneeds: [base]\n"
    for number in range(110):
        needs = f"needs: [row-{number + 1}]" if number < 109 else "needs: [base]"
        (tmp_path / f"row-{number}.yaml").write_text(f"expansion: row-{number}\n{needs}\n", encoding="utf-8")
    assert {"CARC-E003"} == found("expansion: sample\nneeds: [row-0]\n")
    values = ", ".join(f"v{number}: {{}}" for number in range(101))
    assert {"CARC-O002"} == found(f"{head}options: {{sample.many: {{about: Many., default: v0, {values}}}}}\n")
    quantities = "".join(f"  level {'a' * n}: level {'a' * (n - 1)} + level {'a' * (n - 1)}\n" for n in range(2, 30))
    assert "CARC-L008" in found(f"{head}quantities:\n  level a: tiles left\n{quantities}score changes:\n"
                                f"  deep: {{of: city, add: level {'a' * 29}}}\n")  # fmt: skip
    items = "; ".join(["base/cloister"] * 2_002)
    assert {"CARC-S018"} == found(f"scenario: many\nrules: [base]\ndraws: {items}\nexpect: {{over: false}}\n")


def test_a_module_that_is_in_play_twice(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sample.yaml").write_text("expansion: sample\nneeds: [base]\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_rules(tmp_path / "one" / "sample.yaml", tmp_path / "two" / "sample.yaml")
    assert {"CARC-E004"} == codes(caught.value)


def test_a_file_that_the_system_does_not_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "sample.yaml"
    file.write_text("tiles: sample\n", encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    assert ["CARC-Y002"] == [problem.code for problem in check(file)]


def test_laws_that_are_not_there(tmp_path: Path) -> None:
    file = tmp_path / "sample.yaml"
    file.write_text("expansion: sample\nneeds: [base]\nlaws: {lawful: {skip: It is none.}}\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        exceptions_of(load_rules(file))
    assert {"CARC-E044"} == codes(caught.value)
    file.write_text("scenario: a law\nrules: [base]\nlaws: [lawful]\nexpect: {over: false}\n", encoding="utf-8")
    assert ["CARC-S021"] == [problem.code for problem in run_file(file).problems]
