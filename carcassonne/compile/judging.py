"""What only shows when everything else is compiled: what nobody uses, asks for or offers."""

from __future__ import annotations

from collections.abc import Sequence

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import Names
from carcassonne.compile.steps import Blocks
from carcassonne.errors import Problem
from carcassonne.language.scope import SUBJECTS
from carcassonne.read.definitions import Definitions, Rule
from carcassonne.read.source import cure_for


def judge_whole(definitions: Definitions, names: Names, blocks: Blocks, rules: Sequence[Rule]) -> None:
    """Report unused quantities that mean nothing, figures of which nothing is said, and decisions without rules."""
    for quantity in definitions.quantities:
        if quantity.name not in names.used:
            thing = f"quantity {quantity.name!r}"
            Compiler(names, frozenset(SUBJECTS), thing, inside=(quantity.name,), words=None).any(quantity.value)
    if definitions.faulty:
        return  # what is missing may be the consequence of another fault
    off = definitions.switched_off
    if off.keys().isdisjoint(("features", "groups", "tracks")):
        _judge_figures(definitions, names)
    _judge_decisions(
        definitions, blocks, rules, names.problems, asked_off="turn" in off or "final" in off, offers_off="rules" in off
    )


def _judge_figures(definitions: Definitions, names: Names) -> None:
    """A figure that stands nowhere is a slip: most often of a variant that means another."""
    standing = {rule.figure for rule in definitions.standing}
    for figure in definitions.figures:
        said = figure.stands_on or figure.track or figure.name in standing or figure.name in names.companions
        if not said and figure.name not in names.used:
            others = [other.name for other in definitions.figures if other is not figure]
            fault = f"figure {figure.name!r}: nothing says where it stands, and nothing speaks of it"
            cure = cure_for(figure.name, others, "other figures here")
            names.problems.append(Problem(figure.where, fault, cure, code="CARC-L045"))


def _judge_decisions(
    definitions: Definitions,
    blocks: Blocks,
    rules: Sequence[Rule],
    problems: list[Problem],
    *,
    asked_off: bool,
    offers_off: bool,
) -> None:
    """A decision needs a step that asks for it and a rule that offers something, unless an option took that away."""
    offered = tuple(dict.fromkeys(rule.offers for rule in definitions.rules if rule.offers))
    for decision, (where, alone) in blocks.asked.items():
        if alone and decision not in offered and not offers_off:
            fault = f"take action: no rule offers anything for the decision {decision!r}"
            cure = cure_for(decision, offered, "decisions of rules")
            problems.append(Problem(where, fault, cure, code="CARC-L046"))
    for rule in rules:
        if rule.offers and rule.offers not in blocks.asked and not asked_off:
            fault = f"rule {rule.name!r}: unknown decision {rule.offers!r}"
            cure = cure_for(rule.offers, tuple(blocks.asked), "decisions here")
            problems.append(Problem(rule.occasion, fault, cure, code="CARC-L041"))
