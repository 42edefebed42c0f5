"""Rules that a stranger wrote in anger: they are refused when read, or end in a clear error that changes nothing."""

from __future__ import annotations

import copy
import pickle
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import carcassonne
from carcassonne import Game, Place, Ruleset, Segment, Setup, Stand
from carcassonne.compile.order import in_order
from carcassonne.errors import (
    ActionSyntaxError,
    CarcassonneError,
    DataError,
    IllegalActionError,
    OptionError,
    Problem,
    RecordError,
    RulesError,
    Where,
)
from carcassonne.words.actions import parse_action

Load = Callable[..., Ruleset]
BIG_BOX = carcassonne.load_rules("big-box")
HEAD = """\
expansion: anger
needs: [base]
tokens: {coin: {}}
figures: {dragon: {shared: 1, stands on: [city, road]}, thief: {each: 1}}
companions: {thief: {takes: double}}
symbols: {arrow: {on: tile, value: direction}}
"""


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads the base game with some lines of an expansion."""

    def load_lines(lines: str, head: str = HEAD) -> Ruleset:
        file = tmp_path / "anger.yaml"
        file.write_text(f"{head}{lines}\n", encoding="utf-8")
        return carcassonne.load_rules(file)

    return load_lines


def steps(written: str) -> str:
    """A phase at the end of every part with these steps."""
    return f"turn: {{fury: {{after: score, do: [{written}]}}}}"


def problems(load: Load, lines: str, head: str = HEAD) -> str:
    start = time.process_time()
    with pytest.raises(DataError) as caught:
        load(lines, head)
    assert time.process_time() - start < 5
    return "\n".join(f"{problem.fault} {problem.cure}".strip() for problem in caught.value.problems)


def play(rules: Ruleset, seed: int = 1) -> Game:
    """A whole game, which is saved and loaded on the way."""
    game, chance = rules.new_game(3, seed=seed), random.Random(seed)
    while not game.is_over:
        legal = game.legal_actions
        for action in legal:
            assert rules.parse_action(str(action), game) == action
        if len(game) % 40 == 9:
            assert rules.game_from_dict(game.to_dict()) == game
        game.push(legal[chance.randrange(len(legal))])
    return game


def ends_in(rules: Ruleset) -> str:
    """The RulesError of a game in which every push that fails changes nothing."""
    game, chance = rules.new_game(3, seed=1), random.Random(1)
    start = time.process_time()
    while not game.is_over:
        action = chance.choice(list(game.legal_actions))
        before = game.copy()
        try:
            game.push(action)
        except RulesError as error:
            assert time.process_time() - start < 5
            assert game == before
            assert game.history == before.history
            assert list(game.events) == list(before.events)
            assert list(game.legal_actions) == list(before.legal_actions)
            assert (game.about, len(game)) == (before.about, len(before))
            return str(error)
    return ""


# Rules without end -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        "turn: {fury: {after: score, while: 1 = 1, do: [{award: {to: active player, points: 1}}]}}",
        "turn: {fury: {after: score, while: 1 = 1, do: [{do: []}]}}",
        "turn: {fury: {after: score, while: 1 = 1, do: [{roll: [1, 2]}]}}",
        "turn: {fury: {after: score, while: 1 = 1, do: [{choose: {words: [a]}}]}}",
        "turn: {fury: {after: score, while: tiles left > 0, do: [add part]}}",
        "rules: {fury: {on: marker moved, do: [{award: {to: active player, points: 1}}]}}",
        "rules: {fury: {on: feature completed, do: [score completed]}}",
        "final: {fury: {while: 1 = 1, do: [add part]}}",
    ],
)
def test_what_never_ends_is_told(load: Load, lines: str) -> None:
    assert (
        ends_in(load(lines)) == "the rules go round without end: the steps of 'fury' are carried out again and "
        "again, and nobody is asked in between"
    )


def test_a_turn_in_which_nothing_happens_is_told(load: Load) -> None:
    rules = load("changes: {turn: {draw: off, place: off, figure: off, score: off}}")
    with pytest.raises(RulesError, match="a turn is carried out again and again"):
        rules.new_game(2)


def test_a_part_that_always_adds_another_ends_with_the_tiles(load: Load) -> None:
    assert play(load("turn: {fury: {after: score, do: [add part]}}")).is_over


def test_no_tile_is_drawn_at_the_end_of_the_game(load: Load) -> None:
    found = problems(load, "final: {fury: {after: fields, do: [draw tile, {award: {to: active player, points: 5}}]}}")
    assert "'draw tile' belongs into the turn, not to the end of the game" in found


# Numbers without measure -------------------------------------------------------------------------


def laughs(count: int, sign: str) -> str:
    lines = [f"  q{n}: q{n + 1} {sign} q{n + 1}" for n in range(count)]
    return "\n".join(["quantities:", *lines, f"  q{count}: 999999999", "score changes: {fury: {of: city, add: q0}}"])


@pytest.mark.parametrize("sign", ["+", "*"])
@pytest.mark.parametrize("count", [20, 60, 2_000])
def test_quantities_that_explode_are_refused(load: Load, count: int, sign: str) -> None:
    assert "too many quantities that are made of others" in problems(load, laughs(count, sign))


def test_more_points_than_can_be_meant_are_refused(load: Load) -> None:
    assert ends_in(load(laughs(5, "*"))) == "a rule gives more than 1,000,000,000 points at once"


def test_tokens_without_measure_are_refused(load: Load) -> None:
    rules = load(steps("put token: {token: coin, on: active player, count: 2 + own tokens(coin) * own tokens(coin)}"))
    assert ends_in(rules) == "a rule gives more than 1,000,000,000 tokens 'coin'"


def test_words_that_go_through_everything_stand_in_each_other_twice_at_most(load: Load) -> None:
    deep = "own followers where(own followers where(own followers where(is(city)) > 0) > 0)"
    assert "more than 2 words in each other" in problems(load, f"score changes: {{fury: {{of: city, add: '{deep}'}}}}")


@pytest.mark.parametrize("points", ["worth", "sum of own(city, worth)", "own followers where(worth > 2)"])
def test_points_are_not_made_of_themselves(load: Load, points: str) -> None:
    lines = f"score changes: {{fury: {{of: city, add: '{points}'}}}}"
    assert "'worth' asks what features are worth, which is just being said here" in problems(load, lines)


def test_no_space_is_a_multiple_of_nothing(load: Load) -> None:
    assert play(load(steps("award: {to: active player, points: own markers where(multiple(tiles left - tiles left))}")))


# Questions where there is nothing to ask about ---------------------------------------------------------


LINES = ["joined(road)", "bend(road)", "last bend(road)", "neighbouring bend(road)", "ends side by side(road)"]


@pytest.mark.parametrize("word", LINES)
def test_no_tile_is_being_placed_before_the_draw_and_at_the_end(load: Load, word: str) -> None:
    award = f"do: [{{award: {{to: active player, points: {word}}}, if: room ahead(road)}}]"
    assert play(load(f"turn: {{fury: {{before: draw, {award}}}}}\nfinal: {{fury: {{{award}}}}}"))


def test_a_tile_that_is_not_laid_continues_nothing(load: Load) -> None:
    assert play(load("rules: {fury: {forbids: place, if: continues own(meeple)}}"))


@pytest.mark.parametrize("verb", ["score each player: {points: tiles}", "score most tokens: {of: coin, points: tiles}"])
def test_points_for_all_players_are_about_no_feature(load: Load, verb: str) -> None:
    lines = steps(f"{{choose: {{features: city}}}}, {{{verb}}}")
    assert "'tiles' asks for a feature, but there is none here" in problems(load, lines)


@pytest.mark.parametrize(
    ("written", "error"),
    [
        (
            "{choose: {features: city}, if: 1 = 2}, {award: {to: active player, points: tiles}}",
            "a step asks for a feature, but the step that names one was left out",
        ),
        (
            "{roll: [1, 2], as: eyes, if: 1 = 2}, {award: {to: active player, points: eyes}}",
            "nothing is called 'eyes' here",
        ),
        ("{choose: {figures: followers}, if: 1 = 2}, {take back: it}", "nothing is called 'it' here"),
        (
            "{choose: {features: city}, as: c, if: 1 = 2}, {award worth: {to: active player, of: c}}",
            "nothing is called 'c' here",
        ),
    ],
)
def test_what_a_step_left_out_has_no_name(load: Load, written: str, error: str) -> None:
    assert ends_in(load(steps(written))).startswith(error)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("{do: [{roll: [1, 2], as: eyes}]}, {award: {to: active player, points: eyes}}", "unknown quantity 'eyes'"),
        ("{award: {to: active player, points: 1}, as: n}", "'award' gives nothing that could be called 'n'"),
        ("{roll: [7, 8], as: player}", "'player' has a meaning already"),
        (
            "{choose: {features: city}}, {roll: [1, 2]}, {award worth: {to: active player, of: it}}",
            "no segment is called 'it'",
        ),
        ("{do: [{choose: {words: [a, b]}, as: 'a: b'}]}", "expected a name, found 'a: b'"),
        ("{do: [{choose: {words: [a, b]}, as: [a]}]}", "expected a text"),
        ("{do: [{choose: {words: [a, b]}, if: [a]}]}", "expected a text"),
        ("choose: {words: ['', b]}", "expected a name for each word, found ''"),
        ("choose: {words: {'a  b': always, b: always}}", "expected a name for each word, found 'a  b'"),
        ("{choose: {space for: meeple}}, {stand beside: {figure: meeple, at: it}}", "unknown companion 'meeple'"),
        ("leave track: meeple", "unknown companion 'meeple'"),
    ],
)
def test_steps_that_cannot_be_are_refused(load: Load, written: str, fault: str) -> None:
    assert fault in problems(load, steps(written))


@pytest.mark.parametrize(
    "written",
    [
        "{choose: {figures: followers}}, {take back: it}, {take back: it}",
        "{choose: {move: dragon, segments of: [city, road]}, as: a},"
        " {choose: {move: dragon, segments of: [city, road]}, as: b},"
        " {move: a}, {move: b}",
        "{roll: [1, 2, 999999999], as: n}, {choose: {segments: [city, road], along: arrow, distance: n}}",
    ],
)
def test_steps_that_find_nothing_do_nothing(load: Load, written: str) -> None:
    assert play(load(steps(written)))


# Names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("quantities: {tiles: 1}", "quantity 'tiles': this is a word of the language already"),
        ("quantities: {pennant: 1}", "quantity 'pennant': a symbol is called so already"),
        ("quantities: {one and two: 1}", "quantity 'one and two': 'and' joins conditions"),
        ("symbols: {unclaimed: {on: city}}", "symbol 'unclaimed': this is a word of the language already"),
        ("figures: {followers: {each: 1}}", "figure 'followers': this means all figures that are followers"),
        ("features: {hut on hill: {borders: nothing, completes: never, letter: H}}", "'on' cannot be in its name"),
    ],
)
def test_names_with_another_meaning_are_refused(load: Load, lines: str, fault: str) -> None:
    assert fault in problems(load, lines, "expansion: anger\nneeds: [base]\n")


@pytest.mark.parametrize("name", ["draw a card", "place bets", "stand on one leg", "pass"])
def test_actions_of_strange_names_are_read_again(load: Load, name: str) -> None:
    play(load(f"rules: {{{name}: {{offers: figure, choose: {{words: [a, b]}}, do: [{{do: []}}]}}}}"))
    play(load(f"turn: {{{name}: {{after: score, do: [choose: {{words: [a, b], or: pass}}]}}}}"))
    assert parse_action(f"{name} on city at 0,0") == Stand(name, Segment(0, 0, "city"))


@pytest.mark.parametrize("lines", ["changes: {figures: {marker: off}}", "changes: {tracks: {score: off}}"])
def test_points_are_kept_without_a_scoring_figure(load: Load, lines: str) -> None:
    kept = play(load(lines))
    assert kept.scores == play(carcassonne.load_rules("base")).scores
    assert max(kept.scores) > 0
    assert kept.rules.game_from_dict(kept.to_dict()) == kept


@pytest.mark.parametrize("options", [5, "abc", ["a"], object()])
def test_options_are_a_mapping(options: Any) -> None:
    with pytest.raises(OptionError, match="expected a mapping from names to values"):
        carcassonne.load_rules("base", options=options)


# Many things -------------------------------------------------------------------------------------


def test_thousands_of_changes_are_put_in_order_at_once(load: Load) -> None:
    lines = [f"  d{n}: {{of: city, add: 1}}" for n in range(1_500)]
    start = time.process_time()
    load("score changes:\n" + "\n".join(lines))
    assert time.process_time() - start < 5


def test_a_long_circle_is_told_shortly(load: Load) -> None:
    lines = [f"  d{n}: {{after: d{(n + 1) % 900}, do: [add part]}}" for n in range(900)]
    assert "in a circle: d0 → d899 → d898 → d897 → d896 → d895 → d894 → d893 → … Take one" in problems(
        load, "turn:\n" + "\n".join(lines)
    )


def test_what_comes_after_itself_is_a_circle() -> None:
    class Thing:
        name, where, after = "a", Where("x", 1, 1), ("a",)

    found: list[Problem] = []
    assert in_order([Thing()], found) == ()
    assert [problem.fault for problem in found] == ["a: the order goes round in a circle: a → a"]


def test_needs_in_a_long_row_are_refused(tmp_path: Path) -> None:
    for number in range(400):
        text = f"expansion: m{number}\nneeds: [m{number + 1}]\n"
        (tmp_path / f"m{number}.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="more than 100 modules need each other in a row"):
        carcassonne.load_rules(tmp_path / "m0.yaml")


# Positions to begin from -------------------------------------------------------------------------

CITY = Segment(0, 0, "city")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        *(
            (part, value)
            for part in ("tiles", "figures", "tokens", "connections")
            for value in (5, None, [1], [(1,)], ["ab"])
        ),
        *((part, value) for part in ("scores", "supply", "track") for value in (5, None, [], "ab", [("blue", 1)])),
        *((part, {"blue": value}) for part in ("supply", "track") for value in (5, None, [], "meeple")),
        *(
            ("tokens", [(holder, "gold", 1)])
            for holder in (None, 5, (0, 0, 0), ("a", "b"), (0.5, 0), (True, 0), (9, 9), "nobody")
        ),
        *(("tokens", [("blue", token, 1)]) for token in (None, 5, [], "silver")),
        *(("tokens", [("blue", "gold", count)]) for count in (None, -1, 1.5, True, 10**9)),
        *(("connections", [pair]) for pair in (("a", "b"), (None, None), (CITY, CITY), (CITY, Segment(0, 1, "road")))),
        *(("track", {"blue": {kind: 1}}) for kind in (5, "meeple", "giant")),
        *(("figures", [(None, kind, CITY)]) for kind in ("meeple", "messenger", "robber", 5, [])),
    ],
)
def test_an_impossible_position_is_refused(part: str, value: Any) -> None:
    tiles = (("base/city-cap", 0, 0, 0), ("base/road-straight", 0, 1, 0))
    with pytest.raises(CarcassonneError):
        BIG_BOX.new_game(["blue", "red"], table=Setup(**{"tiles": tiles, part: value}))


# Copies of all kinds -----------------------------------------------------------------------------


def test_errors_can_be_pickled() -> None:
    rules = carcassonne.load_rules("base")
    calls: list[tuple[type[CarcassonneError], Callable[[], Any]]] = [
        (IllegalActionError, lambda: rules.new_game(2).push(Place("base/city-cap", 0, 0, 0))),
        (ActionSyntaxError, lambda: rules.parse_action("nonsense")),
        (OptionError, lambda: carcassonne.load_rules("nothing")),
        (RecordError, lambda: rules.game_from_dict({})),
        (DataError, lambda: carcassonne.load_rules(Path(__file__))),
    ]
    for kind, call in calls:
        with pytest.raises(kind) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again), vars(again)) == (kind, str(caught.value), vars(caught.value))


def test_games_and_rules_say_that_they_cannot_be_pickled() -> None:
    rules = carcassonne.load_rules("base")
    game = rules.new_game(2)
    with pytest.raises(TypeError, match="save its to_dict"):
        pickle.dumps(game)
    with pytest.raises(TypeError, match="load them again with"):
        pickle.dumps(rules)
    assert copy.deepcopy(rules) is rules is copy.copy(rules)
    assert copy.deepcopy(game) == game
    kept = [*game.history, *game.legal_actions, *game.events]
    assert pickle.loads(pickle.dumps(kept)) == kept
