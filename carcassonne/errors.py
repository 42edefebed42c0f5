"""Every error the library raises, each with its data."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable


WIDEST: Final = 100
"""Of a longer line only the surroundings of the place are shown."""
_WORD: Final = re.compile(r"[\w-]+")


@lru_cache(maxsize=8)
def _lines_of(text: str) -> list[str]:
    """The lines of a text: many problems of one file ask for them."""
    return text.splitlines()


@attrs.frozen(order=True)
class Where:
    """A place in a text: file name, line and column, both counted from 1, and the text itself if it is known."""

    file: str
    line: int
    column: int
    text: str = attrs.field(default="", eq=False, order=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def written(self) -> str:
        r"""The line that the place is in, as it is written; empty where the text is not known.

        >>> Where("house.yaml", 2, 1, "features:\n  wall: {}").written
        '  wall: {}'
        """
        lines = _lines_of(self.text)
        return lines[self.line - 1] if self.line <= len(lines) else ""

    @property
    def marked(self) -> str:
        """The line with its number, and under it a mark at the place; empty where the line is not known."""
        line, place = self.written, self.column - 1
        if not line or line.isspace() or place > len(line):
            return ""
        word = _WORD.match(line, place)
        length = len(word[0]) if word else 1
        if len(line) > WIDEST:
            start = max(0, min(place - WIDEST // 2, len(line) - WIDEST))
            left, right = "… " if start else "", " …" if start + WIDEST < len(line) else ""
            line, place = left + line[start : start + WIDEST] + right, place - start + len(left)
            length = min(length, WIDEST)
        margin = " " * len(str(self.line))
        shown = "".join(letter if letter.isprintable() else " " for letter in line.rstrip())
        return f"{self.line} │ {shown}\n{margin} │ {' ' * place}{'^' * length}"


@attrs.frozen(order=True)
class Problem:
    """One finding in a file: where it is, what is wrong, what would be right, and the code of its page in the docs.

    Codes that begin with `CARC-W` are warnings: the file can be used, but is perhaps not what was meant.

    >>> print(Problem(Where("house.yaml", 1, 9, "points: tils"), "unknown quantity 'tils'", "Did you mean 'tiles'?"))
    house.yaml:1:9: unknown quantity 'tils'
      1 │ points: tils
        │         ^^^^
        Did you mean 'tiles'?
    """

    where: Where
    fault: str
    cure: str = ""
    code: str = attrs.field(default="", kw_only=True)

    @property
    def is_warning(self) -> bool:
        """Whether the file can be used all the same."""
        return self.code.startswith("CARC-W")

    @property
    def severity(self) -> str:
        """`fault`, or `warning`."""
        return "warning" if self.is_warning else "fault"

    def __str__(self) -> str:
        first = f"{self.where}: {'warning: ' if self.is_warning else ''}{self.fault}"
        lines = [f"{first} [{self.code}]" if self.code else first]
        lines += [f"  {line}" for line in self.where.marked.splitlines()]
        lines += [f"    {line}" for line in self.cure.splitlines()]
        return "\n".join(lines)


class CarcassonneError(Exception):
    """The root of all errors of this library."""


class DataError(CarcassonneError):
    """Files that cannot be used; `problems` holds every fault found, in order of place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


class OptionError(CarcassonneError):
    """An option, a module or a number of players that the rules in play do not offer."""


class ActionSyntaxError(CarcassonneError):
    """A text that is no action; `column` counts from 1."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        self.text, self.column, self.expected = text, column, expected
        shown = text if len(text) <= 80 else text[:77] + "..."
        super().__init__(f"column {column} of {shown!r}: expected {expected}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text, self.column, self.expected)


class IllegalActionError(CarcassonneError):
    """A well-formed action that is not on offer now; the game is as it was."""

    def __init__(self, action: object, reason: str) -> None:
        self.action, self.reason = action, reason
        super().__init__(f"{action}: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.reason)


class StaleActionsError(CarcassonneError):
    """Legal actions of an earlier moment of the game were asked for."""


class EmptyHistoryError(CarcassonneError):
    """`pop` on a game in which nothing has been played."""


class RulesError(CarcassonneError):
    """Rules that can be read but not carried out: they go round without end, or count beyond all measure."""


class RecordError(CarcassonneError):
    """A saved game that cannot be read, or that this version would play differently."""


class NotationError(RecordError):
    """A text that cannot be read; `line` and `column` count from 1, `fault` says what is wrong there."""

    def __init__(self, fault: str, line: int = 1, column: int = 1) -> None:
        self.fault, self.line, self.column = fault, line, column
        super().__init__(f"line {line}, column {column}: {fault}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.fault, self.line, self.column)


class ScenarioError(CarcassonneError):
    """A scenario whose position or play is impossible; says which line of it."""
