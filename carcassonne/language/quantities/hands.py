"""What expressions may ask about tiles in hand.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.held import held_where
from carcassonne.language.registry import condition, quantity

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Laid, Play


@quantity("own hand", needs=("player",))
def own_hand(play: Play, player: int) -> int:
    """Tiles that the player has in hand."""
    return len(play.hand(player))


@quantity("own hand where", needs=("player",), parameters=("which tile",))
def own_hand_where(play: Play, player: int, which: Function) -> int:
    """Tiles in the player's hand for which a condition holds: `own hand where(fits)` for those that can be laid.

    In it a tile in hand is the placed tile; it lies beside nothing.
    """
    return len(held_where(play, player, which))


@quantity("all hands")
def all_hands(play: Play) -> int:
    """Tiles that all players together have in hand."""
    return sum(map(len, play.hands.values()))


@condition("fits", needs=("placement",))
def fits(play: Play, placement: Laid) -> bool:
    """Whether the tile can be laid somewhere on the table as it is now, by whoever's turn it is."""
    return play.has_placement(placement.turned.tile)


@condition("tile drawn")
def tile_drawn(play: Play) -> bool:
    """Whether a tile waits to be placed: it was drawn, or played from a hand."""
    return play.drawn >= 0
