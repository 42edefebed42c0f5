"""`carcassonne verify`."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carcassonne.testing import battery

Call = Callable[..., tuple[int, str, str]]
BROKEN = (
    "variant: house\nextends: [base]\nscore: {road: {complete: {points: tiles - 1}}}\n"
    "laws: {finishing pays: {every: feature, of: road, holds: finished worth >= unfinished worth}}\n"
)


def test_what_holds_is_told_in_a_table(call: Call) -> None:
    code, out, _ = call("verify", "base", "--games", 1, "--law", "awards", "--law", "figures")
    assert 0 == code
    assert "base: 1 games and" in out and "2 laws asked, all hold" in out
    assert "tiles that were laid:" in out


def test_a_finding_is_written_as_a_scenario(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(BROKEN, encoding="utf-8")
    code, out, _ = call("verify", file, "--games", 1, "--write", tmp_path / "found", "--json")
    assert 1 == code
    facts = json.loads(out)
    assert (False, 1, ["house"]) == (facts["passed"], facts["games"], [Path(name).stem for name in facts["rules"]])
    (broken,) = [law for law in facts["laws"] if law["finding"]]
    assert "finishing pays" == broken["law"]
    written = Path(facts["files"]["finishing pays"])
    assert "rules: [../house.yaml]" in written.read_text(encoding="utf-8").replace('"', "")
    assert 1 == call("test", written)[0]


def test_several_processes_play_other_games(call: Call) -> None:
    code, out, _ = call("verify", "base", "--games", 4, "--jobs", 2, "--law", "awards", "--json")
    assert 0 == code
    alone = json.loads(call("verify", "base", "--games", 4, "--law", "awards", "--json")[1])
    together = json.loads(out)
    assert (4, alone["actions"], alone["laws"]) == (together["games"], together["actions"], together["laws"])
    assert alone["coverage"] == together["coverage"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nothing.yaml",), "there is no file nothing.yaml"),
        (("bas",), "there is no module 'bas'"),
        (("base", "--law", "undoo"), "there is no law 'undoo'"),
        (("base", "--option", "base.edition=9"), "base.edition"),
    ],
)
def test_wrong_calls_end_with_two(call: Call, arguments: tuple[str, ...], message: str) -> None:
    code, _, told = call("verify", *arguments, "--games", 1)
    assert 2 == code and message in told


def test_ctrl_c_reports_what_was_seen(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    anything = battery.POLICIES["anything"]

    def pressing(chance: Any, game: Any) -> Any:
        if len(game) == 12:
            signal.raise_signal(signal.SIGINT)
        return anything(chance, game)

    for name in battery.POLICIES:
        monkeypatch.setitem(battery.POLICIES, name, pressing)
    code, out, told = call("verify", "base", "--games", 50, "--law", "awards")
    assert 130 == code
    assert "stopping; once more to stop without a report" in told
    assert "base: 1 games and" in out and out.endswith("stopped by Ctrl-C before the end\n")


def test_a_law_of_ones_own_that_is_never_asked_is_named(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "variant: house\nextends: [base]\nlaws: {huge: {every: award, if: points > 900, holds: points < 999}}\n"
    )
    code, out, _ = call("verify", file, "--games", 1, "--law", "huge", "--law", "awards")
    assert 0 == code
    assert "never asked, so it proves nothing: «huge»" in out and "1 laws asked, all hold" in out
