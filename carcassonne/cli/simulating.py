"""`carcassonne simulate`: bots play many games."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import attrs
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import carcassonne
from carcassonne.bots import play_out
from carcassonne.cli.common import (
    AsJson,
    RulesNames,
    Seed,
    Settings,
    bot_names,
    console,
    example,
    guarded,
    load,
    print_json,
)
from carcassonne.play.game import Game
from carcassonne.play.ruleset import Ruleset
from carcassonne.report.sheet import OTHER, awards_of, points_by_kind, points_by_rule

NAME = "simulate"
EXAMPLES = example(
    "simulate --players 4 --games 200 --seed 1",
    "simulate --rules base,my-rules.yaml --option base.edition=2",
    "simulate --bots greedy,random --games 20 --json",
)
_MOST_RULES = 12


@attrs.define
class Tally:
    """What came of some games. seconds: spent playing them."""

    players: int
    seconds: float = 0.0
    scores: list[tuple[int, ...]] = attrs.field(factory=list)
    wins: list[float] = attrs.field(init=False)
    by_kind: dict[str, int] = attrs.field(factory=dict)
    by_rule: dict[str, int] = attrs.field(factory=dict)
    by_item: dict[tuple[str, str], int] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.wins = [0.0] * self.players

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second."""
        return len(self.scores) / self.seconds if self.seconds else 0.0

    def add(self, game: Game, seconds: float) -> None:
        """Count a finished game; a win that is shared counts as a part for each."""
        self.seconds += seconds
        self.scores.append(game.scores)
        for player in game.winners:
            self.wins[player] += 1 / len(game.winners)
        awards = awards_of(game)
        for sums, points in ((self.by_kind, points_by_kind(awards)), (self.by_rule, points_by_rule(awards))):
            for name, number in points.items():
                sums[name] = sums.get(name, 0) + number
        for award in awards:
            for item in award.items:
                named = (item.rule or OTHER, item.what)
                self.by_item[named] = self.by_item.get(named, 0) + abs(item.points)

    def what(self, rule: str) -> str:
        """What a rule gives points for: of its items the one that made most of them."""
        items = [(points, what) for (named, what), points in self.by_item.items() if named == rule]
        return max(items, default=(0, ""))[1]


@guarded
def command(
    rules: RulesNames = "base",
    players: Annotated[int, typer.Option("--players", "-p", help="How many players.")] = 2,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    bots: Annotated[
        str,
        typer.Option("--bots", "-b", help="random, greedy or cautious: one for all, or one for each seat with commas."),
    ] = "random",
    option: Settings = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FOLDER", help="Write the record of every game there.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games.

    Prints means, wins and where the points came from. Game number n is played with the seed SEED + n - 1, so
    each can be played again alone.
    """
    ruleset = load(rules, option)
    names = ruleset.new_game(players).players
    seats = bot_names(bots, len(names))
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    tally = Tally(len(names))
    for number in _progress(games, is_shown=not as_json or sys.stderr.isatty()):
        began = time.perf_counter()
        game = play_out(ruleset, seats, seed + number)
        tally.add(game, time.perf_counter() - began)
        if save is not None:
            file = save / f"game-{seed + number:04}.json"
            file.write_text(json.dumps(game.to_dict(), ensure_ascii=False) + "\n", encoding="utf-8")
    if as_json:
        print_json(_facts(ruleset, seats, seed, tally))
    else:
        _print(ruleset, names, seats, seed, tally)


def _progress(games: int, *, is_shown: bool) -> Iterator[int]:
    """Number the games; a bar on the terminal tells how many are done."""
    errors = Console(stderr=True)
    shown = is_shown and errors.is_terminal
    yield from track(range(games), description="playing", console=errors, transient=True, disable=not shown)


def _facts(rules: Ruleset, seats: Sequence[str], seed: int, tally: Tally) -> dict[str, Any]:
    by_seat = list(zip(*tally.scores, strict=True))
    return {
        "version": carcassonne.__version__,
        "rules": list(rules.names),
        "options": dict(rules.options),
        "players": len(seats),
        "bots": list(seats),
        "seed": seed,
        "games": len(tally.scores),
        "seconds": round(tally.seconds, 4),
        "games_per_second": round(tally.games_per_second, 2),
        "mean": [round(statistics.fmean(scores), 3) for scores in by_seat],
        "sd": [round(statistics.pstdev(scores), 3) for scores in by_seat],
        "wins": [round(wins, 3) for wins in tally.wins],
        "points_by_kind": tally.by_kind,
        "points_by_rule": tally.by_rule,
        "scores": [list(scores) for scores in tally.scores],
    }


def _print(rules: Ruleset, names: Sequence[str], seats: Sequence[str], seed: int, tally: Tally) -> None:
    out = console()
    games = len(tally.scores)
    out.print(
        f"{games} games of {', '.join(rules.names)} from seed {seed}: "
        f"{tally.seconds:.2f} s, {tally.games_per_second:.1f} games a second"
    )
    table = Table("seat", "bot", *(_number(head) for head in ("mean", "sd", "least", "most", "wins", "wins %")))
    for seat, (name, scores) in enumerate(zip(names, zip(*tally.scores, strict=True), strict=True)):
        wins = tally.wins[seat]
        table.add_row(
            name, seats[seat], f"{statistics.fmean(scores):.1f}", f"{statistics.pstdev(scores):.1f}",
            str(min(scores)), str(max(scores)), f"{wins:.1f}", f"{100 * wins / games:.0f}",
        )  # fmt: skip
    out.print(table)
    out.print(_shares(Table("points for"), tally.by_kind, games * len(seats)))
    by_rule = Table("points by rule", "mostly for")
    out.print(_shares(by_rule, tally.by_rule, games * len(seats), more=tally.what))


def _number(head: str) -> Any:
    from rich.table import Column

    return Column(head, justify="right")


def _shares(table: Table, sums: dict[str, int], games: int, *, more: Callable[[str], str] | None = None) -> Table:
    """Where points come from, most first; what is beyond the table is one line. `more` says more of each."""
    for head in ("a player and game", "share %"):
        table.add_column(head, justify="right")
    whole = sum(sums.values()) or 1
    ranked = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    shown, rest = ranked[:_MOST_RULES], ranked[_MOST_RULES:]
    if rest:
        shown.append((f"{len(rest)} more", sum(points for _, points in rest)))
    for name, points in shown:
        said = [name] if more is None else [name, more(name)]
        table.add_row(*said, f"{points / games:.2f}", f"{100 * points / whole:.1f}")
    return table
