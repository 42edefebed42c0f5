"""A tile as a block of seven by three characters, whatever kinds of features it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.compile.tiles import Turned

WIDTH: Final = 7
HEIGHT: Final = 3
GAP: Final = "."
CROSSING: Final = "+"

Cell = tuple[str, str]
"""A character with the name of what it shows: a feature kind, "symbol", "crossing" or ""."""
Spot = tuple[int, int]

# The block is nine zones: (row, first column, width).
_SIDES: Final = ((0, 2, 3), (1, 5, 2), (2, 2, 3), (1, 0, 2))  # N E S W
_CORNERS: Final = ((0, 5, 2), (2, 5, 2), (2, 0, 2), (0, 0, 2))  # NE SE SW NW
_CENTRE: Final = (1, 2, 3)
_MIDDLE: Final = (1, 3)
_CORNER_HALVES: Final = ((1, 2), (3, 4), (5, 6), (7, 0))
_SIDE_HALVES: Final = ((0, 1), (2, 3), (4, 5), (6, 7))
_HALF_CELLS: Final = ((0, 2), (0, 4), (1, 5), (1, 6), (2, 4), (2, 2), (1, 1), (1, 0))
_PATHS: Final = (((0, 3),), ((1, 5), (1, 6)), ((2, 3),), ((1, 0), (1, 1)))
_INWARD: Final[Mapping[int, Spot]] = {1: (1, 4), 3: (1, 2)}


@attrs.frozen
class Picture:
    """A drawn tile. anchors: for each segment where a figure on it is shown, None where there is no room."""

    cells: tuple[tuple[Cell, ...], ...]
    anchors: tuple[Spot | None, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The block as text."""
        return tuple("".join(character for character, _ in row) for row in self.cells)


def picture(rules: Rules, turned: Turned, symbols: Mapping[str, str]) -> Picture:
    """Draw a tile in one turn; `symbols` gives the mark of each symbol.

    Kinds that hold whole sides fill them, and the corners and the centre between sides that they join. Kinds
    in the middle of a side are lines through the centre; two that cross make a "+", and a line with one end
    stops short. Kinds that border nothing are a letter in the centre, or in a free corner. Gaps are ".".
    """
    return _Painter(rules, turned, symbols).finished()


