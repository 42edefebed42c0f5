"""Tiles as the oracle sees them: what is printed on each, in each of its four turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a place to its neighbour at the N, E, S and W side; y grows south."""

ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@attrs.frozen
class Piece:
    """A segment on a tile. `sides` are 0..3 for N, E, S, W; a field has `halves` 0..7, clockwise from the
    west half of N.

    `number` is the one by which players name it: 0 where the tile has one of the kind only. `cities` are the
    positions of the city pieces that a field touches.
    """

    kind: str
    number: int
    sides: frozenset[int]
    halves: frozenset[int]
    pennants: int
    cities: tuple[int, ...]
    symbols: tuple[tuple[str, int], ...] = ()

    def count(self, symbol: str) -> int:
        return dict(self.symbols).get(symbol, 0)


@attrs.frozen
class Picture:
    """A tile as it lies: name, quarter turns, edges, pieces and the marks of the whole tile."""

    name: str
    turn: int
    pile: str
    edges: tuple[str, ...]
    pieces: tuple[Piece, ...]
    marks: frozenset[str]
    arrow: str = ""
    """Where the arrow of a flying machine points: "N", "NE", … or nowhere."""

    def has(self, kind: str) -> bool:
        return any(piece.kind == kind for piece in self.pieces)

    def look(self) -> Any:
        """What a person sees: two turns with equal looks cannot be told apart."""

        def shape(piece: Piece) -> Any:
            return piece.kind, sorted(piece.sides), sorted(piece.halves), piece.symbols

        return (
            self.edges,
            self.arrow,
            sorted((shape(piece), sorted(shape(self.pieces[city]) for city in piece.cities)) for piece in self.pieces),
        )


def picture_of(tile: Any) -> Picture:
    """The picture of a tile of `rules.definitions.tiles`, not turned."""
    kinds = [segment.kind for segment in tile.segments]
    pieces = [
        Piece(
            kind=segment.kind,
            number=kinds[:position].count(segment.kind) + 1 if kinds.count(segment.kind) > 1 else 0,
            sides=frozenset(() if segment.kind == "field" else segment.ports),
            halves=frozenset(segment.ports if segment.kind == "field" else ()),
            pennants=dict(segment.symbols).get("pennant", 0),
            cities=tuple(other for other in segment.touches if kinds[other] == "city"),
            symbols=tuple(sorted(segment.symbols)),
        )
        for position, segment in enumerate(tile.segments)
    ]
    return Picture(
        name=tile.name,
        turn=0,
        pile=tile.pile,
        edges=tuple(tile.edges),
        pieces=tuple(pieces),
        marks=frozenset(name for name, _ in tile.symbols),
        arrow=next((value for _, value in tile.symbols if isinstance(value, str)), ""),
    )


def turned(picture: Picture, turns: int) -> Picture:
    """The picture turned clockwise by quarter turns: what was at the north side is then at the east side."""
    for _ in range(turns):
        picture = Picture(
            name=picture.name,
            turn=picture.turn + 1,
            pile=picture.pile,
            edges=(picture.edges[3], picture.edges[0], picture.edges[1], picture.edges[2]),
            pieces=tuple(
                attrs.evolve(
                    piece,
                    sides=frozenset((side + 1) % 4 for side in piece.sides),
                    halves=frozenset((half + 2) % 8 for half in piece.halves),
                )
                for piece in picture.pieces
            ),
            marks=picture.marks,
            arrow=picture.arrow and ARROWS[(ARROWS.index(picture.arrow) + 2) % 8],
        )
    return picture


class Box:
    """All tiles of the game: how many of each, and each in its turns that can be told apart."""

    def __init__(self, tiles: Iterable[Any]) -> None:
        self.counts: dict[str, int] = {}
        self.pictures: dict[str, tuple[Picture, ...]] = {}
        self.turns: dict[str, tuple[int, ...]] = {}
        for tile in tiles:
            four = tuple(turned(picture_of(tile), turns) for turns in range(4))
            looks = [picture.look() for picture in four]
            self.counts[tile.name] = tile.count
            self.pictures[tile.name] = four
            self.turns[tile.name] = tuple(turns for turns in range(4) if looks.index(looks[turns]) == turns)

    def showing(self, mark: str) -> list[str]:
        """Names of the tiles with a mark."""
        return [name for name, four in self.pictures.items() if mark in four[0].marks]


def pile_of(box: Box, stock: Mapping[str, int]) -> list[str]:
    """What may be drawn now: river tiles come before the lake, the lake before all others (RV-5, RV-6)."""
    for pile in ("river", "lake", "main"):
        found = sorted(name for name, count in stock.items() if count and box.pictures[name][0].pile == pile)
        if found:
            return found
    return []
