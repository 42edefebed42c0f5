"""The engine agrees with the oracle of all twelve modules after every action of random games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracle.affairs import Affairs
from oracle.agreement import POLICIES, anything
from oracle.settings import rules_with, times
from oracle.soak import Follower, follow

from carcassonne import CHANCE
from carcassonne.read.expansions import read_rules

MODULES = (
    "abbot", "river", "inns-and-cathedrals", "traders-and-builders", "flying-machines", "messages", "ferries",
    "goldmines", "mage-and-witch", "robbers", "crop-circles",
)  # fmt: skip
PAIRS = (
    ("messages", "robbers"),
    ("ferries", "mage-and-witch"),
    ("ferries", "traders-and-builders"),
    ("goldmines", "abbot"),
    ("flying-machines", "goldmines"),
    ("crop-circles", "messages"),
    ("river", "messages"),
    ("inns-and-cathedrals", "mage-and-witch"),
)
SPECIAL = {"ferry", "flier", "gold", "magic", "bag", "rake", "club", "shield"}
EDITIONS = ".edition"


def many_special_tiles(rules: Any, chance: random.Random, number: int = 45) -> list[str]:
    """Tiles to draw: half of them with symbols that modules act on, the others of a few kinds only."""
    main = [tile for tile in rules.definitions.tiles if tile.pile == "main"]
    special = [tile.name for tile in main if SPECIAL & {name for name, _ in tile.symbols}]
    few = [tile.name for tile in chance.sample(main, min(8, len(main)))]
    return [chance.choice(chance.choice((special or few, few))) for _ in range(number)]


def play_and_compare(rules: Any, players: int, seed: int, policy: str, *, special: bool = False) -> None:
    """Play to the end; after every action everything must agree."""
    chance = random.Random(seed)
    draws = many_special_tiles(rules, chance) if special else None
    game = rules.new_game(players, seed=seed, tiles=draws)
    agree = follow(game, draws)
    while not game.is_over:
        choose = anything if game.player == CHANCE else POLICIES[policy]
        game.push(choose(chance, game, game.legal_actions))
        agree()


@pytest.mark.parametrize("module", MODULES)
def test_a_game_with_one_module(module: str) -> None:
    rules = rules_with(("base", module))
    for seed in range(times(1)):
        play_and_compare(rules, 2 + (seed + len(module)) % 5, seed, "close")
        play_and_compare(rules, 3, seed, "eager", special=True)


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_a_game_with_two_modules(pair: tuple[str, str]) -> None:
    rules = rules_with(("base", *pair))
    for seed in range(times(1)):
        play_and_compare(rules, 3, seed, "close", special=True)
        play_and_compare(rules, 2, seed, "anything")


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_game_with_everything(players: int) -> None:
    rules = rules_with(("big-box",))
    for seed in range(times(1)):
        play_and_compare(rules, players, seed, "close")
        play_and_compare(rules, players, seed, "eager", special=True)


def other_choices() -> list[tuple[str, str]]:
    """Every value of every option of the expansions that is not the default; printings are other tiles only."""
    found = []
    for option in read_rules(("big-box",)).options:
        if not option.name.startswith(("base.", "river.", "abbot.")) and not option.name.endswith(EDITIONS):
            values = option.values or (("3",) if option.number else ("2:3 5:1 8:4",))
            found += [(option.name, value) for value in values if value != option.default]
    return found


@pytest.mark.parametrize(("name", "value"), other_choices())
def test_every_option_plays_as_the_digest_says(name: str, value: str) -> None:
    rules = rules_with(("big-box",), ((name, value),))
    for seed in range(times(1)):
        play_and_compare(rules, 2 + len(name + value) % 3, seed, "close", special=True)


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        ("inns-and-cathedrals", "inns.unfinished_value", "ignore"),
        ("traders-and-builders", "traders.goods_bonus", "3"),
        ("messages", "messages.draw", "mandatory"),
        ("ferries", "ferries.directions", "one_total"),
        ("goldmines", "goldmines.value_table", "1:9"),
        ("robbers", "robbers.rounding", "down"),
        ("crop-circles", "crop_circles.deploy_optional", "false"),
    ],
)
def test_the_comparison_notices_another_rule(module: str, name: str, value: str) -> None:
    rules, others = rules_with(("base", module)), rules_with(("base", module), ((name, value),))
    for seed in range(20):
        chance = random.Random(seed)
        draws = many_special_tiles(rules, chance)
        game = rules.new_game(3, seed=seed, tiles=draws)
        follower = Follower(game, draws, others.options)
        try:
            while not game.is_over:
                choose = anything if game.player == CHANCE else POLICIES["close"]
                game.push(choose(chance, game, game.legal_actions))
                follower.after_push()
        except AssertionError:
            return
    pytest.fail(f"twenty games of {name} {value} cannot be told from the default")


def test_the_oracle_asks_nothing_of_the_engine() -> None:
    rules = rules_with(("big-box",))
    affairs = Affairs(rules.definitions.tiles, rules.names, rules.options, ("Ann", "Ben"))
    assert affairs.scores == (0, 0)
    assert sum(affairs.supply[0].values()) == 12  # seven followers, a large one, abbot, builder, pig, robber
