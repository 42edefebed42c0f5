"""A record is the game: it comes back at any moment, with all that can be taken back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from oracle.agreement import anything
from oracle.settings import rules_with

from carcassonne import CHANCE, Segment, Setup
from carcassonne.errors import RecordError
from carcassonne.play.records import BEHAVIOUR, FORMAT

ALL = rules_with(("base", "river", "abbot"))
BASE = rules_with(("base",))


def through_json(game: Any) -> Any:
    return game.rules.game_from_dict(json.loads(json.dumps(game.to_dict())))


def test_a_record_says_all_that_makes_the_game() -> None:
    game = ALL.new_game(["Ann", "Bob"], seed=12)
    saved = game.to_dict()
    assert saved["format"] == FORMAT == "carcassonne-game"
    assert saved["behaviour"] == BEHAVIOUR
    assert sorted(saved["rules"]) == ["abbot", "base", "river"]
    assert saved["options"]["abbot.recall"] == "on"
    assert saved["players"] == ["Ann", "Bob"]
    assert (saved["chance"], saved["seed"], saved["tiles"], saved["table"]) == ("seeded", 12, None, None)
    assert saved["actions"] == [f"draw {game.drawn_tile}"]
    assert saved["scores"] == [0, 0]
    assert saved["fingerprint"] == game.fingerprint


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.parametrize(
    "tiles", [None, ["river/river-bend", "river/river-lake", "base/cloister", "base/road-curve"] * 5]
)
def test_every_moment_comes_back(chance: str, tiles: Any) -> None:
    game = ALL.new_game(3, seed=4, chance=chance, tiles=tiles)
    choose = random.Random(4)
    while not game.is_over:
        loaded = through_json(game)
        assert loaded == game
        assert (loaded.player, loaded.about, len(loaded)) == (game.player, game.about, len(game))
        assert loaded.history == game.history
        assert list(loaded.events) == list(game.events)
        assert list(loaded.legal_actions) == list(game.legal_actions)
        if len(game) % 7 == 0:
            while len(loaded):
                loaded.pop()
            fresh = ALL.new_game(3, seed=4, chance=chance, tiles=tiles)
            assert loaded == fresh
            assert loaded.history == fresh.history
        game.push(anything(choose, game, game.legal_actions))
    assert through_json(game).scores == game.scores


def test_a_loaded_seeded_game_meets_the_same_draws() -> None:
    game = BASE.new_game(2, seed=8)
    for _ in range(10):
        game.push(game.legal_actions[0])
    loaded = through_json(game)
    while not game.is_over:
        game.push(game.legal_actions[-1])
        loaded.push(loaded.legal_actions[-1])
        assert loaded.drawn_tile == game.drawn_tile
    assert loaded.history == game.history


def test_a_record_without_its_last_draw_goes_on_to_the_next_decision() -> None:
    game = BASE.new_game(2, seed=8)
    saved = game.to_dict()
    saved["actions"], saved["fingerprint"] = [], None
    loaded = BASE.game_from_dict(saved)
    assert loaded.player != CHANCE
    assert loaded.drawn_tile == game.drawn_tile


def test_a_set_up_table_comes_back() -> None:
    table = Setup(
        tiles=(("base/city-cap", 0, 0, 0), ("base/road-straight", 0, 1, 0), ("base/cloister", 40, -3, 0)),
        figures=(("red", "meeple", Segment(0, 0, "city")), ("blue", "meeple", Segment(40, -3, "cloister"))),
        scores={"red": 4},
        supply={"blue": {"meeple": 2}},
        to_move="red",
    )
    assert Setup.from_dict(json.loads(json.dumps(table.to_dict()))) == table
    game = BASE.new_game(["blue", "red"], seed=3, table=table)
    game.push(game.legal_actions[-1])
    loaded = through_json(game)
    assert loaded == game
    assert (loaded.supply(0), loaded.scores) == ({"meeple": 2}, (0, 4))
    assert loaded.history == game.history


@pytest.mark.parametrize("other", [BEHAVIOUR + 1, BEHAVIOUR - 1, None, "1"])
def test_a_record_of_another_behaviour_is_refused_with_a_cure(other: Any) -> None:
    saved = {**BASE.new_game(2).to_dict(), "behaviour": other}
    with pytest.raises(RecordError, match="behaviour"):
        BASE.game_from_dict(saved)


def test_a_record_of_other_rules_is_refused() -> None:
    saved = BASE.new_game(2).to_dict()
    for rules in (ALL, rules_with(("base",), (("base.tiny_city_points", "2"),))):
        with pytest.raises(RecordError, match="rules"):
            rules.game_from_dict(saved)


def test_a_changed_record_does_not_come_out_as_it_says() -> None:
    game = BASE.new_game(2, seed=1)
    for _ in range(9):
        game.push(game.legal_actions[0])
    saved = game.to_dict()
    for key, value in (("fingerprint", "0" * 32), ("scores", [9, 9]), ("actions", saved["actions"][:-3])):
        with pytest.raises(RecordError):
            BASE.game_from_dict({**saved, key: value})
