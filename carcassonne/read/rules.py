"""Turns merged sections into definitions: scoring, phases, rules and standing rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from carcassonne.errors import Problem
from carcassonne.read.definitions import (
    FOLLOWERS,
    Companion,
    Criterion,
    NamedQuantity,
    Phase,
    Phrase,
    Points,
    Rule,
    Score,
    ScoreChange,
    Standing,
    Step,
    Tie,
    WrittenLaw,
)
from carcassonne.read.fields import Fields, Reader, as_phrase, as_value
from carcassonne.read.laws import read_laws
from carcassonne.read.merge import Entry, Merged
from carcassonne.read.sections import Declared
from carcassonne.read.source import Node, as_list, as_name, cure_for, found, shown
from carcassonne.read.ties import read_ties, read_winner

STATES: Final = ("complete", "unfinished")
LAYERS: Final = ("replace", "add", "apply")
OCCASIONS: Final = ("on", "offers", "forbids")
LIMITS: Final = ("once a round", "once a part", "once a turn")
STEP_KEYS: Final = ("if", "as")


@attrs.frozen
class Described:
    """What the sections on scoring and on what happens say."""

    quantities: tuple[NamedQuantity, ...]
    companions: tuple[Companion, ...]
    scores: tuple[Score, ...]
    score_changes: tuple[ScoreChange, ...]
    turn: tuple[Phase, ...]
    final: tuple[Phase, ...]
    rules: tuple[Rule, ...]
    standing: tuple[Standing, ...]
    laws: tuple[WrittenLaw, ...]
    winner: tuple[Criterion, ...]
    ties: tuple[Tie, ...]


def read_rules_sections(merged: Merged, declared: Declared, problems: list[Problem]) -> Described:
    """Read scores, changes of scores, phases, rules and standing rules."""
    reader = _RuleReader(merged, declared, problems)
    return Described(
        quantities=reader.all("quantities", reader.quantity),
        companions=reader.all("companions", reader.companion),
        scores=reader.all("score", reader.score),
        score_changes=reader.all("score changes", reader.score_change),
        turn=reader.all("turn", reader.turn),
        final=reader.all("final", reader.final),
        rules=reader.all("rules", reader.rule),
        standing=reader.all("standing", reader.standing),
        laws=read_laws(merged, declared, problems),
        winner=read_winner(merged, problems),
        ties=read_ties(merged, declared, problems),
    )


class _RuleReader(Reader):
    def __init__(self, merged: Merged, declared: Declared, problems: list[Problem]) -> None:
        super().__init__(merged, problems)
        self.declared = declared
        self.completes = {feature.name: feature.completes for feature in declared.features}
        self.layers = {name: _layer(entry.node) for name, entry in merged.entries["score changes"].items()}

    # Scoring

    def companion(self, name: str, entry: Entry) -> Companion | None:
        keys = ("takes", "may stay", "laps differ", "at end", "whole phase", "rule")
        fields = self.fields("companions", name, entry, keys, ("takes",))
        known = self.declared.pieces.expand(name)
        if known is None:
            cure = cure_for(name, self.declared.pieces.names, "figures here")
            self.problems.append(
                Problem(entry.where, f"companion {name!r}: there is no such figure", cure, code="CARC-E030")
            )
        takes = fields.phrase("takes")
        if not known or takes is None:
            return None
        return Companion(
            name=name,
            takes=takes,
            may_stay=fields.yes_or_no("may stay", False),
            laps_differ=fields.yes_or_no("laps differ", False),
            at_end=fields.yes_or_no("at end", False),
            whole_phase=fields.yes_or_no("whole phase", False),
            rule=fields.text("rule"),
            where=entry.where,
        )

    def quantity(self, name: str, entry: Entry) -> NamedQuantity | None:
        value = as_phrase(entry.node, f"quantity {name!r}", self.problems)
        return None if value is None else NamedQuantity(name, value, entry.where)

    def score(self, name: str, entry: Entry) -> Score | None:
        kinds = self.declared.kinds
        if kinds.expand(name) is None or name in kinds.groups:
            cure = cure_for(name, kinds.names, "feature kinds here")
            self.problems.append(
                Problem(entry.where, f"score of {name!r}: unknown feature kind {shown(name)}", cure, code="CARC-E012")
            )
            return None
        fields = self.fields("score", name, entry, STATES)
        if fields.is_whole and not fields.nodes:
            fields.report("", "expected the points of what is 'complete' or 'unfinished'", code="CARC-E032")
        if "complete" in fields and self.completes.get(name) == "never":
            fault = f"score of {name!r}: this kind is never complete"
            self.problems.append(
                Problem(fields.key_where("complete"), fault, "Leave 'complete' out.", code="CARC-E033")
            )
        complete, unfinished = (self.points(fields, state) for state in STATES)
        return None if name in kinds.removed else Score(name, complete, unfinished, entry.where)

    def points(self, fields: Fields, state: str) -> Points | None:
        """Read a formula alone, or with the rule that gives it."""
        node = fields.nodes.get(state)
        if node is None:
            return None
        if not node.is_mapping:
            formula = as_phrase(node, fields.what(state), self.problems)
            return None if formula is None else Points(formula, "")
        inner = Fields(fields.what(state), node, ("points", "rule"), self.problems, required=("points",))
        formula = inner.phrase("points")
        return None if formula is None else Points(formula, inner.text("rule"))

    def score_change(self, name: str, entry: Entry) -> ScoreChange | None:
        fields = self.fields("score changes", name, entry, ("of", "if", *LAYERS, "after", "over", "rule"), ("of",))
        before = len(self.problems)
        of = fields.names("of", self.declared.kinds)
        if "of" in fields and not of and len(self.problems) == before:
            return None  # all that it changes is switched off
        if fields.is_whole and len([layer for layer in LAYERS if layer in fields]) != 1:
            fields.report("", "expected exactly one of 'replace', 'add' and 'apply'", code="CARC-E034")
        layer = self.layers[name]
        complete, unfinished = self.two_formulas(fields, layer)
        return ScoreChange(
            name=name,
            of=of,
            condition=fields.phrase("if"),
            layer=layer,
            complete=complete,
            unfinished=unfinished,
            after=self.same_layer(fields, "after", layer),
            over=self.same_layer(fields, "over", layer),
            rule=fields.text("rule"),
            where=entry.where,
        )

    def same_layer(self, fields: Fields, key: str, layer: str) -> tuple[str, ...]:
        """Read names of other changes, which must work in the same layer: layers are in order anyway."""
        names = fields.names(key, self.known("score changes"))
        for name in names:
            if self.layers[name] != layer and layer and self.layers[name]:
                fault = f"{key!r} orders changes of one layer, but {name!r} is in {self.layers[name]!r}"
                fields.report(key, fault, "First comes 'replace', then 'add', then 'apply'.", code="CARC-E035")
        return names

    def two_formulas(self, fields: Fields, layer: str) -> tuple[Phrase | None, Phrase | None]:
        """Read one formula for both states, or a mapping with one for each."""
        node = fields.nodes.get(layer)
        if node is None:
            return None, None
        if not node.is_mapping:
            both = as_phrase(node, fields.what(layer), self.problems)
            return both, both
        inner = Fields(fields.what(layer), node, STATES, self.problems)
        if inner.is_whole and not inner.nodes:
            inner.report("", "expected the points of what is 'complete' or 'unfinished'", code="CARC-E032")
        return inner.phrase("complete"), inner.phrase("unfinished")

    # Phases and rules

    def turn(self, name: str, entry: Entry) -> Phase:
        return self.phase("turn", name, entry)

    def final(self, name: str, entry: Entry) -> Phase:
        return self.phase("final", name, entry)

    def phase(self, section: str, name: str, entry: Entry) -> Phase:
        fields = self.fields(section, name, entry, ("after", "before", "if", "while", "do"), ("do",))
        others = self.known(section)
        return Phase(
            name=name,
            after=fields.names("after", others),
            before=fields.names("before", others),
            condition=fields.phrase("if"),
            repeat=fields.phrase("while"),
            steps=self.steps(fields),
            where=entry.where,
            order_where=tuple(fields.nodes[key].where for key in ("after", "before") if key in fields),
        )

    def rule(self, name: str, entry: Entry) -> Rule | None:
        keys = (*OCCASIONS, "tiles with", "if", "choose", "do", "after", "over", "limit", "why", "rule")
        fields = self.fields("rules", name, entry, keys)
        self.check_occasion(fields)
        others = self.known("rules")
        shows = fields.name("tiles with", self.declared.printed) or ""
        if "tiles with" in fields and not shows:
            return None  # reported, or nothing can show it
        return Rule(
            name=name,
            on=fields.text("on"),
            offers=fields.text("offers"),
            forbids=fields.text("forbids"),
            tiles_with=shows,
            condition=fields.phrase("if"),
            choose=as_value(fields.nodes["choose"]) if "choose" in fields else None,
            steps=self.steps(fields),
            after=fields.names("after", others),
            over=fields.names("over", others),
            limit=fields.choice("limit", LIMITS, ""),
            why=fields.reasons("why"),
            rule=fields.text("rule"),
            where=entry.where,
            occasion=next((fields.nodes[key].where for key in OCCASIONS if key in fields), entry.where),
        )

    def check_occasion(self, fields: Fields) -> None:
        """Refuse a rule without an occasion or with two, and keys that say nothing on its occasion."""
        if not fields.is_whole:
            return
        occasions = [key for key in OCCASIONS if key in fields]
        if len(occasions) != 1:
            fault = "expected exactly one of 'on' (an event), 'offers' (a decision) and 'forbids' (an action)"
            fields.report("", fault, code="CARC-E036")
            return
        (occasion,) = occasions
        for key, wanted in (("choose", ("offers",)), ("do", ("on", "offers")), ("limit", ("on", "offers"))):
            if key in fields and occasion not in wanted:
                fault = f"{fields.thing}: {key!r} says nothing in a rule with {occasion!r}"
                self.problems.append(Problem(fields.key_where(key), fault, f"Leave {key!r} out.", code="CARC-E037"))
        if "do" not in fields and occasion != "forbids":
            fields.report("", "the key 'do' is missing", "Add it: 'do: …'.", code="CARC-F008")

    def standing(self, name: str, entry: Entry) -> Standing | None:
        fields = self.fields("standing", name, entry, ("figure", "keep", "rule"), ("figure", "keep"))
        everybody = (node := fields.nodes.get("figure")) is not None and node.value == FOLLOWERS
        figure = FOLLOWERS if everybody else fields.name("figure", self.declared.pieces)
        keep = fields.phrase("keep")
        if figure is None or keep is None:
            return None  # reported, or the figure is switched off
        return Standing(name, figure, keep, fields.text("rule"), entry.where)

    # Steps

    def steps(self, fields: Fields) -> tuple[Step, ...]:
        node = fields.nodes.get("do")
        if node is None:
            return ()
        what = fields.what("do")
        nodes = as_list(node, what, self.problems)
        if nodes is not None and not nodes:
            self.problems.append(Problem(node.where, f"{what}: expected at least one step", code="CARC-E038"))
        steps = (self.step(item, f"{fields.thing}, step {number}") for number, item in enumerate(nodes or (), 1))
        return tuple(step or _unreadable(item) for step, item in zip(steps, nodes or (), strict=True))

    def step(self, node: Node, what: str) -> Step | None:
        """Read one step: the name of a verb alone, or a mapping of it to its argument, with `if` and `as`."""
        if isinstance(node.value, str) and node.value:
            return Step(node.value, None, None, "", node.where)
        if not isinstance(node.value, Mapping):
            self.problems.append(Problem(node.where, f"{what}: expected a verb, found {found(node)}", code="CARC-E039"))
            return None
        verbs = [key for key in node.value if key not in STEP_KEYS]
        if len(verbs) != 1:
            fault = f"{what}: expected exactly one verb, found {', '.join(map(repr, verbs)) or 'none'}"
            self.problems.append(Problem(node.where, fault, "Write each verb as a step of its own.", code="CARC-E039"))
            return None
        verb, argument = verbs[0], node.value[verbs[0]]
        condition, binds = node.value.get("if"), node.value.get("as")
        return Step(
            verb=verb,
            argument=None if argument.value == "" else as_value(argument),
            condition=None if condition is None else as_phrase(condition, f"{what}, if", self.problems),
            binds="" if binds is None else as_name(binds, f"{what}, as", self.problems) or "",
            where=node.key_where[verb],
        )


def _unreadable(node: Node) -> Step:
    """Stands for a step that has a fault: later ones may use the name that it would have given."""
    name = node.value.get("as") if isinstance(node.value, Mapping) else None
    return Step("", None, None, name.value if name is not None and isinstance(name.value, str) else "", node.where)


def _layer(node: Node) -> str:
    keys = node.value if isinstance(node.value, Mapping) else {}
    return next((layer for layer in LAYERS if layer in keys), "")
