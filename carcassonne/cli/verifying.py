"""`carcassonne verify`: laws held against many games of a variant."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from carcassonne.cli.common import (
    WRONG,
    AsJson,
    Seed,
    Settings,
    WrongCallError,
    console,
    example,
    guarded,
    options_of,
    print_json,
)
from carcassonne.read.source import SUFFIXES

if TYPE_CHECKING:
    from carcassonne.testing.reporting import Report

NAME = "verify"
EXAMPLES = example(
    "verify my-variant.yaml",
    "verify big-box --minutes 5 --jobs 4",
    "verify my-variant.yaml --games 200 --seed 7 --write findings --json",
)
_WAIT = 0.2
_STOPPED = 130


@attrs.frozen
class Task:
    """What all processes of a run have in common."""

    files: tuple[str, ...]
    options: dict[str, str]
    laws: tuple[str, ...] | None
    seconds: float | None
    games: int | None
    seed: int
    jobs: int
    findings: int
    shrink: float

    def run(self, job: int, progress: Callable[[int, int, float], bool | None] | None) -> Report:
        """Play the share of one process: every game whose number leaves `job` as the rest."""
        from carcassonne.testing.battery import check_variant

        share = None if self.games is None else len(range(job, self.games, self.jobs))
        return check_variant(
            self.files, options=self.options, laws=self.laws, budget=self.seconds, games=share, seed=self.seed,
            first=job, stride=self.jobs, at_most=self.findings, shrink=self.shrink, progress=progress,
        )  # fmt: skip


@guarded
def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", show_default=False, help="Files or ids of modules, in play together."),
    ],
    minutes: Annotated[
        float | None, typer.Option("--minutes", "-m", min=0.001, help="How long; 1 where --games says nothing.")
    ] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", min=1, help="How many games at most.")] = None,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes.")] = 1,
    option: Settings = None,
    law: Annotated[list[str] | None, typer.Option("--law", help="Only this law; may be given several times.")] = None,
    findings: Annotated[int, typer.Option("--findings", min=0, help="Stop after so many; 0: never.")] = 5,
    shrink: Annotated[
        float, typer.Option("--shrink", min=0, help="Seconds at most for making a finding small.")
    ] = 30.0,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FOLDER", help="Write each finding there as a scenario.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Hold laws against many games of a variant.

    They are those of the test kit and those that the files say under `laws`. Game number n of a seed is always
    the same. Ends with 1 when a law is broken; what breaks it is shown as a scenario, as small as it could be made.
    Ctrl-C ends the playing and reports what was seen.
    """
    for name in files:
        if name.endswith(SUFFIXES) and not Path(name).is_file():
            raise WrongCallError(f"there is no file {name}")
    seconds = 60 * minutes if minutes is not None else None if games is not None else 60.0
    task = Task(
        tuple(files), options_of(option), tuple(law) if law else None, seconds, games, seed, jobs, findings, shrink
    )
    with _noticing_ctrl_c() as is_pressed:
        report = run(task, is_pressed, is_shown=not as_json or sys.stderr.isatty())
    written = {} if write is None else {finding.law: str(finding.write(write)) for finding in report.findings}
    if as_json:
        print_json({**report.to_dict(), "interrupted": is_pressed(), "files": written})
    else:
        show(report, written)
        if is_pressed():
            print("stopped by Ctrl-C before the end")
    if not report.passed or is_pressed():
        raise typer.Exit(_STOPPED if report.passed else WRONG)


@contextmanager
def _noticing_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C has been pressed; pressed once more it ends the program as everywhere."""
    presses: list[int] = []

    def note(number: int, frame: object) -> None:
        presses.append(number)
        if len(presses) > 1:
            raise KeyboardInterrupt
        print("stopping; once more to stop without a report", file=sys.stderr)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(presses)
    finally:
        signal.signal(signal.SIGINT, before)


def run(task: Task, is_pressed: Callable[[], bool], *, is_shown: bool) -> Report:
    """Play in one process or several, with a bar on the terminal."""
    with _bar(task, is_shown=is_shown) as advance:
        if task.jobs > 1:
            return _in_processes(task, is_pressed, advance)

        def progress(games: int, actions: int, seconds: float) -> bool:
            advance(games, actions, seconds)
            return is_pressed()

        return task.run(0, progress)


_counts: Any = None


def _start(counts: Any) -> None:
    global _counts
    _counts = counts
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process tells the others


def _work(task: Task, job: int) -> Report:
    def progress(games: int, actions: int, seconds: float) -> bool:
        _counts[2 * job], _counts[2 * job + 1] = games, actions
        return bool(_counts[-1])

    report = task.run(job, progress)
    if task.findings and len(report.findings) >= task.findings:
        _counts[len(_counts) - 1] = 1
    return report


def _in_processes(task: Task, is_pressed: Callable[[], bool], advance: Callable[[int, int, float], None]) -> Report:
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    counts = context.Array("q", 2 * task.jobs + 1)
    began = time.monotonic()
    with ProcessPoolExecutor(task.jobs, context, _start, (counts,)) as pool:
        waiting = [pool.submit(_work, task, job) for job in range(task.jobs)]
        try:
            while not all(future.done() for future in waiting):
                time.sleep(_WAIT)
                if is_pressed():
                    counts[len(counts) - 1] = 1
                said = counts[:-1]
                advance(sum(said[::2]), sum(said[1::2]), time.monotonic() - began)
        except BaseException:
            counts[len(counts) - 1] = 1
            raise
    return reduce(lambda one, other: one.merged(other), (future.result() for future in waiting))


@contextmanager
def _bar(task: Task, *, is_shown: bool) -> Iterator[Callable[[int, int, float], None]]:
    """A bar that tells games, actions and how much of the budget is used."""
    errors = Console(stderr=True)
    columns = (TextColumn("verifying"), BarColumn(), TextColumn("{task.fields[told]}"), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not (is_shown and errors.is_terminal)) as bar:
        whole = task.seconds if task.seconds is not None else task.games
        number = bar.add_task("", total=whole, told="")

        def advance(games: int, actions: int, seconds: float) -> None:
            done = seconds if task.seconds is not None else games
            bar.update(number, completed=done, told=f"{games} games, {actions} actions")

        yield advance


def show(report: Report, written: dict[str, str]) -> None:
    """Print what came of it: a table of laws, what never came up, and the findings."""
    print(
        f"{', '.join(report.rules)}: {report.games} games and {report.actions} actions from seed {report.seed} "
        f"in {report.seconds:.0f} s"
    )
    table = Table("law", "of", "result")
    table.add_column("times", justify="right")
    for law in report.laws:
        result = "broken" if law.finding else f"skipped: {law.skipped}" if law.skipped else "holds"
        table.add_row(law.name, law.of, result if law.exercised or law.skipped else "not asked", f"{law.exercised:,}")
    console().print(table)
    if report.effects:
        print(report.effects_text)
    if report.coverage is not None:
        print(report.coverage)
    for law in report.unasked:
        print(f"never asked, so it proves nothing: «{law.name}»; what it is about did not come up")
    for finding in report.findings:
        where = f"\nwritten to {written[finding.law]}" if finding.law in written else ""
        print(f"\n{finding}{where}")
    laws = sum(bool(law.exercised) for law in report.laws)
    found = f"{len(report.findings)} broken" if report.findings else "all hold"
    print(f"\n{laws} laws asked, {found}")
