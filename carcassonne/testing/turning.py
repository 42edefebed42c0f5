"""How a scenario reads when the whole table is turned: places, turns and segments, also inside texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.words.actions import Action, Choose, Place, Stand
from carcassonne.words.segments import CELL, NAME, Segment

if TYPE_CHECKING:
    from carcassonne.compile.tiles import TileTable, Turned

_PLACES: Final = re.compile(
    rf"(?P<tile>\S+/\S+) at {CELL} turned [0-3]"
    rf"|(?P<pair>(?P<kind>{NAME}) (?P<one>\d{{1,3}}) and (?P=kind) (?P<other>\d{{1,3}}) at (?P<where>{CELL}))"
    rf"|(?P<segment>{NAME}(?: \d{{1,3}})? at {CELL})"
    rf"|(?<![\d,-])(?P<cell>{CELL})(?![\d,])"
)


@attrs.frozen
class Turning:
    """The table turned clockwise by quarter turns around the cell 0,0.

    renamed: for cells of the turned table, what segments of a tile that was played are called there. A tile
    that looks the same after a turn is laid in the first such turn, so its segments change their names.
    """

    quarters: int
    renamed: dict[tuple[int, int], dict[tuple[str, int], int]] = attrs.field(factory=dict)

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """Where a cell comes to lie."""
        for _ in range(self.quarters):
            x, y = -y, x
        return x, y

    def segment(self, segment: Segment) -> Segment:
        """What a segment is called."""
        x, y = self.cell(segment.x, segment.y)
        names = self.renamed.get((x, y), {})
        return Segment(x, y, segment.kind, names.get((segment.kind, segment.number), segment.number))

    def action(self, action: Action) -> Action:
        """The same action on the turned table."""
        if isinstance(action, Place):
            x, y = self.cell(action.x, action.y)
            return attrs.evolve(action, x=x, y=y, turned=(action.turned + self.quarters) % 4)
        if isinstance(action, Stand):
            return attrs.evolve(action, segment=self.segment(action.segment))
        if isinstance(action, Choose):
            return Choose(action.about, self.text(action.value))
        return action

    def text(self, text: str) -> str:
        """A text in which every place, turn and segment is that of the turned table."""
        return _PLACES.sub(self._replace, text) if self.quarters else text

    def _replace(self, found: re.Match[str]) -> str:
        if found["pair"]:
            return self._pair(f"{found['kind']} {found[n]} at {found['where']}" for n in ("one", "other"))
        if found["segment"]:
            segment = Segment.parse(found["segment"])
            return found[0] if segment is None else str(self.segment(segment))
        tile = found["tile"] or ""
        numbers = [int(number) for number in re.findall(r"-?\d+", found[0].removeprefix(tile))]
        x, y = self.cell(numbers[0], numbers[1])
        return f"{tile} at {x},{y} turned {(numbers[2] + self.quarters) % 4}" if tile else f"{x},{y}"

    def _pair(self, texts: Iterable[str]) -> str:
        """Two segments of one tile, such as a connection lies between, in the order of their numbers."""
        parsed = [segment for segment in map(Segment.parse, texts) if segment is not None]
        one, other = sorted(map(self.segment, parsed))
        return f"{one.kind} {one.number} and {other}"

    def note(self, place: Place, tiles: TileTable) -> None:
        """Remember what the segments of a tile are called that is about to be played, as it was written."""
        number = tiles.numbers.get(place.tile)
        if number is None or not self.quarters:
            return
        same = tiles.same[number]
        wanted = tiles.turned[number][(same[place.turned] + self.quarters) % 4]
        laid = tiles.turned[number][same[wanted.turn]]
        names = _names(wanted, laid)
        if names:
            self.renamed[self.cell(place.x, place.y)] = names


def _names(wanted: Turned, laid: Turned) -> dict[tuple[str, int], int]:
    """The numbers that the segments of one turn of a tile have in another turn that looks the same."""
    names = {}
    for position, segment in enumerate(wanted.segments):
        if wanted.numbers[position] and segment.ports:
            other = next(
                number
                for number, candidate in enumerate(laid.segments)
                if candidate.kind == segment.kind and sorted(candidate.ports) == sorted(segment.ports)
            )
            names[segment.kind, wanted.numbers[position]] = laid.numbers[other]
    return names
