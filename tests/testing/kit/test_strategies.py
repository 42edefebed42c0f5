"""Strategies: what they draw is sound, and shrinks to what is short to read."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from carcassonne.testing import Law, actions, games, rulesets, shipped_laws, tile_sets, tiles

quick = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
thorough = settings(quick, max_examples=60)
CHEAP = [law for law in shipped_laws() if law.of == "moment"]


@quick
@given(game=games(rulesets(most=2)))
def test_laws_hold_of_games_under_drawn_rules(game: Any) -> None:
    for each in CHEAP:
        assert isinstance(each, Law)
        each.check(game)


@quick
@given(rules=rulesets(made_up=True, most=1), data=st.data())
def test_made_up_rules_load_and_play(rules: Any, data: st.DataObject) -> None:
    assert "made-up" in rules.names
    game = rules.new_game(2, seed=1)
    assert data.draw(actions(game)) in game.legal_actions


def test_examples_are_small() -> None:
    assert {"cloister": True} == find(tiles(), lambda tile: True, settings=thorough)
    assert 1 == len(find(tile_sets(), lambda drawn: True, settings=thorough))
    scored = find(games(most=20), lambda game: any(game.scores), settings=thorough)
    assert len(scored) <= 12
