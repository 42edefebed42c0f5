"""`carcassonne new`: a commented file to begin with, sound as it is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import attrs
import typer

from carcassonne.cli.common import WrongCallError, example, guarded
from carcassonne.read.source import shown
from carcassonne.shipped import data_folder

NAME = "new"
EXAMPLES = example("new tiles mill-tiles", "new variant our-table --in rules", "new scenario first-rule --in scenarios")
TEMPLATES: Final = Path(__file__).resolve().parents[1] / "templates"
SCHEMAS: Final = TEMPLATES.parent / "read" / "schemas"
HEADER: Final = re.compile(r"(?<=\$schema=)\S+/(?=\w+\.json$)", re.MULTILINE)
LONGEST: Final = 60
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class Kind(StrEnum):
    """What can be begun."""

    TILES = "tiles"
    EXPANSION = "expansion"
    VARIANT = "variant"
    SCENARIO = "scenario"


@attrs.frozen
class Beginning:
    """What a kind of file goes with: its schema, where its name must be free, and what to do with it."""

    schema: str
    shipped: str
    next: tuple[str, ...]


_PLAYED: Final = ("check FILE", "explain turn --rules FILE", "simulate --rules FILE --games 20", "play --rules FILE")
BEGINNINGS: Final = {
    Kind.TILES: Beginning("tiles", "tiles", ("check FILE", "draw FILE", "studio FILE")),
    Kind.EXPANSION: Beginning("module", "expansions", (*_PLAYED, "new tiles NAME-tiles", "new scenario NAME-first")),
    Kind.VARIANT: Beginning("module", "expansions", _PLAYED),
    Kind.SCENARIO: Beginning("scenario", "", ("check FILE", "test FILE")),
}


@guarded
def command(
    kind: Annotated[
        Kind, typer.Argument(metavar="KIND", show_default=False, help="tiles, expansion, variant or scenario.")
    ],
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False, help="Its name: lower-case words with hyphens.")
    ],
    folder: Annotated[
        Path, typer.Option("--in", "-o", metavar="FOLDER", help="Where to; made if it is missing.")
    ] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Begin a file of tiles, rules or a scenario.

    NAME.yaml can be checked and played as it is, and a comment explains every part of it. Beside it comes the schema
    from which editors complete and explain the keys.
    """
    begun = BEGINNINGS[kind]
    check_name(name, kind)
    if folder.exists() and not folder.is_dir():
        raise WrongCallError(f"--in {folder}: this is a file; name a folder")
    file, schema = folder / f"{name}.yaml", folder / f"{begun.schema}.json"
    if file.is_dir():
        raise WrongCallError(f"{file} is a folder; choose another name")
    if file.exists() and not force:
        raise WrongCallError(f"{file} is there already; choose another name, or write over it with --force")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text_of(kind, name), encoding="utf-8", newline="\n")
    print(f"{file}: written, with comments; change it to what you want")
    if not schema.exists():
        schema.write_bytes((SCHEMAS / schema.name).read_bytes())
        print(f"{schema}: written; editors complete and explain keys with it")
    print("Next:")
    for call in calls(begun, name, file):
        print(f"  carcassonne {call}")


def check_name(name: str, kind: Kind) -> None:
    """Refuse a name that files cannot have, or that something shipped has. Raises WrongCallError.

    >>> check_name("long-roads", Kind.VARIANT)
    >>> check_name("Long Roads", Kind.VARIANT)
    Traceback (most recent call last):
    carcassonne.cli.common.WrongCallError: 'Long Roads': expected lower-case words with hyphens. Try 'long-roads'.
    """
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        plain = re.sub(r"\.ya?ml$", "", name.lower())
        near = re.sub(r"[^a-z0-9]+", "-", plain).lstrip("0123456789-")[:LONGEST].strip("-")
        cure = f" Try {near!r}." if near else ""
        raise WrongCallError(f"{shown(name)}: expected lower-case words with hyphens.{cure}")
    taken = BEGINNINGS[kind].shipped
    if taken and name in shipped_names(taken):
        raise WrongCallError(f"{name!r} is the name of shipped {taken}; choose another, such as 'my-{name}'")


def shipped_names(folder: str) -> frozenset[str]:
    """The names that shipped files have, with and without their edition."""
    stems = {path.stem for path in (data_folder() / folder).glob("*.yaml")}
    return frozenset(stems | {re.sub(r"-\d$", "", stem) for stem in stems})


def text_of(kind: Kind, name: str) -> str:
    """The template of a kind under another name, with the schema beside it.

    >>> print(text_of(Kind.SCENARIO, "a-closed-road").splitlines()[6])
    scenario: a closed road
    """
    text = (TEMPLATES / f"my-{kind}.yaml").read_text(encoding="utf-8")
    text = HEADER.sub("", text)
    words = name.replace("-", " ")
    text = text.replace(f"my-{kind}", name).replace(f"my {kind}", words)
    return text.replace(f"My {kind}", words[0].upper() + words[1:])


def calls(begun: Beginning, name: str, file: Path) -> Iterator[str]:
    """What to do next, as it would be typed."""
    beside = "" if file.parent == Path() else f" --in {shlex.quote(str(file.parent))}"
    for call in begun.next:
        text = call.replace("NAME", name).replace("FILE", shlex.quote(str(file)))
        yield text + beside if call.startswith("new ") else text
