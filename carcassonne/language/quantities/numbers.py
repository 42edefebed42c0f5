"""Functions of numbers, and tables.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.registry import condition, quantity

if TYPE_CHECKING:
    from carcassonne.words.play import Play


@quantity("min", parameters=("number", "number"))
def minimum(play: Play, one: int, other: int) -> int:
    """The smaller of two numbers."""
    return min(one, other)


@quantity("max", parameters=("number", "number"))
def maximum(play: Play, one: int, other: int) -> int:
    """The larger of two numbers."""
    return max(one, other)


@quantity("half up", parameters=("number",))
def half_up(play: Play, number: int) -> int:
    """Half of a number; a half counts as a whole one."""
    return -(-number // 2)


@quantity("half down", parameters=("number",))
def half_down(play: Play, number: int) -> int:
    """Half of a number; a half is lost."""
    return number // 2


@condition("always")
def always(play: Play) -> bool:
    """Yes, whatever is asked about."""
    return True


@quantity("lookup", parameters=("table", "number"))
def lookup(play: Play, table: tuple[tuple[int, int], ...], number: int) -> int:
    """What a table gives for a number: the entry with the largest lower bound that it reaches, 0 below the first."""
    return next((value for bound, value in reversed(table) if number >= bound), 0)
