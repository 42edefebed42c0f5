"""Finished tiles as flat tables: every turn of every tile, what fits where, and which segments meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from carcassonne.read.definitions import FeatureKind, Symbol
from carcassonne.read.drawings import Tile, TileSegment
from carcassonne.read.faces import turn_tile

SPAN: Final = 1 << 15
"""Cells are whole numbers y * SPAN + x; x and y lie between -16384 and 16383."""
HALF_SPAN: Final = SPAN >> 1
STEPS: Final = (-SPAN, 1, SPAN, -1)
AROUND: Final = (-SPAN - 1, -SPAN, -SPAN + 1, -1, 1, SPAN - 1, SPAN, SPAN + 1)
EIGHT_WINDS: Final = (-SPAN, -SPAN + 1, 1, SPAN + 1, SPAN, SPAN - 1, -1, -SPAN - 1)

BITS: Final = 24
MASK: Final = (1 << BITS) - 1
ENDS: Final = 1
TILES_AT: Final = BITS
ONE_TILE: Final = 1 << BITS
_TURNS: Final = tuple(tuple(turn for turn in range(4) if bits >> turn & 1) for bits in range(16))


def cell_number(x: int, y: int) -> int:
    """The number of a cell."""
    return y * SPAN + x


def cell_place(cell: int) -> tuple[int, int]:
    """The (x, y) of a cell number."""
    x = (cell + HALF_SPAN) % SPAN - HALF_SPAN
    return x, (cell - x) // SPAN


@attrs.frozen
class Counters:
    """How everything that adds up when segments join is packed into one whole number a feature.

    24 bits each, from the lowest: open ends, tiles, then every symbol; the number of segments on top, so that
    comparing two packed numbers compares sizes first. Adding two packed numbers joins two features.
    """

    symbols: tuple[str, ...]

    def place(self, symbol: str) -> int:
        """The number of bits by which the count of a symbol is shifted."""
        return BITS * (2 + self.symbols.index(symbol))

    @property
    def size_at(self) -> int:
        """The number of bits by which the number of segments is shifted."""
        return BITS * (2 + len(self.symbols))

    def of(self, segment: TileSegment, ends: int) -> int:
        """The packed counts of a single segment."""
        packed = (1 << self.size_at) + ONE_TILE + ends * ENDS
        for name, count in segment.symbols:
            packed += count << self.place(name)
        return packed


@attrs.frozen(eq=False)
class KindTable:
    """Feature kinds by number, in order of their names."""

    names: tuple[str, ...]
    kinds: tuple[FeatureKind, ...]
    closes: tuple[bool, ...]
    surrounds: tuple[bool, ...]
    completes: tuple[bool, ...]

    @classmethod
    def of(cls, kinds: Sequence[FeatureKind]) -> KindTable:
        ordered = tuple(sorted(kinds, key=lambda kind: kind.name))
        return cls(
            tuple(kind.name for kind in ordered),
            ordered,
            tuple(kind.completes == "when closed" for kind in ordered),
            tuple(kind.completes == "when surrounded" for kind in ordered),
            tuple(kind.completes in ("when closed", "when surrounded") for kind in ordered),
        )


Joint = tuple[int, int, int]
"""Segments that meet at an edge: my position, their position, and the open ends that this closes."""


@attrs.frozen(eq=False)
class Turned:
    """A tile in one turn, ready to be laid. Tuples are by segment, in order of kind and number.

    out: for each side what it demands of the neighbour there (see `TileTable.after_demand`).
    shapes: for each side the number of the row of segments along it (see `TileTable.joins`).
    around: for each side the step to the neighbour there, what is in `out` and its row of `TileTable.after_demand`,
    what is in `shapes` and its row of `TileTable.joins`, and the side that the neighbour shows us.
    sides: the sides that each segment reaches. touching: for each segment the positions that it touches, by kind.
    counts: packed counts (see Counters). closing, centres, several: positions of the segments whose kind is complete
    when closed, when surrounded, and that share the tile with another of their kind.
    """

    tile: int
    name: str
    turn: int
    edges: tuple[int, int, int, int]
    out: tuple[int, int, int, int]
    shapes: tuple[int, int, int, int]
    around: tuple[tuple[int, int, dict[int, int], int, dict[int, tuple[Joint, ...]], int], ...]
    segments: tuple[TileSegment, ...]
    kinds: tuple[int, ...]
    numbers: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    touching: tuple[Mapping[int, tuple[int, ...]], ...]
    counts: tuple[int, ...]
    closing: tuple[int, ...]
    centres: tuple[int, ...]
    several: tuple[int, ...]
    symbols: Mapping[str, int | str]
    size: int
    empty: tuple[tuple[()], ...]


class TileTable:
    """All tiles of a ruleset with the tables of what fits and what joins.

    `after_demand` and `fits` know every demand that has come up: a new one is worked out once for all tiles and kept,
    so a ruleset with many kinds of edges need not list demands that no table ever makes. `fits` has for each tile the
    turns that meet a demand, by demand; what no turn meets is not in it. `after_demand` has a row for everything that a
    side can demand, `joins` one for every row of segments along a side: both are known to each tile (`Turned.around`).
    """

    def __init__(
        self, tiles: Sequence[Tile], kinds: KindTable, counters: Counters, symbols: Mapping[str, Symbol]
    ) -> None:
        self.kinds = kinds
        self.counters = counters
        self.tiles: tuple[Tile, ...] = tuple(_in_kind_order(tile) for tile in sorted(tiles, key=lambda tile: tile.name))
        self.names: tuple[str, ...] = tuple(tile.name for tile in self.tiles)
        self.numbers: dict[str, int] = {name: number for number, name in enumerate(self.names)}
        self.counts: tuple[int, ...] = tuple(tile.count for tile in self.tiles)
        self._edge_numbers: dict[str, int] = {}
        self._shapes: list[tuple[int, ...]] = []
        self._shape_kinds: list[tuple[int, ...]] = []
        self._shape_numbers: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self.demands: list[tuple[int, int, int, int]] = [(-1, -1, -1, -1)]
        self._demand_numbers: dict[tuple[int, int, int, int], int] = {self.demands[0]: 0}
        self.after_demand: dict[int, dict[int, int]] = {}
        self.fits: list[dict[int, tuple[int, ...]]] = [{} for _ in self.tiles]
        self.joins: dict[int, dict[int, tuple[Joint, ...]]] = {}
        for tile in self.tiles:
            for edge in tile.edges:
                self._edge_numbers.setdefault(edge, len(self._edge_numbers))
        self._with_edge: dict[tuple[int, int], int] = {}
        self._every_turn = 0
        self.turned: list[tuple[Turned, ...]] = []
        self.same: list[tuple[int, ...]] = []
        self.turns: list[tuple[int, ...]] = []
        by_name = dict(zip(kinds.names, kinds.kinds, strict=True))
        for number, tile in enumerate(self.tiles):
            four = [turn_tile(tile, turn, by_name, symbols) for turn in range(4)]
            alike = tuple(next(t for t in range(4) if _alike(four[t], four[turn])) for turn in range(4))
            self.same.append(alike)
            self.turns.append(tuple(sorted(set(alike))))
            self.turned.append(tuple(self._flatten(number, turn, four[turn]) for turn in range(4)))
            self._note_edges(number)
        self._note_fits(0)

    # Fitting ---------------------------------------------------------------------------------

    def demand_after(self, demand: int, out: int) -> int:
        """The demand of a place once another neighbour asks for an edge, kept in `after_demand`."""
        side, edge = out >> 6, out & 63
        sides = list(self.demands[demand])
        sides[side] = edge
        new = (sides[0], sides[1], sides[2], sides[3])
        number = self._demand_numbers.setdefault(new, len(self.demands))
        if number == len(self.demands):
            self.demands.append(new)
            self._note_fits(number)
        self.after_demand[out][demand] = number
        return number

    def turns_that_fit(self, tile: int, demand: int) -> tuple[int, ...]:
        """The turns, different to look at, in which a tile meets a demand."""
        return self.fits[tile].get(demand, ())

    def _note_edges(self, tile: int) -> None:
        """Note which edges the turns of a tile have: bit 4 * tile + turn stands for a turn."""
        for turn in self.turns[tile]:
            bit = 1 << 4 * tile + turn
            self._every_turn |= bit
            for place in enumerate(self.turned[tile][turn].edges):
                self._with_edge[place] = self._with_edge.get(place, 0) | bit

    def _note_fits(self, demand: int) -> None:
        """Enter a demand in `fits`, for all tiles at once."""
        fitting = self._every_turn
        for side, edge in enumerate(self.demands[demand]):
            if edge >= 0:
                fitting &= self._with_edge.get((side, edge), 0)
        for row in self.fits:
            if fitting & 15:
                row[demand] = _TURNS[fitting & 15]
            fitting >>= 4

    # Joining ---------------------------------------------------------------------------------

    def joins_of(self, mine: int, theirs: int) -> tuple[Joint, ...]:
        """(my segment, their segment, open ends that this closes) for two sides that meet; kept in `joins`."""
        pairs: list[Joint] = []
        here, there = self._shapes[mine], self._shapes[theirs][::-1]
        if len(here) == len(there):
            for position, (a, b) in enumerate(zip(here, there, strict=True)):
                if a >= 0 and b >= 0:
                    ends = 2 * ENDS if self.kinds.closes[self._shape_kinds[mine][position]] else 0
                    if (a, b, ends) not in pairs:
                        pairs.append((a, b, ends))
        self.joins[mine][theirs] = tuple(pairs)
        return self.joins[mine][theirs]

    # Making the tables -----------------------------------------------------------------------

    def _flatten(self, number: int, turn: int, tile: Tile) -> Turned:
        names = self.kinds.names
        kinds = tuple(names.index(segment.kind) for segment in tile.segments)
        closes, surrounds = self.kinds.closes, self.kinds.surrounds
        holders = self._holders(tile, kinds)
        shapes, edges = [], []
        for side in range(4):
            shapes.append(self._shape(*holders, kinds, side))
            edges.append(self._edge_numbers[tile.edges[side]])
        ends = [
            len(segment.ports) if closes[kind] else 8 if surrounds[kind] else 0
            for segment, kind in zip(tile.segments, kinds, strict=True)
        ]
        alone = [kinds.count(kind) == 1 for kind in kinds]
        out = (2 << 6 | edges[0], 3 << 6 | edges[1], 0 << 6 | edges[2], 1 << 6 | edges[3])
        after = [self.after_demand.setdefault(demanded, {}) for demanded in out]
        joins = [self.joins.setdefault(shape, {}) for shape in shapes]
        return Turned(
            tile=number,
            name=tile.name,
            turn=turn,
            edges=(edges[0], edges[1], edges[2], edges[3]),
            out=out,
            shapes=(shapes[0], shapes[1], shapes[2], shapes[3]),
            around=tuple(zip(STEPS, out, after, shapes, joins, (2, 3, 0, 1), strict=True)),
            segments=tile.segments,
            kinds=kinds,
            numbers=tuple(0 if alone[i] else kinds[:i].count(kinds[i]) + 1 for i in range(len(kinds))),
            sides=tuple(map(self._sides, tile.segments, kinds)),
            touching=tuple(
                {
                    kind: tuple(t for t in segment.touches if kinds[t] == kind)
                    for kind in {kinds[t] for t in segment.touches}
                }
                for segment in tile.segments
            ),
            counts=tuple(self.counters.of(s, e) for s, e in zip(tile.segments, ends, strict=True)),
            closing=tuple(i for i, kind in enumerate(kinds) if closes[kind]),
            centres=tuple(i for i, kind in enumerate(kinds) if surrounds[kind]),
            several=tuple(i for i, kind in enumerate(kinds) if not alone[i] and closes[kind]),
            symbols=dict(tile.symbols),
            size=len(kinds),
            empty=((),) * len(kinds),
        )

    def _holders(self, tile: Tile, kinds: tuple[int, ...]) -> tuple[dict[int, int], dict[int, int]]:
        """The positions of the segments that hold a side, by side, and of those in the gaps, by half edge."""
        sides: dict[int, int] = {}
        halves: dict[int, int] = {}
        for position, segment in enumerate(tile.segments):
            held = halves if self.kinds.kinds[kinds[position]].borders == "gaps" else sides
            for port in segment.ports:
                held.setdefault(port, position)
        return sides, halves

    def _shape(self, sides: dict[int, int], halves: dict[int, int], kinds: tuple[int, ...], side: int) -> int:
        """The number of the row of segments that meet a side, clockwise; -1 where there is none."""
        row: list[int] = []
        gaps = [halves.get(2 * side + half, -1) for half in (0, 1)]
        holder = sides.get(side, -1)
        if holder < 0:
            row = gaps
        elif self.kinds.kinds[kinds[holder]].borders == "whole side":
            row = [holder]
        else:
            row = [gaps[0], holder, gaps[1]]
        key = tuple(row), tuple(kinds[i] if i >= 0 else -1 for i in row)
        if key not in self._shape_numbers:
            self._shape_numbers[key] = len(self._shapes)
            self._shapes.append(key[0])
            self._shape_kinds.append(key[1])
        return self._shape_numbers[key]

    def _sides(self, segment: TileSegment, kind: int) -> tuple[int, ...]:
        """The sides that a segment reaches."""
        if self.kinds.kinds[kind].borders == "gaps":
            return tuple(sorted({port // 2 for port in segment.ports}))
        return tuple(sorted(segment.ports))


def _in_kind_order(tile: Tile) -> Tile:
    order = sorted(range(len(tile.segments)), key=lambda i: tile.segments[i].kind)
    place = {old: new for new, old in enumerate(order)}
    return attrs.evolve(
        tile,
        segments=tuple(
            attrs.evolve(tile.segments[old], touches=tuple(sorted(place[t] for t in tile.segments[old].touches)))
            for old in order
        ),
    )


def _alike(one: Tile, other: Tile) -> bool:
    """Whether two turns of a tile look the same: the order of segments of one kind does not matter."""
    return one.edges == other.edges and one.symbols == other.symbols and _pieces(one) == _pieces(other)


def _pieces(tile: Tile) -> list[tuple[object, ...]]:
    def name(position: int) -> tuple[str, list[int], tuple[tuple[str, int], ...]]:
        segment = tile.segments[position]
        return segment.kind, sorted(segment.ports), segment.symbols

    return sorted(
        (*name(position), sorted(name(touched) for touched in tile.segments[position].touches))
        for position in range(len(tile.segments))
    )
