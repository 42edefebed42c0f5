"""Lets an oracle follow a game of any modules: after every push everything that can be asked must agree."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oracle.affairs import Affairs, Question, run
from oracle.awards import score_end
from oracle.course import game as course
from oracle.table import Feature, Name

from carcassonne import CHANCE, Segment
from carcassonne.words.events import Award


class Follower:
    """An oracle that plays what a game has played."""

    def __init__(self, game: Any, draws: Sequence[str] | None, options: Mapping[str, str] | None = None) -> None:
        rules = game.rules
        tiles = rules.definitions.tiles
        self.game = game
        self.affairs = Affairs(tiles, rules.names, options or rules.options, game.players, draws)
        self.course = course(self.affairs)
        self.question: Question | None = None
        self.played = self.happened = self.awarded = 0
        self.table_seen: Any = None
        self.features_seen: set[Feature] = set()
        self.counted = 0
        self.go_on(None)
        self.catch_up()

    def go_on(self, answer: str | None) -> None:
        try:
            self.question = next(self.course) if answer is None else self.course.send(answer)
        except StopIteration:
            self.question = None

    def catch_up(self) -> None:
        """Play what the game has played since."""
        for action in self.game.history[self.played :]:
            text = str(action)
            assert self.question is not None, f"{text} after the end"
            assert text in self.question.options, f"{text} is not legal by the digests: {self.question}"
            self.go_on(text)
        self.played = len(self.game.history)

    def after_push(self) -> None:
        self.catch_up()
        self.agree()

    # What must agree -------------------------------------------------------------------------

    def agree(self) -> None:
        self.agree_about_decision()
        self.agree_about_holdings()
        self.agree_about_table()
        self.agree_about_awards()

    def agree_about_decision(self) -> None:
        game, question = self.game, self.question
        assert (question is None) == game.is_over, f"over: {game.is_over}, oracle asks {question}"
        if question is None:
            assert self.affairs.winners() == game.winners
            return
        same("who decides", question.player, game.player)
        same("about", question.about, subject(game))
        same("legal actions", sorted(question.options), sorted(map(str, game.legal_actions)))
        if question.player == CHANCE:
            expected = dict(zip(question.options, question.weights, strict=True))
            found = {str(action): weight for action, weight in game.chances}
            same("proportions", in_lowest(expected), in_lowest(found))

    def agree_about_holdings(self) -> None:
        game, own = self.game, self.affairs
        same("scores", own.scores, game.scores)
        same("active player", own.active, game.active_player)
        same("tiles left", own.tiles_left(), game.tiles_left)
        same("drawn tile", own.drawn or None, game.drawn_tile)
        same("parts waiting", len(own.parts) if self.question else 0, game.parts_waiting)
        for player, name in enumerate(game.players):
            kinds = own.figures_of_a_player()
            same("supply", {kind: own.supply[player][kind] for kind in kinds}, game.supply(player))
            track = {**own.points[player], **({"robber": own.robbers[player]} if player in own.robbers else {})}
            same("track", track, game.track[name])
        standing = sorted((*own.table.name(f.spot), f.kind, -1 if f.owner is None else f.owner) for f in own.standing)
        found = sorted((*name_of(s), kind, -1 if owner is None else owner) for s, kind, owner in game.figures)
        same("figures", standing, found)
        tokens = {(f"{x},{y}", "gold"): n for (x, y), n in own.gold.items() if n}
        for name, held in zip(game.players, own.tokens, strict=True):
            tokens |= {(name, kind): n for kind, n in held.items() if n}
        shown = {(h, k): n for h, k, n in game.tokens if k in ("gold", "wine", "grain", "cloth")}
        same("tokens", tokens, shown)

    def agree_about_table(self) -> None:
        """Features: after a tile or a boat those that have changed, and at times all; those with figures always."""
        game, table = self.game, self.affairs.table
        looked_at = {table.feature_at(figure.spot) for figure in self.affairs.standing}
        if table is not self.table_seen:
            same("tiles", {p: (t.name, t.turn) for p, t in table.tiles.items()}, dict(game.table))
            same("open places", tuple(table.open_places), game.open_places)
            links = [
                tuple(Segment(*table.name((*place, position))) for position in link)
                for place, link in table.links.items()
            ]
            same("ferries", sorted(links), sorted(game.connections))
            self.counted += 1
            for feature in table.features:
                if feature not in self.features_seen or not self.counted % 10:
                    same("feature", feature.names, tuple(map(name_of, game.feature(Segment(*feature.names[0])))))
                    looked_at.add(feature)
            self.table_seen, self.features_seen = table, set(table.features)
        for feature in looked_at:
            self.agree_about_worth(feature)

    def agree_about_worth(self, feature: Feature) -> None:
        winners = self.affairs.majority(feature)
        points = self.affairs.value(feature, winners[0] if winners else self.affairs.active)
        worth = self.game.worth(Segment(*feature.names[-1]))
        expected = points, tuple(winners) if points else (), feature.complete
        same(f"worth of {feature.names[0]}", expected, (worth.points, worth.players, worth.complete))

    def agree_about_awards(self) -> None:
        """Every award since the last time, in order, and what would be scored if the game ended now."""
        game, own = self.game, self.affairs
        names = {name: feature.names for feature in own.table.features for name in feature.names}
        fresh = [event for event in game.events[self.happened :] if isinstance(event, Award)]
        found = [(e.player, e.points, names[name_of(e.segment)] if e.segment else None, e.final) for e in fresh]
        expected = own.awards[self.awarded :]
        if not {"messages", "robbers"} & own.modules or not own.is_on("robbers.in_final"):
            in_order = {"messages", "robbers"} & own.modules and not game.is_over
            expected, found = (expected, found) if in_order else (sorted(expected, key=str), sorted(found, key=str))
        same("awards", expected, found)
        self.happened, self.awarded = len(game.events), len(own.awards)
        if not game.is_over and len(game) % 4 == 0:
            other = own.copy()
            other.leave_paid()
            run(score_end(other), lambda question: min(question.options))
            same("scores if ended", other.scores, game.scores_if_ended())


def knows(rules: Any) -> bool:
    """Whether the oracle plays these rules: it has no river that forks."""
    return "river-ii" not in rules.names


def follow(game: Any, draws: Sequence[str] | None = None) -> Callable[[], None]:
    """An oracle at the side of a game: call what it answers after every push."""
    follower = Follower(game, draws)
    follower.happened, follower.awarded = len(game.events), len(follower.affairs.awards)
    follower.agree()
    return follower.after_push


def same(what: str, expected: Any, found: Any) -> None:
    if expected != found:
        if isinstance(expected, list) and isinstance(found, list):
            missing = [one for one in expected if one not in found]
            extra = [one for one in found if one not in expected]
            if not missing and not extra:
                raise AssertionError(f"{what}: by the digests {expected}, in the game {found}")
            raise AssertionError(f"{what}: the game lacks {missing} and has {extra} besides")
        raise AssertionError(f"{what}: by the digests {expected}, in the game {found}")


def subject(game: Any) -> str:
    return re.sub(r"^turn up.*", "turn up", game.about)


def in_lowest(weights: dict[str, int]) -> dict[str, float]:
    return {text: weight / sum(weights.values()) for text, weight in weights.items()}


def name_of(segment: Segment) -> Name:
    return segment.x, segment.y, segment.kind, segment.number
