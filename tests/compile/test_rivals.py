"""Of two replacements of one kind's points one must say that it is over the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules, problems_of

CHANGES = """\
score changes:
  siege: {of: city, replace: {complete: 1, unfinished: 1}SIEGE}
  plague: {of: city, replace: {complete: 2, unfinished: 2}PLAGUE}
  drought: {of: road, replace: {complete: 2, unfinished: 2}}
"""


def changes(siege: str = "", plague: str = "") -> str:
    return CHANGES.replace("SIEGE", siege).replace("PLAGUE", plague)


def test_two_that_say_nothing_of_each_other_are_refused(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, changes())
    assert problem.fault == "score change 'siege': it and 'plague' both replace the points of 'city'"
    assert problem.cure == "One must come first: 'over: plague' or 'over: siege'."


@pytest.mark.parametrize("said", [{"siege": ", over: plague"}, {"plague": ", over: siege"}])
def test_one_that_is_over_the_other_is_enough(tmp_path: Path, said: dict[str, str]) -> None:
    house_rules(tmp_path, changes(**said))
