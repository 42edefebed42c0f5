"""What could be done there at the end of a replay: items with their options, as sentences speak of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.interop.jcloisterzone.files import Pointer
from carcassonne.interop.jcloisterzone.moves import FLIGHT
from carcassonne.interop.jcloisterzone.timeline import CIRCLE, Stage, Timeline
from carcassonne.words.actions import Choose, Pass, Place, Stand
from carcassonne.words.events import Stood
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game

SINGLE: Final = {
    "gold": "GoldPiece", "magic": "NeutralFigure", "ferry": "Ferries", "move connection": "Ferries",
}  # fmt: skip


@attrs.frozen
class Item:
    """A kind of thing that can be done. of: a tile, a class of figures or a source. options: each as a text."""

    kind: str
    of: str = ""
    options: frozenset[str] = frozenset()


def can_pass(timeline: Timeline) -> bool:
    """Whether who acts may decline."""
    if timeline.stage not in (Stage.PART, Stage.ROUND) or timeline.queued is not None:
        return False
    return Pass() in timeline.game.legal_actions


def items(timeline: Timeline) -> tuple[Item, ...]:
    """Everything that can be done at this moment."""
    if timeline.stage is Stage.TILE:
        return (_placements(timeline),) if timeline.tile_is_known else ()
    if timeline.stage in (Stage.COMMIT, Stage.ROUND_COMMIT):
        return (Item("Confirm"),)
    if timeline.stage is Stage.CIRCLE:
        return (Item("CornCircleSelectDeployOrRemove"),)
    if timeline.stage is Stage.OVER:
        return ()
    if timeline.queued is not None:
        return (Item(SINGLE.get(timeline.about, "Meeple")),)
    return tuple(_Lister(timeline).items())


def _placements(timeline: Timeline) -> Item:
    """Every place for the drawn tile; of turns that look alike all are listed."""
    game = timeline.game
    same = game.rules.tiles.same[game.rules.tiles.numbers[game.drawn_tile or ""]]
    places: dict[tuple[int, int], list[int]] = {}
    for action in game.legal_actions:
        if isinstance(action, Place):
            alike = [90 * turn for turn in range(4) if same[turn] == action.turned]
            places.setdefault((action.x, action.y), []).extend(alike)
    options = {f"[{x},{y}] - [{','.join(map(str, sorted(turns)))}]" for (x, y), turns in places.items()}
    return Item("TilePlacement", timeline.order.last, frozenset(options))


class _Lister:
    """Sorts legal actions into items."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.found: dict[tuple[str, str], set[str]] = {}

    def items(self) -> Iterator[Item]:
        timeline = self.timeline
        for action in timeline.game.legal_actions:
            if isinstance(action, Stand):
                self.add("Meeple", self.class_of(action.figure), str(self.pointer(action.segment)))
            elif isinstance(action, Choose):
                self.choice(action)
        for (kind, of), options in self.found.items():
            yield Item(kind, of, frozenset(options))

    def add(self, kind: str, of: str = "", option: str = "") -> None:
        options = self.found.setdefault((kind, of), set())
        if option:
            options.add(option)

    def choice(self, action: Choose) -> None:
        rule, kind = self.timeline.about, action.about.partition(",")[0]
        if kind == "fly" and rule == "action":
            x, y = self.timeline.placed
            self.add("Meeple", self.class_of(action.value), str(Pointer((x, y), FLIGHT, "I")))
        elif kind == "fly":
            self.add("Meeple", "", str(self.pointer(_segment(action.value))))
        elif kind == "recall":
            self.add("ReturnMeeple", "ABBOT_RETURN", self.standing(action.value))
        elif kind == CIRCLE and " on " in action.value:
            self.add("ReturnMeeple", "CORN_CIRCLE", self.standing(action.value))
        elif kind == CIRCLE:
            for segment in _hosts(self.timeline.game, action):
                self.add("Meeple", self.class_of(action.value), str(self.pointer(segment)))
        elif kind in ("ferry", "move connection"):
            self.add("Ferries", "", str(self.pair(action.value)))
        elif kind == "magic" and " to " not in action.value:
            self.add("RemoveMageOrWitch")
        else:
            self.add(SINGLE.get(kind, kind))

    def class_of(self, figure: str) -> str:
        name = self.timeline.tables.figure_of(figure)
        return next((cls for cls, kind in self.timeline.tables.classes.items() if kind == name), name)

    def pointer(self, segment: Segment) -> Pointer:
        turned = self.timeline.turned_at(segment.cell)
        assert turned is not None
        return self.timeline.places.pointer(turned, segment)

    def pair(self, text: str) -> Pointer:
        """The two ends in a text such as 'KIND 1 and KIND 2 at 0,0'."""
        one, _, rest = text.partition(" and ")
        other = _segment(rest)
        first = _segment(f"{one} at {other.x},{other.y}")
        turned = self.timeline.turned_at(other.cell)
        assert turned is not None
        return self.timeline.places.pair(turned, first, other)

    def standing(self, text: str) -> str:
        """A figure in a text such as 'FIGURE on KIND at 0,0', with its id."""
        figure, _, where = text.partition(" on ")
        segment = _segment(where)
        name = self.timeline.ledger.standing_as(self.timeline.player, figure, segment)
        return f"{{{name or figure}," + str(self.pointer(segment))[1:]


def _segment(text: str) -> Segment:
    segment = Segment.parse(text)
    assert segment is not None
    return segment


def _hosts(game: Game, kind: Choose) -> list[Segment]:
    """Where a follower of a kind can be added beside one's own."""
    tried, before = game.copy(), len(game.events)
    tried.push(kind)
    done = [event.segment for event in tried.events[before:] if isinstance(event, Stood)]
    if done:
        return done  # there was one place only
    return [_segment(action.value) for action in tried.legal_actions if isinstance(action, Choose)]
