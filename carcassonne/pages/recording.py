"""A game as a row of moments: what can be seen at each, as differences from the one before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from carcassonne.draw.layout import Layout
from carcassonne.draw.parts import Parts
from carcassonne.pages.telling import told_all
from carcassonne.play.records import beginning
from carcassonne.play.view import Worth
from carcassonne.words.actions import CHANCE, Action, Place
from carcassonne.words.events import Placed
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game

Section = Mapping[str, Any]
Cell = tuple[int, int]
OPEN, LEGAL = 1, 2
NO_COMMENTS: Final[Mapping[int, str]] = MappingProxyType({})
_ABSENT: Final = object()


class Recording:
    """Plays a game again and keeps what there is to see whenever somebody must decide, and at the end.

    moments: for each the sections that changed (their keys with new values, None for those gone) and, as "log", what
    happened, and the comments on it. segments: the names of all segments, which moments call by their numbers.
    worths: what features are worth, each once, with their numbers.
    """

    def __init__(self, game: Game, parts: Parts, comments: Mapping[int, str] = NO_COMMENTS) -> None:
        self.parts, self.comments = parts, comments
        self.segments: dict[Segment, int] = {}
        self.worths: dict[Worth, int] = {}
        self.moments: list[dict[str, Any]] = []
        self._seen: dict[str, Section] = {}
        self._features = Features(self)
        self._told = 0
        self._remarks = [comments[0]] if 0 in comments else []
        self._last = ""
        self.game = beginning(game.rules, game.to_dict())
        self.record(game.history)

    def record(self, actions: tuple[Action, ...]) -> None:
        """Play the actions; chance is part of the moment that it leads to."""
        for number, action in enumerate(actions, 1):
            if self.game.player != CHANCE:
                self._keep()
            self.game.push(action)
            if number in self.comments:
                self._remarks.append(self.comments[number])
        self._keep()

    def _keep(self) -> None:
        happened = self.game.events[self._told :]
        self._told += len(happened)
        self._last = next((f"{e.x},{e.y}" for e in reversed(happened) if isinstance(e, Placed)), self._last)
        seen = self._sections()
        moment: dict[str, Any] = {}
        for name, section in seen.items():
            different = differences(self._seen.get(name, {}), section)
            if different:
                moment[name] = different
        moment["log"] = [
            *told_all(happened, self.game.players, self.number),
            *({"kind": "comment", "text": remark} for remark in self._remarks),
        ]
        self._remarks = []
        self._seen = seen
        self.moments.append(moment)

    # What there is to see --------------------------------------------------------------------

    def _sections(self) -> dict[str, Section]:
        game, layout = self.game, Layout(self.game, self.parts.catalogue)
        for cell in layout.table:
            if cell not in self._features.cells:
                for segment in game.segments(*cell):
                    self.number(segment)
        features = self._features.now(layout.table)
        return {
            "tiles": {f"{x},{y}": self.parts.tile(name, turn) for (x, y), (name, turn) in layout.table.items()},
            "figures": dict(self._figures(layout)),
            "tokens": dict(self._tokens(layout)),
            "links": {f"{link.one}/{link.other}": self.parts.link(link.path) for link in layout.links()},
            "open": self._open(),
            "features": features,
            "worths": {number: self._worth(int(number)) for number in dict.fromkeys(map(str, features.values()))},
            "players": {str(player): self._player(player) for player in range(len(game.players))},
            "now": self._now(),
        }

    def _figures(self, layout: Layout) -> Iterator[tuple[str, Any]]:
        nth: dict[Segment, int] = {}
        for one in layout.standing():
            place = nth[one.segment] = nth.get(one.segment, 0) + 1
            part = self.parts.figure(one.figure, one.owner, lies=one.lies)
            owner = -1 if one.owner is None else one.owner
            where = round(one.at[0], 1), round(one.at[1], 1)
            yield f"{one.segment}/{place}", [part, *where, self.number(one.segment), one.figure, owner]

    def _tokens(self, layout: Layout) -> Iterator[tuple[str, Any]]:
        for lying in layout.lying():
            part = self.parts.token(lying.token, lying.count)
            yield (
                f"{lying.holder}/{lying.token}",
                [part, round(lying.at[0], 1), round(lying.at[1], 1), lying.token, lying.count],
            )

    def _open(self) -> Section:
        if self.game.is_over:
            return {}
        legal = {(action.x, action.y) for action in self.game.legal_actions if isinstance(action, Place)}
        return {f"{x},{y}": LEGAL if (x, y) in legal else OPEN for x, y in self.game.open_places}

    def _worth(self, feature: int) -> int:
        return self.worths.setdefault(self.game.worth(self._features.names[feature]), len(self.worths))

    def _player(self, player: int) -> Section:
        game, name = self.game, self.game.players[player]
        tokens = [[token, self.parts.token(token, 1), count] for holder, token, count in game.tokens if holder == name]
        supply = [[figure, self.parts.figure(figure, player), count] for figure, count in game.supply(player).items()]
        track = [[figure, self.parts.figure(figure, player), space] for figure, space in game.track[name].items()]
        held = [[tile, self.parts.tile(tile, 0)] for tile in game.hand(player)]
        hand = {"hand": held} if held else {}
        return {"score": game.scores[player], "supply": supply, "tokens": tokens, "track": track, **hand}

    def _now(self) -> Section:
        game = self.game
        drawn = None if game.is_over else game.drawn_tile
        return {
            "who": -1 if game.is_over else game.player,
            "active": game.active_player,
            "about": game.about,
            "drawn": [drawn, self.parts.tile(drawn, 0)] if drawn else [],
            "left": game.tiles_left,
            "over": game.is_over,
            "winners": list(game.winners),
            "last": self._last,
        }

    # Names -----------------------------------------------------------------------------------

    def number(self, segment: Segment) -> int:
        """The number by which moments call a segment."""
        return self.segments.setdefault(segment, len(self.segments))


class Features:
    """Which segments belong together, brought up to date with as little asking as is safe."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.names: list[Segment] = []
        self.cells: dict[Cell, tuple[str, int]] = {}
        self._links: tuple[Any, ...] = ()
        self._of: dict[str, int] = {}

    def now(self, table: Mapping[Cell, tuple[str, int]]) -> dict[str, int]:
        """For the number of every segment that of the first segment of its feature."""
        game, number = self.recording.game, self.recording.number
        self.names = list(self.recording.segments)
        new = [cell for cell in table if cell not in self.cells]
        if game.connections != self._links or any(table.get(cell) != tile for cell, tile in self.cells.items()):
            self._of, new = {}, list(table)
        self.cells, self._links = dict(table), game.connections
        of = dict(self._of)
        asked: set[int] = set()
        for cell in new:
            for segment in game.segments(*cell):
                if number(segment) not in asked:
                    members = [number(member) for member in game.feature(segment)]
                    asked.update(members)
                    of.update(dict.fromkeys(map(str, members), min(members)))
        self._of = of
        return of


def differences(before: Section, after: Section) -> dict[str, Any]:
    """What to change in one section to get another: new values by key, and None for what is gone.

    >>> differences({"a": 1, "b": 2}, {"a": 1, "c": 3})
    {'c': 3, 'b': None}
    """
    changed = {key: value for key, value in after.items() if before.get(key, _ABSENT) != value}
    return changed | {key: None for key in before if key not in after}
