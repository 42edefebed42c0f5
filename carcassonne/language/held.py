"""Tiles in hand as rules see them: asked about as though they were placed, and listed to be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from carcassonne.language.choosers import Chooser
from carcassonne.language.scope import Scope
from carcassonne.language.steps import Lying

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import HandTile, Play

NOWHERE: Final = (1 << 40) + 16_382
"""The cell of a tile in hand: no table reaches its row or its column."""


def in_hand(play: Play, tile: int) -> Lying:
    """A tile that is not placed yet, asked about as a placed tile: it shows what it shows, and lies beside nothing."""
    return Lying(NOWHERE, -1, play.rules.tiles.turned[tile][0])


def held_where(play: Play, player: int, condition: Function | None) -> list[int]:
    """The kinds of tiles in a player's hand for which a condition holds, each as often as it is there."""
    return [
        tile
        for tile in play.hand(player)
        if condition is None or condition(play, Scope(-1, player, in_hand(play, tile)))
    ]


@attrs.frozen(eq=False)
class Tiles(Chooser):
    """A kind of tile that a player has in hand, for which a condition holds.

    of: whose hand, if not that of the player who chooses.
    """

    binds_type: ClassVar[str] = "tile"
    event: ClassVar[str] = "chosen tile"
    of: Callable[[Any], int] | None = None
    condition: Function | None = None

    def codes(self, play: Play, scope: Scope) -> Sequence[HandTile]:
        player = scope.player if self.of is None else self.of(play)
        return [(player, tile) for tile in dict.fromkeys(held_where(play, player, self.condition))]

    def text(self, play: Play, code: HandTile) -> str:
        name: str = play.rules.tiles.names[code[1]]
        return name

    def order(self, play: Play, code: HandTile) -> tuple[Any, ...]:
        return (code[1],)

    def binds(self, play: Play, name: str, code: HandTile) -> Mapping[str, Any]:
        return {name: code}
