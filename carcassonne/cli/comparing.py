"""`carcassonne compare`: bots play the same games under two rulesets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from carcassonne.cli.common import (
    WRONG,
    AsJson,
    Seed,
    WrongCallError,
    bot_names,
    example,
    guarded,
    load,
    print_json,
)
from carcassonne.errors import RulesError
from carcassonne.read.source import SUFFIXES

if TYPE_CHECKING:
    from carcassonne.balance import Match
    from carcassonne.play.ruleset import Ruleset

NAME = "compare"
EXAMPLES = example(
    "compare base base,base.edition=2",
    "compare base my-variant.yaml --games 400 --jobs 4 --plots pictures",
    "compare base,my-variant.yaml base,my-other.yaml --bots cautious --players 3 --json",
)
_STOPPED = 130

_SIDE = "Ids and files in play, and NAME=VALUE for options, with commas between."


@guarded
def command(
    a: Annotated[str, typer.Argument(metavar="A", show_default=False, help=_SIDE)],
    b: Annotated[str, typer.Argument(metavar="B", show_default=False, help="The same for the other side.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games of each.")] = 100,
    players: Annotated[int, typer.Option("--players", "-p", help="How many players.")] = 2,
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", help="random, greedy or cautious: one for all, or one for each seat with commas."),
    ] = "greedy",
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="A variant for both; may be given several times."),
    ] = None,
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="FOLDER", help="Draw there what came of it, as SVG and PNG (extra plots)."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell what differs between two rulesets when bots play.

    Both are played with the same seeds. The report has points and where they came from, length, choices, seats, and how
    often rules acted, with 95 % intervals. Ctrl-C ends the playing and reports what was played.
    """
    from carcassonne.balance import match_of

    rules = _rules_of(a, option), _rules_of(b, option)
    names = bot_names(bots, players)
    if plots is not None:
        _need_plots()
        plots.mkdir(parents=True, exist_ok=True)
    try:
        match = match_of(*rules, games=games, players=players, bots=names, seed=seed)
        is_whole = _play(match, jobs, is_shown=not as_json or sys.stderr.isatty())
    except RulesError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(WRONG) from None
    if not match.pairs:
        raise KeyboardInterrupt
    comparison = match.comparison()
    files = () if plots is None else comparison.plots(plots)
    if as_json:
        print_json({**comparison.to_dict(), "plots": [str(file) for file in files]})
    else:
        print(comparison)
        for file in files:
            print(f"written: {file}")
    if not is_whole:
        raise typer.Exit(_STOPPED)


def _rules_of(text: str, options: list[str] | None) -> Ruleset:
    """The rules of one side: names and options with commas between."""
    parts = [part.strip() for part in text.split(",")]
    names = [part for part in parts if "=" not in part or part.endswith(SUFFIXES)]
    return load(",".join(names), [*(options or ()), *(part for part in parts if part not in names)])


def _need_plots() -> None:
    """Say that the extra is missing before anything is played."""
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError as error:
        text = f"--plots needs {error.name}, which is not installed: pip install 'carcassonne[plots]'"
        raise WrongCallError(text) from None


def _play(match: Match, jobs: int, *, is_shown: bool) -> bool:
    """Play with a bar on the terminal; whether all was played."""
    with _bar(len(match.seeds), is_shown=is_shown) as advance:
        try:
            match.play(jobs=jobs, progress=advance)
        except KeyboardInterrupt:
            return False
    return True


@contextmanager
def _bar(games: int, *, is_shown: bool) -> Iterator[Callable[[int], None]]:
    """A bar that tells how many games of each are played, and how long it will take."""
    errors = Console(stderr=True)
    columns = (
        TextColumn("comparing"), BarColumn(), TextColumn("{task.completed} of {task.total} games"), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=errors, transient=True, disable=not (is_shown and errors.is_terminal)) as bar:
        number = bar.add_task("", total=games)
        yield lambda played: bar.update(number, completed=played)
