"""Which expansion a point came from, by where its formula or rule is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.balance.facts import Origin
from carcassonne.errors import Where
from carcassonne.read.definitions import Value

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset

NO_ID: Final = "no rule id"
_LAWLESS: Final = frozenset({"modules", "options", "tiles", "tile_sets", "tile_changes", "laws", "switched_off"})


@attrs.frozen
class Origins:
    """What a ruleset says of its sources.

    by_rule: modules by rule id. by_formula: modules by kind of feature and what is counted, for formulas without id.
    rules: ids of the named rules, by name.
    """

    modules: tuple[str, ...]
    kinds: tuple[str, ...]
    by_rule: Mapping[str, str]
    by_formula: Mapping[tuple[str, str], str]
    rules: Mapping[str, str]

    @classmethod
    def of(cls, rules: Ruleset) -> Origins:
        """The origins that a ruleset has."""
        definitions = rules.definitions
        module_of = {module.file: module.id for module in definitions.modules}
        by_rule: dict[str, str] = {}
        for field in attrs.fields(type(definitions)):
            if field.name not in _LAWLESS:
                for rule, where in _written(getattr(definitions, field.name), None):
                    by_rule.setdefault(rule, module_of.get(where.file, NO_ID))
        return cls(
            modules=tuple(module.id for module in definitions.modules),
            kinds=tuple(kind.name for kind in definitions.features),
            by_rule=by_rule,
            by_formula=_formulas(rules, module_of),
            rules=_named(rules),
        )

    def module(self, origin: Origin) -> str:
        """The module that points came from."""
        if origin.rule:
            return self.by_rule.get(origin.rule, NO_ID)
        return self.by_formula.get((origin.kind, origin.what), NO_ID)


def _written(thing: Any, where: Where | None) -> Iterator[tuple[str, Where]]:
    """Every rule id in a definition with its place, or that of what it stands in."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from _written(each, where)
    elif isinstance(thing, Mapping):
        for each in thing.values():
            yield from _written(each, where)
    elif isinstance(thing, Value):
        if isinstance(thing.value, Mapping):
            rule = thing.value.get("rule")
            if rule is not None and isinstance(rule.value, str):
                yield rule.value, rule.where
        if not isinstance(thing.value, str):
            yield from _written(thing.value, thing.where)
    elif attrs.has(type(thing)) and not isinstance(thing, Where):
        yield from _written_in(thing, where)


def _written_in(thing: Any, where: Where | None) -> Iterator[tuple[str, Where]]:
    """The rule ids of one definition, and of what stands in it."""
    place = _place(thing) or where
    rule = getattr(thing, "rule", "")
    if isinstance(rule, str) and rule and place is not None:
        yield rule, place
    for field in attrs.fields(type(thing)):
        yield from _written(getattr(thing, field.name), place)


def _place(thing: Any) -> Where | None:
    """Where a definition is written: a formula by its points."""
    points = getattr(thing, "points", None)
    found: object = getattr(thing, "where", None) or getattr(points, "where", None)
    return found if isinstance(found, Where) else None


def _formulas(rules: Ruleset, module_of: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """Modules of the terms of formulas that have no rule id."""
    definitions = rules.definitions
    own = {score.kind: score for score in definitions.scores}
    changed = {change.name: module_of.get(change.where.file, NO_ID) for change in definitions.score_changes}
    found: dict[tuple[str, str], str] = {}
    for kind, points in zip(rules.kinds.names, rules.points, strict=True):
        for change in (*points.replacements, *points.additions, *points.operations):
            found[kind, change.name] = changed.get(change.name, NO_ID)
            for formula in (change.complete, change.unfinished):
                for term in () if formula is None else formula.terms:
                    found.setdefault((kind, term.what), changed.get(change.name, NO_ID))
        found |= {(kind, f"tie: {tie.name}"): module_of.get(tie.where.file, NO_ID) for tie in definitions.ties}
        score = own.get(kind)
        if score is not None:
            for written, formula in ((score.complete, points.complete), (score.unfinished, points.unfinished)):
                if written is not None and formula is not None and not written.rule:
                    module = module_of.get(written.points.where.file, NO_ID)
                    found |= {(kind, term.what): module for term in formula.terms}
    return found


def _named(rules: Ruleset) -> dict[str, str]:
    """The rule ids of everything that has a name and acts; what only forbids does not."""
    definitions = rules.definitions
    found = {rule.name: rule.rule for rule in definitions.rules if not rule.forbids}
    found |= {change.name: change.rule for change in definitions.score_changes}
    found |= {standing.name: standing.rule for standing in definitions.standing}
    found |= {tie.name: tie.rule for tie in definitions.ties}
    return dict(sorted(found.items()))
