"""Writes a game of ours as that program would have saved it, and sees that it comes back equal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.interop.jcloisterzone.files import Pointer, from_json, read_message
from carcassonne.interop.jcloisterzone.moves import ADDED, CHOICES, DIE, FLIGHT, LANDING, play
from carcassonne.interop.jcloisterzone.order import Order
from carcassonne.interop.jcloisterzone.planning import Plan
from carcassonne.interop.jcloisterzone.replaying import replay
from carcassonne.interop.jcloisterzone.setting import Beginning, Setting
from carcassonne.interop.jcloisterzone.tables import tables
from carcassonne.interop.jcloisterzone.timeline import CIRCLE, GOLD, MAGIC, Halt, Stage, Timeline, rule_of
from carcassonne.play.game import Game
from carcassonne.play.records import beginning
from carcassonne.words import events
from carcassonne.words.actions import Action, Choose, Draw, Pass, Place, Stand
from carcassonne.words.segments import Segment

RANDOM: Final = 0.5
CLOCK: Final = 1000
"""Milliseconds from one message to the next."""


class InteropError(RecordError):
    """A game that cannot be said in the form of another program; `lacking` lists everything that it lacks."""

    def __init__(self, lacking: list[str]) -> None:
        self.lacking = tuple(dict.fromkeys(lacking))
        super().__init__("JCloisterZone cannot say this game:\n" + "\n".join(f"    {what}" for what in self.lacking))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self.lacking),)


def write(game: Game, path: Path | str) -> None:
    """Write a game as a `.jcz` file. Raises InteropError, and writes nothing, where it cannot be said there."""
    text = json.dumps(to_json(game), ensure_ascii=False, indent=2)
    Path(path).write_text(text + "\n", encoding="utf-8")


def to_json(game: Game) -> dict[str, Any]:
    """A game as that program would have saved it: read and played again it is equal, fingerprint included.

    Every move is played beside by the rules of that program. What those lack, or would decide in another way, makes an
    InteropError that lists all of it.
    """
    known, record = tables(), game.to_dict()
    drawn = [action.tile for action in game.history if isinstance(action, Draw)]
    setting = Setting(game, Beginning.of(record), drawn, known)
    if setting.lacking or setting.plan is None:
        raise InteropError(setting.lacking)
    writer = _Writer(beginning(game.rules, record), setting.plan, Order.of(setting.saved(), setting.plan, known, ()))
    messages = writer.written(game)
    whole = setting.head | {"replay": messages, "clock": CLOCK * len(messages)}
    whole |= setting.own(len(drawn), writer.choices)
    replayed = replay(from_json(whole))
    if replayed.stop is not None or replayed.game is None or replayed.game.fingerprint != game.fingerprint:
        raise InteropError([f"a game that would come back otherwise: {replayed.stop or 'the position differs'}"])
    return whole


class _Writer:
    """Plays a game again, on the rules of that program beside, and writes a message for everything done there."""

    def __init__(self, original: Game, planned: Plan, order: Order) -> None:
        order.value = None
        self.original, self.known = original, tables()
        self.timeline = Timeline(planned, self.known, order)
        self.messages: list[dict[str, Any]] = []
        self.choices: list[str] = []
        self.figure = ""
        self.is_pending = False

    def written(self, game: Game) -> list[dict[str, Any]]:
        """The messages of a game."""
        history = game.history
        try:
            for number, action in enumerate(history):
                self.settle()
                self.write(action, history[number + 1] if number + 1 < len(history) else None)
            self.settle()
        except (Halt, CarcassonneError) as error:
            raise InteropError([f"after {len(self.messages)} messages: {error}"]) from error
        if self.is_pending:
            raise InteropError(["a follower that is added, but has not been put anywhere yet"])
        theirs = self.timeline.game
        if (theirs.scores, theirs.tokens, theirs.figures) != (game.scores, game.tokens, game.figures):
            chosen = self.choices or ["something"]
            raise InteropError([f"{choice}: that program does not ask, and takes another" for choice in chosen])
        return self.messages

    def settle(self) -> None:
        """Send what that program asks for where nothing is asked here."""
        timeline = self.timeline
        while True:
            queued = timeline.queued
            if timeline.stage in (Stage.COMMIT, Stage.ROUND_COMMIT):
                self.send("COMMIT", random=RANDOM)
            elif timeline.stage is Stage.CIRCLE and timeline.empty_circle:
                self.send("CIRCLE_REMOVE_OR_DEPLOY", value=next(iter(CHOICES)))
            elif timeline.stage in (Stage.PART, Stage.ROUND) and queued is not None:
                self.choose(queued.about, queued.value, None)
            else:
                return

    def send(self, kind: str, **payload: Any) -> None:
        """Write a message, and play it by the rules of that program."""
        timeline = self.timeline
        number = len(self.messages) + 1
        sent = {"type": kind, "payload": payload, "player": timeline.player, "clock": CLOCK * number}
        play(timeline, read_message(sent))
        self.messages.append(sent)

    def write(self, action: Action, following: Action | None) -> None:
        """Write what an action is there, and play it here."""
        about, before = rule_of(self.original.about), len(self.original.events)
        if isinstance(action, Choose) and action.about == ADDED:
            self.original.push(action)
            self.figure, self.is_pending = self.free(action.value), True
            for event in self.original.events[before:]:
                if isinstance(event, events.Stood):  # there was one place only
                    self.deploy(event.segment)
            return
        if isinstance(action, Choose) and about in self.known.unasked:
            self.choices.append(str(action))
        elif isinstance(action, Choose):
            self.choose(action.about, action.value, following)
        elif isinstance(action, Place):
            turned = self.original.as_listed(action)
            assert isinstance(turned, Place)
            tile = self.known.tile_of(action.tile)
            self.send("PLACE_TILE", tileId=tile, rotation=f"R{90 * turned.turned}", position=[action.x, action.y])
        elif isinstance(action, Stand):
            self.figure = self.free(action.figure)
            self.deploy(action.segment)
        elif isinstance(action, Pass):
            self.send("PASS")
        self.original.push(action)

    def choose(self, about: str, value: str, following: Action | None) -> None:
        """Write a choice."""
        if about == "fly":
            self.fly(value, following)
        elif about == LANDING:
            self.deploy(_segment(value))
        elif about == "roll":
            return  # said with the flight
        elif about in WRITERS:
            WRITERS[about](self, value)
        else:
            raise Halt(f"{about}: {value}")

    def fly(self, figure: str, following: Action | None) -> None:
        if not isinstance(following, Choose) or following.about != "roll":
            raise Halt("a die that has not been thrown")
        self.figure = self.free(figure)
        where = Pointer(self.timeline.placed, FLIGHT, "I")
        random = (2 * int(following.value) - 1) / (2 * DIE)
        self.send("DEPLOY_MEEPLE", pointer=_pointer(where), meepleId=self.figure, random=random)

    def deploy(self, segment: Segment) -> None:
        self.is_pending = False
        self.send("DEPLOY_MEEPLE", pointer=self.pointer(segment), meepleId=self.figure)

    def free(self, figure: str) -> str:
        """The id of the first follower of a kind that whoever acts has left."""
        start = f"{self.timeline.player}.{self.known.figure_of(figure)}."
        number = 1
        while f"{start}{number}" in self.timeline.ledger.standing:
            number += 1
        return f"{start}{number}"

    def pointer(self, segment: Segment) -> dict[str, Any]:
        turned = self.timeline.turned_at(segment.cell)
        if turned is None:
            raise Halt(f"{segment}: there is no tile")
        return _pointer(self.timeline.places.pointer(turned, segment))

    # Choices ---------------------------------------------------------------------------------

    def gold(self, value: str) -> None:
        self.send("PLACE_TOKEN", token="GOLD", pointer=[int(number) for number in value.split(",")])

    def magic(self, value: str) -> None:
        figure, to, where = value.partition(" to ")
        figure = figure.partition(" on ")[0]
        target = self.pointer(_segment(where)) if to else None
        self.send("MOVE_NEUTRAL_FIGURE", figureId=f"{self.known.figure_of(figure)}.1", to=target)

    def ferry(self, value: str) -> None:
        one, _, rest = value.partition(" and ")
        other = _segment(rest)
        turned = self.timeline.turned_at(other.cell)
        if turned is None:
            raise Halt(f"{value}: there is no tile")
        pair = self.timeline.places.pair(turned, _segment(f"{one} at {other.x},{other.y}"), other)
        self.send("PLACE_TOKEN", token="FERRY", pointer=_pointer(pair))

    def recall(self, value: str) -> None:
        self.take_back(value, "ABBOT_RETURN")

    def circle(self, value: str) -> None:
        if value in CHOICES.values():
            there = next(name for name, ours in CHOICES.items() if ours == value)
            self.send("CIRCLE_REMOVE_OR_DEPLOY", value=there)
        elif " on " in value:
            self.take_back(value, "CORN_CIRCLE")
        else:
            self.deploy(_segment(value))

    def take_back(self, value: str, source: str) -> None:
        """Say that a figure in a text such as 'FIGURE on KIND at 0,0' goes home."""
        figure, _, where = value.partition(" on ")
        segment = _segment(where)
        name = self.timeline.ledger.standing_as(self.timeline.player, figure, segment)
        if name is None:
            raise Halt(f"{value}: nobody stands there")
        stands = {"featurePointer": self.pointer(segment), "meepleId": name}
        self.send("RETURN_MEEPLE", pointer=stands, source=source)


WRITERS: Final[Mapping[str, Callable[[_Writer, str], None]]] = {
    GOLD: _Writer.gold,
    MAGIC: _Writer.magic,
    "ferry": _Writer.ferry,
    "move connection": _Writer.ferry,
    "recall": _Writer.recall,
    CIRCLE: _Writer.circle,
}
"""What is chosen here, and who writes it."""


def _pointer(pointer: Pointer) -> dict[str, Any]:
    return {"position": list(pointer.position), "feature": pointer.feature, "location": pointer.location}


def _segment(text: str) -> Segment:
    segment = Segment.parse(text)
    if segment is None:
        raise Halt(f"{text}: no segment")
    return segment
