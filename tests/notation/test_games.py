"""A game as text comes back with comments and headers, says where it is wrong, and yields what is before a cut."""

from __future__ import annotations

import random
from typing import Any

import pytest
from notation.games import MODULES, new_game, play_on, rules_of, with_options

from carcassonne import CHANCE, Segment, Setup, notation
from carcassonne.errors import NotationError, RecordError

BASE = rules_of(("base",))


def short_game() -> Any:
    game = BASE.new_game(["Ann", "Bob B"], seed=4, tiles=["base/cloister", "base/road-curve", "base/cloister"])
    play_on(game, 1, 100)
    return game


TEXT = """\
[Game "carcassonne-game {behaviour}"]
[Rules "base"]
[Player "Ann"]
[Player "Bob B"]
[Chance "seeded"]
[Seed "4"]
[Tiles "base/cloister base/road-curve base/cloister"]
[Event "Club evening"]

{{Good luck, both!}}
1. * draw base/cloister
2. Ann: place base/cloister at 0,1 turned 0
3. Ann: meeple on cloister at 0,1 {{a {{quiet\\}} place
with two lines}}
4. * draw base/road-curve
5. "Bob B": place base/road-curve at 1,0 turned 0
6. "Bob B": pass
7. * draw base/cloister
8. Ann: place base/cloister at 1,1 turned 0
"""


def test_a_game_reads_like_this() -> None:
    game = BASE.new_game(["Ann", "Bob B"], seed=4, tiles=["base/cloister", "base/road-curve", "base/cloister"])
    actions = [
        line.partition(" {")[0].rpartition(": ")[2]
        for line in TEXT.splitlines()
        if line[:1].isdigit() and "*" not in line
    ]
    comments = {0: "Good luck, both!", 3: "a {quiet} place\nwith two lines"}
    for text in actions:
        if "1,1" not in text:
            game.push(notation.parse_action(text))
    written = notation.game_text(game, comments=comments, headers={"Event": "Club evening"})
    expected = TEXT.format(behaviour=game.to_dict()["behaviour"]).replace("{quiet", "\\{quiet")
    assert expected.rpartition("8. Ann")[0] == written.rpartition("= ")[0]
    assert written.endswith(f'= Ann 0 "Bob B" 0 open {game.fingerprint}\n')
    record = notation.read_game(written)
    assert record.game == game
    assert (dict(record.comments), dict(record.headers), record.cut) == (comments, {"Event": "Club evening"}, None)
    assert notation.game_text(record.game, comments=record.comments, headers=record.headers) == written


@pytest.mark.parametrize("module", MODULES)
def test_games_of_every_module_come_back(module: str) -> None:
    chance = random.Random(f"game {module}")
    for _ in range(2):
        rules = with_options((module,), chance)
        game = new_game(rules, chance)
        play_on(game, chance.getrandbits(32), chance.choice((40, 10_000)))
        text = notation.game_text(game)
        again = notation.parse_game(text, rules=rules)
        assert again == game
        assert again.history == game.history
        assert list(again.events) == list(game.events)
        assert len(again) == len(game)
        assert list(again.legal_actions) == list(game.legal_actions)
        assert notation.game_text(again) == text
        assert notation.read_game(notation.game_json(game), rules=rules).game.history == game.history


def test_a_game_on_a_table_that_was_set_up_comes_back() -> None:
    table = Setup(
        tiles=[("base/cloister", 0, 0, 0)],
        figures=[("Ann", "meeple", Segment(0, 0, "cloister"))],
        scores={"Bob": 12},
        tokens=[],
        to_move="Bob",
    )
    game = BASE.new_game(["Ann", "Bob"], seed=3, table=table, chance="explicit")
    play_on(game, 1, 9)
    text = notation.game_text(game)
    assert '[Table "carcassonne-setup; table base/cloister 0,0; figures Ann: meeple cloister@0,0; points Bob=12' in text
    assert notation.parse_game(text).to_dict() == game.to_dict()


