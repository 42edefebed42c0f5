"""Compares two rulesets: bots play the same seeds under both, and what differs is told with its intervals.

>>> from carcassonne.balance import compare
>>> result = compare("base", ["base", "river"], games=3, bots="random")
>>> result.measure("tiles laid").difference.mean
11.0
"""

from __future__ import annotations

from carcassonne.balance.comparison import Comparison, Distribution, Match, Side, compare, match_of
from carcassonne.balance.intervals import Interval
from carcassonne.balance.measures import Measure

__all__ = ["Comparison", "Distribution", "Interval", "Match", "Measure", "Side", "compare", "match_of"]
