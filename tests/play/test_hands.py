"""Tiles in hand: drawn, kept, chosen, given away, put back; seen by whoever may; and never lost."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import invariants
import pytest

import carcassonne
from carcassonne import notation
from carcassonne.bots import play_out
from carcassonne.errors import DataError, RecordError, ScenarioError
from carcassonne.language import registry
from carcassonne.play.hands import Hands
from carcassonne.play.resume import game_from_position
from carcassonne.play.saved import position_to_dict
from carcassonne.play.setup import Setup
from carcassonne.report.events import event_lines
from carcassonne.testing.laws.moments import assert_equal, assert_equal_now, tiles
from carcassonne.words.actions import Choose, Draw, Pass, Place
from carcassonne.words.events import HandChanged, PutBack, Removed, TileChosen

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "tiles-in-hand"
VARIANTS = ("keep-one", "one-of-two", "own-chapel", "swap", "three-in-hand")
TRADE = """
variant: trade
extends: [base]
setup: {hands: {deal: 2, hands: open}}
turn:
  trade:
    before: draw
    do:
      - {choose: {tiles: in hand, or: pass}, as: mine}
      - {choose: {players: others, if: own hand > 0}, as: partner}
      - {choose: {tiles: in hand, of: partner}, as: theirs}
      - give tile: {tile: mine, to: partner}
      - give tile: {tile: theirs, to: active player}
  hand:
    after: draw
    before: place
    do: [choose: {tiles: in hand, if: fits, or: pass}, play tile: it]
