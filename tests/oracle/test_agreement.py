"""The engine agrees with the oracle after every action of random games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle.agreement import POLICIES, agree, anything, follow, oracle_for
from oracle.game import OracleGame
from oracle.settings import OPTIONS, Setting, rule_settings, rules_with, times

from carcassonne import CHANCE

SEEDS = st.integers(0, 2**64 - 1)


def play_and_compare(game: Any, oracle: OracleGame, chance: random.Random, policy: str) -> None:
    """Play to the end; after every action everything must agree."""
    follow(game, oracle, 0)
    agree(game, oracle)
    while not game.is_over:
        played, happened = len(game.history), len(game.events)
        choose = anything if game.player == CHANCE else POLICIES[policy]
        game.push(choose(chance, game, game.legal_actions))
        follow(game, oracle, played)
        agree(game, oracle, events_from=happened, thorough=False)
    agree(game, oracle)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for options in OPTIONS.values() for name, values in options.items() for value in values[1:]],
)
def test_every_option_plays_as_the_digest_says(name: str, value: str) -> None:
    rules = rules_with(("base", "river", "abbot"), ((name, value),))
    game = rules.new_game(players=2 + len(name) % 3, seed=len(name) + len(value))
    play_and_compare(game, oracle_for(game), random.Random(name + value), "close")


@pytest.mark.parametrize("modules", [("base",), ("base", "river"), ("base", "abbot"), ("base", "river", "abbot")])
@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_every_way_to_play_agrees(modules: tuple[str, ...], policy: str) -> None:
    game = rules_with(modules).new_game(players=4, seed=11, chance="explicit")
    play_and_compare(game, oracle_for(game), random.Random(11), policy)


@settings(max_examples=times(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    setting=rule_settings(most_changed=8),
    players=st.integers(1, 6),
    seed=SEEDS,
    policy=st.sampled_from(sorted(POLICIES)),
    chance=st.sampled_from(("seeded", "explicit")),
)
def test_random_games_under_random_options_agree(
    setting: Setting, players: int, seed: int, policy: str, chance: str
) -> None:
    game = rules_with(*setting).new_game(players, seed=seed, chance=chance)
    play_and_compare(game, oracle_for(game), random.Random(seed), policy)


@settings(max_examples=times(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(setting=rule_settings(), players=st.integers(1, 6), seed=SEEDS, data=st.data())
def test_games_of_a_few_kinds_of_tiles_agree(setting: Setting, players: int, seed: int, data: st.DataObject) -> None:
    # Many copies of few tiles: loops, large cities, and draws that fit nowhere.
    rules = rules_with(*setting)
    names = sorted(tile.name for tile in rules.definitions.tiles)
    kinds = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=5, unique=True))
    draws = data.draw(st.lists(st.sampled_from(kinds), max_size=40))
    game = rules.new_game(players, seed=seed, tiles=draws)
    play_and_compare(game, oracle_for(game, draws), random.Random(seed), "close")


def plays_like(game: Any, oracle: OracleGame, chance: random.Random) -> bool:
    """Whether actions and points are the same from beginning to end."""
    played = 0
    while True:
        for action in game.history[played:]:
            if str(action) not in oracle.legal():
                return False
            oracle.play(str(action))
        if oracle.legal() != list(map(str, game.legal_actions)) or tuple(oracle.scores) != game.scores:
            return False
        if game.is_over:
            return True
        played = len(game.history)
        game.push(POLICIES["close"](chance, game, game.legal_actions))


@pytest.mark.parametrize(
    ("modules", "name", "value"),
    [
        (("base",), "base.tiny_city_points", "2"),
        (("base",), "base.farm_scoring", "second"),
        (("base",), "base.farm_scoring", "first"),
        (("base",), "base.farmers", "off"),
        (("base", "river"), "river.uturn", "none"),
        (("base", "river"), "river.lake_turn", "extra_turn"),
        (("base", "abbot"), "abbot.recall", "off"),
        (("base", "abbot"), "abbot.recall_when_complete", "true"),
    ],
)
def test_the_comparison_notices_another_rule(modules: tuple[str, ...], name: str, value: str) -> None:
    rules, others = rules_with(modules), rules_with(modules, ((name, value),))
    for seed in range(20):
        game = rules.new_game(players=2, seed=seed)
        oracle = OracleGame(rules.definitions.tiles, others.names, others.options, 2)
        if not plays_like(game, oracle, random.Random(seed)):
            return
    pytest.fail(f"twenty games of {name} {value} cannot be told from the default")
