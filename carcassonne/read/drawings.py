"""What tile files say, as frozen values: tiles as a person draws them, and as they are when finished."""

from __future__ import annotations

import attrs

from carcassonne.errors import Where
from carcassonne.read.expected import Explanation

SIDES = ("N", "E", "S", "W")
HALVES = ("Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn")
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@attrs.frozen
class DrawnSegment:
    """A piece of a feature as a person draws it: what it touches and what stands on it.

    `sides` are 0..3 for N, E, S, W; empty for a kind that borders nothing.
    """

    kind: str
    sides: tuple[int, ...]
    symbols: tuple[tuple[str, int], ...]
    where: Where


@attrs.frozen
class DrawnGap:
    """A gap segment (a field) that a tile states because the picture does not tell it."""

    halves: tuple[int, ...]
    touches: tuple[int, ...]
    where: Where


@attrs.frozen
class DrawnMark:
    """What is printed on the gap segment that has a half side 0..7; -1 means the one without border."""

    half: int
    symbols: tuple[tuple[str, int], ...]
    where: Where


@attrs.frozen
class Drawing:
    """A tile as drawn. Numbers in `joins` and `reaches` are positions in `segments`.

    joins: groups of segments that come together or cross (each group cuts the tile as one thing).
    reaches: (segment, corner 0..3 for NE, SE, SW, NW): a wall that runs to that corner.
    gaps: stated gap segments, or None when they are derived.
    symbols: what stands on the tile as a whole; the value is a count, or a word such as a direction.
    splits: kinds whose one-ended segments part the tile from side to side all the same.
    marks: what is printed on gap segments.
    things: what stands where segments come together or end, as a village does: their numbers and its name.
    """

    name: str
    count: int
    pile: str
    segments: tuple[DrawnSegment, ...]
    joins: tuple[tuple[int, ...], ...]
    reaches: tuple[tuple[int, int], ...]
    gaps: tuple[DrawnGap, ...] | None
    symbols: tuple[tuple[str, int | str], ...]
    where: Where
    splits: tuple[str, ...] = ()
    marks: tuple[DrawnMark, ...] = ()
    things: tuple[tuple[tuple[int, ...], str], ...] = ()


@attrs.frozen
class TileSet:
    """A file of `data/tiles`: drawings in order, the totals that the file promises, and the warnings it explains."""

    name: str
    edition: str
    uses: tuple[str, ...]
    drawings: tuple[Drawing, ...]
    totals: tuple[tuple[str, int, Where], ...]
    where: Where
    expected: tuple[Explanation, ...] = ()


@attrs.frozen
class TileSegment:
    """A segment of a finished tile.

    ports: sides 0..3 for kinds that hold sides, half sides 0..7 for gap kinds, () for kinds that border nothing.
    touches: positions of the other segments of the tile along its border (gap kinds only).
    """

    kind: str
    ports: tuple[int, ...]
    symbols: tuple[tuple[str, int], ...] = ()
    touches: tuple[int, ...] = ()


@attrs.frozen
class Tile:
    """A finished tile: edges, segments (as drawn first, derived gaps last) and symbols of the whole tile.

    edges: for N, E, S, W the feature kind that holds the side, or the gap kind where none does.
    """

    name: str
    count: int
    pile: str
    edges: tuple[str, str, str, str]
    segments: tuple[TileSegment, ...]
    symbols: tuple[tuple[str, int | str], ...]
    where: Where
