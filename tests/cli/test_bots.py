"""Bots choose legal actions, the same ones from the same seed, and leave the game as it was."""

from __future__ import annotations

from random import Random

import pytest

import carcassonne
from carcassonne import Game, Place, Setup
from carcassonne.cli.bots import BOTS, Bot, at_random, greedy
from carcassonne.words.segments import Segment


def played(seed: int, *bots: Bot, rules: tuple[str, ...] = ("base",)) -> Game:
    game = carcassonne.load_rules(*rules).new_game(players=len(bots), seed=seed)
    rng = Random(seed)
    while not game.is_over:
        game.push(bots[game.player](game, rng))
    return game


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_seed_settles_the_game(name: str) -> None:
    bot = BOTS[name]
    assert played(3, bot, bot).history == played(3, bot, bot).history


def test_greedy_beats_random() -> None:
    for seed in range(3):
        game = played(seed, greedy, at_random)
        assert game.scores[0] > 2 * game.scores[1]


def test_greedy_plays_with_every_shipped_module_of_the_base_set() -> None:
    game = played(1, greedy, greedy, greedy, rules=("base", "river", "abbot"))
    assert game.is_over
    assert min(game.scores) > 20


def test_greedy_leaves_the_game_as_it_was() -> None:
    game = carcassonne.load_rules("base").new_game(seed=5)
    before = game.fingerprint, len(game), len(game.events)
    greedy(game, Random(1))
    assert before == (game.fingerprint, len(game), len(game.events))


def test_greedy_closes_what_it_owns() -> None:
    rules = carcassonne.load_rules("base")
    table = Setup(tiles=[("base/city-cap", 0, 0, 0)], figures=[("blue", "meeple", Segment(0, 0, "city"))])
    game = rules.new_game(2, tiles=["base/city-cap", "base/road-curve"], table=table)
    assert Place("base/city-cap", 0, -1, 2) == greedy(game, Random(1))
