"""In which order choices are listed, and by which other names they may be called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compile.house import house_rules

import carcassonne
from carcassonne import Segment, Setup

ROAD, CAP, BAND = "base/road-straight", "base/city-cap", "base/city-band"


def game_with(folder: Path, step: str) -> Any:
    """A road from -1,0 to 1,0, laid in another order than it is read, before the figure is placed."""
    phase = f"visit: {{after: place, before: figure, do: [{step}]}}"
    text = f"figures: {{dragon: {{shared: 1, stands on: [road]}}}}\nturn:\n  {phase}\n"
    tiles = ((ROAD, 1, 0, 0), (ROAD, 0, 0, 0), (ROAD, 0, 2, 0))
    table = Setup(tiles=tiles, figures=((None, "dragon", Segment(0, 2, "road")),))
    game = house_rules(folder, text).new_game(2, table=table, tiles=[ROAD])
    game.push(game.rules.parse_action(f"place {ROAD} at -1,0", game))
    return game


@pytest.mark.parametrize(
    ("step", "listed"),
    [
        ("choose: {features: road, or: pass}", ["pass", "visit: road at -1,0", "visit: road at 0,2"]),
        (
            "choose: {segments: [road], or: pass}",
            ["pass", "visit: road at -1,0", "visit: road at 0,0", "visit: road at 1,0", "visit: road at 0,2"],
        ),
    ],
)
def test_features_are_named_by_their_first_segment_in_reading_order(
    tmp_path: Path, step: str, listed: list[str]
) -> None:
    game = game_with(tmp_path, step)
    assert list(map(str, game.legal_actions)) == listed
    assert list(game.legal_actions) == sorted(game.legal_actions)


def test_a_move_may_name_any_segment_of_the_feature(tmp_path: Path) -> None:
    game = game_with(tmp_path, "choose: {move: dragon, to: road, or: pass}")
    parse = game.rules.parse_action
    assert list(map(str, game.legal_actions)) == ["pass", "visit: dragon to road at -1,0"]
    for x in (-1, 0, 1):
        assert (
            str(game.legal_actions.meant(parse(f"visit: dragon to road at {x},0"))) == "visit: dragon to road at -1,0"
        )
    for other in ("dragon to road at 0,2", "dragon to field 1 at 0,0", "meeple to road at 0,0"):
        assert game.legal_actions.meant(parse(f"visit: {other}")) is None


def test_moves_are_listed_by_where_they_lead_in_reading_order(tmp_path: Path) -> None:
    game = game_with(tmp_path, "choose: {move: dragon, to: [road, field], or: pass}")
    goals = ["field 1 at -1,0", "field 2 at -1,0", "road at -1,0", "field 1 at 0,2", "field 2 at 0,2"]
    assert [f"visit: dragon to {goal}" for goal in goals] == list(map(str, game.legal_actions))[1:]
    assert list(game.legal_actions) == sorted(game.legal_actions)


def test_whoever_is_robbed_is_listed_clockwise_from_the_active_player() -> None:
    rules = carcassonne.load_rules("base", "robbers")
    table = Setup(
        tiles=((CAP, 0, 0, 0), (BAND, 0, -1, 1)),
        figures=(("yellow", "meeple", Segment(0, 0, "city")), ("red", "meeple", Segment(0, -1, "city"))),
        scores={"blue": 40, "yellow": 20, "green": 30, "red": 20},
        track={"green": {"robber": 20}},
        to_move="yellow",
    )
    game = rules.new_game(["blue", "yellow", "green", "red"], table=table, tiles=[CAP, ROAD])
    game.push(rules.parse_action(f"place {CAP} at 0,-2 turned 2", game))
    game.push(rules.parse_action("pass"))
    assert list(map(str, game.legal_actions)) == ["share: yellow's marker, 6 points", "share: red's marker, 6 points"]
    assert list(game.legal_actions) == sorted(game.legal_actions)
