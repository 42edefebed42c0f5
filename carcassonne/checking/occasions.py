"""What looks suspicious about when rules act: on events that nothing brings, and for things that no tile shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from carcassonne.checking.rules import SHOWS_NOTHING, drawn_in, words_of, words_that_place
from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem, Where
from carcassonne.language.expression import COMPARISONS, Binary, Call, Expression, Name, Number
from carcassonne.language.extension_points import POINTS
from carcassonne.language.grammar import parse
from carcassonne.read.definitions import Definitions, Phrase, Rule
from carcassonne.read.names import ANY

DRAW: Final = "Draw it on a tile, or say under 'expected warnings' which other file will."
COMPLETES: Final = "Ask for something else, or say in 'features' when the kind completes."
KIND_BY_KIND: Final = ("touched", "complete touched", "joined", "around feature")
"""Quantities that are 0 where no tile shows what they ask for."""


def suspicious_occasions(definitions: Definitions) -> Iterator[Suspicion]:
    """Rules, phases and changes of points that no game ever comes to, with the options that are chosen."""
    game = _Game(definitions)
    placed = words_that_place(definitions)
    for figure in definitions.figures:
        stands_on = game.drawn.intersection(figure.stands_on)
        if stands_on and figure.name not in placed and (why := game.never(figure.condition, stands_on)):
            fault, cure = f"figure {figure.name!r} can stand nowhere: {why[0]}", why[1]
            yield Suspicion(figure.name, Problem(figure.where, fault, cure, code="CARC-W004"))
    for rule in definitions.rules:
        if why := game.unreached(rule) or game.never(rule.condition, game.kinds_of(rule)):
            fault, cure = f"rule {rule.name!r}: it is never asked: {why[0]}", why[1]
            yield Suspicion(rule.name, Problem(rule.where, fault, cure, code="CARC-W005"))
    for phase in (*definitions.turn, *definitions.final):
        if why := game.never(phase.condition, game.drawn):
            fault, cure = f"phase {phase.name!r}: it never comes: {why[0]}", why[1]
            yield Suspicion(phase.name, Problem(phase.where, fault, cure, code="CARC-W005"))
    for what, changes in (("score change", definitions.score_changes), ("tie", definitions.ties)):
        for change in changes:
            if why := game.undrawn(change.of) or game.never(change.condition, frozenset(change.of)):
                fault, cure = f"{what} {change.name!r}: it is never asked: {why[0]}", why[1]
                yield Suspicion(change.name, Problem(change.where, fault, cure, code="CARC-W005"))


Why = tuple[str, str] | None
"""Why something never is, and a cure; None where it may be."""


class _Game:
    """What can happen in games of one ruleset."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.drawn = drawn_in(definitions)
        self.words = frozenset(words_of(definitions))
        self.symbols = frozenset(symbol.name for symbol in definitions.symbols)
        self.kinds = frozenset(kind.name for kind in definitions.features)
        self.completed = frozenset(kind.name for kind in definitions.features if kind.completes != "never")
        self.groups = {ANY: tuple(self.kinds)} | dict(definitions.groups)
        self.quantities = {quantity.name: quantity.value for quantity in definitions.quantities}
        self.over = {name: rule.name for rule in definitions.rules for name in rule.over}
        self.judged: dict[tuple[str, frozenset[str] | None], Why] = {}

    def unreached(self, rule: Rule) -> Why:
        """Why no game ever comes to a rule."""
        if rule.tiles_with and (why := self.undrawn((rule.tiles_with,))):
            return why
        for point in POINTS:
            if point.name == getattr(rule, point.key, None) and point.verbs and self.words.isdisjoint(point.verbs):
                steps = " or ".join(map(repr, point.verbs))
                return f"nothing in play brings {point.name!r} (step {steps})", "Hang it on another event."
        if rule.offers and rule.offers not in self.words:
            cure = f"Ask for it in a phase: do: [{{take action: {{offers: {rule.offers}}}}}]"
            return f"no 'take action' asks for offers {rule.offers!r}", cure
        if rule.name in self.over:
            cure = "Switch it off, or name both in one rule: what stands under 'over' does not act at all."
            return f"rule {self.over[rule.name]!r} is over it", cure
        if rule.on == "marker moved" and not any(figure.track for figure in self.definitions.figures):
            return "there is no scoring figure in play", "Declare one: figures: {marker: {each: 1, track: score}}"
        return None

    def undrawn(self, names: Collection[str]) -> Why:
        """Why nothing of these names, of which there are some, ever lies on the table."""
        if not names or not self.drawn.isdisjoint(names):
            return None
        return SHOWS_NOTHING.format(" or ".join(names)), DRAW

    def kinds_of(self, rule: Rule) -> frozenset[str]:
        """The feature kinds about which a rule may be asked."""
        return self.drawn & self.completed if rule.on == "feature completed" else self.drawn

    # Conditions

    def never(self, condition: Phrase | None, kinds: frozenset[str]) -> Why:
        """Why a condition never holds of a feature of these kinds, as far as that can be seen."""
        read = None if condition is None else _parsed(condition.text)
        return None if read is None else self._never(read, kinds)

    def _never(self, node: Expression, kinds: frozenset[str]) -> Why:
        if isinstance(node, Name) and node.text in self.quantities:
            return self._made_of(node.text, kinds)
        if isinstance(node, Name) and node.text == "complete" and kinds and kinds.isdisjoint(self.completed):
            return f"{' or '.join(sorted(kinds))} is never complete", COMPLETES
        if isinstance(node, Call) and node.name == "is":
            return self._no_such_kind(node, kinds)
        if not isinstance(node, Binary):
            return None
        if node.operator == "and":
            return self._never(node.left, kinds) or self._never(node.right, kinds)
        if node.operator == "or":
            return self._never(node.left, kinds) and self._never(node.right, kinds)
        if node.operator in COMPARISONS and isinstance(node.right, Number) and not _holds_of_nothing(node):
            return self._nothing(node.left)
        return None

    def _made_of(self, name: str, kinds: frozenset[str] | None) -> Why:
        """Why a quantity of the files is never so, or, without kinds, is always 0; judged once."""
        key = (name, kinds)
        if key not in self.judged:
            self.judged[key] = None  # if it is made of itself, which is a fault by itself
            read = _parsed(self.quantities[name].text)
            if read is not None:
                self.judged[key] = self._nothing(read) if kinds is None else self._never(read, kinds)
        return self.judged[key]

    def _no_such_kind(self, node: Call, kinds: frozenset[str]) -> Why:
        asked = [kind for name in _names(node) for kind in self.groups.get(name, (name,))]
        if not asked or not kinds.isdisjoint(asked) or not self.kinds.issuperset(asked):
            return None
        if why := self.undrawn(asked):
            return why
        if not self.completed.isdisjoint(asked):
            return f"it is about other kinds than {' and '.join(asked)}", "Name these kinds too, or another condition."
        return f"{' or '.join(asked)} is never complete", COMPLETES

    def _nothing(self, node: Expression) -> Why:
        """Why an expression is always 0."""
        if isinstance(node, Name) and node.text in self.quantities:
            return self._made_of(node.text, None)
        if isinstance(node, Name) and node.text in self.symbols:
            return self.undrawn((node.text,))
        if isinstance(node, Call) and node.name in KIND_BY_KIND:
            asked = [kind for name in _names(node) for kind in self.groups.get(name, (name,))]
            return self.undrawn(asked) if (self.symbols | self.kinds).issuperset(asked) else None
        if isinstance(node, Binary) and node.operator == "+":
            return self._nothing(node.left) and self._nothing(node.right)
        if isinstance(node, Binary) and node.operator == "*":
            return self._nothing(node.left) or self._nothing(node.right)
        return None


def _holds_of_nothing(node: Binary) -> bool:
    """Whether a comparison with a number holds of 0."""
    number = node.right.value if isinstance(node.right, Number) else 0
    answers = {"=": number == 0, "!=": number != 0, "<": number > 0, "<=": number >= 0}
    return answers.get(node.operator, number < 0 or (number == 0 and node.operator == ">="))


def _names(node: Call) -> list[str]:
    return [argument.text for argument in node.arguments if isinstance(argument, Name)]


@lru_cache(maxsize=1000)
def _parsed(text: str) -> Expression | None:
    return parse(Phrase(text, _NOWHERE), [])


_NOWHERE: Final = Where("", 1, 1)
