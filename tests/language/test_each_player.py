"""Steps for every player come in turn order, from the active one or from the next."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules

from carcassonne import Award


@pytest.mark.parametrize(
    ("how", "paid"),
    [
        ("", [1, 2, 0]),
        ("starting with: active player, ", [1, 2, 0]),
        ("starting with: next player, ", [2, 0, 1]),
        ("only: others, ", [2, 0]),
        ("only: the first, ", [1]),
        ("only: the first other, ", [2]),
        ("if: not active, ", [2, 0]),
    ],
)
def test_who_acts_in_which_order(tmp_path: Path, how: str, paid: list[int]) -> None:
    steps = f"[each player: {{{how}do: [award: {{to: this player, points: 1, rule: H-1}}]}}]"
    rules = house_rules(tmp_path, f"rules: {{gift: {{on: turn ended, if: tiles left = 0, do: {steps}, rule: H-1}}}}\n")
    game = rules.new_game(3, tiles=["base/road-straight", "base/road-straight"])
    while not game.is_over:
        game.push(game.legal_actions[-1])
    assert paid == [event.player for event in game.events if isinstance(event, Award) and not event.final]
