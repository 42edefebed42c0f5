"""Numbers that formulas may ask for, where they are at their smallest."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules

from carcassonne import Award


def points_for_a_road(folder: Path, number: str, *others: str) -> list[int]:
    """What the first two tiles, straight roads at the start tile, earn where each is paid so much."""
    step = f"award: {{to: active player, points: {number}, rule: H-1}}"
    rules = house_rules(folder, f"rules: {{gift: {{on: tile placed, do: [{step}]}}}}\n", *others)
    game = rules.new_game(2, tiles=["base/road-straight", "base/road-straight"])
    for text in ("place base/road-straight at 1,0", "pass", "place base/road-straight at 2,0", "pass"):
        game.push(rules.parse_action(text, game))
    return [event.points for event in game.events if isinstance(event, Award) and not event.final]


@pytest.mark.parametrize(
    ("number", "points"),
    [
        ("'3 + largest(cloister, tiles)'", [3, 3]),
        ("'largest(road, tiles)'", [2, 3]),
        ("'3 + features(cloister, always)'", [3, 3]),
        ("'features(road, always)'", [1, 1]),
        ("'largest(city, finished worth)'", [2, 2]),
        ("'largest(city, unfinished worth)'", [1, 1]),
        ("'5 + bend(road)'", [5, 5]),
        ("'5 + bend(city)'", [5, 5]),
        ("'10 * figures in supply'", [70, 70]),
    ],
)
def test_numbers_about_the_whole_table(tmp_path: Path, number: str, points: list[int]) -> None:
    assert points_for_a_road(tmp_path, number) == points


@pytest.mark.parametrize(("held", "points"), [(0, 0), (1, 0), (2, 3), (4, 3), (5, 1)])
def test_a_table_gives_nothing_below_its_first_entry(tmp_path: Path, held: int, points: int) -> None:
    options = {"house.worths": "2:3 5:1"}
    text = "options: {house.worths: {about: What it is worth., default: '1:1', table: true}}\n"
    step = f"award: {{to: active player, points: '7 + lookup(house.worths, {held})', rule: H-1}}"
    rules = house_rules(tmp_path, f"{text}rules: {{gift: {{on: tile placed, do: [{step}]}}}}\n", options=options)
    game = rules.new_game(2, tiles=["base/road-straight"])
    game.push(rules.parse_action("place base/road-straight at 1,0", game))
    assert game.scores == (7 + points, 0)


def test_parts_that_wait_are_counted_without_the_one_that_goes_on(tmp_path: Path) -> None:
    added = "{add part: {rule: H-1}}, {add part: {rule: H-2}}"
    award = "{award: {to: active player, points: 3 + parts waiting, rule: H-1}}"
    first = f"first: {{on: tile placed, limit: once a turn, do: [{added}]}}"
    then = f"then: {{on: part ended, do: [{award}]}}"
    game = house_rules(tmp_path, f"rules: {{{first}, {then}}}\n").new_game(2, tiles=["base/road-straight"] * 3)
    for text in [f"place base/road-straight at {x},0" for x in (1, 2, 3)]:
        game.push(game.rules.parse_action(text, game))
        game.push(game.rules.parse_action("pass", game))
    assert [event.points for event in game.events if isinstance(event, Award) and not event.final] == [5, 4, 3]
