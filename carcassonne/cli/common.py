"""What all commands share: options, errors as plain text with their exit codes, and printing."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

import typer
from rich.console import Console

import carcassonne
from carcassonne.bots import BOTS
from carcassonne.errors import CarcassonneError, DataError, NotationError, RecordError, ScenarioError
from carcassonne.read.source import SUFFIXES, cure_for

if TYPE_CHECKING:
    from carcassonne.notation import Record
    from carcassonne.play.ruleset import Ruleset

FINE, WRONG, MISCALLED = 0, 1, 2

RulesNames = Annotated[
    str,
    typer.Option("--rules", "-r", metavar="NAMES", help="Expansions in play, ids or files, with commas between."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Choose a variant; may be given several times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, help="Settles all chance.")]
SomeFile = Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, show_default=False)]

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class WrongCallError(CarcassonneError):
    """What the call asks for is not there."""


def guarded(command: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Let a command end as a person expects: errors as text, Ctrl-C and a closed pipe without a word.

    Faulty files end with 1, wrong calls with 2.
    """

    @functools.wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        try:
            answer = command(*args, **kwargs)
            sys.stdout.flush()
            return answer
        except CarcassonneError as error:
            print(error, file=sys.stderr)
            is_file = isinstance(error, DataError | RecordError | ScenarioError)
            raise typer.Exit(WRONG if is_file else MISCALLED) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(FINE) from None
        except OSError as error:
            print(f"{error.filename or 'file'}: {error.strerror}", file=sys.stderr)
            raise typer.Exit(MISCALLED) from None
        except KeyboardInterrupt:
            print(file=sys.stderr)
            raise typer.Exit(130) from None

    return run


def example(*calls: str) -> str:
    """The examples below the help of a command."""
    return "\b\nExamples:\n" + "\n".join(f"  carcassonne {call}" for call in calls)


def load(names: str, settings: Sequence[str] | None = None) -> Ruleset:
    """The rules that a call names."""
    return load_with(names, options_of(settings))


def load_with(names: str, options: Mapping[str, str]) -> Ruleset:
    """The rules of these names, with commas between, and these options."""
    parts = [part.strip() for part in names.split(",") if part.strip()]
    for part in parts:
        if part.endswith(SUFFIXES) and not Path(part).is_file():
            raise WrongCallError(f"there is no file {part}")
    return carcassonne.load_rules(*parts, options=options)


def options_of(settings: Sequence[str] | None) -> dict[str, str]:
    """Options as they are written in a call: NAME=VALUE."""
    options: dict[str, str] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise WrongCallError(
                f"--option {setting}: expected NAME=VALUE, as `carcassonne explain options` lists them"
            )
        options[name.strip()] = value.strip()
    return options


def bot_names(text: str, seats: int) -> list[str]:
    """The bot of every seat: one name for all, or one for each."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            raise WrongCallError(f"there is no bot {name!r}; {cure_for(name, BOTS, 'bots here')}")
    if len(names) not in (1, seats):
        raise WrongCallError(f"{len(names)} bots for {seats} seats: name one for all, or one for each")
    return names * seats if len(names) == 1 else names


def saved_game(text: str, file: str, rules: str = "", *, partial: bool = False) -> Record:
    """The game in a text of any form of ours. Raises RecordError that says in which file, and where in it.

    rules: the names of its rules, where some came from files; their options are those that the text says. partial:
    of a text that is cut off or damaged what stands before that.
    """
    from carcassonne import notation
    from carcassonne.notation.rulesets import with_options

    try:
        ruleset = None
        if rules:
            ruleset = with_options(functools.partial(load_with, rules), notation.options_in(text))
        return notation.read_game(text, rules=ruleset, partial=partial)
    except NotationError as error:
        raise RecordError(f"{file}:{error.line}:{error.column}: {error.fault}") from None
    except RecordError as error:
        cure = "" if rules else " (rules from files are named with --rules)"
        raise RecordError(f"{file}: {error}{cure if 'rules' in str(error) else ''}") from None


def text_of(data: bytes, file: str) -> str:
    """The text of a file. Raises RecordError."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{file}: byte {error.start + 1} is no UTF-8") from None


def print_json(value: Any) -> None:
    """One line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def console() -> Console:
    """Where tables and boards go: colours on a terminal only, and nothing is read as markup."""
    return Console(highlight=False, markup=False, emoji=False)