WHOLE = notation.game_text(short_game())


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        ("2. Ann", "3. Ann", 10, 1, "expected move 2, found move 3"),
        ("2. Ann", '2. "Bob B"', 10, 4, "Ann decides here, not Bob B"),
        ("1. *", "1. Ann:", 9, 4, "chance decides here, not Ann"),
        ("2. Ann: place", "2. Ann: plaice", 10, 9, "expected 'draw …', 'place … at …'"),
        ("0,1 turned", "0,9 turned", 10, 9, "no side would touch a tile at 0,9"),
        ("0,1 turned 0", "0,1 turned 7", 10, 43, "expected a number of quarter turns from 0 to 3"),
        ("[Seed", "[Sead", 8, 1, "the header 'Seed' is missing"),
        ('"seeded"', '"loaded"', 0, 0, "the record does not say its players and its chance"),
        ('[Rules "base"]', '[Rules "base]', 2, 1, "expected a header"),
        ('[Seed "4"]', '[Seed "-4"]', 6, 8, "Seed: expected a whole number"),
        ('[Rules "base"]', '[Rules "../x"]', 0, 0, "'../x' is no name of a shipped module"),
        ("= Ann", "= Eve", 0, 0, "expected the points of Ann"),
        ("\n= Ann", "\n{ never ends\n= Ann", 0, 0, "this comment has no end"),
        ("over", "open", 0, 0, "the result says that the game is open, which it is not"),
        ("over", "ov", 0, 0, "expected 'over' or 'open'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        notation.parse_game(WHOLE.replace(old, new, 1))
    assert message in str(caught.value)
    if line:
        assert isinstance(caught.value, NotationError)
        assert (caught.value.line, caught.value.column) == (line, column)


def test_blank_lines_remarks_and_other_line_ends_do_not_matter() -> None:
    text = WHOLE.replace("\n2.", "\n\n; a remark\n  2.").replace("\n", "  ; another\r\n")
    assert notation.parse_game("\ufeff" + text.replace("]  ; another", "]")).to_dict() == short_game().to_dict()


def moves_before(text: str) -> int:
    """How many whole lines of moves a text has."""
    return sum(1 for line in text.split("\n")[:-1] if line[:1].isdigit())


def test_a_text_cut_anywhere_yields_every_whole_move_before_the_cut() -> None:
    game, begun = short_game(), WHOLE.index("\n\n") + 2
    whole = WHOLE.index("over") + 4  # after that only the fingerprint, which may be missing
    for end in range(len(WHOLE)):
        part = WHOLE[:end]
        if end < begun:
            with pytest.raises(RecordError):
                notation.read_game(part, partial=True)
            continue
        record = notation.read_game(part, partial=True)
        assert record.game.history[: moves_before(part)] == game.history[: moves_before(part)]
        assert len(record.game.history) - moves_before(part) in (0, 1)  # the generator may draw the next tile
        assert (record.cut is None) == (end in (whole, whole + 1, len(WHOLE) - 1))
        if record.cut is not None:
            with pytest.raises(RecordError) as caught:
                notation.read_game(part)
            assert str(caught.value) == str(record.cut)


def test_a_json_record_cut_anywhere_yields_every_whole_action_before_the_cut() -> None:
    game = short_game()
    text = notation.game_json(game)
    begun = text.index('"actions": [') + len('"actions": [')
    for end in range(0, len(text) - 2, 3):
        part = text[:end]
        if end < begun:
            with pytest.raises(RecordError):
                notation.read_game(part, partial=True)
            continue
        record = notation.read_game(part, partial=True)
        count = len([a for a in game.history if f'"{a}"' in part[begun:]])
        assert set(game.history[: len(record.game.history)]) == set(record.game.history)
        assert record.cut is not None
        assert len(record.game.history) >= min(count, 1)


def test_an_illegal_move_ends_what_is_read_of_a_damaged_text() -> None:
    record = notation.read_game(WHOLE.replace("0,1 turned", "0,9 turned"), partial=True)
    assert (len(record.game.history), record.game.about) == (1, "place")
    assert record.cut is not None
    assert "line 10, column 9" in str(record.cut)
    record.game.push(record.game.legal_actions[0])


def test_a_header_that_cannot_be_one_is_refused() -> None:
    for name in ("Rules", "my event", "", "x"):
        with pytest.raises(ValueError, match="cannot be a header"):
            notation.game_text(short_game(), headers={name: "x"})


def test_chance_is_marked_whoever_decided_it() -> None:
    game = BASE.new_game(2, seed=1, chance="explicit")
    play_on(game, 2, 30)
    lines = [line.split()[1] for line in notation.game_text(game).splitlines() if line[:1].isdigit()]
    replay = BASE.new_game(2, seed=1, chance="explicit")
    for action, who in zip(game.history, lines, strict=True):
        assert who == ("*" if replay.player == CHANCE else f"{replay.players[replay.player]}:")
        replay.push(action)
