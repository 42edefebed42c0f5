"""What looks suspicious in a file and under which choices, less what the file explains."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

import attrs

from carcassonne.checking.choices import Choice
from carcassonne.errors import Problem
from carcassonne.read.definitions import Definitions
from carcassonne.read.expected import KEY, Explanation

Key = tuple[str, str]
"""The code of a warning and the name of what earns it."""
Names = Callable[[Definitions], Collection[str]]


@attrs.frozen
class Suspicion:
    """A warning about a thing, by the name under which a file can explain it: a tile, a figure, a rule …"""

    name: str
    problem: Problem

    @property
    def key(self) -> Key:
        """Its code and its name."""
        return self.problem.code, self.name


def _rules(definitions: Definitions) -> Collection[str]:
    sections = (
        definitions.rules, definitions.turn, definitions.final, definitions.score_changes, definitions.ties,
    )  # fmt: skip
    return {thing.name for section in sections for thing in section}


def _kinds(definitions: Definitions) -> Collection[str]:
    return {kind.name for kind in definitions.features}


def _tiles(definitions: Definitions) -> set[str]:
    return {tile.name for tile in definitions.tiles}


def _drawn(definitions: Definitions) -> set[str]:
    return {segment.kind for tile in definitions.tiles for segment in tile.segments}


IN_EVERY: Final[Mapping[str, Names]] = {
    "CARC-W005": _rules,
    "CARC-W010": _kinds,
    "CARC-W011": lambda definitions: {score.kind for score in definitions.scores},
    "CARC-W013": _kinds,
}
"""Warnings of what may be there for one choice alone and is right with that; with the names of all that is in play."""
TOGETHER: Final = ("CARC-W001", "CARC-W002", "CARC-W003")
"""Warnings of tiles that are played together: of these those under choices of other modules are told, too."""
FIGURES: Final = "CARC-W004"
MENDED: Final[Mapping[str, Names]] = {
    "CARC-W001": _tiles,
    "CARC-W002": lambda definitions: _tiles(definitions) | _drawn(definitions),
    "CARC-W003": _drawn,
    FIGURES: lambda definitions: {figure.name for figure in definitions.figures},
}
"""Warnings that say which choice would mend them; with the names of all that is in play."""


class Verdict:
    """What looks suspicious under some choices, that of the defaults first.

    A tile that cannot be laid is suspicious under any choice, and then bears its name; a rule without an occasion only
    if none of the choices under which it is in play gives it one. A figure without a place is suspicious where nothing
    is chosen; other choices may leave it aside.
    """

    def __init__(self) -> None:
        self._found: dict[Key, Suspicion] = {}
        self._cleared: dict[Key, Choice] = {}
        self._of_defaults: frozenset[Key] = frozenset()

    def add(self, choice: Choice, suspicions: Iterable[Suspicion]) -> None:
        """Take in what is suspicious under one more choice."""
        here = {suspicion.key: suspicion for suspicion in suspicions}
        if not choice.option:
            self._of_defaults = frozenset(here)
        for key, suspicion in here.items():
            if key not in self._found and (key[0] in TOGETHER or not choice.is_foreign):
                named = suspicion.problem if key[0] in IN_EVERY else _under(choice, suspicion.problem)
                self._found[key] = attrs.evolve(suspicion, problem=named)
        for code, names in (*IN_EVERY.items(), *MENDED.items()):
            for name in names(choice.definitions):
                if (code, name) not in here:
                    self._cleared.setdefault((code, name), choice)

    @property
    def is_open(self) -> bool:
        """Whether another choice may still mend something."""
        return any(key not in self._cleared and (key[0] in IN_EVERY or key[0] in MENDED) for key in self._found)

    def suspicions(self) -> list[Suspicion]:
        """What is left of it."""
        return [
            attrs.evolve(each, problem=self._mended(each)) for key, each in self._found.items() if self._is_left(key)
        ]

    def _is_left(self, key: Key) -> bool:
        in_every = key[0] in IN_EVERY or (key[0] == FIGURES and key not in self._of_defaults)
        return key not in self._cleared or not in_every

    def _mended(self, suspicion: Suspicion) -> Problem:
        """The problem of a suspicion, perhaps with a choice that would mend it."""
        problem, choice = suspicion.problem, self._cleared.get(suspicion.key)
        if choice is None or not choice.option:
            return problem
        default = f"defaults: {{{choice.option}: {choice.value}}}"
        way = f"write {default}" if choice.is_foreign else "make that the default, or keep it out of play without"
        return attrs.evolve(problem, cure=f"{problem.cure}\nWith {choice} all is well: {way}.")


def _under(choice: Choice, problem: Problem) -> Problem:
    return attrs.evolve(problem, fault=f"with {choice}: {problem.fault}") if choice.option else problem


def unexplained(
    suspicions: Iterable[Suspicion], said: Iterable[Explanation], *, earned: Collection[Key] = ()
) -> Iterator[Problem]:
    """The warnings that are not explained, and the explanations of warnings that do not come.

    earned: what may be explained besides.
    """
    left = {(each.code, each.name): each for each in said if (each.code, each.name) not in earned}
    known = frozenset((each.code, each.name) for each in said)
    for suspicion in suspicions:
        left.pop(suspicion.key, None)
        if suspicion.key not in known:
            yield suspicion.problem
    for each in left.values():
        fault = f"{KEY}: nothing earns {each.code} for {each.name!r}"
        yield Problem(each.where, fault, "Take the line away.", code="CARC-W009")
