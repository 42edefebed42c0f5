"""The runner: what passes, what is reported, and that nothing wrong passes."""

from pathlib import Path

import pytest

from carcassonne.read.expectations import EXPECTATIONS
from carcassonne.read.scenarios import read_scenario
from carcassonne.testing.differences import COMPARERS
from carcassonne.testing.scenarios import Result, is_scenario_file, run_file, run_files, run_scenario

POSITION = """scenario: a road is completed
rules: [base]
players: [blue, red]
table:
  - base/road-tee at 0,0
  - base/road-straight at 1,0
figures: red meeple on road at 1,0
draws: [base/road-tee, base/cloister]
play:
  - blue: place base/road-tee at 2,0 turned 1; pass
"""


def result_of(tmp_path: Path, expect: str, position: str = POSITION) -> Result:
    file = tmp_path / "road.yaml"
    file.write_text(position + "expect:\n" + expect, encoding="utf-8")
    return run_file(file)


def what(result: Result) -> list[str]:
    assert () == result.problems
    return [each.what for each in result.differences]


TRUE = """
    scores: {blue: 0, red: 3}
    if ended: {blue: 0, red: 3}
    awards: red 3
    winners: []
    over: false
    player: red
    active player: red
    about: place
    legal: place base/cloister at 0,-1
    not legal: pass
    figures: []
    supply: {red: {meeple: 7}}
    track: {red: {marker: 3}}
    tokens: {}
    hands: {red: []}
    table: base/road-tee at 0,0; base/road-straight at 1,0; base/road-tee at 2,0 turned 1
    connections: []
    parts waiting: 0
    drawn tile: base/cloister
    tiles left: 0
    complete: road at 1,0
    unfinished: road 2 at 0,0; field 1 at 0,0
    same feature: road 1 at 0,0; road at 1,0; road 2 at 2,0
    different features: road 1 at 0,0; road 2 at 0,0
    worth: {"road at 1,0": 3 for nobody}
    events: [red gets 3 points, red's turn]
"""

FALSE = {
    "scores": "{blue: 1}",
    "if ended": "{red: 4}",
    "awards": "[]",
    "winners": "red",
    "over": "true",
    "player": "blue",
    "active player": "blue",
    "about": "draw",
    "legal": "place base/cloister at 2,1",
    "only legal": "place base/cloister at 0,-1",
    "not legal": "place base/cloister at 0,-1",
    "figures": "red meeple on road at 1,0",
    "supply": "{red: {meeple: 6}}",
    "track": "{red: {marker: 0}}",
    "tokens": '{"0,0": {nugget: 1}}',
    "hands": "{blue: [base/cloister]}",
    "table": "base/road-tee at 0,0",
    "connections": "road 1 at 0,0; road 2 at 0,0",
    "parts waiting": "1",
    "drawn tile": "none",
    "tiles left": "7",
    "complete": "road 2 at 0,0",
    "unfinished": "road at 1,0",
    "same feature": "road 1 at 0,0; road 2 at 0,0",
    "different features": "road 1 at 0,0; road at 1,0",
    "worth": '{"road at 1,0": 4}',
    "events": "[red's turn, red gets 3 points]",
}


def test_everything_that_holds_passes(tmp_path: Path) -> None:
    result = result_of(tmp_path, TRUE)
    assert result.passed, str(result)
    assert "a road is completed" == result.title


def test_every_key_is_read_and_compared() -> None:
    assert set(EXPECTATIONS) == set(COMPARERS) == set(FALSE)


@pytest.mark.parametrize("key", FALSE)
def test_what_does_not_hold_is_a_difference(key: str, tmp_path: Path) -> None:
    nugget = tmp_path / "nugget.yaml"
    nugget.write_text("expansion: nugget\nneeds: [base]\ntokens: {nugget: {}}\n", encoding="utf-8")
    position = POSITION.replace("[base]", "[base, nugget.yaml]")
    result = result_of(tmp_path, f"  {key}: {FALSE[key]}\n", position)
    assert what(result)
    assert all(each.where.line == 12 for each in result.differences)
    assert result.board


MISMATCH = "an edge would not match its neighbour (B-23)"
ROAD = "road 1 at 0,0; road at 1,0; road 2 at 2,0"
AWARD = "red 3 for road at 1,0 = 3 tiles × 1 (B-60)"


