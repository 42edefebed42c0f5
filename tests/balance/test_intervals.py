"""The statistics, against values that anybody can look up or work out by hand."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from carcassonne.balance.intervals import (
    Interval,
    believed,
    chance_of,
    inside,
    interval_of,
    pairs_to_show,
    quantile,
    quantile_of,
    share_values,
    shows_from,
)


@pytest.mark.parametrize(
    ("freedom", "two_sided_95", "two_sided_99"),
    [
        (1, 12.706, 63.657),
        (2, 4.303, 9.925),
        (3, 3.182, 5.841),
        (4, 2.776, 4.604),
        (5, 2.571, 4.032),
        (9, 2.262, 3.250),
        (30, 2.042, 2.750),
        (100, 1.984, 2.626),
        (1000, 1.962, 2.581),
    ],
)
def test_the_table_of_students_t(freedom: int, two_sided_95: float, two_sided_99: float) -> None:
    assert two_sided_95 == round(quantile(0.95, freedom), 3)
    assert two_sided_99 == round(quantile(0.99, freedom), 3)


def test_students_t_is_a_distribution() -> None:
    for freedom in (1, 2, 3, 8, 51):
        values = [inside(t, freedom) for t in (0.0, 0.5, 1.0, 2.0, 5.0, 1e6)]
        assert 0.0 == values[0] and pytest.approx(1.0, abs=1e-5) == values[-1]
        assert all(low < high for low, high in pairwise(values))
    assert pytest.approx(2 / math.pi * math.atan(3.0)) == inside(3.0, 1)
    assert pytest.approx(2.0 / math.sqrt(6)) == inside(2.0, 2), "t / sqrt(t * t + 2)"


def test_the_mean_of_four_numbers_by_hand() -> None:
    """Mean 5, squares 9 + 1 + 1 + 9 over 3, so the standard error is sqrt(20 / 3) / 2."""
    found = interval_of([2.0, 4.0, 6.0, 8.0])
    reach = 3.182446305 * math.sqrt(20 / 3) / 2
    assert 5.0 == found.mean
    assert pytest.approx((5 - reach, 5 + reach)) == (found.low, found.high)
    assert pytest.approx(math.sqrt(20 / 3)) == found.sd


def test_one_value_has_no_interval() -> None:
    assert Interval(7.0, None, None, 0.0) == interval_of([7.0])
    assert 1.0 == chance_of(interval_of([7.0]), 1)
    assert shows_from(0.0, 1) is None


def test_the_paired_test_by_hand() -> None:
    """Mean 2, standard deviation sqrt(8 / 3), so t = 2 / sqrt(2 / 3) with three degrees of freedom."""
    values = [0.0, 2.0, 2.0, 4.0]
    angle = math.atan(2 / math.sqrt(2 / 3) / math.sqrt(3))
    expected = 1 - 2 / math.pi * (angle + math.sin(angle) * math.cos(angle))
    assert expected < 1 / 8 and 1 / 8 == chance_of(interval_of(values), 4), "four coins fall alike once in eight times"
    assert pytest.approx(expected) == 1 - inside(2 / math.sqrt(2 / 3), 3)
    many = interval_of(values * 4)
    assert pytest.approx(1 - inside(2 / (many.sd / 4), 15)) == chance_of(many, 16)


def test_few_pairs_that_agree_prove_nothing() -> None:
    assert 0.25 == chance_of(interval_of([2.0, 2.0, 2.0]), 3)
    assert 2.0**-19 == chance_of(interval_of([2.0] * 20), 20)
    assert 1.0 == chance_of(interval_of([0.0, 0.0, 0.0]), 3)


def test_a_share_is_the_sum_of_parts_by_the_sum_of_wholes() -> None:
    values = share_values([0, 10], [10, 30])
    assert [0.125, 0.375] == values, "0.25 and what each game pulls it: (0 - 2.5) / 20 and (10 - 7.5) / 20"
    assert 0.25 == interval_of(values).mean
    assert [0.0, 0.0] == share_values([0, 0], [0, 0])


def test_shares_of_a_whole_sum_to_one() -> None:
    wholes = [7, 11, 13]
    parts = ([1, 5, 0], [2, 6, 3], [4, 0, 10])
    means = [interval_of(share_values(part, wholes)).mean for part in parts]
    assert pytest.approx([6 / 31, 11 / 31, 14 / 31]) == means
    assert pytest.approx(1.0) == sum(means)


def test_what_shows_and_how_many_games_it_takes() -> None:
    """With four of five, z is 1.96 + 0.84; so many games as the formula says show just that difference."""
    assert 785 == pairs_to_show(1.0, 10.0) == pairs_to_show(-1.0, 10.0)
    assert pytest.approx(1.0, abs=0.002) == shows_from(10.0, 785)
    assert 2 == pairs_to_show(5.0, 0.0)
    assert 0.0 == shows_from(0.0, 10)


def test_holm_by_hand() -> None:
    """The least must be below 0.05 / 4, the next below 0.05 / 3, and so on until one is not."""
    assert [True, True, False, False] == believed([0.0124, 0.0166, 0.026, 0.051])
    assert [False, False] == believed([0.04, 0.026]), "0.026 is more than 0.025: 0.04 is not even looked at"
    assert [] == believed([])


def test_quantiles_between_values() -> None:
    assert [3.0, 4.5, 9.0] == [quantile_of([3, 4, 5, 9], part) for part in (0, 0.5, 1)]
    assert 8.0 == quantile_of([8], 0.25)
