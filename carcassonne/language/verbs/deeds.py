"""Verbs that change the table: figures that go home or stand elsewhere, tokens, and choices in the middle of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from carcassonne.language.registry import verb
from carcassonne.language.steps import Ask, Step
from carcassonne.words.actions import Action, Choose, Pass

if TYPE_CHECKING:
    from carcassonne.language.choosers import Choice
    from carcassonne.words.play import Play

DECLINED: Final = ()
"""The code of passing at a choice: no chooser lists it."""


@verb("take back", arguments={"": "figure"})
def take_back(play: Play, figure: tuple[int, int]) -> None:
    """Send a figure from the table home to its supply. It gives no points by itself.

    Nothing happens where the figure has left already.
    """
    piece, segment = figure
    if piece in play.standing.get(segment, ()):
        play.send_home(piece, segment)


@verb("take back all", arguments={"": "choice of figures"})
class TakeBackAll(Step):
    """Send every figure home that a choice of `figures` would list, without asking anybody.

    Written as such a choice: `{figures: followers, of: anybody, if: …}`.
    """

    def __init__(self, choice: Choice) -> None:
        self.chooser = choice.chooser

    def run(self, play: Play) -> None:
        for piece, segment in self.chooser.codes(play, play.scope()):
            for _ in range(play.standing.get(segment, ()).count(piece)):
                play.send_home(piece, segment)


@verb("stand", arguments={"figure": "figure kind", "on": "segment", "of": "player?"})
def stand(play: Play, figure: int, on: int, of: int | None = None) -> None:
    """Put a figure from a player's supply (`this player` unless `of` says whose) on a segment.

    Nothing happens where the supply has none. It counts as placed in this part.
    """
    piece = play.piece(figure, play.bound.get("player", play.active) if of is None else of)
    if play.supply[piece]:
        play.stand(piece, on)
        play.stood = (*play.stood, piece)


@verb("change supply", arguments={"figure": "figure kind", "by": "number", "of": "player?"})
def change_supply(play: Play, figure: int, by: int, of: int | None = None) -> None:
    """Give a player (`this player` unless `of` says who) more figures of a kind into the supply, or fewer below zero.

    What is taken is out of the game until another step gives it back; no more is taken than the supply has. To take a
    figure from the table, take it back first.
    """
    play.change_supply(play.piece(figure, play.bound.get("player", play.active) if of is None else of), by)


@verb("move", arguments={"": "move"})
def move(play: Play, move: tuple[int, int, int]) -> None:
    """Let a figure of nobody's stand where it was chosen to: from another segment or from beside the table.

    Nothing happens where the figure has left that place already.
    """
    piece, origin, segment = move
    if origin < 0 and play.supply[piece]:
        play.stand(piece, segment)
    elif piece in play.standing.get(origin, ()):
        play.move_figure(piece, origin, segment)


@verb("move figure", arguments={"figure": "figure", "to": "segment"})
def move_figure(play: Play, figure: tuple[int, int], to: int) -> None:
    """Let a figure on the table, whoever owns it, stand on another segment.

    Nothing is asked of the place but what the choice of it asked. Nothing happens where the figure has left already.
    """
    piece, segment = figure
    if segment != to and piece in play.standing.get(segment, ()):
        play.move_figure(piece, segment, to)


@verb("stand beside", arguments={"figure": "companion", "at": "space"})
def stand_beside(play: Play, figure: int, at: int) -> None:
    """Put a figure of `this player` on a space of the track, from its supply or from another space.

    Nothing happens where there is none.
    """
    piece = play.piece(figure, play.bound.get("player", play.active))
    if piece in play.track or play.supply[piece]:
        play.stand_beside(piece, at)


@verb("leave track", arguments={"": "companion"})
def leave_track(play: Play, figure: int) -> None:
    """Send the figure of `this player` home from the track, if it is there."""
    piece = play.piece(figure, play.bound.get("player", play.active))
    if piece in play.track:
        play.leave_track(piece)


@verb("put token", arguments={"token": "token", "on": "holder", "count": "number?"})
def put_token(play: Play, token: int, on: tuple[str, int], count: int = 1) -> None:
    """Put tokens of a kind in front of a player, on a tile, on a segment or on `the table`: one, or `count` of them."""
    if count > 0:
        play.add_tokens(token, on, count)
        play.events.append(("tokens", token, on, count))


@verb("take tokens", arguments={"token": "token", "from": "holder", "to": "player?", "count": "number?"})
def take_tokens(
    play: Play, token: int, from_: tuple[str, int], to: int | None = None, count: int | None = None
) -> None:
    """Take tokens of a kind off a tile, a segment, a player or `the table`, and give them to a player if one is named.

    All that are there, or at most `count`.
    """
    there = play.tokens_at(token, from_)
    count = there if count is None else min(there, count)
    if count > 0:
        play.add_tokens(token, from_, -count)
        play.events.append(("tokens", token, from_, -count))
        if to is not None:
            play.add_tokens(token, ("player", to), count)
            play.events.append(("tokens", token, ("player", to), count))


@verb("clear tokens", arguments={"": "token"})
def clear_tokens(play: Play, token: int) -> None:
    """Take all tokens of a kind off all tiles and segments; what players have they keep."""
    lying = [holder for kind, holder in play.tokens if kind == token and holder[0] in ("cell", "segment")]
    for holder in sorted(lying):
        take_tokens(play, token, holder)


@verb("choose", arguments={"": "choice"})
class ChooseStep(Ask):
    """Ask a player to choose; what is chosen is bound to the name after `as` (or `it`).

    What can be chosen is written as in an offer: `{figures: [mage, witch]}`, `{features: [road, city], if: …}`,
    `{words: [add, take back]}`, `{players: others}`, `{cells: around the new tile}` and so on. `by` names who chooses
    (else `this player`). With `or: pass` the player may decline; then, and where nothing can be chosen, the rest of
    these steps is dropped, and in the latter case the steps under `else` are carried out instead. A single choice
    that cannot be declined is made without asking.
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.chooser = choice.chooser

    def begin(self, play: Play) -> bool:
        codes = self.codes(play)
        if not codes:
            bound = play.bound
            play.leave()
            if self.choice.otherwise >= 0:
                play.call(self.choice.otherwise, bound)
            return False
        if len(codes) == 1:
            self.take(play, codes[0])
            return False
        play.codes = codes
        return True

    def who(self, play: Play) -> int:
        if self.choice.by is not None:
            return self.choice.by(play)
        player: int = play.bound.get("player", play.active)
        return player

    def codes(self, play: Play) -> Sequence[Any]:
        scope = play.scope()
        scope.player = self.who(play)
        found = self.chooser.codes(play, scope)
        may_pass = self.choice.may_pass and (self.choice.pass_if is None or self.choice.pass_if(play, scope))
        return [DECLINED, *found] if may_pass and found else found

    def action(self, play: Play, code: Any) -> Action:
        if code == DECLINED:
            return Pass()
        return Choose(self.source, self.chooser.text(play, code), self.chooser.order(play, code))

    def means(self, play: Play, code: Any, action: Action) -> bool:
        if code == DECLINED or not isinstance(action, Choose) or action.about != self.source:
            return False
        return self.chooser.means(play, code, action.value)

    def take(self, play: Play, code: Any) -> None:
        player = self.who(play)
        play.at += 1
        if code == DECLINED:
            play.leave()
            return
        play.events.append((self.chooser.event, player, self.source, self.chooser.text(play, code)))
        for name, value in self.chooser.binds(play, self.binds or "it", code).items():
            play.bind(name, value)
