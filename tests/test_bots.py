"""Bots choose legal actions, the same ones from the same seed, and leave the game as it was."""

from __future__ import annotations

from random import Random

import pytest

import carcassonne
from carcassonne import Game, Place, Setup
from carcassonne.bots import BOTS, Bot, at_random, cautious, greedy, play_out
from carcassonne.words.segments import Segment

FEW = 14


def played(seed: int, *bots: Bot, rules: tuple[str, ...] = ("base",), tiles: int | None = None) -> Game:
    """A whole game, or one with so many of the rules' tiles."""
    ruleset = carcassonne.load_rules(*rules)
    draws = None if tiles is None else ruleset.tiles.names[:tiles]
    game = ruleset.new_game(players=len(bots), seed=seed, tiles=draws)
    rng = Random(seed)
    while not game.is_over:
        game.push(bots[game.player](game, rng))
    return game


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_seed_settles_the_game(name: str) -> None:
    bot = BOTS[name]
    assert played(3, bot, bot, tiles=FEW).history == played(3, bot, bot, tiles=FEW).history


@pytest.mark.parametrize("bot", [greedy, cautious])
def test_looking_ahead_beats_chance(bot: Bot) -> None:
    game = played(0, bot, at_random)
    assert game.scores[0] > 2 * game.scores[1]


def test_greedy_plays_with_every_shipped_module_of_the_base_set() -> None:
    game = played(1, greedy, greedy, greedy, rules=("base", "river", "abbot"))
    assert game.is_over
    assert min(game.scores) > 20


@pytest.mark.parametrize("bot", [greedy, cautious])
def test_bots_that_look_ahead_leave_the_game_as_it_was(bot: Bot) -> None:
    game = carcassonne.load_rules("base").new_game(seed=5)
    before = game.fingerprint, len(game), len(game.events)
    bot(game, Random(1))
    assert before == (game.fingerprint, len(game), len(game.events))


@pytest.mark.parametrize("bot", [greedy, cautious])
def test_looking_ahead_closes_what_it_owns(bot: Bot) -> None:
    rules = carcassonne.load_rules("base")
    table = Setup(tiles=[("base/city-cap", 0, 0, 0)], figures=[("blue", "meeple", Segment(0, 0, "city"))])
    game = rules.new_game(2, tiles=["base/city-cap", "base/road-curve"], table=table)
    assert Place("base/city-cap", 0, -1, 2) == bot(game, Random(1))


def test_the_cautious_and_the_greedy_play_differently() -> None:
    assert played(1, cautious, cautious, tiles=FEW).history != played(1, greedy, greedy, tiles=FEW).history


def test_a_whole_game_is_settled_by_its_seed_and_can_be_watched() -> None:
    rules = carcassonne.load_rules("base")
    seen: list[int] = []
    game = play_out(rules, ["random", at_random], 3, watch=lambda game: seen.append(len(game)))
    assert game.history == played(3, at_random, at_random).history
    assert list(range(len(game))) == seen
