"""Expressions made functions: every name is resolved once, and a game only calls what is left."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import attrs

from carcassonne.compile.bound_names import BOUND
from carcassonne.compile.calls import (
    ARTICLES,
    LOOKS,
    REACH,
    Compiled,
    bound_call,
    joined,
    once_a_tile,
    shared_out,
    tile_count,
    where_named,
    where_placed,
)
from carcassonne.compile.formulas import Formula, Term
from carcassonne.compile.names import Names
from carcassonne.errors import Problem
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
from carcassonne.language.steps import Function, bound_to
from carcassonne.read.definitions import Phrase
from carcassonne.read.source import cure_for

MOST_LEVELS: Final = 160
MOST_USED: Final = 200
MOST_LOOKS: Final = 2
"""What one expression may be made of, so that compiling and asking it is never slow."""


class _Unknown(Exception):
    """A name in the expression cannot be used; the problem is noted already."""


@attrs.frozen(eq=False)
class Compiler:
    """Compiles expressions for one place in a file: `subjects` are those at hand there.

    inside: the quantities of files that the part at hand stands in, with the `levels` of parts they have together.
    in_steps: whether a step asks, so that the feature may be missing where the step that names it was left out.
    scores: whether the expression says what features are worth. looks: how many words that go through figures or
    features it stands in. used: all quantities of files so far. weighs: whether it says what a figure weighs.
    words: for each word that a choice has offered the name that holds the answer; None where any word may be meant.
    lost: the names that steps before would have given which were left out for their faults.
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
    weighs: bool = False
    words: Mapping[str, str] | None = attrs.field(factory=dict)
    lost: frozenset[str] = frozenset()

    def condition(self, phrase: Phrase | None) -> Function | None:
        """A condition made a function; None for no condition, and where there is a problem."""
        if phrase is None:
            return None
        return self._whole(phrase, yes_no=True)

    def any(self, phrase: Phrase) -> None:
        """Report what is wrong with an expression that may be a condition or a number."""
        expression = parse(phrase, self.names.problems)
        if expression is not None:
            with suppress(_Unknown):
                self._expression(phrase, expression)

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
        return once_a_tile(compiled).call

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
        self._fail(phrase, node, f"'{text(node)}' is {found}, expected {wanted}", cure, code="CARC-L003")

    def _fail(self, phrase: Phrase, node: Expression, fault: str, cure: str = "", *, code: str) -> None:
        self.names.problems.append(Problem(place(phrase, node), f"{self.thing}: {fault}", cure, code=code))
        raise _Unknown

    def _option(self, phrase: Phrase, node: OptionName) -> Compiled:
        value = self.names.options.get(node.text)
        if value is None and node.text in self.names.faulty:
            raise _Unknown
        if value is None:
            known = ", ".join(sorted(self.names.options)) or "none"
            self._fail(
                phrase,
                node,
                f"no option {node.text!r} stands for a number",
                f"options with a number: {known}.",
                code="CARC-L004",
            )
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
            whole = joined(node, sides[0].call, sides[1].call)
            return attrs.evolve(whole, of_tile=True)
        return joined(node, *(once_a_tile(side).call for side in sides))

    # Names -----------------------------------------------------------------------------------

    def _name(self, phrase: Phrase, node: Name | Call, name: str, given: tuple[Expression, ...]) -> Compiled:
        if isinstance(node, Name) and self.bound.get(name) == "number":
            return Compiled(lambda play, scope: bound_to(play, name), yes_no=False)
        if isinstance(node, Name) and name in self.names.counters.symbols:
            return self._symbol(phrase, node)
        if isinstance(node, Name) and name in self.names.tile_symbols:
            self._need(phrase, node, name, "placement")
            return Compiled(lambda play, scope: tile_count(scope, name), yes_no=False, of_tile=True)
        if isinstance(node, Name) and name in self.names.quantities:
            return self._named_quantity(phrase, node)
        word = registry.find("quantity", name) or registry.find("condition", name)
        if word is None:
            self._unknown(phrase, node, name)
            raise _Unknown
        shares = shared_out(given, word.parameters)
        if len(shares) != len(word.parameters):
            wanted = f"{name}({', '.join(word.parameters)})" if word.parameters else f"{name!r} alone"
            self._fail(phrase, node, f"{name!r} has {len(given)} arguments, expected {wanted}", code="CARC-L005")
        if word.asks_majority and self.weighs:
            self._fail(
                phrase,
                node,
                f"{name!r} asks for the majority, which is made of what is just being said here",
                code="CARC-L006",
            )
        if word.asks_scores and self.scores:
            self._fail(
                phrase, node, f"{name!r} asks what features are worth, which is just being said here", code="CARC-L006"
            )
        for subject in word.needs:
            self._need(phrase, node, name, subject)
        parameters = [self._several(phrase, share, sort) for share, sort in zip(shares, word.parameters, strict=True)]
        call = bound_call(word.function, word.needs, parameters)
        if "placement" in word.needs:
            call = where_placed(call)
        if "feature" in word.needs and self.in_steps:
            call = where_named(call)
        return Compiled(call, yes_no=word.kind == "condition")

    def _unknown(self, phrase: Phrase, node: Expression, name: str) -> None:
        """Report a name that stands for nothing, unless that is the consequence of another fault."""
        if name in self.names.faulty or name in self.lost:
            raise _Unknown
        known = [*registry.names("quantity"), *registry.names("condition")]
        known += [*self.names.counters.symbols, *self.names.tile_symbols, *self.names.quantities]
        known += [bound for bound, kind in self.bound.items() if kind == "number"]
        cure = cure_for(name, known, "quantities here")
        if registry.find("operation", name) is not None:
            cure = f"It is an operation on points: write 'apply: {name}' in a score change."
        elif name in self.bound:
            cure = f"{name!r} is a {self.bound[name]} and no number."
        elif name in self.names.kinds.names:
            cure = f"{name!r} is a kind of feature: write is({name}) to ask whether the feature is one."
        self._fail(phrase, node, f"unknown quantity {name!r}", cure, code="CARC-L002")

    def _named_quantity(self, phrase: Phrase, node: Name) -> Compiled:
        """Work out a quantity that a file defines by others, with the subjects at hand here."""
        if node.text in self.inside:
            self._fail(phrase, node, f"the quantity {node.text!r} is made of itself", code="CARC-L007")
        written = self.names.quantities[node.text]
        expression = parse(written, self.names.problems)
        if expression is None:
            raise _Unknown
        self.used.append(node.text)
        self.names.used[node.text] = None
        levels = self.levels + height(expression)
        if levels > MOST_LEVELS or len(self.used) > MOST_USED:
            self._fail(
                phrase,
                node,
                f"too many quantities that are made of others, the last of them {node.text!r}",
                f"One expression may use {MOST_USED} of them, and they may be {MOST_LEVELS} levels deep together.",
                code="CARC-L008",
            )
        inner = attrs.evolve(self, inside=(*self.inside, node.text), levels=levels, thing=f"quantity {node.text!r}")
        return inner._expression(written, expression)

    def _symbol(self, phrase: Phrase, node: Name) -> Compiled:
        self._need(phrase, node, node.text, "feature")
        shift = self.names.counters.place(node.text)
        call: Function = lambda play, scope: play.count_of(scope.feature, shift)  # noqa: E731
        return Compiled(where_named(call) if self.in_steps else call, yes_no=False)

    def _need(self, phrase: Phrase, node: Expression, name: str, subject: str) -> None:
        if subject not in self.subjects and self.lost:
            raise _Unknown
        if subject not in self.subjects:
            there = ", ".join(REACH[s] for s in sorted(self.subjects)) or "nothing"
            self._fail(
                phrase,
                node,
                f"{name!r} asks for {REACH[subject]}, but there is none here",
                f"What can be asked about here: {there}.",
                code="CARC-L009",
            )

    def _several(self, phrase: Phrase, share: tuple[Expression, ...], sort: str) -> Any:
        found = [self._parameter(phrase, node, sort) for node in share]
        return found[0] if len(found) == 1 else tuple(dict.fromkeys(kind for kinds in found for kind in kinds))

    def _parameter(self, phrase: Phrase, node: Expression, sort: str) -> Any:
        if sort in LOOKS:
            subject, yes_no = LOOKS[sort]
            if self.looks == MOST_LOOKS:
                fault = f"more than {MOST_LOOKS} words in each other that go through figures or features"
                self._fail(phrase, node, fault, code="CARC-L008")
            gone = {"feature"} if subject in ("player", "placement") else set()
            at_hand = self.subjects - gone - ({"marker", "points"} if gone else set())
            inner = attrs.evolve(self, subjects=at_hand | {subject, "player"}, looks=self.looks + 1, in_steps=False)
            compiled = inner._expression(phrase, node)
            self._want(phrase, node, compiled, yes_no=yes_no)
            return compiled.call
        if sort == "number":
            compiled = self._expression(phrase, node)
            self._want(phrase, node, compiled, yes_no=False)
            return compiled
        if sort == "table":
            name = text(node)
            if name in self.names.faulty and name not in self.names.tables:
                raise _Unknown
            if name not in self.names.tables:
                cure = cure_for(name, tuple(self.names.tables), "options with a table")
                self._fail(phrase, node, f"no option {name!r} stands for a table", cure, code="CARC-L004")
            return self.names.tables[name]
        if not isinstance(node, Name):
            self._fail(
                phrase,
                node,
                f"expected the name of {ARTICLES.get(sort, 'a ' + sort)}, found '{text(node)}'",
                code="CARC-L054",
            )
            raise _Unknown
        where, names = place(phrase, node), self.names
        if sort in ("chosen word", *BOUND):
            return self._bound_name(phrase, node, sort)
        found: Any = None
        if sort == "feature kinds":
            found = names.kinds_of(node.text, where, self.thing) or (() if node.text in names.removed else None)
        elif sort == "symbol":
            found = self._shown(phrase, node)
        elif sort == "scoring figure":
            found = node.text if node.text in names.scorers else None
            if found is None and node.text not in names.faulty:
                cure = cure_for(node.text, names.scorers, "scoring figures here")
                self._fail(phrase, node, f"no scoring figure is called {node.text!r}", cure, code="CARC-L019")
        elif sort == "feature kind":
            found = -1 if node.text in names.removed else names.kind(node.text, where, self.thing)
        elif sort == "figure kind":
            found = names.figure(node.text, where, self.thing)
        elif sort == "token":
            found = names.token(node.text, where, self.thing)
        else:
            found = node.text
        if found is None:
            raise _Unknown
        return found

    def _shown(self, phrase: Phrase, node: Name) -> frozenset[int]:
        """The tiles that show a symbol, or a feature of a kind or group."""
        names = self.names
        if node.text == "any" or node.text in names.groups:
            kinds = names.kinds_of(node.text, place(phrase, node), self.thing)
            return frozenset[int]().union(*(names.showing(names.kinds.names[kind]) for kind in kinds))
        known = (*names.counters.symbols, *names.tile_symbols, *names.kinds.names)
        if node.text not in known and node.text not in names.removed:
            if node.text in names.faulty:
                raise _Unknown
            cure = cure_for(node.text, known, "symbols and feature kinds here")
            self._fail(phrase, node, f"no symbol and no feature kind is called {node.text!r}", cure, code="CARC-L019")
        return names.showing(node.text)

    def _bound_name(self, phrase: Phrase, node: Name, sort: str) -> Any:
        """What is known only when the game asks: a player, a place, or a word by the name that holds the choice."""
        name = node.text
        if sort == "chosen word":
            return self._chosen(phrase, node)
        find, phrases, wanted = BOUND[sort]
        found = find(name, self.bound)
        if found is not None:
            return found
        if name in self.lost:
            raise _Unknown
        known = [*phrases, *(n for n, k in self.bound.items() if k in wanted)]
        what = " or ".join(wanted) if sort != "player" else sort
        self._fail(
            phrase, node, f"no {what} is called {name!r}", cure_for(name, known, f"{what}s here"), code="CARC-L019"
        )
        raise _Unknown

    def _chosen(self, phrase: Phrase, node: Name) -> tuple[str, str]:
        """A word with the name that holds the choice which offers it."""
        if self.words is None or node.text in self.words:
            return (self.words or {}).get(node.text, "it"), node.text
        if self.lost:
            raise _Unknown
        cure = cure_for(node.text, tuple(self.words), "words here")
        if not self.words:
            cure = "A choice of 'words' comes first; a later choice takes the name 'it', unless one says 'as'."
        self._fail(phrase, node, f"no choice before offers the word {node.text!r}", cure, code="CARC-L019")
        raise _Unknown
