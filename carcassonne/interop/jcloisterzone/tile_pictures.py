"""Finds what a picture must show so that its fields come out as a file of another program states them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import Where
from carcassonne.read.drawings import Drawing, DrawnGap
from carcassonne.read.faces import gaps_of

if TYPE_CHECKING:
    from carcassonne.read.definitions import FeatureKind

MOST_ATTEMPTS: Final = 400
CITY: Final = "city"


@attrs.frozen
class Field:
    """A field as the other program states it: half sides 0..7, none for an inner one, and the cities it adjoins."""

    halves: tuple[int, ...]
    cities: tuple[int, ...]
    symbols: tuple[tuple[str, int], ...]
    where: Where


@attrs.frozen
class Hints:
    """What a drawing says about how its segments lie to each other, by our words."""

    meets: tuple[tuple[int, ...], ...] = ()
    crosses: tuple[tuple[int, ...], ...] = ()
    touches: tuple[tuple[int, ...], ...] = ()
    reaches: tuple[tuple[int, int], ...] = ()

    def on(self, drawing: Drawing) -> Drawing:
        """The drawing with these hints."""
        joins = dict.fromkeys((*self.meets, *self.crosses, *self.touches))
        return attrs.evolve(drawing, joins=tuple(joins), reaches=tuple(sorted(self.reaches)))


class Budget:
    """How many pictures may be tried for one file, besides the first of each tile."""

    def __init__(self, attempts: int = 8_000) -> None:
        self.left = attempts

    def spend(self) -> bool:
        """Whether one more may be tried."""
        self.left -= 1
        return self.left >= 0


def drawn_like(
    drawing: Drawing,
    meets: tuple[tuple[int, ...], ...],
    fields: Iterable[Field] | None,
    kinds: Mapping[str, FeatureKind],
    budget: Budget,
) -> tuple[Drawing, Hints]:
    """The drawing with the fewest hints from which the stated fields follow, and these hints.

    First as it is, then with one thing that touches, crosses or reaches a corner, then with two. Where no
    picture tells it, or the budget is spent, the fields are stated. Without fields the drawing stays as it
    is. Which roads and rivers a field touches is not compared: the other program does not say.
    """
    plain = Hints(meets=meets)
    if fields is None:
        return plain.on(drawing), plain
    stated = sorted(fields, key=lambda field: (field.halves or (99,), field.cities))
    wanted = sorted((field.halves, field.cities) for field in stated)
    crossings = _crossings(drawing, meets)
    for number, hints in enumerate(_attempts(drawing, plain, crossings)):
        if number > MOST_ATTEMPTS or (number and not budget.spend()):
            break
        tried = hints.on(drawing)
        if _cities(tried, kinds) == wanted:
            return tried, hints
    gaps = tuple(DrawnGap(field.halves, field.cities, field.where) for field in stated)
    return attrs.evolve(plain.on(drawing), gaps=gaps), plain


def _cities(drawing: Drawing, kinds: Mapping[str, FeatureKind]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The fields that follow from a drawing, each with the cities that it touches."""
    return sorted(
        (
            tuple(sorted(halves)),
            tuple(sorted(other for other in touches if drawing.segments[other].kind == CITY)),
        )
        for halves, touches in gaps_of(drawing, kinds)
    )


def _crossings(drawing: Drawing, meets: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Pairs of segments that cross: a person sees a bridge where the ends of two things lie between each other.

    Of things that meet it is a road or a river that crosses, rather than a city.
    """
    things = [(number,) for number in range(len(drawing.segments))] + [*meets]
    found = []
    for one, other in combinations(things, 2):
        if not {*one} & {*other} and _interleave(_ends(drawing, one), _ends(drawing, other)):
            found.append(tuple(sorted((_crosser(drawing, one), _crosser(drawing, other)))))
    return list(dict.fromkeys(found))


def _ends(drawing: Drawing, group: tuple[int, ...]) -> list[int]:
    return sorted(side for number in group for side in drawing.segments[number].sides)


def _interleave(one: list[int], other: list[int]) -> bool:
    """Whether two things with two ends each have them by turns."""
    return len(one) == len(other) == 2 and sum(one[0] < side < one[1] for side in other) == 1


def _crosser(drawing: Drawing, group: tuple[int, ...]) -> int:
    return min(group, key=lambda number: (drawing.segments[number].kind == CITY, not drawing.segments[number].sides))


def _attempts(drawing: Drawing, plain: Hints, crossings: list[tuple[int, ...]]) -> Iterator[Hints]:
    bridged = attrs.evolve(plain, crosses=tuple(crossings))
    yield bridged
    hints = [*_hints(drawing, plain)]
    yield from (_with(bridged, hint) for hint in hints)
    for first, second in combinations(hints, 2):
        both = _with(_with(bridged, first), second)
        if len({corner for _, corner in both.reaches}) == len(both.reaches):
            yield both


def _hints(drawing: Drawing, plain: Hints) -> Iterator[Hints]:
    """Single hints, the likeliest first: a wall to a corner, unless something printed may be what is touched."""
    holders = [number for number, segment in enumerate(drawing.segments) if segment.sides]
    rivers = {number for number in holders if drawing.segments[number].kind == "river"}
    groups = [
        group
        for size in range(2, len(holders) + 1)
        for group in combinations(holders, size)
        if group not in plain.meets
    ]
    bridges = [Hints(crosses=(group,)) for group in groups if len(group) == 2 and len(rivers & {*group}) == 1]
    touching = [Hints(touches=(group,)) for group in groups if len(group) != 2 or len(rivers & {*group}) != 1]
    cities = [number for number in holders if drawing.segments[number].kind == CITY]
    walls = [Hints(reaches=((number, corner),)) for number in cities for corner in range(4)]
    yield from bridges
    yield from (*touching, *walls) if drawing.symbols else (*walls, *touching)


def _with(one: Hints, other: Hints) -> Hints:
    return Hints(
        meets=one.meets,
        crosses=tuple(dict.fromkeys((*one.crosses, *other.crosses))),
        touches=tuple(dict.fromkeys((*one.touches, *other.touches))),
        reaches=tuple(dict.fromkeys((*one.reaches, *other.reaches))),
    )
