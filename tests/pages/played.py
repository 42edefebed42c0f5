"""Games for the tests of pages, and the moments of a game told without the pages."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import carcassonne
from carcassonne.bots import at_random
from carcassonne.play.records import beginning

BIG = "big-box"


@cache
def played(name: str | Path = "base", decisions: int | None = None, players: tuple[str, ...] = ("ann", "bob", "eve")):
    """A game by random players, to its end or for so many decisions."""
    game = carcassonne.load_rules(name).new_game(players, seed=11)
    chance = Random(11)
    while not game.is_over and (decisions is None or len(game) < decisions):
        game.push(at_random(game, chance))
    return game


def moments(game: carcassonne.Game) -> Iterator[carcassonne.Game]:
    """The game whenever somebody must decide, and at its end; the next one is the same game played on."""
    again = beginning(game.rules, game.to_dict())
    for action in game.history:
        if again.player != carcassonne.CHANCE:
            yield again
        again.push(action)
    yield again