@pytest.mark.parametrize(
    ("expect", "expected", "found"),
    [
        ("scores: {red: 4}", "4", "3"),
        ("awards: red 4; blue 1", "blue 1; red 4", AWARD),
        ("awards: red 3 for road 2 at 0,0", "red 3 for road 2 at 0,0", AWARD),
        ("awards: red 3 = 3 tiles x 1 (B-91)", "red 3 = 3 tiles × 1 (B-91)", AWARD),
        ("figures: blue meeple on road at 1,0", "blue meeple on road at 1,0", "nothing more"),
        ("not legal: {'place base/cloister at 2,1': B-26}", "B-26", MISMATCH),
        ("same feature: road at 1,0; city at 1,0", "city at 1,0 in it", ROAD),
        ("complete: city at 0,0", "complete", "no such segment"),
        ("worth: {'road at 1,0': 3 for red}", "red", "nothing more"),
    ],
)
def test_a_difference_says_what_was_found(tmp_path: Path, expect: str, expected: str, found: str) -> None:
    (difference,) = result_of(tmp_path, f"  {expect}\n").differences
    assert (expected, found) == (difference.expected, difference.found)


def test_all_differences_of_one_moment_are_reported(tmp_path: Path) -> None:
    result = result_of(tmp_path, "  scores: {blue: 5, red: 5}\n  over: true\n")
    assert ["score of blue", "score of red", "end of the game"] == what(result)
    for part in ("road.yaml:12:3: score of blue", "expected 5", "found    0", "red decides: place"):
        assert part in str(result)


def test_the_reason_of_an_impossible_act_is_reported(tmp_path: Path) -> None:
    position = POSITION.replace("at 2,0 turned 1; pass", "at 5,5; pass")
    (difference,) = result_of(tmp_path, "  scores: {red: 3}\n", position).differences
    assert "blue: place base/road-tee at 5,5 turned 0" == difference.what
    assert "no side would touch a tile at 5,5 (B-21)" == difference.found
    assert 10 == difference.where.line


def test_somebody_else_decides(tmp_path: Path) -> None:
    position = POSITION.replace("  - blue: place", "  - red: place")
    (difference,) = result_of(tmp_path, "  scores: {red: 3}\n", position).differences
    assert "blue decides now" == difference.found


@pytest.mark.parametrize(
    ("head", "tile", "why"),
    [
        (
            "rules: [base]\ntable: base/city-full-pennant at 0,0\n",
            "base/city-full-pennant",
            "its only copy lies on the table; lay another tile, or leave one out of the table",
        ),
        (
            "rules: [base]\ntable: base/cloister-road-end at 0,0; base/cloister-road-end at 1,0\n",
            "base/cloister-road-end",
            "all its 2 copies lie on the table; lay another tile, or leave one out of the table",
        ),
        ("rules: [base, river]\n", "base/cloister", "it lies in pile 'main', before which 'river' is drawn"),
        (
            "rules: [fewer.yaml]\ntable: base/cloister-road-end at 0,0\n",
            "base/cloister-road-end",
            "of its 2 copies 1 are out of the game, 1 on the table; name another tile",
        ),
    ],
)
def test_a_tile_that_cannot_be_drawn_now(tmp_path: Path, head: str, tile: str, why: str) -> None:
    """Where its copies are is said, and what to write instead."""
    fewer = "expansion: fewer\nneeds: [base]\nsetup: {one less: {remove: base/cloister-road-end}}\n"
    (tmp_path / "fewer.yaml").write_text(fewer, encoding="utf-8")
    text = f"scenario: no such tile comes\n{head}play:\n  - blue: place {tile} at 0,1; pass\n"
    (difference,) = result_of(tmp_path, "  over: false\n", text).differences
    assert f"no {tile} can be drawn now: {why}" == difference.found


def test_an_error_of_the_rules_can_be_expected(tmp_path: Path) -> None:
    head = "scenario: unknown rules\nrules: [base, rivr]\n"
    assert result_of(tmp_path, "  raises: Did you mean 'river'?\n", head).passed
    result = result_of(tmp_path, "  raises: Did you mean 'rover'?\n", head)
    assert ["loading the rules"] == what(result)
    result = result_of(tmp_path, "  raises: anything\n", "scenario: fine rules\nrules: [base]\n")
    assert ["the rules load"] == [each.found for each in result.differences]


