"""What callers see of a game: who decides, what is legal, why something is not, and what it is worth."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from oracle.settings import rules_with

from carcassonne import CHANCE, Choose, Pass, Place, Segment, Setup, Stand
from carcassonne.errors import CarcassonneError, IllegalActionError, StaleActionsError

BASE = rules_with(("base",))
ABBOT = rules_with(("base", "abbot"))
RIVER = rules_with(("base", "river"))


def game_of(*actions: str, tiles: list[str], rules: Any = BASE, players: int = 2, table: Any = None) -> Any:
    game = rules.new_game(players, tiles=tiles, table=table)
    for text in actions:
        game.push(rules.parse_action(text, game))
    return game


def test_colours_are_the_names_of_players_who_have_none() -> None:
    assert BASE.new_game(6).players == ("blue", "red", "green", "yellow", "black", "pink")
    assert BASE.new_game(["Ann", "Bob"]).players == ("Ann", "Bob")


def test_legal_actions_are_a_sequence() -> None:
    game = BASE.new_game(2, tiles=["base/road-curve"])
    legal = game.legal_actions
    assert len(legal) == 6
    assert list(legal) == [legal[number] for number in range(6)]
    assert legal[-1] == legal[5] == list(legal)[-1]
    assert legal[1:3] == (legal[1], legal[2])
    assert legal == list(legal)
    assert legal == tuple(legal)
    assert (legal == "x", legal == 5) == (False, False)
    assert legal[0] in legal
    assert "place base/road-curve" in repr(legal)
    assert list(legal) == sorted(legal)
    assert str(legal[0]) == "place base/road-curve at -1,0 turned 2"
    with pytest.raises(IndexError):
        legal[6]


def test_only_turns_that_can_be_told_apart_are_listed_and_all_are_taken() -> None:
    game = BASE.new_game(2, tiles=["base/road-straight"])
    east = [action.turned for action in game.legal_actions if (action.x, action.y) == (1, 0)]
    assert east == [0]
    other = Place("base/road-straight", 1, 0, 2)
    assert other in game.legal_actions
    assert game.why_not(other) is None
    assert game.as_listed(other) == Place("base/road-straight", 1, 0, 0)
    game.push(other)
    assert game.table[1, 0] == ("base/road-straight", 0)
    assert game.history[-1] == Place("base/road-straight", 1, 0, 0)
    assert game.pop() == Place("base/road-straight", 1, 0, 0)


def test_chance_decides_in_explicit_games() -> None:
    game = BASE.new_game(2, chance="explicit")
    assert (game.player, game.about, game.active_player) == (CHANCE, "draw", 0)
    assert sum(weight for _, weight in game.chances) == game.tiles_left == 71
    assert [action for action, _ in game.chances] == list(game.legal_actions)
    game.push(game.legal_actions[0])
    assert (game.player, game.about, game.chances, game.tiles_left) == (0, "place", (), 70)
    assert game.drawn_tile == "base/city-band"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("place base/road-straight at 0,0 turned 0", "there is a tile at 0,0 already (B-20)"),
        ("place base/road-straight at 1,1 turned 0", "no side would touch a tile at 1,1 (B-21)"),
        ("place base/road-straight at 1,0 turned 1", "an edge would not match its neighbour (B-23)"),
        ("place base/cloister at 0,1 turned 0", "the tile to place is base/road-straight (B-20)"),
        ("pass", "not on offer: blue decides about place now"),
        ("draw base/cloister", "not on offer: blue decides about place now"),
    ],
)
def test_why_a_placement_is_not_on_offer(text: str, reason: str) -> None:
    game = BASE.new_game(2, tiles=["base/road-straight"])
    action = BASE.parse_action(text, game)
    assert game.why_not(action) == reason
    with pytest.raises(IllegalActionError) as caught:
        game.push(action)
    assert caught.value.reason == reason
    assert isinstance(caught.value, CarcassonneError)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("meeple on road at 0,0", "B-32"),
        ("meeple on road at 1,0", "B-34"),
        ("abbot on city at 1,0", "AB-4"),
        ("abbot on road at 1,0", "AB-4"),
    ],
)
def test_why_a_figure_cannot_stand_there(text: str, rule: str) -> None:
    table = Setup(
        (("base/city-cap-road-straight", 0, 0, 0), ("base/cloister", 9, 9, 0)),
        (("red", "meeple", Segment(0, 0, "road")),),
    )
    game = game_of(
        "place base/city-cap-road-straight at 1,0 turned 0",
        tiles=["base/city-cap-road-straight"],
        rules=ABBOT,
        table=table,
    )
    assert f"({rule})" in str(game.why_not(ABBOT.parse_action(text, game)))


def test_why_the_river_cannot_go_there() -> None:
    game = game_of(
        "place river/river-bend at 1,0 turned 0",
        "pass",
        tiles=["river/river-bend", "river/river-bend"],
        rules=RIVER,
    )
    assert "(RV-13)" in str(game.why_not(Place("river/river-bend", 1, 1, 1)))
    assert game.why_not(Place("river/river-bend", 1, 1, 2)) is None
    assert "(RV-10)" in str(game.why_not(Place("river/river-bend", -1, 0, 0)))
    assert "(B-23)" in str(game.why_not(Place("river/river-bend", -1, 0, 3)))


def test_why_an_abbot_cannot_be_called_back() -> None:
    game = game_of("place base/cloister at 0,1 turned 0", tiles=["base/cloister"], rules=ABBOT)
    assert game.why_not(Choose("recall", "abbot on cloister at 0,1")) is not None
    assert game.why_not(Choose("dance", "abbot on cloister at 0,1")) is not None


def test_nobody_is_asked_where_there_is_only_passing() -> None:
    table = Setup((("base/city-cap-road-straight", 0, 0, 0),), supply={"blue": {"meeple": 0}})
    game = game_of("place base/cloister at 0,1 turned 0", tiles=["base/cloister"] * 2, table=table)
    assert (game.player, game.about) == (1, "place")
    assert game.why_not(Pass()) == "not on offer: red decides about place now"


def test_what_a_feature_is_worth_tells_why() -> None:
    game = game_of("place base/city-cap at 0,-1 turned 2", tiles=["base/city-cap"])
    worth = game.worth(Segment(0, 0, "city"))
    assert (worth.points, worth.players, worth.complete) == (4, (), True)
    assert [str(item) for item in worth.items] == ["2 tiles × 2 (B-61)"]
    road = game.worth(Segment(0, 0, "road"))
    assert (road.points, road.complete) == (1, False)
    for segment in (Segment(5, 5, "city"), Segment(0, 0, "cloister"), Segment(0, 0, "city", 2)):
        with pytest.raises(ValueError, match="there is no"):
            game.worth(segment)
        with pytest.raises(ValueError, match="there is no"):
            game.feature(segment)


def test_segments_and_features_are_named() -> None:
    game = game_of("place base/city-cap at 0,-1 turned 2", tiles=["base/city-cap"])
    assert [str(segment) for segment in game.segments(0, 0)] == [
        "city at 0,0",
        "field 1 at 0,0",
        "field 2 at 0,0",
        "road at 0,0",
    ]
    assert game.segments(3, 3) == ()
    assert [str(segment) for segment in game.feature(Segment(0, 0, "city"))] == [
        "city at 0,-1",
        "city at 0,0",
    ]


def test_scores_if_ended_leaves_the_game_as_it_is() -> None:
    game = game_of("place base/cloister at 0,1 turned 0", "meeple on cloister at 0,1", tiles=["base/cloister"] * 3)
    before = game.position(), list(game.events), list(game.legal_actions)
    assert game.scores_if_ended() == (2, 0)
    assert game.scores_if_ended() == (2, 0)
    assert before == (game.position(), list(game.events), list(game.legal_actions))
    assert game.scores == (0, 0)


def test_winners_share_a_tie_and_there_are_none_before_the_end() -> None:
    game = game_of("place base/cloister at 0,1 turned 0", tiles=["base/cloister"])
    assert game.winners == ()
    game.push(Pass())
    assert (game.is_over, game.winners, game.scores) == (True, (0, 1), (0, 0))


def test_copies_by_any_way_are_equal_and_independent() -> None:
    game = BASE.new_game(3, seed=5)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert other == game
        other.push(other.legal_actions[0])
        assert other != game
        other.pop()
        assert other == game
    assert (game == 5) is False
    with pytest.raises(TypeError):
        hash(game)
    assert bool(game) is True
    assert len(game) == 0


def test_a_game_shows_itself() -> None:
    game = BASE.new_game(["Ann", "Bob"], seed=5)
    assert repr(game).startswith("<Game {'Ann': 0, 'Bob': 0}, 1 tiles, place by Ann")
    assert str(game)


def test_a_figure_stands_where_it_was_put() -> None:
    game = game_of("place base/road-curve at 1,0 turned 0", "meeple on road at 1,0", tiles=["base/road-curve"] * 2)
    assert game.figures == ((Segment(1, 0, "road"), "meeple", 0),)
    assert (game.supply(0), game.supply(1)) == ({"meeple": 6}, {"meeple": 7})
    assert Stand("meeple", Segment(1, 0, "road")) in game.history


def test_legal_actions_of_an_earlier_moment_are_refused() -> None:
    game = BASE.new_game(2, seed=1)
    old = game.legal_actions
    game.push(old[0])
    for question in (list, repr, lambda actions: actions[0]):
        with pytest.raises(StaleActionsError):
            question(old)
    assert len(old) > 0
    assert list(game.legal_actions)
