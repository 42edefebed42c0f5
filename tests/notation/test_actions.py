"""The column of what is wrong in the text of an action, for every kind of action."""

from __future__ import annotations

import pytest

from carcassonne import notation
from carcassonne.errors import ActionSyntaxError, NotationError


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "'draw …', 'place … at …', '… on …', 'RULE: …' or 'pass'"),
        ("hello", 1, "'draw …', 'place … at …', '… on …', 'RULE: …' or 'pass'"),
        ("pass  it", 7, "nothing more"),
        ("draw", 5, "a tile, as in 'SET/NAME'"),
        ("  draw a b", 10, "nothing more"),
        ("place", 6, "a tile, as in 'SET/NAME'"),
        ("place a  on 1,2", 10, "'at' and a cell"),
        ("place a at x", 12, "a cell, as in '1,-2'"),
        ("place a at 1,2 turn 3", 16, "'turned' and a number, or nothing more"),
        ("place a at 1,2 turned 4", 23, "a number of quarter turns from 0 to 3"),
        ("place a at 1,2 turned 1 x", 25, "nothing more"),
        ("big meeple on", 14, "a segment, as in 'KIND 2 at 1,-2'"),
        ("meeple on 3", 11, "a segment, as in 'KIND 2 at 1,-2'"),
        ("meeple on road", 15, "'at' and a cell, or the number of a segment"),
        ("meeple on road x at 1,2", 16, "'at' and a cell, or the number of a segment"),
        ("meeple on road 2 at 1", 21, "a cell, as in '1,-2'"),
        ("meeple on road at 1,2 3", 23, "nothing more"),
        ("ferry:", 7, "what is chosen, as in 'RULE: CHOICE'"),
    ],
)
def test_the_column_is_that_of_the_fault(text: str, column: int, expected: str) -> None:
    with pytest.raises(ActionSyntaxError) as caught:
        notation.parse_action(text)
    assert (caught.value.column, caught.value.expected) == (column, expected)


@pytest.mark.parametrize("text", ["1", "1,", "1,2,3", "a,b", "123456,1", "1, 2", ""])
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a cell as in '1,-2'"):
        notation.parse_cell(text)


def test_cells_and_segments_come_back() -> None:
    assert notation.parse_cell(notation.cell_text((-3, 12))) == (-3, 12)
    for text in ("road at 0,0", "long road 2 at 1,1", "field 12 at -1,-20"):
        if text.startswith("long"):
            with pytest.raises(NotationError, match="expected a segment"):
                notation.parse_segment(text)
        else:
            assert notation.segment_text(notation.parse_segment(text)) == text
