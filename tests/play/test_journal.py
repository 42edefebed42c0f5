"""The journal restores lists and dicts to what they were at any mark."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from carcassonne.play.journal import GONE, Journal

WRITES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 4), st.integers(-3, 3) | st.just(None)), min_size=1, max_size=40
)


def columns() -> list[Any]:
    return [[0, 1, 2, 3, 4], {0: "a", 2: "b"}]


@given(WRITES, st.data())
def test_going_back_restores_everything_written_since_the_mark(writes: list[Any], data: st.DataObject) -> None:
    found = columns()
    journal = Journal(found, [])
    stop = data.draw(st.integers(0, len(writes)))
    seen: Any = None
    mark = 0
    for number, (in_dict, key, value) in enumerate(writes):
        if number == stop:
            mark, seen = len(journal.entries), [list(found[0]), dict(found[1])]
        if in_dict and value is None:
            if key in found[1]:
                journal.set(1, key, GONE)
        elif value is not None:
            journal.set(int(in_dict), key, value)
    if seen is not None:
        journal.back(mark)
        assert seen == found
    journal.back(0)
    assert columns() == found
    assert journal.entries == []


def test_a_new_key_goes_away_again() -> None:
    found = columns()
    journal = Journal(found, [])
    journal.set(1, "new", 7)
    assert found[1]["new"] == 7
    journal.back(0)
    assert "new" not in found[1]


def test_a_key_taken_away_comes_back() -> None:
    found = columns()
    journal = Journal(found, [])
    journal.set(1, 2, GONE)
    assert 2 not in found[1]
    journal.set(1, 2, "again")
    journal.back(1)
    assert 2 not in found[1]
    journal.back(0)
    assert found[1] == {0: "a", 2: "b"}


def test_copied_entries_serve_copied_columns() -> None:
    found = columns()
    journal = Journal(found, [])
    journal.set(0, 1, 99)
    copies = [list(found[0]), dict(found[1])]
    other = Journal(copies, list(journal.entries))
    other.back(0)
    assert copies == columns()
    assert found[0][1] == 99
