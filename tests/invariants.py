"""What must hold of every game at every moment: the laws of the test kit, and what is known of shipped modules.

`after_push` looks at what is cheap and is called after every action; `now_and_then` at what is dear.
"""

from __future__ import annotations

import random
from typing import Any

from carcassonne.testing.laws import moments, recounts, steps
from carcassonne.testing.laws.moments import assert_equal

__all__ = ["after_push", "assert_equal", "now_and_then"]

TOGETHER = ("mage", "witch")  # never on one feature when a part begins


def after_push(game: Any, happened: int = 0, scores: tuple[int, ...] = ()) -> None:
    """Assert what can be seen quickly. Before the push there were so many events, and these scores."""
    moments.decisions(game)
    moments.figures(game)
    tokens_are_conserved(game)
    tiles_are_conserved(game)
    awards_sum_to_scores(game, happened, scores)
    moments.standing(game)
    magic_figures_stand_apart(game)


def now_and_then(game: Any, chance: random.Random) -> None:
    """Assert what takes longer: the whole table, text forms, saving, hostile pushes."""
    open_places_are_the_empty_neighbours(game)
    features_part_the_segments(game)
    recounts.majority(game)
    recounts.placements(game)
    moments.texts(game)
    moments.legality(game)
    moments.questions(game)
    moments.copies(game)
    moments.save_and_load(game)


def tokens_are_conserved(game: Any) -> None:
    """There are never more tokens than the supply has, and nobody owes one."""
    moments.tokens(game)


def tiles_are_conserved(game: Any) -> None:
    """Stock, table, hands, the drawn tile and what has left the game are all tiles that there are."""
    moments.tiles(game)


def awards_sum_to_scores(game: Any, happened: int = 0, scores: tuple[int, ...] = ()) -> None:
    """Every point since then is told by an award, and every award by its items."""
    before = scores or (0,) * len(game.players)
    gained = [now - then for now, then in zip(game.scores, before, strict=True)]
    steps.awarded_points_are(gained, game.events[happened:])


def open_places_are_the_empty_neighbours(game: Any) -> None:
    """Every edge of a tile faces a tile or an open place, and there are no other open places."""
    moments.open_places(game)


def features_part_the_segments(game: Any) -> None:
    """Every segment belongs to one feature, that of a flood fill, and counting again gives the same."""
    recounts.features(game)
    recounts.counts(game)


def magic_figures_stand_apart(game: Any) -> None:
    """When a tile is to be placed the mage and the witch are not on one feature."""
    if game.about != "place" or game.rules.options.get("mage_witch.after_ferry_check") == "false":
        return
    places = [segment for segment, kind, owner in game.figures if owner is None and kind in TOGETHER]
    assert len(places) < 2 or places[1] not in game.feature(places[0]), "mage and witch together"
