"""A position on one line is the whole position: it comes back at any decision of any rules, and goes on alike."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from notation.games import MODULES, moments, new_game, play_on, rules_of, with_options

import carcassonne
from carcassonne import Segment, Setup, notation
from carcassonne.errors import EmptyHistoryError, NotationError, RecordError
from carcassonne.play.journal import Column
from carcassonne.play.position import HEADER

BASE = rules_of(("base",))
POSITION = Draft202012Validator(notation.schema("position"))
RECORD = Draft202012Validator(notation.schema("game"))


def comes_back(game: Any, seed: int) -> None:
    text = notation.position_text(game)
    assert "\n" not in text
    loaded = notation.parse_position(text, rules=game.rules)
    saved = notation.position_to_dict(game)
    from_json = notation.game_from_position(json.loads(json.dumps(saved)), rules=game.rules)
    for again in (loaded, from_json):
        assert again == game
        assert again.fingerprint == game.fingerprint
        assert (again.player, again.about, again.is_over) == (game.player, game.about, game.is_over)
        assert (len(again), again.history, list(again.events)) == (0, (), [])
        assert notation.position_text(again) == text
    own, begun = game.copy(), len(game.history)
    assert play_on(own, seed, 25) == play_on(loaded, seed, 25)
    assert own == loaded
    assert own.history[begun:] == loaded.history
    comes_back_as_a_game(loaded)


def comes_back_as_a_game(game: Any) -> None:
    """A game that began from a position is saved with it."""
    text = notation.game_text(game)
    assert list(RECORD.iter_errors(game.to_dict())) == []
    by_text = notation.parse_game(text, rules=game.rules)
    by_json = notation.game_from_json(notation.game_json(game), rules=game.rules)
    for again in (by_text, by_json):
        assert again == game
        assert again.history == game.history
        assert notation.game_text(again) == text


@pytest.mark.parametrize("module", MODULES)
def test_every_module_at_every_sort_of_decision(module: str) -> None:
    chance = random.Random(f"position {module}")
    rules = with_options((module,), chance)
    game = new_game(rules, chance)
    for moment in moments(game, chance, set(), every=80):
        comes_back(moment, chance.getrandbits(32))


def test_all_modules_together_at_every_sort_of_decision() -> None:
    seen: set[str] = set()
    chance = random.Random(5)
    wanted = {"draw", "place", "action", "advance", "move connection", "roll", "robbers", "score next", "gold"}
    games = 0
    while not wanted <= seen and games < 10:
        game = new_game(with_options(("big-box",), chance, most=2), chance)
        games += 1
        for moment in moments(game, chance, seen, every=150):
            comes_back(moment, chance.getrandbits(32))
    assert wanted - seen == set()


def test_a_line_says_its_sections_in_order_and_leaves_out_what_is_as_always() -> None:
    game = BASE.new_game(["Ann", "Bob B"], seed=7)
    first = notation.position_text(game)
    assert first == (
        f'carcassonne-position {game.to_dict()["behaviour"]}; rules base; players Ann "Bob B"; chance seeded 7 1; '
        f"table base/city-cap-road-straight 0,0; turn Ann; drawn {game.drawn_tile}; agenda part 1; "
        f"fingerprint {game.fingerprint}"
    )


def test_equal_positions_have_one_line() -> None:
    """Two orders of the same tiles; the line says nothing of the way."""
    lines = []
    for order in ((1, -1), (-1, 1)):
        game = BASE.new_game(["Ann", "Bob"], tiles=["base/cloister"] * 3 + ["base/road-curve"] * 4)
        for x, y in ((0, 1), (order[0], 1), (order[1], 1)):
            game.push(notation.parse_action(f"place base/cloister at {x},{y}"))
            game.push(game.legal_actions[0])
        lines.append(notation.position_text(game))
    assert "base/cloister -1,1 0,1 1,1;" in lines[0]
    assert lines[0] == lines[1]


def test_a_game_that_was_set_up_comes_back() -> None:
    table = Setup(
        tiles=[("base/city-cap-road-straight", 0, 0, 0), ("base/cloister", 5, 5, 1)],
        figures=[("Ann", "meeple", Segment(5, 5, "cloister")), ("Bob", "meeple", Segment(0, 0, "city"))],
        scores={"Bob": 12},
        supply={"Ann": {"meeple": 3}},
        to_move="Bob",
    )
    game = BASE.new_game(["Ann", "Bob"], seed=3, table=table)
    assert "; supply Ann: meeple=3; " in notation.position_text(game)
    comes_back(game, 1)
    assert notation.parse_setup(notation.setup_text(table)) == table


def test_what_was_played_before_is_no_part_of_it() -> None:
    game = BASE.new_game(2, seed=1)
    game.push(game.legal_actions[0])
    loaded = notation.parse_position(notation.position_text(game))
    with pytest.raises(EmptyHistoryError):
        loaded.pop()
    loaded.push(loaded.legal_actions[0])
    loaded.pop()
    assert loaded == game


def test_rules_are_loaded_by_name_with_the_options_that_were_chosen() -> None:
    rules = carcassonne.load_rules("big-box", options={"base.edition": "1", "base.tiny_city_points": 2})
    game = rules.new_game(2, seed=1)
    loaded = notation.parse_position(notation.position_text(game))
    assert loaded == game
    assert dict(loaded.rules.options) == dict(rules.options)
    assert notation.parse_game(notation.game_text(game)) == game


def test_names_of_all_sorts_come_back() -> None:
    names = ["true", "12", "1,2", 'a "b" \\', "nobody", "né; {e}=[x]\n"]
    game = BASE.new_game(names, seed=1)
    play_on(game, 1, 12)
    comes_back(game, 2)
    assert notation.parse_game(notation.game_text(game)).players == tuple(names)


LINE = notation.position_text(BASE.new_game(["Ann", "Bob"], seed=7))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("carcassonne-position", "chess", "column 1: expected 'carcassonne-position', found 'chess'"),
        ("rules base", "rulez base", "column 25: no section 'rulez'; sections are rules, options"),
        ("rules base", "rules basf", "rules: there is no module 'basf'"),
        ("rules base", "rules ../base", "rules: '../base' is no name of a shipped module"),
        ("seeded 7 1", "seeded 7 x", "column 70: expected a counter, found 'x'"),
        ("0,0", "0,0,0", "column 107: expected a cell as in '1,-2', found '0,0,0'"),
        ("0,0", "0,0+4", "expected a turn from 1 to 3 after '+', found '4'"),
        ("turn Ann", "turn Eve", "no player 'Eve'; players here: Ann, Bob."),
        ("agenda part 1", "agenda part 7", "agenda, part: expected a whole number from 0 to"),
        ("agenda part 1", "agenda action 1", "no block of steps 'action'"),
        ("agenda part 1", "agenda part 0 (a=((((((((((((((1))))))))))))))", "lists within lists without end"),
        ("; agenda part 1", "", "the section 'agenda' is missing"),
        ("; turn Ann", "; turn Ann; turn Ann", "the section 'turn' stands there twice"),
        ("chance seeded 7 1", "chance seeded 8 1; points 3 4", "does not come out as it says: it was changed"),
        ("players Ann Bob", "players Ann Ann", "players: expected between one and six different names"),
        ('Ann Bob"', "", ""),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        notation.parse_position(LINE.replace(old, new, 1) if message else LINE[:-40])
    assert message in str(caught.value)


def test_a_line_written_by_hand_needs_no_fingerprint() -> None:
    game = notation.parse_position(LINE.rpartition("; fingerprint")[0].replace("players", "points 3 4; players"))
    assert game.scores == (3, 4)


@pytest.mark.parametrize(
    ("key", "value"),
    [("table", [["base/cloister", 0, 0, 4]]), ("drawn", 3), ("agenda", [["part", 1]]), ("stock", []), ("extra", 1)],
)
def test_the_schema_and_the_reader_refuse_what_is_damaged(key: str, value: Any) -> None:
    saved = notation.position_to_dict(BASE.new_game(2, seed=1))
    assert list(POSITION.iter_errors(saved)) == []
    damaged = {**saved, key: value}
    assert [error.message for error in POSITION.iter_errors(damaged)] != []
    if key in saved:
        with pytest.raises(RecordError, match=r"table|tile|agenda|stock"):
            notation.game_from_position(damaged, rules=BASE)


def test_every_part_of_a_state_has_its_section() -> None:
    """A new part of the state needs one, and its name here."""
    saved = {*notation.position_to_dict(BASE.new_game(2)), "hands"}  # they are said where somebody has any
    header = {"block": "agenda", "at": "agenda", "bound": "agenda", "stack": "agenda", "active": "turn"}
    header |= {"draws": "counter", "fixed_at": "draws"}
    assert {header.get(name, name) for name in HEADER} <= saved
    columns = {"board": "table", "links": "connections", "standing": "figures", "totals": "points", "track": "beside"}
    made_by_laying = {"parent", "ring", "counts", "holders", "cells", "kinds", "frontier", "centres", "shared", "posts"}
    assert {columns.get(c.name.lower(), c.name.lower()) for c in Column} - made_by_laying <= saved


def test_errors_say_line_and_column() -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse_position("carcassonne-position 1; rules base; players Ann; chance seeded 7 ?")
    assert (caught.value.line, caught.value.column) == (1, 66)
    assert str(caught.value) == "line 1, column 66: expected a counter, found '?'"
