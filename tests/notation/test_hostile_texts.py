"""Whatever a text is, reading it ends soon, in a value or in an error of the library."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation.games import play_on, rules_of

from carcassonne import notation
from carcassonne.errors import ActionSyntaxError, RecordError

SOON = 0.2
PIECES = (
    "\x00",
    "é",
    "\u2028",
    "9" * 40,
    "-1",
    "((((",
    "))))",
    '"',
    "\\",
    "{",
    "}",
    ";",
    "\n",
    "\r",
    "[",
    "]",
    "1,1",
    "@",
)


def some_game() -> Any:
    chance = random.Random(8)
    game = rules_of(("big-box",)).new_game(["Ann", "Bob"], seed=3)
    play_on(game, chance.getrandbits(32), 70)
    return game


GAME = some_game()
TEXTS = {
    "position": notation.position_text(GAME),
    "game": notation.game_text(GAME, comments={5: "a comment"}),
    "json": notation.game_json(GAME),
    "position json": json.dumps(notation.position_to_dict(GAME)),
}


def mutated(text: str, chance: random.Random) -> str:
    """A text with something taken out, doubled, exchanged or put in, once or several times."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        a, b = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + chance.choice((1, 3, 40, 400)))
        what = chance.randrange(5)
        if what == 0:
            text = text[:a] + text[b:]
        elif what == 1:
            text = text[:b] + text[a:]
        elif what == 2:
            text = text[:a] + chance.choice(PIECES) + text[b:]
        elif what == 3:
            text = text[:a]
        else:
            words = text.split(" ")
            one, other = chance.randrange(len(words)), chance.randrange(len(words))
            words[one], words[other] = words[other], words[one]
            text = " ".join(words)
    return text


def without_marks(text: str) -> str:
    """Without what would tell every change from the outset."""
    return text.replace(GAME.fingerprint, "").replace("; fingerprint ", "").replace('"fingerprint": ""', '"x": ""')


def ends_soon(read: Callable[[str], Any], text: str) -> Any:
    start = time.process_time()
    try:
        found = read(text)
    except RecordError as error:
        assert len(str(error)) < 1_000
        found = None
    assert time.process_time() - start < SOON
    return found


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("partial", [False, True])
def test_damaged_texts_end_in_a_game_or_an_error(name: str, partial: bool) -> None:
    chance = random.Random(f"{name} {partial}")
    for number in range(60):
        text = mutated(TEXTS[name] if number % 2 else without_marks(TEXTS[name]), chance)
        record = ends_soon(lambda text: notation.read_game(text, rules=GAME.rules, partial=partial), text)
        if record is not None:
            assert notation.position_text(record.game)


def test_a_position_whose_numbers_were_changed_is_refused_or_can_be_played() -> None:
    """Every change is one that the form allows: only what it means can be wrong."""
    chance, rules = random.Random(2), GAME.rules
    played = 0
    for seed in range(12):
        game = rules.new_game(["Ann", "Bob"], seed=seed)
        play_on(game, seed, chance.randrange(30, 250))
        head, turn, tail = notation.position_text(game).rpartition("; fingerprint")[0].partition("; turn")
        places = list(re.finditer(r"-?\d+|\w+=", tail))
        for _ in range(8):
            place = chance.choice(places)
            new = chance.choice(
                ("feature=", "player=", "it=") if place[0].endswith("=") else ("-1", "0", "1", "7", "()")
            )
            changed = head + turn + tail[: place.start()] + new + tail[place.end() :]
            again = ends_soon(lambda text: notation.parse_position(text, rules=rules), changed)
            if again is not None:
                played += 1
                play_on(again, seed, 20)
    assert played > 20


@given(st.text(max_size=300) | st.text(alphabet=' ;:=(){}[]"\\*.,@+-0123456789abeginmoprs\n', max_size=300))
def test_texts_of_nothing_in_particular_are_refused(text: str) -> None:
    for read in (notation.parse_position, notation.parse_game, notation.game_from_json, notation.parse_setup):
        ends_soon(read, text)
    for parse in (notation.parse_cell, notation.parse_segment):
        ends_soon(parse, text)
    try:
        action = notation.parse_action(text)
    except ActionSyntaxError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        assert notation.parse_action(str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "carcassonne-position 1" + "; rules base" * 50_000,
        "carcassonne-position 1; agenda part 1 (" + "a=(" * 100_000,
        "carcassonne-position 1; rules " + "x" * 900_000,
        "carcassonne-position " + "1" * 900_000,
        'carcassonne-position 1; rules "' + "\\" * 900_000,
        "[" * 500_000,
        '[Game "' + "x" * 900_000,
        "{" * 900_000,
        ";" * 900_000,
        "{" + '"a":[' * 100_000,
        " " * 900_000,
        "1. * " * 200_000,
        TEXTS["game"].partition("1. *")[0] + "{" + "\\}" * 400_000,
        TEXTS["game"].partition("1. *")[0] + '1. "' + "\\u0000" * 100_000,
    ],
    ids=range(14),
)
@pytest.mark.parametrize("partial", [False, True])
def test_huge_texts_are_refused_soon(text: str, partial: bool) -> None:
    record = ends_soon(lambda text: notation.read_game(text, rules=GAME.rules, partial=partial), text)
    assert record is None or (partial and not len(record.game))


@pytest.mark.parametrize("value", [None, 5, b"text", ["text"], {}])
def test_what_is_no_text_is_refused(value: Any) -> None:
    readers: tuple[Any, ...] = (
        notation.parse_position,
        notation.parse_game,
        notation.game_from_json,
        notation.read_game,
        notation.parse_setup,
        notation.parse_cell,
        notation.parse_segment,
        notation.action_from_dict,
        notation.event_from_dict,
    )
    for read in readers:
        with pytest.raises(RecordError):
            read(value)


def test_positions_of_huge_numbers_are_refused() -> None:
    saved = notation.position_to_dict(rules_of(("base",)).new_game(2))
    for key, value in (
        ("seed", 1 << 64),
        ("counter", 1 << 70),
        ("points", [[10**30], [0]]),
        ("stock", {"base/cloister": 10**9}),
    ):
        with pytest.raises(RecordError, match="expected a whole number from"):
            notation.game_from_position({**saved, key: value}, rules=rules_of(("base",)))
