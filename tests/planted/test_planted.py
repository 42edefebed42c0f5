"""The battery finds every planted fault within its budget, and finds nothing where the fault is mended."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted.catalogue import FAULTS
from planted.fault import Fault, mended, sound_rules

import carcassonne

SMALL = 12
CLEAN: dict[tuple[object, ...], int] = {}
"""How many games are known to be clean: rules, first game and laws, where not all are asked."""


def test_there_are_many_kinds_of_them() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 80
    assert sum(bool(fault.file) for fault in FAULTS) >= 15
    assert sum(fault.size > SMALL for fault in FAULTS) <= 10, "most counterexamples are small"
    assert max(fault.games for fault in FAULTS) <= 60


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_it_is_found(fault: Fault, tmp_path: Path) -> None:
    with fault.planted():
        rules = fault.load()
        report = fault.run(rules, games=fault.games, first=fault.first)
        assert report.findings, f"{fault.what} Not found in {report.games} games, {report.actions} actions."
        if not {finding.law for finding in report.findings} & set(fault.laws):  # another law came before
            report = fault.run(rules, games=fault.games, first=fault.first, only=fault.laws)
    sizes = [finding.size for finding in report.findings if finding.law in fault.laws]
    assert sizes, f"{fault.what} Not found by {', '.join(fault.laws)}."
    assert min(sizes) <= fault.size, str(report.findings[0])
    nothing_is_found_without(fault, report.games, tmp_path)


def nothing_is_found_without(fault: Fault, games: int, folder: Path) -> None:
    """The same games without the fault: the whole battery where only the base game is in play, else what may find it.

    What another fault has asked already is not asked again.
    """
    only = () if fault.rules == ("base",) else fault.laws
    key = (*fault.rules, fault.first, *only)
    known = CLEAN.get(key, 0)
    if games > known or not games:
        more, first = max(1, games - known), fault.first + known
        fault.run(right_rules(fault, folder), games=more, first=first, only=only).expect_clean()
        CLEAN[key] = max(games, known)


def right_rules(fault: Fault, folder: Path) -> carcassonne.Ruleset:
    """The rules without the fault."""
    if not fault.file:
        return sound_rules(*fault.rules)
    file = folder / fault.file
    file.write_text(mended(fault.file), encoding="utf-8")
    return carcassonne.load_rules(file)
