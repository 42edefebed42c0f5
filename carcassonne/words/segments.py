"""Names of places on the table: cells and segments, with text forms that come back."""

from __future__ import annotations

import re

import attrs

CELL = r"(-?\d{1,5}),(-?\d{1,5})"
NAME = r"[^\W\d_][\w-]*"
_SEGMENT = re.compile(rf"({NAME})(?: (\d{{1,3}}))? at {CELL}")


@attrs.frozen(order=False)
class Segment:
    """A piece of a feature on the tile at `x`, `y` (x grows east, y grows south).

    `number` counts the segments of one kind on that tile from 1; it is 0 where the tile has only one of the kind.

    >>> str(Segment(2, -1, "road", 0))
    'road at 2,-1'
    >>> Segment.parse("city 2 at 0,3")
    Segment(x=0, y=3, kind='city', number=2)
    """

    x: int
    y: int
    kind: str
    number: int = 0

    @classmethod
    def parse(cls, text: str) -> Segment | None:
        """The segment that a text names, or None when it is no segment's text."""
        found = _SEGMENT.fullmatch(text)
        if found is None:
            return None
        return cls(int(found[3]), int(found[4]), found[1], int(found[2] or 0))

    @property
    def cell(self) -> tuple[int, int]:
        """The cell of its tile as (x, y)."""
        return self.x, self.y

    @property
    def key(self) -> tuple[int, int, str, int]:
        """Sorts segments by row, column, kind and number."""
        return self.y, self.x, self.kind, self.number

    def __lt__(self, other: Segment) -> bool:
        return self.key < other.key

    def __str__(self) -> str:
        number = f" {self.number}" if self.number else ""
        return f"{self.kind}{number} at {self.x},{self.y}"


def is_segment(value: object) -> bool:
    """Whether something is a segment whose parts are of the right types."""
    if not isinstance(value, Segment) or not isinstance(value.kind, str):
        return False
    return all(type(number) is int for number in (value.x, value.y, value.number))


class SegmentNumber(int):
    """The number of a segment where other whole numbers stand beside it, so that it can be told from them."""

    __slots__ = ()
