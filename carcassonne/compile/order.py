"""Puts named things in the order that their files write, never in the order in which they were loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Protocol, TypeVar

from carcassonne.errors import Problem, Where


class Named(Protocol):
    """Something with a name and a place; it may have names in `after` and in `before`."""

    @property
    def name(self) -> str: ...
    @property
    def where(self) -> Where: ...


class Claim(Named, Protocol):
    """Something that may have names in `over`: it is asked before them."""

    @property
    def over(self) -> Sequence[str]: ...


Thing = TypeVar("Thing", bound=Named)


def in_order(
    things: Sequence[Thing],
    problems: list[Problem],
    *,
    first: Callable[[Thing], Iterable[str]] | None = None,
    files: Sequence[str] = (),
) -> tuple[Thing, ...]:
    """Sort so that everything comes after what its `after` names, and before what its `before` names.

    `first` answers more names that a thing comes before. Where nothing is written the names decide, so the result
    does not depend on the order given. Names that are not among the things are passed over. A circle is a problem,
    reported once: where the latest of the `files` that have a part in it says what comes after or before.

    >>> import attrs
    >>> @attrs.frozen
    ... class Phase:
    ...     name: str
    ...     after: tuple[str, ...] = ()
    ...     before: tuple[str, ...] = ()
    ...     where: Where = Where("turn.yaml", 1, 1)
    >>> found = in_order([Phase("score", after=("place",)), Phase("place"), Phase("gold", ("place",), ("score",))], [])
    >>> [phase.name for phase in found]
    ['place', 'gold', 'score']
    """
    left = {thing.name: thing for thing in things}
    waits = {thing.name: {name for name in _names(thing, "after") if name in left} for thing in things}
    for thing in things:
        for later in (*_names(thing, "before"), *(first(thing) if first else ())):
            if later in waits:
                waits[later].add(thing.name)
    followers: dict[str, list[str]] = {name: [] for name in left}
    for name, earlier in waits.items():
        for other in earlier:
            followers[other].append(name)
    ready = [name for name, earlier in waits.items() if not earlier]
    heapify(ready)
    done: list[Thing] = []
    while ready:
        name = heappop(ready)
        done.append(left.pop(name))
        for later in followers[name]:
            waits[later].discard(name)
            if not waits[later]:
                heappush(ready, later)
    while left:
        circle = _circle(sorted(left)[0], waits)
        where = max((place for name in circle for place in _places(left[name])), key=lambda place: _rank(place, files))
        shown = " → ".join((*circle[:8], "…" if len(circle) > 8 else circle[0]))
        fault = f"{circle[0]}: the order goes round in a circle: {shown}"
        problems.append(Problem(where, fault, "Take one 'after' or 'before' away.", code="CARC-L053"))
        behind = list(circle)  # what waits for the circle is no fault of its own
        while behind:
            name = behind.pop()
            if left.pop(name, None) is not None:
                behind += followers[name]
    return tuple(done)


def _circle(name: str, waits: dict[str, set[str]]) -> list[str]:
    """Names that wait for each other, the earlier one first, beginning with the first by name."""
    way: list[str] = []
    while name not in way:
        way.append(name)
        name = min(waits[name])
    circle = way[way.index(name) :][::-1]
    start = circle.index(min(circle))
    return circle[start:] + circle[:start]


def _places(thing: Named) -> Sequence[Where]:
    return getattr(thing, "order_where", ()) or (thing.where,)


def _rank(place: Where, files: Sequence[str]) -> tuple[int, Where]:
    return (files.index(place.file) if place.file in files else -1), place


def _names(thing: object, which: str) -> Iterable[str]:
    names: tuple[str, ...] = getattr(thing, which, ())
    return names


def refuse_rivals(claims: Sequence[Claim], called: str, do: str, problems: list[Problem]) -> None:
    """Of two that claim the same one must say that it is over the other. do: what both do, for people."""
    for place, claim in enumerate(claims):
        for other in claims[place + 1 :]:
            if other.name not in claim.over and claim.name not in other.over:
                fault = f"{called} {other.name!r}: it and {claim.name!r} both {do}"
                cure = f"One must come first: 'over: {claim.name}' or 'over: {other.name}'."
                problems.append(Problem(other.where, fault, cure, code="CARC-L047"))
