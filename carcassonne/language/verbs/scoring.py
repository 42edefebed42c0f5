"""Verbs that score features."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from carcassonne.language.registry import operation, verb
from carcassonne.language.scope import Scope
from carcassonne.language.steps import Ask, Function, Step, as_this_player, is_of_feature
from carcassonne.words.actions import Action, Choose
from carcassonne.words.lines import Line

if TYPE_CHECKING:
    from carcassonne.words.play import Play

Player = Callable[["Play"], int]
"""A compiled argument that names a player."""


@verb("score completed", arguments={"order": "chosen | automatic?"})
class ScoreCompleted(Step):
    """Score everything that the new tile has completed, each feature for itself.

    Majorities are settled for all features before the first is paid; figures go home after the last. What rules do
    on `feature completed` comes right after the points of that feature, also where nobody stood on it.

    With `order: chosen` the active player says which feature comes next, where the order can make a difference:
    where players have several scoring figures, or figures beside them. Else the order is that of kinds and places.
    """

    def __init__(self, order: str = "") -> None:
        self.chosen = order == "chosen"

    def run(self, play: Play) -> None:
        completed = play.completed()
        if completed:
            play.settle(completed, chosen=self.chosen)


class SettleNext(Ask):
    """Pay the next completed feature and let rules act on it, until all are paid."""

    about = "score next"

    def begin(self, play: Play) -> bool:
        waiting = play.bound["settling"]
        if not waiting:
            play.at += 1
            return False
        codes = self.codes(play)
        if len(codes) > 1:
            play.codes = codes
            return True
        self.take(play, codes[0] if codes else 0)
        return False

    def codes(self, play: Play) -> list[Any]:
        """Numbers of the features that somebody gets points for, where the order is chosen."""
        waiting = play.bound["settling"]
        if not play.bound["chosen"]:
            return []
        found = [number for number, (_, winners) in enumerate(waiting) if winners]
        return sorted(found, key=lambda number: play.segment(play.first_segment(waiting[number][0])).key)

    def action(self, play: Play, code: int) -> Action:
        segment = play.segment(play.first_segment(play.bound["settling"][code][0]))
        return Choose(self.about, str(segment), segment.key)

    def means(self, play: Play, code: int, action: Action) -> bool:
        feature = play.bound["settling"][code][0]
        return isinstance(action, Choose) and action.about == self.about and is_of_feature(play, feature, action.value)

    def take(self, play: Play, code: int) -> None:
        waiting, committed = play.bound["settling"], play.bound["committed"]
        play.bind("settling", waiting[:code] + waiting[code + 1 :])
        play.announce("feature completed", Scope(waiting[code][0], play.active, play.new))
        play.pay(waiting[code], committed)


class SendHome(Step):
    """Everybody who stands on a completed feature goes home."""

    def run(self, play: Play) -> None:
        play.empty(play.bound["completed"])


@verb("score features", arguments={"": "feature kinds"})
class ScoreFeatures(Step):
    """Score every feature of these kinds that somebody stands on, as it is: at the end of the game."""

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.kinds = kinds

    def run(self, play: Play) -> None:
        features = [feature for kind in self.kinds for feature in play.occupied(kind)]
        play.award_all(
            [[(p, feature, play.feature_lines(feature, p)) for p in play.majority(feature)] for feature in features]
        )


@verb(
    "score each touched once",
    arguments={"of": "feature kind", "touched": "feature kind", "points": "number about a feature", "rule": "rule?"},
)
class ScoreEachTouchedOnce(Step):
    """Pay the majority of every `of` feature for the complete `touched` features along it, each once a player.

    However many of the player's features touch the same one, it pays that player a single time: where it gives most,
    else in the first of them. `points` are worked out for each `of` feature and player.
    """

    def __init__(self, of: int, touched: int, points: Function, rule: str = "") -> None:
        self.of, self.touched, self.points, self.rule = of, touched, points, rule

    def run(self, play: Play) -> None:
        what = f"complete {play.rules.tiles.kinds.names[self.touched]} not yet scored"
        features = play.occupied(self.of)
        winners = [play.majority(feature) for feature in features]
        events: list[list[tuple[int, int, list[Line]]]] = [[] for _ in features]
        for player in range(play.players):
            paid: dict[int, None] = {}
            own = [
                (-self.points(play, Scope(feature, player, None)), place)
                for place, feature in enumerate(features)
                if player in winners[place]
            ]
            for each, place in sorted(own):
                feature = features[place]
                found = [root for root in play.touched(feature, self.touched) if play.is_complete(root)]
                fresh = [root for root in found if root not in paid]
                paid.update(dict.fromkeys(fresh))
                if fresh:
                    lines = [(what, len(fresh), -each, self.rule)]
                    events[place].append((player, feature, play.after_ties(feature, player, lines, winners[place])))
        play.award_all(events)


@verb(
    "score by those around",
    arguments={"of": "feature kind", "around": "feature kind", "points": "number about a feature", "rule": "rule?"},
)
class ScoreByThoseAround(Step):
    """Pay every complete `of` feature once, to whoever has most strength in all `around` features that touch it.

    `points` are worked out for each of those features on which the winner has a follower; the most of them is given.
    Who are tied there all get it: `ties` are about majorities on one feature.
    """

    def __init__(self, of: int, around: int, points: Function, rule: str = "") -> None:
        self.of, self.around, self.points, self.rule = of, around, points, rule

    def run(self, play: Play) -> None:
        strengths: dict[int, list[int]] = {}
        rates: dict[int, list[int]] = {}
        for feature in play.occupied(self.around):
            heads = play.strengths(feature)
            for root in play.touched(feature, self.of):
                if play.is_complete(root):
                    there = strengths.setdefault(root, [0] * play.players)
                    best = rates.setdefault(root, [0] * play.players)
                    for player, strength in enumerate(heads):
                        if strength:
                            points = self.points(play, Scope(feature, player, None))
                            there[player] += strength
                            best[player] = max(best[player], points)
        what = f"most followers around a complete {play.rules.tiles.kinds.names[self.of]}"
        play.award_all(
            [
                [
                    (player, root, [(what, 1, rates[root][player], self.rule)])
                    for player, strength in enumerate(strengths[root])
                    if strength and strength == max(strengths[root])
                ]
                for root in sorted(strengths, key=play.first_place)
            ]
        )


@verb("score most tokens", arguments={"of": "tokens", "points": "number about a player", "rule": "rule?"})
class ScoreMostTokens(Step):
    """For each kind of token pay every player who has most of it; who has none is never paid."""

    def __init__(self, of: tuple[int, ...], points: Function, rule: str = "") -> None:
        self.of, self.points, self.rule = of, points, rule

    def run(self, play: Play) -> None:
        events: list[list[tuple[int, int, list[Line]]]] = []
        for token in self.of:
            events.append([])
            counts = [play.tokens_at(token, ("player", player)) for player in range(play.players)]
            most = max(counts)
            for player, count in enumerate(counts):
                if most and count == most:
                    points = self.points(play, Scope(player=player))
                    events[-1].append((player, -1, [(f"most {play.rules.tokens[token]}", 1, points, self.rule)]))
        play.award_all(events)


@verb("award", arguments={"to": "player", "points": "formula", "rule": "rule?"})
class Award(Step):
    """Give a player points by a formula about the chosen feature. Nothing else changes."""

    def __init__(self, to: Player, points: Any, rule: str = "") -> None:
        self.to, self.points, self.rule = to, points, rule

    def run(self, play: Play) -> None:
        scope = play.scope()
        play.award(self.to(play), scope.feature, play.formula_lines(self.points, scope))


@verb("award worth", arguments={"to": "player", "of": "segment"})
class AwardWorth(Step):
    """Give a player what a feature is worth as it is now, as at the end of the game. Nothing else changes."""

    def __init__(self, to: Player, of: Callable[[Play], int]) -> None:
        self.to, self.of = to, of

    def run(self, play: Play) -> None:
        player, feature = self.to(play), self.of(play)
        play.award(player, feature, play.feature_lines(feature, player))


@verb("score each player", arguments={"points": "formula about a player", "rule": "rule?"})
class ScoreEachPlayer(Step):
    """Give every player points by a formula about them, such as one about the tokens in front of them."""

    def __init__(self, points: Any, rule: str = "") -> None:
        self.points, self.rule = points, rule

    def run(self, play: Play) -> None:
        play.award_all([[(player, -1, self._lines(play, player))] for player in range(play.players)])

    def _lines(self, play: Play, player: int) -> Any:
        return as_this_player(play, player, lambda: play.formula_lines(self.points, Scope(player=player)))


@verb("merge markers")
class MergeMarkers(Step):
    """Add up the scoring figures of every player: the first has all points, the others leave the track."""

    def run(self, play: Play) -> None:
        play.merge_markers()


@operation("half, rounded up")
def half_up(points: int) -> int:
    """Half of the points; a half point counts as a whole one."""
    return -(-points // 2)


@operation("half, rounded down")
def half_down(points: int) -> int:
    """Half of the points; a half point is lost."""
    return points // 2


@operation("double")
def double(points: int) -> int:
    """Twice the points."""
    return 2 * points
