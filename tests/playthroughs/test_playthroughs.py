"""A few short games kept whole: every action, and what came of it, as it stands in the files beside this one.

A file is a head, then the actions of chance and players as texts, each followed by what happened. When
a change is meant, `REWRITE_PLAYTHROUGHS=1 pytest tests/playthroughs` writes the files anew, to be reviewed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from oracle.agreement import agree, follow, oracle_for
from oracle.settings import rules_with

from carcassonne import CHANCE
from carcassonne.words import events

FILES = sorted(Path(__file__).parent.glob("*.txt"))


def begun(head: dict[str, Any]) -> Any:
    """The game that the head of a file says, before its first draw."""
    options = tuple(sorted((name, str(value)) for name, value in head["options"].items()))
    rules = rules_with(tuple(head["rules"]), options)
    return rules.new_game(head["players"], chance="explicit", tiles=head["tiles"])


def told(game: Any, event: events.Event) -> str | None:
    """An event in words; None for what the actions say themselves."""

    def who(player: int | None) -> str:
        return "nobody" if player is None else str(game.players[player])

    def whole(segment: Any) -> str:
        return str(game.feature(segment)[0])

    match event:
        case events.Discarded(tile, rule):
            return f"{tile} fits nowhere ({rule})"
        case events.Completed(segment):
            return f"complete: {whole(segment)}, {len(game.feature(segment))} segments"
        case events.Award(player, segment, items, _):
            assert segment is not None
            return f"{who(player)} +{event.points} for {whole(segment)}: {', '.join(map(str, items))}"
        case events.Returned(player, figure, segment):
            return f"{who(player)}'s {figure} comes back from {segment}"
        case events.PartAdded(player, rule):
            return f"{who(player)} will lay another tile ({rule})"
        case events.Ended(winners):
            return f"won by {', '.join(map(who, winners))}"
    return None


def lines_of(head: dict[str, Any], actions: list[str]) -> Iterator[str]:
    """The file that a head and actions make."""
    yield from ("---", *yaml.safe_dump(head, sort_keys=False, width=100).splitlines(), "---")
    game = begun(head)
    for text in actions:
        start = len(game.events)
        who = "" if game.player == CHANCE else f"{game.players[game.player]}: "
        game.push(game.rules.parse_action(text, game))
        yield f"{who}{text}"
        yield from (f"    {line}" for event in game.events[start:] if (line := told(game, event)) is not None)
    yield f"--- {', '.join(f'{name} {score}' for name, score in zip(game.players, game.scores, strict=True))}"


def read(file: Path) -> tuple[dict[str, Any], list[str]]:
    """Head and actions of a file."""
    _, head, body = file.read_text(encoding="utf-8").split("---\n", 2)
    found = yaml.safe_load(head)
    lines = [line for line in body.splitlines() if not line.startswith(("    ", "---"))]
    names = tuple(f"{name}: " for name in found["players"])
    return found, [line.partition(": ")[2] if line.startswith(names) else line for line in lines]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_game_is_played_as_it_stands_here(file: Path) -> None:
    head, actions = read(file)
    lines = list(lines_of(head, actions))
    if os.environ.get("REWRITE_PLAYTHROUGHS"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 300


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_oracle_plays_it_the_same(file: Path) -> None:
    head, actions = read(file)
    game = begun(head)
    oracle = oracle_for(game, head["tiles"])
    for text in actions:
        played, happened = len(game.history), len(game.events)
        game.push(game.rules.parse_action(text, game))
        follow(game, oracle, played)
        agree(game, oracle, events_from=happened)
    assert game.is_over


def test_there_are_some() -> None:
    assert len(FILES) >= 3
