"""`carcassonne convert`: games, positions and tiles from one form into another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from carcassonne.cli.common import WrongCallError, example, guarded
from carcassonne.cli.forms import FORMS, SUFFIXES, TILES, Call, Form, Written, form_of, impossible
from carcassonne.errors import RecordError

NAME = "convert"
EXAMPLES = example(
    "convert game.json game.jcz",
    "convert tiles.xml my-set.yaml --set basic:1",
    "convert - --from json game.position < game.json",
)
STREAM = "-"
LONGEST = 50_000_000


@guarded
def command(
    source: Annotated[str, typer.Argument(metavar="FROM", show_default=False, help="A file, or -: what is piped in.")],
    target: Annotated[str, typer.Argument(metavar="TO", show_default=False, help="A file, or - to print it.")],
    from_form: Annotated[str, typer.Option("--from", metavar="FORM", help="The form of FROM, whatever its name.")] = "",
    to_form: Annotated[str, typer.Option("--to", metavar="FORM", help="The form of TO, whatever its name.")] = "",
    set_id: Annotated[str, typer.Option("--set", metavar="ID", help="Which set of an XML file of tiles.")] = "",
    rules: Annotated[
        str, typer.Option("--rules", "-r", metavar="NAMES", help="The rules, where some came from files.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:
    """Convert a file into another form, told by the suffixes of both.

    Games: .json, .game (a text for people), .jcz (JCloisterZone). Positions: .position (one line). Tiles: .yaml (ours),
    .xml (JCloisterZone). A game becomes a position, but a position never a game: it has no moves.
    """
    reader, writer = _form(source, from_form, "--from"), _form(target, to_form, "--to")
    if reason := impossible(reader, writer):
        raise WrongCallError(f"{source} to {target}: {reason}")
    if set_id and reader is not FORMS["xml"]:
        raise WrongCallError(f"--set {set_id}: only XML files of tiles have sets; {source} is {reader.name}")
    if rules and TILES in (reader.holds, writer.holds):
        raise WrongCallError(f"--rules {rules}: tiles are converted without rules")
    call = Call(
        source=Path(source) if source != STREAM else None,
        target=Path(target) if target != STREAM else None,
        set_id=set_id,
        rules=rules,
    )
    written = writer.write(reader.read(_bytes_of(source), call), call)
    for warning in call.warnings:
        print(warning, file=sys.stderr)
    if call.target is None:
        sys.stdout.write(written.text)
    else:
        _save(written, call.target, force)


def _form(name: str, given: str, option: str) -> Form:
    """The form that is named, or that the suffix tells."""
    if given:
        if given not in FORMS:
            raise WrongCallError(f"{option} {given}: there is no such form; forms here: {', '.join(FORMS)}")
        return FORMS[given]
    if name == STREAM:
        raise WrongCallError(f"-: say its form with {option}, one of {', '.join(FORMS)}")
    form = form_of(name)
    if form is None:
        raise WrongCallError(f"{name}: no form has this suffix; use one of {', '.join(SUFFIXES)}, or {option}")
    return form


def _bytes_of(source: str) -> bytes:
    if source == STREAM:
        data = sys.stdin.buffer.read(LONGEST + 1)
    else:
        with Path(source).open("rb") as stream:
            data = stream.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise RecordError(f"{source}: longer than {LONGEST} bytes, which is no file of ours")
    return data


def _save(written: Written, target: Path, force: bool) -> None:
    """Write the file and what belongs beside it: all, or nothing where one is there already."""
    files = {target: written.text, **{target.with_name(name): text for name, text in written.beside.items()}}
    for path in files:
        if path.is_dir():
            raise WrongCallError(f"{path} is a folder")
        if path.exists() and not force:
            raise WrongCallError(f"{path} is there already; --force writes over it")
    for path, text in files.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    for path in list(files)[1:]:
        print(f"{path}: written as well", file=sys.stderr)
