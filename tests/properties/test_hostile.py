"""Whatever comes from outside earns one of the library's own errors, and leaves the game as it was."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle.agreement import agree, anything, follow, oracle_for
from oracle.settings import rules_with, times

from carcassonne import Action, Choose, Draw, Game, Pass, Place, Segment, Setup, Stand
from carcassonne.errors import (
    ActionSyntaxError,
    CarcassonneError,
    EmptyHistoryError,
    IllegalActionError,
    OptionError,
    RecordError,
)

BASE = rules_with(("base",))
ALL = rules_with(("base", "river", "abbot"))
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    0.5,
    math.inf,
    math.nan,
    10**400,
    "",
    "x",
    b"x",
    [],
    [[]],
    {},
    {"a": 1},
    object(),
)


def numbered(*values: Any) -> list[Any]:
    """Parameters named by their number, since the texts of some are too long for a name."""
    return [pytest.param(value, id=str(number)) for number, value in enumerate(values)]


# New games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players",
    numbered(
        0,
        7,
        -1,
        10**400,
        True,
        1.0,
        None,
        "ab",
        b"ab",
        {"a": 1},
        {"a", "b"},
        [],
        [1, 2],
        [[], []],
        ["a", "a"],
        ["a", ""],
        ["a", " "],
        ["a", None],
        list("abcdefg"),
        object(),
    ),
)
def test_wrong_players_are_refused(players: Any) -> None:
    with pytest.raises(OptionError):
        BASE.new_game(players)


@pytest.mark.parametrize(
    "players",
    numbered(["\x00", "a\nb"], ["pass", "draw x"], ["blue: 3", "😀"], ["a" * 10_000, "á"], ("a", "b")),
)
def test_names_may_be_strange(players: Any) -> None:
    game = BASE.new_game(players, seed=1)
    game.push(game.legal_actions[0])
    loaded = BASE.game_from_dict(json.loads(json.dumps(game.to_dict())))
    assert loaded == game
    assert loaded.players == tuple(players)


@pytest.mark.parametrize(
    "seed",
    numbered(-1, 2**64, 10**400, -(10**5_000), 10**5_000, 1.0, math.nan, True, None, "7", [], object()),
)
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(OptionError):
        BASE.new_game(2, seed=seed)


@pytest.mark.parametrize("seed", numbered(0, 2**63, 2**64 - 1))
def test_the_largest_seeds_play_and_are_saved(seed: int) -> None:
    game = BASE.new_game(2, seed=seed)
    assert BASE.game_from_dict(json.loads(json.dumps(game.to_dict()))) == game


@pytest.mark.parametrize("chance", numbered(None, "", "Seeded", 1, [], object()))
def test_wrong_words_for_chance_are_refused(chance: Any) -> None:
    with pytest.raises(OptionError):
        BASE.new_game(2, chance=chance)


@pytest.mark.parametrize(
    "tiles",
    numbered(
        5,
        "abc",
        True,
        ["base/nothing"],
        [None],
        [5],
        [[]],
        [{}],
        ["river/river-spring"],
        {"base/city-cap"},
        {"base/city-cap": 1},
        object(),
        b"abc",
    ),
)
def test_wrong_draws_are_refused(tiles: Any) -> None:
    with pytest.raises(OptionError):
        BASE.new_game(2, tiles=tiles)


@pytest.mark.parametrize("table", numbered(5, "abc", [], {}, object()))
def test_a_table_is_a_setup(table: Any) -> None:
    with pytest.raises(OptionError):
        BASE.new_game(2, table=table)


def test_a_game_without_draws_is_over_at_once() -> None:
    game = BASE.new_game(3, tiles=[])
    assert (game.is_over, game.scores, game.winners, len(game.legal_actions)) == (
        True,
        (0, 0, 0),
        (0, 1, 2),
        0,
    )


CAPS = (("base/city-cap", 0, 0, 0), ("base/road-straight", 0, 1, 0))
MONK = ("blue", "meeple", Segment(0, 0, "city"))


@pytest.mark.parametrize(
    "parts",
    numbered(
        {"tiles": (("base/nothing", 0, 0, 0),)},
        {"tiles": (("base/city-cap", 0, 0, 4),)},
        {"tiles": (("base/city-cap", 0, 0, -1),)},
        {"tiles": (("base/city-cap", 10**9, 0, 0),)},
        {"tiles": (("base/city-cap", 0.0, 0, 0),)},
        {"tiles": (("base/city-cap", math.inf, 0, 0),)},
        {"tiles": ((None, 0, 0, 0),)},
        {"tiles": (([], 0, 0, 0),)},
        {"tiles": (*CAPS, ("base/city-cap", 0, 0, 0))},
        {"tiles": (*CAPS, ("base/city-cap", 0, -1, 0))},
        {"figures": (("nobody", "meeple", Segment(0, 0, "city")),)},
        {"figures": (("blue", "giant", Segment(0, 0, "city")),)},
        {"figures": (("blue", "marker", Segment(0, 0, "city")),)},
        {"figures": ((None, "meeple", Segment(0, 0, "city")),)},
        {"figures": (("blue", "meeple", Segment(0, 0, "road")),)},
        {"figures": (("blue", "meeple", Segment(5, 5, "city")),)},
        {"figures": (("blue", "meeple", "city at 0,0"),)},
        {"figures": (("blue", "meeple", None),)},
        {"figures": (MONK,) * 8},
        {"scores": {"nobody": 1}},
        {"scores": {"blue": "x"}},
        {"scores": {"blue": 1.5}},
        {"scores": {"blue": None}},
        {"scores": {"blue": -1}},
        {"supply": {"nobody": {"meeple": 1}}},
        {"supply": {"blue": {"giant": 1}}},
        {"supply": {"blue": {"meeple": -1}}},
        {"supply": {"blue": {"meeple": "x"}}},
        {"supply": {"blue": {"meeple": 1.5}}},
        {"supply": {"blue": {"meeple": None}}},
        {"supply": {"blue": {"meeple": 10**9}}},
        {"to_move": "nobody"},
        {"to_move": 5},
    ),
)
def test_an_impossible_setup_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(CarcassonneError):
        BASE.new_game(["blue", "red"], table=Setup(**{"tiles": CAPS, **parts}))


# Actions -------------------------------------------------------------------------------------------


def malformed(tile: str) -> Iterator[Any]:
    """Things that are no actions, and actions with parts that are no names, places or turns."""
    yield from ODD
    yield from (Action(), Segment(0, 0, "city"))
    for odd in ODD:
        yield from (Draw(odd), Stand(odd, Segment(0, -1, "city")), Stand("meeple", odd), Choose(odd, "x"))
        yield from (Place(odd, 0, -1, 2), Choose("recall", odd), Stand("meeple", Segment(0, -1, odd)))
        if type(odd) is not int:
            yield from (Place(tile, odd, -1, 2), Place(tile, 0, odd, 2), Place(tile, 0, -1, odd))
            yield from (Stand("meeple", Segment(odd, -1, "city")), Stand("meeple", Segment(0, odd, "city")))
            yield Stand("meeple", Segment(0, -1, "city", odd))


def states_of(game: Any) -> Any:
    return (
        game.position(),
        list(game.events),
        game.history,
        list(map(str, game.legal_actions)),
        game.scores,
        len(game),
    )


@pytest.mark.parametrize("pushes", [0, 1])
def test_malformed_actions_change_nothing(pushes: int) -> None:
    game = BASE.new_game(2, seed=1)
    tile = str(game.drawn_tile)
    for _ in range(pushes):
        game.push(BASE.parse_action(f"place {tile} at 0,-1 turned 2", game))
    before = states_of(game)
    for action in malformed(tile):
        assert action not in game.legal_actions
        assert game.why_not(action)
        with pytest.raises(IllegalActionError) as caught:
            game.push(action)
        assert str(caught.value)
    assert before == states_of(game)


@pytest.mark.parametrize(
    "cell",
    numbered((9_999, 0), (0, -16_384), (16_383, 0), (-16_384, 1), (32_768, -1), (2**63, 2**64), (-(10**400), 0)),
)
def test_far_cells_are_no_places(cell: tuple[int, int]) -> None:
    game = BASE.new_game(2, seed=1)
    action = Place(str(game.drawn_tile), *cell, 0)
    assert action not in game.legal_actions
    assert "B-21" in str(game.why_not(action))
    with pytest.raises(IllegalActionError):
        game.push(action)
    assert game.segments(*cell) == ()
    with pytest.raises(ValueError, match="there is no"):
        game.worth(Segment(*cell, "road"))


@pytest.mark.parametrize(
    "segment",
    numbered(
        None,
        "city at 0,0",
        5,
        Segment(None, None, "city"),
        Segment(0, 0, "sea"),  # type: ignore[arg-type]
        Segment(0, 0, "city", 7),
        Segment(0, 0, None),
        Segment(9, 9, "city"),
    ),
)  # type: ignore[arg-type]
def test_questions_about_no_segment_are_refused(segment: Any) -> None:
    game = BASE.new_game(2, seed=1)
    for question in (game.worth, game.feature):
        with pytest.raises(ValueError, match=r"segment|there is no"):
            question(segment)


@pytest.mark.parametrize("player", [2, -1, 9])
def test_nobody_has_no_supply(player: int) -> None:
    with pytest.raises(IndexError):
        BASE.new_game(2).supply(player)


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = BASE.new_game(2, tiles=["base/city-cap"])
    game.push(game.legal_actions[0])
    game.push(game.legal_actions[-1])
    before = states_of(game)
    assert game.is_over
    for action in (Pass(), Draw("base/city-cap"), Place("base/city-cap", 0, 2, 0), *game.history):
        assert game.why_not(action) == "the game is over"
        with pytest.raises(IllegalActionError, match="the game is over"):
            game.push(action)
    assert before == states_of(game)


def test_nothing_can_be_taken_back_at_the_start() -> None:
    for chance in ("seeded", "explicit"):
        game = ALL.new_game(2, seed=3, chance=chance)
        before = states_of(game)
        with pytest.raises(EmptyHistoryError):
            game.pop()
        assert before == states_of(game)


@pytest.mark.parametrize(
    "text",
    numbered(
        "",
        " ",
        "PASS",
        "draw",
        "draw a b",
        "place a at 1,2 turned 4",
        "place a at ,",
        "place a at 1",
        "place at 1,2",
        ": x",
        "x: ",
        "place a at 999999,0",
        "meeple on road",
        "meeple on road 1234 at 1,2",
        " on city at 0,0",
        "\x00",
        "x" * 10**6,
        "x: " + "y" * 10**6,
        "meeple on " * 10**5,
        None,
        5,
        b"pass",
        ["pass"],
        {},
    ),
)
def test_texts_that_are_no_action_are_refused_at_once(text: Any) -> None:
    start = time.process_time()
    with pytest.raises(ActionSyntaxError) as caught:
        BASE.parse_action(text, BASE.new_game(2))
    assert caught.value.column >= 1
    assert len(str(caught.value)) < 400
    assert time.process_time() - start < 1


# Records -------------------------------------------------------------------------------------------


def saved_games() -> list[tuple[Any, dict[str, Any]]]:
    """Records of several kinds, as they come out of JSON."""
    games = [
        ALL.new_game(3, seed=5),
        BASE.new_game(2, seed=6, chance="explicit"),
        BASE.new_game(2, seed=6, tiles=["base/city-cap"] * 9),
    ]
    setup = Setup(CAPS, (MONK,), {"blue": 3}, {"red": {"meeple": 2}}, "red")
    games.append(BASE.new_game(["blue", "red"], seed=2, table=setup))
    for game in games:
        for at in range(12):
            if not game.is_over:
                game.push(game.legal_actions[at % len(game.legal_actions)])
    return [(game.rules, json.loads(json.dumps(game.to_dict()))) for game in games]


SAVED = saved_games()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(ODD[:10]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a record."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        yield (*path, key)
        yield from paths_in(value[key], (*path, key))


def load_whatever(rules: Any, saved: Any) -> None:
    """A record is refused with RecordError, or it is a game like any other."""
    try:
        game = rules.game_from_dict(saved)
    except RecordError as error:
        assert str(error)
        return
    assert isinstance(game, Game)
    again = json.loads(json.dumps(game.to_dict()))
    assert game == rules.game_from_dict(again)
    assert all(type(score) is int for score in game.scores)
    for _ in range(3):
        if not game.is_over:
            game.push(game.legal_actions[-1])
    game.scores_if_ended()
    while len(game):
        game.pop()


@settings(max_examples=times(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_changed_records_are_refused_or_harmless(data: st.DataObject) -> None:
    rules, original = data.draw(st.sampled_from(SAVED))
    saved = json.loads(json.dumps(original))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(list(paths_in(saved))))
        inner = saved
        for key in way:
            inner = inner[key]
        what = data.draw(st.sampled_from(("replace", "delete", "swap", "double")))
        if what == "delete":
            del inner[last]
        elif what == "replace":
            inner[last] = data.draw(JSON)
        elif what == "double" and isinstance(inner, list):
            inner.insert(last, inner[last])
        else:
            other = (
                data.draw(st.sampled_from(list(inner)))
                if isinstance(inner, dict)
                else data.draw(st.integers(0, len(inner) - 1))
            )
            inner[last], inner[other] = inner[other], inner[last]
    saved.pop("fingerprint", None)  # else nearly everything would be refused for that alone
    load_whatever(rules, saved)


@pytest.mark.parametrize("number", range(len(SAVED)))
def test_no_part_of_a_record_may_be_of_a_wrong_type(number: int) -> None:
    rules, original = SAVED[number]
    for key in original:
        for odd in ODD:
            load_whatever(rules, {**original, key: odd})
            load_whatever(rules, {k: v for k, v in {**original, key: odd}.items() if k != "fingerprint"})
        load_whatever(rules, {k: v for k, v in original.items() if k != key})


@pytest.mark.parametrize("saved", numbered(*ODD, [1, 2], "carcassonne-game", {"format": "carcassonne-game"}))
def test_what_is_no_record_is_refused(saved: Any) -> None:
    with pytest.raises(RecordError):
        BASE.game_from_dict(saved)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "other"),
        ("behaviour", 0),
        ("behaviour", 1),
        ("behaviour", 3),
        ("behaviour", 10**400),
        ("behaviour", True),
        ("behaviour", "1"),
        ("rules", ["base"]),
        ("rules", ["base", "river"]),
        ("options", {}),
        ("scores", [1, 2, 3]),
        ("fingerprint", "0" * 32),
    ],
)
def test_a_record_of_something_else_is_refused(key: str, value: Any) -> None:
    rules, original = SAVED[0]
    with pytest.raises(RecordError):
        rules.game_from_dict({**original, key: value})


def test_a_record_with_an_illegal_action_says_which() -> None:
    rules, original = SAVED[0]
    actions = [*original["actions"][:3], "place river/river-lake at 9,9 turned 0", *original["actions"][3:]]
    with pytest.raises(RecordError, match="action 4: "):
        rules.game_from_dict({**original, "actions": actions})


# A loaded game is played on as the oracle says -----------------------------------------------------


@settings(max_examples=times(4), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**64 - 1), stop=st.integers(0, 120), chance=st.randoms(use_true_random=False))
def test_a_loaded_game_plays_on_like_any_other(seed: int, stop: int, chance: Any) -> None:
    game = ALL.new_game(3, seed=seed)
    while len(game.history) < stop and not game.is_over:
        game.push(anything(chance, game, game.legal_actions))
    loaded = ALL.game_from_dict(json.loads(json.dumps(game.to_dict())))
    oracle = oracle_for(loaded)
    while not game.is_over:
        action = anything(chance, game, game.legal_actions)
        game.push(action)
        loaded.push(action)
        assert game.fingerprint == loaded.fingerprint
    follow(loaded, oracle, 0)
    agree(loaded, oracle)
    assert loaded.history == game.history
