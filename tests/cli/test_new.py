"""`carcassonne new`: sound files to begin with, and never one in the place of another."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import carcassonne
from carcassonne.cli.beginning import BEGINNINGS, SCHEMAS, TEMPLATES, Kind
from carcassonne.testing.scenarios import run_file

Call = Callable[..., tuple[int, str, str]]
KINDS = list(Kind)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def says(file: Path) -> list[str]:
    return list(map(str, carcassonne.check(file)))


def test_every_kind_has_a_template() -> None:
    assert sorted(f"my-{kind}.yaml" for kind in KINDS) == sorted(path.name for path in TEMPLATES.iterdir())
    assert set(KINDS) == set(BEGINNINGS)


@pytest.mark.parametrize("kind", KINDS)
def test_templates_are_sound_as_they_stand(kind: Kind) -> None:
    file = TEMPLATES / f"my-{kind}.yaml"
    assert [] == says(file)
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert (file.parent / first.removeprefix("# yaml-language-server: $schema=")).samefile(
        SCHEMAS / f"{BEGINNINGS[kind].schema}.json"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_templates_explain_every_part(kind: Kind) -> None:
    """A comment stands above every key of the file; `title` and `summary` speak for themselves."""
    lines = (TEMPLATES / f"my-{kind}.yaml").read_text(encoding="utf-8").splitlines()
    keys = [number for number, line in enumerate(lines) if re.match(r"[a-z]", line)]
    bare = [lines[number] for number in keys if not lines[number - 1].startswith("#")]
    assert {"title", "summary", "set"} >= {line.split(":")[0] for line in bare}


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_is_sound_and_every_call_that_comes_next_is_right(kind: Kind, call: Call) -> None:
    code, said, _ = call("new", kind, "windy-hills", "--in", "my rules")
    file = Path("my rules", "windy-hills.yaml")
    assert 0 == code
    assert said.startswith(f"{file}: written")
    assert [] == says(file)
    text = file.read_text(encoding="utf-8")
    assert f"my-{kind}" not in text and f"my {kind}" not in text.lower()
    schema = file.parent / text.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    assert (SCHEMAS / schema.name).read_bytes() == schema.read_bytes()
    assert ["windy-hills.yaml", schema.name] == sorted((path.name for path in file.parent.iterdir()), reverse=True)
    calls = re.findall(r"^  carcassonne (.+)$", said, re.MULTILINE)
    assert len(calls) >= 2
    for line in calls:
        words = shlex.split(line)
        if words[0] in ("check", "explain", "test", "new"):
            assert 0 == call(*words)[0], line
        assert f"'{file}'" in line or "--in 'my rules'" in line


def test_a_new_expansion_and_a_new_variant_play_and_a_new_scenario_comes_out(call: Call) -> None:
    for kind in Kind.EXPANSION, Kind.VARIANT:
        assert 0 == call("new", kind, f"first-{kind}")[0]
        game = carcassonne.load_rules(f"first-{kind}.yaml").new_game(players=3, seed=1)
        while not game.is_over:
            game.push(game.legal_actions[-1])
    assert 0 == call("new", "scenario", "first-scenario")[0]
    result = run_file(Path("first-scenario.yaml"))
    assert result.passed, str(result)


def test_the_tiles_of_an_expansion_are_one_character_away(call: Call) -> None:
    call("new", "expansion", "mills")
    call("new", "tiles", "mills-tiles")
    file = Path("mills.yaml")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("# tiles:", "tiles:"), encoding="utf-8")
    assert [] == says(file)
    game = carcassonne.load_rules(file).new_game(players=2)
    assert 72 + 5 == len(game.table) + 1 + game.tiles_left, "one is drawn"


def test_a_file_that_is_there_stays_unless_forced(call: Call) -> None:
    file = Path("mine.yaml")
    file.write_text("dear to me", encoding="utf-8")
    Path("tiles.json").write_text("{}", encoding="utf-8")
    code, said, faults = call("new", "tiles", "mine")
    assert (2, "") == (code, said)
    assert "mine.yaml is there already; choose another name, or write over it with --force\n" == faults
    assert "dear to me" == file.read_text(encoding="utf-8")
    assert 0 == call("new", "tiles", "mine", "--force")[0]
    assert [] == says(file)
    assert "{}" == Path("tiles.json").read_text(encoding="utf-8"), "nobody asked for this one"


@pytest.mark.parametrize(
    ("kind", "name", "fault"),
    [
        ("tiles", "Windy Hills", "'Windy Hills': expected lower-case words with hyphens. Try 'windy-hills'."),
        ("tiles", "windy-hills.yaml", "'windy-hills.yaml': expected lower-case words with hyphens. Try 'windy-hills'."),
        ("variant", "../hills", "'../hills': expected lower-case words with hyphens. Try 'hills'."),
        ("variant", "12", "'12': expected lower-case words with hyphens."),
        ("scenario", "", "'': expected lower-case words with hyphens."),
        ("expansion", "river", "'river' is the name of shipped expansions; choose another, such as 'my-river'"),
        ("tiles", "base", "'base' is the name of shipped tiles; choose another, such as 'my-base'"),
    ],
)
def test_a_wrong_name_writes_nothing(kind: str, name: str, fault: str, call: Call, tmp_path: Path) -> None:
    assert (2, "", f"{fault}\n") == call("new", kind, name)
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_is_a_file_is_refused(call: Call) -> None:
    Path("notes").write_text("", encoding="utf-8")
    assert (2, "", "--in notes: this is a file; name a folder\n") == call("new", "tiles", "hills", "--in", "notes")
    Path("hills.yaml").mkdir()
    assert (2, "", "hills.yaml is a folder; choose another name\n") == call("new", "tiles", "hills")
