"""`carcassonne draw`."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import util
from pathlib import Path

import pytest

import carcassonne
from carcassonne import draw

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = carcassonne.load_rules("base").new_game(players=2, seed=3)
    for _ in range(8):
        game.push(game.legal_actions[-1])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_dict()), encoding="utf-8")
    return file


def test_a_tile_of_whatever_edition_has_it(call: Call) -> None:
    assert (0, "", "base-city-cap-garden.svg: 60 x 60 pixels\n") == call(
        "draw", "base/city-cap-garden", "--size", 60, "--turned", 1
    )
    drawn = draw.tile("base-2", "base/city-cap-garden", turned=1, size=60).svg
    assert drawn == Path("base-city-cap-garden.svg").read_text(encoding="utf-8")


def test_a_set(call: Call) -> None:
    assert (0, "", "ferries.png: 175 x 88 pixels\n") == call("draw", "ferries", "-o", "ferries.png", "--size", 48)
    assert b"\x89PNG" == Path("ferries.png").read_bytes()[:4]
    code, out, err = call("draw", "ferries", "-o", "-", "--dark")
    assert (0, draw.sheet("ferries-1", dark=True).svg + "\n", "") == (code, out, err)


def test_a_saved_game(call: Call, record: Path) -> None:
    assert 0 == call("draw", record)[0]
    whole = Path("game.svg").read_text(encoding="utf-8")
    assert 0 == call("draw", record, "--to", 2, "-o", "early.svg")[0]
    early = Path("early.svg").read_text(encoding="utf-8")
    assert early.count("data-cell") < whole.count("data-cell")
    assert (2, "", "--to 99: the game has 13 actions\n") == call("draw", record, "--to", 99)


def test_rules_and_files(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("tiles: mine\nuses: [base]\nset: {well: {city: N}}\n", encoding="utf-8")
    assert (0, "") == call("draw", "mine.yaml")[:2]
    assert 'data-tile="mine/well"' in Path("mine.svg").read_text(encoding="utf-8")
    assert 0 == call("draw", "sheet", "--rules", "base", "--option", "base.edition=2", "-o", "all.svg")[0]
    assert 'data-tile="base/city-cap-garden"' in Path("all.svg").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("tiles: mine\nuses: [base]\nset: {well: {city: Q}}\n", encoding="utf-8")
    code, _, err = call("draw", "mine.yaml")
    assert 1 == code and "mine.yaml:3:20: tile mine/well: city 1: expected sides as in W-N-E" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bose"], "there is no set of tiles 'bose'"),
        (["base/rood"], "there is no tile 'base/rood'"),
        (["house/well"], "there is no shipped set 'house'; name the rules that have it with --rules"),
        (["none.yaml"], "there is no file none.yaml"),
        (["none.json"], "none.json: No such file"),
        (["base", "-o", "base.gif"], "--output base.gif: expected a name that ends in .svg or .png"),
    ],
)
def test_wrong_calls(call: Call, words: list[str], message: str) -> None:
    code, out, err = call("draw", *words)
    assert (2, "") == (code, out)
    assert message in err


def test_without_the_extra(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    code, _, err = call("draw", "base")
    assert (2, "a picture needs the extra 'draw': pip install 'carcassonne[draw]'\n") == (code, err)
