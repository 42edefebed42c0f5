"""Laws that files say: how they are read, asked and told."""

from __future__ import annotations

from pathlib import Path

import pytest

import carcassonne
from carcassonne.errors import DataError
from carcassonne.testing import check_variant
from carcassonne.testing.scenarios import run_file

HEAD = "variant: house\nextends: [base]\n"


def write(folder: Path, laws: str, more: str = "") -> str:
    file = folder / "house.yaml"
    file.write_text(f"{HEAD}{more}laws:\n{laws}", encoding="utf-8")
    return str(file)


def test_laws_that_hold_are_asked(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "  modest awards: {every: award, holds: points <= 200}\n"
        "  supply: {every: player, holds: in supply(meeple) <= 7}\n"
        "  cities: {every: feature, of: city, if: tiles > 1, holds: finished worth >= unfinished worth}\n"
        "  steps: {every: step, holds: points >= 0}\n"
        "  parts: {every: moment, holds: parts waiting = 0}\n"
        "  ends: {every: end, holds: tiles left = 0 and own points >= 0}\n"
        "  paid roads: {every: award, of: road, holds: points = tiles or not complete}\n",
    )
    names = ["modest awards", "supply", "cities", "steps", "parts", "ends", "paid roads"]
    report = check_variant(file, budget=None, games=3, laws=names)
    report.expect_clean()
    assert all(report.of(name).exercised for name in names)
    assert "The rules say: points <= 200, of every award." == report.of("modest awards").why


def test_a_law_that_is_broken_says_what_the_numbers_were(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "  finishing pays: {every: feature, of: road, holds: finished worth >= unfinished worth, why: House rule.}\n",
        "score: {road: {complete: {points: tiles - 1}}}\n",
    )
    (finding,) = check_variant(file, budget=None, games=3, laws=["finishing pays"]).findings
    assert (
        "«finished worth >= unfinished worth» is not so for the feature of road at 0,0: "
        "finished worth is 0, unfinished worth is 1"
    ) == finding.message
    assert 0 == finding.size and "laws: [finishing pays]" in finding.scenario
    shown = run_file(finding.write(tmp_path))
    assert "law «finishing pays»" in str(shown)


def test_a_law_of_the_kit_can_be_skipped_with_a_reason(tmp_path: Path) -> None:
    file = write(tmp_path, '  seats: {skip: "the first player has a privilege"}\n')
    report = check_variant(file, budget=None, games=1, laws=["seats", "awards"])
    assert ("the first player has a privilege", 0) == (report.of("seats").skipped, report.of("seats").exercised)
    with pytest.raises(DataError, match=r"house.yaml:4:3: law 'seatz': the kit has no law of this name to skip"):
        check_variant(write(tmp_path, "  seatz: {skip: so}\n"), budget=None, games=1)


@pytest.mark.parametrize(
    ("law", "fault"),
    [
        ("{every: award}", "law 'x': the key 'holds' is missing"),
        ("{holds: tiles left > 0}", "law 'x': the key 'every' is missing"),
        ("{every: tile, holds: always}", "law 'x', every: .*'tile'"),
        ("{every: award, holds: pointz > 0}", "law 'x', holds: unknown quantity 'pointz'"),
        ("{every: moment, holds: points > 0}", "'points' asks for points that are given, but there is none here"),
        ("{every: moment, of: road, holds: always}", "'of' says nothing of every moment"),
        ("{skip: so, holds: always}", "'holds' says nothing beside 'skip'"),
        ("{every: award, holds: points}", "'points' is a number, expected a condition"),
    ],
)
def test_faults_of_laws_are_told_with_their_place(law: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=fault) as told:
        carcassonne.load_rules(write(tmp_path, f"  x: {law}\n"))
    assert 4 == told.value.problems[0].where.line


def test_laws_cost_nothing_in_play(tmp_path: Path) -> None:
    plain = carcassonne.load_rules("base")
    lawful = carcassonne.load_rules(write(tmp_path, "  x: {every: award, holds: points <= 1}\n"))
    assert [len(block) for block in plain.blocks] == [len(block) for block in lawful.blocks]
    assert plain.handlers == lawful.handlers == {}
    assert ["x"] == [law.name for law in lawful.laws]


def test_a_law_of_a_file_does_not_take_the_place_of_one_of_the_kit(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"law 'undo': this is the name of a law of the kit"):
        check_variant(write(tmp_path, "  undo: {every: moment, holds: tiles left >= 0}\n"), budget=None, games=1)


def test_a_law_that_is_never_asked_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, "  huge: {every: feature, of: city, if: tiles > 60, holds: tiles < 70}\n")
    report = check_variant(file, budget=None, games=1, laws=["huge", "forecast"], coverage=False)
    report.expect_clean()
    assert ["huge"] == [law.name for law in report.unasked]
    assert "never asked, though it is a law of your own: huge" in str(report)