def test_rules_that_do_not_compile_are_problems_of_their_file(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    text = "expansion: house\nneeds: [base]\nrules:\n  bell: {on: tile placed, do: [ring]}\n"
    house.write_text(text, encoding="utf-8")
    result = result_of(tmp_path, "  over: false\n", "scenario: a house\nrules: [house.yaml]\n")
    (problem,) = result.problems
    assert (str(house), 4) == (problem.where.file, problem.where.line)
    assert "no verb 'ring'" in problem.fault


def test_made_up_tiles_are_drawn_from_the_stock(tmp_path: Path) -> None:
    text = """scenario: a made-up tile
rules: [base]
tiles:
  gate: {count: 2, city: S, road: [N, E], meets: [[road 1, road 2]]}
play:
  - expect: {tiles left: 73}
  - blue: place scenario/gate at 0,-1; meeple on road 2 at 0,-1
  - red: place scenario/gate at 1,-1 turned 3; pass
"""
    expect = "  tiles left: 71\n  awards: blue 2 for road 2 at 0,-1\n"
    result = result_of(tmp_path, expect, text)
    assert result.passed, str(result)


def test_chance_is_played_by_name(tmp_path: Path) -> None:
    text = """scenario: chance
rules: [base]
play:
  - chance: draw base/cloister
  - expect: {drawn tile: base/cloister}
  - blue: place base/cloister at 0,1; pass
"""
    assert result_of(tmp_path, "  player: chance\n", text).passed


def test_the_legal_places_of_a_tile_are_asked_before_it_is_drawn(tmp_path: Path) -> None:
    text = "scenario: places\nrules: [base]\n"
    expect = "  legal: place base/cloister at 0,1\n  not legal: {'place base/cloister at 1,0': B-23}\n"
    assert result_of(tmp_path, expect + "  about: draw\n", text).passed


def test_turning_the_table_is_reported(tmp_path: Path) -> None:
    """Which of two roads is paid first follows from their places, so this holds as written only."""
    text = """scenario: two roads are completed
rules: [base]
table:
  - base/cloister-road-end at -1,0 turned 3
  - base/cloister-road-end at 1,0 turned 1
figures: blue meeple on road at -1,0; red meeple on road at 1,0
play:
  - blue: place base/road-tee at 0,0; pass
"""
    expect = "  events: [blue gets 2 points, red gets 2 points]\n"
    result = result_of(tmp_path, expect, text)
    assert ["events (with the table turned by 180°)"] == what(result)
    assert result_of(tmp_path, expect, text + "rotations: none\n").passed


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "b.yaml").write_text("# a comment\n---\nscenario: b\nrules: [base]\nexpect: {over: false}\n")
    (tmp_path / "inner" / "a.yml").write_text("scenario: a\nrules: [base]\nexpect: {over: true}\n")
    (tmp_path / "module.yaml").write_text("expansion: house\n")
    (tmp_path / "text.txt").write_text("scenario: c\n")
    results = run_files([tmp_path])
    assert [("b", True), ("a", False)] == [(each.title, each.passed) for each in results]
    (missing,) = run_files([tmp_path / "missing.yaml"])
    assert "there is no such file" in str(missing)
    assert not is_scenario_file(tmp_path / "module.yaml")


def test_a_scenario_can_be_read_once_and_run_often(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(POSITION + "expect: {scores: {red: 3}}\n", encoding="utf-8")
    scenario = read_scenario(file)
    assert run_scenario(scenario) == run_scenario(scenario)
    assert ("blue", "red") == scenario.players


HOUSE = """expansion: house
title: House
summary: One coin.
needs: [base]
tokens: {coin: {}}
turn:
  gift:
    after: place
    before: figure
    do: [choose: {players: others}, {put token: {token: coin, on: it}}]
"""


def test_a_choice_that_was_taken_without_asking_is_hinted_at(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    position = "scenario: a gift\nrules: [base, house.yaml]\nplay:\n  - blue: place base/road-straight at 1,0\n"
    (found,) = result_of(tmp_path, "  over: false\n", position + '  - blue: "gift: red"\n').differences
    assert found.found.endswith("'gift: red' had no alternative and was taken without asking")


def test_rules_at_fault_are_told_from_a_scenario_at_fault(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE.replace("after: place", "after: lunch"), encoding="utf-8")
    result = result_of(tmp_path, "  over: false\n", "scenario: a gift\nrules: [base, house.yaml]\n")
    assert "road.yaml: its rules cannot be loaded" in str(result).splitlines()[0]


def test_the_board_is_that_of_the_first_difference(tmp_path: Path) -> None:
    position = POSITION + "  - expect: {scores: {red: 9}}\n  - red: place base/cloister at 0,-1; pass\n"
    result = result_of(tmp_path, "  over: true\n", position)
    assert ["score of red"] == what(result), result
    assert "blue 3" not in result.board and "red decides" in result.board
