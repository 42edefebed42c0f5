"""The tables of what fits and what joins say the same as the pictures of the tiles."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.pictures import STEPS, Box, Picture
from oracle.settings import rules_with
from oracle.table import Table

from carcassonne.compile.tiles import ENDS, HALF_SPAN, MASK, TILES_AT, cell_number, cell_place

RULES = rules_with(("base", "river", "abbot"))
TILES = RULES.tiles
BOX = Box(RULES.definitions.tiles)
INSIDE = st.integers(-HALF_SPAN, HALF_SPAN - 1)


@given(INSIDE, INSIDE)
def test_cells_are_numbers_and_come_back(x: int, y: int) -> None:
    assert cell_place(cell_number(x, y)) == (x, y)


@given(INSIDE, INSIDE, INSIDE, INSIDE)
def test_cells_sort_in_reading_order(x: int, y: int, a: int, b: int) -> None:
    assert (cell_number(x, y) < cell_number(a, b)) == ((y, x) < (b, a))


def test_tiles_are_numbered_by_their_names() -> None:
    assert list(TILES.names) == sorted(BOX.pictures)
    assert dict(zip(TILES.names, TILES.counts, strict=True)) == BOX.counts
    assert [TILES.numbers[name] for name in TILES.names] == list(range(len(TILES.names)))


def test_the_turns_that_look_the_same_are_those_that_a_person_cannot_tell_apart() -> None:
    for number, name in enumerate(TILES.names):
        assert TILES.turns[number] == BOX.turns[name]
        looks = [picture.look() for picture in BOX.pictures[name]]
        assert TILES.same[number] == tuple(looks.index(look) for look in looks)


def demand_of(neighbours: dict[int, Picture]) -> int:
    """The demand of an empty place with neighbours at some of its sides."""
    demand = 0
    for side, there in neighbours.items():
        turned = TILES.turned[TILES.numbers[there.name]][there.turn]
        out = turned.out[(side + 2) % 4]
        known = TILES.after_demand[out].get(demand)
        demand = TILES.demand_after(demand, out) if known is None else known
    return demand


@given(st.data())
def test_a_tile_fits_where_all_edges_match(data: st.DataObject) -> None:
    pictures = [four[turn] for four in BOX.pictures.values() for turn in range(4)]
    sides = data.draw(st.lists(st.integers(0, 3), max_size=4, unique=True))
    neighbours = {side: data.draw(st.sampled_from(pictures)) for side in sides}
    table = Table(BOX, {STEPS[side]: there for side, there in neighbours.items()})
    demand = demand_of(neighbours)
    again = demand_of(dict(reversed(list(neighbours.items()))))
    assert demand == again
    for number, name in enumerate(TILES.names):
        fitting = tuple(turn for turn in BOX.turns[name] if table.fits(BOX.pictures[name][turn], 0, 0))
        assert TILES.turns_that_fit(number, demand) == fitting
        assert (demand in TILES.fits[number]) == bool(fitting)


def named(turned: Any, position: int) -> tuple[str, int]:
    return TILES.kinds.names[turned.kinds[position]], turned.numbers[position]


@given(st.data())
def test_what_joins_across_an_edge_is_what_runs_on(data: st.DataObject) -> None:
    names = st.sampled_from(TILES.names)
    turns = st.integers(0, 3)
    mine, theirs = (
        BOX.pictures[data.draw(names)][data.draw(turns)],
        BOX.pictures[data.draw(names)][data.draw(turns)],
    )
    side = data.draw(st.integers(0, 3))
    table = Table(BOX, {(0, 0): mine, STEPS[side]: theirs})
    if not table.fits(mine, 0, 0):
        return
    expected = {
        (table.name((0, 0, position))[2:], table.name(other)[2:])
        for position in range(len(mine.pieces))
        for other in table.beyond((0, 0, position))
    }
    here = TILES.turned[TILES.numbers[mine.name]][mine.turn]
    there = TILES.turned[TILES.numbers[theirs.name]][theirs.turn]
    pairs = TILES.joins_of(here.shapes[side], there.shapes[(side + 2) % 4])
    assert {(named(here, a), named(there, b)) for a, b, _ in pairs} == expected
    assert len(pairs) == len(expected)
    for a, _, ends in pairs:
        assert ends == (2 * ENDS if named(here, a)[0] in ("road", "city") else 0)


def test_packed_counts_hold_ends_tiles_and_symbols() -> None:
    pennant = TILES.counters.place("pennant")
    for four in TILES.turned:
        for lying in four:
            picture = BOX.pictures[lying.name][lying.turn]
            pieces = {(piece.kind, piece.number): piece for piece in picture.pieces}
            for position, packed in enumerate(lying.counts):
                kind, number = named(lying, position)
                piece = pieces[kind, number]
                ends = {"road": len(piece.sides), "city": len(piece.sides), "cloister": 8, "garden": 8}.get(kind, 0)
                assert packed & MASK == ends
                assert packed >> TILES_AT & MASK == 1
                assert packed >> pennant & MASK == piece.pennants
                assert packed >> TILES.counters.size_at == 1


def test_two_packed_counts_add_up_without_touching_each_other() -> None:
    counters = TILES.counters
    shifts = [0, TILES_AT, *(counters.place(symbol) for symbol in counters.symbols), counters.size_at]
    assert len(set(shifts)) == len(shifts)
    for a, b in product(shifts, shifts):
        assert a == b or abs(a - b) >= 24


@pytest.mark.parametrize(("x", "y"), [(0, 0), (-1, 0), (16_000, -16_000), (-16_383, 16_381)])
def test_places_inside_have_cells(x: int, y: int) -> None:
    cell = RULES.cell_of(x, y)
    assert cell is not None
    assert RULES.place_of(cell) == (x, y)


@pytest.mark.parametrize(("x", "y"), [(16_384, 0), (0, -16_384), (16_383, 0), (10**9, 0), (0, 10**30)])
def test_places_outside_have_none(x: int, y: int) -> None:
    assert RULES.cell_of(x, y) is None
