"""`carcassonne convert`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import carcassonne
from carcassonne import Game, notation
from carcassonne.cli.forms import FORMS, impossible
from carcassonne.interop import jcloisterzone
from carcassonne.read.expansions import check_file

Call = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).resolve().parent.parent.parent
BASE = ROOT / "data" / "tiles" / "base-1.yaml"


@pytest.fixture(scope="module")
def game() -> Game:
    made = carcassonne.load_rules("base").new_game(["Ada", "Ben"], seed=3)
    rng = Random(3)
    while not made.is_over:
        made.push(rng.choice(made.legal_actions))
    return made


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_dict()), encoding="utf-8")
    return file


# Games -------------------------------------------------------------------------------------------


def test_a_game_goes_through_every_form_and_comes_back_equal(call: Call, game: Game, saved: Path) -> None:
    for suffix in (".game", ".jcz", ".json"):
        there, back = saved.with_name(f"there{suffix}"), saved.with_name(f"back-from{suffix}.json")
        assert (0, "", "") == call("convert", saved, there)
        assert (0, "", "") == call("convert", there, back)
        again = notation.game_from_json(back.read_text(encoding="utf-8"))
        assert game.fingerprint == again.fingerprint
        assert game.scores == again.scores
        assert game.history == again.history


def test_a_game_becomes_its_position(call: Call, game: Game, saved: Path) -> None:
    code, out, _ = call("convert", saved, "-", "--to", "position")
    assert 0 == code and 1 == out.count("\n")
    assert notation.position_text(game) == out.rstrip("\n")
    code, again, _ = call("convert", "-", "-", "--from", "position", "--to", "position", said=out)
    assert (0, out) == (code, again)


def test_standard_streams(call: Call, game: Game, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    code, out, _ = call("convert", "-", "-", "--from", "json", "--to", "game", said=text)
    assert (0, notation.game_text(game).rstrip()) == (code, out.rstrip())


# Tiles -------------------------------------------------------------------------------------------


def test_tiles_there_and_back_are_checked_and_played(call: Call, tmp_path: Path) -> None:
    xml, mine, expansion = tmp_path / "base.xml", tmp_path / "My set.yaml", tmp_path / "my-set-expansion.yaml"
    assert (0, "", "") == call("convert", BASE, xml)
    assert (0, "", f"{expansion}: written as well\n") == call("convert", xml, mine)
    assert "tiles: my-set\n" in mine.read_text(encoding="utf-8")
    assert expansion.read_text(encoding="utf-8") == (
        "# Puts the tiles of My set.yaml into play.\n"
        "expansion: my-set-expansion\n"
        "title: My set\n"
        "needs: [base]\n"
        "\n"
        'tiles: {my-set: "My set.yaml"}\n'
    )
    assert 0 == call("check", mine, expansion)[0]
    assert "<Ruleset base, my-set-expansion: 144 tiles, 2 kinds of figures>" == repr(carcassonne.load_rules(expansion))


def test_unknown_words_are_told_and_declared(call: Call, tmp_path: Path) -> None:
    xml, mine = tmp_path / "fan.xml", tmp_path / "fan.yaml"
    xml.write_text("<defs><tile id='f/A'><road toll='2'>N S</road><geyser/></tile></defs>", encoding="utf-8")
    code, _, said = call("convert", xml, mine)
    assert 0 == code
    assert "warning: " in said and "unknown attribute 'toll' of road: kept as the symbol 'toll'" in said
    assert "tile 'f/A': it has no fields" in said
    lines = mine.read_text(encoding="utf-8").splitlines()
    assert "  road-straight-toll: {road: {at: N-S, toll: 2}, geyser: true}   # f/A" == lines[-1]
    assert [] == check_file(mine, search=[tmp_path])
    assert [] == check_file(tmp_path / "fan-expansion.yaml")
    assert 0 == call("convert", mine, "-", "--to", "xml")[0]


def test_one_of_several_sets_is_named(call: Call, tmp_path: Path) -> None:
    xml = tmp_path / "two.xml"
    sets = "".join(f"<tile-set id='{name}'><ref tile='a/b' count='{name[-1]}'/></tile-set>" for name in ("x:1", "x:2"))
    field = "<field>NL NR EL ER SL SR WL WR</field>"
    xml.write_text(f"<defs><tile id='a/b'>{field}</tile>{sets}</defs>", encoding="utf-8")
    several = f"{xml} holds 2 sets; choose one with --set: x:1, x:2\n"
    assert (2, "", several) == call("convert", xml, "-", "--to", "yaml")
    code, out, _ = call("convert", xml, "-", "--to", "yaml", "--set", "x:2")
    assert 0 == code and "edition: 2\n" in out and "b: {count: 2}" in out
    code, _, said = call("convert", xml, "-", "--to", "yaml", "--set", "x:3")
    assert 1 == code and "sets here: x:1, x:2. Did you mean 'x:2'?" in said


# What does not go --------------------------------------------------------------------------------


def test_ways_that_there_are() -> None:
    ways = {(a.name, b.name) for a in FORMS.values() for b in FORMS.values() if not impossible(a, b)}
    games = ("json", "game", "jcz")
    assert ways == {
        *((a, b) for a in games for b in (*games, "position")),
        ("position", "position"),
        ("yaml", "xml"),
        ("xml", "yaml"),
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("a.position", "a.json"),
            "a.position to a.json: a position has no history, and a game is its history: every draw and every move",
        ),
        (("a.yaml", "a.json"), "a.yaml to a.json: yaml holds tiles, json holds a game"),
        (("a.jcz", "a.xml"), "a.jcz to a.xml: jcz holds a game, xml holds tiles"),
        (("a.xml", "b.xml"), "a.xml to b.xml: both are xml"),
        (
            ("a.doc", "b.xml"),
            "a.doc: no form has this suffix; use one of .json, .game, .jcz, .position, .yaml, .yml, .xml, or --from",
        ),
        (("-", "b.xml"), "-: say its form with --from, one of json, game, jcz, position, yaml, xml"),
        (
            ("a.json", "b", "--to", "pdf"),
            "--to pdf: there is no such form; forms here: json, game, jcz, position, yaml, xml",
        ),
        (("no-such.json", "b.game"), "no-such.json: No such file or directory"),
    ],
)
def test_wrong_calls(call: Call, words: tuple[str, ...], said: str) -> None:
    assert (2, "", f"{said}\n") == call("convert", *words)


def test_files_are_kept_unless_forced(call: Call, tmp_path: Path) -> None:
    there, xml = tmp_path / "base.yaml", tmp_path / "base.xml"
    xml.write_text("mine", encoding="utf-8")
    assert (2, "", f"{xml} is there already; --force writes over it\n") == call("convert", BASE, xml)
    assert "mine" == xml.read_text(encoding="utf-8")
    assert 0 == call("convert", BASE, xml, "--force")[0]
    (tmp_path / "base-expansion.yaml").write_text("mine", encoding="utf-8")
    assert 2 == call("convert", xml, there)[0]
    assert not there.exists()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", ["", "{", "<", "\x00", "[1, 2]", "{}", "null", "\ufeff", "a: [", "<defs/>"])
def test_no_file_ends_in_a_traceback(call: Call, form: str, text: str) -> None:
    target = next(name for name in ("game", "position", "xml", "yaml") if not impossible(FORMS[form], FORMS[name]))
    code, out, said = call("convert", "-", "-", "--from", form, "--to", target, said=text)
    assert (1, "") == (code, out)
    assert said.strip()


def test_bytes_that_are_no_text(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "odd"
    file.write_bytes(b"tiles: \xff\n")
    for form in FORMS:
        target = next(name for name in ("game", "position", "xml", "yaml") if not impossible(FORMS[form], FORMS[name]))
        assert 1 == call("convert", file, "-", "--from", form, "--to", target)[0]
    said = call("convert", file, "-", "--from", "yaml", "--to", "xml")[2]
    shown = "  1 │ tiles:\n    │        ^\n    Save the file as UTF-8.\n"
    assert f"{file}:1:8: byte 0xff is no UTF-8 [CARC-Y005]\n{shown}" == said


def test_what_the_other_program_cannot_say_is_told(call: Call, tmp_path: Path) -> None:
    made = carcassonne.load_rules("base", "messages").new_game(2, seed=1)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(made.to_dict()), encoding="utf-8")
    code, _, said = call("convert", file, tmp_path / "game.jcz")
    assert 1 == code and "messages" in said
    with pytest.raises(jcloisterzone.InteropError):
        jcloisterzone.to_json(made)