class _Painter:
    def __init__(self, rules: Rules, turned: Turned, symbols: Mapping[str, str]) -> None:
        self.turned = turned
        self.symbols = symbols
        self.kinds = [rules.kinds.kinds[kind] for kind in turned.kinds]
        gap = next((kind.name for kind in rules.kinds.kinds if kind.borders == "gaps"), "")
        self.empty: Cell = (GAP, gap) if gap else (" ", "")
        self.cells = [[self.empty] * WIDTH for _ in range(HEIGHT)]
        self.anchors: list[Spot | None] = [None] * turned.size
        self.marks: list[tuple[int, Spot]] = []

    def finished(self) -> Picture:
        for borders, paint in (("whole side", self.sides), ("middle", self.line), ("nothing", self.point)):
            for position, kind in enumerate(self.kinds):
                if kind.borders == borders:
                    paint(position, kind.letter, kind.name)
        for position, spot in self.marks:
            self.mark(position, spot)
        for name in sorted(self.turned.symbols):
            self.set(self.free_point(), self.symbols.get(name, name[:1]), "symbol")
        for position, kind in enumerate(self.kinds):
            if kind.borders == "gaps":
                self.anchors[position] = self.gap_anchor(self.turned.segments[position].ports)
        return Picture(tuple(map(tuple, self.cells)), tuple(self.anchors))

    # Kinds -----------------------------------------------------------------------------------

    def sides(self, position: int, letter: str, name: str) -> None:
        ports = self.turned.segments[position].ports
        zones = [_SIDES[side] for side in ports]
        zones += [_CORNERS[side] for side in ports if (side + 1) % 4 in ports]
        across = any((side + 2) % 4 in ports for side in ports)
        if across:
            zones.insert(0, _CENTRE)
        for row, first, width in zones:
            for column in range(first, first + width):
                self.set((row, column), letter, name)
        row, first, width = max(zones, key=lambda zone: zone[2])
        self.anchors[position] = (row, first)
        self.marks.append((position, (row, first + width - 1)))

    def line(self, position: int, letter: str, name: str) -> None:
        ports = self.turned.segments[position].ports
        paths = [_PATHS[side] for side in ports]
        for spot in (spot for path in paths for spot in path):
            self.set(spot, letter, name)
        if not ports:
            return
        inward = [_INWARD[side] for side in ports if side in _INWARD]
        self.anchors[position] = paths[0][0]
        if len(ports) > 1:
            for spot in inward:
                self.set(spot, letter, name)
            through = [
                segment.ports
                for other, (segment, kind) in enumerate(zip(self.turned.segments, self.kinds, strict=True))
                if other != position and kind.borders == "middle" and len(segment.ports) > 1
            ]
            if not through:
                self.set(_MIDDLE, letter, name)
                self.anchors[position] = _MIDDLE
            elif any(_interleave(ports, other) for other in through):
                self.set(_MIDDLE, CROSSING, "crossing")
            elif inward:
                self.anchors[position] = inward[0]
        self.marks.append((position, paths[-1][-1]))

    def point(self, position: int, letter: str, name: str) -> None:
        spot = self.free_point()
        self.set(spot, letter, name)
        self.anchors[position] = spot
        self.marks.append((position, (spot[0], spot[1] + 1)))

    def gap_anchor(self, halves: tuple[int, ...]) -> Spot | None:
        others = {
            half
            for segment, kind in zip(self.turned.segments, self.kinds, strict=True)
            if kind.borders == "gaps" and segment.ports != halves
            for half in segment.ports
        }
        likely: list[Spot] = []
        for needed in (2, 1):
            for (row, column, _), pair in zip(_CORNERS, _CORNER_HALVES, strict=True):
                if sum(half in halves for half in pair) == needed and not others & set(pair):
                    likely.append((row, column))
        for (row, column, _), pair in zip(_SIDES, _SIDE_HALVES, strict=True):
            if set(pair) <= set(halves):
                likely.append((row, column))
        likely += [_HALF_CELLS[half] for half in halves]
        if not halves:
            likely += [_MIDDLE, *((row, column) for row, column, _ in _CORNERS)]
        free = [spot for spot in likely if not self.is_painted(spot) and spot not in self.anchors]
        return free[0] if free else None

    # Cells -----------------------------------------------------------------------------------

    def set(self, spot: Spot, character: str, name: str) -> None:
        self.cells[spot[0]][spot[1]] = (character, name)

    def is_painted(self, spot: Spot) -> bool:
        return self.cells[spot[0]][spot[1]] != self.empty

    def free_point(self) -> Spot:
        """The centre, or a corner where nothing is drawn; the centre all the same when there is none."""
        row, first, width = _CENTRE
        if not any(self.is_painted((row, column)) for column in range(first, first + width)):
            return _MIDDLE
        corners = [(row, column) for row, column, _ in _CORNERS]
        return next((spot for spot in corners if not self.is_painted(spot)), _MIDDLE)

    def mark(self, position: int, spot: Spot) -> None:
        """Show the first symbol that is printed on a segment; that of a line with one end stands there."""
        segment = self.turned.segments[position]
        printed = [name for name, count in segment.symbols if count]
        if printed:
            if self.kinds[position].borders == "middle" and len(segment.ports) == 1 and not self.is_painted(_MIDDLE):
                spot = _MIDDLE
            self.set(spot, self.symbols.get(printed[0], printed[0][:1]), "symbol")


def _interleave(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two lines between these sides must cross."""
    low, high = min(one), max(one)
    return any(low < side < high for side in other) and any(not low <= side <= high for side in other)
