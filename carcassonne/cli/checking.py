"""`carcassonne check`: every fault of any file of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

import carcassonne
from carcassonne.cli.common import WRONG, AsJson, example, guarded, print_json
from carcassonne.errors import CarcassonneError, DataError, Problem
from carcassonne.read.expansions import check_file
from carcassonne.read.scenarios import check_scenario

NAME = "check"
EXAMPLES = example("check my-rules.yaml my-tiles.yaml", "check data tests/scenarios --json")

_SUFFIXES = (".yaml", ".yml")
_MODULES = ("expansion", "variant")


@guarded
def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", exists=True, show_default=False, help="Files, or folders of them."),
    ],
    as_json: AsJson = False,
) -> None:
    """Check files of tiles, rules and scenarios.

    Prints every problem with its place and its cure. Rules are read and compiled with every value of each of
    their own options. Ends with 1 if anything is wrong.
    """
    checked = [(file, problems_of(file)) for file in files_of(files)]
    if as_json:
        facts = [{"file": str(file), "problems": [*map(_facts, found)]} for file, found in checked]
        print_json({"files": facts})
    else:
        for _, found in checked:
            for problem in found:
                print(problem)
    if any(found for _, found in checked):
        raise typer.Exit(WRONG)


def files_of(paths: Iterable[Path]) -> Iterator[Path]:
    """The files that paths name: a folder stands for the YAML files in it and below, sorted."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES)
        else:
            yield path


def problems_of(file: Path) -> Sequence[Problem]:
    """Every fault of a file, in order of place."""
    found = check_file(file, search=[file.parent], checkers={"scenario": check_scenario})
    return found or _compiled(file)


def _compiled(file: Path) -> Sequence[Problem]:
    """What only shows when rules are compiled, also with each value of the options that the file declares."""
    found: dict[Problem, None] = {}
    first = _first_key(file)
    if first not in _MODULES:
        return ()
    try:
        definitions = carcassonne.load_rules(file).definitions
    except DataError as error:
        return error.problems
    own = definitions.modules[-1].file
    for option in definitions.options:
        for value in option.values if option.where.file == own else ():
            try:
                carcassonne.load_rules(file, options={option.name: value})
            except DataError as error:
                found |= dict.fromkeys(error.problems)
            except CarcassonneError as error:
                found[Problem(option.where, f"option {option.name}, value {value}: {error}")] = None
    return sorted(found)


def _first_key(file: Path) -> str:
    """The first key of a file that has been read without a fault."""
    from carcassonne.read.source import read_source

    node = read_source(file, [])
    return next(iter(node.value), "") if node is not None and not isinstance(node.value, str | tuple) else ""


def _facts(problem: Problem) -> dict[str, str | int]:
    where = problem.where
    return {
        "file": where.file,
        "line": where.line,
        "column": where.column,
        "fault": problem.fault,
        "cure": problem.cure,
    }
