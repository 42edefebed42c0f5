"""Verbs about tiles in hand: drawing into it, playing from it, and whatever else may become of a tile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from carcassonne.language.registry import verb
from carcassonne.language.scope import GOING_ON
from carcassonne.language.steps import Function, Step
from carcassonne.language.verbs.turn import DrawTile

if TYPE_CHECKING:
    from carcassonne.language.choosers import Choice
    from carcassonne.words.play import HandTile, Play

DRAWN: Final = -1


@verb("draw to hand", arguments={"up to": "number?", "of": "player?", "replace": "rule?"}, in_turn=True)
class DrawToHand(DrawTile):
    """Draw a tile into the hand of `this player` (chance), or of the player whom `of` names.

    With `up to` tiles are drawn until the hand holds so many; the number is asked before each of them, so that
    `own hand + 1` is never reached: two steps draw two tiles. With `replace` a tile that fits nowhere at that moment
    leaves the game and another is drawn (it names the rule). Where no tile is left to be drawn the next step follows.
    """

    def __init__(
        self, up_to: Function | None = None, of: Callable[[Any], int] | None = None, replace: str | None = None
    ) -> None:
        super().__init__(replace or "")
        self.up_to, self.of, self.must_fit = up_to, of, replace is not None

    def begin(self, play: Play) -> bool:
        play.codes = None
        if play.has_tiles() and not self._is_full(play):
            return True
        play.at += 1
        return False

    def _whose(self, play: Play) -> int:
        player: int = play.bound.get("player", play.active) if self.of is None else self.of(play)
        return player

    def _is_full(self, play: Play) -> bool:
        return self.up_to is not None and len(play.hand(self._whose(play))) >= self.up_to(play, play.scope())

    def take(self, play: Play, code: int) -> None:
        play.take_tile(code)
        if self.must_fit and not play.has_placement(code):
            play.events.append(("drawn", code))
            play.events.append(("discarded", code, self.replace))
            return
        play.hold(self._whose(play), code, "drawn")
        if self.up_to is None:
            play.at += 1


@verb("keep tile", in_turn=True)
def keep_tile(play: Play) -> None:
    """Let the drawn tile come into the hand of the active player instead of being placed.

    Nothing happens where no tile waits to be placed.
    """
    if play.drawn >= 0:
        tile, play.drawn = play.drawn, DRAWN
        play.hold(play.active, tile, "kept")


@verb("play tile", arguments={"": "tile"}, in_turn=True)
def play_tile(play: Play, tile: HandTile) -> None:
    """Take a tile out of a hand: it is the one to be placed, as though it had been drawn.

    A tile that waited to be placed comes into that hand in exchange. Nothing happens where the tile fits nowhere, or
    has left the hand already.
    """
    owner, kind = tile
    if owner != DRAWN and play.has_tile(tile) and play.has_placement(kind):
        before = play.drawn
        play.give_up(tile, "to place", hidden=False)
        play.drawn = kind
        if before >= 0:
            play.hold(owner, before, "kept")


@verb("give tile", arguments={"tile": "tile", "to": "player"}, in_turn=True)
def give_tile(play: Play, tile: HandTile, to: int) -> None:
    """Let a tile pass from a hand, or the `drawn tile`, into the hand of a player.

    Nothing happens where the tile has left its place already.
    """
    if play.has_tile(tile):
        play.give_up(tile, "passed on", hidden=True)
        play.hold(to, tile[1], "passed on")


@verb("put back", arguments={"": "tile"}, in_turn=True)
def put_back(play: Play, tile: HandTile) -> None:
    """Put a tile from a hand, or the `drawn tile`, back among those of its pile that are still to be drawn.

    It can be drawn again like any other of them; where somebody has fixed the order of draws it comes after all of
    those. Nothing happens where the tile has left its place already.
    """
    if play.has_tile(tile):
        play.put_back(tile)


@verb("discard", arguments={"": "tile"}, in_turn=True)
def discard(play: Play, tile: HandTile) -> None:
    """Let a tile from a hand, or the `drawn tile`, leave the game.

    Nothing happens where the tile has left its place already.
    """
    if play.has_tile(tile):
        play.remove_tile(tile)


class _ForAll(Step):
    """Does something with every tile that a choice of tiles would list, each copy of it."""

    def __init__(self, choice: Choice) -> None:
        self.chooser = choice.chooser

    def run(self, play: Play) -> None:
        for tile in self.chooser.codes(play, play.scope()):
            for _ in range(play.hand(tile[0]).count(tile[1])):
                self.do(play, tile)

    def do(self, play: Play, tile: HandTile) -> None:
        """What is done with one of them."""
        raise NotImplementedError


@verb("put back all", arguments={"": "choice of tiles"}, in_turn=True)
class PutBackAll(_ForAll):
    """Put every tile back into its pile that a choice of `tiles` would list, without asking anybody.

    Written as such a choice: `{tiles: in hand, if: not fits}`.
    """

    def do(self, play: Play, tile: HandTile) -> None:
        play.put_back(tile)


@verb("discard all", arguments={"": "choice of tiles"}, in_turn=True)
class DiscardAll(_ForAll):
    """Let every tile leave the game that a choice of `tiles` would list, without asking anybody."""

    def do(self, play: Play, tile: HandTile) -> None:
        play.remove_tile(tile)


@verb("go on", in_turn=True)
def go_on(play: Play) -> None:
    """Let the game go on after this part though no tile may be left to be drawn: as long as tiles are in hand, say.

    `end game` is stronger. Without either the game ends with the part in which the last tile was drawn.
    """
    if (GOING_ON, "") not in play.fired:
        play.fired = (*play.fired, (GOING_ON, ""))


@verb("end part", in_turn=True)
def end_part(play: Play) -> None:
    """Leave out all that is left of this part: nothing is placed or scored any more, and the next part begins."""
    play.skip_to_end()
