"""Faults of the table: what hangs together, what is complete, and where a tile may be laid."""

from __future__ import annotations

from typing import Any

import attrs
from planted.fault import planted

from carcassonne.compile import tiles
from carcassonne.compile.tiles import ENDS, TileTable
from carcassonne.language.verbs.turn import PlaceTile
from carcassonne.play.state import State
from carcassonne.play.table import Table
from carcassonne.play.turns import Turns


@planted(Table, "join", found_by="features")
def a_union_forgets_a_member(join: Any, table: Any, a: int, b: int, ends: int) -> None:
    """Two features are joined, but the list of their segments is not."""
    ring = table.ring[:]
    join(table, a, b, ends)
    table.ring[:] = ring


@planted(Table, "join", found_by="counts, points", games=12, size=8)
def a_loop_leaves_ends_open(join: Any, table: Any, a: int, b: int, ends: int) -> None:
    """Where a feature meets itself, the two ends are not closed."""
    if table.find(a) != table.find(b):
        join(table, a, b, ends)


@planted(Table, "_surround", found_by="counts, points")
def a_monastery_is_paid_at_seven(surround: Any, table: Any, turned: Any, cell: int, base: int) -> Any:
    """A monastery is complete one neighbour short."""
    for position in turned.centres:
        table.counts[base + position] -= ENDS
    return surround(table, turned, cell, base)


@planted(Table, "cut", rules="ferries", found_by="features, counts, points, majority", games=20, size=10)
def a_ferry_keeps_two_roads_joined(cut: Any, table: Any, a: int, b: int) -> None:
    """A ferry that is laid otherwise leaves the roads together that it joined before."""
    make_anew = Table._make_anew
    Table._make_anew = lambda table, members: None  # type: ignore[method-assign]
    try:
        cut(table, a, b)
    finally:
        Table._make_anew = make_anew  # type: ignore[method-assign]


@planted(State, "completed", found_by="noticed", games=20, size=12)
def only_one_feature_is_completed(completed: Any, state: Any) -> Any:
    """A tile that completes two features completes the first of them."""
    return completed(state)[:1]


@planted(tiles, "turn_tile", found_by="counts, turning the table, points", compiles=True)
def a_symbol_is_lost_on_a_turn(turn_tile: Any, tile: Any, turns: int, *more: Any) -> Any:
    """A tile that is turned by a quarter shows no pennant any more."""
    found = turn_tile(tile, turns, *more)
    if turns != 1:
        return found
    return attrs.evolve(found, segments=tuple(attrs.evolve(segment, symbols=()) for segment in found.segments))


@planted(tiles, "turn_tile", found_by="placements, features, legality, turning the table", compiles=True)
def a_tile_turns_the_other_way(turn_tile: Any, tile: Any, turns: int, *more: Any) -> Any:
    """Tiles are turned against the clock."""
    return turn_tile(tile, -turns % 4, *more)


# Placing -----------------------------------------------------------------------------------------


@planted(Table, "lay", found_by="open places, placements, no crash")
def an_open_place_is_forgotten(lay: Any, table: Any, turned: Any, cell: int) -> Any:
    """The place in the west of a new tile is not noted as open."""
    found = lay(table, turned, cell)
    group = table.groups.get(table.frontier.pop(cell - 1, -1))
    if group is not None:
        group.pop(cell - 1)
    return found


@planted(TileTable, "demand_after", found_by="placements, legality, features, counts", compiles=True)
def a_place_demands_only_the_last_edge(demand_after: Any, table: Any, demand: int, out: int) -> int:
    """An open place with two neighbours asks only for the edge of the later one."""
    table.after_demand[out][demand] = found = demand_after(table, 0, out)
    return int(found)


@planted(TileTable, "_note_fits", found_by="placements, no crash", compiles=True)
def a_tile_fits_against_an_edge(note_fits: Any, table: Any, demand: int) -> None:
    """The west edge of a tile may meet anything."""
    sides = table.demands[demand]
    table.demands[demand] = (*sides[:3], -1)
    note_fits(table, demand)
    table.demands[demand] = sides


@planted(Table, "placements", found_by="placements, turning the table")
def a_turn_is_missing(placements: Any, table: Any, tile: int) -> list[int]:
    """A tile is never offered turned by three quarters."""
    found = placements(table, tile)
    return [code for code in found if code & 3 != 3] or found


@planted(Turns, "legal_placements", rules="river", found_by="legality, no crash")
def a_forbidden_placement_is_on_offer(legal_placements: Any, state: Any, tile: int) -> Any:
    """The list of placements forgets the rules that forbid some."""
    return state.placements(tile)


@planted(PlaceTile, "why_not", found_by="legality, no crash, questions")
def nothing_is_ever_refused(why_not: Any, step: Any, play: Any, action: Any) -> None:
    """No reason is given against a placement that does not fit."""
    return