"""


def rules_of(text: str, folder: Path, *more: str) -> carcassonne.Ruleset:
    file = folder / f"{text.split()[1]}.yaml"
    file.write_text(text, encoding="utf-8")
    return carcassonne.load_rules(*more, file)


def example(name: str, *more: str) -> carcassonne.Ruleset:
    return carcassonne.load_rules(*more, EXAMPLES / f"{name}.yaml")


def play_and_look(game: Any, seed: int, *, dear: float) -> None:
    """A random game: after every push what is cheap, taken back and pushed again; now and then all the rest."""
    chance = random.Random(seed)
    while not game.is_over:
        before, happened, scores = game.fingerprint, len(game.events), game.scores
        action = game.legal_actions[chance.randrange(len(game.legal_actions))]
        game.push(action)
        there = game.fingerprint
        assert action == game.pop() and before == game.fingerprint
        game.push(action)
        assert there == game.fingerprint
        invariants.after_push(game, happened, scores)
        if chance.random() < dear:
            invariants.now_and_then(game, chance)
            saved_in_every_form(game)
    tiles(game)
    assert_equal(game, notation.parse_game(notation.game_text(game), rules=game.rules))
    while len(game):
        game.pop()


def saved_in_every_form(game: Any) -> None:
    if not game.is_over:
        assert_equal_now(game, game_from_position(game.rules, json.loads(json.dumps(position_to_dict(game)))))
        assert_equal_now(game, notation.parse_position(notation.position_text(game), rules=game.rules))
    for event in game.events[-12:]:
        assert event == notation.event_from_dict(json.loads(json.dumps(notation.event_to_dict(event))))


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_keep_every_tile(name: str) -> None:
    rules = example(name)
    for seed, chance in ((3, "seeded"), (4, "explicit")):
        play_and_look(rules.new_game(2 + seed % 3, seed=seed, chance=chance), seed, dear=0.06)
    some = random.Random(7).choices(rules.tiles.names, k=24)
    play_and_look(rules.new_game(3, tiles=some), 7, dear=0.2)


@pytest.mark.parametrize("name", ["own-chapel", "three-in-hand"])
def test_random_games_of_the_whole_box_keep_every_tile(name: str) -> None:
    play_and_look(example(name, "big-box").new_game(3, seed=5), 5, dear=0.015)


def test_players_trade(tmp_path: Path) -> None:
    play_and_look(rules_of(TRADE, tmp_path).new_game(3, seed=2), 2, dear=0.05)


def test_a_tile_that_is_there_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    give_up = Hands.give_up

    def forgetful(state: Any, tile: tuple[int, int], way: str, *, hidden: bool) -> None:
        if way != "put back":
            give_up(state, tile, way, hidden=hidden)

    monkeypatch.setattr(Hands, "give_up", forgetful)
    game = example("one-of-two").new_game(2, seed=1)
    tiles(game)
    game.push(game.legal_actions[0])
    with pytest.raises(AssertionError, match="can still be drawn"):
        tiles(game)


# Course --------------------------------------------------------------------------------------------


def test_hands_are_dealt_by_chance_before_the_first_turn() -> None:
    game = example("three-in-hand").new_game(2, chance="explicit")
    assert (carcassonne.CHANCE, "draw") == (game.player, game.about)
    for number in range(6):
        game.push(Draw("base/road-curve" if number < 3 else "base/cloister"))
    assert ("base/cloister",) * 3 == game.hand(1)
    assert (0, "place") == (game.player, game.about), "of three that are alike nobody is asked"
    assert "base/road-curve" == game.drawn_tile and 2 == len(game.hand(0))
    with pytest.raises(IndexError):
        game.hand(2)


def test_the_game_goes_on_until_all_hands_are_empty() -> None:
    game = example("three-in-hand").new_game(2, tiles=["base/cloister"] * 8)
    left = []
    while not game.is_over:
        game.push(game.legal_actions[0])
        left.append(game.tiles_left)
    assert 9 == len(game.table) and 0 in left
    assert () == game.hand(0) == game.hand(1)


def test_without_it_the_game_ends_with_the_last_draw() -> None:
    game = example("keep-one").new_game(2, tiles=["base/cloister"] * 3)
    game.push(Choose("keep", "keep"))
    while not game.is_over:
        game.push(game.legal_actions[-1] if game.about == "place" else game.legal_actions[0])
    assert ("base/cloister",) == game.hand(0) and 0 == game.tiles_left


def test_what_was_put_back_comes_after_a_fixed_order_of_draws() -> None:
    game = example("one-of-two").new_game(2, tiles=["base/cloister", "base/road-curve", "base/road-tee"])
    game.push(Choose("draw", "base/cloister"))
    assert 2 == game.tiles_left, "one of the order, and the one that was put back"
    game.push(next(action for action in game.legal_actions if isinstance(action, Place)))
    game.push(Pass())
    assert ("base/road-curve", "base/road-tee") == game.hand(1)
    again = game.rules.game_from_dict(game.to_dict())
    assert again == game and 0 == again.tiles_left


def test_a_tile_that_is_swapped_can_be_drawn_again() -> None:
    game = example("swap").new_game(2, chance="explicit")
    game.push(Draw("base/cloister"))
    before = dict(game.chances)
    game.push(Choose("swap", "swap"))
    assert 4 == dict(game.chances)[Draw("base/cloister")] and not before
    assert PutBack("base/cloister") == game.events[-1]


def test_whoever_has_no_tile_places_none(tmp_path: Path) -> None:
    rules = rules_of(
        "variant: none\nextends: [base]\nturn: {draw: {do: [choose: {tiles: in hand}, play tile: it]}}", tmp_path
    )
    with pytest.raises(carcassonne.errors.RulesError, match="round without end"):
        rules.new_game(2)
    stops = "variant: stops\nextends: [base]\nturn: {stop: {after: draw, before: place, do: [end part]}}"
    game = rules_of(stops, tmp_path).new_game(2, tiles=["base/cloister"] * 3)
    assert game.is_over and 1 == len(game.table)
    assert [Removed("base/cloister")] * 3 == [event for event in game.events if isinstance(event, Removed)]


def test_a_tile_that_is_drawn_over_leaves_the_game(tmp_path: Path) -> None:
    twice = (
        "variant: twice\nextends: [base]\nturn: {draw: {do: [draw tile: {replace: B-27}, draw tile: {replace: B-27}]}}"
    )
    game = rules_of(twice, tmp_path).new_game(2, tiles=["base/cloister", "base/road-curve"])
    assert "base/road-curve" == game.drawn_tile and Removed("base/cloister") in list(game.events)


def test_there_may_be_fewer_copies_than_players(tmp_path: Path) -> None:
    few = "variant: few\nextends: [base]\nsetup: {each: {give: base/cloister, rest: remove}}"
    game = rules_of(few, tmp_path).new_game(5, seed=1)
    assert [1, 1, 1, 1, 0] == [len(game.hand(player)) for player in range(5)]
    assert ["base/cloister"] * 3 == [*game.hand(0), *rules_of(few, tmp_path).new_game(2).hand(1), "base/cloister"]
    tiles(game)


def test_everything_can_be_asked_of_a_tile_in_hand(tmp_path: Path) -> None:
    given = {"symbol": "pennant", "figure kind": "meeple", "token": "gold"}
    asked = [
        word.name + (f"({', '.join(given.get(sort, 'river') for sort in word.parameters)})" if word.parameters else "")
        for word in registry.words(plugins=False)
        if "placement" in word.needs and "feature" not in word.needs
    ]
    numbers = [text for text in asked if registry.find("quantity", text.partition("(")[0])]
    said = [f"{text} > -9" if text in numbers else f"({text} or not {text})" for text in asked]
    named = "\n".join(f"  w{number}: '{text}'" for number, text in enumerate(said))
    wanted = " and ".join(f"w{number}" for number in range(len(said)))
    assert 8 < len(asked), asked
    text = f"""
