"""What features are worth, made ready: for each kind its formulas, and all changes of them layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import NoneType

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.formulas import Change, Formula, Points
from carcassonne.compile.names import Names
from carcassonne.compile.order import in_order, refuse_rivals
from carcassonne.errors import Problem
from carcassonne.language import registry
from carcassonne.language.extension_points import APPLIED, SCORED
from carcassonne.language.grammar import Name, parse
from carcassonne.language.steps import Function
from carcassonne.read.definitions import Definitions, Phrase, ScoreChange


def compile_points(definitions: Definitions, names: Names, files: Sequence[str]) -> tuple[Points, ...]:
    """For each feature kind its formulas with all changes, layer by layer."""
    own: dict[str, tuple[Formula | None, Formula | None]] = {}
    for score in definitions.scores:
        compiler = Compiler(names, SCORED, f"score of {score.kind!r}", scores=True)
        both = [
            compiler.formula(written.points, written.rule) if written is not None else None
            for written in (score.complete, score.unfinished)
        ]
        own[score.kind] = both[0], both[1]
    changes = in_order(definitions.score_changes, names.problems, first=lambda change: change.over, files=files)
    made = [(change, _change(change, names)) for change in changes]
    for kind in names.kinds.names:
        rivals = [change for change in changes if change.layer == "replace" and kind in change.of]
        refuse_rivals(rivals, "score change", f"replace the points of {kind!r}", names.problems)
    return tuple(
        Points(
            *own.get(kind, (None, None)),
            *(
                tuple(compiled for change, compiled in made if change.layer == layer and kind in change.of)
                for layer in ("replace", "add", "apply")
            ),
        )
        for kind in names.kinds.names
    )


def compile_operation(phrase: Phrase, thing: str, problems: list[Problem]) -> Callable[[int], int] | None:
    """An operation on points by its name."""
    word = registry.find("operation", phrase.text)
    if word is None:
        cure = registry.cure("operation", phrase.text)
        number = registry.find("quantity", phrase.text)
        if number is not None and number.parameters == ("number",):
            cure = f"It is a quantity: write '{phrase.text}(points)'."
        problems.append(Problem(phrase.where, f"{thing}: no operation {phrase.text!r}", cure, code="CARC-L043"))
        return None
    return word.function


def _change(change: ScoreChange, names: Names) -> Change:
    thing = f"score change {change.name!r}"
    compiler = Compiler(names, SCORED, thing, scores=True)
    formulas: list[Formula | None] = [None, None]
    operations: list[Function | None] = [None, None]
    for place, phrase in enumerate((change.complete, change.unfinished)):
        if phrase is not None and change.layer == "apply":
            operations[place] = _applied(phrase, thing, names)
        elif phrase is not None:
            formulas[place] = compiler.formula(phrase, change.rule)
    return Change(
        name=change.name,
        condition=compiler.condition(change.condition),
        complete=formulas[0],
        unfinished=formulas[1],
        if_complete=operations[0],
        if_unfinished=operations[1],
        rule=change.rule,
    )


def _applied(phrase: Phrase, thing: str, names: Names) -> Function | None:
    """What `apply` makes of the points so far: an operation by its name, or an expression with `points` in it."""
    word = registry.find("operation", phrase.text)
    if word is not None:
        function = word.function
        return lambda play, scope: function(scope.points)
    if isinstance(parse(phrase, []), Name | NoneType):
        compile_operation(phrase, thing, names.problems)  # no such name: say which there are
        return None
    return Compiler(names, APPLIED, f"{thing}, apply", scores=True).number(phrase)
