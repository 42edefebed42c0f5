"""Every error the library raises, each with its data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable


@attrs.frozen(order=True)
class Where:
    """A place in a text: file name, line and column, both counted from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@attrs.frozen(order=True)
class Problem:
    """One fault in a file: where it is, what is wrong, and what would be right."""

    where: Where
    fault: str
    cure: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.fault}"
        return f"{text}\n    {self.cure}" if self.cure else text


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


class ScenarioError(CarcassonneError):
    """A scenario whose position or play is impossible; says which line of it."""
