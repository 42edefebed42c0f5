"""Our rules hold, each by itself and all together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import house_rules
import pytest

from carcassonne.testing import Report

Check = Callable[..., Report]


@pytest.mark.parametrize("file", house_rules.ALL, ids=lambda file: file.stem)
def test_each_rule_holds(file: Path, check_variant: Check) -> None:
    """The laws of the kit and that of `market-squares.yaml`."""
    check_variant(file, budget=None, games=3)


def test_all_rules_hold_together_and_act(check_variant: Check) -> None:
    """Beside an expansion of somebody else's, too; a rule that never acts would be none."""
    report = check_variant("inns-and-cathedrals", *house_rules.ALL, budget=None, games=5)
    assert report.coverage is not None
    for rule in ("big city", "market squares"):
        assert report.coverage.of("score change")[rule]
    assert report.coverage.of("offer")["call home"]
