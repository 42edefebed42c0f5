"""Seeded chance is a function of seed and counter, fair enough to play with."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle.settings import rules_with

from carcassonne import CHANCE
from carcassonne.play.chance import number_at


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**32), st.integers(1, 2**32))
def test_numbers_are_in_range_and_the_same_again(seed: int, counter: int, below: int) -> None:
    number = number_at(seed, counter, below)
    assert 0 <= number < below
    assert number == number_at(seed, counter, below)


@pytest.mark.parametrize("below", [2, 6, 71])
def test_every_number_comes_about_equally_often(below: int) -> None:
    # Chi squared with many degrees of freedom: far from both «always the same» and «never the same».
    tries = 400 * below
    for found in (
        Counter(number_at(5, counter, below) for counter in range(tries)),
        Counter(number_at(seed, 1, below) for seed in range(tries)),
    ):
        squares = sum((found[number] - 400) ** 2 / 400 for number in range(below))
        assert squares < below + 5 * (2 * below) ** 0.5


def test_neighbouring_seeds_are_not_shifted_copies() -> None:
    sequences = [[number_at(seed, counter, 2**30) for counter in range(50)] for seed in range(20)]
    assert len({number for sequence in sequences for number in sequence}) == 20 * 50


def test_first_draws_are_as_likely_as_there_are_copies() -> None:
    rules = rules_with(("base",))
    found = Counter(rules.new_game(1, seed=seed).drawn_tile for seed in range(3_000))
    explicit = rules.new_game(1, chance="explicit")
    assert explicit.player == CHANCE
    chances = {action.tile: weight for action, weight in explicit.chances}
    assert sum(chances.values()) == 71
    for tile, copies in chances.items():
        assert abs(found[tile] - 3_000 * copies / 71) < 5 * (3_000 * copies / 71) ** 0.5


def test_explicit_and_seeded_games_can_meet() -> None:
    rules = rules_with(("base", "river"))
    seeded, explicit = rules.new_game(2, seed=9), rules.new_game(2, seed=1, chance="explicit")
    for action in seeded.history:
        explicit.push(action)
    assert seeded == explicit
    assert seeded.fingerprint == explicit.fingerprint
