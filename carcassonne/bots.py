"""Players that need no person: one takes anything, two look a step ahead. They use the public game alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import RulesError
from carcassonne.play.game import Game
from carcassonne.words.actions import Action, Choose, Draw

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset

Bot = Callable[[Game, Random], Action]
"""Chooses one of the legal actions of whoever decides now; draws only from the generator that it is given."""

_BEST: Final = 6
_LAST_TILES: Final = 6
_MOST_DECISIONS: Final = 10_000


@attrs.frozen
class Taste:
    """What a bot that looks ahead likes.

    promised: how much a point counts that would be there only if the game ended now. figure: points that the first
    figure in the supply is worth, half for the second, a third for the third …, and less towards the end.
    """

    promised: float
    figure: float


_GREEDY: Final = Taste(promised=1.0, figure=6.0)
_CAUTIOUS: Final = Taste(promised=0.6, figure=2.0)


def at_random(game: Game, rng: Random) -> Action:
    """Take any action, each as likely as the others.

    >>> import carcassonne
    >>> game = carcassonne.load_rules("base").new_game(seed=1)
    >>> at_random(game, Random(1)) in game.legal_actions
    True
    """
    legal = game.legal_actions
    return legal[rng.randrange(len(legal))]


def greedy(game: Game, rng: Random) -> Action:
    """Take the action after which the player who decides is furthest ahead, as if the game ended there.

    A figure in the supply counts too, the less the fewer tiles are left. Of the best placements the best
    decision that follows in the same turn counts as well, of a tile to be chosen its best placement. Ties go
    to chance. Knows nothing that players cannot see.
    """
    return _best(game, rng, _GREEDY)


def cautious(game: Game, rng: Random) -> Action:
    """Take the action that is best by what is sure: as greedy, but what it has unfinished counts by six tenths.

    What others have unfinished counts whole, and a figure in the supply counts by a third of what it does for
    `greedy`. So it lays more tiles to finish what it has.
    """
    return _best(game, rng, _CAUTIOUS)


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"cautious": cautious, "greedy": greedy, "random": at_random})
"""The bots by the names that the command line knows."""


def play_out(
    rules: Ruleset, bots: Sequence[str | Bot], seed: int, *, watch: Callable[[Game], None] | None = None
) -> Game:
    """A whole game between bots, one for each seat; the seed settles the draws and the bots' own chance.

    bots: names of `BOTS`, or functions. watch: called with the game before every decision. Raises RulesError where
    no end comes.

    >>> import carcassonne
    >>> play_out(carcassonne.load_rules("base"), ["random", "random"], 3).is_over
    True
    """
    game = rules.new_game(players=len(bots), seed=seed)
    choosers = [BOTS[bot] if isinstance(bot, str) else bot for bot in bots]
    rng = Random(seed)
    while not game.is_over:
        if len(game) >= _MOST_DECISIONS:
            raise RulesError(f"after {_MOST_DECISIONS} decisions the game with seed {seed} is not over")
        if watch is not None:
            watch(game)
        game.push(choosers[game.player](game, rng))
    return game


def _best(game: Game, rng: Random, taste: Taste) -> Action:
    """The action of most value to who decides."""
    actions = list(game.legal_actions)
    if len(actions) == 1:
        return actions[0]
    me = game.player
    rng.shuffle(actions)
    values = [_value(game, action, me, taste) for action in actions]
    if any(isinstance(action, Choose) and action.value in game.rules.tiles.numbers for action in actions):
        values = [
            max(value, _laid_value(game, action, me, taste)) for value, action in zip(values, actions, strict=True)
        ]
    order = sorted(range(len(actions)), key=lambda number: -values[number])
    if game.about != "place":
        return actions[order[0]]
    best = max(order[:_BEST], key=lambda number: max(values[number], _next_value(game, actions[number], me, taste)))
    return actions[best]


def _value(game: Game, action: Action, me: int, taste: Taste) -> float:
    """How far ahead the player is after an action."""
    game.push(action)
    sure, scores = game.scores[me], game.scores_if_ended()
    others = [score for player, score in enumerate(scores) if player != me]
    left = min(1.0, game.tiles_left / (_LAST_TILES * len(scores)))
    ready = sum(game.supply(me).values())
    game.pop()
    kept = sum(taste.figure / (number + 1) for number in range(ready))
    return sure + taste.promised * (scores[me] - sure) - max(others, default=0) + kept * left


def _laid_value(game: Game, action: Action, me: int, taste: Taste) -> float:
    """How far ahead the player is after choosing a tile and laying it where that is best; no draw may come between."""
    drawn = _draws(game)
    game.push(action)
    mine = game.about == "place" and game.player == me and _draws(game) == drawn
    value = max(_value(game, place, me, taste) for place in game.legal_actions) if mine else float("-inf")
    game.pop()
    return value


def _draws(game: Game) -> int:
    return sum(isinstance(action, Draw) for action in game.history)


def _next_value(game: Game, action: Action, me: int, taste: Taste) -> float:
    """How far ahead the player is after an action and the best decision that follows it in the same turn."""
    game.push(action)
    mine = not game.is_over and game.player == me == game.active_player and game.about != "place"
    value = max(_value(game, following, me, taste) for following in game.legal_actions) if mine else float("-inf")
    game.pop()
    return value
