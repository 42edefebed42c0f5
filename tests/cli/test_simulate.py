"""`carcassonne simulate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import carcassonne

Call = Callable[..., tuple[int, str, str]]


def test_json_has_everything_that_a_program_wants(call: Call) -> None:
    code, out, _ = call("simulate", "--rules", "base,river,abbot", "--players", 4, "--games", 3, "--seed", 1, "--json")
    assert 0 == code
    facts = json.loads(out)
    assert 3 == facts["games"] == len(facts["scores"])
    assert {4} == {len(scores) for scores in facts["scores"]}
    assert facts["seconds"] > 0 and facts["games_per_second"] > 0
    assert (["abbot", "base", "river"], 1, ["random"] * 4) == (
        sorted(facts["rules"]),
        facts["seed"],
        facts["bots"],
    )
    assert sum(map(sum, facts["scores"])) == sum(facts["points_by_kind"].values())
    assert sum(map(sum, facts["scores"])) == sum(facts["points_by_rule"].values())
    assert pytest.approx(3, abs=0.01) == sum(facts["wins"])
    assert "2" == facts["options"]["base.edition"], "with the abbot the second printing is the default"


def test_a_seed_settles_all_games_and_each_can_be_played_alone(call: Call) -> None:
    scores = [json.loads(call("simulate", "--games", 3, "--seed", 4, "--json")[1])["scores"] for _ in range(2)]
    assert scores[0] == scores[1]
    alone = json.loads(call("simulate", "--games", 1, "--seed", 6, "--json")[1])["scores"]
    assert alone == scores[0][2:]


def test_the_table_of_results(call: Call) -> None:
    code, out, _ = call("simulate", "--games", 2, "--bots", "greedy,random", "--option", "base.farmers=off")
    assert 0 == code
    assert "2 games of base from seed 0" in out
    for word in ("blue", "red", "greedy", "random", "mean", "sd", "wins", "B-61", "share %"):
        assert word in out
    assert "B-95" not in out


def test_records_are_saved(call: Call, tmp_path: Path) -> None:
    code, out, _ = call("simulate", "--games", 2, "--seed", 3, "--save", tmp_path / "games", "--json")
    assert 0 == code
    files = sorted((tmp_path / "games").iterdir())
    assert ["game-0003.json", "game-0004.json"] == [file.name for file in files]
    rules = carcassonne.load_rules("base")
    for file, scores in zip(files, json.loads(out)["scores"], strict=True):
        assert tuple(scores) == rules.game_from_dict(json.loads(file.read_text(encoding="utf-8"))).scores


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "bass"], "there is no module 'bass'"),
        (["--rules", "nowhere.yaml"], "there is no file nowhere.yaml"),
        (["--rules", ""], "no rules are named"),
        (["--players", 7], "between 1 and 6"),
        (["--bots", "clever"], "bots here: cautious, greedy, random"),
        (["--bots", "greedy,random,random"], "3 bots for 2 seats"),
        (["--option", "base.farmers"], "expected NAME=VALUE"),
        (["--option", "base.farmer=off"], "Did you mean 'base.farmers'?"),
        (["--option", "base.farmers=maybe"], "base.farmers"),
        (["--games", 0], "--games"),
        (["--games", "many"], "--games"),
    ],
)
def test_wrong_calls_end_with_two(call: Call, words: list[object], said: str) -> None:
    code, out, err = call("simulate", *words)
    assert (2, "") == (code, out)
    assert said in err and "Traceback" not in err


def test_wrong_rules_end_with_one(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("variant: wrong\nextends: [base]\nscore: {}\nscores: {}\n", encoding="utf-8")
    code, _, err = call("simulate", "--rules", file)
    assert 1 == code
    assert f"{file}:4:1: variant 'wrong': unknown key 'scores'" in err
