"""Files are read with care: what is wrong is named with its place, and nothing whatever makes a traceback."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from interop.saved_games import COMMIT, PASS, circle, deploy, ferry, game, gold, move, place, take_back

from carcassonne.errors import RecordError
from carcassonne.interop import jcloisterzone

PLAYED = game(
    place("BA/C", 0, -1, 180),
    deploy("0.small.1", 0, -1, "City", "S"),
    COMMIT,
    holds=["Ann has 4 points"],
)


def faults(value: Any) -> list[str]:
    with pytest.raises(RecordError) as caught:
        jcloisterzone.from_json(value, "own.jcz")
    return str(caught.value).split("\n")


def changed(*path: str | int, to: Any) -> Any:
    value = json.loads(json.dumps(PLAYED))
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return value


def test_a_game_is_read() -> None:
    saved = jcloisterzone.from_json(PLAYED, "own.jcz")
    assert ("own.jcz", ("Ann", "Ben"), {"basic:1": 1}) == (saved.name, saved.players, saved.sets)
    assert ["PLACE_TILE", "DEPLOY_MEEPLE", "COMMIT"] == [message.kind for message in saved.messages]
    assert ("BA/C", 2, (0, -1)) == (saved.messages[0].tile, saved.messages[0].turned, saved.messages[0].position)
    assert "<Saved own.jcz: 2 players, 3 messages>" == repr(saved)


def test_players_and_clocks_of_messages_may_be_missing_or_wrong() -> None:
    value = changed("replay", 0, "player", to="nobody")
    value["replay"][1]["clock"] = None
    assert 3 == len(jcloisterzone.from_json(value).messages)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    saved = jcloisterzone.from_json(changed("replay", 0, "payload", "position", to=[0.0, -1.0]))
    assert (0, -1) == saved.messages[0].position


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ([], "expected an object, found a list"),
        (None, "expected an object, found null"),
        ({}, "this is no saved game: players, initialRandom, replay, setup missing"),
        ({"setup": {}}, "this is a setup only, with no game"),
        (changed("players", to=[]), "players: there are none"),
        (changed("players", 0, to="Ann"), 'players[0]: expected an object, found "Ann"'),
        (changed("initialRandom", to=1), "initialRandom: expected a number from 0 to below 1, found 1"),
        (changed("replay", 0, "type", to=7), "replay[0].type: expected a text, found 7"),
        (
            changed("replay", 0, "payload", "rotation", to=90),
            "replay[0].payload.rotation: expected one of R0, R90, R180, R270, found 90",
        ),
        (
            changed("replay", 0, "payload", "position", to=[0]),
            "replay[0].payload.position: expected [x, y], found a list",
        ),
        (
            changed("replay", 0, "payload", "position", to=[0, 10**400]),
            "replay[0].payload.position: expected a whole number from -16000 to 16000, found a huge number",
        ),
        (
            changed("replay", 1, "payload", "pointer", to=None),
            "replay[1].payload.pointer: expected an object, found null",
        ),
        (
            changed("setup", "sets", to={"basic:1": 1000}),
            "setup.sets.basic:1: expected a whole number from 0 to 9, found 1000",
        ),
        (
            changed("setup", "start", 0, "rotation", to=45),
            "setup.start[0].rotation: expected 0, 90, 180 or 270, found 45",
        ),
        (
            changed("test", "assertions", to="Ann has 4 points"),
            'test.assertions: expected a list, found "Ann has 4 points"',
        ),
        (
            changed("gameAnnotations", "drawOrder", to=[1]),
            "gameAnnotations.drawOrder[0]: expected a text, found 1",
        ),
    ],
    ids=str,
)
def test_what_is_wrong_is_named(value: Any, fault: str) -> None:
    assert f"own.jcz: {fault}" in faults(value)


def test_all_faults_are_named_at_once_up_to_a_number() -> None:
    value = changed("initialRandom", to=-1)
    value["replay"][0]["payload"] = {}
    assert ["initialRandom", "replay[0].payload.rotation"] == [line.split(": ")[1] for line in faults(value)][:2]
    assert 21 == len(faults(changed("replay", to=[0] * 1000)))


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "byte 0 is no UTF-8"),
        (b'{"players": NaN}', "NaN is no number"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"initialRandom": ' + b"9" * 10_000 + b"}", "no JSON"),
        (b'{"players": [', "1:14: no JSON"),
    ],
    ids=["empty", "bytes", "NaN", "deep", "long number", "cut off"],
)
def test_what_is_no_json_is_said(tmp_path: Path, data: bytes, fault: str) -> None:
    path = tmp_path / "own.jcz"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=fault):
        jcloisterzone.read(path)


def test_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "own.jcz"
    path.write_text(json.dumps(PLAYED), encoding="utf-8-sig")
    assert "own.jcz" == jcloisterzone.read(path).name
    with pytest.raises(RecordError, match="cannot be read"):
        jcloisterzone.read(tmp_path / "none.jcz")
    with pytest.raises(RecordError, match="cannot be read"):
        jcloisterzone.read(tmp_path)
    with pytest.raises(RecordError, match="expected an object"):
        path.write_text("[]")
        jcloisterzone.read_checkpoints(path)


# Anything at all ------------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
RICH = game(
    place("FL/RFr.WE.o", 1, 0),
    deploy("0.small.1", 1, 0, "FlyingMachine", "I", random=0.1),
    deploy("0.small.1", 0, 0, "City", "N"),
    COMMIT,
    place("MW/CRRR.3", -1, 0),
    move("mage.1", 0, 0, "Road", "WE"),
    PASS,
    COMMIT,
    place("FR/RRR", 2, 0, 90),
    PASS,
    ferry(2, 0, "SW"),
    COMMIT,
    place("CC.1/Rr", 3, -1),
    PASS,
    COMMIT,
    circle("REMOVE"),
    take_back("0.small.1", 0, 0, "City", "N", "CORN_CIRCLE"),
    gold(0, 0),
    holds=["Ann has 0 points", "Phase is TilePhase", "Meeple SmallFollower options: {Road,WE,[1,0]}"],
    sets=["flier:1", "mage-and-witch:1", "ferries", "corn-circles/1", "goldmines", "river/1:1"],
    elements={"mage": 1, "witch": 1, "ferry": 1, "gold": True, "king": True, "abbot": 1},
)


def check(value: Any) -> None:
    """Check whatever it is; only a RecordError may be raised."""
    try:
        saved = jcloisterzone.from_json(value)
    except RecordError:
        return
    str(jcloisterzone.check(saved))


@given(ANYTHING)
def test_any_json_is_answered(value: Any) -> None:
    check(value)
    check(PLAYED | {"replay": [{"type": "PLACE_TILE", "payload": value}]})
    check(PLAYED | {"setup": value})


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found += [(value, key), *places(value[key])]
    return found


@given(ANYTHING, st.randoms(use_true_random=False))
def test_a_game_with_something_else_in_it_is_answered(value: Any, chance: random.Random) -> None:
    for whole in (PLAYED, RICH):
        edited = json.loads(json.dumps(whole))
        for _ in range(chance.randrange(1, 4)):
            inner, key = chance.choice(places(edited))
            choice = chance.randrange(4)
            if choice == 0:
                inner[key] = json.loads(json.dumps(value))
            elif choice == 1:
                del inner[key]
            elif choice == 2 and isinstance(inner, list):
                inner.insert(key, json.loads(json.dumps(inner[chance.randrange(len(inner))])))
            else:
                other, place_there = chance.choice(places(edited))
                inner[key] = json.loads(json.dumps(other[place_there]))
        check(edited)
