"""Why a tile cannot be drawn: the rules have no such tile, or none of it is left."""

from __future__ import annotations

import carcassonne
from carcassonne import Draw, Pass


def test_a_tile_of_no_set_and_a_tile_that_is_not_left_are_told_apart() -> None:
    game = carcassonne.load_rules("base").new_game(2, chance="explicit", tiles=["base/cloister", "base/road-straight"])
    assert game.why_not(Draw("base/dragon")) == "these rules have no tile base/dragon"
    assert game.why_not(Draw("base/road-straight")) == "no base/road-straight can be drawn now"
    assert game.why_not(Draw("base/cloister")) is None
    assert game.why_not(Pass()) == "not on offer: chance decides about draw now"
