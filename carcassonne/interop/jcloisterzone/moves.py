"""What each message means here: the action of ours that it stands for, played on a timeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from carcassonne.interop.jcloisterzone.files import Message, Pointer
from carcassonne.interop.jcloisterzone.timeline import CIRCLE, MAGIC, Halt, Stage, Timeline
from carcassonne.words.actions import Choose, Pass, Place, Stand
from carcassonne.words.segments import Segment

FLIGHT: Final = "FlyingMachine"
LANDING: Final = "fly, landing"
ADDED: Final = "crop circle, added"
DIE: Final = 3
CHOICES: Final = {"DEPLOY": "add", "REMOVE": "take back"}


def play(timeline: Timeline, message: Message) -> None:
    """Play one message. Raises Halt with the reason when that cannot be."""
    handler = HANDLERS.get(message.kind)
    if handler is None:
        raise Halt(f"message {message.kind[:40]!r}", lacking=True)
    if message.random is not None:
        timeline.order.renew(message.random)
    handler(timeline, message)


def _need(timeline: Timeline, message: Message, *stages: Stage) -> None:
    if timeline.stage not in stages:
        raise Halt(f"{message.kind} while {timeline.phase} waits for {timeline.stage.value}")


def _place_tile(timeline: Timeline, message: Message) -> None:
    _need(timeline, message, Stage.TILE)
    tile = timeline.game.drawn_tile
    if timeline.unknown_tile:
        raise Halt(f"tile {timeline.unknown_tile}", lacking=True)
    placed, is_forced = timeline.tables.tiles.get(message.tile), timeline.order.position <= timeline.order.forced
    if placed is None and (tile is None or timeline.plan.lacking or not is_forced):
        raise Halt(f"tile {message.tile}", lacking=True)
    if tile is None or message.position is None:
        raise Halt("no tile was drawn")
    if timeline.plan.lacking and placed != tile:
        raise Halt(f"tile {message.tile} is placed, but {timeline.order.last} was drawn", lacking=True)
    x, y = message.position
    timeline.order.used += 1
    timeline.do(timeline.game.as_listed(Place(tile, x, y, message.turned)))
    timeline.settle_part()


def _commit(timeline: Timeline, message: Message) -> None:
    if timeline.abbey_declined:
        timeline.abbey_declined = False
        return
    _need(timeline, message, Stage.COMMIT, Stage.ROUND_COMMIT)
    timeline.commit()


def _pass(timeline: Timeline, message: Message) -> None:
    if timeline.stage in (Stage.TILE, Stage.COMMIT) and timeline.phase in timeline.plan.declined:
        timeline.abbey_declined = timeline.stage is Stage.TILE
        return
    _need(timeline, message, Stage.PART, Stage.ROUND)
    timeline.do(Pass())
    if timeline.stage is Stage.ROUND:
        timeline.settle_round()
    else:
        timeline.settle_part()


def _deploy(timeline: Timeline, message: Message) -> None:
    assert message.pointer is not None
    _figure(timeline, message.figure)
    if message.pointer.feature not in (FLIGHT, *timeline.tables.features):
        raise Halt(f"feature {message.pointer.feature}", lacking=True)
    _need(timeline, message, Stage.PART, Stage.ROUND)
    figure = _own_figure(timeline, message.figure)
    if message.pointer.feature == FLIGHT:
        _fly(timeline, message, figure)
        return
    segment = _segment(timeline, message.pointer)
    if timeline.stage is Stage.ROUND:
        timeline.actor = timeline.player
        timeline.do(Choose(ADDED, figure))
        timeline.do(Choose(CIRCLE, str(segment)))
        timeline.stage = Stage.ROUND_COMMIT
    elif timeline.about == "fly":
        timeline.do(Choose(LANDING, str(segment)))
        timeline.settle_part()
    else:
        timeline.do(Stand(figure, segment))
        timeline.settle_part()
    timeline.ledger.standing[message.figure] = segment


def _fly(timeline: Timeline, message: Message, figure: str) -> None:
    if message.random is None:
        raise Halt(f"{message.kind}: a flight without a random value")
    timeline.do(Choose("fly", figure))
    timeline.order.roll(DIE)
    timeline.do(Choose("roll", str(int(message.random * DIE) + 1)))
    timeline.settle_part()


def _token(timeline: Timeline, message: Message) -> None:
    if message.word == "GOLD" and message.position is not None:
        _need(timeline, message, Stage.PART)
        timeline.do(Choose("gold", "{},{}".format(*message.position)))
    elif message.word == "FERRY" and message.pointer is not None:
        _need(timeline, message, Stage.PART)
        turned = timeline.turned_at(message.pointer.position)
        ends = None if turned is None else timeline.places.ends(turned, message.pointer)
        if ends is None:
            raise Halt(f"{message.pointer}: there are no two such ends")
        one, other = ends
        about = "ferry" if timeline.about == "ferry" else "move connection"
        pair = f"{one.kind} {one.number} and {other.kind} {other.number} at {one.x},{one.y}"
        timeline.do(Choose(about, pair))
    else:
        raise Halt(f"token {message.word}", lacking=message.word not in ("GOLD", "FERRY"))
    timeline.settle_part()


def _neutral(timeline: Timeline, message: Message) -> None:
    kind = message.figure.partition(".")[0]
    figure = timeline.tables.figures.get(kind)
    if figure not in ("mage", "witch"):
        raise Halt(f"figure {kind}", lacking=True)
    _need(timeline, message, Stage.PART)
    if message.pointer is None:
        standing = timeline.ledger.neutral.get(figure)
        if standing is None:
            raise Halt(f"the {figure} is not on the table")
        timeline.do(Choose(MAGIC, f"{figure} on {standing}"))
    else:
        timeline.do(_move(timeline, figure, _segment(timeline, message.pointer)))
    timeline.settle_part()


def _move(timeline: Timeline, figure: str, segment: Segment) -> Choose:
    """A move to a feature, of which any segment may be named; also one that was made without asking."""
    queued = timeline.queued
    if queued is not None and queued.value in [f"{figure} to {s}" for s in timeline.game.feature(segment)]:
        return Choose(queued.about, queued.value)
    return Choose(MAGIC, f"{figure} to {segment}")


def _return(timeline: Timeline, message: Message) -> None:
    if message.word not in ("ABBOT_RETURN", "CORN_CIRCLE"):
        raise Halt(f"a follower returned by {message.word}", lacking=True)
    if message.pointer is None:
        raise Halt(f"{message.kind}: no follower is named")
    _need(timeline, message, Stage.ROUND if message.word == "CORN_CIRCLE" else Stage.PART)
    figure = _own_figure(timeline, message.figure)
    value = f"{figure} on {_segment(timeline, message.pointer)}"
    if message.word == "CORN_CIRCLE":
        timeline.actor = timeline.player
        timeline.do(Choose(CIRCLE, value))
        timeline.stage = Stage.ROUND_COMMIT
    else:
        timeline.do(Choose("recall", value))
        timeline.settle_part()


def _circle(timeline: Timeline, message: Message) -> None:
    _need(timeline, message, Stage.CIRCLE)
    if message.word not in CHOICES:
        raise Halt(f"{message.kind}: no choice {message.word!r}")
    if timeline.empty_circle:
        timeline.next_part()
        return
    timeline.do(Choose(CIRCLE, CHOICES[message.word]))
    timeline.settle_round()


def _own_figure(timeline: Timeline, name: str) -> str:
    """Our kind of a follower by its id, which must be one of whoever acts."""
    figure = _figure(timeline, name)
    if name.partition(".")[0] != str(timeline.player):
        raise Halt(f"figure {name} while player {timeline.player} acts")
    return figure


def _figure(timeline: Timeline, name: str) -> str:
    """Our kind of a follower by its id."""
    kind = name.partition(".")[2].partition(".")[0]
    figure = timeline.tables.figures.get(kind)
    if figure is None or figure not in timeline.game.rules.figure_numbers:
        raise Halt(f"figure {kind}", lacking=True)
    return figure


def _segment(timeline: Timeline, pointer: Pointer) -> Segment:
    if pointer.feature not in timeline.tables.features:
        raise Halt(f"feature {pointer.feature}", lacking=True)
    turned = timeline.turned_at(pointer.position)
    segment = None if turned is None else timeline.places.segment(turned, pointer)
    if segment is None:
        raise Halt(f"{pointer}: there is no such feature")
    return segment


HANDLERS: Final[Mapping[str, Callable[[Timeline, Message], None]]] = {
    "PLACE_TILE": _place_tile,
    "COMMIT": _commit,
    "PASS": _pass,
    "DEPLOY_MEEPLE": _deploy,
    "PLACE_TOKEN": _token,
    "MOVE_NEUTRAL_FIGURE": _neutral,
    "RETURN_MEEPLE": _return,
    "CIRCLE_REMOVE_OR_DEPLOY": _circle,
}
