"""The files that the studio reads, as they were when it read them, and a module that puts a file of tiles in play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

from carcassonne.errors import OptionError, Problem
from carcassonne.read.modules import Library
from carcassonne.read.source import SUFFIXES, Node, read_text, shown

NO_FILE: Final = (0, 0, 0)
BASE: Final = "base"
_MODULE: Final = "studio-table"
Stamp = tuple[int, int, int]


def stamp_of(file: Path) -> Stamp:
    """What changes when a file is saved."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return NO_FILE
    return found.st_mtime_ns, found.st_size, found.st_ino


class Shelf(Library):
    """A library that notes every file as it is before it is read, and may hold one module that stands in no file."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: dict[Path, Stamp] = {}
        self._held: dict[Path, str] = {}

    def tree(self, path: Path, shown_as: str, problems: list[Problem]) -> Node | None:
        if path in self._held:
            return read_text(self._held[path], shown_as, problems)
        if path not in self.stamps:
            self.stamps[path] = stamp_of(path)
        return super().tree(path, shown_as, problems)

    def with_tiles(self, file: Path, name: str, uses: Sequence[str]) -> Path:
        """The path of a module that puts the tiles of a file in play, with all that they use.

        It stands in no file, but beside that of the tiles, under a name that no file there has. Raises OptionError
        for a file that no module can name.
        """
        if not file.name.isprintable() or "\\" in file.name or not file.name.endswith(SUFFIXES):
            raise OptionError(
                f"No module can put a file in play that is called {shown(file.name)}: "
                "give it a plain name that ends in .yaml."
            )
        names = (f"{_MODULE}{number or ''}" for number in count())
        module = next(name for name in names if not file.with_name(f"{name}.yaml").exists())
        extends, value = json.dumps([*(uses or (BASE,))]), json.dumps(file.name, ensure_ascii=False)
        path = file.with_name(f"{module}.yaml")
        self._held[path] = f"variant: {module}\nextends: {extends}\ntiles: {{{name}: {value}}}\n"
        return path
