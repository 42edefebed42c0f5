"""Whole comparisons: bots play, and everything is told."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import carcassonne
from carcassonne.balance import Comparison, compare, match_of
from carcassonne.balance.facts import Player
from carcassonne.balance.measures import ACTED, AWARDS, BY_KIND, BY_MODULE, BY_RULE
from carcassonne.bots import play_out
from carcassonne.errors import OptionError, RulesError
from carcassonne.report.sheet import awards_of, points_by_kind, points_by_rule
from carcassonne.words.actions import Action
from carcassonne.words.events import Placed

GAMES = 12

HOUSE = """
variant: double-roads
extends: [base]
score changes:
  double roads: {of: road, if: complete, apply: double}
rules:
  a gift:
    on: tile placed
    if: tiles left = 60
    do:
      - award: {to: active player, points: 5, rule: HO-1}
"""

ENDLESS = """
variant: endless
extends: [base]
turn:
  again: {before: place, while: tiles left < 60, do: [{award: {to: active player, points: 0}}]}
"""


@pytest.fixture(scope="module")
def tiny() -> Comparison:
    """The base game against itself with another value of one option."""
    other = carcassonne.load_rules("base", options={"base.tiny_city_points": 2})
    return compare("base", other, games=GAMES, bots="random", seed=5)


def test_only_tiny_cities_differ(tiny: Comparison) -> None:
    """Random bots do not look at points, so both games of a seed are the same but for the points of tiny cities."""
    assert GAMES == tiny.games == len(tiny.a.scores) == len(tiny.b.scores)
    assert {"same"} == {m.verdict for m in (*tiny.of("length"), *tiny.of("choices"))}
    tiny_cities = tiny.measure("tiny city", ACTED)
    assert "only in B" == tiny_cities.verdict and 0 == tiny_cities.a.mean < tiny_cities.b.mean
    lost = tiny.measure("B-61", AWARDS).difference.mean
    assert pytest.approx(-lost) == tiny_cities.b.mean == tiny.measure("B-63", AWARDS).b.mean
    points = tiny.measure("a player's points").difference.mean
    assert points < 0 and pytest.approx(-2 * tiny_cities.b.mean / 2) == points, "2 points each, between two players"


def test_shares_sum_to_one(tiny: Comparison) -> None:
    for group in (BY_KIND, BY_MODULE, BY_RULE):
        for side in ("a", "b"):
            assert pytest.approx(1.0) == sum(getattr(measure, side).mean for measure in tiny.of(group)), group
        assert pytest.approx(0.0, abs=1e-12) == sum(measure.difference.mean for measure in tiny.of(group))
    assert pytest.approx(1.0) == sum(m.b.mean for m in tiny.of("seats") if m.name.startswith("won by seat"))


def test_figures_are_those_of_the_games(tiny: Comparison) -> None:
    rules = carcassonne.load_rules("base")
    games = [play_out(rules, ["random", "random"], 5 + number) for number in range(GAMES)]
    assert tuple(game.scores for game in games) == tiny.a.scores
    points = sum(sum(game.scores) for game in games)
    assert pytest.approx(points / GAMES / 2) == tiny.measure("a player's points").a.mean
    for group, ranked in ((BY_KIND, points_by_kind), (BY_RULE, points_by_rule)):
        sums = ranked(award for game in games for award in awards_of(game))
        for name, number in sums.items():
            assert pytest.approx(number / points) == tiny.measure(name, group).a.mean
    tiles = sum(isinstance(event, Placed) for game in games for event in game.events)
    assert pytest.approx(tiles / GAMES) == tiny.measure("tiles laid").a.mean
    assert pytest.approx(sum(map(len, games)) / GAMES) == tiny.measure("decisions").a.mean


def test_the_same_rules_differ_by_exactly_nothing() -> None:
    result = compare("base", "base", games=2, players=3, bots=["greedy", "random", "random"])
    for measure in result.measures:
        assert (0.0, 0.0, 0.0, "same") == (
            measure.difference.mean,
            measure.difference.low,
            measure.difference.high,
            measure.verdict,
        ), measure.name
    assert "The same in every pair of games" in str(result)
    assert "The seats have different bots" in str(result)


def test_processes_change_nothing(tiny: Comparison) -> None:
    other = carcassonne.load_rules("base", options={"base.tiny_city_points": "2"})
    again = compare("base", other, games=GAMES, bots="random", seed=5, jobs=2)
    assert tiny.to_dict() == again.to_dict()
    assert str(tiny) == str(again)


def test_a_house_rule_is_a_source_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "double-roads.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    result = compare("base", file, games=4, bots="random")
    assert "only in B" == result.measure("double-roads", BY_MODULE).verdict
    gift = result.measure("a gift", ACTED)
    assert (1.0, 1.0) == (gift.b.low, gift.b.high), "there are 60 tiles left once in every game"
    assert 1.0 == result.measure("HO-1", AWARDS).b.mean
    doubled = result.measure("double roads", ACTED).b.mean
    by_roads = result.measure("no rule id", BY_RULE).b.mean
    assert (doubled > 0) == (by_roads > 0)
    given = sum(sum(scores) for scores in result.b.scores)
    assert pytest.approx((4 * 5) / given + by_roads) == result.measure("double-roads", BY_MODULE).b.mean
    assert "double-roads.yaml" in str(result.b)


def test_what_bots_try_and_take_back_does_not_count() -> None:
    """A greedy bot tries every placement; only what is played counts."""
    rules = carcassonne.load_rules("base", options={"base.tiny_city_points": 2})
    player = Player(rules, ["greedy", "greedy"])
    facts = player.play(1)
    game = play_out(rules, ["greedy", "greedy"], 1)
    tiny = sum(any(item.rule == "B-63" for item in award.items) for award in awards_of(game))
    assert tiny == facts.acted.get("tiny city", 0) == facts.awards.get("B-63", 0)
    assert facts == player.play(1), "a game that is played again counts from nothing"


def test_the_report_says_who_played_and_what_would_not_show(tiny: Comparison) -> None:
    text = str(tiny)
    for said in (
        "12 games of each, 2 players (random, random), seeds 5 to 16",
        "A: base\nB: base, base.tiny_city_points=2",
        "The players are bots (random: take any action, each as likely as the others).",
        "not what people would",
        "by Student's t",
        "would be missed in more than one of five",
        "Holm",
        "12 games are few",
        "may still come up in up to 25.0 % of games",
    ):
        assert " ".join(said.split()) in " ".join(text.split()), said
    assert max(map(len, text.splitlines())) <= 120


def test_one_game_has_no_intervals() -> None:
    text = str(compare("base", "base", games=1, bots="random"))
    assert "there are no intervals" in text and "…" not in text.split("- The players")[0]


def test_the_dictionary_is_json_and_whole(tiny: Comparison) -> None:
    facts = json.loads(json.dumps(tiny.to_dict()))
    assert {"base.tiny_city_points": "2"} == facts["b"]["options"]
    assert (list(range(5, 17)), 12, 2, 0.95) == (facts["seeds"], facts["asked"], facts["players"], facts["confidence"])
    assert len(tiny.measures) == len(facts["measures"])
    assert {"group", "name", "is_share", "a", "b", "difference", "chance", "verdict", "shows_from"} == set(
        facts["measures"][0]
    )
    assert list(tiny.notes) == facts["notes"]


def test_a_match_can_be_stopped_and_goes_on() -> None:
    match = match_of("base", "base", games=4, players=2, bots="random", seed=0)
    with pytest.raises(OptionError, match="nothing to compare"):
        match.comparison()
    match.play(progress=lambda played: played == 2)
    half = match.comparison()
    assert (2, 4, (0, 1)) == (half.games, half.asked, half.seeds)
    assert "Stopped after 2 of 4 games of each." in half.notes
    match.play()
    assert compare("base", "base", games=4, bots="random").to_dict() == match.comparison().to_dict()


def test_an_interrupted_match_keeps_what_was_played_and_stops_all_processes() -> None:
    match = match_of("base", "base", games=10_000, players=2, bots="random", seed=0)

    def interrupt(played: int) -> None:
        if played == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.play(jobs=2, progress=interrupt)
    assert 3 == match.comparison().games


def first_action(game: carcassonne.Game, rng: Random) -> Action:
    """Take what is listed first."""
    return game.legal_actions[0]


def test_a_bot_may_be_a_function() -> None:
    result = compare("base", "base", games=2, bots=first_action)
    assert ("first_action", "first_action") == result.bots
    assert result.notes[0].startswith("The players are bots (first_action: take what is listed first)")


def test_a_game_that_does_not_end_is_told_with_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "endless.yaml"
    file.write_text(ENDLESS, encoding="utf-8")
    with pytest.raises(RulesError, match=r"^B, the game with seed 3: "):
        compare("base", file, games=1, seed=3, bots="random")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"games": 0}, "0 games: at least one"),
        ({"players": 7}, "between 1 and 6"),
        ({"bots": "clever"}, "bots here: cautious, greedy, random"),
        ({"bots": ["random"] * 3}, "3 bots for 2 seats"),
        ({"confidence": 95}, "a part of 1"),
        ({"seed": -1}, "the seed is a whole number"),
    ],
)
def test_wrong_calls_say_what_is_wrong(changed: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        compare("base", "base", **changed)  # type: ignore[arg-type]


def test_an_unknown_measure_is_told_with_the_nearest(tiny: Comparison) -> None:
    with pytest.raises(OptionError, match="Did you mean 'turns'"):
        tiny.measure("turn")
