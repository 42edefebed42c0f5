"""The one journal: every write stores column, key and old value, and going back restores them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final


class Column(IntEnum):
    """The columns of a game's state. A column is a list or a dict; what stands in it is never changed in place."""

    PARENT = 0
    RING = 1
    COUNTS = 2
    HOLDERS = 3
    CELLS = 4
    KINDS = 5
    BOARD = 6
    FRONTIER = 7
    CENTRES = 8
    SHARED = 9
    LINKS = 10
    STANDING = 11
    POSTS = 12
    SUPPLY = 13
    TOTALS = 14
    STOCK = 15
    TOKENS = 16
    TRACK = 17


SEGMENT_COLUMNS: Final = 6
"""The first six columns are lists with one entry a segment: they grow with every tile, and are cut on the way back."""


class Gone:
    """Stands for «there was no entry» in the journal."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "GONE"

    def __deepcopy__(self, memo: Any) -> Gone:
        return self


GONE: Final = Gone()


class Journal:
    """A list of (column, key, old value) over the columns it was made for.

    Columns are kept by number, so a copy of the entries serves a copy of the columns.
    """

    __slots__ = ("columns", "entries")

    def __init__(self, columns: list[Any], entries: list[tuple[int, Any, Any]]) -> None:
        self.columns = columns
        self.entries = entries

    def set(self, column: int, key: Any, value: Any) -> None:
        """Write one value; GONE takes the entry of a dict away."""
        box = self.columns[column]
        old = box.get(key, GONE) if isinstance(box, dict) else box[key]
        self.entries.append((column, key, old))
        if value is GONE:
            del box[key]
        else:
            box[key] = value

    def back(self, mark: int) -> None:
        """Restore everything written since the journal was `mark` entries long."""
        entries, columns = self.entries, self.columns
        while len(entries) > mark:
            column, key, old = entries.pop()
            if old is GONE:
                del columns[column][key]
            else:
                columns[column][key] = old
