"""Expressions: what is one, where it goes wrong, and that text and tree tell the same."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne.errors import Problem, Where
from carcassonne.language import grammar
from carcassonne.language.grammar import (
    Binary,
    Call,
    Expression,
    Name,
    Number,
    OptionName,
    Unary,
    conjuncts,
    parse,
    place,
    terms,
    text,
    walk,
    with_options,
)
from carcassonne.read.definitions import Phrase

HERE = Where("house.yaml", 7, 11)


def tree(written: str) -> Expression:
    problems: list[Problem] = []
    expression = parse(Phrase(written, HERE), problems)
    assert [] == problems
    assert expression is not None
    return expression


QUOTED = f"    {grammar.QUOTED}"


def fault(written: str) -> str:
    problems: list[Problem] = []
    assert parse(Phrase(written, HERE), problems) is None
    (problem,) = problems
    assert "CARC-L001" == problem.code
    return f"{problem.where}: {problem.fault}" + (f"\n    {problem.cure}" if problem.cure else "")


# What an expression says -----------------------------------------------------------------------

A, B, C, D = map(Name, "abcd")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("7", Number(7)),
        ("-7", Number(-7)),
        ("-(7)", Number(-7)),
        ("- a", Unary("-", A)),
        ("--7", Number(7)),
        ("tiles", Name("tiles")),
        ("  placed   a figure ", Name("placed a figure")),
        ("tiles-with-x_1", Name("tiles-with-x_1")),
        ("häuser", Name("häuser")),
        ("traders.goods_bonus", OptionName("traders.goods_bonus")),
        ("joined(river)", Call("joined", (Name("river"),))),
        ("last bend ( a river )", Call("last bend", (Name("a river"),))),
        ("most of(a, 2 + b, f(c))", Call("most of", (A, Binary("+", Number(2), B), Call("f", (C,))))),
        ("2 * tiles + 2 * pennant", Binary("+", Binary("*", Number(2), Name("tiles")),
                                           Binary("*", Number(2), Name("pennant")))),
        ("2*(a+b)", Binary("*", Number(2), Binary("+", A, B))),
        ("a - b - c", Binary("-", Binary("-", A, B), C)),
        ("a - (b - c)", Binary("-", A, Binary("-", B, C))),
        ("a - -2", Binary("-", A, Number(-2))),
        ("-a * b", Binary("*", Unary("-", A), B)),
        ("a<=b", Binary("<=", A, B)),
        ("a != b + 1", Binary("!=", A, Binary("+", B, Number(1)))),
        ("(a = b) = c", Binary("=", Binary("=", A, B), C)),
        ("f(a = b) = c", Binary("=", Call("f", (Binary("=", A, B),)), C)),
        ("not a = b", Unary("not", Binary("=", A, B))),
        ("not not a", Unary("not", Unary("not", A))),
        ("a and not b", Binary("and", A, Unary("not", B))),
        ("not a and b", Binary("and", Unary("not", A), B)),
        ("a or b and c", Binary("or", A, Binary("and", B, C))),
        ("(a or b) and c", Binary("and", Binary("or", A, B), C)),
        ("a = b and c = d", Binary("and", Binary("=", A, B), Binary("=", C, D))),
        ("placed a figure and not placed a follower",
         Binary("and", Name("placed a figure"), Unary("not", Name("placed a follower")))),
        ("bend(river) != 0 and bend(river) = last bend(river)",
         Binary("and", Binary("!=", Call("bend", (Name("river"),)), Number(0)),
                Binary("=", Call("bend", (Name("river"),)), Call("last bend", (Name("river"),))))),
        ("order and notes", Binary("and", Name("order"), Name("notes"))),
    ],
)  # fmt: skip
def test_an_expression_is_read_as_people_read_it(written: str, expected: Expression) -> None:
    assert expected == tree(written)


def test_every_node_knows_its_place() -> None:
    written = "2 * own tiles + touched(city)"
    places = {type(node).__name__ + text(node): node.offset for node in walk(tree(written))}
    assert {
        "Binary" + written: 14,
        "Binary2 * own tiles": 2,
        "Number2": 0,
        "Nameown tiles": 4,
        "Calltouched(city)": 16,
        "Namecity": 24,
    } == places
    assert Where("house.yaml", 7, 11 + 24) == place(Phrase(written, HERE), [*walk(tree(written))][-1])


# What goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "column", "message"),
    [
        ("", 0, "found the end, expected a value"),
        ("   ", 3, "found the end, expected a value"),
        ("a +", 3, "found the end, expected a value"),
        ("a b +", 5, "found the end, expected a value"),
        ("* a", 0, "found '*', expected a value"),
        ("a + and", 4, "found 'and', expected a value"),
        ("a == b", 2, "found '==', expected an operator or the end\n    Write '=' for a comparison."),
        ("a <> b", 2, "found '<>', expected an operator or the end\n    Write '!=' for 'is not'."),
        ("a ≤ b", 2, "found '≤', expected an operator or the end\n    Write '<='."),
        ("a => b", 2, "found '=>', expected an operator or the end\n    Write '>='."),
        ("a && b", 2, "found '&&', expected an operator or the end\n    Write 'and'."),
        ("a | b", 2, "found '|', expected an operator or the end\n    Write 'or'."),
        ("!a", 0, "found '!', expected a value\n    Write 'not'."),
        ("2 × a", 2, "found '×', expected an operator or the end\n    Write '*'."),
        ("a / 2", 2, "found '/', expected an operator or the end\n"
                     "    There is no division here; write half up(…) or half down(…) for a half."),
        ("a // 2", 2, "found '//', expected an operator or the end\n"
                      "    There is no division here; write half up(…) or half down(…) for a half."),
        ("a ** 2", 2, "found '**', expected an operator or the end\n    There are no powers here."),
        ("a < b < c", 6, "found '<', expected one comparison\n"
                      "    Write 'a < b and b < c' for two comparisons."),
        ("a = b != c", 6, "found '!=', expected one comparison\n"
                      "    Write 'a < b and b < c' for two comparisons."),
        ("a -b", 2, "found a '-' that touches its neighbour, expected a space on both sides\n"
                    "    A '-' inside a word is part of the word."),
        ("a- b", 1, "found a '-' that touches its neighbour, expected a space on both sides\n"
                    "    A '-' inside a word is part of the word."),
        ("f(a)-1", 4, "found a '-' that touches its neighbour, expected a space on both sides\n"
                      "    A '-' inside a word is part of the word."),
        ("a = not b", 4, "found 'not', expected a value\n    Put '(not ...)' in parentheses."),
        ("2 + not a", 4, "found 'not', expected a value\n    Put '(not ...)' in parentheses."),
        ("2 tiles", 2, "found 'tiles', expected an operator\n    Write '2 * tiles' for a product."),
        ("tiles 2", 6, "found '2', expected an operator or the end"),
        ("2 3", 2, "found '3', expected an operator or the end"),
        ("(a", 2, "found the end, expected ')'\n" + QUOTED),
        ("a)", 1, "found ')', expected an operator or the end"),
        ("()", 1, "found ')', expected a value"),
        ("f()", 2, "found ')', expected an argument\n    Leave the parentheses out when there is none."),
        ("f(a", 3, "found the end, expected ',' or ')'\n" + QUOTED),
        ("f(a,)", 4, "found ')', expected a value"),
        ("f(a)(b)", 4, "found '(', expected an operator or the end"),
        ("a, b", 1, "found ',', expected an operator or the end"),
        ("a.b.c", 3, "found '.', expected an operator or the end\n"
                     "    Only an option has a dot in its name, as in 'module.option'."),
        ("a.b(c)", 3, "found '(', expected an operator or the end"),
        ("own a.b", 0, "found 'own a.b', expected an option's name alone\n"
                       "    An option stands for a number: put an operator between it and the next word."),
        ("1000000000", 0, "a number above 999999999"),
        ("9" * 300, 0, "a number above 999999999"),
        ("1.5", 1, "found '.', expected an operator or the end\n"
                   "    Only an option has a dot in its name, as in 'module.option'."),
        ("'a'", 0, "found \"'\", expected a value"),
        ("_a", 0, "found '_', expected a value"),
    ],
)  # fmt: skip
def test_a_fault_has_its_column_and_what_was_expected(written: str, column: int, message: str) -> None:
    shown = repr(written if len(written) <= 60 else written[:57] + "...")
    assert f"house.yaml:7:{11 + column}: expression {shown}: {message}" == fault(written)


@pytest.mark.parametrize(
    "written",
    [
        "__import__('os').system('true')",
        "tiles.__class__",
        "().__class__.__bases__[0]",
        "(lambda: 0)()",
        "[x for x in tiles]",
        "tiles if complete else 0",
        "f'{tiles}'",
        "a := 2",
        "a\n; b",
        "\x00",
        "{}",
        "*args",
    ],
)
def test_what_reaches_out_is_only_a_fault(written: str) -> None:
    assert "expression " in fault(written)


def test_length_and_depth_have_bounds() -> None:
    assert isinstance(tree("+".join("1" * 150)), Binary)
    assert "longer than 300 characters" in fault("+".join("1" * 151))
    assert A == tree("(" * 19 + "a" + ")" * 19)
    assert "nested more than 20 deep" in fault("(" * 20 + "a" + ")" * 20)
    assert "nested more than 20 deep" in fault("not " * 60 + "a")
    assert "nested more than 20 deep" in fault("- " * 60 + "a")
    assert "nested more than 20 deep" in fault("f(" * 60 + "a" + ")" * 60)
    begin = time.process_time()
    assert "longer than" in fault("a" * 1_000_000)
    assert time.process_time() - begin < 1


@given(written=st.text(max_size=40) | st.text(alphabet="ab1 ()+-*<=!,.not", max_size=40))
def test_no_text_breaks_the_parser(written: str) -> None:
    problems: list[Problem] = []
    expression = parse(Phrase(written, HERE), problems)
    assert (expression is None) == (len(problems) == 1)
    if expression is None:
        assert HERE.column <= problems[0].where.column <= HERE.column + len(written)


# Text and tree ---------------------------------------------------------------------------------

NAMES = st.sampled_from(["tiles", "own followers", "placed a figure", "x-1", "b_2", "order", "notes"])
LEAVES = st.builds(Number, st.integers(-99, 99)) | st.builds(Name, NAMES) | st.builds(OptionName, st.just("a.b-c"))


def negated(operand: Expression) -> Expression:
    return Number(-operand.value) if isinstance(operand, Number) else Unary("-", operand)


def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    operators = st.sampled_from(["or", "and", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*"])
    return (
        st.builds(Binary, operators, inner, inner)
        | st.builds(Unary, st.just("not"), inner)
        | st.builds(negated, inner)
        | st.builds(Call, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple))
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)


@given(expression=EXPRESSIONS)
def test_text_and_tree_are_a_round_trip(expression: Expression) -> None:
    written = text(expression)
    problems: list[Problem] = []
    again = parse(Phrase(written, HERE), problems)
    if again is None:
        assert "nested more than" in problems[0].fault or "longer than" in problems[0].fault
    else:
        assert expression == again
        assert written == text(again)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("((2)*tiles)+pennant", "2 * tiles + pennant"),
        ("a-1 - (b + c)", "a-1 - (b + c)"),
        ("(a + b) * -(c)", "(a + b) * -c"),
        ("-(a + b)", "-(a + b)"),
        ("--a", "-(-a)"),
        ("(not a) = b", "(not a) = b"),
        ("not (a and b)", "not (a and b)"),
        ("(a < b) < c", "(a < b) < c"),
        ("f( a ,b )", "f(a, b)"),
    ],
)
def test_text_has_only_the_parentheses_that_it_needs(written: str, plain: str) -> None:
    assert plain == text(tree(written))
    assert tree(written) == tree(plain)


# Taking apart ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2 * tiles + 2 * pennant", [(2, "tiles"), (2, "pennant")]),
        ("tiles", [(1, "tiles")]),
        ("9", [(1, "9")]),
        ("1 + neighbours", [(1, "1"), (1, "neighbours")]),
        ("3 * complete touched(city)", [(3, "complete touched(city)")]),
        ("tiles * 2 - pennant", [(2, "tiles"), (-1, "pennant")]),
        ("2 * 3 * tiles", [(6, "tiles")]),
        ("-(tiles + 2 * (a - 3))", [(-1, "tiles"), (-2, "a"), (1, "6")]),
        ("tiles * pennant", [(1, "tiles * pennant")]),
        ("2 * half up(tiles + 1)", [(2, "half up(tiles + 1)")]),
        ("2 * (3 - 1) + a.b", [(1, "4"), (1, "a.b")]),
        ("tiles > 2", [(1, "tiles > 2")]),
    ],
)
def test_a_sum_comes_apart_into_terms(written: str, expected: list[tuple[int, str]]) -> None:
    assert expected == [(coefficient, text(part)) for coefficient, part in terms(tree(written))]


def value(expression: Expression) -> int:
    """What a sum is worth when every name is worth the length of its text."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Binary) and expression.operator in "+-*":
        left, right = value(expression.left), value(expression.right)
        return {"+": left + right, "-": left - right, "*": left * right}[expression.operator]
    if isinstance(expression, Unary) and expression.operator == "-":
        return -value(expression.operand)
    return len(text(expression))


@given(expression=EXPRESSIONS)
def test_terms_are_worth_what_the_sum_is_worth(expression: Expression) -> None:
    assert value(expression) == sum(coefficient * value(part) for coefficient, part in terms(expression))


def test_a_condition_comes_apart_at_its_outermost_ands() -> None:
    parts = conjuncts(tree("a and (b and c) and (a or b) and not (a and d)"))
    assert ["a", "b", "c", "a or b", "not (a and d)"] == [text(part) for part in parts]


def test_options_become_numbers_and_the_rest_stays() -> None:
    expression = tree("-a.x * f(a.x, a.y) + a.x")
    assert "-3 * f(3, a.y) + 3" == text(with_options(expression, {"a.x": 3}))
    assert 0 == with_options(tree("a.x"), {"a.x": 1}).offset
    assert [2, 0, 4] == [node.offset for node in walk(with_options(tree("b + a.x"), {"a.x": 1}))]


def test_what_grammar_exports_is_there() -> None:
    assert all(hasattr(grammar, name) for name in grammar.__all__)
