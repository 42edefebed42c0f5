"""The tiles that carry several segments of a feature, kept so that features of any size join at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

LONGEST_ROW: Final = 16


def together(one: Any, other: Any) -> Any:
    """A tree of pairs above short rows of cells: joining trees of any size costs nothing."""
    if len(one) + len(other) <= LONGEST_ROW and isinstance(one[0], int) and isinstance(other[0], int):
        return one + other
    return one, other


def cells_of(tree: Any) -> Sequence[int]:
    """The cells of such a tree, some of them perhaps twice; only the tree of the smaller feature is ever asked for."""
    if isinstance(tree[0], int):
        row: tuple[int, ...] = tree
        return row
    found: list[int] = []
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part[0], int):
            found += part
        else:
            waiting += part
    return found
