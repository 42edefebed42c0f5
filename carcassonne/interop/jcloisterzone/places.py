"""Names of places: sides and half sides of a tile as it lies, and which segment they mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.interop.jcloisterzone.files import Cell, Pointer
from carcassonne.interop.jcloisterzone.tables import Tables
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.compile.tiles import Turned
    from carcassonne.play.ruleset import Ruleset

HALVES: Final = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
"""Clockwise from the north-west corner, as half sides are numbered here too."""
SIDES: Final = {
    frozenset({0}): "N", frozenset({1}): "E", frozenset({2}): "S", frozenset({3}): "W",
    frozenset({0, 3}): "NW", frozenset({0, 1}): "NE", frozenset({1, 2}): "SE", frozenset({2, 3}): "SW",
    frozenset({0, 2}): "NS", frozenset({1, 3}): "WE", frozenset({0, 1, 2, 3}): "NWSE",
    frozenset({1, 2, 3}): "_N", frozenset({0, 2, 3}): "_E", frozenset({0, 1, 3}): "_S", frozenset({0, 1, 2}): "_W",
}  # fmt: skip
INNER: Final = ("I", "II", "III", "IV")
GAPS: Final = "gaps"


def side_name(sides: Iterable[int]) -> str:
    """The name of some sides."""
    return SIDES[frozenset(sides)]


def sides_of(name: str) -> frozenset[int] | None:
    """The sides that a name means; single sides may also be joined by dots."""
    found = next((sides for sides, known in SIDES.items() if known == name), None)
    if found is None and set(name.split(".")) <= set("NESW"):
        return frozenset("NESW".index(side) for side in name.split("."))
    return found


def halves_of(name: str) -> frozenset[int] | None:
    """The half sides that a name means, in whatever order they stand."""
    parts = name.split(".")
    return frozenset(map(HALVES.index, parts)) if set(parts) <= set(HALVES) else None


class Places:
    """Pointers and segments of the tiles of a ruleset."""

    def __init__(self, rules: Ruleset, tables: Tables) -> None:
        self.rules, self.tables = rules, tables

    def turned(self, name: str, turns: int) -> Turned:
        """A tile as it lies."""
        tiles = self.rules.tiles
        return tiles.turned[tiles.numbers[name]][turns]

    def segment(self, turned: Turned, pointer: Pointer) -> Segment | None:
        """The segment that a pointer means on a tile; None when the tile has none there."""
        kind = self.tables.features.get(pointer.feature, "")
        positions = [i for i, found in enumerate(turned.kinds) if self.rules.kinds.names[found] == kind]
        if not positions:
            return None
        borders = self.rules.kinds.kinds[turned.kinds[positions[0]]].borders
        if pointer.location in INNER:
            inner = [i for i in positions if not turned.segments[i].ports]
            place = INNER.index(pointer.location)
            return self._named(turned, inner[place], pointer.position) if place < len(inner) else None
        ports = halves_of(pointer.location) if borders == GAPS else sides_of(pointer.location)
        if ports is None:
            return None
        found = [i for i in positions if frozenset(turned.segments[i].ports) == ports]
        return self._named(turned, found[0], pointer.position) if found else None

    def ends(self, turned: Turned, pointer: Pointer) -> tuple[Segment, Segment] | None:
        """The two one-sided segments that a pointer joins; None when the tile has no such two."""
        sides = sides_of(pointer.location)
        if sides is None or len(sides) != 2:
            return None
        names = map(side_name, ({side} for side in sides))
        ends = [self.segment(turned, attrs.evolve(pointer, location=name)) for name in names]
        found = sorted(end for end in ends if end is not None)
        return (found[0], found[1]) if len(found) == 2 else None

    def pointer(self, turned: Turned, segment: Segment) -> Pointer:
        """How a segment is named there."""
        position = self._position(turned, segment)
        ports = turned.segments[position].ports
        borders = self.rules.kinds.kinds[turned.kinds[position]].borders
        if not ports:
            alike = [i for i, kind in enumerate(turned.kinds) if kind == turned.kinds[position]]
            inner = [i for i in alike if not turned.segments[i].ports]
            location = INNER[inner.index(position)]
        elif borders == GAPS:
            location = ".".join(HALVES[port] for port in sorted(ports))
        else:
            location = side_name(ports)
        return Pointer(segment.cell, self.tables.feature_of(segment.kind), location)

    def pair(self, turned: Turned, one: Segment, other: Segment) -> Pointer:
        """How two ends that are joined are named there."""
        ends = (self._position(turned, end) for end in (one, other))
        sides = [side for end in ends for side in turned.segments[end].ports]
        return Pointer(one.cell, self.tables.feature_of(one.kind), side_name(sides))

    def _position(self, turned: Turned, segment: Segment) -> int:
        names = self.rules.kinds.names
        return next(
            i
            for i, (kind, number) in enumerate(zip(turned.kinds, turned.numbers, strict=True))
            if names[kind] == segment.kind and number == segment.number
        )

    def _named(self, turned: Turned, position: int, cell: Cell) -> Segment:
        kind = self.rules.kinds.names[turned.kinds[position]]
        return Segment(cell[0], cell[1], kind, turned.numbers[position])
