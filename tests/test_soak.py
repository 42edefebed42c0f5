"""Every module alone, every pair and all twelve play random games; and a fault is found and told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import invariants
import pytest
import soak

NUMBERS = list(range(len(list(soak.groups()))))
MORE = 12  # games of larger groups


@pytest.mark.parametrize("number", NUMBERS, ids=lambda n: "+".join(list(soak.groups())[n]))
def test_every_pair_of_modules_plays(number: int) -> None:
    failure = soak.play(soak.game_number(number, seed=2026))
    assert failure is None, failure.script


@pytest.mark.parametrize("number", range(len(NUMBERS), len(NUMBERS) + MORE))
def test_larger_groups_play(number: int) -> None:
    failure = soak.play(soak.game_number(number, seed=2026))
    assert failure is None, failure.script


def test_every_game_number_is_one_game() -> None:
    games = [soak.game_number(number) for number in range(120)]
    assert games == [soak.game_number(number) for number in range(120)]
    assert 110 < len(set(games))
    assert all("ferries" in game.modules or soak.ALL in game.modules for game in
               (soak.game_number(number, only=("ferries",)) for number in range(20)))  # fmt: skip


def test_a_fault_is_made_small_and_told_as_a_script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_ferries(game: object) -> None:
        assert not game.connections, "somebody laid a ferry"  # type: ignore[attr-defined]

    monkeypatch.setattr(invariants, "tokens_are_conserved", no_ferries)
    modules, options = ("base", "ferries", "robbers"), (("ferries.directions", "one_total"),)
    setting = attrs.evolve(soak.game_number(67), modules=modules, options=options, players=3)
    found = soak.play(setting)
    assert found is not None
    failure = soak.smaller(found, seconds=120)
    assert "AssertionError: somebody laid a ferry" == failure.error
    assert ("base", "ferries") == failure.game.modules and () == failure.game.options
    assert 2 == failure.game.players and failure.actions
    (tmp_path / "fault.py").write_text(failure.script, encoding="utf-8")
    program = [sys.executable, str(tmp_path / "fault.py")]
    paths = {"PYTHONPATH": str(soak.ROOT)}
    ran = subprocess.run(program, capture_output=True, text=True, check=True, env=os.environ | paths)
    assert "# AssertionError: somebody laid a ferry" in failure.script and "decides" in ran.stdout
