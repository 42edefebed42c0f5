"""From a finished tile to what is drawn of it: the line or area of every segment, marks, and where figures stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.draw.curves import CENTRE, SIZE, Point, ahead, distance, mean
from carcassonne.draw.lines import LEAST, MOST, Course, fine
from carcassonne.draw.room import FREE, outline_text, regions
from carcassonne.read.drawings import Drawing, Tile

if TYPE_CHECKING:
    from carcassonne.draw.looks import Looks
    from carcassonne.read.definitions import FeatureKind

MARK: Final = -2
"""Has the cells under marks."""
_ALONG: Final = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)


@attrs.frozen
class Piece:
    """A segment as it is drawn. area: path data of what it covers. line: of its middle line, for kinds in the middle.

    walls: path data of its inner border. anchor: where a figure stands. layer: what lies higher is painted later.
    gates: where lines end at its border. end: where a line ends on the tile. bridges: path data of the stretches
    where it goes over another line.
    """

    position: int
    kind: str
    borders: str
    area: str
    line: str
    walls: str
    anchor: Point
    layer: int
    gates: tuple[Point, ...]
    end: Point | None
    bridges: str = ""


@attrs.frozen
class Mark:
    """Something that is shown upright: a symbol, a thing, or the segment of a kind that borders nothing."""

    what: str
    name: str
    spot: Point
    radius: float
    position: int = -1
    value: int | str = 1


@attrs.frozen
class Sketch:
    """Everything that is drawn of a tile, unturned, in the square of 100 by 100 units."""

    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...]

    @property
    def painted(self) -> tuple[Piece, ...]:
        """The pieces in the order of painting."""
        return tuple(sorted(self.pieces, key=lambda piece: (piece.layer, piece.position)))


def sketch(tile: Tile, drawing: Drawing | None, kinds: Mapping[str, FeatureKind], looks: Looks) -> Sketch:
    """Draw a tile whose segments stand in the order of their kinds."""
    return _Sketcher(tile, drawing, kinds, looks).finished()


class _Sketcher(Course):
    """Finds room for gaps, marks and figures between what runs over the tile."""

    def __init__(self, tile: Tile, drawing: Drawing | None, kinds: Mapping[str, FeatureKind], looks: Looks) -> None:
        super().__init__(tile, drawing, kinds, looks)
        self.marks: list[Mark] = []
        self.labels: list[int] = []
        self.symbols = dict(tile.symbols)

    def finished(self) -> Sketch:
        self.draw_areas()
        self.draw_lines()
        self.place_joined_points()
        self.draw_ends()
        self.find_gaps()
        self.place_things()
        self.place_points()
        self.place_symbols()
        pieces = tuple(self.piece(position) for position in range(len(self.segments)))
        return Sketch(pieces, tuple(self.marks))

    # Gaps ------------------------------------------------------------------------------------

    def find_gaps(self) -> None:
        """Find out which free cells belong to which gap segment, and mark them so."""
        gaps = self.of("gaps")
        if not gaps:
            return
        if len(gaps) == 1:
            self.labels = [gaps[0]] * len(self.room.owners)
        else:
            seeds = [_border(self.segments[gap].ports) or [self.inner(gap)] for gap in gaps]
            self.labels = [gaps[label] if label >= 0 else gaps[0] for label in regions(self.room, seeds)]
        for cell, owner in enumerate(self.room.owners):
            if owner == FREE:
                self.room.owners[cell] = self.labels[cell]
        self.room.forget()

    def inner(self, gap: int) -> Point:
        """Where a gap without border lies: between what it touches."""
        touched = [self.areas[other].outline for other in self.segments[gap].touches if other in self.areas]
        return mean([mean(outline) for outline in touched]) if touched else CENTRE

    # Marks -----------------------------------------------------------------------------------

    def is_open(self, owner: int) -> bool:
        return owner == FREE or (owner >= 0 and self.borders[owner] == "gaps")

    def free(self, least: float, most: float = MOST) -> tuple[Point, float]:
        """The freest place that no feature covers, or that no line does where there is none."""
        best = self.room.best(self.is_open)
        if best is None or best[1] < least:
            wider = self.room.best(lambda owner: owner != MARK and (owner < 0 or self.borders[owner] != "middle"))
            if wider is not None and (best is None or wider[1] > best[1] + 3):
                best = wider
        spot, radius = best or (CENTRE, LEAST)
        return spot, max(LEAST, min(most, radius))

    def place_points(self) -> None:
        for position in self.of("nothing"):
            if position not in self.spots:
                self.spots[position] = self.free(LEAST, 20.0)
                self.room.disc(*self.spots[position], position)
            spot, radius = self.spots[position]
            self.marks.append(Mark("kind", self.segments[position].kind, spot, radius, position))

    def place_things(self) -> None:
        """What stands where lines meet or end, and the symbols of the tile that stand with it."""
        symbols = self.symbols
        for thing, spot in self.things:
            look = self.looks.thing(thing)
            if thing in symbols:
                self.put(Mark("symbol", thing, spot, 14.0, value=symbols.pop(thing)))
                continue
            self.put(Mark("thing", thing, spot, look.size))
            for name in list(symbols):
                if self.looks.symbol(name).place == thing:
                    self.put(Mark("symbol", name, spot, 11.0, value=symbols.pop(name)))
        for name in list(symbols):
            ends = [p for p in self.ends if self.segments[p].kind == self.looks.symbol(name).place]
            if ends:
                self.put(
                    Mark(
                        "symbol", name, self.ends[ends[0]], 14.0 * self.looks.symbol(name).size, value=symbols.pop(name)
                    )
                )

    def place_symbols(self) -> None:
        for position, segment in enumerate(self.segments):
            for name, count in segment.symbols:
                for _ in range(min(count, 4)):
                    spot, radius = self.within(position, name)
                    self.put(Mark("symbol", name, spot, radius, position, 1))
        for name, value in self.symbols.items():
            spot, radius = self.free(LEAST + 6)
            self.put(Mark("symbol", name, spot, radius * self.looks.symbol(name).size, value=value))

    def put(self, mark: Mark) -> None:
        self.marks.append(mark)
        self.room.disc(mark.spot, mark.radius, MARK)

    def within(self, position: int, name: str) -> tuple[Point, float]:
        """A place for a symbol on a segment; beside it where it is a line."""
        size = self.looks.symbol(name).size
        if self.borders[position] == "middle":
            points = [point for curve in self.lines.get(position, ()) for point in fine(curve)] or [CENTRE]
            best = self.room.best(self.is_open, near=points, pull=0.35, enough=13.0)
        else:
            best = self.room.best(lambda owner: owner == position)
        if best is None:
            spot = self.spots.get(position, (CENTRE, LEAST))[0]
            return ahead(spot, (1.0, 1.0), 9.0), LEAST
        return best[0], max(LEAST, min(MOST * size, best[1] - 1))

    # Pieces ----------------------------------------------------------------------------------

    def piece(self, position: int) -> Piece:
        borders, kind = self.borders[position], self.segments[position].kind
        layer, covers, walls, line = 0, "", "", ""
        if borders == "gaps":
            covers = outline_text(self.labels, position)
        elif borders == "middle":
            line = "".join(curve.text for curve in self.lines.get(position, ()))
            layer = 5 if self.is_bridge(position) else 2 + self.looks.kind(kind).layer
        elif borders == "whole side":
            made = self.areas[position]
            covers, walls, layer = made.text, "".join(wall.text for wall in made.walls), 3
        return Piece(
            position=position,
            kind=kind,
            borders=borders,
            area=covers,
            line=line,
            walls=walls,
            anchor=self.anchor(position),
            layer=layer,
            gates=tuple(self.gates.get(position, ())),
            end=self.ends.get(position),
            bridges=self.bridges(position),
        )

    def anchor(self, position: int) -> Point:
        """Where a figure stands on a segment."""
        if position in self.spots:
            return self.spots[position][0]
        if self.borders[position] == "middle":
            return self.along(position)
        best = self.room.best(lambda owner: owner == position, pull=0.0)
        if best is not None:
            return best[0]
        ports = self.segments[position].ports
        return mean(_border(ports)) if self.borders[position] == "gaps" and ports else CENTRE

    def along(self, position: int) -> Point:
        points = [point for curve in self.lines.get(position, ())[:1] for point in fine(curve)] or [CENTRE]
        others = [p for other, curves in self.lines.items() if other != position for c in curves for p in fine(c)]
        others += [mark.spot for mark in self.marks]

        def clear(at: float) -> float:
            point = points[round(at * (len(points) - 1))]
            return min((distance(point, other) for other in others), default=99.0)

        best = max(_ALONG, key=lambda at: (min(22.0, round(clear(at), 3)), -_ALONG.index(at)))
        return points[round(best * (len(points) - 1))]


def _border(halves: tuple[int, ...]) -> list[Point]:
    """Places along half sides 0..7."""
    found = []
    for half in halves:
        side, second = divmod(half, 2)
        for step in range(10):
            at = 2.5 + 5 * step + 50 * second
            found.append(((at, 1.0), (99.0, at), (SIZE - at, 99.0), (1.0, SIZE - at))[side])
    return found
