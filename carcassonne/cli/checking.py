"""`carcassonne check`: every fault of any file of ours, and what looks suspicious in files without a fault."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from carcassonne.cli.common import WRONG, AsJson, WrongCallError, example, guarded, print_json
from carcassonne.errors import Problem
from carcassonne.read.modules import Library

NAME = "check"
EXAMPLES = example(
    "check my-rules.yaml my-tiles.yaml",
    "check data tests/scenarios --json",
    "check data --strict --format github",
)


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    GITHUB = "github"


@guarded
def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", exists=True, show_default=False, help="Files, or folders of them."),
    ],
    as_json: AsJson = False,
    form: Annotated[
        Format, typer.Option("--format", help="As text, or as annotations of a GitHub workflow.")
    ] = Format.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings, too, are wrong.")] = False,
) -> None:
    """Check files of tiles, rules and scenarios.

    Prints every fault with its place, its cure and the code of its page in the docs, and warnings about files that
    can be used but look suspicious. Rules are loaded with every value of each of their own options. Ends with 1 if
    anything is wrong; warnings alone are not, unless --strict is given.
    """
    from carcassonne.checking import findings  # with it comes all that compiles

    library, said = Library(), dict[Problem, None]()
    named = [*findings.files_of(files)]
    for path in named:
        if path.is_dir():
            raise WrongCallError(f"{path}: {findings.NO_FILES}. {findings.NO_FILES_CURE}")
    by_file = {str(file): findings.findings_of(file, library) for file in named}
    for found in by_file.values():
        said |= dict.fromkeys(found)
    if as_json:
        print_json({"files": [{"file": file, "problems": [*map(facts_of, found)]} for file, found in by_file.items()]})
    else:
        for problem in said:
            print(annotation(problem) if form is Format.GITHUB else problem)
        typer.echo(summary_of(len(by_file), said), err=True)
    if any(strict or not problem.is_warning for problem in said):
        raise typer.Exit(WRONG)


def summary_of(files: int, said: Collection[Problem]) -> str:
    """The last line: how much was looked at, and what was found.

    >>> summary_of(3, ())
    '3 files checked: nothing to say'
    """
    warnings = sum(problem.is_warning for problem in said)
    counted = [_counted(number, noun) for number, noun in ((len(said) - warnings, "fault"), (warnings, "warning"))]
    return f"{_counted(files, 'file')} checked: {' and '.join(filter(None, counted)) or 'nothing to say'}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number > 1 else ''}" if number else ""


def facts_of(problem: Problem) -> dict[str, str | int]:
    """A finding, for programs."""
    where = problem.where
    return {
        "file": where.file,
        "line": where.line,
        "column": where.column,
        "code": problem.code,
        "severity": problem.severity,
        "fault": problem.fault,
        "cure": problem.cure,
        "text": where.written,
    }


def annotation(problem: Problem) -> str:
    """A finding as a GitHub workflow shows it beside the line.

    >>> from carcassonne.errors import Where
    >>> print(annotation(Problem(Where("house.yaml", 4, 2), "100% wrong", "Right it.", code="CARC-T010")))
    ::error file=house.yaml,line=4,col=2,title=CARC-T010::100%25 wrong%0ARight it.
    """
    where = problem.where
    kind = "warning" if problem.is_warning else "error"
    file = _escaped(where.file).replace(",", "%2C").replace(":", "%3A")
    text = _escaped("\n".join(filter(None, (problem.fault, problem.cure))))
    return f"::{kind} file={file},line={where.line},col={where.column},title={problem.code}::{text}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
