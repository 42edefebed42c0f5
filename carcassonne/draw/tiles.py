"""Pictures of single tiles, and of whole sets with their counts."""

from __future__ import annotations

from typing import Final

import drawsvg

from carcassonne.draw.catalogue import Catalogue, counted
from carcassonne.draw.curves import SIZE
from carcassonne.draw.paint import Canvas
from carcassonne.draw.picture import Picture

_SPACE: Final = 16.0
_LINE: Final = 11.0
_HEAD: Final = 34.0
_MOST_LETTERS: Final = 22


def tile_picture(catalogue: Catalogue, name: str, *, turned: int, size: int) -> Picture:
    """One tile."""
    canvas = Canvas(catalogue)
    shown = canvas.tile(catalogue.number(name), turned % 4, (0.0, 0.0))
    return canvas.picture(shown, (0, 0, SIZE, SIZE), size / SIZE, name)


def sheet_picture(catalogue: Catalogue, *, size: int, columns: int, labels: bool, title: str = "") -> Picture:
    """Every tile of every set, with its name and how many there are of it."""
    canvas = Canvas(catalogue)
    group = drawsvg.Group()
    sets = counted(catalogue)
    columns = max(1, min(columns, max((len(one.tiles) for one in sets), default=1)))
    width = columns * (SIZE + _SPACE) + _SPACE
    below = _SPACE + (3 * _LINE if labels else 0)
    top = 0.0
    for one in sets:
        if labels:
            group.append(canvas.text(one.title, 15, (_SPACE, top + 24), bold=True))
            top += _HEAD
        else:
            top += _SPACE
        for place, (number, count) in enumerate(one.tiles):
            x = _SPACE + place % columns * (SIZE + _SPACE)
            y = top + place // columns * (SIZE + below)
            group.append(canvas.tile(number, 0, (x, y)))
            if labels:
                lines = _lines(catalogue.table.names[number].partition("/")[2])
                for row, line in enumerate(lines):
                    group.append(canvas.text(line, 8.6, (x, y + SIZE + _LINE * (row + 1)), colour="faint"))
                group.append(canvas.text(f"× {count}", 10.5, (x + SIZE, y + SIZE + _LINE), anchor="end", bold=True))
        top += -(-len(one.tiles) // columns) * (SIZE + below)
    shown = [drawsvg.Rectangle(0, 0, width, top, fill=canvas.looks.colour("background")), group]
    name = title or "; ".join(one.title for one in sets)
    return canvas.written(shown, (0, 0, width, top), size / SIZE, name, defs=True)


def _lines(name: str) -> list[str]:
    """A name in two lines at most, broken at hyphens; the first leaves room for the count."""
    lines = [""]
    for part in name.replace("-", "- ").split():
        most = _MOST_LETTERS - 6 if len(lines) == 1 else _MOST_LETTERS
        if lines[-1] and len(lines[-1]) + len(part) > most:
            lines.append("")
        lines[-1] += part
    if len(lines) > 2:
        lines = [lines[0], (lines[1] + lines[2])[: _MOST_LETTERS - 1] + "…"]
    return lines
