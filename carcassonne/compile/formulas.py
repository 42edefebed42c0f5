"""Compiled scoring formulas: sums of terms, and the changes that modules make to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from carcassonne.language.steps import Function


@attrs.frozen(eq=False)
class Term:
    """One part of a sum: so many of something at so much each. `count` is None for a number that stands alone."""

    what: str
    each: int
    count: Function | None


@attrs.frozen(eq=False)
class Formula:
    """A sum of terms, given by one rule."""

    terms: tuple[Term, ...]
    rule: str


@attrs.frozen(eq=False)
class Change:
    """A change of the points of a feature: for complete and for unfinished ones a formula, or an operation.

    An operation answers the new points; the points so far are the scope's.
    """

    name: str
    condition: Function | None
    complete: Formula | None
    unfinished: Formula | None
    if_complete: Function | None
    if_unfinished: Function | None
    rule: str


@attrs.frozen(eq=False)
class Points:
    """How a kind of feature scores: its own formulas, and the changes of the three layers, each in its order."""

    complete: Formula | None = None
    unfinished: Formula | None = None
    replacements: tuple[Change, ...] = ()
    additions: tuple[Change, ...] = ()
    operations: tuple[Change, ...] = ()
