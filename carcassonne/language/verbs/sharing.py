"""Sharing out tokens that lie on the tiles of completed features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carcassonne.language.registry import verb
from carcassonne.language.steps import Ask
from carcassonne.words.actions import Action, Choose

if TYPE_CHECKING:
    from carcassonne.words.play import Play


@verb("share tokens", arguments={"token": "token", "from": "feature kinds", "choice": "player | automatic?"})
class ShareTokens(Ask):
    """Share out the tokens on the tiles of the features completed in this part among their majorities.

    A token can be claimed by everyone who has the majority of a completed feature that covers its tile; a feature that
    wants to be surrounded covers its tile and the eight around it. Beginning with the active player, whoever can claim
    something takes one token, round after round. Which one is the player's choice where it makes a difference; with
    `choice: automatic` it is one of those that most can claim, the first in reading order.
    """

    about = "take"

    def __init__(self, token: int, from_: tuple[int, ...], choice: str = "") -> None:
        self.token, self.kinds, self.automatic = token, from_, choice == "automatic"

    def begin(self, play: Play) -> bool:
        if not play.settled:
            play.at += 1
            return False
        claims = self.claims(play)
        if not claims:
            play.at += 1
            return False
        codes = self.codes(play)
        if self.automatic:
            self.take(play, max(codes, key=lambda cell: (len(claims[cell]), -cell)))
            return False
        if len({claims[cell] for cell in codes}) == 1:
            self.take(play, codes[0])
            return False
        play.codes = codes
        return True

    def claims(self, play: Play) -> dict[int, tuple[int, ...]]:
        """For each cell with tokens the players who can claim them."""
        found: dict[int, set[int]] = {}
        if not any(token == self.token and holder[0] == "cell" for token, holder in play.tokens):
            return {}
        for feature, winners in play.settled:
            if play.kind(feature) in self.kinds:
                for cell in play.covered(feature):
                    if play.tokens_at(self.token, ("cell", cell)):
                        found.setdefault(cell, set()).update(winners)
        return {cell: tuple(sorted(players)) for cell, players in sorted(found.items()) if players}

    def who(self, play: Play) -> int:
        """The next in turn, from the one after whoever took last, who can claim something."""
        first: int = play.bound.get("taken by", play.active - 1) + 1
        claimants = {player for players in self.claims(play).values() for player in players}
        order = [(first + turn) % play.players for turn in range(play.players)]
        return next((player for player in order if player in claimants), play.active)

    def codes(self, play: Play) -> list[Any]:
        player = self.who(play)
        return [cell for cell, players in self.claims(play).items() if player in players]

    def action(self, play: Play, code: int) -> Action:
        x, y = play.rules.place_of(code)
        return Choose(self.about, f"{play.rules.tokens[self.token]} at {x},{y}", (code,))

    def take(self, play: Play, code: int) -> None:
        player = self.who(play)
        play.move_tokens(self.token, ("cell", code), ("player", player), 1)
        play.bind("taken by", player)
