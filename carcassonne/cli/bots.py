"""Players that need no person: one takes anything, one looks a step ahead. They use the public game alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from carcassonne.play.game import Game
from carcassonne.words.actions import Action

Bot = Callable[[Game, Random], Action]
"""Chooses one of the legal actions of whoever decides now; draws only from the generator that it is given."""

_BEST: Final = 6
_WORTH_OF_A_FIGURE: Final = 6
_LAST_TILES: Final = 6


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
    decision that follows in the same turn counts as well. Ties go to chance. Knows nothing that players
    cannot see.
    """
    actions = list(game.legal_actions)
    if len(actions) == 1:
        return actions[0]
    me = game.player
    rng.shuffle(actions)
    values = [_value(game, action, me) for action in actions]
    order = sorted(range(len(actions)), key=lambda number: -values[number])
    if game.about != "place":
        return actions[order[0]]
    best = max(order[:_BEST], key=lambda number: max(values[number], _next_value(game, actions[number], me)))
    return actions[best]


BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"greedy": greedy, "random": at_random})
"""The bots by the names that the command line knows."""


def _value(game: Game, action: Action, me: int) -> float:
    """How far ahead the player is after an action."""
    game.push(action)
    scores = game.scores_if_ended()
    others = [score for player, score in enumerate(scores) if player != me]
    left = min(1.0, game.tiles_left / (_LAST_TILES * len(scores)))
    ready = sum(game.supply(me).values())
    game.pop()
    kept = sum(_WORTH_OF_A_FIGURE / (number + 1) for number in range(ready))
    return scores[me] - max(others, default=0) + kept * left


def _next_value(game: Game, action: Action, me: int) -> float:
    """How far ahead the player is after an action and the best decision that follows it in the same turn."""
    game.push(action)
    mine = not game.is_over and game.player == me == game.active_player and game.about != "place"
    value = max(_value(game, following, me) for following in game.legal_actions) if mine else float("-inf")
    game.pop()
    return value
