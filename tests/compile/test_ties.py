"""Who wins, and what becomes of ties for a majority: in every way in which files can say it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compile.house import house_rules, problems_of

import carcassonne
from carcassonne import Segment, Setup
from carcassonne.report.explain import explain
from carcassonne.testing.laws.recounts import majority, points
from carcassonne.words.events import Award, Ended

CITY = Segment(0, 0, "city")
TOKENS = (
    "tokens: {crown: {}}\nfigures: {giant: {each: 1, follower: true, weight: 2, stands on: [city], if: unclaimed}}\n"
)


def city_game(folder: Path, text: str, standing: str, *, players: int = 3, scores: Any = None, crowns: int = 0) -> Any:
    """A city of three tiles that the next tile closes, with figures by their owners: `blue giant` or `red meeple`."""
    rules = house_rules(folder, TOKENS + text)
    names = ("blue", "red", "green")[:players]
    figures = [tuple(each.split()) for each in standing.split("; ")]
    table = Setup(
        tiles=(("base/city-cap", 0, -1, 2), ("base/city-band", 0, 0, 1)),
        figures=tuple((owner, kind, CITY) for owner, kind in figures),
        scores=scores or {},
        tokens=tuple((name, "crown", count) for name, count in zip(names, (0, crowns, 0), strict=False) if count),
        to_move="blue",
    )
    return rules.new_game(names, table=table, tiles=["base/city-cap", "base/cloister"])


def awards_of(game: Any) -> list[str]:
    """Close the city; who gets what, with all that is not the usual points."""
    game.push(game.rules.parse_action("place base/city-cap at 0,1", game))
    game.push(game.rules.parse_action("pass"))
    found = [event for event in game.events if isinstance(event, Award)]
    return [f"{game.players[a.player]} {a.points}" + "".join(f"; {item}" for item in a.items[1:]) for a in found]


TIED = "blue meeple; red meeple"


@pytest.mark.parametrize(
    ("ties", "standing", "awards"),
    [
        ("{}", TIED, ["blue 6", "red 6"]),
        ("{x: {of: road, pay: nobody}}", TIED, ["blue 6", "red 6"]),
        ("{x: {of: any, pay: nobody, rule: H-1}}", TIED, []),
        ("{x: {of: city, pay: nobody}}", "blue meeple; blue meeple; red meeple", ["blue 6"]),
        ("{x: {of: city, if: not complete, pay: nobody}}", TIED, ["blue 6", "red 6"]),
        (
            "{x: {of: city, pay: 'split, rounded down', rule: H-1}}",
            TIED,
            ["blue 3; tie: x -3 (H-1)", "red 3; tie: x -3 (H-1)"],
        ),
        (
            "{x: {of: city, pay: 'split, rounded up'}}",
            "blue giant; red meeple; red meeple; green giant",
            ["blue 2; tie: x -4", "red 2; tie: x -4", "green 2; tie: x -4"],
        ),
        (
            "{x: {of: city, most: own followers, rule: H-1}}",
            "blue giant; red meeple; red meeple",
            ["red 6; tie: x +0 (H-1)"],
        ),
        ("{x: {of: city, least: own followers}}", "blue giant; red meeple; red meeple", ["blue 6; tie: x +0"]),
        ("{x: {of: city, prefer: own tokens(crown) > 0}}", TIED, ["red 6; tie: x +0"]),
        ("{x: {of: city, prefer: own tokens(crown) > 9}}", TIED, ["blue 6", "red 6"]),
        ("{x: {of: city, prefer: active}}", TIED, ["blue 6; tie: x +0"]),
        (
            "{b: {of: city, prefer: active}, x: {of: city, least: own tokens(crown)}}",
            "blue meeple; red meeple; green meeple",
            ["blue 6; tie: b +0"],
        ),
        (
            "{b: {of: city, after: x, prefer: active}, x: {of: city, most: own tokens(crown)}}",
            TIED,
            ["red 6; tie: x +0"],
        ),
        (
            "{a: {of: city, pay: 'split, rounded down'}, x: {of: city, least: own tokens(crown)}}",
            "blue meeple; red meeple; green meeple",
            ["blue 3; tie: x +0; tie: a -3", "green 3; tie: x +0; tie: a -3"],
        ),
        (
            "{x: {of: city, most: own followers}, y: {of: city, after: x, prefer: own tokens(crown) > 0}}",
            "blue giant; red meeple; red meeple; green meeple; green meeple",
            ["red 6; tie: x +0; tie: y +0"],
        ),
        ("{a: {of: city, pay: nobody}, b: {of: city, if: tiles > 2, pay: all, over: a}}", TIED, ["blue 6", "red 6"]),
        ("{a: {of: city, pay: nobody}, b: {of: city, if: tiles > 3, pay: all, over: a}}", TIED, []),
    ],
)  # fmt: skip
def test_ties_for_a_city(tmp_path: Path, ties: str, standing: str, awards: list[str]) -> None:
    assert awards == awards_of(city_game(tmp_path, f"ties: {ties}\n", standing, crowns=1))


def test_a_tie_that_pays_nobody_says_why(tmp_path: Path) -> None:
    game = city_game(tmp_path, "ties: {blocked: {of: city, pay: nobody, rule: H-1}}\n", TIED)
    worth = game.worth(CITY)
    assert (0, ()) == (worth.points, worth.players)
    assert ["2 tiles × 1 (B-92)", "tie: blocked -2 (H-1)"] == [str(item) for item in worth.items]
    assert () == game.majority(CITY)


def test_those_whom_a_preference_leaves_out_are_not_asked_what_a_tie_pays(tmp_path: Path) -> None:
    ties = "ties: {behind: {of: city, least: own points}, blocked: {of: city, pay: nobody}}\n"
    game = city_game(tmp_path, ties, "blue meeple; red meeple; green meeple", scores={"blue": 5})
    worth = game.worth(CITY)
    assert (0, ()) == (worth.points, worth.players)
    assert ["2 tiles × 1 (B-92)", "tie: behind +0", "tie: blocked -2"] == [str(item) for item in worth.items]
    assert points.check(game)


def test_who_has_the_majority_is_settled_before_rules_act(tmp_path: Path) -> None:
    take = "do: [each player: {do: [take tokens: {token: crown, from: this player}]}]"
    text = f"rules: {{bell: {{on: feature completed, {take}}}}}\nties: {{x: {{of: city, most: own tokens(crown)}}}}\n"
    game = city_game(tmp_path, text, TIED, crowns=1)
    assert ["red 6; tie: x +0"] == awards_of(game)
    assert () == game.tokens


def test_of_two_ties_that_one_tile_ends_the_second_is_told_as_it_was_settled(tmp_path: Path) -> None:
    text = "ties: {x: {of: road, least: own points, rule: H-1}, y: {of: road, pay: 'split, rounded down'}}\n"
    there = ((0, "road"), (0, "road"), (2, "road"), (2, "road"))
    table = Setup(
        tiles=(("base/cloister-road-end", 0, 0, 3), ("base/cloister-road-end", 2, 0, 1), ("base/cloister", 1, -1, 0)),
        figures=tuple(
            (name, "meeple", Segment(x, 0, kind))
            for name, (x, kind) in zip(("blue", "red", "blue", "red"), there, strict=True)
        ),
        scores={"blue": 1},
    )
    game = house_rules(tmp_path, text).new_game(["blue", "red"], table=table, tiles=["base/road-tee"])
    game.push(game.rules.parse_action("place base/road-tee at 1,0", game))
    game.push(game.rules.parse_action("pass"))
    assert ["x +0 (H-1)"] * 2 == [str(e.items[-1]).removeprefix("tie: ") for e in game.events if isinstance(e, Award)]
    assert (1, 4) == game.scores


@pytest.mark.parametrize("tie", ["most: own followers", "prefer: own tokens(crown) > 0", "pay: nobody"])
def test_the_law_of_majorities_reads_ties_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tie: str) -> None:
    game = city_game(tmp_path, f"ties: {{x: {{of: city, {tie}}}}}\n", "blue giant; red meeple; red meeple", crowns=1)
    assert majority.check(game)
    assert points.check(game)
    monkeypatch.setattr("carcassonne.play.state.broken", lambda ties, play, feature, tied: tied)
    with pytest.raises(AssertionError, match="majority on city at 0,-1"):
        majority.check(game)


def test_the_law_of_points_shares_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = city_game(tmp_path, "ties: {x: {of: city, pay: 'split, rounded up'}}\n", TIED)
    assert points.check(game)
    monkeypatch.setattr("carcassonne.play.state.tie_lines", lambda *words: [])
    with pytest.raises(AssertionError, match="is worth 2, its formula makes 1"):
        points.check(game)


def test_a_game_with_ties_is_saved_taken_back_and_played_again(tmp_path: Path) -> None:
    game = city_game(tmp_path, "ties: {x: {of: city, pay: 'split, rounded down'}}\n", TIED)
    awards_of(game)
    again = game.rules.game_from_dict(game.to_dict())
    assert (game.scores, list(game.events)) == (again.scores, list(again.events))
    while len(again):
        again.pop()
    assert (0, 0, 0) == again.scores


def test_fields_by_the_second_edition_are_shared_too(tmp_path: Path) -> None:
    text = "ties: {x: {of: field, pay: 'split, rounded down', rule: H-1}}\n"
    rules = house_rules(tmp_path, text, options={"base.farm_scoring": "second"})
    table = Setup(
        tiles=(("base/city-cap", 0, 0, 1), ("base/city-cap", 1, 0, 3)),
        figures=tuple((name, "meeple", Segment(0, 0, "field")) for name in ("blue", "red")),
    )
    game = rules.new_game(["blue", "red"], table=table, tiles=["base/cloister"])
    game.push(rules.parse_action("place base/cloister at -1,0", game))
    game.push(rules.parse_action("pass"))
    assert (1, 1) == game.scores
    assert [-2, -2] == [event.items[1].points for event in game.events if isinstance(event, Award)]


# Who wins --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "scores", "winners"),
    [
        ("", (7, 9, 9), (1, 2)),
        ("winner: {crown: {after: points, prefer: own tokens(crown) > 0}}\n", (7, 9, 9), (1,)),
        ("winner: {crown: {after: points, prefer: own tokens(crown) > 0}}\n", (9, 3, 9), (0, 2)),
        ("winner: {crown: {before: points, most: own tokens(crown)}}\n", (9, 3, 9), (1,)),
        ("winner: {crown: {after: points, least: own tokens(crown)}}\n", (7, 9, 9), (2,)),
        ("changes: {winner: {points: {most: off, least: own points}}}\n", (7, 9, 7), (0, 2)),
        ("changes: {winner: {points: off}}\nwinner: {crown: {most: own tokens(crown)}}\n", (9, 3, 9), (1,)),
        ("changes: {winner: {points: off}}\n", (9, 3, 9), (0, 2)),
        ("winner: {most: {after: points, most: 'largest(any, worth) + sum of own(any, worth)'}}\n", (9, 3, 9), (0, 2)),
        ("winner: {poor: {before: points, most: own points = least of players(own points)}}\n", (9, 3, 9), None),
    ],
)
def test_who_wins(tmp_path: Path, text: str, scores: tuple[int, ...], winners: tuple[int, ...] | None) -> None:
    if winners is None:
        (problem,) = problems_of(tmp_path, TOKENS + text)
        assert "expected a number" in problem.fault
        return
    points = dict(zip(("blue", "red", "green"), scores, strict=True))
    game = city_game(tmp_path, text, "green meeple", scores=points, crowns=1)
    game = game.rules.new_game(
        game.players, table=Setup(tiles=(("base/cloister", 0, 0, 0),), scores=points, tokens=(("red", "crown", 1),)),
        tiles=["base/cloister"],
    )  # fmt: skip
    assert () == game.winners
    game.push(game.rules.parse_action("place base/cloister at 1,0", game))
    game.push(game.rules.parse_action("pass"))
    assert (scores, winners, Ended(winners)) == (game.scores, game.winners, game.events[-1])


def test_the_base_game_says_who_wins_in_its_file() -> None:
    (entry,) = explain(carcassonne.load_rules("base"), "winner")
    (line,) = entry.lines
    assert "  1. points: most own points (B-103)" == line[0]


# An early end ----------------------------------------------------------------------------------

GOAL = "rules: {goal: {on: scoring ended, if: players where(own points >= 6) > 0, do: [end game: {at once: true}]}}\n"
LATE = "late: {on: part ended, do: [award: {to: active player, points: 1}]}"
BELL = "turn: {bell: {after: score, do: [award: {to: active player, points: 1}]}}\n"


@pytest.mark.parametrize(
    ("text", "scores", "over"),
    [(GOAL, (6, 0, 0), True), (GOAL + BELL, (6, 0, 0), True), (BELL, (7, 0, 0), False),
     (GOAL.replace(": {at once: true}", "") + BELL, (7, 0, 0), True), (GOAL.replace("6", "7"), (6, 0, 0), False),
     (GOAL.replace("scoring ended", "part ended") + BELL, (7, 0, 0), True),
     (GOAL.replace("scoring ended", "turn ended") + BELL, (7, 0, 0), True),
     (GOAL.replace("}}\n", f"}}, {LATE}}}\n"), (6, 0, 0), True), (f"rules: {{{LATE}}}\n", (7, 0, 0), False)],
)  # fmt: skip
def test_a_goal_in_points_ends_the_game(tmp_path: Path, text: str, scores: tuple[int, ...], over: bool) -> None:
    game = city_game(tmp_path, text, "blue meeple")
    awards_of(game)
    assert (scores, over) == (game.scores, game.is_over)


# Faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault", "code"),
    [
        ("winner: {x: {after: points}}", "expected exactly one of 'most', 'least' and 'prefer'", "CARC-E047"),
        ("winner: {x: {most: own points, least: own points}}", "expected exactly one of", "CARC-E047"),
        ("winner: {x: {prefer: own points}}", "'own points' is a number, expected a condition", "CARC-L003"),
        ("winner: {x: {most: tiles}}", "'tiles' asks for a feature, but there is none here", "CARC-L009"),
        ("winner: {x: {most: own points, after: pionts}}", "unknown criterion of winning 'pionts'", "CARC-E012"),
        ("winner: {points: {most: own points}}", "criterion of winning 'points' is defined already", "CARC-E006"),
        ("ties: {x: {of: city}}", "'most', 'least', 'prefer' and 'pay'", "CARC-E047"),
        ("ties: {x: {pay: nobody}}", "the key 'of' is missing", "CARC-F008"),
        ("ties: {x: {of: city, pay: half}}", "found 'half'", "CARC-F006"),
        ("ties: {x: {of: city, most: worth}}", "'worth' asks for the majority", "CARC-L006"),
        ("ties: {x: {of: city, prefer: own majority}}", "'own majority' asks for the majority", "CARC-L006"),
        ("changes: {figures: {meeple: {weight: finished worth}}}", "asks what features are worth", "CARC-L006"),
        ("ties: {x: {of: city, least: finished worth}}", "asks what features are worth", "CARC-L006"),
        ("ties: {x: {of: city, if: own followers > 1, pay: all}}", "asks for a player", "CARC-L009"),
        ("ties: {a: {of: any, pay: all}, b: {of: city, pay: nobody}}", "say what ties for 'city' pay", "CARC-L047"),
        ("ties: {a: {of: any, pay: all}, b: {of: city, most: own points, after: a}}", "orders ties of", "CARC-E035"),
    ],
)  # fmt: skip
def test_faults(tmp_path: Path, text: str, fault: str, code: str) -> None:
    (problem,) = problems_of(tmp_path, text + "\n")
    assert fault in problem.fault
    assert code == problem.code
