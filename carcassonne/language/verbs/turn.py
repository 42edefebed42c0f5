"""Verbs that make up the turn: drawing and placing a tile, and the one action with a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from carcassonne.language.registry import verb
from carcassonne.language.scope import ENDING, Scope
from carcassonne.language.steps import Ask, Function, Step, as_this_player
from carcassonne.words.actions import CHANCE, Action, Choose, Draw, Pass, Place, Stand

if TYPE_CHECKING:
    from carcassonne.words.play import Play

PASS: Final = -1


@verb("draw tile", arguments={"replace": "rule?", "none left": "rule?"}, in_turn=True)
class DrawTile(Ask):
    """Draw a tile from the first pile that is not empty (chance).

    A tile that fits nowhere leaves the game and another is drawn (`replace` names the rule). When no tile is left,
    the rest of the part is skipped (`none left`).
    """

    about = "draw"

    def __init__(self, replace: str = "", none_left: str = "") -> None:
        self.replace, self.none_left = replace, none_left

    def begin(self, play: Play) -> bool:
        play.codes = None
        if play.has_tiles():
            return True
        play.skip_to_end()
        return False

    def sample(self, play: Play) -> int:
        return play.sample_tile()

    def who(self, play: Play) -> int:
        return CHANCE

    def codes(self, play: Play) -> list[Any]:
        return play.candidates()

    def weights(self, play: Play, codes: list[Any]) -> list[int]:
        return play.weights(codes)

    def action(self, play: Play, code: int) -> Action:
        return play.rules.draws[code]

    def code(self, play: Play, codes: Sequence[Any], action: Action) -> Any | None:
        if not isinstance(action, Draw):
            return None
        tile = play.rules.tiles.numbers.get(action.tile)
        return tile if tile in codes else None

    def take(self, play: Play, code: int) -> None:
        play.take_tile(code)
        play.events.append(("drawn", code))
        if play.has_placement(code):
            if play.drawn >= 0:  # another was drawn before, and nobody has placed it
                play.remove_tile((-1, play.drawn))
            play.drawn = code
            play.at += 1
        else:
            play.events.append(("discarded", code, self.replace))

    def why_not(self, play: Play, action: Action) -> tuple[str, str] | None:
        if isinstance(action, Draw):
            if action.tile not in play.rules.tiles.numbers:
                return f"these rules have no tile {action.tile}", ""
            return f"no {action.tile} can be drawn now", ""
        return None


@verb("place tile", arguments={"touch": "rule?", "match": "rule?", "empty": "rule?"}, in_turn=True)
class PlaceTile(Ask):
    """The active player lays the drawn tile on an open place where every edge meets its neighbours.

    `touch`, `match` and `empty` name the rules that `why_not` gives. Rules that forbid `place` are asked too. Nothing
    happens where no tile was drawn or played from a hand.
    """

    about = "place"

    def __init__(self, touch: str = "", match: str = "", empty: str = "") -> None:
        self.touch, self.match, self.empty = touch, match, empty

    def begin(self, play: Play) -> bool:
        if play.drawn >= 0:
            return True  # a tile that fits nowhere is not kept when it is drawn
        play.codes = None
        play.at += 1
        return False

    def codes(self, play: Play) -> list[Any]:
        return play.legal_placements(play.drawn)

    def find(self, play: Play, action: Action) -> Any | None:
        if not isinstance(action, Place) or self.why_not(play, action) is not None:
            return None
        cell = play.rules.cell_of(action.x, action.y)
        return None if cell is None else cell << 2 | play.rules.tiles.same[play.drawn][action.turned]

    def action(self, play: Play, code: int) -> Action:
        x, y = play.rules.place_of(code >> 2)
        return Place(play.rules.tiles.names[play.drawn], x, y, code & 3)

    def code(self, play: Play, codes: Sequence[Any], action: Action) -> Any | None:
        if not isinstance(action, Place) or action.tile != play.rules.tiles.names[play.drawn]:
            return None
        cell = play.rules.cell_of(action.x, action.y)
        if cell is None or action.turned not in range(4):
            return None
        code = cell << 2 | play.rules.tiles.same[play.drawn][action.turned]
        return code if code in codes else None

    def take(self, play: Play, code: int) -> None:
        play.at += 1
        play.lay_drawn(code >> 2, code & 3)

    def why_not(self, play: Play, action: Action) -> tuple[str, str] | None:
        if not isinstance(action, Place):
            return None
        name = play.rules.tiles.names[play.drawn]
        if action.tile != name:
            return f"the tile to place is {name}", self.empty
        cell = play.rules.cell_of(action.x, action.y)
        if cell is None or action.turned not in range(4):
            return "there is no such place", self.touch
        if cell in play.board:
            return f"there is a tile at {action.x},{action.y} already", self.empty
        if cell not in play.frontier:
            return f"no side would touch a tile at {action.x},{action.y}", self.touch
        turn = play.rules.tiles.same[play.drawn][action.turned]
        if turn not in play.rules.tiles.turns_that_fit(play.drawn, play.frontier[cell]):
            return "an edge would not match its neighbour", self.match
        return play.placement_veto(play.drawn, cell, turn)


@verb("take action", arguments={"offers": "decision", "stand": "on the new tile |?"})
class TakeAction(Ask):
    """The active player may do one of the things that rules offer for this decision, or pass.

    With `stand: on the new tile` a figure may be put from the supply on a segment of the tile just laid, as the
    figures' own lines say. Nobody is asked where there is nothing to do but pass.
    """

    about = "action"

    def __init__(self, offers: str, stand: str = "") -> None:
        self.offers, self.stand = offers, stand

    def begin(self, play: Play) -> bool:
        codes = self.codes(play)
        if len(codes) > 1:
            play.codes = codes
            return True
        play.codes = None
        play.at += 1
        return False

    def codes(self, play: Play) -> list[Any]:
        codes: list[Any] = [PASS]
        if self.stand:
            codes += play.stands()
        for number in play.rules.offers.get(self.offers, ()):
            codes += play.offered(number)
        return codes

    def action(self, play: Play, code: Any) -> Action:
        if code == PASS:
            return Pass()
        if isinstance(code, int):
            figure, segment = play.stand_of(code)
            return Stand(play.rules.figures[figure].name, play.segment(segment))
        return play.choice(code)

    def take(self, play: Play, code: Any) -> None:
        play.at += 1
        if code == PASS:
            return
        if isinstance(code, int):
            figure, segment = play.stand_of(code)
            piece = figure * play.stride + play.active
            play.stand(piece, segment)
            play.stood = (*play.stood, piece)
        else:
            play.take_choice(code)

    def means(self, play: Play, code: Any, action: Action) -> bool:
        return isinstance(code, tuple) and isinstance(action, Choose) and play.means_choice(code, action)

    def why_not(self, play: Play, action: Action) -> tuple[str, str] | None:
        if isinstance(action, Stand) and self.stand:
            return play.why_not_stand(action)
        if isinstance(action, Choose):
            return play.why_not_choice(self.offers, action)
        return None


class Announce(Step):
    """Carry out what rules do on an event."""

    def __init__(self, event: str) -> None:
        self.event = event

    def run(self, play: Play) -> None:
        play.announce(self.event, Scope(-1, play.active, play.new))


class Call(Step):
    """Carry out a block of steps, once or as long as a condition holds."""

    def __init__(self, block: int, repeat: Function | None) -> None:
        self.block, self.repeat = block, repeat

    def begin(self, play: Play) -> bool:
        if self.repeat is None:
            play.at += 1
        elif not self.repeat(play, play.scope()):
            play.at += 1
            return False
        play.call(self.block, play.bound)
        return False


@verb("do", arguments={"": "steps"})
class DoSteps(Step):
    """Carry out some steps; with `if` beside it, only where that holds. What they bind is known in them only."""

    def __init__(self, steps: int) -> None:
        self.block = steps

    def run(self, play: Play) -> None:
        play.call(self.block, play.bound)


@verb(
    "each player",
    arguments={
        "do": "steps",
        "starting with": "active player | next player?",
        "if": "condition?",
        "only": "the first | others | the first other?",
    },
)
class EachPlayer(Step):
    """Carry out steps for every player in turn order; in them `this player` is the one whose turn it is.

    Starts with the active player, or with the next one after `starting with: next player` (the active one is last).
    `if` leaves players out, asked for all of them before the first acts; `this player` is whoever it is asked of.
    `only: the first` stops after one player, `only: others` leaves the active player out, `only: the first other`
    does both.
    """

    def __init__(
        self, do: int, starting_with: str = "active player", if_: Function | None = None, only: str = ""
    ) -> None:
        self.block, self.first = do, 1 if starting_with == "next player" else 0
        self.condition_of, self.only = if_, only

    def run(self, play: Play) -> None:
        bound, active = play.bound, play.active
        order = [(active + self.first + turn) % play.players for turn in range(play.players)]
        if self.only in ("others", "the first other"):
            order.remove(active)
        order = [player for player in order if self._concerns(play, player)]
        if self.only in ("the first", "the first other"):
            order = order[:1]
        for player in reversed(order):
            play.call(self.block, {**bound, "player": player})

    def _concerns(self, play: Play, player: int) -> Any:
        about, condition = Scope(play.scope().feature, player, play.new), self.condition_of
        return condition is None or as_this_player(play, player, lambda: condition(play, about))


@verb("roll", arguments={"": "faces"})
class Roll(Ask):
    """Throw a die with these faces (chance); the face is bound to the name after `as`."""

    about = "roll"

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces

    def who(self, play: Play) -> int:
        return CHANCE

    def codes(self, play: Play) -> list[Any]:
        return sorted(dict.fromkeys(self.faces))

    def weights(self, play: Play, codes: list[Any]) -> list[int]:
        return [self.faces.count(face) for face in codes]

    def action(self, play: Play, code: int) -> Action:
        return Choose(self.about, str(code), (code,))

    def take(self, play: Play, code: int) -> None:
        play.at += 1
        play.bind(self.binds or "it", code)
        play.events.append(("rolled", code))


@verb("turn up", arguments={"stack": "word", "of": "numbers"})
class TurnUp(Ask):
    """Turn up the top card of a stack (chance); its number is bound to the name after `as`, and it goes underneath.

    The stack was shuffled once and then goes round: as soon as every card has been seen, its order is known.
    """

    about = "turn up"

    def __init__(self, stack: str, of: tuple[int, ...]) -> None:
        self.stack, self.cards = stack, tuple(sorted(dict.fromkeys(of)))

    def who(self, play: Play) -> int:
        return CHANCE

    def codes(self, play: Play) -> list[Any]:
        seen = play.stacks.get(self.stack, ())
        if len(seen) < len(self.cards):
            return [card for card in self.cards if card not in seen]
        return [seen[0]]

    def action(self, play: Play, code: int) -> Action:
        return Choose(self.about, str(code), (code,))

    def take(self, play: Play, code: int) -> None:
        play.at += 1
        seen = play.stacks.get(self.stack, ())
        known = seen if len(seen) < len(self.cards) else seen[1:]
        play.stacks = {**play.stacks, self.stack: (*known, code)}
        play.bind(self.binds or "it", code)
        play.events.append(("turned up", self.stack, code))


class EndPart(Ask):
    """The part is over: play one that waits, or let the next player begin, or end the game when no tile is left.

    A waiting part that is optional is asked for first.
    """

    about = "another part"

    def begin(self, play: Play) -> bool:
        if not play.may_decline_part():
            play.end_part(decline=False)
            return False
        play.codes = self.codes(play)
        return True

    def codes(self, play: Play) -> list[Any]:
        return [PASS, 1]

    def action(self, play: Play, code: int) -> Action:
        return Pass() if code == PASS else Choose(self.about, "play")

    def take(self, play: Play, code: int) -> None:
        play.end_part(decline=code == PASS)


class EndGame(Step):
    """Everything is scored."""

    def run(self, play: Play) -> None:
        play.end_game()


@verb("end game", arguments={"at once": "yes?"}, in_turn=True)
def end_game(play: Play, at_once: bool = False) -> None:
    """Let the game end when this part is over, as though no tile were left: then comes the scoring at the end.

    With `at once: true` what is left of the part is dropped: later steps and phases, other rules on the same event, and
    those on `part ended`. On `scoring ended` all that the part has completed is paid before; on `feature completed`
    the rest is not.
    """
    if (ENDING, "") not in play.fired:
        play.fired = (*play.fired, (ENDING, ""))
    if at_once:
        play.skip_to_end(at_once=True)


@verb("add part", arguments={"last": "yes?", "optional": "yes?", "rule": "rule?"})
def add_part(play: Play, last: bool = False, optional: bool = False, rule: str = "") -> None:
    """Let the active player play another part (draw, place, and everything else) when this one is over.

    Parts are played in the order in which they were added; one with `last: true` comes after all without it. One
    with `optional: true` may be declined when its time has come. A part that waits when no tile is left is dropped.
    """
    play.add_part(rule, last=last, optional=optional)
