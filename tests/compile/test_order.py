"""Things stand in the order that is written, and never in that in which they were loaded."""

from __future__ import annotations

from itertools import permutations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne.compile.order import in_order
from carcassonne.errors import Problem, Where


@attrs.frozen
class Thing:
    name: str
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    where: Where = attrs.field(factory=lambda: Where("things.yaml", 1, 1))
    order_where: tuple[Where, ...] = ()


def names(things: tuple[Thing, ...]) -> list[str]:
    return [thing.name for thing in things]


def test_after_and_before_are_kept_whatever_the_order_given() -> None:
    things = [
        Thing("score", after=("figure",)),
        Thing("draw"),
        Thing("place", after=("draw",)),
        Thing("figure", after=("place",)),
        Thing("gold", after=("place",), before=("figure",)),
    ]
    for given_order in permutations(things):
        problems: list[Problem] = []
        assert names(in_order(given_order, problems)) == ["draw", "place", "gold", "figure", "score"]
        assert problems == []


def test_names_decide_where_nothing_is_written() -> None:
    assert names(in_order([Thing("c"), Thing("a"), Thing("b")], [])) == ["a", "b", "c"]


def test_names_that_are_not_there_are_passed_over() -> None:
    assert names(in_order([Thing("b", after=("x",)), Thing("a", before=("y",))], [])) == ["a", "b"]


@pytest.mark.parametrize(
    "things",
    [
        [Thing("a", after=("b",)), Thing("b", after=("a",)), Thing("c")],
        [Thing("a", before=("b",)), Thing("b", before=("a",)), Thing("c")],
        [Thing("a", after=("b",), before=("b",)), Thing("b"), Thing("c")],
    ],
)
def test_a_circle_is_one_problem(things: list[Thing]) -> None:
    problems: list[Problem] = []
    in_order(things, problems)
    (problem,) = problems
    assert problem.fault in (
        "a: the order goes round in a circle: a → b → a",
        "b: the order goes round in a circle: b → a → b",
    )


def test_a_circle_is_reported_where_the_last_file_says_it() -> None:
    problems: list[Problem] = []
    own = Where("house.yaml", 7, 9)
    things = [
        Thing("draw"),
        Thing("place", after=("draw",)),
        Thing("figure", after=("place",), before=("draw",), order_where=(Where("base.yaml", 4, 3), own)),
        Thing("score", after=("figure",)),
    ]
    found = in_order(things, problems, files=["base.yaml", "things.yaml", "house.yaml"])
    assert names(found) == []
    fault = "draw: the order goes round in a circle: draw → place → figure → draw"
    assert [(each.where, each.fault) for each in problems] == [(own, fault)]


def test_a_thing_after_itself_is_a_circle() -> None:
    problems: list[Problem] = []
    in_order([Thing("a", after=("a",))], problems)
    assert len(problems) == 1


WISHES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14)


@given(st.permutations(range(8)), WISHES)
def test_every_wish_that_can_be_kept_is_kept(order: list[int], wishes: list[tuple[int, int]]) -> None:
    wishes = [(first, then) for first, then in wishes if first < then]
    things = [Thing(str(n), after=tuple(str(first) for first, then in wishes if then == n)) for n in order]
    problems: list[Problem] = []
    found = [int(name) for name in names(in_order(things, problems))]
    assert problems == []
    assert sorted(found) == list(range(8))
    assert all(found.index(first) < found.index(then) for first, then in wishes)
    assert found == [int(name) for name in names(in_order(things[::-1], problems))]
