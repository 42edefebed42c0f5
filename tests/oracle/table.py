"""The table as the oracle sees it: features found by flood fill, everything counted from scratch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import attrs
from oracle.pictures import STEPS, Box, Picture

Spot = tuple[int, int, int]
"""x, y and the position of a piece on the tile there."""
Name = tuple[int, int, str, int]
"""A segment as players name it: x, y, kind, number."""
Link = tuple[int, int]
"""The positions of two pieces of a tile that a ferry connects."""

CLOSED = ("road", "city")
SURROUNDED = ("cloister", "garden")
KINDS = ("road", "city", "cloister", "field", "river", "garden")
"""Kinds in the order in which they are scored (OP-22)."""


@attrs.frozen(eq=False)
class Feature:
    """A connected set of segments with all that can be counted on it."""

    kind: str
    spots: frozenset[Spot]
    names: tuple[Name, ...]
    complete: bool
    tiles: int
    pennants: int
    neighbours: int
    first: tuple[int, int, int, int]
    symbols: Mapping[str, int]


class Table:
    """Tiles on places, and ferries between two pieces of a tile. Never changed: `with_tile` makes another."""

    def __init__(
        self,
        box: Box,
        tiles: dict[tuple[int, int], Picture],
        links: Mapping[tuple[int, int], Link] | None = None,
        kept: Iterable[Feature] = (),
    ) -> None:
        self.box = box
        self.tiles = tiles
        self.links = dict(links or {})
        self.kept = list(kept)

    def with_tile(self, picture: Picture, x: int, y: int) -> Table:
        return Table(self.box, {**self.tiles, (x, y): picture}, self.links, self.far_from(x, y))

    def with_link(self, place: tuple[int, int], link: Link) -> Table:
        """The same with a ferry between two pieces of a tile, instead of where it was (FE-3, FE-11)."""
        return Table(self.box, self.tiles, {**self.links, place: link}, self.far_from(*place))

    def far_from(self, x: int, y: int) -> Iterator[Feature]:
        """The features that a tile or a ferry on a place cannot change."""
        for feature in self.features:
            if all(abs(a - x) > 1 or abs(b - y) > 1 for a, b, _ in feature.spots):
                yield feature

    # Placing ---------------------------------------------------------------------------------

    @cached_property
    def open_places(self) -> list[tuple[int, int]]:
        """Empty places beside a tile, in reading order (B-21, B-22)."""
        around = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in STEPS}
        return sorted(around - self.tiles.keys(), key=lambda place: (place[1], place[0]))

    def fits(self, picture: Picture, x: int, y: int) -> bool:
        """Whether all sides that touch a tile match it (B-23)."""
        for side, (dx, dy) in enumerate(STEPS):
            there = self.tiles.get((x + dx, y + dy))
            if there is not None and there.edges[(side + 2) % 4] != picture.edges[side]:
                return False
        return True

    # Features --------------------------------------------------------------------------------

    def beyond(self, spot: Spot) -> Iterator[Spot]:
        """The pieces on neighbouring tiles that a piece runs on into."""
        x, y, position = spot
        piece = self.tiles[x, y].pieces[position]
        for side in piece.sides:
            place = x + STEPS[side][0], y + STEPS[side][1]
            if place in self.tiles:
                for other, there in enumerate(self.tiles[place].pieces):
                    if (side + 2) % 4 in there.sides:
                        assert there.kind == piece.kind
                        yield (*place, other)
        for half in piece.halves:
            side = half // 2
            place = x + STEPS[side][0], y + STEPS[side][1]
            facing = (side + 2) % 4 * 2 + 1 - half % 2
            if place in self.tiles:
                for other, there in enumerate(self.tiles[place].pieces):
                    if facing in there.halves:
                        yield (*place, other)

    def across(self, spot: Spot) -> Iterator[Spot]:
        """The piece to which a ferry carries on."""
        link = self.links.get((spot[0], spot[1]), ())
        if spot[2] in link:
            yield from ((spot[0], spot[1], other) for other in link if other != spot[2])

    @cached_property
    def features(self) -> list[Feature]:
        """Every feature on the table, by flood fill, except those that are known to be as they were."""
        found = list(self.kept)
        seen = {spot for feature in found for spot in feature.spots}
        for (x, y), picture in self.tiles.items():
            for position in range(len(picture.pieces)):
                if (x, y, position) not in seen:
                    flood, waiting = {(x, y, position)}, [(x, y, position)]
                    while waiting:
                        at = waiting.pop()
                        for spot in (*self.beyond(at), *self.across(at)):
                            if spot not in flood:
                                flood.add(spot)
                                waiting.append(spot)
                    seen |= flood
                    found.append(self._feature(frozenset(flood)))
        return sorted(found, key=lambda feature: feature.first)

    def _feature(self, spots: frozenset[Spot]) -> Feature:
        pieces = {spot: self.tiles[spot[0], spot[1]].pieces[spot[2]] for spot in spots}
        places = {(x, y) for x, y, _ in spots}
        kind = next(iter(pieces.values())).kind
        names = sorted(((x, y, kind, piece.number) for (x, y, _), piece in pieces.items()), key=in_reading_order)
        neighbours = self.neighbours(*next(iter(places))) if kind in SURROUNDED else 0
        if kind in CLOSED:
            ends = ((x + STEPS[side][0], y + STEPS[side][1]) for (x, y, _), p in pieces.items() for side in p.sides)
            complete = all(place in self.tiles for place in ends)
        else:
            complete = kind in SURROUNDED and neighbours == 8
        return Feature(
            kind=kind,
            spots=spots,
            names=tuple(names),
            complete=complete,
            tiles=len(places),
            pennants=sum(piece.pennants for piece in pieces.values()),
            neighbours=neighbours,
            first=(KINDS.index(kind), names[0][1], names[0][0], names[0][3]),
            symbols=sum((Counter(dict(piece.symbols)) for piece in pieces.values()), Counter()),
        )

    def neighbours(self, x: int, y: int) -> int:
        """Tiles on the eight places around a place."""
        return sum((x + dx, y + dy) in self.tiles for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)

    def feature_at(self, spot: Spot) -> Feature:
        return self._by_spot[spot]

    @cached_property
    def _by_spot(self) -> dict[Spot, Feature]:
        return {spot: feature for feature in self.features for spot in feature.spots}

    def cities_along(self, field: Feature) -> list[Feature]:
        """Different complete cities that a field touches (B-98, B-99, B-100)."""
        found: list[Feature] = []
        for x, y, position in field.spots:
            for city in self.tiles[x, y].pieces[position].cities:
                feature = self._by_spot[x, y, city]
                if feature.complete and feature not in found:
                    found.append(feature)
        return found

    # Names -----------------------------------------------------------------------------------

    def name(self, spot: Spot) -> Name:
        x, y, position = spot
        piece = self.tiles[x, y].pieces[position]
        return x, y, piece.kind, piece.number

    def spot(self, name: Name) -> Spot:
        x, y, kind, number = name
        for position, piece in enumerate(self.tiles[x, y].pieces):
            if (piece.kind, piece.number) == (kind, number):
                return x, y, position
        raise KeyError(name)


def in_reading_order(name: Name) -> tuple[int, int, str, int]:
    x, y, kind, number = name
    return y, x, kind, number


def text_of(name: Name) -> str:
    """A segment in words, as in «road 2 at 1,-3»."""
    x, y, kind, number = name
    return f"{kind} {number} at {x},{y}" if number else f"{kind} at {x},{y}"
