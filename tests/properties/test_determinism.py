"""One seed gives one game in every process, whatever the hash seed and the order of the modules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

from oracle.settings import rules_with

import carcassonne
from carcassonne.play.chance import number_at

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = """
import json, random, sys
import carcassonne
found = []
for modules, players in ((("base",), 2), (("river", "base"), 5), (("abbot", "river"), 3)):
    rules = carcassonne.load_rules(*modules)
    game = rules.new_game(players, seed=77)
    prints = []
    while not game.is_over:
        legal = game.legal_actions
        game.push(legal[len(game.history) * 7 % len(legal)])
        prints.append(game.fingerprint)
    worth = [str(game.worth(segment)) for cell in game.table for segment in game.segments(*cell)]
    texts = [str(action) for action in game.history], [str(event) for event in game.events]
    record, names = json.dumps(game.to_dict()), list(rules.names)
    found.append([names, dict(rules.options), texts, prints, game.scores, worth, record, str(game)])
json.dump(found, sys.stdout)
"""


def played_in_another_process(hash_seed: str) -> Any:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": str(PROJECT),
            "PYTHONIOENCODING": "utf-8",
        },
        capture_output=True,
        check=True,
        timeout=120,
    )
    return json.loads(run.stdout)


def test_hash_seeds_change_nothing() -> None:
    one, other, third = map(played_in_another_process, ("0", "1", "424242"))
    assert one == other == third
    assert [["base"], ["base", "river"], ["abbot", "base", "river"]] == [sorted(names) for names, *_ in one]


def play(rules: Any, seed: int) -> Any:
    game = rules.new_game(3, seed=seed)
    while not game.is_over:
        legal = game.legal_actions
        game.push(legal[(len(game.history) * 31 + seed) % len(legal)])
    return game


def test_the_order_in_which_modules_are_named_changes_nothing() -> None:
    usual = rules_with(("base", "river", "abbot"))
    expected = play(usual, 3)
    for order in permutations(("base", "river", "abbot")):
        rules = carcassonne.load_rules(*order)
        game = play(rules, 3)
        assert usual.definitions.tiles == rules.definitions.tiles
        assert usual.options == rules.options
        assert usual.piles == rules.piles
        assert expected.history == game.history
        assert list(expected.events) == list(game.events)
        assert expected.scores == game.scores


def test_records_and_positions_do_not_depend_on_the_order_of_modules() -> None:
    one = play(carcassonne.load_rules("base", "river", "abbot"), 4)
    other = play(carcassonne.load_rules("abbot", "river", "base"), 4)
    assert one == other
    assert one.fingerprint == other.fingerprint
    assert one.to_dict() == other.to_dict()
    assert other.rules.game_from_dict(one.to_dict()) == one


def test_needed_modules_need_not_be_named() -> None:
    assert carcassonne.load_rules("river").names == carcassonne.load_rules("base", "river").names


def test_a_game_taken_back_and_played_again_meets_the_same_draws() -> None:
    game = play(rules_with(("base", "river", "abbot")), 9)
    history, events, fingerprint = game.history, list(game.events), game.fingerprint
    taken = []
    while len(game):
        taken.append(game.pop())
    for action in reversed(taken):
        game.push(action)
    assert (history, events, fingerprint) == (game.history, list(game.events), game.fingerprint)


def test_equal_positions_share_a_fingerprint_however_they_came_about() -> None:
    rules = rules_with(("base",))
    start = rules.new_game(1, tiles=["base/road-straight", "base/road-straight", "base/cloister"])
    games = []
    for cells in (("1,0", "-1,0"), ("-1,0", "1,0")):
        game = start.copy()
        for cell in cells:
            game.push(rules.parse_action(f"place base/road-straight at {cell} turned 2", game))
            game.push(rules.parse_action("pass", game))
        games.append(game)
    one, other = games
    assert one == other
    assert one.fingerprint == other.fingerprint
    assert one.history != other.history
    one.push(one.legal_actions[0])
    assert one != other
    assert one.fingerprint != other.fingerprint


def test_every_step_of_a_game_is_another_position() -> None:
    game = rules_with(("base", "river", "abbot")).new_game(2, seed=5, chance="explicit")
    seen = {game.fingerprint}
    while not game.is_over:
        game.push(game.legal_actions[len(seen) % len(game.legal_actions)])
        assert game.fingerprint not in seen
        seen.add(game.fingerprint)


def test_seeds_give_different_games() -> None:
    rules = rules_with(("base",))
    first_draws = {tuple(map(str, rules.new_game(2, seed=seed).history)) for seed in range(200)}
    assert len(first_draws) == len(rules.definitions.tiles)
    assert len({play(rules, seed).history for seed in range(20)}) == 20


def test_the_first_numbers_of_the_generator_never_change() -> None:
    # Records of seeded games rest on these.
    assert [number_at(0, counter, 1000) for counter in range(6)] == [883, 431, 26, 970, 106, 327]
    assert [number_at(2**64 - 1, counter, 1000) for counter in range(6)] == [646, 705, 318, 28, 830, 55]
