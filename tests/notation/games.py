"""Random games of every module, for the tests of the notation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import carcassonne
from carcassonne.errors import CarcassonneError
from carcassonne.shipped import data_folder

MODULES = tuple(sorted(path.stem for path in (data_folder() / "expansions").glob("*.yaml")))


@cache
def rules_of(names: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> Any:
    """A ruleset, made once in a run."""
    return carcassonne.load_rules(*names, options=dict(options))


def with_options(names: tuple[str, ...], chance: random.Random, most: int = 3) -> Any:
    """The rules with some options chosen at random; without where those do not go together."""
    options = [option for option in rules_of(names).definitions.options if option.values]
    chosen = {o.name: chance.choice(o.values) for o in chance.sample(options, min(most, len(options)))}
    try:
        return rules_of(names, tuple(sorted(chosen.items())))
    except CarcassonneError:
        return rules_of(names)


def new_game(rules: Any, chance: random.Random) -> Any:
    """A game of some players, with seeded or explicit chance, sometimes with a fixed order of a few tiles."""
    tiles = chance.choices(rules.tiles.names, k=25) if chance.random() < 0.2 else None
    kind = chance.choice(("seeded", "explicit"))
    return rules.new_game(chance.randint(2, 6), seed=chance.getrandbits(64), chance=kind, tiles=tiles)


def moments(game: Any, chance: random.Random, seen: set[str], every: int = 60) -> Iterator[Any]:
    """Play a game to its end at random; yield it at the first decision of each sort, and now and then."""
    while not game.is_over:
        if game.about not in seen or chance.randrange(every) == 0:
            seen.add(game.about)
            yield game
        legal = game.legal_actions
        game.push(legal[chance.randrange(len(legal))])
    yield game


def play_on(game: Any, seed: int, most: int) -> list[str]:
    """Play some actions at random, and list what was on offer and what happened."""
    chance, told = random.Random(seed), []
    for _ in range(most):
        if game.is_over:
            break
        legal = game.legal_actions
        told.append(f"{game.player} {game.about}: {' | '.join(map(str, legal))}")
        game.push(legal[chance.randrange(len(legal))])
    return told
