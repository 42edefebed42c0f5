"""The full state of a game: a position that also knows what features are worth and settles completed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from carcassonne.compile.tiles import AROUND, MASK, STEPS
from carcassonne.language.scope import Scope
from carcassonne.play.connections import Connections
from carcassonne.play.journal import GONE, Column
from carcassonne.score.ties import broken, tie_lines, told_apart
from carcassonne.score.value import feature_lines, formula_lines
from carcassonne.words.lines import Line, total
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.compile.formulas import Formula
    from carcassonne.language.steps import Ask

MOST_IN_SUPPLY: Final = 99
Settling = tuple[int, tuple[int, ...]]
"""A completed feature with everyone who has the majority there."""
Bound = tuple[int, tuple[int, int]]
"""A piece on the track with the scoring figure, (player, number), that its owner has named for a phase of scoring."""
Given = tuple[int, int, Sequence[Line]]
"""Points for a player, with the feature (or -1) that gives them and the reasons."""


class State(Connections):
    """Everything that verbs, quantities and choosers may ask and do (see `words.play.Play`)."""

    __slots__ = ()

    # The agenda ------------------------------------------------------------------------------

    def next_asking(self) -> Ask | None:
        """Carry out steps until one asks, and return it; None when nothing is left to do."""
        blocks = self.rules.blocks
        while not self.over:
            if self.changed & self.watched:
                self.send_strays_home()
            steps: Any = blocks[self.block]
            at = self.at
            last, scope = len(steps), None
            while at < last and (condition := steps[at].condition) is not None:
                scope = scope or self.scope()  # nothing happens between steps that are left out
                if condition(self, scope):
                    break
                at += 1
            self.at = at
            if at == last:
                self.leave()
            elif steps[at].begin(self):
                asking: Ask = steps[at]
                return asking
        return None

    # What features are worth -----------------------------------------------------------------

    def majority(self, segment: int) -> tuple[int, ...]:
        """Every player with most strength on the feature, less those whom a rule on ties leaves out."""
        found = self.strongest(segment)
        if len(found) > 1 and self.rules.ties:
            return broken(self.rules.ties[self.kinds[segment]], self, segment, found)
        return found

    def strongest(self, segment: int) -> tuple[int, ...]:
        """Every player with most strength on the feature; nobody where there is none."""
        heads = self.strengths(segment)
        most = max(heads)
        return tuple(player for player, strength in enumerate(heads) if strength == most) if most else ()

    def still_tied(self, segment: int) -> tuple[int, ...]:
        """Whom no preference of a tie leaves out of those with most strength, whether it pays them or nobody."""
        found = self.strongest(segment)
        if len(found) > 1 and self.rules.ties:
            found, _ = told_apart(self.rules.ties[self.kinds[segment]], self, segment, found)
        return found

    def feature_lines(self, feature: int, player: int, winners: tuple[int, ...] | None = None) -> list[Line]:
        """What a feature is worth to a player with the majority, as it is now.

        winners: who had the majority when it was settled; None to ask who is tied for it now.
        """
        points = self.rules.points[self.kinds[feature]]
        lines = feature_lines(points, self, feature, complete=self.is_complete(feature), player=player)
        return self.after_ties(feature, player, lines, winners) if self.rules.ties else lines

    def after_ties(
        self, feature: int, player: int, lines: list[Line], winners: tuple[int, ...] | None = None
    ) -> list[Line]:
        """The lines of an award for the majority with those of what rules say of ties for it."""
        if not self.rules.ties:
            return lines
        return lines + tie_lines(self.rules.ties[self.kinds[feature]], self, feature, player, lines, winners)

    def lines_if(self, feature: int, player: int, *, complete: bool) -> list[Line]:
        """What a feature as it is now would be worth to a player in one of the two states, whichever it is in."""
        points = self.rules.points[self.kinds[feature]]
        return feature_lines(points, self, feature, complete=complete, player=player)

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
        for segment in self.relinked:
            root = self.find(segment)
            if root not in done and self.is_complete(root):
                done.append(root)
        if len(done) > 1:
            done.sort(key=self.first_place)
        return done

    def settle(self, completed: list[int], *, chosen: bool) -> None:
        """Pay completed features. Where rules act on it, one after the other through the agenda.

        chosen: whether the active player says in which order, where that can make a difference.
        """
        self.begin_round()
        for feature in completed:
            self.events.append(("completed", feature))
            self.settled = (*self.settled, (SegmentNumber(feature), self.majority(feature)))
        handlers = self.rules.handlers
        if self.rules.tells_order or "feature completed" in handlers or "scoring ended" in handlers:
            features = tuple(SegmentNumber(feature) for feature in completed)
            bound = {
                "settling": self.settled[-len(completed) :],
                "completed": features,
                "committed": (),
                "chosen": chosen and self.rules.tells_order,
            }
            self.call(self.rules.settling, bound)
            return
        for settled in self.settled[-len(completed) :]:
            if settled[1]:
                self.pay(settled)
        self.empty(feature for feature in completed if self.holders[feature])

    def pay(self, settled: Settling, committed: tuple[Bound, ...] = ()) -> None:
        """Award a completed feature to those who have the majority. committed: see `language.verbs.awards`."""
        feature, winners = settled
        awards = [(player, feature, self.feature_lines(feature, player, winners)) for player in winners]
        self.award_all([awards], committed)

    def empty(self, features: Iterable[int]) -> None:
        """Send everyone home who stands on these features, but for those who stay there."""
        stayers, stride = self.rules.stayers, self.stride
        for feature in features:
            for segment, piece in sorted(self.holders[self.find(feature)]):
                if piece // stride not in stayers:
                    self.send_home(piece, segment)

    def skip_to_end(self, *, at_once: bool = False) -> None:
        """Drop what is left, as a position does; nobody stays where completed features were paid already."""
        self.leave_paid()
        super().skip_to_end(at_once=at_once)

    def leave_paid(self) -> None:
        """Where a scoring is broken off: send home who stands on completed features that were paid already."""
        rules, waiting, completed = self.rules, set[int](), list[int]()
        for block, at, bound in (*self.stack, (self.block, self.at, self.bound)):
            if block == rules.awarding and at < len(rules.blocks[block]):  # these points are not given yet
                waiting.update(feature for _, feature, _ in bound["awards"])
            elif block == rules.settling and at < len(rules.blocks[block]) - ("scoring ended" in rules.handlers):
                waiting.update(feature for feature, _ in bound["settling"])
                completed += bound["completed"]
        self.empty(feature for feature in completed if feature not in waiting)

    def move_figure(self, piece: int, origin: int, segment: int) -> None:
        """Let a figure stand on another segment."""
        self.lift(piece, origin)
        self.put(piece, segment)
        self.events.append(("moved", piece, origin, segment))

    # Scoring events --------------------------------------------------------------------------

    def award_all(self, events: Sequence[Sequence[Given]], committed: tuple[Bound, ...] = ()) -> None:
        """Give points for several scoring events, one after the other; nothing is given for nothing.

        At once where points are no more than numbers; else through the agenda, as `language.verbs.awards` says.
        """
        real = [[award for award in event if total(award[2])] for event in events]
        if not self.rules.tells_order or (self.ending and not self.rules.companions_at_end):
            for event in real:
                for player, feature, lines in event:
                    self.give_now(player, feature, lines)
            return
        for event in reversed(real):
            if event:
                clockwise = sorted(event, key=lambda award: (award[0] - self.active) % self.players)
                awards = tuple((p, SegmentNumber(f) if f >= 0 else -1, tuple(lines)) for p, f, lines in clockwise)
                self.call(self.rules.awarding, {"awards": awards, "markers": (), "shares": (), "committed": committed})

    def award(self, player: int, feature: int, lines: Sequence[Line]) -> None:
        """Give one player points in a scoring event of their own, which is a round of scoring by itself."""
        self.begin_round()
        if "scoring ended" in self.rules.handlers and not self.ending:
            self.call(self.rules.round_end, self.bound)
        self.award_all([[(player, feature, list(lines))]])

    def advance(self, moves: Sequence[tuple[int, int, Sequence[Line], int]], *, moved_by: str) -> None:
        """Move scoring figures together, and let rules act on where each comes to stand."""
        for player, feature, lines, marker in moves:
            self.give_now(player, feature, lines, marker)
        if "marker moved" in self.rules.handlers and not self.ending:
            for player, _, _, marker in moves:
                self.announce("marker moved", Scope(-1, player, self.new, marker, moved_by))

    def merge_markers(self) -> None:
        """The first scoring figure of every player takes over the points of the others."""
        markers = self.rules.markers
        for player in range(self.players):
            whole = sum(self.totals[player * markers : (player + 1) * markers])
            for marker in range(markers):
                self.journal.set(Column.TOTALS, player * markers + marker, whole if marker == 0 else 0)

    # Figures beside scoring figures ------------------------------------------------------------

    def space_of(self, player: int, marker: int) -> int:
        """The space of a scoring figure: its points, or where they lie on the track if laps do not count."""
        points = self.totals[player * self.rules.markers + marker]
        return points % self.rules.spaces if self.rules.laps_are_alike else points

    def companions(self) -> list[int]:
        """The pieces that stand on the track beside scoring figures, by owner clockwise from the active player."""
        return sorted(self.track, key=lambda piece: ((self.owner(piece) - self.active) % self.players, piece))

    def shareable(self, piece: int) -> list[int]:
        """The awards of this event that a piece on the track could take a share of.

        At the end of the game only what features give can be shared, not the points for tokens.
        """
        bound = self.bound
        return [
            number
            for number, ((player, feature, _), marker) in enumerate(zip(bound["awards"], bound["markers"], strict=True))
            if self._is_beside(piece, player, marker) and (feature >= 0 or not self.ending)
        ]

    def about_to_share(self, piece: int) -> list[tuple[int, int]]:
        """The scoring figures beside a piece that will be given points in this phase, if it is to choose among them."""
        if not self.rules.companions[self.figure(piece)].whole_phase:
            return []
        given = {
            player: None
            for feature, winners in self.bound["settling"]
            for player in winners
            if total(self.feature_lines(feature, player, winners)) > 0
        }
        markers = range(self.rules.markers)
        return [(p, m) for p in sorted(given) for m in markers if self._is_beside(piece, p, m)]

    def companions_beside(self, player: int, marker: int) -> tuple[int, ...]:
        """The other players' pieces on the space of a scoring figure."""
        return tuple(piece for piece in self.companions() if self._is_beside(piece, player, marker))

    def _is_beside(self, piece: int, player: int, marker: int) -> bool:
        """Whether a piece stands beside another player's scoring figure, and has not chosen another for this phase."""
        if self.owner(piece) == player or self.track[piece] != self.space_of(player, marker):
            return False
        return all(target == (player, marker) for bound, target in self.bound["committed"] if bound == piece)

    def stand_beside(self, piece: int, space: int) -> None:
        """Put a piece on a space of the track, from its supply or from another space."""
        if piece not in self.track:
            self.journal.set(Column.SUPPLY, piece, self.supply[piece] - 1)
        self.journal.set(Column.TRACK, piece, space)
        self.events.append(("beside", piece, space))

    def leave_track(self, piece: int) -> None:
        """Send a piece home from the track."""
        self.journal.set(Column.TRACK, piece, GONE)
        self.journal.set(Column.SUPPLY, piece, self.supply[piece] + 1)
        self.events.append(("beside", piece, None))

    def change_supply(self, piece: int, count: int) -> None:
        """Put so many figures into a supply or, below zero, out of the game: never more than are there."""
        before = self.supply[piece]
        after = min(max(before + count, 0), MOST_IN_SUPPLY)
        if after != before:
            self.journal.set(Column.SUPPLY, piece, after)
            self.events.append(("supplied", piece, after - before))

    def call_share(self, piece: int, points: int) -> None:
        """Let the owner of a piece be paid its share of an award."""
        share = self.rules.share_of(self.figure(piece), points)
        bound = {
            "player": self.owner(piece),
            "points": share,
            "piece": piece,
            "marker": 0,
            "along": (),
            "asked": (),
            "committed": self.bound["committed"],
        }
        self.call(self.rules.sharing, bound)

    def advance_share(self) -> None:
        """Advance a scoring figure by the share that is bound, with those who go along."""
        bound = self.bound
        player, marker = bound["player"], bound["marker"]
        companion = self.rules.companions[self.figure(bound["piece"])]
        line = (companion.name, 1, bound["points"], companion.rule)
        self.advance([(player, -1, [line], marker)], moved_by="share")
        for piece in bound["along"]:
            self.stand_beside(piece, self.space_of(player, marker))

    # Looking around --------------------------------------------------------------------------

    def occupied(self, kind: int) -> list[int]:
        """Roots of the features of a kind that somebody stands on, in order of place."""
        roots = {self.find(segment): None for segment in self.standing if self.kind(segment) == kind}
        return sorted(roots, key=self.first_place)

    def first_place(self, feature: int) -> tuple[int, int, int]:
        """Sorts features: by kind as declared, then by their first tile in reading order."""
        cell, position = min(self._place(member) for member in self.members(feature))
        return self.rules.kind_ranks[self.kind(feature)], cell, position

    def first_segment(self, feature: int) -> int:
        """The first segment of a feature in reading order."""
        return min(self.members(feature), key=self._place)

    def first_place_of_segment(self, segment: int) -> tuple[int, int]:
        """Sorts segments by their cells in reading order, then by their place on the tile."""
        return self._place(segment)

    def _place(self, segment: int) -> tuple[int, int]:
        cell = self.cells[segment]
        return cell, segment - self.board[cell][1]

    def roots_of(self, kinds: tuple[int, ...]) -> list[int]:
        """Roots of all features of these kinds on the table, in order of number."""
        here = self.kinds
        return [root for root, above in enumerate(self.parent) if root == above and here[root] in kinds]

    def segments_of(self, kinds: tuple[int, ...], cells: Sequence[int] | None) -> list[int]:
        """All segments of these kinds on the table, or only those on some cells."""
        where = self.board if cells is None else [cell for cell in cells if cell in self.board]
        return [
            base + position
            for turned, base in (self.board[cell] for cell in where)
            for position, kind in enumerate(turned.kinds)
            if kind in kinds
        ]

    def beyond(self, cell: int, side: int) -> int:
        """The cell next to one at a side."""
        return cell + STEPS[side]

    def pair_text(self, a: int, b: int) -> str:
        """Two segments of one tile in words."""
        one, other = self.segment(a), self.segment(b)
        return f"{one.kind} {one.number} and {other.kind} {other.number} at {one.x},{one.y}"

    def cells_around(self, cell: int) -> list[int]:
        """The cells with a tile among the eight around one."""
        return [cell + step for step in AROUND if cell + step in self.board]
