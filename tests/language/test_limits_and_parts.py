"""How often a rule may act, and which parts of a turn are asked for before they are played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compile.house import house_rules

from carcassonne.words.events import TokenMoved

ROAD = "base/road-straight"
PARTS = "rules: {visits: {on: tile placed, limit: once a turn, do: [ADDED]}}\n"


def game_of(folder: Path, text: str, tiles: int = 4) -> Any:
    return house_rules(folder, text).new_game(["blue", "red"], tiles=[ROAD] * tiles)


def play(game: Any, *texts: str) -> None:
    for text in texts:
        game.push(game.rules.parse_action(text, game))


def asked(game: Any) -> str:
    """Who decides, and about what."""
    return f"{game.players[game.player]} {game.about}"


def legal(game: Any) -> list[str]:
    return list(map(str, game.legal_actions))


@pytest.mark.parametrize(
    ("limit", "offered"),
    [
        ("", ["blue 1", "blue 1", "blue 2", "blue 2", "red 3"]),
        ("limit: once a part, ", ["blue 1", "blue 2", "red 3"]),
        ("limit: once a turn, ", ["blue 1", "red 3"]),
    ],
)
def test_an_offer_is_made_as_often_as_its_limit_says(tmp_path: Path, limit: str, offered: list[str]) -> None:
    steps = "[put token: {token: bell, on: active player}]"
    offer = f"gift: {{offers: figure, {limit}choose: {{words: [take]}}, do: {steps}}}"
    part = "part: {on: tile placed, if: tiles left > 1, limit: once a turn, do: [add part: {rule: H-1}]}"
    twice = "turn:\n  more: {after: figure, do: [{take action: {offers: figure}}]}\n"
    game = game_of(tmp_path, f"tokens: {{bell: {{}}}}\nrules: {{{offer}, {part}}}\n{twice}", tiles=3)
    seen: list[str] = []
    while game.tiles_left or "red 3" not in seen:
        laid = 3 - game.tiles_left
        if game.about == "place":
            play(game, f"place {ROAD} at {laid},0")
        elif "gift: take" in legal(game):
            seen.append(f"{game.players[game.player]} {laid}")
            play(game, "gift: take")
        else:
            play(game, "pass")
    assert seen == offered


def test_each_part_that_may_be_declined_is_asked_for(tmp_path: Path) -> None:
    added = "{add part: {rule: H-1, optional: true}}, {add part: {rule: H-2, optional: true}}"
    game = game_of(tmp_path, PARTS.replace("ADDED", added))
    play(game, f"place {ROAD} at 1,0", "pass")
    assert (asked(game), legal(game)) == ("blue another part", ["pass", "another part: play"])
    play(game, "pass")
    assert (asked(game), legal(game)) == ("blue another part", ["pass", "another part: play"])
    play(game, "another part: play")
    assert asked(game) == "blue place"
    play(game, f"place {ROAD} at 2,0", "pass")
    assert asked(game) == "red place"


def test_a_declined_part_is_followed_by_one_that_must_be_played(tmp_path: Path) -> None:
    added = "{add part: {rule: H-1, optional: true}}, {add part: {rule: H-2}}"
    game = game_of(tmp_path, PARTS.replace("ADDED", added))
    play(game, f"place {ROAD} at 1,0", "pass", "pass")
    assert asked(game) == "blue place"
    play(game, f"place {ROAD} at 2,0", "pass")
    assert asked(game) == "red place"


def test_parts_that_come_last_wait_for_all_others(tmp_path: Path) -> None:
    added = "{add part: {rule: H-1, last: true, optional: true}}, {add part: {rule: H-2}}"
    game = game_of(tmp_path, PARTS.replace("ADDED", added))
    play(game, f"place {ROAD} at 1,0", "pass")
    assert asked(game) == "blue place"
    play(game, f"place {ROAD} at 2,0", "pass")
    assert asked(game) == "blue another part"


def test_no_part_is_asked_for_when_no_tile_is_left(tmp_path: Path) -> None:
    game = game_of(tmp_path, PARTS.replace("ADDED", "{add part: {rule: H-1, optional: true}}"), tiles=1)
    play(game, f"place {ROAD} at 1,0", "pass")
    assert game.is_over


def test_an_award_by_itself_is_a_round_of_scoring(tmp_path: Path) -> None:
    gift = "gift: {on: tile placed, do: [{award: {to: active player, points: 1, rule: H-1}}]}"
    bell = "bell: {on: scoring ended, do: [{put token: {token: bell, on: active player}}]}"
    game = game_of(tmp_path, f"tokens: {{bell: {{}}}}\nrules: {{{gift}, {bell}}}\n")
    play(game, f"place {ROAD} at 1,0", "pass", f"place {ROAD} at 2,0", "pass", f"place {ROAD} at 3,0")
    rung = [event.holder for event in game.events if isinstance(event, TokenMoved)]
    assert rung == [0, 1, 0]


def test_nothing_is_told_of_tokens_that_are_not_there(tmp_path: Path) -> None:
    steps = "{put token: {token: bell, on: active player}}, {take tokens: {token: bell, from: active player}}"
    take = "{take tokens: {token: bell, from: active player, count: 2}}"
    game = game_of(tmp_path, f"tokens: {{bell: {{}}}}\nrules: {{ring: {{on: tile placed, do: [{steps}, {take}]}}}}\n")
    play(game, f"place {ROAD} at 1,0")
    assert [event.count for event in game.events if isinstance(event, TokenMoved)] == [1, -1]
    assert game.tokens == ()
