"""Single letters that stand for players, figures and symbols where there is no room for their names."""

from __future__ import annotations

from collections.abc import Sequence

_SPARE = "0123456789"


def marks_for(names: Sequence[str]) -> tuple[str, ...]:
    """A different mark for every name: the first of its letters that no earlier name has, else a digit.

    >>> marks_for(["blue", "red", "black"])
    ('b', 'r', 'l')
    """
    taken: list[str] = []
    for name in names:
        letters = [letter for letter in name.lower() if letter.isalnum()]
        free = [letter for letter in (*letters, *_SPARE) if letter not in taken]
        taken.append(free[0] if free else "?")
    return tuple(taken)
