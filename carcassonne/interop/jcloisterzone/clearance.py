"""The geometric test by which that program lets a river go on, which is narrower than our option."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from carcassonne.words.actions import Place

if TYPE_CHECKING:
    from carcassonne.compile.tiles import Turned
    from carcassonne.interop.jcloisterzone.timeline import Timeline

RIVER: Final = "river"
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]


def is_clear(timeline: Timeline, place: Place) -> bool:
    """Whether the river may go on where a placement would let it flow.

    Every free river side of the tile must have nothing in the two cells ahead and beside them, and no tile
    anywhere further ahead in the three rows around its own. And two open ends that flow the same way may not be
    neighbours, however far apart they are along their way.
    """
    rules = timeline.game.rules
    if RIVER not in rules.kinds.names:
        return True
    table = timeline.ledger.table
    turned = timeline.places.turned(place.tile, place.turned)
    here = (place.x, place.y)
    ends = [side for side in _river_sides(timeline, turned) if _next(here, side) not in table]
    if not all(_has_room(table, here, side) for side in ends):
        return False
    covered = {*table, here}
    flows = [(_next(here, side), side) for side in ends]
    for cell, (name, turns) in table.items():
        sides = _river_sides(timeline, timeline.places.turned(name, turns))
        flows += [(_next(cell, side), side) for side in sides if _next(cell, side) not in covered]
    return not any(
        side == other_side and abs(one[_across(side)] - other[_across(side)]) == 1
        for one, side in flows
        for other, other_side in flows
    )


def _river_sides(timeline: Timeline, turned: Turned) -> list[int]:
    names = timeline.game.rules.kinds.names
    return [
        side for kind, sides in zip(turned.kinds, turned.sides, strict=True) if names[kind] == RIVER for side in sides
    ]


def _next(cell: Cell, side: int, steps: int = 1) -> Cell:
    dx, dy = STEPS[side]
    return cell[0] + steps * dx, cell[1] + steps * dy


def _across(side: int) -> int:
    """The coordinate that counts the rows beside a way: 0 for x, 1 for y."""
    return 0 if side in (0, 2) else 1


def _has_room(table: Iterable[Cell], here: Cell, side: int) -> bool:
    dx, dy = STEPS[side]
    for x, y in table:
        ahead = (x - here[0]) * dx + (y - here[1]) * dy
        beside = abs((x - here[0]) * dy) + abs((y - here[1]) * dx)
        if ahead >= 1 and beside <= 1:
            return False
    return True
