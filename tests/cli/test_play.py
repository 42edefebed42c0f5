"""`carcassonne play` with answers from standard input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import carcassonne

Call = Callable[..., tuple[int, str, str]]


def test_the_end_of_input_leaves_the_game(call: Call) -> None:
    code, out, err = call("play", "--seed", 4)
    assert (0, "") == (code, err)
    assert "blue decides: place" in out
    assert "You left the game at blue 0, red 0." in out


def test_numbers_words_and_quit(call: Call) -> None:
    code, out, _ = call("play", "--seed", 4, "--bots", "random", said="1\npass\nquit\n1\n")
    assert 0 == code
    assert "  blue lays base/" in out and "  red lays base/" in out
    assert "blue> pass\n" in out, "without a terminal the answers are shown too"
    assert out.endswith("You left the game at blue 0, red 0.\n")


def test_what_is_not_understood_is_said(call: Call) -> None:
    said = "0\n999\n99999999999999999999\nhello\nplace base/cloister at 50,50\npass\n\n"
    _, out, _ = call("play", "--seed", 4, said=said)
    assert 3 == out.count("  the choices are numbered from 1 to ")
    assert "'hello' is neither a number nor a command nor an action" in out
    assert 2 == out.count("  not possible: ")
    assert "blue lays" not in out


def test_undo_goes_back_to_the_last_own_decision(call: Call) -> None:
    _, out, _ = call("play", "--seed", 4, said="undo\n1\npass\nundo\nundo\nundo\n")
    assert 2 == out.count("there is no decision of yours to take back")
    assert 2 == out.count("  taken back")
    tiles = [line for line in out.splitlines() if line.startswith("tile to place")]
    assert tiles[0] == tiles[-1], "the same tile is drawn again"


def test_why_worth_help_sheet_board_choices(call: Call) -> None:
    said = """
        help
        why place base/cloister at 0,0
        why pass
        why x
        worth 0,0
        worth city at 0,0
        worth 5,5
        worth
        sheet
        board
        choices
    """
    code, out, _ = call("play", "--seed", 4, said=said)
    assert 0 == code
    assert "undo            take back" in out
    assert "  not possible: there is a tile at 0,0 already (B-20)" in out or "the tile to place is" in out
    assert "  city at 0,0: not complete, 1 points for nobody: tiles +1 (B-92)" in out
    assert "  road at 0,0: not complete" in out
    assert 2 == out.count("  nothing is there")
    assert "   0 in total" in out
    assert 2 == out.count("C city  M cloister")


def test_a_whole_game_and_a_saved_one(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said = "1\n1\n" * 20 + f"save {file}\nsave\nsave {tmp_path}\n" + "1\n" * 300
    code, out, _ = call("play", "--rules", "base,river", "--seed", 2, "--bots", "random", "--players", 3, said=said)
    assert 0 == code
    assert f"  saved as {file}" in out and "  save where?" in out and f"  {tmp_path}: " in out
    assert "The game is over" in out and " in total" in out
    saved = carcassonne.load_rules("base", "river").game_from_dict(json.loads(file.read_text(encoding="utf-8")))
    assert not saved.is_over
    code, out, _ = call("play", "--load", file, "--people", 1)
    assert 0 == code
    scores = ", ".join(f"{name} {score}" for name, score in zip(saved.players, saved.scores, strict=True))
    assert f"You left the game at {scores}." in out


def test_bots_alone_play_to_the_end(call: Call) -> None:
    code, out, _ = call("play", "--people", 0, "--bots", "random", "--seed", 1)
    assert 0 == code
    assert "The game is over" in out


def test_two_people_play_in_turn(call: Call) -> None:
    _, out, _ = call("play", "--people", 2, said="1\npass\n1\npass\n")
    assert "blue> 1\n" in out and "red> 1\n" in out


def test_more_people_than_seats(call: Call) -> None:
    code, _, err = call("play", "--people", 3)
    assert (2, "3 people for 2 seats\n") == (code, err)
