"""The stock of tiles of a saved game, and which tile chance draws from it there."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from carcassonne.interop.jcloisterzone.files import Saved
from carcassonne.interop.jcloisterzone.tables import DEFAULT_GROUP, Tables

LOW_48: Final = (1 << 48) - 1
SPRING: Final = "river-spring"
FORK, RIVER, LAKE = "river-fork", "river", "river-lake"
FLOWING: Final = (FORK, RIVER, LAKE)
BEFORE: Final = {RIVER: (FORK,), LAKE: (RIVER,), DEFAULT_GROUP: (RIVER, LAKE)}
"""The heaps that wait, with those for which they wait; for a fork the river waits until a tile was drawn."""


def advance(value: float) -> float:
    """The next value of the random stream, after one was used.

    >>> advance(0.5)
    3.907985046680551e-14
    """
    (bits,) = struct.unpack(">Q", struct.pack(">d", value))
    low: int = (25214903917 * (bits & LOW_48) + 11) & LOW_48
    return low / (1 << 48)


@attrs.frozen
class Stock:
    """What is left to draw. Frozen: drawing gives another stock.

    counts: how many there are of each tile, sorted by heap and id. heaps: the heap of each tile. flows: whether
    the river's heaps go before all others. has_begun: whether a tile was drawn.
    """

    counts: Mapping[str, int]
    heaps: Mapping[str, str]
    flows: bool
    has_begun: bool = False

    @classmethod
    def of(cls, saved: Saved, known: Tables) -> Stock:
        """The stock when the start tiles lie on the table."""
        counts: dict[str, int] = {}
        for name, copies in saved.sets.items():
            for tile, count in known.packs.get(name, {}).items():
                counts[tile] = counts.get(tile, 0) + count * copies
        for tile in {known.removes[name]: None for name in saved.sets if name in known.removes}:
            counts.pop(tile, None)
        for tile in known.at_most_one:
            if tile in counts:
                counts[tile] = 1
        for tile, other in known.one_more.items():
            if tile in counts:
                counts[tile] += counts.get(other, 0)
        for start in saved.start:
            counts[start.tile] = counts.get(start.tile, 0) - 1
        heaps = {tile: known.groups.get(tile, DEFAULT_GROUP) for tile in counts}
        left = {
            tile: counts[tile]
            for tile in sorted(counts, key=lambda tile: (heaps[tile], tile))
            if counts[tile] > 0 and heaps[tile] != SPRING
        }
        return cls(left, heaps, any(heaps[tile] in FLOWING for tile in left))

    def __len__(self) -> int:
        return sum(self.counts.values())

    def drawn_from(self, value: float) -> Iterator[str]:
        """Everything that is left, in the order in which the random stream would draw it."""
        left = self
        while (tile := left.drawn_by(value)) is not None:
            yield tile
            left, value = left.without(tile), advance(value)

    def without(self, tile: str) -> Stock:
        """The stock when a tile is drawn; unchanged where it has no such tile."""
        left = self.counts.get(tile, 0) - 1
        if left < 0:
            return self
        counts = {**self.counts, tile: left}
        return attrs.evolve(self, counts={name: count for name, count in counts.items() if count}, has_begun=True)

    def drawn_by(self, value: float) -> str | None:
        """The tile that a value of the random stream draws; None when nothing is left."""
        active = self.active()
        at = int(value * sum(active.values()))
        for tile, count in active.items():
            at -= count
            if at < 0:
                return tile
        return None

    def active(self) -> Mapping[str, int]:
        """What may be drawn now: a fork first of all, then the river with all other forks, its lakes, and the rest."""
        if not self.flows:
            return self.counts
        there = set(map(self.heaps.__getitem__, self.counts))
        waiting = {heap for heap, others in BEFORE.items() if there.intersection(others)}
        if self.has_begun:
            waiting.discard(RIVER)
        return {tile: count for tile, count in self.counts.items() if self.heaps[tile] not in waiting}
