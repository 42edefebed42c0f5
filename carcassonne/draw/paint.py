"""Sketches as SVG: every tile once as a definition, and a picture made of references to them."""

from __future__ import annotations

from typing import Any, Final
from xml.sax.saxutils import escape
from zlib import crc32

import drawsvg

from carcassonne.draw import glyphs
from carcassonne.draw.catalogue import Catalogue
from carcassonne.draw.curves import SIZE, Point, turned
from carcassonne.draw.looks import Look
from carcassonne.draw.patterns import pattern
from carcassonne.draw.picture import Picture
from carcassonne.draw.sketch import Mark, Piece
from carcassonne.read.drawings import DIRECTIONS

FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
_POINTER: Final = "M12-4.6L15.6.6H8.4Z"


def attribute(text: str) -> str:
    """A text that may stand in an attribute."""
    return escape(text, {'"': "&quot;"})


def mark_of(*parts: object) -> str:
    """A short name made from what something consists of: equal things have equal names, in every picture."""
    return f"c{crc32(repr(parts).encode()):08x}"


class Canvas:
    """A picture in the making: what it shows, and the definitions that this refers to."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue, self.looks = catalogue, catalogue.looks
        self.defs: dict[str, Any] = {}

    # Pictures --------------------------------------------------------------------------------

    def picture(
        self, shown: drawsvg.Group, box: tuple[float, float, float, float], scale: float, title: str
    ) -> Picture:
        """The picture of what lies in a box of units."""
        return self.written([shown], box, scale, title, defs=True)

    def written(
        self, shown: list[Any], box: tuple[float, float, float, float], scale: float, title: str, *, defs: bool
    ) -> Picture:
        """The picture with or without its definitions."""
        width, height = max(1, round(box[2] * scale)), max(1, round(box[3] * scale))
        drawing = drawsvg.Drawing(box[2], box[3], origin=(box[0], box[1]), role="img", aria_label=attribute(title))
        drawing.width, drawing.height = width, height
        if defs:
            for element in self.defs.values():
                drawing.append_def(element)
        for element in shown:
            drawing.append(element)
        return Picture(drawing.as_svg(header=""), width, height)

    def define(self, name: str, element: Any) -> str:
        """Keep a definition, and return the reference to it."""
        if name not in self.defs:
            element.args["id"] = name
            self.defs[name] = element
        return f"#{name}"

    # Tiles -----------------------------------------------------------------------------------

    def tile(self, number: int, turn: int, at: Point, *, cell: tuple[int, int] | None = None) -> drawsvg.Group:
        """A tile at a place, every segment of it an element that says which it is."""
        name = self.catalogue.table.names[number]
        data = {"data_tile": attribute(name), "data_turned": turn}
        where = ""
        if cell is not None:
            data["data_cell"] = f"{cell[0]},{cell[1]}"
            where = f" at {cell[0]},{cell[1]}"
        group = drawsvg.Group(transform=f"translate({at[0]:g} {at[1]:g})", **data)
        prefix = self.body(number)
        body = drawsvg.Group(transform=f"rotate({90 * turn} 50 50)") if turn else drawsvg.Group()
        body.append(self.use(f"#{prefix}"))
        for piece in self.catalogue.sketch(number).painted:
            if piece.borders != "nothing":
                segment = self.catalogue.segment_name(number, piece.position)
                body.append(self.use(f"#{prefix}-{piece.position}", data_segment=attribute(segment + where)))
        group.append(body)
        for mark in self.catalogue.sketch(number).marks:
            segment = self.catalogue.segment_name(number, mark.position) + where if mark.what == "kind" else ""
            group.append(self.mark(mark, turn, segment))
        self.letters(number, turn, group)
        group.append(
            drawsvg.Rectangle(0, 0, SIZE, SIZE, fill="none", stroke=self.looks.colour("ink"), stroke_opacity=0.35)
        )
        return group

    def body(self, number: int) -> str:
        """Define the ground and the segments of a tile; returns the name of the ground, which theirs begin with."""
        made: dict[str, Any] = self.catalogue.made
        key = f"body {number}"
        if key not in made:
            sketch = self.catalogue.sketch(number)
            prefix = mark_of(sketch, [self.looks.kind(piece.kind) for piece in sketch.pieces], self.looks.dark)
            gap = self.catalogue.gap
            colour = self.looks.kind(gap).fill if gap else self.looks.colour("ground")
            parts = [(prefix, drawsvg.Rectangle(0, 0, SIZE, SIZE, fill=colour))]
            kept = self.defs
            self.defs = {}
            for piece in sketch.painted:
                if piece.borders != "nothing":
                    parts.append((f"{prefix}-{piece.position}", self.piece(piece)))
            parts = [*self.defs.items(), *parts]
            self.defs = kept
            made[key] = prefix, parts
        prefix, parts = made[key]
        for name, element in parts:
            self.define(name, element)
        return str(prefix)

    def use(self, reference: str, **more: Any) -> drawsvg.Use:
        """A reference to a definition."""
        return drawsvg.Use(reference, None, None, **more)

    def piece(self, piece: Piece) -> drawsvg.Group:
        """One segment."""
        look = self.looks.kind(piece.kind)
        group = drawsvg.Group()
        if piece.borders == "middle":
            self.line(group, piece, look)
            return group
        group.append(drawsvg.Path(piece.area, fill=look.fill))
        if look.pattern:
            name = mark_of("pattern", look)
            group.append(drawsvg.Path(piece.area, fill=f"url({self.define(name, pattern(look.pattern, look.edge))})"))
        if piece.walls:
            stone = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
            group.append(drawsvg.Path(piece.walls, stroke=look.edge, stroke_width=5, **stone))
            group.append(
                drawsvg.Path(piece.walls, stroke=look.fill, stroke_width=1.6, stroke_dasharray="2.4 2.6", fill="none")
            )
        for x, y in piece.gates:
            group.append(drawsvg.Circle(x, y, 5.4, fill=look.edge))
            group.append(drawsvg.Circle(x, y, 2.6, fill=self.looks.colour("paper")))
        return group

    def line(self, group: drawsvg.Group, piece: Piece, look: Look) -> None:
        """A line with its casing; a bridge has broad rails."""
        is_bridge = piece.layer > 4
        casing = self.looks.colour("bridge") if is_bridge else look.edge
        border = 7.0 if is_bridge else 3.0
        lines = [(casing, look.width + border), (look.fill, look.width)]
        for colour, width in lines:
            group.append(
                drawsvg.Path(piece.line, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round")
            )
            if piece.end is not None:
                group.append(drawsvg.Circle(*map(_rounded, piece.end), width / 2, fill=colour))
        if piece.bridges:
            rails = {"fill": "none", "stroke_linecap": "butt"}
            group.append(
                drawsvg.Path(piece.bridges, stroke=self.looks.colour("bridge"), stroke_width=look.width + 8, **rails)
            )
            group.append(drawsvg.Path(piece.bridges, stroke=look.fill, stroke_width=look.width + 0.6, **rails))
        if look.pattern == "waves":
            group.append(
                drawsvg.Path(
                    piece.line,
                    fill="none",
                    stroke=self.looks.colour("paper"),
                    stroke_width=1.6,
                    stroke_opacity=0.75,
                    stroke_dasharray="7 5 3 8",
                    stroke_linecap="round",
                )
            )
        elif look.pattern:
            dashes = {"stripes": "4 4", "dots": "1 5", "grid": "8 3 2 3", "bars": "2 2"}[look.pattern]
            group.append(
                drawsvg.Path(piece.line, fill="none", stroke=look.edge, stroke_width=2.6, stroke_dasharray=dashes)
            )

    # Marks -----------------------------------------------------------------------------------

    def mark(self, mark: Mark, turn: int, segment: str = "") -> drawsvg.Group:
        """A symbol, a thing or a point, upright however the tile is turned; what points turns with it."""
        looks = self.looks
        look = looks.kind(mark.name) if mark.what == "kind" else None
        look = look or (looks.symbol(mark.name) if mark.what == "symbol" else looks.thing(mark.name))
        x, y = turned(mark.spot, turn)
        data = {"data_segment": attribute(segment)} if segment else {f"data_{mark.what}": attribute(mark.name)}
        group = drawsvg.Group(transform=placed(x, y, mark.radius), **data)
        angle = 0
        if mark.value in DIRECTIONS and self.points(mark.name):
            angle = 45 * DIRECTIONS.index(str(mark.value)) + 90 * turn
        inner = self.glyph(look, mark.what)
        if angle and look.glyph:
            inner.args["transform"] = f"rotate({angle % 360} 12 12)"
        elif isinstance(mark.value, str) and not look.glyph and self.points(mark.name):
            ink = looks.colour("ink")
            group.append(drawsvg.Path(_POINTER, fill=ink, transform=f"rotate({angle % 360} 12 12)"))
        group.append(inner)
        if isinstance(mark.value, int) and mark.value > 1:
            group.append(self.count(mark.value))
        return group

    def points(self, name: str) -> bool:
        """Whether a symbol shows a direction."""
        symbol = self.catalogue.symbols.get(name)
        return symbol is not None and symbol.value == "direction"

    def glyph(self, look: Look, what: str) -> drawsvg.Use:
        """A reference to a glyph."""
        name = mark_of("glyph", what, look, self.looks.dark)
        if name not in self.defs:
            self.define(name, glyphs.glyph(look, self.looks, what))
        return self.use(f"#{name}")

    def figure(self, look: Look) -> drawsvg.Use:
        """A reference to a figure, which takes the colour of what it stands in."""
        name = mark_of("figure", look, self.looks.dark)
        if name not in self.defs:
            self.define(name, glyphs.figure(look, self.looks))
        return self.use(f"#{name}")

    def count(self, number: int) -> drawsvg.Group:
        """How many, as a small disc at the lower right of a glyph."""
        group = drawsvg.Group()
        ink, paper = self.looks.colour("ink"), self.looks.colour("paper")
        group.append(drawsvg.Circle(20, 20, 6.4, fill=paper, stroke=ink, stroke_width=1))
        text = str(number)[:3]
        height = 7.0 if len(text) == 1 else 5.6
        for place, digit in enumerate(text):
            off = (place - (len(text) - 1) / 2) * height * 0.8
            group.append(glyphs.letter(digit, ink, height, (20 + off, 20), width=1.5))
        return group

    def letters(self, number: int, turn: int, group: drawsvg.Group) -> None:
        """The letters of kinds that have no look of their own, each on its segments."""
        for piece in self.catalogue.sketch(number).pieces:
            look = self.looks.kind(piece.kind)
            if not look.is_known and piece.borders in ("middle", "whole side"):
                x, y = turned(piece.anchor, turn)
                tag = drawsvg.Group(transform=placed(x, y, 8.0))
                tag.append(self.glyph(look, "kind"))
                group.append(tag)

    # Text ------------------------------------------------------------------------------------

    def text(
        self, text: str, size: float, at: Point, *, colour: str = "text", anchor: str = "start", bold: bool = False
    ) -> Any:
        """A line of text that stands on a place."""
        return drawsvg.Text(
            text,
            size,
            at[0],
            at[1],
            fill=self.looks.colour(colour),
            text_anchor=anchor,
            font_family=FONT,
            font_weight="bold" if bold else "normal",
        )


def placed(x: float, y: float, radius: float) -> str:
    """The transformation that brings the box of a glyph around a place."""
    scale = 2 * radius / glyphs.BOX
    return f"translate({_rounded(x - radius):g} {_rounded(y - radius):g}) scale({scale:.3f})"


def _rounded(value: float) -> float:
    return round(value, 2)
