"""Lines of an award while a game runs, and their sum; the typed records of `words.events` are made of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from carcassonne.errors import RulesError

MOST_POINTS: Final = 1_000_000_000
"""What one award can give, and how many tokens somebody can have."""
THE_TABLE: Final = "the table"
"""Holds the tokens that are no player's and lie on no tile."""
Line = tuple[str, int, int, str]
"""An item while a game runs: (what was counted, how many, points each, rule id)."""


def total(lines: Iterable[Line]) -> int:
    """The points of some lines together. Raises RulesError where no game could mean so many."""
    points = sum([count * each for _, count, each, _ in lines])
    if not -MOST_POINTS <= points <= MOST_POINTS:
        raise RulesError(f"a rule gives more than {MOST_POINTS:,} points at once")
    return points
