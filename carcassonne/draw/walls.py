"""The outlines of kinds that hold whole sides: straight along the border, curved where they face the tile."""

from __future__ import annotations

from collections.abc import Callable, Collection

import attrs

from carcassonne.draw.curves import CORNERS, INWARD, SIZE, Curve, Point, ahead, mean, written

Neighbour = Callable[[int], int | None]
"""Who else holds a whole side: a segment, or None."""


@attrs.frozen
class Area:
    """An area and its walls, the parts of its outline that are not the border of the tile."""

    outline: tuple[Point, ...]
    walls: tuple[Curve, ...]
    text: str


def area(
    sides: Collection[int], corners: Collection[int], other: Neighbour, lines: Collection[tuple[int, ...]]
) -> Area:
    """The area that holds some sides and runs to some corners (0..3 for NE, SE, SW, NW).

    What else lies on the tile decides how far it bulges: areas leave room for each other and for the sides that
    the lines join.
    """
    if len(sides) == 4:
        outline = (CORNERS[3], *CORNERS[:3])
        return Area(outline, (), f"M0 0H{SIZE:g}V{SIZE:g}H0Z")
    first = next(side for side in sorted(sides) if (side - 1) % 4 not in sides)
    points: list[Point] = [CORNERS[(first - 1) % 4]]
    text = "M" + written(points[0])
    walls: list[Curve] = []
    step = first
    while step < first + 4:
        if step % 4 in sides:
            points.append(CORNERS[step % 4])
            text += "L" + written(points[-1])
            step += 1
            continue
        last = step
        while last % 4 not in corners and (last + 1) % 4 not in sides:
            last += 1
        wall = _wall(step, last, other, lines, alone=len(sides) == 1)
        walls.append(wall)
        points += wall.points[1:]
        text += wall.text.removeprefix("M" + written(wall.start))
        step = last + 1
    return Area(tuple(points), tuple(walls), text + "Z")


def _wall(first: int, last: int, other: Neighbour, lines: Collection[tuple[int, ...]], *, alone: bool) -> Curve:
    """The wall past the sides from `first` to `last`, which are not held."""
    start, end = CORNERS[(first - 1) % 4], CORNERS[last % 4]
    passed = [side % 4 for side in range(first, last + 1)]
    beyond = [other(side) for side in passed]
    if len(passed) == 1:
        along, deep = (10.0, 44.0) if beyond[0] is not None else (15.0, 32.0)
        return _bulging(start, end, INWARD[passed[0]], (along, deep), (along, deep))
    if len(passed) == 2:
        return _corner(start, end, passed, beyond, lines)
    opposite, held = beyond[1], (last + 1) % 4
    both = {beyond[0], beyond[2]} - {None}
    if (opposite is not None and opposite in both) or (len(both) == 1 and beyond[0] == beyond[2]):
        handles = ((30.0, 21.0), (30.0, 21.0))
    else:
        deep = 36.0 if opposite is None else 33.0
        beside = [(33.0, 27.0) if neighbour is not None else (15.0, deep) for neighbour in (beyond[0], beyond[2])]
        handles = (beside[0], beside[1])
    return _bulging(start, end, INWARD[held], *handles)


def _bulging(start: Point, end: Point, inward: Point, first: tuple[float, float], second: tuple[float, float]) -> Curve:
    """A curve between two corners; its handles lie so far along and so deep."""
    along = (end[0] - start[0]) / SIZE, (end[1] - start[1]) / SIZE
    one = ahead(ahead(start, along, first[0]), inward, first[1])
    two = ahead(ahead(end, along, -second[0]), inward, second[1])
    return Curve(start, ((one, two, end),))


def _corner(
    start: Point,
    end: Point,
    passed: list[int],
    beyond: list[int | None],
    lines: Collection[tuple[int, ...]],
) -> Curve:
    """The wall across the tile, from one corner to the opposite one."""
    held = sum(neighbour is not None for neighbour in beyond)
    if held == 2:
        inset = 14.0 if beyond[0] == beyond[1] else 7.0
    elif held == 1:
        inset = 5.0
    else:
        inset = 3.0 if tuple(sorted(passed)) in lines else -5.0
    toward = INWARD[passed[0]][0] + INWARD[passed[1]][0], INWARD[passed[0]][1] + INWARD[passed[1]][1]
    middle = mean((start, end))
    handles = [ahead(mean((point, middle)), toward, inset) for point in (start, end)]
    return Curve(start, ((handles[0], handles[1], end),))
