"""Expressions give the numbers that the table shows, and wrong ones are refused with their place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compile.house import house_rules, problems_of

from carcassonne import Segment, Setup

# A complete city of three tiles and a pennant, with two followers of blue, one of red; a road of two tiles.
TABLE = Setup(
    tiles=(
        ("base/city-cap-road-straight", 0, 0, 0),
        ("base/city-band-pennant", 0, -1, 1),
        ("base/city-cap", 0, -2, 2),
        ("base/road-straight", 1, 0, 0),
        ("base/cloister", 0, 1, 0),
    ),
    figures=(
        ("blue", "meeple", Segment(0, 0, "city")),
        ("blue", "meeple", Segment(0, -1, "city")),
        ("red", "meeple", Segment(0, -2, "city")),
        ("red", "meeple", Segment(1, 0, "road")),
    ),
)
CITY, ROAD, CLOISTER = Segment(0, 0, "city"), Segment(0, 0, "road"), Segment(0, 1, "cloister")
FIELD = Segment(0, 0, "field", 1)


def game_with(folder: Path, text: str) -> Any:
    return house_rules(folder, text).new_game(["blue", "red"], tiles=["base/cloister"], table=TABLE)


def points_by(folder: Path, formula: str, condition: str = "") -> Any:
    """A game in which all features have these points."""
    lines = [f"  own way {kind}: {{of: {kind}, replace: '{formula}', rule: H-1}}" for kind in ("road", "city", "field")]
    if condition:
        lines = [line.replace("}", f", if: '{condition}'}}") for line in lines]
    return game_with(folder, "score changes:\n" + "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("formula", "city", "road"),
    [
        ("tiles", 3, 2),
        ("7", 7, 7),
        ("2 * tiles + 2 * pennant", 8, 4),
        ("tiles * tiles - 1", 8, 3),
        ("10 - tiles", 7, 8),
        ("-tiles + 9", 6, 7),
        ("(tiles + pennant) * 3", 12, 6),
        ("open ends", 0, 2),
        ("followers", 3, 1),
        ("own followers", 2, 1),
        ("own(meeple)", 2, 1),
        ("standing(meeple)", 3, 1),
        ("in supply(meeple)", 5, 5),
        ("10 * around feature(any) + around feature(monasteries)", 21, 21),
        ("10 * features(city, road, followers > 0) + largest(road, city, tiles)", 23, 23),
        ("tiles left + 1", 1, 1),
    ],
)
def test_quantities_count_what_is_there(tmp_path: Path, formula: str, city: int, road: int) -> None:
    game = points_by(tmp_path, formula)
    assert (game.worth(CITY).points, game.worth(ROAD).points) == (city, road)
    assert {item.rule for item in game.worth(CITY).items} <= {"H-1"}


@pytest.mark.parametrize(
    ("condition", "city", "road"),
    [
        ("complete", True, False),
        ("not complete", False, True),
        ("tiles = 3", True, False),
        ("tiles != 3", False, True),
        ("tiles < 3", False, True),
        ("tiles <= 2", False, True),
        ("tiles > 2", True, False),
        ("tiles >= 2", True, True),
        ("complete and tiles = 2", False, False),
        ("complete or tiles = 2", True, True),
        ("not (complete or tiles = 2)", False, False),
        ("unclaimed", False, False),
        ("is(city)", True, False),
        ("is(road)", False, True),
        ("pennant", None, None),
    ],
)
def test_conditions_hold_where_they_should(tmp_path: Path, condition: str, city: Any, road: Any) -> None:
    if city is None:
        lines = "score changes:\n  x: {of: city, replace: '1', if: '" + condition + "', rule: H-1}\n"
        (problem,) = problems_of(tmp_path, lines)
        assert "expected a condition" in problem.fault
        return
    game = points_by(tmp_path, "100", condition)
    assert (game.worth(CITY).points == 100, game.worth(ROAD).points == 100) == (city, road)


def test_touched_cities_count_once_and_only_complete_ones_count_as_complete(tmp_path: Path) -> None:
    assert points_by(tmp_path, "complete touched(city)").worth(FIELD).points == 1
    assert points_by(tmp_path, "touched(city)").worth(FIELD).points == 1


def test_no_tile_continues_anything_where_none_is_placed(tmp_path: Path) -> None:
    bonus = "award: {to: active player, points: '7 + joined(road, city)', rule: H-1}"
    game = game_with(tmp_path, f"final: {{bonus: {{after: fields, do: [{bonus}]}}}}\n")
    assert game.scores_if_ended()[0] == 7 + game_with(tmp_path, "").scores_if_ended()[0]


def test_terms_are_told_one_by_one(tmp_path: Path) -> None:
    worth = points_by(tmp_path, "2 * tiles - 3 * pennant + 4").worth(CITY)
    assert [(item.what, item.count, item.each) for item in worth.items] == [
        ("tiles", 3, 2),
        ("pennant", 1, -3),
        ("points", 1, 4),
    ]
    assert worth.points == 7


@pytest.mark.parametrize(
    ("formula", "fault", "cure"),
    [
        ("tils", "unknown quantity 'tils'", "Did you mean 'tiles'?"),
        ("pennants", "unknown quantity 'pennants'", "Did you mean 'pennant'?"),
        ("complete", "expected a number", ""),
        ("tiles(city)", "expected 'tiles' alone", ""),
        ("touched", "expected touched(", ""),
        ("touched(town)", "unknown feature kind 'town'", ""),
        ("own(giant)", "unknown figure 'giant'", ""),
        ("bend(road)", "asks for a tile that is being placed", ""),
        ("house.speed", "no option 'house.speed'", ""),
        ("tiles +", "expression", ""),
        ("tiles == 2", "expression", "Write '='"),
        ("__import__('os')", "expression", ""),
        ("tiles.__class__", "expression", ""),
        ("(" * 200 + "tiles" + ")" * 200, "expression", ""),
        ("9" * 50, "expression", ""),
    ],
)
def test_wrong_expressions_are_refused_with_their_place(tmp_path: Path, formula: str, fault: str, cure: str) -> None:
    quoted = formula.replace("'", "''")
    found = problems_of(tmp_path, f"score changes:\n  x: {{of: city, replace: '{quoted}', rule: H-1}}\n")
    assert len(found) == 1
    assert fault in found[0].fault
    assert cure in found[0].cure
    assert (found[0].where.line, found[0].where.file.endswith("house.yaml")) == (6, True)
    assert found[0].where.column >= 16


def test_all_problems_come_at_once_in_order_of_place(tmp_path: Path) -> None:
    found = problems_of(
        tmp_path,
        "score changes:\n"
        "  a: {of: city, add: tils, rule: H-1}\n"
        "  b: {of: road, add: tiles, if: complet, rule: H-1}\n"
        "rules:\n"
        "  c: {on: tile laid, do: [add part]}\n"
        "  d: {on: tile placed, do: [add parts]}\n"
        "  e: {forbids: breathe, if: complete}\n",
    )
    assert [problem.where.line for problem in found] == [6, 7, 9, 10, 11]
    assert list(found) == sorted(found)
