"""Every example runs, and does what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import carcassonne
from carcassonne import Segment, Setup
from carcassonne.testing.scenarios import run_files
from carcassonne.words.events import TokenMoved

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
CANAL = EXAMPLES / "canal"
CROWN = EXAMPLES / "crown"
SHOWMAN = EXAMPLES / "showman"
MARKET = EXAMPLES / "market"
HOUSE = EXAMPLES / "house-rules"
BIG_CITIES = HOUSE / "src" / "house_rules" / "big-cities.yaml"
HANDS = sorted((EXAMPLES / "tiles-in-hand" / "scenarios").glob("*.yaml"))
SCENARIOS = sorted((CANAL / "scenarios").glob("*.yaml"))
CROWNS = sorted((CROWN / "scenarios").glob("*.yaml"))
SHOWS = sorted((SHOWMAN / "scenarios").glob("*.yaml"))
MARKETS = sorted((MARKET / "scenarios").glob("*.yaml"))


def run(name: str, *words: str) -> str:
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words], capture_output=True, text=True, env=os.environ | paths
    )
    assert 0 == ran.returncode, ran.stderr
    return ran.stdout


def test_no_example_is_forgotten() -> None:
    assert ["bot_game.py", "search.py"] == sorted(path.name for path in EXAMPLES.glob("*.py"))
    folders = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name[0] not in "._")
    firsts = ["first-expansion", "first-house-rule", "first-set", "first-tile"]
    assert ["canal", "crown", *firsts, "house-rules", "market", "showman", "tiles-in-hand"] == folders


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_tiles_in_hand_do_what_the_scenarios_say(path: Path) -> None:
    (result,) = run_files([path])
    assert result.passed, str(result)


def test_bot_game_explains_every_point() -> None:
    lines = run("bot_game.py", "7").splitlines()
    assert any(line.startswith("The game is over: ") for line in lines)
    assert any(line.endswith("(B-61)") for line in lines)
    assert not any("None" in line for line in lines)
    rules = set(re.findall(r"\(([A-Z]+)-\d+\)", "\n".join(lines)))
    assert {"B", "AB", "TB"} <= rules, "a game of the Big Box"
    assert lines[-1].startswith("Won by ")
    heads = {line.split(": ")[0]: int(line.split()[-2]) for line in lines if line.endswith(" points") and ": " in line}
    totals = [int(line.split()[0]) for line in lines if line.endswith(" in total")]
    assert ["Ada the greedy", "Rolf the random"] == list(heads)
    assert list(heads.values()) == totals


def test_search_beats_chance() -> None:
    out = run("search.py", "1")
    assert out.startswith("expected lead after the first tile: ")
    assert "The game is over: searcher won." in out
    assert out == run("search.py", "1")


@pytest.mark.parametrize("file", [*SCENARIOS, *CROWNS, *SHOWS, *MARKETS], ids=lambda file: file.stem)
def test_scenarios_of_examples(file: Path) -> None:
    (result,) = run_files([file])
    assert result.passed, str(result)


def test_every_rule_of_the_canal_has_a_scenario() -> None:
    covered = {rule for result in run_files(SCENARIOS) for rule in result.covers}
    assert {f"CN-{number}" for number in range(1, 8)} == covered


def test_every_rule_of_the_crown_has_a_scenario() -> None:
    covered = {rule for result in run_files(CROWNS) for rule in result.covers}
    assert {f"CR-{number}" for number in range(1, 9)} == covered


@pytest.mark.parametrize("names", [(), ("river", "abbot")])
def test_canals_play_with_others(names: tuple[str, ...]) -> None:
    rules = carcassonne.load_rules("base", *names, CANAL / "canal.yaml")
    assert 83 + 12 * ("river" in names) - ("river" in names) == rules.new_game(2).tiles_left + 2
    paid = set()
    for seed in range(8):
        game = rules.new_game(players=3, seed=seed)
        while not game.is_over:
            game.push(game.legal_actions[-1])
        standing = {(segment.kind, figure) for segment, figure, _ in game.figures}
        assert ("canal", "meeple") not in standing
        assert {"canal"} >= {kind for kind, figure in standing if figure == "boatman"}
        paid |= {item.rule for event in game.events if isinstance(event, carcassonne.Award) for item in event.items}
    assert "CN-7" in paid


@pytest.mark.parametrize("folder", [CANAL, SHOWMAN, MARKET], ids=lambda folder: folder.name)
def test_made_up_expansions_are_python_free(folder: Path) -> None:
    assert {".yaml", ".md"} == {path.suffix for path in folder.rglob("*") if path.is_file()}


def test_every_rule_of_the_showman_has_a_scenario() -> None:
    covered = {rule for result in run_files(SHOWS) for rule in result.covers}
    assert {f"SH-{number}" for number in range(1, 9)} == covered


def test_the_showman_plays_with_the_big_box() -> None:
    rules = carcassonne.load_rules("big-box", SHOWMAN / "showman.yaml")
    given = set()
    for seed in range(4):
        game = rules.new_game(players=3, seed=seed)
        while not game.is_over:
            game.push(game.legal_actions[-1])
        given |= {event.token for event in game.events if isinstance(event, TokenMoved)}
    assert "ticket" in given


def test_every_rule_of_the_market_has_a_scenario() -> None:
    covered = {rule for result in run_files(MARKETS) for rule in result.covers}
    assert {f"MK-{number}" for number in range(1, 10)} == covered


@pytest.mark.parametrize("names", [("base",), ("big-box", SHOWMAN / "showman.yaml")], ids=("base", "all"))
def test_the_market_opens_beside_others(names: tuple[str | Path, ...]) -> None:
    rules = carcassonne.load_rules(*names, MARKET / "market.yaml")
    given = set()
    for seed in range(3):
        game = rules.new_game(players=3, seed=seed)
        while not game.is_over:
            game.push(game.legal_actions[-1])
        given |= {event.token for event in game.events if isinstance(event, TokenMoved)}
    assert "coin" in given


def test_big_cities_pay_five_more() -> None:
    rules = carcassonne.load_rules(BIG_CITIES)
    lines = BIG_CITIES.read_text(encoding="utf-8").splitlines()
    assert 3 == len([line for line in lines if not line.startswith("#")])
    cap, band = "base/city-cap", "base/city-band"
    for bands, extra in ((5, 0), (6, 5)):
        tiles = [(cap, 0, 0, 1), *((band, x, 0, 0) for x in range(1, bands + 1))]
        table = Setup(tiles=tiles, figures=[("blue", "meeple", Segment(0, 0, "city"))])
        game = rules.new_game(2, tiles=[cap], table=table)
        game.push(rules.parse_action(f"place {cap} at {bands + 1},0 turned 3"))
        game.push(rules.parse_action("pass"))
        assert (2 * (bands + 2) + extra, 0) == game.scores


def test_the_example_project_says_what_it_needs_in_few_lines() -> None:
    """It is built and run by `make house-rules`, with the wheel, in an environment of its own."""
    assert 40 > len((HOUSE / "tests" / "test_house_rules.py").read_text(encoding="utf-8").splitlines())
    words = ("house_rules.words", "carcassonne.words", "carcassonne[testing]")
    project = (HOUSE / "pyproject.toml").read_text(encoding="utf-8")
    assert [] == [word for word in words if word not in project]
    listed = re.findall(r"`([a-z-]+\.yaml)` \| \*\*HOUSE-", (HOUSE / "README.md").read_text(encoding="utf-8"))
    assert sorted(path.name for path in BIG_CITIES.parent.glob("*.yaml")) == listed
