"""How the segments of a tile run: their areas and lines, where lines end, and where they cross."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from carcassonne.draw.curves import (
    CENTRE,
    INWARD,
    MIDDLES,
    SIZE,
    Curve,
    Point,
    ahead,
    between_sides,
    distance,
    into,
    is_inside,
    mean,
    meeting_of,
    nearest,
    straight,
    written,
)
from carcassonne.draw.room import FREE, Room
from carcassonne.draw.walls import Area, area
from carcassonne.read.drawings import Drawing, Tile

if TYPE_CHECKING:
    from carcassonne.draw.looks import Looks
    from carcassonne.read.definitions import FeatureKind

LEAST, MOST = 7.5, 14.5
"""How large marks are, as half their width."""


class Course:
    """Works out how the segments of one tile run, step by step, and keeps what lies where in `room`.

    areas, lines: of each segment. gates: where lines end at the wall of an area. ends: where lines end on the tile.
    spots: places of kinds that border nothing, with their size. things: what stands where lines meet or end.
    """

    def __init__(self, tile: Tile, drawing: Drawing | None, kinds: Mapping[str, FeatureKind], looks: Looks) -> None:
        self.tile, self.looks = tile, looks
        self.segments = tile.segments
        self.borders = [kinds[segment.kind].borders for segment in tile.segments]
        self.room = Room()
        self.areas: dict[int, Area] = {}
        self.lines: dict[int, tuple[Curve, ...]] = {}
        self.gates: dict[int, list[Point]] = {}
        self.ends: dict[int, Point] = {}
        self.spots: dict[int, tuple[Point, float]] = {}
        self.things: list[tuple[str, Point]] = []
        self.groups, self.reaches, self.named = self.translated(drawing)

    def translated(
        self, drawing: Drawing | None
    ) -> tuple[list[tuple[int, ...]], dict[int, list[int]], list[tuple[tuple[int, ...], str]]]:
        """What the drawing says, with the positions of finished segments."""
        if drawing is None:
            return [], {}, []
        places: dict[int, int] = {}
        seen: dict[str, int] = {}
        for number, drawn in enumerate(drawing.segments):
            alike = [position for position, segment in enumerate(self.segments) if segment.kind == drawn.kind]
            nth = seen[drawn.kind] = seen.get(drawn.kind, -1) + 1
            if nth < len(alike):
                places[number] = alike[nth]

        def here(group: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(places[number] for number in group if number in places)

        reaches: dict[int, list[int]] = {}
        for number, corner in drawing.reaches:
            if number in places:
                reaches.setdefault(places[number], []).append(corner)
        named = [(here(group), thing) for group, thing in drawing.things]
        return [group for joined in drawing.joins if len(group := here(joined)) > 1], reaches, named

    def of(self, borders: str) -> list[int]:
        return [position for position, own in enumerate(self.borders) if own == borders]

    def width(self, position: int) -> float:
        return self.looks.kind(self.segments[position].kind).width / 2

    def draw_areas(self) -> None:
        holders = {side: position for position in self.of("whole side") for side in self.segments[position].ports}
        lines = [self.segments[position].ports for position in self.of("middle")]
        for position in self.of("whole side"):

            def other(side: int, mine: int = position) -> int | None:
                holder = holders.get(side)
                return None if holder == mine else holder

            made = area(self.segments[position].ports, self.reaches.get(position, ()), other, lines)
            self.areas[position] = made
            self.room.fill(made.outline, position)

    def draw_lines(self) -> None:
        for position in self.of("middle"):
            ports = self.segments[position].ports
            if len(ports) == 2:
                self.lines[position] = (between_sides(*ports),)
            elif len(ports) > 2:
                self.lines[position] = tuple(into(side, CENTRE) for side in ports)
            self.stamp(position)

    def stamp(self, position: int) -> None:
        for curve in self.lines.get(position, ()):
            self.room.line(curve.points, self.width(position) + 1, position)

    def place_joined_points(self) -> None:
        for position in self.of("nothing"):
            if any(position in group for group in self.groups):
                self.spots[position] = self.spacious(most=20.0)
                self.room.disc(self.spots[position][0], self.spots[position][1], position)

    def spacious(self, most: float = MOST) -> tuple[Point, float]:
        """The centre when it is free, else the freest place."""
        far = self.room.best(lambda owner: owner == FREE, pull=0.15) or self.room.best(lambda owner: True)
        assert far is not None
        spot, radius = far
        if distance(spot, CENTRE) < 9 and len(self.of("whole side")) == 0:
            spot = CENTRE
        return spot, max(LEAST, min(most, radius - 1))

    def draw_ends(self) -> None:
        ends = [position for position in self.of("middle") if len(self.segments[position].ports) == 1]
        goals = {position: self.goal(position) for position in ends}
        for position in ends:
            (side,) = self.segments[position].ports
            goal, wall = goals[position]
            line = straight(MIDDLES[side], goal) if self.is_ahead(side, goal) else into(side, goal)
            self.lines[position] = (line,)
            self.ends[position] = goal
            if wall is not None:
                self.gates.setdefault(wall, []).append(goal)
        for position in ends:
            self.stamp(position)
        for group, thing in self.named:
            spots = [self.ends[position] for position in group if position in self.ends]
            if spots:
                self.things.append((thing, mean(spots)))
            elif group:
                self.things.append((thing, CENTRE))
        named = {position for group, _ in self.named for position in group}
        for group in self.groups:
            joined = [position for position in group if position in self.ends]
            is_bare = not named & set(joined) and not any(position in self.spots for position in group)
            if len(joined) > 2 and is_bare:
                self.things.append(("", self.ends[joined[0]]))

    def is_ahead(self, side: int, goal: Point) -> bool:
        start = MIDDLES[side]
        off = goal[0] - start[0] if side % 2 == 0 else goal[1] - start[1]
        return abs(off) < 3

    def is_crossing(self, group: tuple[int, ...]) -> bool:
        """Whether two lines go over each other and do not meet: one of them has somewhere else to go."""
        if len(group) != 2 or any(self.borders[position] != "middle" for position in group):
            return False
        if any(set(names) >= set(group) for names, _ in self.named):
            return False
        busy = [
            len(self.segments[position].ports) > 1
            or any(position in other and other != group for other in self.groups)
            or any(names == (position,) for names, _ in self.named)
            for position in group
        ]
        return all(busy)

    def goal(self, position: int) -> tuple[Point, int | None]:
        """Where a line with one end goes, and the area at whose wall it ends."""
        (side,) = self.segments[position].ports
        start = MIDDLES[side]
        groups = [group for group in self.groups if position in group]
        meeting = [group for group in groups if not self.is_crossing(group)]
        for group in meeting:
            for other in group:
                if other in self.spots:
                    return self.spots[other][0], None
        for group in meeting:
            walls = [other for other in group if other in self.areas]
            lines = [other for other in group if self.borders[other] == "middle"]
            through = [other for other in lines if len(self.segments[other].ports) > 1]
            if through:
                points = [point for curve in self.lines[through[0]] for point in curve.points]
                return nearest(points, ahead(start, INWARD[side], 45)), None
            if len(lines) > 1:
                return self.junction(), None
            if walls:
                return self.gate(walls[0], ahead(start, INWARD[side], 30)), walls[0]
        crossed = len(groups) > len(meeting)
        has_thing = any(position in names for names, _ in self.named)
        return self.stub(side, 76 if crossed else 50 if has_thing or self.looks_long(position) else 40), None

    def looks_long(self, position: int) -> bool:
        return self.looks.kind(self.segments[position].kind).layer < 0

    def gate(self, wall: int, near: Point) -> Point:
        points = [point for curve in self.areas[wall].walls for point in curve.points]
        inner = [point for point in points if all(14 < value < SIZE - 14 for value in point)]
        return nearest(inner or points or [CENTRE], near)

    def junction(self) -> Point:
        """Where several lines meet: the centre, or the nearest place that no area covers."""
        if not any(is_inside(CENTRE, made.outline) for made in self.areas.values()):
            return CENTRE
        best = self.room.best(lambda owner: owner not in self.areas, pull=0.5)
        return CENTRE if best is None else best[0]

    def stub(self, side: int, far: float) -> Point:
        """So far ahead, or less where an area is in the way."""
        reach = 0.0
        while reach < far:
            ahead_there = ahead(MIDDLES[side], INWARD[side], reach + 6)
            if any(is_inside(ahead_there, made.outline) for made in self.areas.values()):
                break
            reach += 4
        return ahead(MIDDLES[side], INWARD[side], max(12.0, min(far, reach)))

    def bridges(self, position: int) -> str:
        """Where a line goes over those that are painted before it."""
        found = ""
        for other in self.lines:
            is_below = (self.level(other), other) < (self.level(position), position)
            if is_below and self.is_apart(position, other):
                for curve in self.lines.get(position, ()):
                    for below in self.lines[other]:
                        found += _bridge(fine(curve), fine(below), self.width(other) + 5)
        return found

    def level(self, position: int) -> int:
        return self.looks.kind(self.segments[position].kind).layer

    def is_apart(self, one: int, other: int) -> bool:
        """Whether two lines do not come together, though they may cross."""
        return not any({one, other} <= set(group) and not self.is_crossing(group) for group in self.groups)

    def is_bridge(self, position: int) -> bool:
        """Whether a line goes through an area, and so over it."""
        if len(self.segments[position].ports) < 2:
            return False
        points = [point for curve in self.lines[position] for point in fine(curve)]
        return any(is_inside(points[len(points) // 2], made.outline) for made in self.areas.values())


def fine(curve: Curve) -> tuple[Point, ...]:
    """A line as points that lie close together."""
    points = curve.points
    if len(points) > 2:
        return points
    (ax, ay), (bx, by) = points
    return tuple((ax + (bx - ax) * step / 16, ay + (by - ay) * step / 16) for step in range(17))


def _bridge(over: tuple[Point, ...], under: tuple[Point, ...], half: float) -> str:
    """The stretch of a line around the place where it crosses another, as path data."""
    for start, end in itertools.pairwise(over):
        for other, beyond in itertools.pairwise(under):
            crossing = meeting_of(start, end, other, beyond)
            if crossing is not None:
                far = distance(start, end)
                along = (end[0] - start[0]) / far, (end[1] - start[1]) / far
                return f"M{written(ahead(crossing, along, -half))}L{written(ahead(crossing, along, half))}"
    return ""
