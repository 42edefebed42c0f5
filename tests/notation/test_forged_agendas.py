"""Agendas that were changed by hand: what a rule binds under a name of its own is of the form that it gives it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from notation.games import moments, rules_of

from carcassonne import Game, notation
from carcassonne.errors import CarcassonneError, RecordError

WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    99,
    "",
    "base/cloister",
    [],
    [[1, 2]],
    {"segment": "city at 0,0"},
    [{"segment": "city at 0,0"}],
)


def forged(saved: dict[str, Any], at: int, name: str, value: Any) -> dict[str, Any]:
    """A position in which one name of one block stands for something else."""
    agenda = [[block, step, dict(bound)] for block, step, bound in saved["agenda"]]
    agenda[at][2][name] = value
    return {**saved, "agenda": agenda, "fingerprint": None}


def can_be_played(game: Game) -> None:
    """Every action on offer can be pushed and taken back, or ends in an error of the library."""
    for action in game.legal_actions[:4]:
        changed = game.copy()
        try:
            changed.push(action)
            list(changed.legal_actions)
        except CarcassonneError:
            pass
        else:
            changed.pop()
        assert changed == game


def test_values_of_other_forms_are_refused_or_can_be_played() -> None:
    rules, chance, refused, played = rules_of(("big-box",)), random.Random(4), 0, 0
    names: set[str] = set()
    for seed in range(3):
        for game in moments(rules.new_game(["Ann", "Bob", "Cy"], seed=seed), chance, set()):
            saved = notation.position_to_dict(game)
            for at, (_, _, bound) in enumerate(saved["agenda"]):
                for name in bound:
                    names.add(name)
                    for value in chance.sample(WRONG, 2):
                        try:
                            again = notation.game_from_position(forged(saved, at, name, value), rules=rules)
                        except RecordError:
                            refused += 1
                        else:
                            played += 1
                            can_be_played(again)
    assert {"it", "awards", "feature", "player"} <= names
    assert refused > 50 and played > 5


def test_what_a_choice_gave_its_name_to_must_be_such_a_thing() -> None:
    """An abbot was chosen to be taken back, and its points are being shared out: the rest of that rule names it."""
    rules = rules_of(("abbot", "messages"))
    saved, at = next(
        (saved, at)
        for seed in range(30)
        for game in moments(rules.new_game(2, seed=seed), random.Random(seed), set(), every=4)
        for saved in [notation.position_to_dict(game)]
        for at, (block, _, _) in enumerate(saved["agenda"])
        if block == "recall"
    )
    assert notation.game_from_position(saved, rules=rules).legal_actions
    for wrong in ([[1]], 2, "", [2, 1]):
        with pytest.raises(RecordError, match="agenda: what 'recall' binds as 'it' is of another form"):
            notation.game_from_position(forged(saved, at, "it", wrong), rules=rules)
