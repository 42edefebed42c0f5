"""Pictures of tiles with what every part of them is; a tile that has not changed is not drawn again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final

import drawsvg

from carcassonne.draw.catalogue import Catalogue, of_set
from carcassonne.draw.glyphs import BOX, glyph
from carcassonne.draw.looks import Looks
from carcassonne.draw.tiles import tile_picture
from carcassonne.read.drawings import HALVES, SIDES, Drawing, TileSet
from carcassonne.read.tiles import Vocabulary
from carcassonne.studio.reading import Card, Sheet

Facts = dict[str, Any]

MOST_KEPT: Final = 2_000
_SIZE: Final = 100


class Album:
    """Pictures of the tiles that were shown lately, by what their files say of them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Facts] = OrderedDict()

    def pictures(self, sheet: Sheet, cards: Sequence[Card], *, dark: bool, most: int) -> tuple[dict[str, Facts], int]:
        """The pictures of sound tiles by name, and how many were drawn for it: at most so many.

        What was not drawn for want of time is left out: ask again.
        """
        words = _said(sheet.words)
        keys = {
            card.name: (card.name, card.text, card.pile, card.drawing.splits, words, dark)
            for card in cards
            if card.drawing
        }
        missing = [card.drawing for card in cards if card.drawing and keys[card.name] not in self._kept][:most]
        if missing:
            catalogue = of_set(_set_of(sheet, missing), sheet.words, dark=dark)
            for drawing in missing:
                self._kept[keys[drawing.name]] = tile_facts(catalogue, drawing.name)
        found = {}
        for name, key in keys.items():
            if key in self._kept:
                self._kept.move_to_end(key)
                found[name] = self._kept[key]
        while len(self._kept) > max(MOST_KEPT, len(keys)):
            self._kept.popitem(last=False)
        return found, len(missing)


def _said(words: Vocabulary) -> Hashable:
    """What of the words a picture depends on."""
    kinds = tuple(
        (kind.name, kind.borders, kind.letter, kind.divides, kind.glyph, kind.colour) for kind in words.kinds.values()
    )
    return kinds, tuple((each.name, each.on, each.value, each.glyph, each.colour) for each in words.symbols.values())


def _set_of(sheet: Sheet, drawings: Iterable[Drawing]) -> TileSet:
    kept = tuple(drawings)
    return TileSet(sheet.name, sheet.edition, (), kept, (), kept[0].where)


def tile_facts(catalogue: Catalogue, name: str) -> Facts:
    """The picture of a tile, and for every segment what it is, where it lies and what it touches."""
    number = catalogue.number(name)
    flat = catalogue.table.turned[number][0]
    names = [catalogue.segment_name(number, position) for position in range(len(flat.segments))]
    segments = []
    for position, segment in enumerate(flat.segments):
        piece = catalogue.sketch(number).pieces[position]
        ports = HALVES if piece.borders == "gaps" else SIDES
        segments.append(
            {
                "name": names[position],
                "kind": segment.kind,
                "borders": piece.borders,
                "at": [ports[port] for port in segment.ports],
                "touches": [names[other] for other in segment.touches],
                "symbols": _printed(segment.symbols),
                "area": piece.area,
                "line": piece.line,
                "spot": [round(part, 1) for part in piece.anchor],
            }
        )
    marks = catalogue.sketch(number).marks
    return {
        "svg": tile_picture(catalogue, name, turned=0, size=_SIZE).svg,
        "segments": segments,
        "symbols": _printed(flat.symbols.items()),
        "things": list(dict.fromkeys(mark.name for mark in marks if mark.what == "thing" and mark.name)),
    }


def _printed(symbols: Iterable[tuple[str, int | str]]) -> list[dict[str, str]]:
    """Symbols as a person says them: how many, or which way they point."""
    return [{"name": name, "text": _told(name, value)} for name, value in symbols]


def _told(name: str, value: int | str) -> str:
    if isinstance(value, str):
        return f"{name} {value}"
    return name if value == 1 else f"{value} × {name}"


def legend(words: Vocabulary, pictures: Iterable[Facts], *, dark: bool) -> list[dict[str, str]]:
    """Every kind, symbol and place that pictures show, with the sign by which one knows it."""
    signs = _Signs(Looks(words.kinds.values(), words.symbols.values(), dark=dark))
    kinds: set[str] = set()
    symbols: set[str] = set()
    things: set[str] = set()
    for picture in pictures:
        kinds.update(segment["kind"] for segment in picture["segments"])
        things.update(picture["things"])
        for printed in (picture["symbols"], *(segment["symbols"] for segment in picture["segments"])):
            symbols.update(symbol["name"] for symbol in printed)
    return [
        *(signs.kind(name, kind.borders) for name, kind in words.kinds.items() if name in kinds),
        *(signs.symbol(name) for name in words.symbols if name in symbols),
        *(signs.thing(name) for name in sorted(things - symbols)),
    ]


class _Signs:
    """The small pictures of a legend."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks

    def kind(self, name: str, borders: str) -> dict[str, str]:
        look = self.looks.kind(name)
        if borders == "nothing":
            return self.sign(name, "kind", glyph(look, self.looks, "kind"))
        patch = drawsvg.Group()
        patch.append(drawsvg.Rectangle(1, 1, 22, 22, rx=4, fill=look.fill, stroke=look.edge, stroke_width=2))
        if not look.is_known:
            patch.append(glyph(look, self.looks, "kind"))
        return self.sign(name, "kind", patch)

    def symbol(self, name: str) -> dict[str, str]:
        return self.sign(name, "symbol", glyph(self.looks.symbol(name), self.looks, "symbol"))

    def thing(self, name: str) -> dict[str, str]:
        return self.sign(name, "place", glyph(self.looks.thing(name), self.looks, "thing"))

    def sign(self, name: str, what: str, shown: drawsvg.Group) -> dict[str, str]:
        drawing = drawsvg.Drawing(BOX, BOX)
        drawing.append(shown)
        return {"name": name, "what": what, "svg": drawing.as_svg(header="")}
