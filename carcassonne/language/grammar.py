"""The grammar of the language: from the text of an expression in a file to its tree.

An expression is one line of arithmetic, comparisons and `and`, `or`, `not` over names that may have several
words. Nothing here knows what a name means, and nothing reaches outside the text.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.language.expression import (
    COMPARISONS,
    MINUS,
    NOT,
    POWER,
    Binary,
    Call,
    Expression,
    Name,
    Number,
    OptionName,
    Unary,
    conjuncts,
    height,
    negated_or,
    terms,
    text,
    walk,
    with_options,
)
from carcassonne.read.definitions import Phrase
from carcassonne.read.source import shown

__all__ = [
    "Binary", "Call", "Expression", "Name", "Number", "OptionName", "Unary",
    "conjuncts", "height", "parse", "place", "terms", "text", "walk", "with_options",
]  # fmt: skip

LONGEST: Final = 300
DEEPEST: Final = 20
LARGEST: Final = 999_999_999


def parse(phrase: Phrase, problems: list[Problem]) -> Expression | None:
    """Read an expression; when it is none, add one problem with the exact place and return None.

    >>> where = Where("house.yaml", 3, 5)
    >>> parse(Phrase("2 * tiles + pennant", where), [])
    Binary(operator='+', left=Binary(operator='*', left=Number(value=2), right=Name(text='tiles')), \
right=Name(text='pennant'))
    >>> found = []
    >>> parse(Phrase("tiles == 2", where), found)
    >>> print(found[0])
    house.yaml:3:11: expression 'tiles == 2': found '==', expected an operator or the end [CARC-L001]
        Write '=' for a comparison.
    """
    try:
        return _Parser(phrase.text).whole()
    except _Fault as fault:
        thing = f"expression {shown(phrase.text)}"
        problems.append(Problem(_at(phrase, fault.offset), f"{thing}: {fault.fault}", fault.cure, code="CARC-L001"))
        return None


def place(phrase: Phrase, node: Expression) -> Where:
    """Say where in the file a node of the expression begins."""
    return _at(phrase, node.offset)


def _at(phrase: Phrase, offset: int) -> Where:
    return attrs.evolve(phrase.where, column=phrase.where.column + offset)


# Reading ---------------------------------------------------------------------------------------

_TOKENS = re.compile(
    r"""\s*(?:
        (?P<number>[0-9]+)
      | (?P<word>[^\W\d_](?:[\w-]*\w)?(?:\.[^\W\d_](?:[\w-]*\w)?)?)
      | (?P<sign>!=|<=|>=|==|<>|=<|=>|&&|\|\||\*\*|//|\S)
      | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_SIGNS = frozenset(("+", "-", "*", "(", ")", ",", *COMPARISONS))
_CURES = {
    "[": "Several kinds stand in the parentheses of the word itself, with commas; or name them under 'groups'.",
    "==": "Write '=' for a comparison.",
    "<>": "Write '!=' for 'is not'.",
    "≠": "Write '!=' for 'is not'.",
    "!": "Write 'not'.",
    "=<": "Write '<='.",
    "≤": "Write '<='.",
    "=>": "Write '>='.",
    "≥": "Write '>='.",
    "&&": "Write 'and'.",
    "&": "Write 'and'.",
    "||": "Write 'or'.",
    "|": "Write 'or'.",
    "×": "Write '*'.",
    "·": "Write '*'.",
    "−": "Write a plain '-' with a space on both sides.",
    "/": "There is no division here; write half up(…) or half down(…) for a half.",
    "//": "There is no division here; write half up(…) or half down(…) for a half.",
    "**": "There are no powers here.",
    ".": "Only an option has a dot in its name, as in 'module.option'.",
}


class _Fault(Exception):
    def __init__(self, offset: int, fault: str, cure: str = "") -> None:
        self.offset, self.fault, self.cure = offset, fault, cure


@attrs.frozen
class _Token:
    kind: str
    text: str
    start: int


QUOTED: Final = "Inside [ ] and { } a text with a comma or a bracket stands in quotes."


class _Parser:
    """Operator precedence over a short list of tokens; each method takes what it needs from the front."""

    def __init__(self, written: str) -> None:
        if len(written) > LONGEST:
            raise _Fault(LONGEST, f"longer than {LONGEST} characters", "Split it, or make it a quantity.")
        self.written = written
        self.tokens = [
            _Token(str(found.lastgroup), found[found.lastgroup or 0], found.start(found.lastgroup or 0))
            for found in _TOKENS.finditer(written)
        ]
        self.position = 0
        self.depth = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.position]

    def whole(self) -> Expression:
        expression = self.expression(0)
        if self.token.kind != "end":
            raise self.unexpected("an operator or the end")
        return expression

    def unexpected(self, expected: str, cure: str = "") -> _Fault:
        token = self.token
        found = "the end" if token.kind == "end" else repr(token.text)
        if token.kind == "end" and self.written.count("(") > self.written.count(")"):
            cure = cure or QUOTED
        return _Fault(token.start, f"found {found}, expected {expected}", cure or _CURES.get(token.text, ""))

    def operator(self) -> str:
        """Return the operator that comes next, or ''."""
        token = self.token
        if token.kind == "word":
            return token.text if token.text in ("and", "or") else ""
        return token.text if token.text in POWER else ""

    def expression(self, least: int) -> Expression:
        left = self.prefix(least)
        while True:
            operator = self.operator()
            if not operator or POWER[operator] < least:
                return left
            if operator in COMPARISONS and isinstance(left, Binary) and self.compared == self.position:
                raise self.unexpected("one comparison", "Write 'a < b and b < c' for two comparisons.")
            sign = self.token
            if operator == "-":
                self.refuse_tight_minus(sign)
            self.position += 1
            right = self.expression(POWER[operator] + 1)
            left = Binary(operator, left, right, sign.start)
            if operator in COMPARISONS:
                self.compared = self.position

    compared = -1  # where the last comparison ended, so that a second one can be told from one in parentheses

    def refuse_tight_minus(self, sign: _Token) -> None:
        around = self.written[sign.start - 1] + self.written[sign.start + 1 : sign.start + 2]
        if not around.isspace():
            raise _Fault(
                sign.start,
                "found a '-' that touches its neighbour, expected a space on both sides",
                "A '-' inside a word is part of the word.",
            )

    def prefix(self, least: int) -> Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Fault(self.token.start, f"nested more than {DEEPEST} deep", "Split it, or make it a quantity.")
        expression = self.value(least)
        self.depth -= 1
        return expression

    def value(self, least: int) -> Expression:
        token = self.token
        if token.kind == "number":
            self.position += 1
            return self.number(token)
        if token.kind == "word" and token.text == "not":
            if least > NOT:
                raise self.unexpected("a value", "Put '(not ...)' in parentheses.")
            self.position += 1
            return Unary("not", self.expression(NOT), token.start)
        if token.kind == "word" and token.text not in ("and", "or"):
            return self.name()
        if token.text == "-":
            self.position += 1
            return negated_or("-", self.expression(MINUS), token.start)
        if token.text == "(":
            self.position += 1
            inner = self.expression(0)
            self.close("')'")
            self.compared = -1
            return inner
        raise self.unexpected("a value")

    def number(self, token: _Token) -> Number:
        if len(token.text) > 12 or int(token.text) > LARGEST:
            raise _Fault(token.start, f"a number above {LARGEST}")
        if self.token.kind == "word" and self.token.text not in ("and", "or", "not"):
            raise self.unexpected("an operator", f"Write '{token.text} * {self.token.text}' for a product.")
        return Number(int(token.text), token.start)

    def name(self) -> Expression:
        first = self.token
        words = []
        while self.token.kind == "word" and self.token.text not in ("and", "or", "not"):
            words.append(self.token.text)
            self.position += 1
        name = " ".join(words)
        if "." in name:
            if len(words) > 1:
                raise _Fault(
                    first.start,
                    f"found {name!r}, expected an option's name alone",
                    "An option stands for a number: put an operator between it and the next word.",
                )
            return OptionName(name, first.start)
        if self.token.text != "(":
            if self.token.kind == "number":
                raise self.unexpected("an operator or the end")
            return Name(name, first.start)
        self.position += 1
        return Call(name, self.arguments(), first.start)

    def arguments(self) -> tuple[Expression, ...]:
        if self.token.text == ")":
            raise self.unexpected("an argument", "Leave the parentheses out when there is none.")
        given = [self.expression(0)]
        while self.token.text == ",":
            self.position += 1
            given.append(self.expression(0))
        self.close("',' or ')'")
        self.compared = -1
        return tuple(given)

    def close(self, expected: str) -> None:
        if self.token.text != ")":
            raise self.unexpected(expected)
        self.position += 1
