"""Names that steps have given, in expressions: known only when the game asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from carcassonne.compile.calls import Compiled
from carcassonne.language.steps import bound_to
from carcassonne.words.segments import SegmentNumber

PLAYERS: Final[Mapping[str, Callable[[Any], int]]] = {
    "active player": lambda play: int(play.active),
    "this player": lambda play: int(play.bound.get("player", play.active)),
    "previous player": lambda play: int((play.active - 1) % play.players),
    "next player": lambda play: int((play.active + 1) % play.players),
    "left neighbour": lambda play: int((play.bound.get("player", play.active) + 1) % play.players),
    "right neighbour": lambda play: int((play.bound.get("player", play.active) - 1) % play.players),
}
"""The fixed phrases for players, in steps and in expressions."""
TILES: Final[Mapping[str, Callable[[Any], tuple[int, int]]]] = {"drawn tile": lambda play: (-1, int(play.drawn))}
"""The fixed phrases for tiles that are in hand or wait to be placed."""
CHOICES_OF: Final[Mapping[str, tuple[str, str]]] = {
    "choice of figures": ("figure", "{figures: followers, of: anybody}"),
    "choice of tiles": ("tile", "{tiles: in hand, if: not fits}"),
}
"""Choices that nobody makes, by the type of an argument: what they must list, and an example."""
NEW_TILE: Final = ("new tile", "the new tile")
LIES: Final = ("cell", "segment", "figure")
"""What lies or stands on one tile, of the types that names can have."""


def named_player(name: str, bound: Mapping[str, str]) -> Compiled | None:
    """A player by a fixed phrase, or by a name that stands for one or for a figure; None for any other name."""
    if name in PLAYERS:
        player = PLAYERS[name]
        return Compiled(lambda play, scope: player(play), yes_no=False)
    if bound.get(name) == "player":
        return Compiled(lambda play, scope: bound_to(play, name), yes_no=False)
    if bound.get(name) == "figure":
        return Compiled(lambda play, scope: play.owner(bound_to(play, name)[0]), yes_no=False)
    return None


def cell_of(play: Any, name: str) -> int:
    """The cell of what a name is bound to: a cell, a segment, or a figure on a segment."""
    bound = bound_to(play, name)
    if isinstance(bound, tuple):
        bound = bound[1]
    return int(play.cells[bound]) if isinstance(bound, SegmentNumber) else int(bound)


def named_tile(name: str, bound: Mapping[str, str]) -> Compiled | None:
    """The cell of what a name stands for, or of the tile laid in this part; None for any other name."""
    if name in NEW_TILE:
        return Compiled(lambda play, scope: play.new.cell if play.new else None, yes_no=False)
    if bound.get(name) in LIES:
        return Compiled(lambda play, scope: cell_of(play, name), yes_no=False)
    return None


def named_place(name: str, bound: Mapping[str, str]) -> Compiled | None:
    """A segment by a name that stands for one or for a figure on one; None for any other name."""
    if bound.get(name) == "segment":
        return Compiled(lambda play, scope: bound_to(play, name), yes_no=False)
    if bound.get(name) == "figure":
        return Compiled(lambda play, scope: bound_to(play, name)[1], yes_no=False)
    return None


BOUND: Final[Mapping[str, tuple[Callable[..., Compiled | None], tuple[str, ...], tuple[str, ...]]]] = {
    "player": (named_player, tuple(PLAYERS), ("player", "figure")),
    "bound place": (named_place, (), ("segment", "figure")),
    "bound tile": (named_tile, NEW_TILE[:1], ("cell", "segment", "figure")),
}
"""Parameters that are names which steps have given: how one is found, its fixed phrases, and the types it may have."""
