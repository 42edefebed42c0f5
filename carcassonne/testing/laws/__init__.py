"""The laws of the kit, by name and in the order in which reports tell them."""

from __future__ import annotations

from typing import Final

from carcassonne.testing.lawbook import Law
from carcassonne.testing.laws import moments, recounts, rulesets, second_looks, steps, whole_games
from carcassonne.testing.laws.crash import no_crash
from carcassonne.testing.laws.moments import (
    copies,
    decisions,
    figures,
    legality,
    open_places,
    questions,
    save_and_load,
    standing,
    texts,
    tiles,
    tokens,
)
from carcassonne.testing.laws.recounts import counts, features, majority, placements, points
from carcassonne.testing.laws.rulesets import options
from carcassonne.testing.laws.second_looks import (
    chance,
    discards,
    draws,
    last_scoring,
    noticed,
    positions,
    progress,
    stands,
    told,
)
from carcassonne.testing.laws.steps import awards, completion, forecast, homecoming, undo, worth
from carcassonne.testing.laws.whole_games import bound, determinism, names, seats, turning, way_back

__all__ = ["LAWS", "moments", "recounts", "rulesets", "second_looks", "steps", "whole_games"]

LAWS: Final[dict[str, Law]] = {
    law.name: law
    for law in (
        no_crash, undo, way_back, copies, save_and_load, positions, determinism, chance,
        decisions, legality, placements, stands, open_places, draws, discards, texts, questions,
        figures, tokens, tiles, told, standing, noticed, homecoming, awards, points, worth, forecast, last_scoring,
        features, counts, majority, completion,
        progress, bound, turning, names, seats, options,
    )
}  # fmt: skip
"""Every law of the kit by its name."""
