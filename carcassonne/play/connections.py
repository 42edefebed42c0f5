"""Connections between segments of one tile: laying, moving, and which of them a new tile reaches."""

from __future__ import annotations

from carcassonne.compile.tiles import AROUND
from carcassonne.play.turns import Turns
from carcassonne.words.segments import SegmentNumber


class Connections(Turns):
    """A position that knows how connections lie and what can be done with them."""

    __slots__ = ()

    def connect(self, a: int, b: int) -> None:
        """Lay a connection between two segments; both features are looked at when completed ones are scored."""
        self.link(a, b)
        self.relinked = (*self.relinked, SegmentNumber(a), SegmentNumber(b))
        self.events.append(("connected", a, b))

    def disconnect(self, a: int, b: int) -> None:
        """Take a connection away."""
        self.cut(a, b)
        self.relinked = (*self.relinked, SegmentNumber(a), SegmentNumber(b))

    def other_pairs(self, a: int, b: int) -> list[tuple[int, int]]:
        """The other ways in which a connection between two segments could lie on its tile."""
        turned, base = self.board[self.cells[a]]
        kind = turned.kinds[a - base]
        ends = [base + position for position, found in enumerate(turned.kinds) if found == kind]
        return [(c, d) for place, c in enumerate(ends) for d in ends[place + 1 :] if (c, d) != (a, b)]

    def connection_name(self, pair: tuple[int, int]) -> str:
        """What a connection is remembered by, wherever it lies on its tile."""
        x, y = self.rules.place_of(self.cells[pair[0]])
        return f"connection at {x},{y}"

    def first_connections(self, kind: int) -> list[tuple[int, int]]:
        """The connections that are met first, going along a kind of feature away from every segment of the new tile."""
        if self.new is None or not self.links:
            return []
        turned, base = self.new.turned, self.new.base
        find, ring = self.find, self.ring
        mine = [base + position for position, found in enumerate(turned.kinds) if found == kind]
        joined = [segment for segment in mine if ring[segment] != segment]
        if not joined:
            return []
        connected = {find(a) for a, across in self.links.items() if a < across[-1]}  # the two ends are one feature
        waiting = [segment for segment in joined if find(segment) in connected]
        seen, found = set(mine), set[tuple[int, int]]()
        while waiting:
            segment = waiting.pop()
            for other, _ in self.neighbours(segment):
                if other in seen:
                    continue
                seen.add(other)
                across = self.links.get(other, ())
                if across and self.cells[other] != self.new.cell:
                    found.update((min(other, far), max(other, far)) for far in across)
                else:
                    waiting.append(other)
        return sorted(found, key=lambda pair: (self.cells[pair[0]], pair))

    def covered(self, feature: int) -> list[int]:
        """The cells of a feature's tiles; for what wants to be surrounded also those around it."""
        cells = {self.cells[member] for member in self.members(feature)}
        if self.tiles.kinds.surrounds[self.kind(feature)]:
            cells |= {cell + step for cell in cells for step in AROUND if cell + step in self.board}
        return sorted(cells)
