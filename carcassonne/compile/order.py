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


Thing = TypeVar("Thing", bound=Named)


def in_order(
    things: Sequence[Thing], problems: list[Problem], *, first: Callable[[Thing], Iterable[str]] | None = None
) -> tuple[Thing, ...]:
    """Sort so that everything comes after what its `after` names, and before what its `before` names.

    `first` answers more names that a thing comes before. Where nothing is written the names decide, so the result
    does not depend on the order given. Names that are not
    among the things are passed over. A circle is a problem, reported at each of its members.

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
    circle = ", ".join(sorted(left)[:8]) + (", …" if len(left) > 8 else "")
    problems += [
        Problem(
            left[name].where,
            f"{name}: the order goes round in a circle among {circle}",
            "Take one 'after' or 'before' away.",
        )
        for name in sorted(left)
    ]
    return tuple(done)


def _names(thing: object, which: str) -> Iterable[str]:
    names: tuple[str, ...] = getattr(thing, which, ())
    return names
