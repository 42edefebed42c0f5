"""The full state of a game: a position that also knows what features are worth and settles completed ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from carcassonne.compile.tiles import AROUND, MASK, STEPS
from carcassonne.language.scope import Scope
from carcassonne.play.turns import Turns
from carcassonne.score.value import feature_lines, formula_lines
from carcassonne.words.events import Line, total
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.compile.formulas import Formula
    from carcassonne.words.play import Laid

Settling = tuple[int, tuple[int, ...]]
"""A completed feature with everyone who has the majority there."""


class State(Turns):
    """Everything that verbs, quantities and choosers may ask and do (see `words.play.Play`)."""

    __slots__ = ()

    # What features are worth -----------------------------------------------------------------

    def feature_lines(self, feature: int, player: int) -> list[Line]:
        """What a feature is worth to a player with the majority, as it is now."""
        points = self.rules.points[self.kind(feature)]
        return feature_lines(points, self, feature, complete=self.is_complete(feature), player=player)

    def formula_lines(self, formula: Formula, scope: Scope) -> list[Line]:
        """The terms of a formula that count for something."""
        return formula_lines(formula, self, scope)

    # Settling --------------------------------------------------------------------------------

    def completed(self) -> list[int]:
        """Features that the new tile has completed, in order of kind and place."""
        new = self.new
        if new is None:
            return []
        counts, parent = self.counts, self.parent
        done: list[int] = list(new.surrounded)
        for position in new.turned.closing:
            root = new.base + position
            while parent[root] != root:
                root = parent[root]
            if not counts[root] & MASK and root not in done:
                done.append(root)
        if len(done) > 1:
            done.sort(key=self.first_place)
        return done

    def settle(self, completed: list[int]) -> None:
        """Pay completed features. Where rules act on it, one after the other through the agenda."""
        for feature in completed:
            self.events.append(("completed", feature))
        if "feature completed" in self.rules.handlers:
            features = tuple(SegmentNumber(feature) for feature in completed)
            settling = tuple((feature, self.majority(feature)) for feature in features)
            self.call(self.rules.settling, {"settling": settling, "completed": features})
            return
        occupied = [feature for feature in completed if self.holders[feature]]
        for feature in occupied:
            self.pay((feature, self.majority(feature)))
        self.empty(occupied)

    def pay(self, settled: Settling) -> None:
        """Award a completed feature to those who have the majority."""
        feature, winners = settled
        for player in winners:
            lines = self.feature_lines(feature, player)
            if total(lines):
                self.award(player, feature, lines)

    def empty(self, features: Iterable[int]) -> None:
        """Send everyone home who stands on these features."""
        for feature in features:
            for segment, piece in sorted(self.holders[self.find(feature)]):
                self.send_home(piece, segment)

    def move_figure(self, piece: int, origin: int, segment: int) -> None:
        """Let a figure stand on another segment."""
        self.lift(piece, origin)
        self.put(piece, segment)
        self.events.append(("moved", piece, origin, segment))

    # Looking around --------------------------------------------------------------------------

    def occupied(self, kind: int) -> list[int]:
        """Roots of the features of a kind that somebody stands on, in order of place."""
        roots = {self.find(segment): None for segment in self.standing if self.kind(segment) == kind}
        return sorted(roots, key=self.first_place)

    def first_place(self, feature: int) -> tuple[int, int, int]:
        """Sorts features: by kind as declared, then by their first tile in reading order."""
        cell, position = min(self._place(member) for member in self.members(feature))
        return self.rules.kind_ranks[self.kind(feature)], cell, position

    def first_place_of_segment(self, segment: int) -> tuple[int, int]:
        """Sorts segments by their cells in reading order, then by their place on the tile."""
        return self._place(segment)

    def _place(self, segment: int) -> tuple[int, int]:
        cell = self.cells[segment]
        return cell, segment - self.board[cell][1]

    def segments_of(self, kinds: tuple[int, ...], placement: Laid | None) -> list[int]:
        """All segments of these kinds on the table, or only those of one tile."""
        cells = sorted(self.board) if placement is None else [placement.cell]
        return [
            base + position
            for turned, base in (self.board[cell] for cell in cells)
            for position, kind in enumerate(turned.kinds)
            if kind in kinds
        ]

    def beyond(self, cell: int, side: int) -> int:
        """The cell next to one at a side."""
        return cell + STEPS[side]

    def cells_around(self, cell: int) -> list[int]:
        """The cells with a tile among the eight around one."""
        return [cell + step for step in AROUND if cell + step in self.board]
