"""Verbs that change the table: figures that go home or stand elsewhere, tokens, and choices in the middle of a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from carcassonne.language.registry import verb
from carcassonne.language.steps import Ask
from carcassonne.words.actions import Action, Choose, Pass

if TYPE_CHECKING:
    from carcassonne.language.choosers import Chooser
    from carcassonne.words.play import Play


@verb("take back", arguments={"": "figure"})
def take_back(play: Play, figure: tuple[int, int]) -> None:
    """Send a figure from the table home to its supply. It gives no points by itself."""
    piece, segment = figure
    play.send_home(piece, segment)


@verb("put", arguments={"figure": "figure kind", "on": "segment", "of": "player?"})
def put(play: Play, figure: int, on: int, of: int | None = None) -> None:
    """Stand a figure from a supply on a segment; without `of` the figure is nobody's. An empty supply puts nothing."""
    piece = play.piece(figure, play.players if of is None else of)
    if play.supply[piece]:
        play.stand(piece, on)


@verb("move", arguments={"figure": "figure", "to": "segment"})
def move(play: Play, figure: tuple[int, int], to: int) -> None:
    """Let a figure on the table stand on another segment."""
    play.move_figure(figure[0], figure[1], to)


@verb("put token", arguments={"token": "token", "on": "holder", "count": "number?"})
def put_token(play: Play, token: int, on: tuple[str, int], count: int = 1) -> None:
    """Put tokens of a kind in front of a player, on a tile or on a segment: one, or as many as `count` says."""
    if count:
        play.add_tokens(token, on, count)
        play.events.append(("tokens", token, on, count))


@verb("take tokens", arguments={"token": "token", "from": "holder", "to": "player?"})
def take_tokens(play: Play, token: int, from_: tuple[str, int], to: int | None = None) -> None:
    """Take all tokens of a kind off a tile or a segment, and give them to a player if one is named."""
    count = play.tokens_at(token, from_)
    if count:
        play.add_tokens(token, from_, -count)
        play.events.append(("tokens", token, from_, -count))
        if to is not None:
            play.add_tokens(token, ("player", to), count)
            play.events.append(("tokens", token, ("player", to), count))


@verb("choose", arguments={"": "choice", "by": "player?", "or": "word?"})
class ChooseStep(Ask):
    """Ask a player to choose; what is chosen is bound to the name after `as` (or `it`).

    The choice is written as in an offer: `{figures: [mage, witch]}`, `{features: [road, city], if: …}`,
    `{words: [add, take back]}`, `{players: others}`, `{cells: around the new tile}`. With `or: pass` the player may
    decline, and then nothing is bound and the rest of the rule is dropped. Nobody is asked where nothing can be chosen.
    """

    def __init__(self, chooser: Chooser, by: Callable[[Play], int] | None = None, or_: str = "") -> None:
        self.chooser, self.by, self.or_ = chooser, by, or_

    def who(self, play: Play) -> int:
        return play.active if self.by is None else self.by(play)

    def codes(self, play: Play) -> list[Any]:
        found = [(chosen,) for chosen in self.chooser.codes(play, play.scope())]
        return [(), *found] if self.or_ and found else found

    def action(self, play: Play, code: Any) -> Action:
        if not code:
            return Pass()
        return Choose(self.source, self.chooser.text(play, code[0]), self.chooser.order(play, code[0]))

    def take(self, play: Play, code: Any) -> None:
        player = self.who(play)
        play.at += 1
        if not code:
            play.leave()
            return
        play.events.append(("chosen", player, self.source, self.chooser.text(play, code[0])))
        for name, value in self.chooser.binds(play, self.binds or "it", code[0]).items():
            play.bind(name, value)
