"""Connections: things that lie on a tile and make two of its segments one, and that can be laid otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from carcassonne.language.registry import verb
from carcassonne.language.scope import Scope
from carcassonne.language.steps import Ask
from carcassonne.words.actions import Action, Choose, Pass
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.words.play import Play


ONCE_A_TURN: Final = "once a turn"


@verb("connect", arguments={"pair": "pair", "once": "a turn |?"})
def connect(play: Play, pair: tuple[int, int], once: str = "") -> None:
    """Connect two segments of a tile, so that they are one feature as long as the connection lies there.

    `once: a turn`: where connections are moved once a turn, this one is not moved in later parts of this turn.
    """
    play.connect(*pair)
    if once:
        _note(play, pair)
    play.announce("connections changed", Scope(-1, play.active, play.new))


def _note(play: Play, pair: tuple[int, int]) -> None:
    """Remember until the end of the turn that a connection was laid or moved."""
    play.fired = (*play.fired, (ONCE_A_TURN, play.connection_name(pair)))


@verb("move connections", arguments={"of": "feature kind", "at most": "number?", "once": "a turn |?"})
class MoveConnections(Ask):
    """The active player may lay otherwise the connections that the new tile reaches.

    Going along the features of this kind away from each segment of the new tile, the first connection in each
    direction can be laid between two other segments of its tile, each once, in any order; those further on cannot.
    A connection on the new tile itself is passed over. Which can be reached is settled before the first is moved.
    `at most` bounds how many are moved. `once: a turn` leaves out what was moved in earlier parts of this turn.
    """

    about = "move connection"

    def __init__(self, of: int, at_most: Any = None, once: str = "") -> None:
        self.kind, self.at_most, self.once_a_turn = of, at_most, bool(once)

    def begin(self, play: Play) -> bool:
        if "reached" not in play.bound:
            found = self.reached(play)
            if not found:
                play.at += 1
                return False
            play.bind("reached", tuple((SegmentNumber(a), SegmentNumber(b)) for a, b in found))
            play.bind("moved", 0)
        codes = self.codes(play)
        if len(codes) > 1:
            play.codes = codes
            return True
        play.at += 1
        return False

    def reached(self, play: Play) -> list[tuple[int, int]]:
        """The connections that can be moved, each by its two segments."""
        found = play.first_connections(self.kind) if play.links else []
        if not self.once_a_turn:
            return found
        done = {name for scope, name in play.fired if scope == ONCE_A_TURN}
        return [pair for pair in found if play.connection_name(pair) not in done]

    def codes(self, play: Play) -> list[Any]:
        most = None if self.at_most is None else self.at_most(play, play.scope())
        if most is not None and play.bound["moved"] >= most:
            return [()]
        codes = [(*pair, *other) for pair in play.bound["reached"] for other in play.other_pairs(*pair)]
        return [(), *sorted(codes, key=lambda code: tuple(play.segment(s).key for s in code))]

    def action(self, play: Play, code: tuple[int, ...]) -> Action:
        if not code:
            return Pass()
        order = tuple(play.segment(segment).key for segment in code)
        return Choose(self.about, play.pair_text(code[2], code[3]), order)

    def take(self, play: Play, code: tuple[int, ...]) -> None:
        if not code:
            play.at += 1
            return
        a, b, c, d = code
        left = tuple(pair for pair in play.bound["reached"] if pair != (a, b))
        if self.once_a_turn:
            _note(play, (a, b))
        play.bind("reached", left)
        play.bind("moved", play.bound["moved"] + 1)
        play.disconnect(a, b)
        play.connect(c, d)
        play.announce("connections changed", Scope(-1, play.active, play.new))
