"""`carcassonne play`: a person against bots, in the terminal or from a file of commands."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from carcassonne.bots import BOTS
from carcassonne.cli.common import (
    RulesNames,
    Seed,
    Settings,
    WrongCallError,
    bot_names,
    example,
    guarded,
    load,
    saved_game,
    text_of,
)
from carcassonne.cli.table import Session

NAME = "play"
EXAMPLES = example(
    "play",
    "play --rules base,my-rules.yaml --players 3 --bots greedy,random",
    "play --load game.json",
)


@guarded
def command(
    rules: RulesNames = "base",
    players: Annotated[int, typer.Option("--players", "-p", help="How many play, you among them.")] = 2,
    people: Annotated[int, typer.Option("--people", min=0, help="How many of them are people, the first ones.")] = 1,
    seed: Seed = 0,
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", help="random, greedy or cautious: one for all, or one for each bot with commas."),
    ] = "greedy",
    option: Settings = None,
    load_from: Annotated[
        Path | None,
        typer.Option("--load", metavar="FILE", exists=True, dir_okay=False, help="Go on with a saved game."),
    ] = None,
) -> None:
    """Play against bots in the terminal.

    You see the board and numbered choices, and answer with a line: say `help` there. Without a terminal the
    answers are read from standard input, one a line; its end leaves the game.
    """
    if load_from is None:
        game = load(rules, option).new_game(players, seed=seed)
    else:
        text = text_of(load_from.read_bytes(), str(load_from))
        game = saved_game(text, str(load_from), "" if rules == "base" else rules).game
        if game.to_dict()["chance"] != "seeded":
            raise WrongCallError(f"{load_from}: its chance is explicit: there is nobody here to decide draws")
    seats = len(game.players)
    if people > seats:
        raise WrongCallError(f"{people} people for {seats} seats")
    names = bot_names(bots, seats - people) if seats > people else []
    by_seat = [None] * people + [BOTS[name] for name in names]
    Session(game, by_seat, Random(seed)).run()
