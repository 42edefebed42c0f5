"""`carcassonne jcz`: do games saved by JCloisterZone come out as they say?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from carcassonne.cli.common import WRONG, AsJson, WrongCallError, example, guarded, print_json
from carcassonne.errors import RecordError

if TYPE_CHECKING:
    from carcassonne.interop.jcloisterzone import Verdict

NAME = "jcz"
EXAMPLES = example("jcz game.jcz", "jcz saves/ --json")
SUFFIX = ".jcz"
LONGEST_LINE = 1_000


@guarded
def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", exists=True, show_default=False, help="Files, or folders of .jcz files."),
    ],
    as_json: AsJson = False,
) -> None:
    """Play games saved by JCloisterZone, and check them.

    One line a file: PASS, FAIL with the sentence that does not hold or the move that cannot be played, or UNSUPPORTED
    with the part that is missing here. Ends with 1 if anything fails.
    """
    checked = [(file, *_checked(file)) for file in _files(files)]
    if not checked:
        raise WrongCallError(f"no {SUFFIX} files in {', '.join(map(str, files))}")
    totals = dict.fromkeys(_statuses(), 0) | Counter(status for _, status, _, _ in checked)
    if as_json:
        facts = [_facts(file, status, reasons, verdict) for file, status, reasons, verdict in checked]
        print_json({"files": facts, "totals": totals})
    else:
        for file, status, reasons, verdict in checked:
            print(_line(file, status, reasons, verdict))
        print(", ".join(f"{count} {status}" for status, count in totals.items()))
    if totals["FAIL"]:
        raise typer.Exit(WRONG)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files that paths name: a folder stands for the saved games in it and below, sorted."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix.lower() == SUFFIX and file.is_file())
        else:
            yield path


def _statuses() -> list[str]:
    from carcassonne.interop.jcloisterzone import Status

    return [status.value for status in Status]


def _checked(file: Path) -> tuple[str, tuple[str, ...], Verdict | None]:
    """The status of a file with the reasons, and everything else where it is a saved game."""
    from carcassonne.interop import jcloisterzone

    try:
        verdict = jcloisterzone.check(jcloisterzone.read(file))
    except RecordError as error:
        lines = str(error).splitlines()
        found = [line.removeprefix(f"{file}:").removeprefix(f"{file.name}:").strip() for line in lines]
        return jcloisterzone.Status.FAIL.value, tuple(found), None
    return verdict.status.value, verdict.reasons, verdict


def _line(file: Path, status: str, reasons: tuple[str, ...], verdict: Verdict | None) -> str:
    line = f"{status:<11} {file}"
    if reasons:
        line += f": {'; '.join(dict.fromkeys(reasons))}"
    elif verdict is not None and verdict.warnings:
        line += f" (not used: {', '.join(verdict.warnings)})"
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"


def _facts(file: Path, status: str, reasons: tuple[str, ...], verdict: Verdict | None) -> dict[str, Any]:
    stop = None if verdict is None else verdict.replay.stop
    failures = () if verdict is None else verdict.failures
    game = None if verdict is None else verdict.replay.game
    return {
        "file": str(file),
        "status": status,
        "reasons": list(reasons),
        "warnings": [] if verdict is None else list(verdict.warnings),
        "failures": [
            {"sentence": failure.sentence, "expected": failure.expected, "found": failure.found} for failure in failures
        ],
        "stop": None if stop is None else {"message": stop.message, "reason": stop.reason},
        "scores": None if game is None else list(game.scores),
    }
