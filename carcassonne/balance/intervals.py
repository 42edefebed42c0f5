"""Means and shares with their intervals, by Student's t, and which of many differences can be believed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import attrs

POWER: Final = 0.8
"""How often a difference must be seen to be called one that shows."""


@attrs.frozen
class Interval:
    """A mean of values and the interval around it; low and high are None where one value alone tells no spread.

    sd: the standard deviation of single values.
    """

    mean: float
    low: float | None
    high: float | None
    sd: float

    def to_dict(self) -> dict[str, float | None]:
        """Ready for JSON."""
        return {name: _rounded(value) for name, value in attrs.asdict(self).items()}


def interval_of(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """The mean of independent values with its interval by Student's t.

    >>> interval = interval_of([1.0, 2.0, 3.0, 4.0])
    >>> interval.mean, round(interval.low, 3), round(interval.high, 3)
    (2.5, 0.446, 4.554)
    """
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return Interval(mean, None, None, 0.0)
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    reach = quantile(confidence, count - 1) * sd / math.sqrt(count)
    return Interval(mean, mean - reach, mean + reach, sd)


def share_values(parts: Sequence[float], wholes: Sequence[float]) -> list[float]:
    """Of sums of parts by sums of wholes: one value for each game whose mean is that share.

    The value of a game is the share and how far the game pulls it, `share + (part - share * whole) / mean whole`
    (linearisation of a ratio), so intervals and differences of shares are those of means. A long game counts for
    more than a short one. Where there are no wholes the share is 0.

    >>> share_values([1, 3], [8, 8])
    [0.125, 0.375]
    >>> share_values([0, 10], [10, 30])  # 10 of 40
    [0.125, 0.375]
    """
    whole = math.fsum(wholes)
    if not whole:
        return [0.0] * len(parts)
    share, mean = math.fsum(parts) / whole, whole / len(wholes)
    return [share + (part - share * each) / mean for part, each in zip(parts, wholes, strict=True)]


def inside(t: float, freedom: int) -> float:
    """The probability that Student's t with so many degrees of freedom lies between -t and t.

    The sums for whole degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.

    >>> inside(1.0, 1)
    0.5
    >>> round(inside(2.228, 10), 4)
    0.95
    """
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    terms = [] if freedom == 1 else [term]
    for number in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (number - 1) / number
        terms.append(term)
    total = sine * math.fsum(terms)
    return min(1.0, 2 / math.pi * (angle + total) if odd else total)


@lru_cache
def quantile(confidence: float, freedom: int) -> float:
    """The t between whose negative and itself Student's t lies with a probability.

    >>> round(quantile(0.95, 10), 3), round(quantile(0.95, 99), 3)
    (2.228, 1.984)
    """
    low, high = 0.0, 1.0
    while inside(high, freedom) < confidence:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle, freedom) < confidence else (low, middle)
    return high


def chance_of(difference: Interval, count: int) -> float:
    """How likely a difference at least as large is where there is none (the p of the paired t test).

    No less than how often so many fair coins all fall alike: a few pairs that agree by chance prove nothing.

    >>> round(chance_of(interval_of([-1.0, 1.0, 2.0, 3.0, 4.0, 5.0]), 6), 4)
    0.0457
    >>> chance_of(interval_of([1.0, 1.0, 1.0]), 3)
    0.25
    """
    if not difference.mean or count < 2:
        return 1.0
    least: float = 2.0 ** (1 - count)
    if not difference.sd:
        return least
    return max(least, 1 - inside(abs(difference.mean) * math.sqrt(count) / difference.sd, count - 1))


def shows_from(sd: float, count: int, confidence: float = 0.95) -> float | None:
    """The true difference that so many pairs show in four of five comparisons; smaller ones are missed more often.

    >>> round(shows_from(10.0, 100), 2)
    2.83
    """
    if count < 2:
        return None
    reach = quantile(confidence, count - 1) + quantile(2 * POWER - 1, count - 1)
    return reach * sd / math.sqrt(count)


def pairs_to_show(difference: float, sd: float, confidence: float = 0.95) -> int:
    """About how many pairs show a true difference in four of five comparisons; sd: of the differences of pairs.

    >>> pairs_to_show(1.0, 10.0)
    785
    """
    reach = NormalDist().inv_cdf((1 + confidence) / 2) + NormalDist().inv_cdf(POWER)
    return max(2, math.ceil((reach * sd / difference) ** 2))


def believed(chances: Sequence[float], confidence: float = 0.95) -> list[bool]:
    """Which of several differences hold together, by Holm's method.

    With its confidence not one of them is there by chance alone, however many are looked at.

    >>> believed([0.001, 0.04, 0.02, 0.9])
    [True, False, False, False]
    """
    found = [False] * len(chances)
    for place, number in enumerate(sorted(range(len(chances)), key=lambda number: chances[number])):
        if chances[number] > (1 - confidence) / (len(chances) - place):
            break
        found[number] = True
    return found


def quantile_of(values: Sequence[float], part: float) -> float:
    """The value below which a part of sorted values lies, between two of them in proportion.

    >>> [quantile_of([1, 2, 3, 5], part) for part in (0, 0.5, 0.9)]
    [1, 2.5, 4.4]
    """
    place = part * (len(values) - 1)
    below = math.floor(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (place - below) * (values[above] - values[below])


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
