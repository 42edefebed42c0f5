"""Expressions made functions: every name is resolved once, and a game only calls what is left."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.formulas import Formula, Term
from carcassonne.compile.names import Names
from carcassonne.errors import Problem, RulesError
from carcassonne.language import registry
from carcassonne.language.grammar import (
    Binary,
    Call,
    Expression,
    Name,
    Number,
    OptionName,
    Unary,
    height,
    parse,
    place,
    terms,
    text,
)
from carcassonne.language.scope import Scope
from carcassonne.language.steps import Function, bound_to
from carcassonne.read.definitions import Phrase
from carcassonne.read.source import cure_for

if TYPE_CHECKING:
    from carcassonne.words.play import Play

MOST_LEVELS: Final = 160
MOST_USED: Final = 200
MOST_LOOKS: Final = 2
"""What one expression may be made of, so that compiling and asking it is never slow."""
_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_REACH: Final[dict[str, str]] = {
    "feature": "a feature",
    "player": "a player",
    "placement": "a tile that is being placed",
    "marker": "a scoring figure that advanced",
    "points": "points that are given",
}


@attrs.frozen
class Compiled:
    """A function of the game and the subjects at hand; `yes_no` tells a condition from a quantity.

    of_tile: whether the value depends on nothing but which tile is placed, so that it is worked out once a tile.
    """

    call: Function
    yes_no: bool
    of_tile: bool = False
    is_constant: bool = False


class _Unknown(Exception):
    """A name in the expression cannot be used; the problem is noted already."""


@attrs.frozen(eq=False)
class Compiler:
    """Compiles expressions for one place in a file: `subjects` are those at hand there.

    inside: the quantities of files that the part at hand stands in, with the `levels` of parts they have together.
    in_steps: whether a step asks, so that the feature may be missing where the step that names it was left out.
    scores: whether the expression says what features are worth. looks: how many words that go through figures or
    features it stands in. used: all quantities of files so far.
    """

    names: Names
    subjects: frozenset[str]
    thing: str
    bound: Mapping[str, str] = attrs.field(factory=dict)
    inside: tuple[str, ...] = ()
    levels: int = 0
    looks: int = 0
    scores: bool = False
    in_steps: bool = False
    used: list[str] = attrs.field(factory=list)

    def condition(self, phrase: Phrase | None) -> Function | None:
        """A condition made a function; None for no condition, and where there is a problem."""
        if phrase is None:
            return None
        return self._whole(phrase, yes_no=True)

    def number(self, phrase: Phrase) -> Function | None:
        """A quantity made a function."""
        return self._whole(phrase, yes_no=False)

    def formula(self, phrase: Phrase, rule: str) -> Formula | None:
        """A sum made a formula whose terms can be told one by one."""
        self.used.clear()
        expression = parse(phrase, self.names.problems)
        if expression is None:
            return None
        made: list[Term] = []
        for each, part in terms(expression):
            try:
                if isinstance(part, Number):
                    if part.value or len(terms(expression)) == 1:
                        made.append(Term("points", part.value * each, None))
                    continue
                compiled = self._expression(phrase, part)
                self._want(phrase, part, compiled, yes_no=False)
            except _Unknown:
                return None
            made.append(Term(text(part), each, compiled.call))
        return Formula(tuple(made), rule)

    def _whole(self, phrase: Phrase, *, yes_no: bool) -> Function | None:
        self.used.clear()
        expression = parse(phrase, self.names.problems)
        if expression is None:
            return None
        try:
            compiled = self._expression(phrase, expression)
            self._want(phrase, expression, compiled, yes_no=yes_no)
        except _Unknown:
            return None
        return _once_a_tile(compiled).call

    # Parts -----------------------------------------------------------------------------------

    def _expression(self, phrase: Phrase, node: Expression) -> Compiled:
        if isinstance(node, Number):
            value = node.value
            return Compiled(lambda play, scope: value, yes_no=False, of_tile=True, is_constant=True)
        if isinstance(node, OptionName):
            return self._option(phrase, node)
        if isinstance(node, Name):
            return self._name(phrase, node, node.text, ())
        if isinstance(node, Call):
            return self._name(phrase, node, node.name, node.arguments)
        if isinstance(node, Unary):
            return self._unary(phrase, node)
        return self._binary(phrase, node)

    def _want(self, phrase: Phrase, node: Expression, compiled: Compiled, *, yes_no: bool) -> None:
        if compiled.yes_no == yes_no:
            return
        wanted = "a condition (yes or no)" if yes_no else "a number"
        found = "a condition" if compiled.yes_no else "a number"
        cure = f"Write '{text(node)} > 0' to ask whether there are any." if yes_no else ""
        self._fail(phrase, node, f"'{text(node)}' is {found}, expected {wanted}", cure)

    def _fail(self, phrase: Phrase, node: Expression, fault: str, cure: str = "") -> None:
        self.names.problems.append(Problem(place(phrase, node), f"{self.thing}: {fault}", cure))
        raise _Unknown

    def _option(self, phrase: Phrase, node: OptionName) -> Compiled:
        value = self.names.options.get(node.text)
        if value is None:
            known = ", ".join(sorted(self.names.options)) or "none"
            self._fail(phrase, node, f"no option {node.text!r} stands for a number", f"options with a number: {known}.")
            raise _Unknown
        number = value
        return Compiled(lambda play, scope: number, yes_no=False)

    def _unary(self, phrase: Phrase, node: Unary) -> Compiled:
        inner = self._expression(phrase, node.operand)
        self._want(phrase, node.operand, inner, yes_no=node.operator == "not")
        call = inner.call
        if node.operator == "not":
            return Compiled(lambda play, scope: not call(play, scope), yes_no=True, of_tile=inner.of_tile)
        return Compiled(lambda play, scope: -call(play, scope), yes_no=False, of_tile=inner.of_tile)

    def _binary(self, phrase: Phrase, node: Binary) -> Compiled:
        joins = node.operator in ("and", "or")
        sides = []
        for part in (node.left, node.right):
            compiled = self._expression(phrase, part)
            self._want(phrase, part, compiled, yes_no=joins)
            sides.append(compiled)
        if all(side.of_tile for side in sides):
            whole = self._joined(node, sides[0].call, sides[1].call)
            return attrs.evolve(whole, of_tile=True)
        return self._joined(node, *(_once_a_tile(side).call for side in sides))

    def _joined(self, node: Binary, left: Function, right: Function) -> Compiled:
        if node.operator == "and":
            return Compiled(lambda play, scope: left(play, scope) and right(play, scope), yes_no=True)
        if node.operator == "or":
            return Compiled(lambda play, scope: left(play, scope) or right(play, scope), yes_no=True)
        if node.operator in _COMPARE:
            compare = _COMPARE[node.operator]
            return Compiled(lambda play, scope: compare(left(play, scope), right(play, scope)), yes_no=True)
        if node.operator == "+":
            return Compiled(lambda play, scope: left(play, scope) + right(play, scope), yes_no=False)
        if node.operator == "-":
            return Compiled(lambda play, scope: left(play, scope) - right(play, scope), yes_no=False)
        return Compiled(lambda play, scope: left(play, scope) * right(play, scope), yes_no=False)

    # Names -----------------------------------------------------------------------------------

    def _name(self, phrase: Phrase, node: Name | Call, name: str, given: tuple[Expression, ...]) -> Compiled:
        if isinstance(node, Name) and self.bound.get(name) == "number":
            return Compiled(lambda play, scope: bound_to(play, name), yes_no=False)
        if isinstance(node, Name) and name in self.names.counters.symbols:
            return self._symbol(phrase, node)
        if isinstance(node, Name) and name in self.names.tile_symbols:
            self._need(phrase, node, name, "placement")
            return Compiled(lambda play, scope: _tile_count(scope, name), yes_no=False, of_tile=True)
        if isinstance(node, Name) and name in self.names.quantities:
            return self._named_quantity(phrase, node)
        word = registry.find("quantity", name) or registry.find("condition", name)
        if word is None:
            known = [*registry.names("quantity"), *registry.names("condition")]
            known += [*self.names.counters.symbols, *self.names.tile_symbols, *self.names.quantities]
            self._fail(phrase, node, f"unknown quantity {name!r}", cure_for(name, known, "quantities here"))
            raise _Unknown
        if word.parameters[-1:] == ("feature kinds",) and len(given) > len(word.parameters):
            several = [self._parameter(phrase, part, "feature kinds") for part in given[len(word.parameters) - 1 :]]
            kinds = tuple(dict.fromkeys(kind for found in several for kind in found))
            first = [
                self._parameter(phrase, part, sort)
                for part, sort in zip(given[: len(word.parameters) - 1], word.parameters[:-1], strict=True)
            ]
            for subject in word.needs:
                self._need(phrase, node, name, subject)
            return Compiled(_bound(word.function, word.needs, [*first, kinds]), yes_no=word.kind == "condition")
        if len(given) != len(word.parameters):
            wanted = f"{name}({', '.join(word.parameters)})" if word.parameters else f"{name!r} alone"
            self._fail(phrase, node, f"{name!r} has {len(given)} arguments, expected {wanted}")
        if word.asks_scores and self.scores:
            self._fail(phrase, node, f"{name!r} asks what features are worth, which is just being said here")
        for subject in word.needs:
            self._need(phrase, node, name, subject)
        parameters = [self._parameter(phrase, part, sort) for part, sort in zip(given, word.parameters, strict=True)]
        call = _bound(word.function, word.needs, parameters)
        if "placement" in word.needs:
            call = _where_placed(call)
        if "feature" in word.needs and self.in_steps:
            call = _where_named(call)
        return Compiled(call, yes_no=word.kind == "condition")

    def _named_quantity(self, phrase: Phrase, node: Name) -> Compiled:
        """Work out a quantity that a file defines by others, with the subjects at hand here."""
        if node.text in self.inside:
            self._fail(phrase, node, f"the quantity {node.text!r} is made of itself")
        written = self.names.quantities[node.text]
        expression = parse(written, self.names.problems)
        if expression is None:
            raise _Unknown
        self.used.append(node.text)
        levels = self.levels + height(expression)
        if levels > MOST_LEVELS or len(self.used) > MOST_USED:
            self._fail(
                phrase,
                node,
                f"too many quantities that are made of others, the last of them {node.text!r}",
                f"One expression may use {MOST_USED} of them, and they may be {MOST_LEVELS} levels deep together.",
            )
        inner = attrs.evolve(self, inside=(*self.inside, node.text), levels=levels, thing=f"quantity {node.text!r}")
        return inner._expression(written, expression)

    def _symbol(self, phrase: Phrase, node: Name) -> Compiled:
        self._need(phrase, node, node.text, "feature")
        shift = self.names.counters.place(node.text)
        call: Function = lambda play, scope: play.count_of(scope.feature, shift)  # noqa: E731
        return Compiled(_where_named(call) if self.in_steps else call, yes_no=False)

    def _need(self, phrase: Phrase, node: Expression, name: str, subject: str) -> None:
        if subject not in self.subjects:
            there = ", ".join(_REACH[s] for s in sorted(self.subjects)) or "nothing"
            self._fail(
                phrase,
                node,
                f"{name!r} asks for {_REACH[subject]}, but there is none here",
                f"What can be asked about here: {there}.",
            )

    def _parameter(self, phrase: Phrase, node: Expression, sort: str) -> Any:
        if sort in ("each", "which", "which marker"):
            subject = "marker" if sort == "which marker" else "feature"
            if self.looks == MOST_LOOKS:
                self._fail(
                    phrase, node, f"more than {MOST_LOOKS} words in each other that go through figures or features"
                )
            inner = attrs.evolve(
                self, subjects=self.subjects | {subject, "player"}, looks=self.looks + 1, in_steps=False
            )
            compiled = inner._expression(phrase, node)
            self._want(phrase, node, compiled, yes_no=sort != "each")
            return compiled.call
        if sort == "number":
            compiled = self._expression(phrase, node)
            self._want(phrase, node, compiled, yes_no=False)
            return compiled
        if sort == "table":
            name = text(node)
            if name not in self.names.tables:
                cure = cure_for(name, tuple(self.names.tables), "options with a table")
                self._fail(phrase, node, f"no option {name!r} stands for a table", cure)
            return self.names.tables[name]
        if not isinstance(node, Name):
            self._fail(phrase, node, f"expected a {sort}, found '{text(node)}'")
            raise _Unknown
        where, names = place(phrase, node), self.names
        found: Any = None
        if sort == "feature kinds":
            found = names.kinds_of(node.text, where, self.thing) or None
        elif sort == "feature kind":
            found = names.kind(node.text, where, self.thing)
        elif sort == "figure kind":
            found = names.figure(node.text, where, self.thing)
        elif sort == "token":
            found = names.token(node.text, where, self.thing)
        else:
            found = node.text
        if found is None:
            raise _Unknown
        return found


def _once_a_tile(compiled: Compiled) -> Compiled:
    """The same with its value remembered for each tile, where it depends on nothing else."""
    if not compiled.of_tile or compiled.is_constant:
        return compiled
    known: dict[int, Any] = {}
    call = compiled.call

    def remembered(play: Play, scope: Scope) -> Any:
        tile = -1 if scope.placement is None else scope.placement.turned.tile
        value = known.get(tile)
        if value is None:
            value = known[tile] = call(play, scope)
        return value

    return attrs.evolve(compiled, call=remembered)


def _tile_count(scope: Scope, symbol: str) -> int:
    placement = scope.placement
    if placement is None:
        return 0
    value = placement.turned.symbols.get(symbol, 0)
    return value if isinstance(value, int) else 1


def _where_placed(call: Function) -> Function:
    """The same, and 0 or no where no tile is being placed: before the draw, and at the end of the game."""
    return lambda play, scope: 0 if scope.placement is None else call(play, scope)


def _where_named(call: Function) -> Function:
    """The same; raises RulesError where no step has named a feature."""

    def asked(play: Play, scope: Scope) -> Any:
        if scope.feature < 0:
            raise RulesError("a step asks for a feature, but the step that names one was left out")
        return call(play, scope)

    return asked


def _bound(function: Callable[..., Any], needs: tuple[str, ...], parameters: list[Any]) -> Function:
    """A word's function with its parameters fixed and its subjects taken from the scope."""
    fixed = tuple(parameters)
    if any(isinstance(parameter, Compiled) for parameter in parameters):

        def moving(play: Play, scope: Scope) -> Any:
            given = [p.call(play, scope) if isinstance(p, Compiled) else p for p in fixed]
            return function(play, *[getattr(scope, subject) for subject in needs], *given)

        return moving
    if not needs:
        return lambda play, scope: function(play, *fixed)
    get = operator.attrgetter(*needs)
    if len(needs) == 1:
        return lambda play, scope: function(play, get(scope), *fixed)
    return lambda play, scope: function(play, *get(scope), *fixed)
