"""Tiles in hand: what players keep of the stock before it is laid, and how a tile gets there and leaves it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from carcassonne.play.stock import STOCK, Stock
from carcassonne.play.table import LESS, MORE

if TYPE_CHECKING:
    from carcassonne.words.play import HandTile

NOTHING_HELD: Final[Mapping[int, tuple[int, ...]]] = {}
"""All hands while nobody has a tile."""
NOBODY: Final = -1
"""Stands for the hand that the drawn tile is in."""


class Hands(Stock):
    """A stock of which players have tiles in hand.

    hands: by player the kinds of tiles, sorted, each as often as there are copies; who has none is not among them. It
    is never changed in place, and a mark remembers it whole. A tile of which a step speaks is a pair: the player in
    whose hand it is, or `NOBODY` for the drawn tile, and its kind.
    """

    __slots__ = ("drawn", "events", "hands")

    drawn: int
    events: list[tuple[Any, ...]]
    hands: Mapping[int, tuple[int, ...]]

    def hand(self, player: int) -> tuple[int, ...]:
        """The kinds of tiles that a player has in hand, sorted."""
        return self.hands.get(player, ())

    def hold(self, player: int, tile: int, way: str) -> None:
        """Let a tile come into a hand; `way` says in a word how."""
        self._set_hand(player, (*self.hand(player), tile))
        self.events.append(("hand", player, tile, 1, way, not self.rules.open_hands))

    def has_tile(self, tile: HandTile) -> bool:
        """Whether a tile is still where a step has found it."""
        owner, kind = tile
        return kind == self.drawn >= 0 if owner == NOBODY else kind in self.hand(owner)

    def give_up(self, tile: HandTile, way: str, *, hidden: bool) -> None:
        """Take a tile out of the hand that it is in, or from where it waits to be placed."""
        owner, kind = tile
        if owner == NOBODY:
            self.drawn = -1
            return
        rest = list(self.hand(owner))
        rest.remove(kind)
        self._set_hand(owner, tuple(rest))
        self.events.append(("hand", owner, kind, -1, way, hidden and not self.rules.open_hands))

    def put_back(self, tile: HandTile) -> None:
        """Put a tile back into its pile; where the order of draws is fixed it comes after all of that."""
        owner, kind = tile
        self.give_up(tile, "put back", hidden=True)
        self.journal.set(STOCK, kind, self.stock[kind] + 1)
        if owner == NOBODY:
            self.events.append(("put back", kind))

    def remove_tile(self, tile: HandTile) -> None:
        """Let a tile leave the game."""
        self.give_up(tile, "removed", hidden=False)
        self.events.append(("removed", tile[1]))

    def _set_hand(self, player: int, tiles: tuple[int, ...]) -> None:
        self.changed = MORE | LESS
        others = {other: held for other, held in self.hands.items() if other != player}
        self.hands = {**others, player: tuple(sorted(tiles))} if tiles else others or NOTHING_HELD
