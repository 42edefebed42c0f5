"""What lies where on a tile, as a coarse grid: where there is room for a mark, and where a gap segment reaches."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Final

from carcassonne.draw.curves import CENTRE, SIZE, Point, distance, written

CELLS: Final = 21
STEP: Final = SIZE / CELLS
FREE: Final = -1
_THROUGH: Final = 60.0
_DIAGONAL: Final = 1.4


def centre_of(cell: int) -> Point:
    """The middle of a cell."""
    return (cell % CELLS + 0.5) * STEP, (cell // CELLS + 0.5) * STEP


class Room:
    """For every cell who has it; lines and outlines are stamped in, marks later."""

    def __init__(self) -> None:
        self.owners = [FREE] * (CELLS * CELLS)
        self._far: list[float] | None = None

    # What lies there -------------------------------------------------------------------------

    def fill(self, outline: Sequence[Point], owner: int) -> None:
        """Give everything inside an outline to an owner."""
        edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
        for row in range(CELLS):
            y = (row + 0.5) * STEP
            crossings = sorted(
                (bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in edges if (ay > y) != (by > y)
            )
            for left, right in zip(crossings[::2], crossings[1::2], strict=False):
                for column in range(CELLS):
                    if left <= (column + 0.5) * STEP <= right:
                        self.owners[row * CELLS + column] = owner
        self._far = None

    def line(self, points: Sequence[Point], half_width: float, owner: int) -> None:
        """Give everything along a chain of points to an owner."""
        for start, end in itertools.pairwise(points):
            pieces = max(1, round(distance(start, end) / STEP))
            for piece in range(pieces + 1):
                at = piece / pieces
                spot = start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at
                self.disc(spot, half_width, owner)

    def disc(self, spot: Point, radius: float, owner: int) -> None:
        """Give everything around a place to an owner."""
        low_x, high_x = (max(0, min(CELLS - 1, int((spot[0] + sign * radius) / STEP))) for sign in (-1, 1))
        low_y, high_y = (max(0, min(CELLS - 1, int((spot[1] + sign * radius) / STEP))) for sign in (-1, 1))
        for row in range(low_y, high_y + 1):
            for column in range(low_x, high_x + 1):
                cell = row * CELLS + column
                if distance(centre_of(cell), spot) <= radius:
                    self.owners[cell] = owner
        self._far = None

    def forget(self) -> None:
        """Distances are to be measured anew."""
        self._far = None

    # Where there is room ---------------------------------------------------------------------

    def best(
        self, mine: Callable[[int], bool], near: Sequence[Point] = (CENTRE,), pull: float = 0.02, enough: float = SIZE
    ) -> tuple[Point, float] | None:
        """The place with most room among the cells of some owners, and how much; of equal ones the nearest.

        pull: how much room a place nearer to one of `near` is worth. enough: more room than this is worth nothing.
        """
        far = self.far()
        best, most = -1, -SIZE
        for cell, owner in enumerate(self.owners):
            room = min(far[cell] * STEP, enough)
            if room > most and mine(owner):
                worth = round(room - pull * min(distance(centre_of(cell), goal) for goal in near), 3)
                if worth > most:
                    best, most = cell, worth
        return None if best < 0 else (centre_of(best), far[best] * STEP)

    def far(self) -> list[float]:
        """How far the border of what has a cell is from its middle, in cells; the tile ends at a border too."""
        if self._far is None:
            self._far = _distances(self.owners)
        return self._far


def _distances(owners: Sequence[int]) -> list[float]:
    far = [float(2 * CELLS)] * len(owners)
    for row in range(CELLS):
        for column in range(CELLS):
            cell = row * CELLS + column
            owner = owners[cell]
            if (
                row in (0, CELLS - 1)
                or column in (0, CELLS - 1)
                or owners[cell - 1] != owner
                or owners[cell + 1] != owner
                or owners[cell - CELLS] != owner
                or owners[cell + CELLS] != owner
            ):
                far[cell] = 0.5
    inner = [row * CELLS + column for row in range(1, CELLS - 1) for column in range(1, CELLS - 1)]
    for cell in inner:
        before = min(far[cell - 1], far[cell - CELLS]) + 1
        corner = min(far[cell - CELLS - 1], far[cell - CELLS + 1]) + _DIAGONAL
        far[cell] = min(far[cell], before, corner)
    for cell in reversed(inner):
        after = min(far[cell + 1], far[cell + CELLS]) + 1
        corner = min(far[cell + CELLS + 1], far[cell + CELLS - 1]) + _DIAGONAL
        far[cell] = min(far[cell], after, corner)
    return far


def regions(room: Room, seeds: Sequence[Iterable[Point]]) -> list[int]:
    """For every cell the nearest of some sets of places; what is not free is crossed only where there is no way round.

    So the border between two regions lies under what parts them.
    """
    labels = [FREE] * (CELLS * CELLS)
    queue: list[tuple[float, int, int]] = []
    for label, places in enumerate(seeds):
        for x, y in places:
            cell = min(CELLS - 1, int(y / STEP)) * CELLS + min(CELLS - 1, int(x / STEP))
            queue.append((0.0 if room.owners[cell] == FREE else _THROUGH, label, cell))
    queue.sort()
    while queue:
        cost, label, cell = heappop(queue)
        if labels[cell] != FREE:
            continue
        labels[cell] = label
        row, column = divmod(cell, CELLS)
        for step, is_there in (
            (-1, column > 0),
            (1, column < CELLS - 1),
            (-CELLS, row > 0),
            (CELLS, row < CELLS - 1),
        ):
            if is_there and labels[cell + step] == FREE:
                heappush(queue, (cost + (1.0 if room.owners[cell + step] == FREE else _THROUGH), label, cell + step))
    return labels


def outline_text(labels: Sequence[int], label: int) -> str:
    """The outline of a region as path data."""
    wide = CELLS + 1  # corners in a row
    own = {
        row * wide + column for row in range(CELLS) for column in range(CELLS) if labels[row * CELLS + column] == label
    }
    if len(own) == CELLS * CELLS:
        return f"M0 0H{SIZE:g}V{SIZE:g}H0Z"
    after: dict[int, list[int]] = {}
    for cell in sorted(own):
        for neighbour, start, end in (
            (cell - wide, cell, cell + 1),
            (cell + 1, cell + 1, cell + wide + 1),
            (cell + wide, cell + wide + 1, cell + wide),
            (cell - 1, cell + wide, cell),
        ):
            if neighbour not in own:
                after.setdefault(start, []).append(end)
    text = []
    while after:
        start = next(iter(after))
        chain = [start]
        while True:
            ends = after[chain[-1]]
            chain.append(ends.pop())
            if not ends:
                del after[chain[-2]]
            if chain[-1] == start:
                break
        corners = [
            here
            for before, here, then in zip((chain[-2], *chain[:-2]), chain[:-1], chain[1:], strict=True)
            if here - before != then - here
        ]
        text.append("M" + "L".join(written((at % wide * STEP, at // wide * STEP)) for at in corners) + "Z")
    return "".join(text)
