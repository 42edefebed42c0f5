"""The written formulas read word by word over a recounted table: a second opinion on what features are worth."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.order import in_order
from carcassonne.language import registry
from carcassonne.language.grammar import Binary, Call, Expression, Name, Number, OptionName, Unary, parse
from carcassonne.language.scope import Scope
from carcassonne.testing.recount import AROUND, Feature, Recount
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.read.definitions import Phrase, ScoreChange

OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip


class Unknown(Exception):
    """A word that only the engine knows."""


class Interpreter:
    """Works out expressions about a feature from a recount."""

    def __init__(self, game: Game, again: Recount) -> None:
        self.game, self.again = game, again
        self.definitions = game.rules.definitions
        self.quantities = {quantity.name: quantity.value for quantity in self.definitions.quantities}
        self.groups = dict(self.definitions.groups)
        self.symbols = {symbol.name for symbol in self.definitions.symbols if "tile" not in symbol.on}
        self.kinds = {figure.name: figure for figure in self.definitions.figures}
        self.followers = {figure.name for figure in self.definitions.figures if figure.follower}
        self.changes = in_order(self.definitions.score_changes, [], first=lambda change: change.over)
        self.features = again.features
        self._note_features()
        if game.rules.weighs:
            self.features = tuple(map(self._weighed, again.features))
            self._note_features()

    def _note_features(self) -> None:
        self.by_root = {self.again.root(feature.segments[0]): feature for feature in self.features}

    def _weighed(self, feature: Feature) -> Feature:
        """A feature with what its figures weigh by expressions added; what only the engine can read is asked of it."""
        strengths, there = list(feature.strengths), set(feature.segments)
        for segment, kind, owner in self.again.figures:
            weigh = self.kinds[kind].weigh
            if segment not in there or owner is None or weigh is None:
                continue
            try:
                weight = self.number(weigh, feature, owner)
            except Unknown:
                weight = self._weight_of(kind, segment, owner)
            strengths[owner] += max(0, weight)
        return attrs.evolve(feature, strengths=tuple(strengths))

    def _weight_of(self, kind: str, segment: Segment, owner: int) -> int:
        """What the engine says that a figure weighs where it stands."""
        state = self.game._state
        number = state.segment_number(segment)
        weigh = next(figure.weigh for figure in self.game.rules.figures if figure.name == kind)
        return 0 if weigh is None or number is None else int(weigh(state, Scope(number, owner)))

    def points(self, feature: Feature, player: int) -> int:
        """The points of a feature: a replacement or the kind's own formula, then additions, then operations."""
        own = next((score for score in self.definitions.scores if score.kind == feature.kind), None)
        written = None
        if own is not None:
            formula = own.complete if feature.complete else own.unfinished
            written = None if formula is None else formula.points
        layers = {
            layer: [change for change in self.changes if change.layer == layer and feature.kind in change.of]
            for layer in ("replace", "add", "apply")
        }
        for change in layers["replace"]:
            if self.holds(change, feature, player):
                written = change.complete if feature.complete else change.unfinished
                break
        found = 0 if written is None else self.number(written, feature, player)
        for change in layers["add"]:
            added = change.complete if feature.complete else change.unfinished
            if added is not None and self.holds(change, feature, player):
                found += self.number(added, feature, player)
        for change in layers["apply"]:
            applied = change.complete if feature.complete else change.unfinished
            if applied is not None and self.holds(change, feature, player):
                word = registry.find("operation", applied.text)
                if word is None:
                    raise Unknown(applied.text)
                found = int(word.function(found))
        return found

    def holds(self, change: ScoreChange, feature: Feature, player: int) -> bool:
        """Whether a change of points applies."""
        return change.condition is None or bool(self.number(change.condition, feature, player))

    def number(self, phrase: Phrase, feature: Feature, player: int) -> int:
        """The value of an expression. Raises Unknown."""
        expression = parse(phrase, [])
        if expression is None:
            raise Unknown(phrase.text)
        return int(self.value(expression, feature, player))

    def value(self, node: Expression, feature: Feature, player: int) -> Any:
        """The value of a part of an expression."""
        if isinstance(node, Number):
            return node.value
        if isinstance(node, OptionName):
            return int(self.game.rules.options[node.text])
        if isinstance(node, Unary):
            inner = self.value(node.operand, feature, player)
            return not inner if node.operator == "not" else -inner
        if isinstance(node, Binary):
            left = self.value(node.left, feature, player)
            if node.operator in ("and", "or"):
                decided = bool(left) == (node.operator == "or")
                return bool(left) if decided else bool(self.value(node.right, feature, player))
            return OPERATORS[node.operator](left, self.value(node.right, feature, player))
        if isinstance(node, Call):
            return self.called(node, feature, player)
        assert isinstance(node, Name)
        return self.named(node.text, feature, player)

    def named(self, name: str, feature: Feature, player: int) -> Any:
        """The value of a word alone."""
        if name in self.symbols:
            return dict(feature.symbols).get(name, 0)
        if name in self.quantities:
            return self.number(self.quantities[name], feature, player)
        simple: dict[str, Callable[[], Any]] = {
            "tiles": lambda: feature.tiles,
            "open ends": lambda: feature.ends,
            "complete": lambda: feature.complete,
            "neighbours": lambda: self.neighbours(feature),
            "followers": lambda: sum(kind in self.followers for kind, _ in self.on(feature)),
            "own followers": lambda: sum(k in self.followers and who == player for k, who in self.on(feature)),
            "unclaimed": lambda: not any(kind in self.followers for kind, _ in self.on(feature)),
            "own majority": lambda: player in feature.majority,
            "own sole majority": lambda: feature.majority == (player,),
            "own points": lambda: self.game.scores[player],
            "tiles left": lambda: self.game.tiles_left,
            "always": lambda: True,
        }
        if name not in simple:
            raise Unknown(name)
        return simple[name]()

    def called(self, node: Call, feature: Feature, player: int) -> Any:
        """The value of a word with arguments."""
        if node.name in ("min", "max"):
            values = [self.value(part, feature, player) for part in node.arguments]
            return min(values) if node.name == "min" else max(values)
        words = [part.text for part in node.arguments if isinstance(part, Name)]
        if len(words) != len(node.arguments):
            raise Unknown(node.name)
        if node.name == "own":
            return sum(kind == words[0] and who == player for kind, who in self.on(feature))
        if node.name == "standing":
            return sum(kind == words[0] for kind, _ in self.on(feature))
        kinds = [kind for word in words for kind in self.groups.get(word, (word,))]
        if node.name == "is":
            return feature.kind in kinds
        if node.name in ("touched", "complete touched") and self.again.pictures.is_gap(feature.kind):
            along = [self.by_root[root] for root in self.again.touched(feature)]
            return sum(f.kind in kinds and (f.complete or node.name == "touched") for f in along)
        raise Unknown(node.name)

    def on(self, feature: Feature) -> list[tuple[str, int | None]]:
        """The figures on a feature: kind and owner."""
        there = set(feature.segments)
        return [(kind, owner) for segment, kind, owner in self.again.figures if segment in there]

    def neighbours(self, feature: Feature) -> int:
        """The tiles around the tile of a feature that has one."""
        if feature.tiles != 1:
            raise Unknown("neighbours")
        x, y = feature.segments[0].cell
        return sum((x + dx, y + dy) in self.again.laid for dx, dy in AROUND)
