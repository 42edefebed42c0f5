"""A setup that gives a player tokens says all that this player has; others keep what everybody starts with."""

from __future__ import annotations

from pathlib import Path

from compile.house import house_rules

from carcassonne import Setup


def test_tokens_of_a_setup_take_the_place_of_the_starting_ones(tmp_path: Path) -> None:
    rules = house_rules(tmp_path, "tokens: {bell: {each: 2}, drum: {each: 3}}\n")
    table = Setup(tiles=(("base/cloister", 0, 0, 0),), tokens=(("blue", "bell", 1),))
    assert rules.new_game(["blue", "red"], table=table).tokens == (
        ("blue", "bell", 1),
        ("red", "bell", 2),
        ("red", "drum", 3),
    )
