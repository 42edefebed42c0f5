"""What rules say of a kind of figure: where it may stand, when it goes home, and that somebody speaks of it at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compile.house import house_rules, problems_of

from carcassonne import Segment, Setup

ROAD = "base/road-straight"


def joined(folder: Path, text: str) -> Any:
    """Two roads with a figure or two each, before the tile that joins them is laid."""
    rules = house_rules(folder, text)
    west, east = Segment(0, 0, "road"), Segment(2, 0, "road")
    figures = (("blue", "hermit", west), ("blue", "meeple", west), ("red", "meeple", east))
    table = Setup(tiles=((ROAD, 0, 0, 0), (ROAD, 2, 0, 0)), figures=figures)
    return rules.new_game(["blue", "red"], table=table, tiles=[ROAD])


@pytest.mark.parametrize(
    ("keep", "stays"),
    [
        ("followers < 2", False),
        ("followers = 1", False),
        ("followers >= 1", True),
        ("followers < 3", True),
        ("followers > 0 and followers <= 1", False),
    ],
)
def test_a_figure_goes_home_also_where_there_is_more_than_it_bears(tmp_path: Path, keep: str, stays: bool) -> None:
    figure = "figures: {hermit: {each: 1, stands on: [road], if: own followers > 0}}"
    game = joined(tmp_path, f"{figure}\nstanding: {{alone: {{figure: hermit, keep: {keep}}}}}\n")
    assert [kind for _, kind, _ in game.figures].count("hermit") == 1
    game.push(game.rules.parse_action(f"place {ROAD} at 1,0", game))
    assert [kind for _, kind, _ in game.figures].count("hermit") == stays


@pytest.mark.parametrize(
    ("condition", "offered"), [("", True), (", if: unclaimed", False), (", if: not complete", True)]
)
def test_a_figure_joins_others_unless_its_rules_say_unclaimed(tmp_path: Path, condition: str, offered: bool) -> None:
    hermit = f"hermit: {{each: 2, follower: true, weight: 1, stands on: [road]{condition}}}"
    game = joined(tmp_path, f"figures: {{{hermit}}}\n")
    game.push(game.rules.parse_action(f"place {ROAD} at 1,0", game))
    assert ("hermit on road at 1,0" in map(str, game.legal_actions)) == offered


@pytest.mark.parametrize("condition", ["own followers >", "(unclaimed", "unclaimed and"])
def test_a_condition_that_ends_too_early_is_one_fault(tmp_path: Path, condition: str) -> None:
    figure = f"figures: {{hermit: {{each: 1, stands on: [road], if: '{condition}'}}}}\n"
    assert len(problems_of(tmp_path, figure)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "figures: {ghost: {each: 1, stands on: [road]}}\n",
        "figures: {ghost: {each: 1, track: score}}\n",
        "figures: {ghost: {each: 1}}\nstanding: {haunt: {figure: ghost, keep: complete}}\n",
        "figures: {ghost: {each: 1}}\ncompanions: {ghost: {takes: 'half, rounded up', rule: H-1}}\n",
    ],
)
def test_a_figure_of_which_one_thing_is_said_is_no_slip(tmp_path: Path, text: str) -> None:
    house_rules(tmp_path, text)


def test_a_figure_of_which_nothing_is_said_is_a_slip(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, "figures: {ghost: {each: 1}}\n")
    assert problem.fault == "figure 'ghost': nothing says where it stands, and nothing speaks of it"
