"""Faults of the course of a game: draws, chance, turns, parts, ends that never come."""

from __future__ import annotations

import random
from typing import Any

from planted import own_laws
from planted.fault import planted

from carcassonne.play.state import State
from carcassonne.play.stock import Stock
from carcassonne.play.turns import Turns

ELSEWHERE = random.Random(1)  # stands for the one generator that a whole program shares


@planted(Turns, "has_placement", found_by="decisions", size=2, first=12)
def a_tile_that_fits_nowhere_is_kept(has_placement: Any, state: Any, tile: int) -> bool:
    """A tile that fits nowhere must be laid."""
    return True


@planted(Turns, "has_placement", found_by="discards", size=6)
def a_tile_that_fits_is_discarded(has_placement: Any, state: Any, tile: int) -> bool:
    """A tile that fits in few places only leaves the game."""
    return len(state.placements(tile)) > 4


@planted(Stock, "weights", found_by="draws", first=0)
def every_kind_of_tile_is_as_likely(weights: Any, stock: Any, candidates: Any) -> list[int]:
    """Of tiles that are there twice, two are not twice as likely."""
    return [1] * len(candidates)


@planted(Stock, "take_tile", found_by="draws", first=0)
def a_tile_is_drawn_again(take_tile: Any, stock: Any, tile: int) -> None:
    """A drawn tile stays in the stock."""
    if stock.fixed is not None:
        take_tile(stock, tile)


@planted(Stock, "random_below", found_by="chance", first=0)
def chance_comes_from_elsewhere(random_below: Any, stock: Any, below: int) -> int:
    """Tiles are drawn with a generator that is not the game's."""
    return ELSEWHERE.randrange(below)


@planted(State, "completed", found_by="undo, determinism, way back, save and load, copy", games=20, size=240, shrink=0)
def the_order_of_scoring_is_thrown(completed: Any, state: Any) -> Any:
    """Several completed features are scored in an order that a global generator says."""
    found = completed(state)
    return found if ELSEWHERE.random() < 0.5 else found[::-1]


@planted(Turns, "end_part", found_by="seats", games=12, size=12)
def the_third_seat_never_plays(end_part: Any, state: Any, *, decline: bool) -> None:
    """After the second player it is the first one's turn."""
    end_part(state, decline=decline)
    if state.active == 2:
        state.active = 0


@planted(
    Turns, "add_part", rules="traders-and-builders", own=[own_laws.one_more_part], found_by="one more part", games=12,
    size=10,
)  # fmt: skip
def the_builder_builds_thrice(add_part: Any, state: Any, rule: str, *, last: bool, optional: bool) -> None:
    """A builder gives three more parts instead of one."""
    for _ in range(3):
        add_part(state, rule, last=last, optional=optional)


@planted(Stock, "has_tiles", found_by="decisions, no crash, copy")
def the_end_is_not_noticed(has_tiles: Any, stock: Any) -> bool:
    """The game goes on when no tile is left."""
    return True
