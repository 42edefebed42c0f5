"""`carcassonne jcz`, and `carcassonne replay` of a game that another program has saved."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from interop.saved_games import COMMIT, DONE, deploy, game, place

Call = Callable[..., tuple[int, str, str]]
CITY = [place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S"), COMMIT]


@pytest.fixture
def save(tmp_path: Path) -> Callable[..., Path]:
    """Write a saved game; answers its file."""

    def write(name: str, *messages: Any, **setup: Any) -> Path:
        file = tmp_path / f"{name}.jcz"
        file.write_text(json.dumps(game(*messages, **setup)), encoding="utf-8")
        return file

    return write


def test_one_line_a_file_and_the_totals(call: Call, save: Callable[..., Path], tmp_path: Path) -> None:
    files = [
        save("holds", *CITY, holds=["Ann has 4 points"]),
        save("not", *CITY, holds=["Ann has 5 points", "Ben has 0 points", "Phase is ActionPhase"]),
        save("stops", *CITY, *CITY),
        save("unused", *CITY, holds=["Ann has 4 points"], elements={"phantom": 1}),
        save("used", *CITY, deploy("1.phantom.1", 0, -1, "City", "S"), elements={"phantom": 1}),
    ]
    other = tmp_path / "other.jcz"
    other.write_text('{"players": [')
    code, out, _ = call("jcz", *files, other)
    assert 1 == code
    assert [
        f"PASS        {files[0]}",
        f"FAIL        {files[1]}: 'Ann has 5 points': expected 5 points, found 4 points; "
        "'Phase is ActionPhase': expected phase ActionPhase, found phase TilePhase",
        f"FAIL        {files[2]}: message 3: place base/city-cap at 0,-1 turned 2: "
        "there is a tile at 0,-1 already (B-20)",
        f"PASS        {files[3]} (not used: element phantom)",
        f"UNSUPPORTED {files[4]}: message 3: figure phantom; element phantom",
        f"FAIL        {other}: 1:14: no JSON: Expecting value",
        "2 PASS, 3 FAIL, 1 UNSUPPORTED",
    ] == out.splitlines()


def test_for_programs(call: Call, save: Callable[..., Path]) -> None:
    file = save("not", *CITY, holds=["Ann has 5 points"], sets=["tower:1"])
    code, out, _ = call("jcz", file, "--json")
    assert 0 == code
    sentence = {"sentence": "Ann has 5 points", "expected": "5 points", "found": "4 points"}
    assert {
        "files": [
            {
                "file": str(file),
                "status": "UNSUPPORTED",
                "reasons": ["tile set tower:1", "'Ann has 5 points': expected 5 points, found 4 points"],
                "warnings": ["tile set tower:1"],
                "failures": [sentence],
                "stop": None,
                "scores": [4, 0],
            }
        ],
        "totals": {"PASS": 0, "FAIL": 0, "UNSUPPORTED": 1},
    } == json.loads(out)


def test_a_folder_stands_for_its_files(call: Call, save: Callable[..., Path], tmp_path: Path) -> None:
    assert 2 == call("jcz", tmp_path)[0]
    save("one", *CITY)
    save("two", *CITY)
    (tmp_path / "notes.json").write_text("{}")
    assert (0, "2 PASS, 0 FAIL, 0 UNSUPPORTED") == (call("jcz", tmp_path)[0], call("jcz", tmp_path)[1].splitlines()[-1])
    assert 2 == call("jcz", tmp_path / "none.jcz")[0]


def test_any_bytes_are_answered(call: Call, tmp_path: Path) -> None:
    chance, good = random.Random(1), json.dumps(game(*CITY, holds=["Ann has 4 points"])).encode()
    files = []
    for number in range(60):
        data = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        files.append(tmp_path / f"{number}.jcz")
        files[-1].write_bytes(bytes(data) if number else chance.randbytes(500))
    code, out, err = call("jcz", *files)
    assert (1, "", len(files) + 1) == (code, err, len(out.splitlines()))


# Replay ---------------------------------------------------------------------------------------


def test_a_saved_game_is_played_again(call: Call, save: Callable[..., Path]) -> None:
    file = save("own", *CITY, place("BA/RFr", 1, 0), DONE, end=2, rules={"tiny-city-scoring": "2"})
    code, out, err = call("replay", file)
    assert (0, "") == (code, err)
    assert "Ann: 2 points" in out
    facts = json.loads(call("replay", file, "--json")[1])
    assert ([2, 0], True, "2", []) == (
        facts["scores"],
        facts["is_over"],
        facts["options"]["base.tiny_city_points"],
        facts["warnings"],
    )
    assert "place base/city-cap at 0,-1 turned 2" == facts["actions"][1]
    assert 3 == len(json.loads(call("replay", file, "--json", "--to", 3)[1])["actions"])
    assert "3. Ann: meeple on city at 0,-1" in call("replay", file, "--step")[1]
    assert "Ann gets 2 points" in call("replay", file, "--events")[1]


def test_where_a_replay_stops_is_said(call: Call, save: Callable[..., Path]) -> None:
    file = save("stops", *CITY, deploy("1.phantom.1", 0, -1, "City", "S"), elements={"phantom": 1})
    code, out, err = call("replay", file)
    assert 1 == code
    assert "Ann: 4 points" in out
    assert ["not known here: element phantom", f"{file}: the replay stops here: message 3: figure phantom"] == (
        err.splitlines()
    )
    code, out, _ = call("replay", file, "--json")
    assert (1, f"{file}: the replay stops here: message 3: figure phantom") == (code, json.loads(out)["stop"])


def test_a_game_that_cannot_begin(call: Call, save: Callable[..., Path]) -> None:
    file = save("other", *CITY, start="CO/1", sets=["count"])
    assert (1, "", f"{file}: the game cannot begin: tile set count; start tile CO/1\n") == call("replay", file)