variant: all
extends: [base, river, goldmines]
quantities:
{named}
turn:
  draw:
    do: [draw to hand: {{up to: 2}}, choose: {{tiles: in hand, if: {wanted}}}, play tile: it]
"""
    game = rules_of(text, tmp_path).new_game(2, seed=2)
    for _ in range(30):
        game.push(game.legal_actions[0])
    assert len(game.table) > 8


# Who sees what -------------------------------------------------------------------------------------


def test_hidden_hands_are_told_to_their_owners_only() -> None:
    game = example("three-in-hand").new_game(["Ann", "Bob"], seed=3)
    drawn = [event for event in game.events if isinstance(event, HandChanged)]
    assert [(0,)] * 3 + [(1,)] * 3 == [event.seen_by for event in drawn]
    game.push(game.legal_actions[0])
    chosen, played = game.events[-2:]
    assert isinstance(chosen, TileChosen) and (0,) == chosen.seen_by and played.seen_by is None
    assert f"  Ann plays {game.drawn_tile} from the hand" == event_lines([played], game.players, seen_by=1)[0]
    assert "  Ann takes a tile in hand" == event_lines(drawn, game.players, seen_by=1)[0]
    assert f"  Ann takes {drawn[0].tile} in hand" == event_lines(drawn, game.players)[0]
    board = str(game)
    assert "has 3 tiles in hand" in board and "in hand: " + ", ".join(game.hand(0)) in board


def test_open_hands_are_told_to_everybody(tmp_path: Path) -> None:
    game = rules_of(TRADE, tmp_path).new_game(2, seed=3)
    assert all(event.seen_by is None for event in game.events)
    assert "tiles in hand" not in str(game)


def test_another_hand_is_guessed_and_the_own_one_known() -> None:
    game = example("three-in-hand", "river").new_game(3, seed=3)
    found = [game.as_seen_by(0, seed=seed) for seed in range(8)]
    assert {game.hand(0)} == {guess.hand(0) for guess in found}
    assert len({guess.hand(1) for guess in found}) > 2, "river tiles for river tiles, in hands too"
    assert all(3 == len(guess.hand(2)) and game.tiles_left == guess.tiles_left for guess in found)
    assert game.legal_actions == found[0].legal_actions and found[0] == game.as_seen_by(0, seed=0)

    def unseen(each: Any) -> Any:
        return sorted([*each.hand(1), *each.hand(2)]), each._state.stock

    counted = [[count + hands.count(name) for name, count in zip(game.rules.tiles.names, stock, strict=True)]
               for hands, stock in map(unseen, (game, *found))]  # fmt: skip
    assert all(counted[0] == others for others in counted[1:])


def test_a_guess_does_not_tell_the_draws_to_come() -> None:
    game = carcassonne.load_rules("base").new_game(
        2, seed=3, tiles=["base/cloister", *["base/road-curve", "base/road-tee"] * 6]
    )
    guess = game.as_seen_by(0, seed=1)
    assert guess.tiles_left == game.tiles_left and guess.drawn_tile == game.drawn_tile == "base/cloister"
    assert sorted(guess._state.fixed or ()) == sorted((game._state.fixed or ())[1:])
    assert list(guess._state.fixed or ()) != list((game._state.fixed or ())[1:])


SECRET = """variant: secret
extends: [mage-and-witch]
setup: {hands: {deal: 2}}
turn:
  barter:
    before: draw
    do:
      - {choose: {tiles: in hand, if: magic > 0}, as: mine}
      - {choose: {tiles: in hand, of: next player}, as: theirs}
      - give tile: {tile: mine, to: next player}
      - give tile: {tile: theirs, to: active player}
