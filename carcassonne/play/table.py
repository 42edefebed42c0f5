"""Tiles on the table: open places, links between segments, and the features that the links make.

The links are the truth. The union-find over them is a cache: union by size, no path compression (so that every join
can be taken back), and what a feature knows is merged at the roots. Figures stand on segments, never on roots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from carcassonne.compile.tiles import (
    AROUND,
    ENDS,
    MASK,
    ONE_TILE,
    TILES_AT,
    TileTable,
    Turned,
)
from carcassonne.play.cell_trees import cells_of, together
from carcassonne.play.journal import GONE, SEGMENT_COLUMNS, Column, Journal

PARENT, RING, COUNTS, HOLDERS, CELLS, KINDS, BOARD, FRONTIER, CENTRES, SHARED, LINKS, STANDING, POSTS = map(
    int, list(Column)[:13]
)
MORE: Final = 1
LESS: Final = 2


class Table:
    """The columns that speak of tiles and features, and the few ways to change them.

    A segment is a number, given in the order in which tiles are laid. `board` maps a cell to (turned tile, number of
    its first segment). `standing` maps a segment to the pieces on it, `posts` a piece to the segments it stands on.
    `frontier` maps every open place that touches a tile to its demand; `groups` is the same the other way round, a
    cache: the places of each demand, with the code of laying a tile there unturned. `changed` tells what standing
    rules must be asked again for: whether there is MORE on the table than when they were asked last, or LESS, or both.
    """

    __slots__ = (
        "board",
        "cells",
        "centres",
        "changed",
        "columns",
        "counts",
        "frontier",
        "groups",
        "holders",
        "journal",
        "kinds",
        "links",
        "parent",
        "posts",
        "ring",
        "shared",
        "size_at",
        "standing",
        "tiles",
    )

    def __init__(
        self, tiles: TileTable, columns: list[Any], groups: dict[int, dict[int, int]], entries: list[Any]
    ) -> None:
        self.tiles = tiles
        self.size_at = tiles.counters.size_at
        self.columns = columns
        self.journal = Journal(columns, entries)
        self.changed = MORE | LESS
        self.groups = groups
        self.parent: list[int] = columns[PARENT]
        self.ring: list[int] = columns[RING]
        self.counts: list[int] = columns[COUNTS]
        self.holders: list[tuple[tuple[int, int], ...]] = columns[HOLDERS]
        self.cells: list[int] = columns[CELLS]
        self.kinds: list[int] = columns[KINDS]
        self.board: dict[int, tuple[Turned, int]] = columns[BOARD]
        self.frontier: dict[int, int] = columns[FRONTIER]
        self.centres: dict[int, tuple[int, ...]] = columns[CENTRES]
        self.shared: dict[int, Any] = columns[SHARED]
        self.links: dict[int, tuple[int, ...]] = columns[LINKS]
        self.standing: dict[int, tuple[int, ...]] = columns[STANDING]
        self.posts: dict[int, tuple[int, ...]] = columns[POSTS]

    # Laying ----------------------------------------------------------------------------------

    def lay(self, turned: Turned, cell: int) -> tuple[int, ...]:
        """Put a tile on a cell, join it with its neighbours, and return the segments that this surrounds.

        One long function because it is the heart of every turn: a call less per side is felt.
        """
        tiles, board, frontier, groups = self.tiles, self.board, self.frontier, self.groups
        write = self.journal.entries.append
        self.changed |= MORE
        base = len(self.parent)
        fresh = range(base, base + turned.size)
        self.parent.extend(fresh)
        self.ring.extend(fresh)
        self.counts.extend(turned.counts)
        self.holders.extend(turned.empty)
        self.cells.extend([cell] * turned.size)
        self.kinds.extend(turned.kinds)
        for position in turned.several:
            write((SHARED, base + position, GONE))
            self.shared[base + position] = (cell,)
        write((BOARD, cell, GONE))
        board[cell] = (turned, base)
        demand = frontier.pop(cell, 0)
        if demand:
            write((FRONTIER, cell, demand))
            group = groups[demand]
            del group[cell]
            if not group:
                del groups[demand]
        for step, out, after, shape, joins, back in turned.around:
            other = cell + step
            there = board.get(other)
            if there is None:
                demand = frontier.get(other, 0)
                new = after.get(demand)
                if new is None:
                    new = tiles.demand_after(demand, out)
                if demand:
                    write((FRONTIER, other, demand))
                    group = groups[demand]
                    del group[other]
                    if not group:
                        del groups[demand]
                else:
                    write((FRONTIER, other, GONE))
                frontier[other] = new
                if new in groups:
                    groups[new][other] = other << 2
                else:
                    groups[new] = {other: other << 2}
            else:
                facing = there[0].shapes[back]
                pairs = joins.get(facing)
                if pairs is None:
                    pairs = tiles.joins_of(shape, facing)
                for mine, theirs, ends in pairs:
                    self.join(base + mine, there[1] + theirs, ends)
        if self.centres or turned.centres:
            return self._surround(turned, cell, base)
        return ()

    def _surround(self, turned: Turned, cell: int, base: int) -> tuple[int, ...]:
        """Count the tile as a neighbour of what wants to be surrounded, and its neighbours for its own centres."""
        board, centres, counts = self.board, self.centres, self.counts
        write = self.journal.entries.append
        done: list[int] = []
        if centres:
            for step in AROUND:
                found = centres.get(cell + step)
                if found is not None:
                    for segment in found:
                        write((COUNTS, segment, counts[segment]))
                        counts[segment] -= ENDS
                    if not counts[found[0]] & MASK:
                        done.extend(found)
                        write((CENTRES, cell + step, found))
                        del centres[cell + step]
        if turned.centres:
            neighbours = sum(cell + step in board for step in AROUND)
            mine = tuple(base + position for position in turned.centres)
            for segment in mine:
                counts[segment] -= neighbours * ENDS
            if neighbours == len(AROUND):
                done.extend(mine)
            else:
                write((CENTRES, cell, GONE))
                centres[cell] = mine
        return tuple(sorted(done))

    # Links -----------------------------------------------------------------------------------

    def find(self, segment: int) -> int:
        """The root of the feature that a segment belongs to. Never writes."""
        parent = self.parent
        while parent[segment] != segment:
            segment = parent[segment]
        return segment

    def join(self, a: int, b: int, ends: int) -> None:
        """Make two segments one feature; `ends` open ends are closed by it."""
        parent, counts = self.parent, self.counts
        write = self.journal.entries.append
        while parent[a] != a:
            a = parent[a]
        while parent[b] != b:
            b = parent[b]
        if a == b:
            if ends:
                write((COUNTS, a, counts[a]))
                counts[a] -= ends
            return
        if counts[a] < counts[b]:
            a, b = b, a
        ring, holders = self.ring, self.holders
        twice = self._join_shared(a, b) if b in self.shared else 0
        write((PARENT, b, b))
        parent[b] = a
        write((COUNTS, a, counts[a]))
        counts[a] += counts[b] - ends - twice * ONE_TILE
        write((RING, a, ring[a]))
        write((RING, b, ring[b]))
        ring[a], ring[b] = ring[b], ring[a]
        if holders[b]:
            write((HOLDERS, a, holders[a]))
            holders[a] += holders[b]

    def _join_shared(self, a: int, b: int) -> int:
        """Remember the tiles with several segments of the kind, and say how many both features lie on.

        Asked before the two are joined. Only the tiles of the smaller feature `b` are looked at.
        """
        find, board = self.find, self.board
        kind = self.kinds[a]
        twice = 0
        tree, here = self.shared[b], self.shared.get(a)
        for cell in dict.fromkeys(cells_of(tree)):
            turned, base = board[cell]
            for position in turned.several:
                if turned.kinds[position] == kind and find(base + position) == a:
                    twice += 1
                    break
        self.journal.set(SHARED, a, tree if here is None else together(here, tree))
        return twice

    def link(self, a: int, b: int) -> None:
        """Connect two segments by something that lies on the table, so that they are one feature until `cut`."""
        for one, other in ((a, b), (b, a)):
            self.journal.set(LINKS, one, tuple(sorted((*self.links.get(one, ()), other))))
        self.join(a, b, 0)

    def cut(self, a: int, b: int) -> None:
        """Take such a connection away, and make anew the one feature that it was part of."""
        for one, other in ((a, b), (b, a)):
            rest = list(self.links[one])
            rest.remove(other)
            self.journal.set(LINKS, one, tuple(rest) if rest else GONE)
        self._make_anew(sorted(self.members(a)))

    def _make_anew(self, members: list[int]) -> None:
        self.changed |= LESS
        set_ = self.journal.set
        for segment in members:
            turned, base = self.board[self.cells[segment]]
            set_(PARENT, segment, segment)
            set_(RING, segment, segment)
            set_(COUNTS, segment, turned.counts[segment - base])
            set_(HOLDERS, segment, tuple((segment, piece) for piece in self.standing.get(segment, ())))
            if segment - base in turned.several:
                set_(SHARED, segment, (self.cells[segment],))
            elif segment in self.shared:
                set_(SHARED, segment, GONE)
        for segment in members:
            for other, ends in self.neighbours(segment):
                if segment < other:
                    self.join(segment, other, ends)
            for other in self.links.get(segment, ()):
                if segment < other:
                    self.join(segment, other, 0)

    def neighbours(self, segment: int) -> Iterator[tuple[int, int]]:
        """(segment on a neighbouring tile, open ends closed there) for each that meets this one at an edge."""
        cell = self.cells[segment]
        turned, base = self.board[cell]
        for side in turned.sides[segment - base]:
            step, _, _, shape, joins, back = turned.around[side]
            there = self.board.get(cell + step)
            if there is None:
                continue
            facing = there[0].shapes[back]
            pairs = joins.get(facing)
            for mine, theirs, ends in self.tiles.joins_of(shape, facing) if pairs is None else pairs:
                if base + mine == segment:
                    yield there[1] + theirs, ends

    # What a feature is -----------------------------------------------------------------------

    def kind(self, segment: int) -> int:
        """The number of the feature kind of a segment."""
        return self.kinds[segment]

    def members(self, segment: int) -> list[int]:
        """All segments of a feature, once each, starting with the given one."""
        ring, found = self.ring, [segment]
        at = ring[segment]
        while at != segment:
            found.append(at)
            at = ring[at]
        return found

    def open_ends(self, segment: int) -> int:
        """How many edges (or, for what wants to be surrounded, neighbouring places) are still open."""
        return self.counts[self.find(segment)] & MASK

    def is_complete(self, segment: int) -> bool:
        """Whether the feature is complete; a kind that never completes never is."""
        if not self.tiles.kinds.completes[self.kinds[segment]]:
            return False
        parent = self.parent  # asked so often that it does without `find`
        while parent[segment] != segment:
            segment = parent[segment]
        return not self.counts[segment] & MASK

    def tiles_of(self, segment: int) -> int:
        """On how many different tiles the feature has a segment."""
        if self.tiles.kinds.closes[self.kinds[segment]]:
            return self.counts[self.find(segment)] >> TILES_AT & MASK
        return len({self.cells[member] for member in self.members(segment)})

    def count_of(self, segment: int, shift: int) -> int:
        """How often a symbol stands in the feature; `shift` is its place among the counters."""
        return self.counts[self.find(segment)] >> shift & MASK

    def touched(self, segment: int, kind: int) -> list[int]:
        """Roots of the features of a kind that this feature touches inside its tiles, each once, in order of number."""
        board, cells, parent = self.board, self.cells, self.parent
        found: dict[int, None] = {}
        for member in self.members(segment):
            turned, base = board[cells[member]]
            for position in turned.touching[member - base].get(kind, ()):
                root = base + position
                while parent[root] != root:
                    root = parent[root]
                found[root] = None
        return sorted(found)

    # Figures ---------------------------------------------------------------------------------

    def put(self, piece: int, segment: int) -> None:
        """Stand a piece on a segment."""
        self.changed |= MORE
        self.journal.set(STANDING, segment, tuple(sorted((*self.standing.get(segment, ()), piece))))
        self.journal.set(POSTS, piece, tuple(sorted((*self.posts.get(piece, ()), segment))))
        root = self.find(segment)
        self.journal.set(HOLDERS, root, (*self.holders[root], (segment, piece)))

    def lift(self, piece: int, segment: int) -> None:
        """Take a piece off a segment."""
        self.changed |= LESS
        self._take_out(STANDING, segment, piece)
        self._take_out(POSTS, piece, segment)
        root = self.find(segment)
        left = list(self.holders[root])
        left.remove((segment, piece))
        self.journal.set(HOLDERS, root, tuple(left))

    def _take_out(self, column: int, key: int, value: int) -> None:
        """Take one value out of an entry, and the entry away with its last one."""
        rest = list(self.columns[column][key])
        rest.remove(value)
        self.journal.set(column, key, tuple(rest) if rest else GONE)

    # Going back ------------------------------------------------------------------------------

    def back(self, entries: int, segments: int) -> None:
        """Undo everything since the journal had `entries` entries and the table `segments` segments."""
        self.changed = MORE | LESS
        columns, groups = self.columns, self.groups
        log = self.journal.entries
        while len(log) > entries:
            column, key, old = log.pop()
            box = columns[column]
            if column == FRONTIER:
                now = box.get(key, 0)
                group = groups.get(now)
                if group is not None:
                    group.pop(key, None)
                    if not group:
                        del groups[now]
                if old is not GONE:
                    groups.setdefault(old, {})[key] = key << 2
            if old is GONE:
                box.pop(key, None)  # an interrupted write may have come no further than the journal
            else:
                box[key] = old
        for column in range(SEGMENT_COLUMNS):
            del columns[column][segments:]

    def placements(self, tile: int) -> list[int]:
        """Every (cell, turn) in which a tile fits, as sorted numbers cell * 4 + turn; no rule is asked yet."""
        found: list[int] = []
        groups, fits = self.groups, self.tiles.fits[tile]
        for demand in groups.keys() & fits.keys():
            turns = fits[demand]
            for code in groups[demand].values():
                for turn in turns:
                    found.append(code + turn)
        found.sort()
        return found
