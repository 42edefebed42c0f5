"""Plays a saved game again, message by message, on a game of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.interop.jcloisterzone.files import Message, Saved
from carcassonne.interop.jcloisterzone.moves import play
from carcassonne.interop.jcloisterzone.order import UNDO, Order, Otherwise
from carcassonne.interop.jcloisterzone.planning import Plan, Unsupported, plan
from carcassonne.interop.jcloisterzone.tables import tables
from carcassonne.interop.jcloisterzone.timeline import Halt, Timeline

if TYPE_CHECKING:
    from carcassonne.play.game import Game

MOST_CORRECTIONS: Final = 50


@attrs.frozen
class Stop:
    """Where a replay cannot go on, and why. message: its place in the list from 0 on, or -1 before the first.

    lacking: whether it uses, or may use, something that is not known here.
    """

    message: int
    reason: str
    lacking: bool

    def __str__(self) -> str:
        return f"message {self.message}: {self.reason}" if self.message >= 0 else self.reason


@attrs.frozen
class Replay:
    """What came of playing a saved game.

    game: the game as far as it could be played, None where it could not begin. warnings: parts that the file
    declares and that are not known here. used: those of them that made a difference. timeline, may_undo: for
    sentences about the end.
    """

    saved: Saved
    game: Game | None
    warnings: tuple[str, ...]
    stop: Stop | None
    used: tuple[str, ...] = ()
    timeline: Timeline | None = attrs.field(default=None, repr=False)
    may_undo: bool = False


class Replayer:
    """Plays the messages of a saved game one by one."""

    def __init__(self, saved: Saved, planned: Plan, order: Order) -> None:
        self.saved, self.plan = saved, planned
        self.timeline = Timeline(planned, tables(), order)
        self._earlier: list[tuple[object, ...]] = []

    @property
    def may_undo(self) -> bool:
        """Whether the last message may be taken back there."""
        return bool(self._earlier)

    def step(self, message: Message) -> None:
        """Play a message. Raises Halt when it cannot be played."""
        timeline = self.timeline
        if message.kind == UNDO:
            if not self._earlier:
                raise Halt("nothing can be taken back")
            timeline.restore(self._earlier.pop())
            return
        before, player = timeline.save(), timeline.player
        play(timeline, message)
        if message.random is None and timeline.player == player:
            self._earlier.append(before)
        else:
            self._earlier.clear()

    def used(self) -> tuple[str, ...]:
        """The unknown parts that have acted without a message."""
        if not self.plan.silent:
            return ()
        kinds = {segment.kind for segment in self.timeline.ledger.completed}
        tiles = {tile for tile, _ in self.timeline.ledger.table.values()}
        return tuple(
            f"element {name}"
            for name, part in self.plan.silent.items()
            if part.completing in kinds or part.module in self.plan.rules.names or tiles & set(part.tiles)
        )


def replay(saved: Saved) -> Replay:
    """Play a saved game from its first message to its last, or to the first that cannot be played."""
    for found in replaying(saved):
        last = found
    return last


def replaying(saved: Saved, needs: Mapping[str, object] | None = None) -> Iterator[Replay]:
    """The replay after every message, beginning with that before the first; the last one may have a stop.

    needs: options that go before those that follow from the file.
    """
    try:
        planned = plan(saved, needs)
    except Unsupported as error:
        yield Replay(saved, None, (), Stop(-1, "; ".join(error.args), lacking=True))
        return
    corrections: list[Otherwise] = []
    done = 0
    while True:
        try:
            for at, found in enumerate(_attempt(saved, planned, corrections)):
                if at >= done:
                    yield found
                    done = at + 1
            return
        except Otherwise as correction:
            corrections.append(correction)
            if len(corrections) > MOST_CORRECTIONS:
                reason = "which tiles were drawn cannot be told"
                yield Replay(saved, None, planned.lacking, Stop(-1, reason, lacking=True))
                return


def _attempt(saved: Saved, planned: Plan, corrections: list[Otherwise]) -> Iterator[Replay]:
    order = Order.of(saved, planned, tables(), corrections)
    try:
        replayer = Replayer(saved, planned, order)
    except Halt as halt:
        yield Replay(saved, None, planned.lacking, _stop(planned, -1, halt))
        return
    yield _found(replayer, None)
    for number, message in enumerate(saved.messages):
        try:
            replayer.step(message)
        except Halt as halt:
            yield _found(replayer, _stop(planned, number, halt))
            return
        yield _found(replayer, None)


def _stop(planned: Plan, message: int, halt: Halt) -> Stop:
    return Stop(message, halt.reason, halt.lacking or bool(planned.lacking))


def _found(replayer: Replayer, stop: Stop | None) -> Replay:
    timeline = replayer.timeline
    return Replay(
        replayer.saved, timeline.game, replayer.plan.lacking, stop, replayer.used(), timeline, replayer.may_undo
    )
