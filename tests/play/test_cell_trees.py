"""Rows of cells are joined while they are short, and longer ones are held together by pairs."""

from __future__ import annotations

import pytest

from carcassonne.play.cell_trees import cells_of, together

ROW, FULL = tuple(range(15)), tuple(range(16))


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        ((1,), (2,), (1, 2)),
        ((3, 4), (1, 2, 3), (3, 4, 1, 2, 3)),
        (ROW, (20,), (*ROW, 20)),
        (ROW, (20, 21), (ROW, (20, 21))),
        (FULL, (20,), (FULL, (20,))),
        ((FULL, (20,)), (21,), ((FULL, (20,)), (21,))),
        ((21,), (FULL, (20,)), ((21,), (FULL, (20,)))),
        (((1,), (2,)), ((3,), (4,)), (((1,), (2,)), ((3,), (4,)))),
    ],
)
def test_short_rows_become_one_and_others_a_pair(one: object, other: object, joined: object) -> None:
    assert together(one, other) == joined


@pytest.mark.parametrize(
    ("tree", "cells"),
    [
        ((5,), [5]),
        ((5, 3, 5), [3, 5, 5]),
        (((1, 2), (3,)), [1, 2, 3]),
        ((((4,), (1, 2)), ((3,), ((6, 7), (5,)))), [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_all_cells_are_found_again(tree: object, cells: list[int]) -> None:
    assert sorted(cells_of(tree)) == cells
