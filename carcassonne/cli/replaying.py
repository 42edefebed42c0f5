"""`carcassonne replay`: a saved game again."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import attrs
import typer

from carcassonne.cli.common import (
    WRONG,
    AsJson,
    SomeFile,
    WrongCallError,
    console,
    example,
    guarded,
    print_json,
    saved_game,
    text_of,
)
from carcassonne.cli.saves import SUFFIX
from carcassonne.errors import RecordError
from carcassonne.play.game import Game
from carcassonne.play.records import beginning
from carcassonne.report.board import board_text
from carcassonne.report.events import event_lines
from carcassonne.report.sheet import score_sheet
from carcassonne.words.actions import CHANCE

NAME = "replay"
STANDARD_OUTPUT = "-"
EXAMPLES = example(
    "replay game.json",
    "replay game.json --to 40",
    "replay game.json --step",
    "replay game.jcz --events",
    "replay damaged.game --partial",
    "replay game.json --html game.html",
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
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="Write a page for browsers instead; - prints it.")
    ] = "",
    docs: Annotated[
        str,
        typer.Option("--docs", metavar="ADDRESS", help="Where rule ids on the page lead: a built documentation."),
    ] = "",
    partial: Annotated[
        bool, typer.Option("--partial", help="Of a file that is cut off or damaged, play what stands before that.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a saved game again.

    Shows the table where it ends and what every point was for. A file is a game or a position of ours in any form, as
    `simulate --save`, `save` in `play` and `convert` write it, or a game saved by JCloisterZone (`.jcz`), whose rules
    come from its setup. The page that --html writes shows it step by step in a browser, without a network.
    """
    whole, note, comments = _foreign(file) if file.suffix.lower() == SUFFIX else _ours(file, rules, partial)
    last = len(whole.history) if to is None else to
    if last > len(whole.history):
        raise WrongCallError(f"--to {last}: the game has {len(whole.history)} actions")
    game = beginning(whole.rules, whole.to_dict())
    if html:
        for action in whole.history[:last]:
            game.push(action)
        _write_page(game, html, docs, comments)
        _end(note)
        return
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
        print_json(_facts(game, last) | ({} if note is None else {"warnings": note.warnings, "stop": note.stop}))
        _end(note)
        return
    if events and not step:
        _tell(game, 0)
        print()
    console().print(board_text(game), soft_wrap=True)
    print()
    print(score_sheet(game))
    _end(note)


def _write_page(game: Game, file: str, docs: str, comments: Mapping[int, str]) -> None:
    from carcassonne.pages import page_html

    try:
        page = page_html(game, docs=docs, comments=comments)
    except ImportError as error:
        raise WrongCallError(str(error)) from None
    if file == STANDARD_OUTPUT:
        print(page)
        return
    Path(file).write_text(page, encoding="utf-8")
    print(f"{file}: {len(page.encode()) / 1000:,.0f} kB", file=sys.stderr)


@attrs.frozen
class _Note:
    """What there is to say about a game: unknown parts of another program, and where its replay stops, if it does."""

    warnings: list[str]
    stop: str


def _ours(file: Path, rules: str, partial: bool) -> tuple[Game, _Note | None, Mapping[int, str]]:
    """The game of a file of ours, where it is cut off, and its comments."""
    record = saved_game(text_of(file.read_bytes(), str(file)), str(file), rules, partial=partial)
    note = None if record.cut is None else _Note([], f"{file}: the record stops here: {record.cut}")
    return record.game, note, record.comments


def _foreign(file: Path) -> tuple[Game, _Note, Mapping[int, str]]:
    """The game of another program's file, as far as it can be played here. Raises RecordError where it cannot begin."""
    from carcassonne.interop import jcloisterzone

    played = jcloisterzone.replay(jcloisterzone.read(file))
    if played.game is None:
        raise RecordError(f"{file}: the game cannot begin: {played.stop}")
    stop = "" if played.stop is None else f"{file}: the replay stops here: {played.stop}"
    return played.game, _Note([f"not known here: {part}" for part in played.warnings], stop), {}


def _end(note: _Note | None) -> None:
    """Say what there is to say about a game; ends with 1 where its replay has stopped."""
    for line in (*note.warnings, *([note.stop] if note.stop else [])) if note is not None else ():
        print(line, file=sys.stderr)
    if note is not None and note.stop:
        raise typer.Exit(WRONG)


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
