"""Cells and segments as text, the long form for people and the short one inside a position."""

from __future__ import annotations

import re

from carcassonne.errors import NotationError
from carcassonne.words.segments import CELL, NAME, Segment

_CELL = re.compile(CELL)
_SHORT = re.compile(rf"({NAME})(?:\.(\d{{1,3}}))?@{CELL}")
_LONGEST = 200


def cell_text(cell: tuple[int, int]) -> str:
    """A cell as text.

    >>> cell_text((1, -2))
    '1,-2'
    """
    return f"{cell[0]},{cell[1]}"


def parse_cell(text: str) -> tuple[int, int]:
    """The cell that a text says. Raises NotationError.

    >>> parse_cell("1,-2")
    (1, -2)
    """
    found = _CELL.fullmatch(of_length(text, _LONGEST))
    if found is None:
        raise NotationError(f"expected a cell as in '1,-2', found {shown(text)}")
    return int(found[1]), int(found[2])


def segment_text(segment: Segment) -> str:
    """A segment as text, as in actions.

    >>> segment_text(Segment(1, 0, "lane", 2))
    'lane 2 at 1,0'
    """
    return str(segment)


def parse_segment(text: str) -> Segment:
    """The segment that a text says. Raises NotationError.

    >>> parse_segment("lane 2 at 1,0")
    Segment(x=1, y=0, kind='lane', number=2)
    """
    found = Segment.parse(of_length(text, _LONGEST))
    if found is None:
        raise NotationError(f"expected a segment as in 'KIND 2 at 1,-2', found {shown(text)}")
    return found


def short_segment(long: str) -> str:
    """The short form of a segment that is written in the long one.

    >>> short_segment("lane 2 at 1,0")
    'lane.2@1,0'
    """
    name, _, cell = long.rpartition(" at ")
    return f"{name.replace(' ', '.')}@{cell}"


def is_short_segment(text: str) -> bool:
    """Whether a text is a segment in the short form."""
    return _SHORT.fullmatch(text) is not None


def long_segment(short: str) -> str:
    """The inverse of `short_segment`, of a text that is one."""
    name, _, cell = short.partition("@")
    return f"{name.replace('.', ' ')} at {cell}"


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = repr(value[:80]) if isinstance(value, str) else type(value).__name__
    return f"{text[:60]} …" if len(text) > 64 else text


def of_length(text: object, most: int) -> str:
    """A text that is not too long to look at. Raises NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"expected a text, found {type(text).__name__}")
    if len(text) > most:
        raise NotationError(f"expected at most {most:,} characters, found {len(text):,}", column=most)
    return text
