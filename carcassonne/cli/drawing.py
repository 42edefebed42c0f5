"""`carcassonne draw`: tiles, sheets and positions as SVG or PNG files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from carcassonne import draw
from carcassonne.cli.common import WrongCallError, example, guarded, load, saved_game, text_of
from carcassonne.errors import OptionError
from carcassonne.play.records import beginning
from carcassonne.read.source import SUFFIXES, shown
from carcassonne.shipped import data_folder

if TYPE_CHECKING:
    from carcassonne.draw import Picture
    from carcassonne.play.game import Game

NAME = "draw"
EXAMPLES = example(
    "draw base/NAME --turned 1",
    "draw base-2 -o base.png",
    "draw my-tiles.yaml --size 60 --dark",
    "draw game.json --to 40 -o position.png",
    "draw sheet --rules base,my-rules.yaml",
)
STANDARD_OUTPUT = "-"
SAVED = (".json", ".game", ".position")


@guarded
def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            show_default=False,
            help="A tile (SET/NAME), a set of tiles (its name or file), a saved game or position, "
            "or 'sheet' for all tiles of --rules.",
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to: .svg or .png, '-' for SVG to the terminal.")
    ] = "",
    size: Annotated[int, typer.Option("--size", min=8, max=2000, metavar="PIXELS", help="How wide a tile is.")] = 100,
    dark: Annotated[bool, typer.Option("--dark", help="For a dark page.")] = False,
    turned: Annotated[int, typer.Option("--turned", min=0, max=3, help="Quarter turns clockwise, of a tile.")] = 0,
    to: Annotated[int | None, typer.Option("--to", min=0, metavar="N", help="A game after N actions.")] = None,
    rules: Annotated[
        str, typer.Option("--rules", "-r", metavar="NAMES", help="Rules that the tiles or the game are of.")
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Choose a variant of --rules.")
    ] = None,
) -> None:
    """Draw a tile, all tiles of a set, or a position of a saved game.

    Everything is drawn from what the tile files say. PNG and SVG need the extra 'draw'.
    """
    if output and output != STANDARD_OUTPUT and Path(output).suffix.lower() not in (".svg", ".png"):
        raise WrongCallError(f"--output {output}: expected a name that ends in .svg or .png")
    try:
        made = _picture(what, size=size, dark=dark, turned=turned, to=to, rules=rules, option=option)
        if output == STANDARD_OUTPUT:
            print(made.svg)
            return
        file = made.save(output or f"{_file_name(what)}.svg")
    except ImportError as error:
        raise WrongCallError(str(error)) from None
    print(f"{file}: {made.width} x {made.height} pixels", file=sys.stderr)


def _picture(
    what: str, *, size: int, dark: bool, turned: int, to: int | None, rules: str, option: list[str] | None
) -> Picture:
    if what.endswith(SAVED):
        return draw.position(_game(Path(what), to, rules), size=size, dark=dark)
    if what == "sheet":
        return draw.sheet(load(rules or "base", option), size=size, dark=dark)
    if what.endswith(SUFFIXES):
        path = Path(what)
        if not path.is_file():
            raise WrongCallError(f"there is no file {what}")
        if _is_of_tiles(path):
            return draw.sheet(path, size=size, dark=dark)
        return draw.sheet(load(f"{rules},{what}", option), size=size, dark=dark)
    if "/" in what:
        return draw.tile(load(rules, option) if rules else _set_of(what), what, turned=turned, size=size, dark=dark)
    return draw.sheet(what, size=size, dark=dark)


def _game(path: Path, to: int | None, rules: str) -> Game:
    whole = saved_game(text_of(path.read_bytes(), str(path)), str(path), rules).game
    if to is None:
        return whole
    if to > len(whole.history):
        raise WrongCallError(f"--to {to}: the game has {len(whole.history)} actions")
    game = beginning(whole.rules, whole.to_dict())
    for action in whole.history[:to]:
        game.push(action)
    return game


def _set_of(tile: str) -> Path:
    """The shipped file that has a tile, the earliest edition of several."""
    name = tile.partition("/")[0]
    files = sorted((data_folder() / "tiles").glob("*.yaml"))
    likely = [file for file in files if file.stem == name or file.stem.startswith(f"{name}-")]
    if not likely:
        raise WrongCallError(f"there is no shipped set {shown(name)}; name the rules that have it with --rules")
    for file in likely:
        try:
            draw.tile(file, tile, size=8)
        except OptionError:
            continue
        return file
    return likely[0]


def _is_of_tiles(path: Path) -> bool:
    from carcassonne.read.source import read_source

    node = read_source(path, [])
    return node is None or not isinstance(node.value, Mapping) or "tiles" == next(iter(node.value), "")


def _file_name(what: str) -> str:
    return Path(what).stem if what.endswith((*SAVED, *SUFFIXES)) else what.replace("/", "-")
