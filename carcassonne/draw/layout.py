"""Where everything stands and lies on the tiles of a position, in units of the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.draw.curves import CENTRE, INWARD, MIDDLES, SIZE, Point, ahead, turned, written
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.draw.catalogue import Catalogue
    from carcassonne.play.game import Game

_STEP: Final = 20.0
_ABREAST: Final = 44.0


@attrs.frozen
class Standing:
    """A figure on a segment: its kind, its owner (None for nobody), its middle, and whether it lies on its side."""

    figure: str
    owner: int | None
    segment: Segment
    at: Point
    lies: bool


@attrs.frozen
class Lying:
    """Tokens of one kind on a cell or a segment, with their middle."""

    token: str
    holder: str
    count: int
    at: Point


@attrs.frozen
class Link:
    """Two connected segments, and the path from one to the other."""

    one: Segment
    other: Segment
    path: str


class Layout:
    """The places of a game's figures, tokens and links as they are now."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self.game, self.catalogue = game, catalogue
        self.table = game.table

    def standing(self) -> Iterator[Standing]:
        """Every figure; those on one segment stand side by side."""
        together: dict[Segment, list[tuple[str, int | None]]] = {}
        for segment, figure, owner in self.game.figures:
            together.setdefault(segment, []).append((figure, owner))
        for segment, those in together.items():
            x, y = self.spot(segment)
            lies = self.catalogue.kinds[segment.kind].borders == "gaps"
            step = min(_STEP, _ABREAST / len(those))
            for place, (figure, owner) in enumerate(those):
                off = (place - (len(those) - 1) / 2) * step
                yield Standing(figure, owner, segment, (x + off, y), lies)

    def lying(self) -> Iterator[Lying]:
        """Every token that lies on a tile or a segment."""
        before: dict[tuple[int, int], int] = {}
        for holder, token, count in self.game.tokens:
            segment = Segment.parse(holder)
            cell = _cell(holder) if segment is None else None
            if segment is not None and segment.cell in self.table:
                x, y = self.spot(segment)
                yield Lying(token, holder, count, (x + 13, y + 13))
            elif cell is not None:
                nth = before[cell] = before.get(cell, -1) + 1
                x, y = cell[0] * SIZE + 86 - 22 * (nth % 4), cell[1] * SIZE + 86 - 22 * (nth // 4)
                yield Lying(token, holder, count, (x, y))

    def links(self) -> Iterator[Link]:
        """Whatever connects two segments of a tile."""
        for one, other in self.game.connections:
            name, turn = self.table[one.cell]
            ends = []
            for segment in (one, other):
                number, position = self._position(name, segment)
                ports = self.catalogue.table.turned[number][turn].segments[position].ports
                ends.append(ahead(MIDDLES[ports[0]], INWARD[ports[0]], 24) if ports else CENTRE)
            off = one.x * SIZE, one.y * SIZE
            first, middle, last = ((x + off[0], y + off[1]) for x, y in (ends[0], CENTRE, ends[1]))
            yield Link(one, other, f"M{written(first)}Q{written(middle)} {written(last)}")

    def spot(self, segment: Segment) -> Point:
        """Where figures on a segment stand."""
        name, turn = self.table[segment.cell]
        number, position = self._position(name, segment)
        point = turned(self.catalogue.sketch(number).pieces[position].anchor, turn)
        return point[0] + segment.x * SIZE, point[1] + segment.y * SIZE

    def _position(self, name: str, segment: Segment) -> tuple[int, int]:
        number = self.catalogue.number(name)
        flat = self.catalogue.table.turned[number][0]
        same = zip(flat.segments, flat.numbers, strict=True)
        named = [(each.kind, nth) for each, nth in same]
        return number, named.index((segment.kind, segment.number))


def _cell(holder: str) -> tuple[int, int] | None:
    x, comma, y = holder.partition(",")
    try:
        return (int(x), int(y)) if comma else None
    except ValueError:
        return None
