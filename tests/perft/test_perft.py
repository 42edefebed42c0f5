"""Every file here counts the leaves of a small tree of games; engine and oracle must both count the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from oracle.game import OracleGame
from oracle.settings import rules_with

from carcassonne import CHANCE

FILES = sorted(Path(__file__).parent.glob("*.yaml"))


def read(file: Path) -> dict[str, Any]:
    """A file: `rules`, `options`, `players`, `draws` (none: every draw is a branch), `counts` by depth."""
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert set(found) == {"perft", "rules", "options", "players", "draws", "counts"}
    return found


def rules_of(case: dict[str, Any]) -> Any:
    return rules_with(tuple(case["rules"]), tuple(sorted(case["options"].items())))


def leaves(game: Any, depth: int) -> int:
    """Ways to go on for so many actions, by pushing and popping; draws from a fixed order are no actions."""
    legal = game.legal_actions
    if depth == 1:
        return len(legal)
    found = 0
    for action in list(legal):
        game.push(action)
        found += leaves(game, depth - 1)
        game.pop()
    return found


def leaves_by_oracle(oracle: OracleGame, depth: int) -> int:
    """The same, by copies and the oracle's own moves."""
    while oracle.draws is not None and oracle.decider == CHANCE and oracle.phase != "over":
        oracle.play(oracle.legal()[0])
    legal = oracle.legal()
    if depth == 1:
        return len(legal)
    found = 0
    for text in legal:
        other = oracle.copy()
        other.play(text)
        found += leaves_by_oracle(other, depth - 1)
    return found


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_engine_counts_the_leaves(file: Path) -> None:
    case = read(file)
    chance = "explicit" if case["draws"] is None else "seeded"
    game = rules_of(case).new_game(case["players"], tiles=case["draws"], chance=chance)
    before = game.position(), list(game.events)
    assert case["counts"] == [leaves(game, depth) for depth in range(1, len(case["counts"]) + 1)]
    assert before == (game.position(), list(game.events))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_oracle_counts_the_leaves(file: Path) -> None:
    case = read(file)
    rules = rules_of(case)
    oracle = OracleGame(rules.definitions.tiles, rules.names, rules.options, case["players"], case["draws"])
    assert case["counts"] == [leaves_by_oracle(oracle.copy(), depth) for depth in range(1, len(case["counts"]) + 1)]


def test_there_are_cases_for_every_module() -> None:
    assert {"base", "river", "abbot"} <= {name for file in FILES for name in read(file)["rules"]}
    assert all(len(read(file)["counts"]) >= 4 for file in FILES)
