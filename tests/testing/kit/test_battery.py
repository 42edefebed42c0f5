"""The battery: what it finds, how small it makes it, and that a finding is a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from testing.kit.faults import (
    placements_fail_when_four_tiles_lie,
    pushing_fails_when_three_stand,
    tie_pays_nobody,
    undo_forgets_points,
)

import carcassonne
from carcassonne.errors import OptionError
from carcassonne.testing import Law, Report, Step, check_variant, law, shipped_laws
from carcassonne.testing.laws import LAWS
from carcassonne.testing.scenarios import run_file


def battery(*rules: str, games: int = 6, **more: Any) -> Report:
    return check_variant(rules or ("base",), budget=None, games=games, **more)


def test_the_shipped_rules_break_no_law() -> None:
    report = battery(games=3)
    report.expect_clean()
    assert 3 == report.games
    never = {law.name for law in report.laws if not law.exercised}
    assert never <= {"tokens", "standing", "forecast", "seats", "names"}, "a law that is never asked proves nothing"


def test_a_run_is_the_same_every_time() -> None:
    one, other = (battery("base", games=2, laws=["undo", "counts", "seats"], first=1).to_dict() for _ in range(2))
    assert one | {"seconds": 0} == other | {"seconds": 0}


def test_games_can_be_shared_between_processes() -> None:
    whole = battery(games=4, laws=["awards"])
    shares = [battery(games=2, laws=["awards"], first=job, stride=2) for job in range(2)]
    together = shares[0].merged(shares[1])
    assert (whole.games, whole.actions) == (together.games, together.actions)
    assert whole.of("awards").exercised == together.of("awards").exercised
    assert whole.coverage == together.coverage


@pytest.mark.parametrize(
    ("fault", "laws", "size"),
    [(tie_pays_nobody, ("majority", "worth"), 6), (undo_forgets_points, ("undo", "questions"), 3)],
)
def test_a_planted_fault_is_found_and_made_small(fault: Any, laws: tuple[str, ...], size: int, tmp_path: Path) -> None:
    with fault():
        report = battery(games=12, laws=laws)
        (finding,) = report.findings
        assert finding.size <= size, finding.scenario
        file = finding.write(tmp_path)
        result = run_file(file)
        assert [f"law «{finding.law}»"] == [difference.what for difference in result.differences], str(result)
        assert finding.message in str(result)
    assert run_file(file).passed, "without the fault the scenario passes"


def test_a_push_that_raises_is_a_finding(tmp_path: Path) -> None:
    with pushing_fails_when_three_stand():
        (finding,) = battery(games=12, laws=["no crash"]).findings
        assert "no crash" == finding.law
        assert finding.message.startswith("ZeroDivisionError: planted (faults.py, line "), finding.message
        assert finding.size <= 6, finding.scenario
        assert not run_file(finding.write(tmp_path)).passed
    assert run_file(tmp_path / f"no-crash-{finding.game}.yaml").passed


def test_a_list_of_what_is_on_offer_that_raises_is_a_finding(tmp_path: Path) -> None:
    """The push before it is to blame, also where what options do is looked at."""
    with placements_fail_when_four_tiles_lie():
        (finding,) = battery(laws=["no crash", "options"]).findings
        assert "no crash" == finding.law
        assert finding.message.startswith("ZeroDivisionError: planted (faults.py, line "), finding.message
        assert not run_file(finding.write(tmp_path)).passed
    assert run_file(tmp_path / f"no-crash-{finding.game}.yaml").passed


def test_laws_of_ones_own(tmp_path: Path) -> None:
    @law("modest awards", of="step")
    def modest(step: Step) -> object:
        """Nobody gains more than three points at once."""
        return max(step.gained) <= 3 or f"{max(step.gained)} points at once"

    (finding,) = battery(laws=[modest, "awards"], games=12).findings
    assert "modest awards" == finding.law and "points at once" in finding.message
    assert "laws:" not in finding.scenario and "expect:" in finding.scenario
    assert run_file(finding.write(tmp_path)).passed, "a scenario without the law says what happens"


def test_every_law_says_why() -> None:
    assert list(LAWS) == [law.name for law in shipped_laws()]
    for each in shipped_laws():
        assert each.why.endswith("."), each.name
        assert each.why.count(". ") >= 1 or each.name in ("no crash",), f"{each.name}: say what holds, then why"
    with pytest.raises(OptionError, match=r"no law 'undoo'.*Did you mean 'undo'"):
        shipped_laws("undoo")


def test_a_law_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="not of 'tile'"):
        law("x", of="tile")
    assert isinstance(LAWS["undo"], Law)


def test_without_a_budget_nothing_begins() -> None:
    with pytest.raises(OptionError, match="never end"):
        check_variant("base", budget=None)
    with pytest.raises(OptionError, match="options are chosen when rules are loaded"):
        check_variant(carcassonne.load_rules("base"), options={"base.edition": "2"}, games=1)


def test_coverage_tells_what_never_came_up() -> None:
    coverage = battery("messages", games=1, laws=["awards"]).coverage
    assert coverage is not None
    assert coverage.of("decision")["place"] > 10
    assert ("rule", "dark space by a message") in coverage.counts
    assert all(not coverage.counts[key] for key in coverage.missing)
    assert set(coverage.of("verb")) >= {"draw tile", "place tile", "take action"}
    assert type(coverage).from_dict(coverage.to_dict()) == coverage
