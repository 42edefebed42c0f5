"""Who is in front of the others, made ready: among all players at the end, and among those tied for a feature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import Names
from carcassonne.compile.order import in_order, refuse_rivals
from carcassonne.language.extension_points import FEATURE, PLAYER, SCORED
from carcassonne.language.steps import Function
from carcassonne.read.definitions import Criterion, Definitions, Tie

NOBODY: Final = "nobody"
SPLITS: Final = {"split, rounded up": -1, "split, rounded down": 1}
"""The words for a share of the points, with the sign under which a whole division rounds that way."""


@attrs.frozen(eq=False)
class Preference:
    """Tells some of several players from the others: those for whom `rank` is largest."""

    name: str
    condition: Function | None
    rank: Function
    rule: str


@attrs.frozen(eq=False)
class Payment:
    """What those get who are tied still: nothing (`nobody`), a share (`split`, rounded by its sign), or all of it."""

    name: str
    condition: Function | None
    nobody: bool
    split: int
    rule: str


@attrs.frozen(eq=False)
class Ties:
    """What becomes of ties for features of one kind: preferences one after the other, then the first payment."""

    preferences: tuple[Preference, ...] = ()
    payments: tuple[Payment, ...] = ()


def compile_winner(definitions: Definitions, names: Names, files: Sequence[str]) -> tuple[Preference, ...]:
    """What decides who wins, in its order."""
    made = (
        _preference(criterion, PLAYER, f"criterion of winning {criterion.name!r}", names)
        for criterion in in_order(definitions.winner, names.problems, files=files)
    )
    return tuple(preference for preference in made if preference is not None)


def compile_ties(definitions: Definitions, names: Names, files: Sequence[str]) -> tuple[Ties, ...]:
    """For each feature kind what becomes of ties; nothing at all where no module says anything."""
    if not definitions.ties:
        return ()
    ties = in_order(definitions.ties, names.problems, first=lambda tie: tie.over, files=files)
    made: list[tuple[Tie, Preference | Payment | None]] = []
    for tie in ties:
        thing = f"tie {tie.name!r}"
        made.append((tie, _payment(tie, thing, names) if tie.pay else _preference(tie, SCORED, thing, names)))
    for kind in names.kinds.names:
        rivals = [tie for tie in ties if tie.pay and kind in tie.of]
        refuse_rivals(rivals, "tie", f"say what ties for {kind!r} pay", names.problems)
    return tuple(
        Ties(
            tuple(each for tie, each in made if kind in tie.of and isinstance(each, Preference)),
            tuple(each for tie, each in made if kind in tie.of and isinstance(each, Payment)),
        )
        for kind in names.kinds.names
    )


def _preference(said: Criterion | Tie, subjects: frozenset[str], thing: str, names: Names) -> Preference | None:
    is_tie = isinstance(said, Tie)
    compiler = Compiler(names, subjects, f"{thing}, {said.how}", scores=is_tie, weighs=is_tie)
    condition = _condition(said, thing, names) if isinstance(said, Tie) else None
    if said.by is None:
        return None
    asked = compiler.condition(said.by) if said.how == "prefer" else compiler.number(said.by)
    return None if asked is None else Preference(said.name, condition, _ranked(asked, said.how), said.rule)


def _payment(tie: Tie, thing: str, names: Names) -> Payment:
    return Payment(tie.name, _condition(tie, thing, names), tie.pay == NOBODY, SPLITS.get(tie.pay, 0), tie.rule)


def _condition(tie: Tie, thing: str, names: Names) -> Function | None:
    return Compiler(names, FEATURE, f"{thing}, if", scores=True, weighs=True).condition(tie.condition)


def _ranked(asked: Function, how: str) -> Function:
    """Make what is asked a number of which the largest is preferred."""
    if how == "least":
        return lambda play, scope: -asked(play, scope)
    return asked
