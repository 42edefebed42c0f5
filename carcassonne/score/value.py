"""What a feature is worth to a player, line by line: formulas applied to what the table shows. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.scope import Scope
from carcassonne.words.lines import Line, total

if TYPE_CHECKING:
    from carcassonne.compile.formulas import Formula, Points
    from carcassonne.words.play import Play


def formula_lines(formula: Formula, play: Play, scope: Scope) -> list[Line]:
    """The terms of a formula that count for something."""
    lines: list[Line] = []
    for term in formula.terms:
        count = 1 if term.count is None else int(term.count(play, scope))
        if count and term.each:
            lines.append((term.what, count, term.each, formula.rule))
    return lines


def feature_lines(points: Points, play: Play, feature: int, *, complete: bool, player: int) -> list[Line]:
    """What a feature gives to a player who has the majority; the points are the sum of count times each.

    Three layers: at most one replacement of the kind's own formula, then additions, then operations on the whole.
    A kind without a formula for its state is worth nothing. Does not ask who has the majority.
    """
    scope = Scope(feature, player, play.new)
    formula = points.complete if complete else points.unfinished
    for change in points.replacements:
        if change.condition is None or change.condition(play, scope):
            formula = change.complete if complete else change.unfinished
            break
    lines = formula_lines(formula, play, scope) if formula is not None else []
    for change in points.additions:
        added = change.complete if complete else change.unfinished
        if added is not None and (change.condition is None or change.condition(play, scope)):
            lines += formula_lines(added, play, scope)
    for change in points.operations:
        operation = change.if_complete if complete else change.if_unfinished
        if operation is not None and (change.condition is None or change.condition(play, scope)):
            scope.points = total(lines)
            lines.append((change.name, 1, int(operation(play, scope)) - scope.points, change.rule))
    return lines
