"""What looks suspicious in a file, less what the file explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from carcassonne.errors import Problem
from carcassonne.read.expected import KEY, Explanation


@attrs.frozen
class Suspicion:
    """A warning about a thing, by the name under which a file can explain it: a tile, a figure, a rule …"""

    name: str
    problem: Problem


def unexplained(suspicions: Iterable[Suspicion], said: Iterable[Explanation]) -> Iterator[Problem]:
    """The warnings that are not explained, and the explanations of warnings that do not come."""
    left = {(each.code, each.name): each for each in said}
    known = frozenset(left)
    for suspicion in suspicions:
        key = (suspicion.problem.code, suspicion.name)
        left.pop(key, None)
        if key not in known:
            yield suspicion.problem
    for each in left.values():
        fault = f"{KEY}: nothing earns {each.code} for {each.name!r}"
        yield Problem(each.where, fault, "Take the line away.", code="CARC-W009")
