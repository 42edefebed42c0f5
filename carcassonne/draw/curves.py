"""Points, curves and outlines in the square of 100 by 100 units that every tile is drawn in."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

Point = tuple[float, float]

SIZE: Final = 100.0
CENTRE: Final[Point] = (50.0, 50.0)
MIDDLES: Final[tuple[Point, ...]] = ((50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0))
INWARD: Final[tuple[Point, ...]] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
CORNERS: Final[tuple[Point, ...]] = ((100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0))
_ROUND: Final = 0.5523
_STEPS: Final = 8


@attrs.frozen
class Curve:
    """A chain of cubic curves: where it begins, and for each its two handles and its end."""

    start: Point
    parts: tuple[tuple[Point, Point, Point], ...]

    @property
    def text(self) -> str:
        """The curve as path data."""
        return "".join((f"M{written(self.start)}", *map(_part_text, self.parts)))

    @property
    def points(self) -> tuple[Point, ...]:
        """The curve as a chain of points."""
        points = [self.start]
        for first, second, end in self.parts:
            begin = points[-1]
            if (first, second) == (begin, end) and abs(begin[0] - end[0]) + abs(begin[1] - end[1]) >= SIZE:
                points.append(end)  # a side of the tile
                continue
            points += [_on_cubic(begin, first, second, end, step / _STEPS) for step in range(1, _STEPS + 1)]
        return tuple(points)


def written(point: Point) -> str:
    """A point as path data writes it.

    >>> written((50.0, 12.345))
    '50 12.3'
    """
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return f"{round(value, 1):g}"


def _part_text(part: tuple[Point, Point, Point]) -> str:
    return f"C{written(part[0])} {written(part[1])} {written(part[2])}"


def _on_cubic(p: Point, q: Point, r: Point, s: Point, t: float) -> Point:
    u = 1 - t
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]


def straight(start: Point, end: Point) -> Curve:
    """A straight line."""
    return Curve(start, ((start, end, end),))


def between_sides(one: int, other: int) -> Curve:
    """The line between the middles of two sides: a quarter of a circle, or straight across."""
    start, end = MIDDLES[one], MIDDLES[other]
    if (one - other) % 2 == 0:
        return straight(start, end)
    return Curve(start, ((ahead(start, INWARD[one], 50 * _ROUND), ahead(end, INWARD[other], 50 * _ROUND), end),))


def into(side: int, goal: Point) -> Curve:
    """The line from the middle of a side to a place: it sets out straight, then bends."""
    start = MIDDLES[side]
    far = distance(start, goal)
    handle = ahead(start, INWARD[side], far * 0.55)
    return Curve(start, ((handle, mean((handle, goal)), goal),))


def ahead(start: Point, direction: Point, far: float) -> Point:
    """The place so far away in a direction."""
    return start[0] + direction[0] * far, start[1] + direction[1] * far


def distance(one: Point, other: Point) -> float:
    """How far two places are apart."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def mean(points: Sequence[Point]) -> Point:
    """The middle of some places."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def nearest(points: Iterable[Point], goal: Point) -> Point:
    """The one of some places that is nearest to another; the first of several."""
    return min(points, key=lambda point: round(distance(point, goal), 6))


def turned(point: Point, quarter_turns: int) -> Point:
    """Where a place of the tile comes when the tile is turned clockwise.

    >>> turned((50.0, 0.0), 1)
    (100.0, 50.0)
    """
    x, y = point
    for _ in range(quarter_turns % 4):
        x, y = SIZE - y, x
    return x, y


def is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a place lies in an outline."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def meeting_of(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the stretch from a to b crosses that from c to d; None where it does not."""
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(across) < 1e-9:
        return None
    along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
    beside = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across
    if not (0 <= along <= 1 and 0 <= beside <= 1):
        return None
    return a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along