"""


def test_a_guess_could_be_asked_what_is_asked(tmp_path: Path) -> None:
    rules = rules_of(SECRET, tmp_path)
    magic = [name for name in rules.tiles.names if name.startswith("mage-and-witch/")]
    hands = {"blue": magic[:2], "red": ["base/cloister", "base/road-tee"], "green": ["base/road-curve"]}
    game = rules.new_game(3, seed=4, table=Setup(hands=hands))
    assert ("barter, mine", 0) == (game.about, game.player)
    for seed in range(12):
        guess = game.as_seen_by(1, seed=seed)
        assert guess.hand(1) == game.hand(1) and guess.player == 0
        assert {action.value for action in guess.legal_actions} == {*guess.hand(0)} & {*magic}
    game.push(game.legal_actions[0])
    assert "barter, theirs" == game.about
    guesses = [game.as_seen_by(0, seed=seed) for seed in range(12)]
    assert all(guess.legal_actions == game.legal_actions for guess in guesses), "the player sees that hand just now"
    assert len({guess.hand(2) for guess in guesses}) > 5


def test_a_guess_does_not_tell_what_others_have_chosen(tmp_path: Path) -> None:
    rules = rules_of(SECRET, tmp_path)
    chosen, other = "mage-and-witch/city-corner-road-curve", "mage-and-witch/two-city-caps-facing"
    hands = {"blue": [chosen, other], "red": ["base/cloister", "base/road-tee"]}
    game = rules.new_game(2, seed=4, table=Setup(hands=hands))
    game.push(Choose("barter, mine", chosen))
    tellers = 0
    for seed in range(12):
        guess = game.as_seen_by(1, seed=seed)
        mine = rules.tiles.names[guess._state.bound["mine"][1]]
        assert mine in guess.hand(0)
        tellers += mine == chosen
        guess.push(guess.legal_actions[0])
        assert mine in guess.hand(1), "what was chosen is given"
    assert tellers < 3


def test_nothing_is_hidden_when_the_game_is_over() -> None:
    over = play_out(example("keep-one"), ["random", "random"], 1)
    assert over.hand(1) == over.as_seen_by(0, seed=3).hand(1) != ()


def test_bots_choose_tiles_by_where_they_can_be_laid() -> None:
    rules = example("one-of-two")
    assert (0,) == play_out(rules, ["greedy", "random"], 1).winners


# Given hands and saved ones ------------------------------------------------------------------------


def test_a_setup_gives_hands_and_then_nobody_is_dealt_any() -> None:
    setup = Setup(tiles=[("base/cloister", 0, 0, 0)], hands={"red": ["base/road-tee", "base/cloister"]})
    assert setup == Setup.from_dict(json.loads(json.dumps(setup.to_dict())))
    text = "carcassonne-setup; table base/cloister 0,0; hands red (base/road-tee base/cloister)"
    assert text == notation.setup_text(setup) and setup == notation.parse_setup(text)
    game = example("three-in-hand").new_game(2, table=setup)
    assert ("base/cloister", "base/road-tee") == game.hand(1)
    none = Setup(hands={})
    assert "carcassonne-setup; hands none" == notation.setup_text(none) and none == notation.parse_setup(
        notation.setup_text(none)
    )
    assert "hands" not in Setup().to_dict() and "hands" not in notation.setup_text(Setup())
    for wrong in ({"red": "base/cloister"}, [1], {"red": 3}):
        with pytest.raises(ScenarioError, match="hands: expected"):
            Setup(hands=wrong)  # type: ignore[arg-type]
    with pytest.raises(ScenarioError, match="the hand of red: no tile 'base/claister'"):
        example("three-in-hand").new_game(2, table=Setup(hands={"red": ["base/claister"]}))


def test_positions_say_hands_only_where_there_are_any() -> None:
    game = example("three-in-hand").new_game(["Ann", "Bob"], seed=3)
    assert f"; hands Ann ({' '.join(game.hand(0))}) Bob ({' '.join(game.hand(1))}); " in notation.position_text(game)
    assert {"Ann": list(game.hand(0)), "Bob": list(game.hand(1))} == position_to_dict(game)["hands"]
    assert "hands" not in position_to_dict(carcassonne.load_rules("base").new_game())


@pytest.mark.parametrize("hands", [{"Ann": 3}, {"Ann": ["nothing"]}, {"Zoe": ["base/cloister"]}, ["Ann"], {"Ann": [3]}])
def test_hands_that_cannot_be_are_refused(hands: Any) -> None:
    saved = position_to_dict(example("three-in-hand").new_game(["Ann", "Bob"], seed=3))
    with pytest.raises(RecordError):
        game_from_position(example("three-in-hand"), {**saved, "hands": hands, "fingerprint": None})


def test_a_game_is_another_where_hands_are_others() -> None:
    rules = example("three-in-hand")
    one, other = (
        rules.new_game(2, table=Setup(tiles=[("base/road-tee", 0, 0, 0)], hands={"red": [tile]}))
        for tile in ("base/cloister", "base/road-tee")
    )
    assert one != other and one.fingerprint != other.fingerprint
    over = play_out(example("keep-one"), ["random", "random"], 1)
    assert over.as_seen_by(0).hand(1) and over.hand(0) == over.as_seen_by(0).hand(0)


# Faults --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("setup: {a: {give: base/claister}}", "unknown tile 'base/claister'"),
        ("setup: {a: {deal: 3, lay: base/cloister}}", "expected one of 'lay', 'remove', 'deal' and 'give'"),
        ("setup: {a: {deal: 3, rest: remove}}", "'rest' is about the tile of 'give'"),
        ("setup: {a: {lay: base/cloister, hands: open}}", "'hands' stands alone"),
        ("setup: {a: {deal: 0}}", "expected a whole number"),
        ("turn: {draw: {do: [play tile: it]}}", "no tile is called 'it'"),
        ("turn: {draw: {do: [choose: {tiles: on the table}]}}", "unknown words 'on the table'"),
        ("turn: {draw: {do: [choose: {tiles: in hand, least: own hand}]}}", "unknown key 'least'"),
        ("turn: {draw: {do: [put back all: {figures: followers}]}}", "expected tiles, such as {tiles: in hand"),
        ("turn: {draw: {do: [put back: {tiles: in hand}]}}", "found a choice"),
        ("turn: {draw: {do: [choose: {tiles: in hand}, take back: it]}}", "no figure is called 'it'"),
        ("final: {fields: {do: [keep tile]}}", "'keep tile' belongs into the turn"),
    ],
)  # fmt: skip
def test_slips_are_told(lines: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as raised:
        rules_of(f"variant: slip\nextends: [base]\n{lines}\n", tmp_path)
    assert fault in str(raised.value)
