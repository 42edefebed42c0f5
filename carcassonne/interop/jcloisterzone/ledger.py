"""What that program would show at a moment: points, entries, supplies, tokens, tiles and who stands where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from carcassonne.interop.jcloisterzone.tables import Tables
from carcassonne.words import events
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game


@attrs.frozen
class Entry:
    """Points for one player from one thing. feature: its name there. final: whether given at the end."""

    feature: str
    points: int
    player: int
    final: bool


@attrs.define
class Ledger:
    """Grows by the events of a game, up to the moment that a message has reached.

    standing: for every follower that has been put, by its id, where it stands. table: the tiles as they lie.
    """

    tables: Tables
    scores: list[int]
    supply: list[dict[str, int]]
    tokens: list[dict[str, int]]
    table: dict[tuple[int, int], tuple[str, int]]
    entries: list[Entry] = attrs.field(factory=list)
    discarded: list[str] = attrs.field(factory=list)
    completed: list[Segment] = attrs.field(factory=list)
    standing: dict[str, Segment] = attrs.field(factory=dict)
    neutral: dict[str, Segment] = attrs.field(factory=dict)
    out: int = 0

    @classmethod
    def of(cls, game: Game, tables: Tables) -> Ledger:
        """The ledger of a game that has not begun."""
        players = range(len(game.players))
        return cls(
            tables=tables,
            scores=[0 for _ in players],
            supply=[game.supply(player) for player in players],
            tokens=[{} for _ in players],
            table=dict(game.table),
        )

    def copy(self) -> Ledger:
        """The same, to grow by itself."""
        return attrs.evolve(
            self,
            scores=self.scores.copy(),
            supply=[figures.copy() for figures in self.supply],
            tokens=[held.copy() for held in self.tokens],
            table=self.table.copy(),
            entries=self.entries.copy(),
            discarded=self.discarded.copy(),
            completed=self.completed.copy(),
            standing=self.standing.copy(),
            neutral=self.neutral.copy(),
        )

    def take(self, event: events.Event) -> None:
        """Write down an event."""
        match event:
            case events.Award():
                self._award(event)
            case events.Stood(player=int(player), figure=figure):
                self.supply[player][figure] -= 1
                self.out += 1
            case events.Stood(figure=figure, segment=segment) | events.Moved(figure=figure, segment=segment):
                self.neutral[figure] = segment
            case events.Returned(player=int(player), figure=figure, segment=segment):
                self.supply[player][figure] += 1
                self.out -= 1
                self._went_home(player, figure, segment)
            case events.Returned(figure=figure):
                self.neutral.pop(figure, None)
            case events.TokenMoved(token=token, holder=int(player), count=count):
                self.tokens[player][token] = self.tokens[player].get(token, 0) + count
            case events.Placed():
                self.table[event.x, event.y] = event.tile, event.turned
            case events.Discarded(tile=tile):
                self.discarded.append(tile)
            case events.Completed(segment=segment):
                self.completed.append(segment)

    def _award(self, award: events.Award) -> None:
        self.scores[award.player] += award.points
        names = self.tables.entries
        if award.segment is not None:
            name = names.get(award.segment.kind, award.segment.kind)
            self.entries.append(Entry(name, award.points, award.player, award.final))
            return
        for item in award.items:
            self.entries.append(Entry(names.get(item.rule, item.what), item.points, award.player, award.final))

    def standing_as(self, player: int, figure: str, segment: Segment) -> str | None:
        """The id of a figure that stands on a segment: of several alike the first; None when there is none."""
        start = f"{player}.{self.tables.figure_of(figure)}."
        alike = (name for name, where in self.standing.items() if where == segment and name.startswith(start))
        return next(alike, None)

    def _went_home(self, player: int, figure: str, segment: Segment) -> None:
        """Forget one follower that stood there; which of several alike makes no difference."""
        name = self.standing_as(player, figure, segment)
        if name is not None:
            del self.standing[name]

    def shown_supply(self) -> list[Mapping[str, int]]:
        """What is in supply by the names of that program, without what is not there."""
        return [
            {self.tables.figure_of(figure): count for figure, count in figures.items() if count}
            for figures in self.supply
        ]
