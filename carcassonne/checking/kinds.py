"""What looks suspicious about feature kinds: those that mean nothing to anybody who plays."""

from __future__ import annotations

import re
from collections.abc import Iterator

from carcassonne.checking.rules import words_in
from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem
from carcassonne.read.definitions import Definitions


def idle_kinds(definitions: Definitions) -> Iterator[Suspicion]:
    """Kinds that can be completed, though that means nothing: no points, no figures, no rule that names them."""
    scored = {score.kind for score in definitions.scores}
    scored.update(kind for change in definitions.score_changes for kind in change.of)
    stood_on = {kind for figure in definitions.figures for kind in figure.stands_on}
    said = None
    for kind in definitions.features:
        if kind.completes == "never" or kind.name in scored or kind.name in stood_on:
            continue
        said = _said(definitions) if said is None else said
        names = (kind.name, *(group for group, kinds in definitions.groups if kind.name in kinds))
        if not any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said) for name in names):
            fault = f"feature kind {kind.name!r}: it means nothing: no points, no figure that stands there, no rule"
            cure = (
                f"Give it points: score: {{{kind.name}: {{complete: tiles}}}}, and a figure that stands on it. "
                "What is only there to be seen is 'completes: never'."
            )
            yield Suspicion(kind.name, Problem(kind.where, fault, cure, code="CARC-W013"))


def _said(definitions: Definitions) -> str:
    """All that the rules in play say, in lines."""
    parts = (
        definitions.turn,
        definitions.final,
        definitions.rules,
        definitions.standing,
        definitions.quantities,
        definitions.score_changes,
        definitions.ties,
        definitions.winner,
        definitions.figures,
        definitions.companions,
    )
    shown = (rule.tiles_with for rule in definitions.rules)
    return "\n".join((*shown, *(text for part in parts for text in words_in(part))))
