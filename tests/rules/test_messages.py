"""The stack of messages and their conditions, where one scenario a case would be many."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from carcassonne import Game, Ruleset, Setup, load_rules
from carcassonne.words.actions import CHANCE, Action, Choose, parse_action
from carcassonne.words.events import Award, TurnedUp
from carcassonne.words.segments import Segment

EVERY = tuple(range(1, 9))
ROAD = Segment(0, 0, "road")


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load_rules("messages")


def about_to_earn(rules: Ruleset, track: Mapping[str, Mapping[str, int]]) -> Game:
    """Blue completes a road of two tiles with the next one, and has no other follower on the table."""
    table = Setup(tiles=[("base/cloister-road-end", 0, 0, 3)], figures=[("blue", "meeple", ROAD)], track=track)
    return rules.new_game(["blue", "red"], chance="explicit", table=table)


def play(game: Game, *actions: str) -> None:
    for text in actions:
        game.push(parse_action(text))


def offered(game: Game) -> list[str]:
    return [str(action) for action in game.legal_actions]


def earn(rules: Ruleset) -> Game:
    game = about_to_earn(rules, {"blue": {"marker": 3}})
    play(game, "draw base/cloister-road-end", "place base/cloister-road-end at 1,0 turned 1", "pass")
    play(game, "advance: marker", "messages: take")
    return game


def test_the_stack_is_shuffled(rules: Ruleset) -> None:
    """ME-1: every message is as likely as every other to be on top."""
    game = earn(rules)
    assert game.player == CHANCE
    assert [(str(action), weight) for action, weight in game.chances] == [
        (f"turn up: {message}", 1) for message in EVERY
    ]


@pytest.mark.parametrize("message", [1, 2, 3, 4, 5, 6, 8])
def test_without_a_target_only_the_points_are_left(rules: Ruleset, message: int) -> None:
    """ME-18, ME-23…ME-28, ME-30: no follower, no action; the two points are not asked for."""
    game = earn(rules)
    play(game, f"turn up: {message}")
    assert offered(game) == ["advance: marker", "advance: messenger"]
    play(game, "advance: messenger")
    award = next(event for event in reversed(game.events) if isinstance(event, Award))
    assert (award.points, award.segment, [item.rule for item in award.items]) == (2, None, ["ME-17"])
    assert game.active_player == 1


@pytest.mark.parametrize(
    ("message", "segment", "action"),
    [
        (1, Segment(0, 9, "road"), "smallest road"),
        (2, Segment(0, 9, "city"), "smallest city"),
        (3, Segment(5, 5, "cloister"), "smallest monastery"),
        (4, Segment(0, 9, "city"), "pennants"),
        (5, Segment(0, 9, "city"), "knights"),
        (6, Segment(0, 9, "field", 1), "farmers"),
        (8, Segment(0, 9, "field", 1), "score a follower"),
    ],
)
def test_one_follower_of_the_right_kind_is_enough(rules: Ruleset, message: int, segment: Segment, action: str) -> None:
    """ME-17, ME-18, ME-23…ME-28, ME-30: with a follower where the message wants one its action is offered."""
    tiles = [
        ("base/cloister-road-end", 0, 0, 3),
        ("base/city-cap-road-straight", 0, 9, 0),
        ("base/cloister", 5, 5, 0),
    ]
    figures = [("blue", "meeple", ROAD), ("blue", "meeple", segment)]
    table = Setup(tiles=tiles, figures=figures, track={"blue": {"marker": 3}})
    game = rules.new_game(["blue", "red"], chance="explicit", table=table)
    play(game, "draw base/cloister-road-end", "place base/cloister-road-end at 1,0 turned 1", "pass")
    play(game, "advance: marker", "messages: take", f"turn up: {message}")
    assert offered(game) == sorted([f"messages: {action}", "messages: points"])


def eager(game: Game, random: Random) -> Action:
    """Build small cities, come to dark spaces where that can be, and take the points of every message."""
    actions = list(game.legal_actions)
    wanted: list[Action] = []
    if game.about == "advance":
        points, pending = game.track["blue"], 2 if "messages: take" in map(str, game.history[-4:]) else 4
        wanted = [a for a in actions if isinstance(a, Choose) and (points[a.value] + pending) % 5 == 0]
    elif game.about == "messages":
        wanted = [action for action in actions if str(action) in ("messages: take", "messages: points")]
    elif game.about == "action":
        wanted = [action for action in actions if str(action).startswith("meeple on city")]
    elif game.about == "place":
        wanted = [action for action in actions if any(_closes(game, action, at) for at, _, _ in game.figures)]
    return random.choice(wanted or actions)


def _closes(game: Game, action: Action, segment: Segment) -> bool:
    after = game.copy()
    after.push(action)
    return after.worth(segment).complete


def test_the_stack_goes_round(rules: Ruleset) -> None:
    """ME-19, ME-20, ME-X14: a message goes under the stack at once, so all eight come again in order."""
    order, random, seen = [3, 7, 1, 5, 2, 8, 4, 6], Random(5), 0
    game = rules.new_game(["blue"], chance="explicit", tiles=["base/city-cap"] * 60)
    while seen < 11 and not game.is_over:
        if game.about != "turn up":
            game.push(eager(game, random))
            continue
        left = sorted(order[seen:]) if seen < 8 else [order[seen % 8]]
        assert offered(game) == [f"turn up: {message}" for message in left]
        game.push(Choose("turn up", str(order[seen % 8])))
        seen += 1
    assert seen == 11
    turned_up = [event.card for event in game.events if isinstance(event, TurnedUp)]
    assert turned_up == [*order, *order[:3]]


def test_awards_say_whether_they_are_final(rules: Ruleset) -> None:
    """OP-5: points of the final scoring are told from all others."""
    game = rules.new_game(2, seed=3)
    random = Random(3)
    while not game.is_over:
        game.push(random.choice(list(game.legal_actions)))
    awards = [event for event in game.events if isinstance(event, Award)]
    flags = [award.final for award in awards]
    assert flags == sorted(flags)
    assert any(flags)
    assert all(award.points > 0 for award in awards)
    assert sum(award.points for award in awards) == sum(game.scores)
