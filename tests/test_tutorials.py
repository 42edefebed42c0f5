"""The tutorials: every command that they tell works with their files, and every mistake earns what they say."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import carcassonne
from carcassonne.cli.app import app
from carcassonne.testing.scenarios import run_files

ROOT = Path(__file__).resolve().parent.parent
DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"
NAMES = ("tile", "set", "house-rule", "expansion")
COMMAND = re.compile(r"^\$ carcassonne (.+)$", re.MULTILINE)
RULES = {
    "first-house-rule": {"OUR-3", "OUR-4"},
    "first-expansion": {f"BK-{number}" for number in range(1, 7)},
}

pytestmark = pytest.mark.xdist_group("docs")


def page(name: str) -> str:
    return (DOCS / f"tutorial-first-{name}.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def mistakes() -> Iterator[Any]:
    """The module that makes the mistakes of the pages."""
    before = sys.path.copy()
    sys.path.insert(0, str(DOCS))
    try:
        yield importlib.import_module("mistake_pages")
    finally:
        sys.path[:] = before


@pytest.mark.parametrize("name", NAMES)
def test_files_are_sound_without_a_warning(name: str) -> None:
    assert [] == list(map(str, carcassonne.check(EXAMPLES / f"first-{name}")))


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_shown(name: str) -> None:
    """A tutorial shows all files of its folder, of scenarios the telling ones."""
    shown = set(re.findall(r"^<!-- file: examples/(\S+) -->$", page(name), re.MULTILINE))
    assert {str(path.relative_to(EXAMPLES)) for path in (EXAMPLES / f"first-{name}").glob("*.yaml")} <= shown


@pytest.mark.parametrize("folder", RULES)
def test_every_rule_has_a_scenario_that_comes_out(folder: str) -> None:
    results = run_files(sorted((EXAMPLES / folder / "scenarios").glob("*.yaml")))
    assert [] == [str(result) for result in results if not result.passed]
    assert RULES[folder] == {rule for result in results for rule in result.covers}


@pytest.mark.parametrize("name", NAMES)
def test_every_command_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are given as on the page, in a folder with the page's files, but for fewer games by quicker bots."""
    shutil.copytree(EXAMPLES / f"first-{name}", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    commands = COMMAND.findall(page(name))
    assert len(commands) >= 5
    for command in commands:
        words = re.sub(r"--games \d+", "--games 1", command).replace("--bots greedy", "--bots random").split()
        words += {"verify": ["--games", "1"], "compare": ["--bots", "random"]}.get(words[0], [])
        result = CliRunner().invoke(app, words, input="quit\n")
        assert 0 == result.exit_code, f"{command}\n{result.output}"


def test_one_breaks_the_set_in_five_ways(mistakes: Any) -> None:
    section = page("set").split("## Break it in five ways")[1].split("\n## ")[0]
    names = re.findall(r"^<!-- mistake: (\w+) -->$", section, re.MULTILINE)
    codes = [re.findall(r"\[(CARC-\w+)\]$", mistakes.mistake(name), re.MULTILINE)[0] for name in names]
    assert ["CARC-T010", "CARC-Y008", "CARC-T009", "CARC-E021", "CARC-W007"] == codes


def test_every_mistake_is_made_somewhere(mistakes: Any) -> None:
    made = [name for each in NAMES for name in re.findall(r"^<!-- mistake: (\w+) -->$", page(each), re.MULTILINE)]
    assert sorted(mistakes.MISTAKES) == sorted(made)


def test_the_ten_tiles_of_the_first_set_have_a_new_kind_that_is_paid() -> None:
    rules = carcassonne.load_rules(EXAMPLES / "first-set" / "greenwood.yaml")
    paid = set()
    for seed in range(6):
        game = rules.new_game(players=2, seed=seed)
        assert 72 + 10 == len(game.table) + 1 + game.tiles_left
        while not game.is_over:
            forests = [action for action in game.legal_actions if str(action).startswith("meeple on forest")]
            game.push(forests[0] if forests else game.legal_actions[0])
        paid |= {item.rule for event in game.events if isinstance(event, carcassonne.Award) for item in event.items}
    assert {"GW-1", "GW-2"} <= paid
