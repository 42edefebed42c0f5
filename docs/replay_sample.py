"""The replay page that the documentation shows: a base game between two bots."""

from __future__ import annotations

from random import Random

import carcassonne
from carcassonne.bots import greedy
from carcassonne.pages import page_html

PATH = "replay-sample.html"
SEED = 4


def page() -> str:
    """The page; its rule ids lead to the pages beside it."""
    game = carcassonne.load_rules("base").new_game(["Ann", "Bob"], seed=SEED)
    chance = Random(SEED)
    while not game.is_over:
        game.push(greedy(game, chance))
    return page_html(game, title="Ann and Bob play the base game", docs=".")
