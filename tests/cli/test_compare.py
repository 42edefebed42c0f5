"""`carcassonne compare`."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from carcassonne.balance import Match, compare

Call = Callable[..., tuple[int, str, str]]


def test_json_is_the_comparison(call: Call) -> None:
    words = ("base", "base,base.tiny_city_points=2", "--games", 3, "--bots", "random", "--seed", 2, "--json")
    code, out, err = call("compare", *words)
    assert (0, "") == (code, err)
    facts = json.loads(out)
    assert [] == facts.pop("plots")
    assert {"base.tiny_city_points": "2"} == facts["b"]["options"]
    same = compare("base", "base", games=3, bots="random", seed=2).to_dict()
    assert same["a"] == facts["a"]


def test_the_report_and_the_pictures(call: Call, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("base", "base,river", "--games", 2, "--bots", "random,greedy", "--option", "base.farmers=off")
    code, out, _ = call("compare", *words, "--plots", tmp_path / "pictures")
    assert 0 == code
    assert "2 games of each, 2 players (random, greedy), seeds 0 to 1" in out
    assert "A: base, base.farmers=off\nB: base, river, base.farmers=off" in out
    assert f"written: {tmp_path / 'pictures' / 'points.svg'}" in out
    assert 8 == len(list((tmp_path / "pictures").iterdir()))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["base"], "Missing argument"),
        (["base", "bass"], "there is no module 'bass'"),
        (["base", "nowhere.yaml"], "there is no file nowhere.yaml"),
        (["base", "base,base.farmer=off"], "Did you mean 'base.farmers'?"),
        (["base", "base", "--bots", "clever"], "bots here: cautious, greedy, random"),
        (["base", "base", "--players", 9], "between 1 and 6"),
        (["base", "base", "--games", 0], "--games"),
        (["base", "base", "--jobs", 0], "--jobs"),
    ],
)
def test_wrong_calls_end_with_two(call: Call, words: list[object], said: str) -> None:
    code, out, err = call("compare", *words)
    assert (2, "") == (code, out)
    assert said in err and "Traceback" not in err


def test_pictures_that_cannot_be_are_told_before_anything_is_played(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "taken"
    file.touch()
    words = ("base", "base", "--games", 100_000, "--plots")
    if importlib.util.find_spec("matplotlib") is not None:
        code, out, err = call("compare", *words, file)
        assert (2, "", f"{file}: File exists") == (code, out, err.strip())
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = call("compare", *words, tmp_path / "pictures")
    assert (2, "") == (code, out)
    assert "--plots needs matplotlib, which is not installed: pip install 'carcassonne[plots]'" in err


def test_wrong_rules_end_with_one(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("variant: wrong\nextends: [base]\nscore: {}\nscores: {}\n", encoding="utf-8")
    code, _, err = call("compare", "base", file, "--games", 1)
    assert 1 == code
    assert "unknown key 'scores'" in err


@pytest.mark.parametrize(("when", "said"), [("players > 0", "the rules go round"), ("tiles left < 60", "B, the game")])
def test_rules_without_end_end_with_one(call: Call, tmp_path: Path, when: str, said: str) -> None:
    file = tmp_path / "endless.yaml"
    phase = f"{{before: place, while: {when}, do: [{{award: {{to: active player, points: 0}}}}]}}"
    file.write_text(f"variant: endless\nextends: [base]\nturn:\n  again: {phase}\n", encoding="utf-8")
    code, out, err = call("compare", "base", file, "--games", 1, "--bots", "random")
    assert (1, "") == (code, out)
    assert err.startswith(said)


@pytest.mark.parametrize("played", [0, 2])
def test_ctrl_c_reports_what_was_played(call: Call, monkeypatch: pytest.MonkeyPatch, played: int) -> None:
    def play(match: Match, *, progress: Callable[[int], None], **others: object) -> None:
        real(match, progress=lambda number: number == played)
        if not played:
            match.pairs.clear()
        raise KeyboardInterrupt

    real = Match.play
    monkeypatch.setattr(Match, "play", play)
    code, out, err = call("compare", "base", "base", "--bots", "random", "--json", "--games", max(1, 5 * played))
    assert (130, "") == (code, err.strip())
    if not played:
        assert "" == out
        return
    facts = json.loads(out)
    assert (2, 10) == (facts["games"], facts["asked"])
    assert "Stopped after 2 of 10 games of each." == facts["notes"][0]
