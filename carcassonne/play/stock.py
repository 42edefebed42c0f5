"""The stock of tiles, and chance: what can be drawn, and what the seeded generator draws."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from carcassonne.play.chance import number_at
from carcassonne.play.journal import Column
from carcassonne.play.table import Table

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules

STOCK = int(Column.STOCK)


class Stock(Table):
    """A table with what has not been drawn yet.

    The stock is a multiset in piles that are used up one after the other; nothing tells what comes next, unless a
    caller has fixed the order of draws: then the stock is what rules have put back, which comes after all of that.
    `draws` counts how often chance has decided.
    """

    __slots__ = ("draws", "fixed", "fixed_at", "rules", "seed", "stock")

    rules: Rules
    seed: int
    draws: int
    fixed: tuple[int, ...] | None
    fixed_at: int
    stock: list[int]

    def candidates(self) -> list[int]:
        """The tiles that may be drawn now, by number: those of the first pile that is not empty."""
        if self.fixed is not None and self.fixed_at < len(self.fixed):
            return [self.fixed[self.fixed_at]]
        stock = self.stock
        for pile in self.rules.pile_tiles:
            found = [tile for tile in pile if stock[tile]]
            if found:
                return found
        return []

    def sample_tile(self) -> int:
        """A tile that may be drawn now, by the seeded generator: each copy is as likely as every other."""
        if self.fixed is not None and self.fixed_at < len(self.fixed):
            self.draws += 1
            return self.fixed[self.fixed_at]
        stock = self.stock
        for pile in self.rules.pile_tiles[:-1]:
            if any(map(stock.__getitem__, pile)):
                below = list(accumulate(map(stock.__getitem__, pile)))
                return pile[bisect_right(below, self.random_below(below[-1]))]
        below = list(accumulate(stock))  # whatever is left is of the last pile
        return bisect_right(below, self.random_below(below[-1]))

    @property
    def tiles_left(self) -> int:
        """How many tiles can still be drawn."""
        return sum(self.stock) + (0 if self.fixed is None else len(self.fixed) - self.fixed_at)

    def has_tiles(self) -> bool:
        """Whether a tile can still be drawn."""
        if self.fixed is None or self.fixed_at == len(self.fixed):
            return any(self.stock)
        return True

    def weights(self, candidates: Sequence[int]) -> list[int]:
        """How many of each candidate are in the stock."""
        if self.fixed is not None and self.fixed_at < len(self.fixed):
            return [1]
        return [self.stock[tile] for tile in candidates]

    def take_tile(self, tile: int) -> None:
        """Take one copy out of the stock, or the next one of a fixed order."""
        if self.fixed is not None and self.fixed_at < len(self.fixed):
            self.fixed_at += 1
        else:
            self.journal.entries.append((STOCK, tile, self.stock[tile]))
            self.stock[tile] -= 1

    def random_below(self, below: int) -> int:
        """The next number of the seeded generator."""
        self.draws += 1
        return number_at(self.seed, self.draws, below)
