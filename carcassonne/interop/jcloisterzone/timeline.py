"""Where that program is while a game of ours is played: its phase, who acts, what it has counted so far.

It asks for a `COMMIT` before it scores, asks sometimes where there is one answer only, and settles other things
without a message. So a moment there may lie between two decisions here: the ledger follows the events of the game
only as far as the messages have come, and a choice that was made here without asking waits for its message.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from carcassonne.interop.jcloisterzone.ledger import Ledger
from carcassonne.interop.jcloisterzone.order import Order
from carcassonne.interop.jcloisterzone.places import Places
from carcassonne.words import events
from carcassonne.words.actions import Action, Choose, Draw

if TYPE_CHECKING:
    from carcassonne.compile.tiles import Turned
    from carcassonne.interop.jcloisterzone.planning import Plan
    from carcassonne.interop.jcloisterzone.tables import Tables
    from carcassonne.play.game import Game

CIRCLE: Final = "crop circle"
GOLD: Final = "gold"
MAGIC: Final = "magic"


def rule_of(about: str) -> str:
    """The rule that asks something: the name of a decision up to its comma."""
    return about.partition(",")[0]


class Halt(Exception):
    """A message that cannot be played. lacking: whether it uses something that is not known here."""

    def __init__(self, reason: str, *, lacking: bool = False) -> None:
        self.reason, self.lacking = reason, lacking
        super().__init__(reason)


class Stage(Enum):
    """What is waited for."""

    TILE = "a tile to be placed"
    PART = "a decision of the turn"
    COMMIT = "the end of the part"
    CIRCLE = "whether followers are added or taken back"
    ROUND = "a player of the round"
    ROUND_COMMIT = "the end of a player's act in the round"
    OVER = "nothing: the game is over"


class Timeline:
    """A game with how far that program has come in it."""

    def __init__(self, plan: Plan, known: Tables, order: Order) -> None:
        self.plan, self.tables, self.order = plan, known, order
        self.game: Game = plan.begin(order.names(plan.rules))
        self.places = Places(plan.rules, known)
        self.ledger = Ledger.of(self.game, known)
        self.seen = len(self.game.events)
        self.stage = Stage.TILE
        self.actor = 0
        self.empty_circle = False
        self.abbey_declined = False
        self.choices = 0
        self.tile_is_known = True
        self.unknown_tile = ""
        self.draw()

    # Looking ---------------------------------------------------------------------------------

    @property
    def queued(self) -> events.Chosen | None:
        """A choice that was made here without asking and that no message has named yet."""
        if self.seen < len(self.game.events):
            event = self.game.events[self.seen]
            if isinstance(event, events.Chosen):
                return event
        return None

    @property
    def about(self) -> str:
        """What is decided, in our words: the name of a rule without what it binds."""
        queued = self.queued
        return rule_of(self.game.about if queued is None else queued.about)

    @property
    def player(self) -> int:
        """Who acts."""
        if self.stage not in (Stage.PART, Stage.ROUND):
            return self.actor
        queued = self.queued
        return self.game.player if queued is None else queued.player

    @property
    def phase(self) -> str:
        """The name of the phase there."""
        if self.stage in (Stage.COMMIT, Stage.ROUND_COMMIT):
            return "CommitActionPhase"
        if self.stage is Stage.OVER:
            return "GameOverPhase"
        about = {Stage.TILE: "place", Stage.CIRCLE: CIRCLE, Stage.ROUND: CIRCLE}.get(self.stage, self.about)
        return self.tables.phases.get(about, about)

    def turned_at(self, cell: tuple[int, int]) -> Turned | None:
        """The tile that lies there."""
        there = self.ledger.table.get(cell)
        return None if there is None else self.places.turned(*there)

    # Going on --------------------------------------------------------------------------------

    def do(self, action: Action) -> None:
        """Play an action, or accept that it was played already without asking."""
        queued = self.queued
        if queued is not None:
            if not isinstance(action, Choose) or (action.about, action.value) != (queued.about, queued.value):
                raise Halt(f"{action}: only «{queued.about}: {queued.value}» can be chosen here")
            self.seen += 1
        else:
            reason = self.game.why_not(action)
            if reason is not None:
                raise Halt(f"{action}: {reason}")
            self.game.push(action)
            if isinstance(action, Choose) and self.queued is not None:
                self.seen += 1  # its own event
        self._follow()

    def _follow(self) -> None:
        """Count what has happened up to the next choice, or up to scoring or the next turn."""
        self._count(events.Chosen, events.Completed, events.TurnBegan, events.Ended)

    def _count(self, *stops: type[events.Event]) -> None:
        log = self.game.events
        while self.seen < len(log):
            event = log[self.seen]
            if isinstance(event, stops) or (stops and isinstance(event, events.Award) and event.final):
                return
            self.ledger.take(event)
            self.seen += 1

    def settle_part(self) -> None:
        """After a message of the turn: is there more to decide in this part, or is it to be committed?"""
        while (queued := self.queued) is not None and self._is_silent(queued):
            self.seen += 1
            self._follow()
        if queued is not None:
            self.stage = Stage.COMMIT if rule_of(queued.about) == CIRCLE else Stage.PART
        elif self.seen < len(self.game.events) or self.game.is_over or self.about in ("draw", CIRCLE):
            self.stage = Stage.COMMIT
        else:
            self.stage = Stage.PART

    def _is_silent(self, choice: events.Chosen) -> bool:
        """Whether there is no message for a choice of which there was one only."""
        return choice.about == GOLD or (choice.about == MAGIC and " to " not in choice.value)

    def commit(self) -> None:
        """The part is over: count its scoring, and see what comes."""
        if self.stage is Stage.ROUND_COMMIT:
            self.settle_round()
            return
        self._settle_unasked()
        if self._has_circle() and (self.about == CIRCLE or self.ledger.out):
            self.stage, self.empty_circle = Stage.CIRCLE, self.about != CIRCLE
        else:
            self.next_part()

    def _settle_unasked(self) -> None:
        """Count the scoring, and choose as the file notes it where that program does not ask."""
        unasked = self.tables.unasked
        while True:
            self._count(events.Chosen, events.TurnBegan, events.Ended)
            queued = self.queued
            if queued is not None and rule_of(queued.about) in unasked:
                self.seen += 1
            elif self.seen == len(self.game.events) and rule_of(self.game.about) in unasked:
                self.game.push(self._noted_choice())
            else:
                return

    def _noted_choice(self) -> Action:
        """The next choice that the file notes; the first that is legal where it notes none."""
        noted, legal = self.plan.choices, self.game.legal_actions
        at, self.choices = self.choices, self.choices + 1
        if at >= len(noted):
            return legal[0]
        found = next((action for action in legal if str(action) == noted[at]), None)
        if found is None:
            raise Halt(f"{noted[at]!r} cannot be chosen")
        return found

    def _has_circle(self) -> bool:
        """Whether the last tile shows a circle of a kind on which followers may stand."""
        turned, rules = self.turned_at(self.placed), self.plan.rules
        if turned is None:
            return False
        kinds = [kind for symbol, kind in self.tables.circles.items() if symbol in turned.symbols]
        return any(
            rules.kinds.names[number] in kinds
            for figure in rules.figures
            if figure.follower
            for number in figure.stands_on
        )

    @property
    def placed(self) -> tuple[int, int]:
        """The cell of the tile that was placed last."""
        return next(reversed(self.ledger.table))

    def settle_round(self) -> None:
        """After a message of a round of all players: is it somebody's turn in it?"""
        if self.queued is not None or (self.seen == len(self.game.events) and self.about == CIRCLE):
            self.stage = Stage.ROUND
        else:
            self.next_part()

    def next_part(self) -> None:
        """Count everything, and draw the next tile if there is one."""
        self._count()
        if self.game.is_over:
            self.stage = Stage.OVER
        else:
            self.draw()

    def draw(self) -> None:
        """Draw until a tile can be placed, or until nothing is known of the next one.

        A tile that is not known here is named by the message that places it, if there is one.
        """
        self.stage = Stage.TILE
        while not self.game.is_over and self.game.about == "draw":
            tile = self.order.next(self.game)
            if tile is None:
                self.tile_is_known = False
                self.actor = self.game.active_player
                return
            if not self.order.is_in_stock and self.plan.whole_stock:
                raise Halt(f"tile {tile} is drawn, but there is none in the stock")
            name = self.tables.tiles.get(tile, "")
            if name not in self.plan.rules.tiles.numbers:
                self.unknown_tile, self.tile_is_known = tile, False
                self.actor = self.game.active_player
                return
            if Draw(name) not in self.game.legal_actions:
                raise Halt(f"tile {tile} is drawn, but cannot be drawn now")
            self.game.push(Draw(name))
            self._count()
        self.actor = self.game.active_player
        if self.game.is_over:
            self.stage = Stage.OVER

    # Taking back -----------------------------------------------------------------------------

    def save(self) -> tuple[Any, ...]:
        """Remember this moment."""
        return (
            len(self.game),
            self.ledger.copy(),
            self.seen,
            self.stage,
            self.actor,
            self.empty_circle,
            self.abbey_declined,
            self.choices,
            self.tile_is_known,
            self.unknown_tile,
            self.order.save(),
        )

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Be as at a moment that was saved."""
        pushes, ledger, self.seen, self.stage, self.actor, *more = saved
        self.empty_circle, self.abbey_declined, self.choices, self.tile_is_known, self.unknown_tile, order = more
        self.ledger = ledger.copy()
        self.order.restore(order)
        while len(self.game) > pushes:
            self.game.pop()
