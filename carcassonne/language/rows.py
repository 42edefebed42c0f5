"""Choices made of a beginning and one of many ends, listed without being made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload


class Rows(Sequence[tuple[Any, ...]]):
    """Rows of choices: each row begins alike and goes on with one of its ends. A choice is made when it is looked at.

    There may be hundreds where a figure can stand anywhere, and only one of them is ever played.

    >>> rows = Rows([((1, 2), [5, 6]), ((3, 4), [5])])
    >>> len(rows), rows[1], rows[-1], list(rows)
    (3, (1, 2, 6), (3, 4, 5), [(1, 2, 5), (1, 2, 6), (3, 4, 5)])
    """

    __slots__ = ("_length", "_rows")

    def __init__(self, rows: Iterable[tuple[tuple[Any, ...], Sequence[Any]]]) -> None:
        self._rows = tuple(rows)
        self._length = sum(len(ends) for _, ends in self._rows)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        if isinstance(index, slice):
            return list(self)[index]
        place = index + self._length if index < 0 else index
        if place >= 0:
            for begin, ends in self._rows:
                if place < len(ends):
                    return (*begin, ends[place])
                place -= len(ends)
        raise IndexError(f"no choice {index}: there are {self._length}")

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return ((*begin, end) for begin, ends in self._rows for end in ends)
