"""What a comparison keeps of a finished game: points by their sources, length, choices, and the rules that acted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.bots import Bot, play_out
from carcassonne.report.sheet import OTHER
from carcassonne.testing.coverage import Watch
from carcassonne.words.events import Award, Placed, TurnBegan

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

ACTED: Final = ("rule", "offer", "score change", "tie", "standing")
"""Kinds of named rules of which it is counted how often they acted."""


@attrs.frozen(order=True)
class Origin:
    """Where points came from: the kind of feature, the rule id ("" for none), and what was counted."""

    kind: str
    rule: str
    what: str


@attrs.frozen
class Facts:
    """What is kept of one game.

    decisions: of players, chance apart. options: legal actions at all of them together. forced: decisions with one
    legal action. points: by origin. at_end: points given at the end of the game. awards: how many awards had an item
    of a rule id. acted: how often each named rule acted.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    tiles: int
    decisions: int
    options: int
    forced: int
    points: Mapping[Origin, int]
    at_end: int
    awards: Mapping[str, int]
    acted: Mapping[str, int]

    @property
    def given(self) -> int:
        """All points that were given."""
        return sum(self.points.values())


class Player:
    """Plays games of one ruleset and keeps what is to be compared."""

    def __init__(self, rules: Ruleset, bots: Sequence[str | Bot]) -> None:
        self.rules, self.bots = rules, tuple(bots)
        self.watch = Watch(rules)

    def play(self, seed: int, ask: Callable[[], None] | None = None) -> Facts:
        """The facts of the game of a seed. ask: called before every decision."""
        choices: list[int] = []

        def watch(game: Game) -> None:
            if ask is not None:
                ask()
            choices.append(len(game.legal_actions))

        game = play_out(self.rules, self.bots, seed, watch=watch)
        return facts_of(game, choices, self.acted(game))

    def acted(self, game: Game) -> dict[str, int]:
        """How often each named rule acted, found by playing the game again with rules that count themselves.

        Bots try actions and take them back, which must not count.
        """
        before = dict(self.watch.counts)
        again = self.watch.rules.new_game(game.players, chance="explicit")
        for action in game.history:
            again.push(action)
        after = self.watch.counts
        return {
            name: count
            for (kind, name), total in sorted(after.items())
            if kind in ACTED and (count := total - before.get((kind, name), 0))
        }


def facts_of(game: Game, choices: Sequence[int], acted: Mapping[str, int]) -> Facts:
    """What is kept of a finished game; choices: how many legal actions there were at each decision."""
    events = list(game.events)
    points: Counter[Origin] = Counter()
    awards: Counter[str] = Counter()
    at_end = 0
    for event in events:
        if isinstance(event, Award):
            kind = event.segment.kind if event.segment else OTHER
            for item in event.items:
                points[Origin(kind, item.rule, item.what)] += item.points
            awards.update({item.rule for item in event.items if item.rule})
            at_end += event.points if event.final else 0
    return Facts(
        scores=game.scores,
        winners=game.winners,
        turns=sum(isinstance(event, TurnBegan) for event in events),
        tiles=sum(isinstance(event, Placed) for event in events),
        decisions=len(choices),
        options=sum(choices),
        forced=sum(choice == 1 for choice in choices),
        points=dict(sorted(points.items())),
        at_end=at_end,
        awards=dict(sorted(awards.items())),
        acted=dict(acted),
    )
