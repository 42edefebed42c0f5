"""Events are a view of what happened, typed, oldest first."""

from __future__ import annotations

from typing import Any

from oracle.settings import rules_with

from carcassonne import Segment, Setup
from carcassonne.words.events import (
    Award,
    Completed,
    Drawn,
    Ended,
    Event,
    Item,
    Placed,
    Returned,
    Stood,
    TurnBegan,
)


def short_game() -> Any:
    """A road of two tiles that red completes and claims at once."""
    rules = rules_with(("base",))
    game = rules.new_game(["blue", "red"], tiles=["base/road-tee", "base/road-tee"])
    game.push(rules.parse_action("place base/road-tee at 1,0 turned 0", game))
    game.push(rules.parse_action("pass", game))
    game.push(rules.parse_action("place base/road-tee at -1,0 turned 0", game))
    game.push(rules.parse_action("meeple on road 1 at -1,0", game))
    return game


def test_everything_that_happened_is_told_in_order() -> None:
    road, west = Segment(-1, 0, "road", 1), Segment(-1, 0, "road", 1)
    game = short_game()
    found = list(game.events)
    root = next(event.segment for event in found if isinstance(event, Completed))
    assert west in game.feature(root)
    assert found == [
        TurnBegan(0),
        Drawn("base/road-tee"),
        Placed(0, "base/road-tee", 1, 0, 0),
        TurnBegan(1),
        Drawn("base/road-tee"),
        Placed(1, "base/road-tee", -1, 0, 0),
        Stood(1, "meeple", road),
        Completed(root),
        Award(1, root, (Item("tiles", 3, 1, "B-60"),), final=False),
        Returned(1, "meeple", road),
        Ended((1,)),
    ]
    assert all(isinstance(event, Event) and event.seen_by is None for event in found)


def test_the_view_is_a_sequence_that_grows_and_shrinks_with_the_game() -> None:
    game = short_game()
    events = game.events
    assert len(events) == 11
    assert events[-1] == Ended((1,))
    assert events[2:4] == (Placed(0, "base/road-tee", 1, 0, 0), TurnBegan(1))
    assert events[::-1] == tuple(reversed(list(events)))
    assert Ended((1,)) in events
    assert Ended((0,)) not in events
    assert next(reversed(events)) == events[-1]
    assert "11" in repr(events)
    game.pop()
    assert len(events) == 6
    assert events[-1] == Placed(1, "base/road-tee", -1, 0, 0)


def test_the_points_of_an_award_are_the_sum_of_its_items() -> None:
    award = Award(
        0, None, (Item("tiles", 3, 2, "B-61"), Item("pennant", 1, 2, "B-61"), Item("half", 1, -4, "X")), False
    )
    assert award.points == 4
    assert str(award.items[0]) == "3 tiles × 2 (B-61)"


def test_what_was_set_up_is_no_event() -> None:
    rules = rules_with(("base",))
    table = Setup((("base/city-cap", 0, 0, 0),), (("red", "meeple", Segment(0, 0, "city")),), {"red": 4}, {}, "red")
    game = rules.new_game(["blue", "red"], seed=3, table=table)
    assert game.events[0] == TurnBegan(1)
    assert [type(event) for event in game.events] == [TurnBegan, Drawn]
