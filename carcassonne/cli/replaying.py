"""`carcassonne replay`: a saved game again."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from carcassonne.cli.common import (
    AsJson,
    SomeFile,
    WrongCallError,
    console,
    example,
    guarded,
    print_json,
    read_record,
    rules_of_record,
)
from carcassonne.play.game import Game
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.setup import Setup
from carcassonne.report.board import board_text
from carcassonne.report.events import event_lines
from carcassonne.report.sheet import score_sheet
from carcassonne.words.actions import CHANCE

NAME = "replay"
EXAMPLES = example(
    "replay game.json", "replay game.json --to 40", "replay game.json --step", "replay game.json --events"
)


@guarded
def command(
    file: SomeFile,
    to: Annotated[
        int | None, typer.Option("--to", min=0, metavar="N", help="Stop after N actions, draws included.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Show every action with what came of it.")] = False,
    events: Annotated[bool, typer.Option("--events", help="Tell everything that happened.")] = False,
    rules: Annotated[
        str, typer.Option("--rules", "-r", metavar="NAMES", help="The rules, where some came from files.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Play a saved game again.

    Shows the table where it ends and what every point was for. A file is what `Game.to_dict` gives, as
    `simulate --save` and `save` in `play` write it.
    """
    saved = read_record(file)
    ruleset = rules_of_record(saved, rules, file)
    whole = ruleset.game_from_dict(saved)
    last = len(whole.history) if to is None else to
    if last > len(whole.history):
        raise WrongCallError(f"--to {last}: the game has {len(whole.history)} actions")
    game = _beginning(ruleset, saved)
    told = 0
    for number, action in enumerate(whole.history[:last], 1):
        who = "chance" if game.player == CHANCE else game.players[game.player]
        game.push(action)
        if step and not as_json:
            print(f"{number}. {who}: {action}")
            _tell(game, told)
            told = len(game.events)
            if not _goes_on(game, number < last):
                break
    if as_json:
        print_json(_facts(game, last))
        return
    if events and not step:
        _tell(game, 0)
        print()
    console().print(board_text(game), soft_wrap=True)
    print()
    print(score_sheet(game))


def _beginning(rules: Ruleset, saved: Mapping[str, Any]) -> Game:
    """The game before its first action, with every draw left to the record."""
    table = saved.get("table")
    return rules.new_game(
        saved["players"],
        seed=saved["seed"],
        chance="explicit",
        tiles=saved["tiles"],
        table=None if table is None else Setup.from_dict(table),
    )


def _tell(game: Game, since: int) -> None:
    for line in event_lines(game.events[since:], game.players):
        print(line)


def _goes_on(game: Game, more: bool) -> bool:
    """On a terminal wait for a line: an empty one goes on, "b" shows the board first, anything else stops."""
    if not more or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    try:
        said = input("[Enter] on, b board, q stop > ").strip()
        while said == "b":
            console().print(board_text(game), soft_wrap=True)
            said = input("[Enter] on, b board, q stop > ").strip()
    except EOFError:
        print()
        return False
    return said == ""


def _facts(game: Game, last: int) -> dict[str, Any]:
    return {
        "rules": list(game.rules.names),
        "options": dict(game.rules.options),
        "players": list(game.players),
        "actions": [str(action) for action in game.history[:last]],
        "scores": list(game.scores),
        "is_over": game.is_over,
        "winners": list(game.winners),
        "fingerprint": game.fingerprint,
        "events": [line.strip() for line in event_lines(game.events, game.players)],
    }
