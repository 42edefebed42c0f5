"""The laws that files say, made functions: checked with the other rules, and never asked in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import Names
from carcassonne.language.extension_points import APPLIED, TURN, WITH_FEATURE
from carcassonne.language.grammar import Binary, Number, parse, text
from carcassonne.language.steps import Function
from carcassonne.read.definitions import Phrase, WrittenLaw

GAINED: Final = frozenset(("player", "points"))
SUBJECTS: Final[Mapping[str, frozenset[str]]] = {
    "moment": TURN,
    "player": TURN,
    "feature": WITH_FEATURE,
    "award": APPLIED,
    "step": GAINED,
    "end": TURN,
}
"""What a law can ask about, by what it is asked of."""


@attrs.frozen(eq=False)
class Law:
    """A law of the files, ready to be asked. kinds: feature kinds by number, empty for all.

    needs_feature: whether it says something of a feature, so that awards without one are left out.
    sides: the numbers that it compares, each with its text, for telling how it fails.
    """

    name: str
    every: str
    kinds: tuple[int, ...]
    condition: Function | None
    holds: Function
    needs_feature: bool
    text: str
    sides: tuple[tuple[str, Function], ...]
    why: str


def compile_law(law: WrittenLaw, names: Names) -> Law | None:
    """Make a law ready; None with the problems noted, and for one that only says what is skipped."""
    if law.holds is None:
        return None
    thing, subjects = f"law {law.name!r}", SUBJECTS[law.every]
    condition = Compiler(names, subjects, f"{thing}, if").condition(law.condition)
    holds = Compiler(names, subjects, f"{thing}, holds").condition(law.holds)
    if holds is None:
        return None
    plain = subjects - {"feature"}
    return Law(
        name=law.name,
        every=law.every,
        kinds=tuple(names.kinds.names.index(kind) for kind in law.of if kind in names.kinds.names),
        condition=condition,
        holds=holds,
        needs_feature=bool(law.of) or not all(_compiles(phrase, names, plain) for phrase in (law.condition, law.holds)),
        text=law.holds.text,
        sides=_sides(law.holds, names, subjects),
        why=law.why,
    )


def _compiles(phrase: Phrase | None, names: Names, subjects: frozenset[str]) -> bool:
    """Whether an expression can be asked with these subjects alone."""
    quiet = attrs.evolve(names, problems=[])
    return phrase is None or Compiler(quiet, subjects, "").condition(phrase) is not None


def _sides(phrase: Phrase, names: Names, subjects: frozenset[str]) -> tuple[tuple[str, Function], ...]:
    """The two sides of a comparison, less plain numbers."""
    expression = parse(phrase, [])
    if not isinstance(expression, Binary) or expression.operator in ("and", "or"):
        return ()
    quiet = attrs.evolve(names, problems=[])
    found = []
    for side in (expression.left, expression.right):
        if not isinstance(side, Number):
            made = Compiler(quiet, subjects, "").number(Phrase(text(side), phrase.where))
            if made is not None:
                found.append((text(side), made))
    return tuple(found)
