"""Finishes a drawn tile: derives its gap segments and what they touch, and turns tiles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.read.drawings import DIRECTIONS, HALVES, SIDES, Tile, TileSegment

if TYPE_CHECKING:
    from carcassonne.read.definitions import FeatureKind, Symbol
    from carcassonne.read.drawings import Drawing

# The border is a ring of 16 positions, clockwise from the half Nw: half sides at the even ones, and between
# them, by turns, the middle of a side and a corner.
_RING: Final = 16


def finish_tile(drawing: Drawing, kinds_in_play: Mapping[str, FeatureKind], symbols_in_play: Collection[str]) -> Tile:
    """The tile that a drawing shows, with its gap segments derived by the face rule.

    Go round the border and note where the segments end. Segments that meet, touch or cross are one thing,
    and so are those whose ends interleave: a bridge. A thing with two ends or more cuts the tile, a thing
    with one end does not. Each face is a gap segment that touches the segments along its boundary. A face
    without border counts only between two different segments that hold whole sides. Stated gaps are taken
    as they are.

    A mark is printed on the gap segment that has its half side, however far that one reaches.

    Segments of kinds not in play and symbols not in play are left out; what met at such a segment still
    meets. A kind that does not divide cuts nothing. With no gap kind in play there are no gap segments.
    Does not check the drawing: that is the reader's work.
    """
    numbers: dict[int, int] = {}
    segments: list[TileSegment] = []
    edges = [_gap_kind(kinds_in_play)] * len(SIDES)
    for position, drawn in enumerate(drawing.segments):
        if drawn.kind not in kinds_in_play:
            continue
        numbers[position] = len(segments)
        symbols = tuple(pair for pair in drawn.symbols if pair[0] in symbols_in_play)
        segments.append(TileSegment(drawn.kind, tuple(sorted(drawn.sides)), symbols))
        for side in drawn.sides:
            edges[side] = drawn.kind
    if gap_kind := _gap_kind(kinds_in_play):
        gaps = [
            TileSegment(
                gap_kind,
                tuple(sorted(halves)),
                _printed(drawing, halves, symbols_in_play),
                tuple(sorted(numbers[other] for other in touches if other in numbers)),
            )
            for halves, touches in gaps_of(drawing, kinds_in_play)
        ]
        segments += sorted(gaps, key=lambda gap: (gap.ports or (len(HALVES),), gap.touches))
    return Tile(
        name=drawing.name,
        count=drawing.count,
        pile=drawing.pile,
        edges=(edges[0], edges[1], edges[2], edges[3]),
        segments=tuple(segments),
        symbols=tuple(pair for pair in drawing.symbols if pair[0] in symbols_in_play),
        where=drawing.where,
    )


def gaps_of(
    drawing: Drawing, kinds_in_play: Mapping[str, FeatureKind]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """For each gap segment, stated or derived, its half sides and the segments that it touches."""
    if drawing.gaps is not None:
        return [(gap.halves, gap.touches) for gap in drawing.gaps]
    return _Picture(drawing, kinds_in_play).faces()


def turn_tile(tile: Tile, quarter_turns: int, kinds: Mapping[str, FeatureKind], symbols: Mapping[str, Symbol]) -> Tile:
    """The tile turned clockwise by quarter turns: edges, ports, and symbols that point in a direction.

    Segments keep their order, so a segment has the same number on all turns. Four turns are the tile itself.
    """
    turns = quarter_turns % len(SIDES)
    if not turns:
        return tile

    def turned(segment: TileSegment) -> TileSegment:
        if not segment.ports:
            return segment
        gap = kinds[segment.kind].borders == "gaps"
        ring, step = (len(HALVES), 2 * turns) if gap else (len(SIDES), turns)
        return attrs.evolve(segment, ports=tuple(sorted((port + step) % ring for port in segment.ports)))

    def pointed(name: str, value: int | str) -> int | str:
        if not isinstance(value, str) or symbols[name].value != "direction":
            return value
        return DIRECTIONS[(DIRECTIONS.index(value) + 2 * turns) % len(DIRECTIONS)]

    north, east, south, west = tile.edges[-turns:] + tile.edges[:-turns]
    return attrs.evolve(
        tile,
        edges=(north, east, south, west),
        segments=tuple(map(turned, tile.segments)),
        symbols=tuple((name, pointed(name, value)) for name, value in tile.symbols),
    )


def _printed(
    drawing: Drawing, halves: tuple[int, ...], symbols_in_play: Collection[str]
) -> tuple[tuple[str, int], ...]:
    """What is printed on the gap segment with these half sides."""
    counts: dict[str, int] = {}
    for mark in drawing.marks:
        if mark.half in halves or (mark.half < 0 and not halves):
            for name, count in mark.symbols:
                if name in symbols_in_play:
                    counts[name] = counts.get(name, 0) + count
    return tuple(counts.items())


def _gap_kind(kinds: Mapping[str, FeatureKind]) -> str:
    """The name of the kind that takes what the others leave free, or the empty text."""
    return next((kind.name for kind in kinds.values() if kind.borders == "gaps"), "")


def _middle(path: tuple[int, ...]) -> int:
    """The node in the middle of a path, the same from both sides."""
    return min(path[(len(path) - 1) // 2], path[len(path) // 2])


class _Picture:
    """What cuts one drawn tile: where segments end on the border, and which of them come together.

    Nodes of `links` are the segments, numbered as drawn, followed by one node for each place where a group of
    them comes together. Connected nodes are one thing.
    """

    def __init__(self, drawing: Drawing, kinds: Mapping[str, FeatureKind]) -> None:
        self.links: list[list[int]] = [[] for _ in drawing.segments]
        self.ends: dict[int, int] = {}
        self.harmless: dict[int, int] = {}
        self.whole: set[int] = set()
        self.held: set[int] = set()
        for number, segment in enumerate(drawing.segments):
            kind = kinds.get(segment.kind)
            if kind is None:
                continue
            ends = self.ends if kind.divides else self.harmless
            for side in segment.sides:
                ends[4 * side + 1] = number
            if kind.borders == "whole side":
                self.whole.add(number)
                self.held.update(half for side in segment.sides for half in (2 * side, 2 * side + 1))
        harmless = set(self.harmless.values())
        for group in drawing.joins:
            self.join([number for number in group if number not in harmless])
        cutting = set(self.ends.values())
        for number, corner in drawing.reaches:
            if number in cutting:
                self.end(number, 4 * corner + 3)
        for number in sorted(cutting):
            segment = drawing.segments[number]
            if segment.kind in drawing.splits and len(segment.sides) == 1 and self.is_one_ended(number):
                self.end(number, (4 * segment.sides[0] + 9) % _RING)
        while crossing := self.crossing():
            self.join(crossing)

    # Things ------------------------------------------------------------------------------------

    def join(self, group: list[int]) -> None:
        """Lets a group come together in one place."""
        if len(group) < 2:
            return
        place = len(self.links)
        self.links.append(list(group))
        for number in group:
            self.links[number].append(place)

    def end(self, number: int, position: int) -> None:
        """Adds an end; where another segment ends already, the two come together."""
        other = self.ends.setdefault(position, number)
        if other != number:
            self.join([number, other])

    def is_one_ended(self, number: int) -> bool:
        return sum(1 for other in self.ends.values() if self.path(number, other)) == 1

    def path(self, start: int, goal: int) -> tuple[int, ...]:
        """The nodes from one to another, both included; empty when they are not one thing."""
        if start == goal:
            return (start,)
        came_from = {start: start}
        queue = [start]
        for node in queue:
            for neighbour in self.links[node]:
                if neighbour not in came_from:
                    came_from[neighbour] = node
                    queue.append(neighbour)
        if goal not in came_from:
            return ()
        steps = [goal]
        while steps[-1] != start:
            steps.append(came_from[steps[-1]])
        return tuple(reversed(steps))

    def crossing(self) -> list[int] | None:
        """Two nodes of different things whose ends interleave, the nearest to their ends, or None."""
        if len(set(self.ends.values())) < 2 or len(self.ends) < 4:
            return None
        spans = [
            (first, last, path)
            for first, last in combinations(sorted(self.ends), 2)
            if (path := self.path(self.ends[first], self.ends[last]))
        ]
        found = [
            (len(path) + len(other), sorted((_middle(path), _middle(other))))
            for (first, last, path), (begin, stop, other) in combinations(spans, 2)
            if first < begin < last < stop and not self.path(path[0], other[0])
        ]
        return min(found)[1] if found else None

    # Faces -------------------------------------------------------------------------------------

    def faces(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """For each gap segment its half sides and the segments that it touches."""
        ends = sorted(self.ends)
        if not ends:
            free, passed = self.along(0, _RING)
            return [(tuple(free), tuple(sorted(set(passed))))] if free else []
        before = [self.before(ends, index) for index in range(len(ends))]
        found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        seen: set[int] = set()
        for start in range(len(ends)):
            if start in seen:
                continue
            halves: list[int] = []
            touched: set[int] = set()
            arc = start
            while arc not in seen:
                seen.add(arc)
                after = (arc + 1) % len(ends)
                free, passed = self.along(ends[arc], ends[after] if after else ends[0] + _RING)
                halves += free
                touched.update(passed)
                arc = before[after]
                path = self.path(self.ends[ends[arc]], self.ends[ends[after]])
                touched.update(node for node in path if node in self.ends.values())
            if halves or len(touched & self.whole) >= 2:
                found.append((tuple(halves), tuple(touched)))
        return found

    def before(self, ends: list[int], index: int) -> int:
        """The end of the same thing that one meets first going round counter-clockwise."""
        number = self.ends[ends[index]]
        other = index
        while True:
            other = (other - 1) % len(ends)
            if other == index or self.path(number, self.ends[ends[other]]):
                return other

    def along(self, start: int, stop: int) -> tuple[list[int], list[int]]:
        """The free half sides of a stretch of the border, and the segments that end there without cutting."""
        ring = [position % _RING for position in range(start, stop)]
        halves = [at // 2 for at in ring if at % 2 == 0 and at // 2 not in self.held]
        return halves, [self.harmless[at] for at in ring if at in self.harmless]
