"""The order in which tiles are drawn: first as the file says, then as they were placed, then by its random stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.interop.jcloisterzone.stock import Stock, advance

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.interop.jcloisterzone.files import Message, Saved
    from carcassonne.interop.jcloisterzone.planning import Plan
    from carcassonne.interop.jcloisterzone.tables import Tables
    from carcassonne.play.game import Game

END: Final = "#END"
UNDO: Final = "UNDO"
DRAWING: Final = frozenset({"TilePhase"})
"""Phases in which something that may be declined changes what is drawn by chance."""


class Otherwise(Exception):
    """A tile was drawn that was not expected there: the game is to be begun again with the right order."""

    def __init__(self, at: int, tile: str) -> None:
        self.at, self.tile = at, tile
        super().__init__(at, tile)


@attrs.define
class Order:
    """All tiles of a game in the order of their draws, as far as it can be told; then the rest as it may come.

    most: how many are drawn. forced: how many of them the file prescribes. placed: the tiles of all messages that
    place one, in order. position: how many were drawn. used: how many messages that place one were played. value: the
    random stream, None when it does not tell what is drawn. is_in_stock: whether the tile that was drawn last was in
    the stock.
    """

    tiles: tuple[str, ...]
    forced: int
    placed: tuple[str, ...]
    names_of: Tables
    stock: Stock
    value: float | None
    most: int
    is_in_stock: bool = True
    position: int = 0
    used: int = 0

    @classmethod
    def of(cls, saved: Saved, plan: Plan, known: Tables, corrections: Sequence[Otherwise]) -> Order:
        """The order as it may be guessed from a file. corrections: what turned out to be drawn otherwise."""
        passed = set() if saved.own is None else set(saved.own.passed)
        forced = tuple(tile for at, tile in enumerate(saved.draw_order) if at not in passed)
        ends = END in forced
        forced = forced[: forced.index(END)] if ends else forced
        placed = _placed(saved.messages)
        order = [*forced, *placed[_used_by(forced, placed) :]]
        for correction in corrections:
            order[correction.at : correction.at] = [correction.tile]
        stock = plan.stock
        for tile in order:
            stock = stock.without(tile)
        total = len(order) + (len(stock) if plan.whole_stock else max(len(stock), 1))
        if saved.end_turn is not None:
            total = max(saved.end_turn - len(passed), 0)
        elif ends:
            total = len(order)
        order += stock.drawn_from(saved.first_random)
        order += ["" for _ in range(total - len(order))]
        value = saved.first_random if plan.whole_stock and not plan.declined & DRAWING else None
        most = total if saved.own is None else saved.own.drawn
        return cls(tuple(order[:total]), len(forced), placed, known, plan.stock, value, most)

    def names(self, rules: Rules) -> list[str]:
        """Our names of all tiles; what these rules do not have has the name of any, and is never drawn."""
        names = (self.names_of.tiles.get(tile, "") for tile in self.tiles)
        return [name if name in rules.tiles.numbers else rules.tiles.names[0] for name in names]

    @property
    def last(self) -> str:
        """The tile that was drawn last, or "" before the first draw."""
        return self.tiles[self.position - 1] if self.position else ""

    def next(self, game: Game) -> str | None:
        """Draw: the tile that comes next, or None when that cannot be told. Raises Otherwise."""
        if self.position >= min(self.most, len(self.tiles)):
            return None
        tile = self.tiles[self.position]
        if self.position >= self.forced:
            drawn = self._by_chance(game)
            if drawn is not None and drawn != tile:
                raise Otherwise(self.position, drawn)
            if drawn is None:
                return None
            if self.value is not None:
                self.value = advance(self.value)
        self.is_in_stock = tile in self.stock.counts
        self.position += 1
        self.stock = self.stock.without(tile)
        return tile

    def _by_chance(self, game: Game) -> str | None:
        """What the random stream draws, or what is placed next; a tile that fits nowhere is in no message."""
        coming = self.placed[self.used] if self.used < len(self.placed) else None
        told = None if self.value is None else self.stock.drawn_by(self.value)
        if told is None or told == coming:
            return coming
        if coming is None or not self._fits(told, game):
            return told
        self.value = None
        return coming

    def _fits(self, tile: str, game: Game) -> bool:
        name = self.names_of.tiles.get(tile, "")
        return name not in game.rules.tiles.numbers or game.can_place(name)

    def renew(self, value: float) -> None:
        """A message brings the next value of the random stream."""
        if self.value is not None:
            self.value = value

    def roll(self, sides: int) -> int:
        """Throw a die with the random stream: a number from 0 on."""
        if self.value is None:
            return 0
        rolled = int(self.value * sides)
        self.value = advance(self.value)
        return rolled

    def save(self) -> tuple[Any, ...]:
        """Remember this moment."""
        return self.stock, self.value, self.position, self.used

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Be as at a moment that was saved."""
        self.stock, self.value, self.position, self.used = saved


def _placed(messages: Sequence[Message]) -> tuple[str, ...]:
    """The tiles that are placed and not taken back again."""
    done: list[Message] = []
    for message in messages:
        if message.kind != UNDO:
            done.append(message)
        elif done:
            done.pop()
    return tuple(message.tile for message in done if message.kind == "PLACE_TILE")


def _used_by(forced: Sequence[str], placed: Sequence[str]) -> int:
    """How many of the placed tiles are among the prescribed ones; the others of these fitted nowhere."""
    used = 0
    for tile in forced:
        if used < len(placed) and placed[used] == tile:
            used += 1
    return used
