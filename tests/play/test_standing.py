"""What holds before anything is drawn, and figures that go home as soon as they may not stand where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules

import carcassonne
from carcassonne import Segment, Setup


def test_no_tile_is_drawn_before_chance_has_decided() -> None:
    game = carcassonne.load_rules("base").new_game(2, chance="explicit")
    assert (None, carcassonne.CHANCE) == (game.drawn_tile, game.player)


@pytest.mark.parametrize(("keep", "stays"), [("tiles < 3", False), ("tiles < 4", True), ("tiles > 1", True)])
def test_a_figure_goes_home_when_its_feature_grows_or_stays(tmp_path: Path, keep: str, stays: bool) -> None:
    rules = house_rules(tmp_path, f"standing: {{short: {{figure: meeple, keep: '{keep}', rule: H-1}}}}\n")
    straight = "base/road-straight"
    table = Setup(
        tiles=((straight, 0, 0, 0), (straight, 1, 0, 0)), figures=(("blue", "meeple", Segment(0, 0, "road")),)
    )
    game = rules.new_game(["blue", "red"], tiles=[straight], table=table)
    game.push(rules.parse_action(f"place {straight} at 2,0 turned 0"))
    assert stays is any(segment == Segment(0, 0, "road") for segment, _, _ in game.figures)
