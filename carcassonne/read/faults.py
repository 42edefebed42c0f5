"""A list of problems that ends the reading when it holds more than anybody would read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from carcassonne.errors import Problem

MOST: Final = 100


class EnoughFaults(Exception):
    """Raised by `Faults`; whoever made the list catches it and reports what is there."""


class Faults(list[Problem]):
    """Problems in the order in which they were found, at most `MOST`.

    >>> from carcassonne.errors import Where
    >>> faults = Faults()
    >>> try:
    ...     while True:
    ...         faults.append(Problem(Where("house.yaml", len(faults) + 1, 1), "a fault"))
    ... except EnoughFaults:
    ...     print(len(faults))
    100
    """

    def append(self, problem: Problem, /) -> None:
        super().append(problem)
        if len(self) >= MOST:
            raise EnoughFaults

    def extend(self, problems: Iterable[Problem], /) -> None:
        for problem in problems:
            self.append(problem)

    def __iadd__(self, problems: Iterable[Problem], /) -> Faults:  # type: ignore[misc,override]
        self.extend(problems)
        return self
