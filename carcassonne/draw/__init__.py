"""Pictures of tiles, sets and positions, drawn from the segments alone; they need the extra `draw`.

>>> import carcassonne
>>> from carcassonne import draw
>>> rules = carcassonne.load_rules("base")
>>> draw.tile(rules, "base/road-curve", turned=1, size=60)
<Picture 60 x 60>
>>> draw.sheet("crop-circles-1", size=60, labels=False)
<Picture 427 x 79>
>>> draw.position(rules.new_game(2, seed=7), size=40, panel=False, coordinates=False)
<Picture 125 x 125>
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carcassonne.draw.picture import NEEDED, Picture

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.draw.catalogue import Catalogue
    from carcassonne.play.game import Game

__all__ = ["Picture", "board_svg", "defs", "position", "sheet", "tile"]

SIZE = 100


def tile(
    source: Rules | str | PathLike[str], name: str, *, turned: int = 0, size: int = SIZE, dark: bool = False
) -> Picture:
    """One tile of some rules or of a set (as for `sheet`), turned clockwise by quarter turns, `size` pixels wide.

    Every segment is an element with its name in `data-segment`. Raises OptionError where there is no such tile.
    """
    catalogue = _of(source, dark)
    from carcassonne.draw.tiles import tile_picture

    return tile_picture(catalogue, name, turned=turned, size=_checked(size))


def sheet(
    source: Rules | str | PathLike[str],
    *,
    size: int = SIZE,
    columns: int = 8,
    labels: bool = True,
    dark: bool = False,
) -> Picture:
    """Every tile of some rules, or of one set, with names and counts.

    source: a ruleset, the path of a file of tiles, or the name of a shipped set, with or without its edition.
    """
    catalogue = _of(source, dark)
    from carcassonne.draw.tiles import sheet_picture

    return sheet_picture(catalogue, size=_checked(size), columns=columns, labels=labels)


def position(
    game: Game,
    *,
    size: int = SIZE,
    mark_last: bool = True,
    open_places: bool = True,
    coordinates: bool = True,
    panel: bool = True,
    dark: bool = False,
) -> Picture:
    """A position: tiles, figures in their owners' colours, tokens, points, the track.

    mark_last: a frame around the tile laid last. open_places: where a tile may come; those where the drawn one may
    stand out. coordinates: of columns and rows. panel: players, supplies and track below the board.
    """
    catalogue = _of(game.rules, dark)
    from carcassonne.draw.board import Shown, position_picture

    shown = Shown(mark_last=mark_last, open_places=open_places, coordinates=coordinates, panel=panel)
    return position_picture(game, catalogue, size=_checked(size), shown=shown)


def board_svg(game: Game, *, size: int = SIZE, dark: bool = False, defs: bool = True, panel: bool = False) -> str:
    """The SVG of a position, for pages that show many of them.

    With `defs=False` it refers to what `draw.defs` gives once a page, and is small. Elements say in `data-cell`,
    `data-tile`, `data-segment`, `data-figure`, `data-owner`, `data-token` and `data-open` what they show.
    """
    catalogue = _of(game.rules, dark)
    from carcassonne.draw.board import Shown, position_picture

    return position_picture(game, catalogue, size=_checked(size), shown=Shown(panel=panel, defs=defs)).svg


def defs(rules: Rules, *, dark: bool = False) -> str:
    """An SVG element of no size with the definitions of every tile, figure and token of some rules."""
    catalogue = _of(rules, dark)
    from carcassonne.draw.definitions import definitions_svg

    return definitions_svg(catalogue, rules)


def _of(source: Rules | str | PathLike[str], dark: bool) -> Catalogue:
    require()
    from carcassonne.draw.catalogue import of_file, of_rules

    if isinstance(source, str | PathLike):
        return of_file(_file_of(source), dark=dark)
    return of_rules(source, dark=dark)


def _file_of(source: str | PathLike[str]) -> Path:
    from carcassonne.errors import OptionError
    from carcassonne.read.source import SUFFIXES, cure_for
    from carcassonne.shipped import data_folder

    path = Path(source)
    if path.suffix in SUFFIXES:
        if not path.is_file():
            raise OptionError(f"there is no file {path}")
        return path
    folder = data_folder() / "tiles"
    names = sorted(file.stem for file in folder.glob("*.yaml"))
    for name in (str(source), f"{source}-1"):
        if name in names:
            return folder / f"{name}.yaml"
    raise OptionError(f"there is no set of tiles {str(source)!r}; {cure_for(str(source), names, 'sets')}")


def require() -> None:
    """Raise ImportError with what to install where the library that writes SVG is missing."""
    from importlib.util import find_spec

    if find_spec("drawsvg") is None:
        raise ImportError(NEEDED.format(what="a picture"))


def _checked(size: Any) -> int:
    from carcassonne.errors import OptionError

    if isinstance(size, bool) or not isinstance(size, int) or not 8 <= size <= 2000:
        raise OptionError(f"size is {size!r}, expected a whole number of pixels a tile, from 8 to 2000")
    return size
