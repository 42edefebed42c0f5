"""`carcassonne replay`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import carcassonne
from carcassonne import Game, notation

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def game() -> Game:
    rules = carcassonne.load_rules("base", "river")
    made = rules.new_game(["Ada", "Ben"], seed=5)
    rng = Random(5)
    while not made.is_over:
        made.push(rng.choice(made.legal_actions))
    return made


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_dict()), encoding="utf-8")
    return file


def test_to_the_end(call: Call, game: Game, record: Path) -> None:
    code, out, _ = call("replay", record)
    assert 0 == code
    assert out.startswith(f"{game}\n")
    assert f"Ada: {game.scores[0]} points" in out


def test_to_some_action(call: Call, game: Game, record: Path) -> None:
    code, out, _ = call("replay", record, "--to", 4, "--json")
    facts = json.loads(out)
    assert 0 == code
    assert [str(action) for action in game.history[:4]] == facts["actions"]
    assert not facts["is_over"] and [0, 0] == facts["scores"]
    assert 0 == call("replay", record, "--to", 0)[0]
    assert 2 == call("replay", record, "--to", 10_000)[0]


def test_events_and_steps(call: Call, game: Game, record: Path) -> None:
    _, out, _ = call("replay", record, "--events")
    assert out.count(" gets ") == sum(isinstance(event, carcassonne.Award) for event in game.events)
    assert "(B-9" in out
    _, out, _ = call("replay", record, "--step")
    lines = out.splitlines()
    assert f"1. chance: {game.history[0]}" == lines[0]
    assert f"{len(game.history)}. {'Ada' if game.player == 0 else 'Ben'}: {game.history[-1]}" in lines


def test_all_as_json(call: Call, game: Game, record: Path) -> None:
    facts = json.loads(call("replay", record, "--json")[1])
    assert list(game.scores) == facts["scores"]
    assert game.fingerprint == facts["fingerprint"]
    assert list(game.winners) == facts["winners"]
    assert len(game.events) == len(facts["events"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"behaviour": 99}, "behaviour 99"),
        ({"format": "chess"}, "this is no record of a game"),
        ({"rules": ["bass"]}, "there is no module 'bass'"),
        ({"rules": "base"}, "this is no record of a game"),
        ({"options": None}, "this is no record of a game"),
        ({"actions": ["pass"]}, "action 1"),
        ({"actions": 3}, "no list of actions"),
        ({"fingerprint": "0"}, "does not come out as it says"),
    ],
)
def test_records_at_fault_end_with_one(call: Call, record: Path, change: dict[str, object], said: str) -> None:
    saved = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps(saved | change), encoding="utf-8")
    code, out, err = call("replay", record)
    assert (1, "") == (code, out)
    assert said in err and "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is no record of a game"),
        ("[]", "expected a header"),
        ("{}", "this is no record of a game"),
        ("{", "1:2: this is no JSON"),
        ("[" * 100_000, "expected a header"),
        ("\x00", "this is no record of a game"),
        ('"a"', "this is no record of a game"),
    ],
    ids=range(7),
)
def test_files_that_are_no_records(call: Call, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    code, out, err = call("replay", file)
    assert (1, "") == (code, out)
    assert said in err


def test_a_file_that_is_no_text(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"\xff\xfe\x80")
    assert 1 == call("replay", file)[0]


# Other forms -------------------------------------------------------------------------------------


def test_every_form_of_ours_is_played(call: Call, game: Game, record: Path) -> None:
    for suffix, write in (("game", notation.game_text), ("position", notation.position_text)):
        file = record.with_suffix(f".{suffix}")
        file.write_text(write(game), encoding="utf-8-sig")
        facts = json.loads(call("replay", file, "--json")[1])
        assert (game.fingerprint, list(game.scores)) == (facts["fingerprint"], facts["scores"])


def test_what_stands_before_a_cut_is_played_on_request(call: Call, game: Game, record: Path) -> None:
    text = notation.game_text(game)
    file = record.with_suffix(".game")
    file.write_text(text[: text.index("\n9. ") + 12], encoding="utf-8")
    code, out, err = call("replay", file)
    assert (1, "") == (code, out) and "game.game:16:1: the text ends within this line" in err
    code, out, err = call("replay", file, "--partial", "--json")
    assert 1 == code and "the record stops here: line 16, column 1" in err
    assert [str(action) for action in game.history[:8]] == json.loads(out)["actions"][:8]


def test_rules_of_files_have_the_options_of_the_record(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("expansion: own\ntitle: Own\nneeds: [base]\n", encoding="utf-8")
    rules = carcassonne.load_rules("base", str(own), options={"base.farmers": "off"})
    game = rules.new_game(2, seed=1)
    for suffix, write in (("json", notation.game_json), ("game", notation.game_text)):
        file = tmp_path / f"own.{suffix}"
        file.write_text(write(game), encoding="utf-8")
        assert "there is no module 'own'" in call("replay", file)[2]
        assert 0 == call("replay", file, "--rules", f"base,{own}")[0]
        code, out, _ = call("convert", file, "-", "--to", "position", "--rules", f"base,{own}")
        assert (0, f"{notation.position_text(game)}\n") == (code, out)
