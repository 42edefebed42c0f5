"""A few planted faults of the engine, as context managers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from carcassonne.play.position import Position
from carcassonne.play.state import State


@contextmanager
def replaced(owner: type, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    old = getattr(owner, name)
    setattr(owner, name, make(old))
    try:
        yield
    finally:
        setattr(owner, name, old)


def tie_pays_nobody() -> Any:
    def make(old: Any) -> Any:
        def majority(state: Any, segment: int) -> Any:
            found = old(state, segment)
            return found if len(found) < 2 else ()

        return majority

    return replaced(State, "majority", make)


def undo_forgets_points() -> Any:
    def make(old: Any) -> Any:
        def restore(state: Any, mark: Any) -> None:
            points = state.totals[0]
            old(state, mark)
            state.totals[0] = points

        return restore

    return replaced(State, "restore", make)


def pushing_fails_when_three_stand() -> Any:
    def make(old: Any) -> Any:
        def put(state: Any, piece: int, segment: int) -> None:
            if len(state.standing) == 2:
                raise ZeroDivisionError("planted")
            old(state, piece, segment)

        return put

    return replaced(Position, "put", make)


def placements_fail_when_four_tiles_lie() -> Any:
    def make(old: Any) -> Any:
        def legal(state: Any, tile: int) -> Any:
            if len(state.board) >= 4:
                raise ZeroDivisionError("planted")
            return old(state, tile)

        return legal

    return replaced(State, "legal_placements", make)
