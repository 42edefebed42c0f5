"""How findings are made small: in the same way everywhere, and told when that was not gone through with."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import carcassonne
from carcassonne.testing import Report, Step, check_variant, law, shrinking
from carcassonne.testing.players import POLICIES, Setting, begin
from carcassonne.testing.scenarios import run_file
from carcassonne.words.events import Discarded, Stood

HEAD = "variant: house\nextends: [base]\n"
LONG_ROADS = """score changes:
  long road: {of: road, if: complete and tiles > 4, add: tiles - 4}
laws:
  five tiles give nothing more: {every: award, of: road, if: tiles <= 5 and complete, holds: points = tiles}
"""
HARVEST = "final:\n  harvest: {after: fields, do: [{score features: [field]}]}\n"
RECRUITS = """rules:
  recruits: {on: feature completed, if: is(city), do: [{change supply: {figure: meeple, by: 1}}]}
laws:
  at most eight: {every: player, holds: in supply(meeple) <= 8}
"""


def battery(folder: Path, text: str, law: str, games: int = 14, **more: Any) -> Report:
    file = folder / "house.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return check_variant(str(file), budget=None, games=games, laws=[law], coverage=False, **more)


@pytest.mark.parametrize(
    ("text", "law", "size"),
    [(LONG_ROADS, "five tiles give nothing more", 6), (HARVEST, "last scoring", 10), (RECRUITS, "at most eight", 9)],
)
def test_a_late_fault_needs_few_tiles(text: str, law: str, size: int, tmp_path: Path) -> None:
    (finding,) = battery(tmp_path, text, law, shrink=120).findings
    assert finding.size <= size and not finding.stopped, str(finding)
    file = finding.write(tmp_path)
    assert [f"law «{law}»"] == [difference.what for difference in run_file(file).differences]
    (tmp_path / "house.yaml").write_text(HEAD + "".join(text.partition("laws:")[1:]), encoding="utf-8")
    assert run_file(file).passed, "without the faulty rule the scenario passes"


def test_the_same_finding_on_a_slow_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinking, "MOST_TRIED", 400)
    one, other = (battery(tmp_path, LONG_ROADS, "five tiles give nothing more", shrink=120) for _ in range(2))
    assert one.findings == other.findings
    assert "after 400 actions of trying" == one.findings[0].stopped
    assert "(It may be possible in less: making it small was stopped after 400 actions of trying.)" in str(one)


def test_time_is_the_last_limit_and_told(tmp_path: Path) -> None:
    (finding,) = battery(tmp_path, LONG_ROADS, "five tiles give nothing more", shrink=1e-6).findings
    assert "after 1e-06 seconds" == finding.stopped == finding.to_dict()["stopped"]


def test_what_leaves_the_game_can_be_what_is_wrong() -> None:
    @law("every tile is laid", of="step")
    def every_tile_is_laid(step: Step) -> bool:
        """A tile that fits nowhere is a pity."""
        return not any(isinstance(event, Discarded) for event in step.events)

    report = check_variant("base", budget=None, games=6, laws=[every_tile_is_laid], coverage=False, shrink=120)
    (finding,) = report.findings
    assert finding.size <= 6, str(finding)


def test_shy_players_keep_their_figures_and_awkward_ones_draw_what_is_of_no_use() -> None:
    rules = carcassonne.load_rules("base")
    told = {}
    for name in ("closing", "shy", "awkward"):
        game, chance = begin(rules, Setting(2, name, None)), random.Random(1)
        while not game.is_over:
            game.push(POLICIES[name](chance, game))
        told[name] = Counter(type(event) for event in game.events)
    assert 14 == told["shy"][Stood] < told["closing"][Stood] == 23
    assert told["awkward"][Discarded] > 0 == told["closing"][Discarded]
