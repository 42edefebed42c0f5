"""A tiny search: flat Monte Carlo with chance as actions.

    python examples/search.py [SEED]

For every action the searcher plays a few games on from there with random moves, on copies in which it decides
the draws itself (`chance="explicit"`), and takes the action that came out best. Against a random player on a
short game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import carcassonne
from carcassonne import CHANCE, Action, Game, Ruleset

TILES = 18
MOST_ACTIONS = 10
PLAYOUTS = 6


def draw(game: Game, rng: random.Random) -> Action:
    """Decide a draw as a bag of tiles would: every outcome with its weight."""
    outcomes, weights = zip(*game.chances, strict=True)
    action: Action = rng.choices(outcomes, weights)[0]
    return action


def play_out(game: Game, rng: random.Random, *, steps: int) -> None:
    """Push random actions, chance included, for some steps or to the end."""
    for _ in range(steps):
        if game.is_over:
            return
        game.push(draw(game, rng) if game.player == CHANCE else rng.choice(game.legal_actions))


def lead(game: Game, player: int) -> int:
    """How far a player is ahead if the game ends now."""
    scores = game.scores_if_ended()
    return scores[player] - max(score for other, score in enumerate(scores) if other != player)


def quick_value(game: Game, action: Action) -> int:
    """One ply: push, look, pop."""
    me = game.player
    game.push(action)
    value = lead(game, me)
    game.pop()
    return value


def deep_value(game: Game, action: Action, rng: random.Random) -> float:
    """The mean lead after a few random continuations, each on a copy that is thrown away."""
    me = game.player
    total = 0
    for _ in range(PLAYOUTS):
        trial = game.copy()
        trial.push(action)
        play_out(trial, rng, steps=12)
        total += lead(trial, me)
    return total / PLAYOUTS


def search(game: Game, rng: random.Random) -> Action:
    """Look one ply ahead at everything, then deeper at the best of it."""
    likely = sorted(game.legal_actions, key=lambda action: -quick_value(game, action))[:MOST_ACTIONS]
    return max(likely, key=lambda action: deep_value(game, action, rng))


def mean_of_draws(game: Game) -> float:
    """At a draw: the best lead that a placement gives, weighted by how likely each tile is."""
    me = game.active_player
    total = 0.0
    for outcome, weight in game.chances:
        game.push(outcome)
        total += weight * (max(quick_value(game, action) for action in game.legal_actions) if game.player == me else 0)
        game.pop()
    return total / sum(weight for _, weight in game.chances)


def short_bag(rules: Ruleset, rng: random.Random) -> Sequence[str]:
    """Some tiles of the game, drawn as from its bag."""
    game = rules.new_game(chance="explicit")
    tiles = [tile.tile for tile, weight in game.chances if isinstance(tile, carcassonne.Draw) for _ in range(weight)]
    return rng.sample(tiles, TILES)


def main(seed: int) -> None:
    """Play one short game and print how it went."""
    rng = random.Random(seed)
    rules = carcassonne.load_rules("base")
    game = rules.new_game(["searcher", "random"], chance="explicit", tiles=short_bag(rules, rng))
    print(f"expected lead after the first tile: {mean_of_draws(rules.new_game(chance='explicit')):.2f}")
    while not game.is_over:
        if game.player == CHANCE:
            game.push(draw(game, rng))
        elif game.player == 0:
            game.push(search(game, rng))
        else:
            game.push(rng.choice(game.legal_actions))
    print(game)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
