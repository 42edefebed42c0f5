"""What may be done now is a sequence: its text, what is in it, and which of it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules

import carcassonne
from carcassonne import Choose, Draw, Pass, Place

BASE = carcassonne.load_rules("base")
ROAD = "base/road-straight"


@pytest.mark.parametrize(("count", "more"), [(1, ""), (7, ""), (8, ", …")])
def test_eight_actions_are_shown_and_more_are_hinted_at(tmp_path: Path, count: int, more: str) -> None:
    words = "abcdefgh"[:count]
    step = f"choose: {{words: [{', '.join(words)}], or: pass}}"
    game = house_rules(tmp_path, f"turn:\n  say: {{after: place, before: figure, do: [{step}]}}\n").new_game(
        2, tiles=[ROAD]
    )
    game.push(game.legal_actions[0])
    shown = ", ".join(["pass", *(f"say: {word}" for word in words)][:8])
    assert repr(game.legal_actions) == f"<{count + 1} actions: {shown}{more}>"


def test_an_action_that_was_looked_at_before_another_is_still_itself() -> None:
    game = BASE.new_game(2, tiles=[ROAD, ROAD])
    first, second = game.legal_actions[0], game.legal_actions[1]
    game.push(first)
    other = BASE.new_game(2, tiles=[ROAD, ROAD])
    other.push(BASE.parse_action(str(first), other))
    assert (str(first), str(second)) == (f"place {ROAD} at -1,0 turned 0", f"place {ROAD} at 1,0 turned 0")
    assert list(game.events) == list(other.events)


@pytest.mark.parametrize("strange", ["pass", None, 3, Pass(), Draw(ROAD), Choose("draw", ROAD), Place(ROAD, "1", 0, 0)])
def test_what_is_not_on_offer_is_not_among_it(strange: object) -> None:
    assert strange not in BASE.new_game(2, tiles=[ROAD]).legal_actions


def test_nothing_is_on_offer_when_the_game_is_over() -> None:
    game = BASE.new_game(2, tiles=[ROAD])
    game.push(game.legal_actions[0])
    game.push(Pass())
    assert game.is_over
    assert [each in game.legal_actions for each in ("pass", Pass(), Draw(ROAD))] == [False] * 3
    assert (list(game.legal_actions), repr(game.legal_actions)) == ([], "<0 actions: >")
