"""The commands by name."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated, NoReturn

import typer

import carcassonne
from carcassonne.cli import (
    beginning,
    checking,
    comparing,
    converting,
    drawing,
    explaining,
    playing,
    replaying,
    saves,
    scenarios,
    schemas,
    simulating,
    verifying,
    words,
    workbench,
)
from carcassonne.cli.common import FINE, example

app = typer.Typer(
    name="carcassonne",
    help="Rules of tile-laying games as data, and an engine that plays them.",
    epilog=example("simulate --games 100", "play --players 3", "explain options"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _module in (
    simulating, playing, checking, scenarios, verifying, comparing, replaying, drawing, saves, converting, explaining,
    words, schemas, workbench, beginning,
):  # fmt: skip
    app.command(_module.NAME, epilog=_module.EXAMPLES)(_module.command)


def _version(asked: bool) -> None:
    if asked:
        print(f"carcassonne {carcassonne.__version__}")
        raise typer.Exit(FINE)


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rules of tile-laying games as data, and an engine that plays them."""


def run() -> NoReturn:
    """Run what the process was called with."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="carcassonne")
    sys.exit(FINE)
