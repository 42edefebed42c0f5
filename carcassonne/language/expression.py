"""An expression as a small frozen tree: going through it, splitting it, and writing it as text again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

COMPARISONS: Final = ("=", "!=", "<", "<=", ">", ">=")
POWER: Final = {"or": 1, "and": 2, **dict.fromkeys(COMPARISONS, 4), "+": 5, "-": 5, "*": 6}
NOT, COMPARISON, MINUS, ATOM = 3, 4, 7, 8


@attrs.frozen
class Number:
    """A whole number, perhaps below zero."""

    value: int
    offset: int = attrs.field(default=0, eq=False, repr=False)


@attrs.frozen
class Name:
    """A quantity or condition without arguments, or a word that stands as an argument."""

    text: str
    offset: int = attrs.field(default=0, eq=False, repr=False)


@attrs.frozen
class OptionName:
    """An option, which has a dot in its name and stands for the number that was chosen."""

    text: str
    offset: int = attrs.field(default=0, eq=False, repr=False)


@attrs.frozen
class Call:
    """A quantity, condition or function with arguments, which are expressions or bare words."""

    name: str
    arguments: tuple[Expression, ...]
    offset: int = attrs.field(default=0, eq=False, repr=False)


@attrs.frozen
class Unary:
    """`not` or `-` before one expression."""

    operator: str
    operand: Expression
    offset: int = attrs.field(default=0, eq=False, repr=False)


@attrs.frozen
class Binary:
    """Two expressions with one of `+ - * = != < <= > >= and or` between them."""

    operator: str
    left: Expression
    right: Expression
    offset: int = attrs.field(default=0, eq=False, repr=False)


Expression = Number | Name | OptionName | Call | Unary | Binary


def text(expression: Expression) -> str:
    """Write an expression so that reading it gives an equal one.

    >>> text(Binary("and", Binary(">=", Name("tiles"), Number(4)), Unary("not", Name("done"))))
    'tiles >= 4 and not done'
    """
    return _written(expression, 0)


def walk(expression: Expression) -> Iterator[Expression]:
    """Go through an expression and all its parts, from left to right.

    >>> [node.text for node in walk(Binary("+", Name("a"), Name("b"))) if isinstance(node, Name)]
    ['a', 'b']
    """
    yield expression
    for part in _parts(expression):
        yield from walk(part)


def height(expression: Expression) -> int:
    """How many levels of parts an expression has.

    >>> height(Binary("+", Name("a"), Unary("-", Name("b"))))
    3
    """
    return 1 + max(map(height, _parts(expression)), default=0)


def terms(expression: Expression) -> tuple[tuple[int, Expression], ...]:
    """Split a sum into parts with whole-number coefficients, so that points can be shown item by item.

    A part without a name in it keeps its value as a number with the coefficient 1.

    >>> terms(Binary("+", Number(1), Binary("*", Number(2), Binary("-", Name("tiles"), Name("pennant")))))
    ((1, Number(value=1)), (2, Name(text='tiles')), (-2, Name(text='pennant')))
    """
    return tuple(_terms(expression, 1))


def conjuncts(expression: Expression) -> tuple[Expression, ...]:
    """Split a condition at its outermost `and`s, so that a refusal can name the part that fails.

    >>> conjuncts(Binary("and", Name("a"), Binary("or", Name("b"), Name("c"))))[0]
    Name(text='a')
    """
    if isinstance(expression, Binary) and expression.operator == "and":
        return conjuncts(expression.left) + conjuncts(expression.right)
    return (expression,)


def with_options(expression: Expression, values: Mapping[str, int]) -> Expression:
    """Put numbers in the place of the option names that are known.

    >>> text(with_options(Binary("*", OptionName("goods.bonus"), Number(2)), {"goods.bonus": 10}))
    '10 * 2'
    """
    if isinstance(expression, OptionName) and expression.text in values:
        return Number(values[expression.text], expression.offset)
    if isinstance(expression, Call):
        given = tuple(with_options(part, values) for part in expression.arguments)
        return attrs.evolve(expression, arguments=given)
    if isinstance(expression, Unary):
        return negated_or(expression.operator, with_options(expression.operand, values), expression.offset)
    if isinstance(expression, Binary):
        left, right = with_options(expression.left, values), with_options(expression.right, values)
        return attrs.evolve(expression, left=left, right=right)
    return expression


def _parts(expression: Expression) -> tuple[Expression, ...]:
    if isinstance(expression, Call):
        return expression.arguments
    if isinstance(expression, Unary):
        return (expression.operand,)
    if isinstance(expression, Binary):
        return (expression.left, expression.right)
    return ()


def negated_or(operator: str, operand: Expression, offset: int) -> Expression:
    """Return `not` or `-` before an expression; a number below zero is a number."""
    if operator == "-" and isinstance(operand, Number):
        return Number(-operand.value, offset)
    return Unary(operator, operand, offset)


def _constant(expression: Expression) -> int | None:
    """Return the value of arithmetic without names."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Unary) and expression.operator == "-":
        value = _constant(expression.operand)
        return None if value is None else -value
    if isinstance(expression, Binary) and expression.operator in ("+", "-", "*"):
        left, right = _constant(expression.left), _constant(expression.right)
        if left is None or right is None:
            return None
        return left * right if expression.operator == "*" else left + (right if expression.operator == "+" else -right)
    return None


def _terms(expression: Expression, coefficient: int) -> Iterator[tuple[int, Expression]]:
    value = _constant(expression)
    if value is not None:
        yield 1, Number(coefficient * value, expression.offset)
    elif isinstance(expression, Unary) and expression.operator == "-":
        yield from _terms(expression.operand, -coefficient)
    elif isinstance(expression, Binary) and expression.operator in ("+", "-"):
        yield from _terms(expression.left, coefficient)
        yield from _terms(expression.right, coefficient if expression.operator == "+" else -coefficient)
    elif isinstance(expression, Binary) and expression.operator == "*":
        left, right = _constant(expression.left), _constant(expression.right)
        if left is not None:
            yield from _terms(expression.right, coefficient * left)
        elif right is not None:
            yield from _terms(expression.left, coefficient * right)
        else:
            yield coefficient, expression
    else:
        yield coefficient, expression


def _power(expression: Expression) -> int:
    if isinstance(expression, Binary):
        return POWER[expression.operator]
    if isinstance(expression, Unary):
        return NOT if expression.operator == "not" else MINUS
    return ATOM


def _written(expression: Expression, needed: int) -> str:
    """Write an expression, in parentheses where its operator binds less than is needed."""
    power = _power(expression)
    if isinstance(expression, Number):
        return str(expression.value)
    if isinstance(expression, Name | OptionName):
        return expression.text
    if isinstance(expression, Call):
        return f"{expression.name}({', '.join(map(text, expression.arguments))})"
    if isinstance(expression, Unary):
        gap = " " if expression.operator == "not" else ""
        body = f"{expression.operator}{gap}{_written(expression.operand, power + (gap == ''))}"
    else:
        left = _written(expression.left, power + (power == COMPARISON))
        body = f"{left} {expression.operator} {_written(expression.right, power + 1)}"
    return f"({body})" if power < needed else body
