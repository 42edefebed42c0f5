"""Takes JSON apart: every fault is noted with the place where it is, and nothing is trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from carcassonne.errors import RecordError

LONGEST_FILE: Final = 32_000_000
LONGEST_TEXT: Final = 1_000
MOST_FAULTS: Final = 20
FARTHEST: Final = 16_000
"""Coordinates beyond this are those of no table."""


def load_json(path: Path | str) -> Any:
    """The JSON value in a file. Raises RecordError when there is none."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no usable path"
        raise RecordError(f"{path}: the file cannot be read: {reason}") from None
    if len(data) > LONGEST_FILE:
        raise RecordError(f"{path}: longer than {LONGEST_FILE:,} bytes")
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: byte {error.start} is no UTF-8") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"{path}:{error.lineno}:{error.colno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise RecordError(f"{path}: nested too deep") from None
    except ValueError as error:
        raise RecordError(f"{path}: no JSON: {error}") from None


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def shown(value: Any) -> str:
    """A value in a message, cut where it is long."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**20:
        return "a huge number"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."


class Faults:
    """Collects what is wrong with a value, and reads its parts; what is wrong is read as something harmless."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found: list[str] = []

    def note(self, place: str, fault: str) -> None:
        """Remember a fault; of very many only the first."""
        if len(self.found) <= MOST_FAULTS:
            self.found.append(f"{place}: {fault}" if place else fault)

    def finish(self) -> None:
        """Raise RecordError if anything was wrong."""
        if self.found:
            lines = self.found[:MOST_FAULTS] + ["…"] * (len(self.found) > MOST_FAULTS)
            raise RecordError("\n".join(f"{self.name}: {line}" for line in lines))

    def expected(self, place: str, what: str, value: Any) -> None:
        """Note that something else was expected."""
        self.note(place, f"expected {what}, found {shown(value)}")

    # Values ----------------------------------------------------------------------------------

    def mapping(self, value: Any, place: str) -> Mapping[str, Any]:
        """An object."""
        if isinstance(value, dict):
            return value
        self.expected(place, "an object", value)
        return {}

    def items(self, value: Any, place: str, most: int) -> list[Any]:
        """A list of not too many things."""
        if not isinstance(value, list):
            self.expected(place, "a list", value)
            return []
        if len(value) > most:
            self.note(place, f"more than {most:,} entries")
            return []
        return value

    def text(self, value: Any, place: str, longest: int = LONGEST_TEXT) -> str:
        """A text that is not too long."""
        if isinstance(value, str) and len(value) <= longest:
            return value
        what = f"a text of at most {longest} characters" if isinstance(value, str) else "a text"
        self.expected(place, what, value)
        return ""

    def whole(self, value: Any, place: str, least: int, most: int) -> int:
        """A whole number, which may be written as 1.0."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.expected(place, f"a whole number from {least} to {most}", value)
        return least

    def fraction(self, value: Any, place: str) -> float:
        """A number from 0 on that is less than 1."""
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1:
            return float(value)
        self.expected(place, "a number from 0 to below 1", value)
        return 0.0

    def cell(self, value: Any, place: str) -> tuple[int, int]:
        """A place on the table, written [x, y]."""
        if not isinstance(value, list) or len(value) != 2:
            self.expected(place, "[x, y]", value)
            return 0, 0
        x, y = (self.whole(number, place, -FARTHEST, FARTHEST) for number in value)
        return x, y
