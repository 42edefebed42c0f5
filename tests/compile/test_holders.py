"""Who can hold tokens is told where the word for a holder means nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules, problems_of

FILE = """\
tokens: {bell: {}}
figures: {dragon: {shared: 1, stands on: [road]}}
turn:
  visit:
    after: place
    do:
      - choose: {figures: dragon, of: nobody}
        as: beast
      - put token: {token: bell, on: HOLDER}
"""


@pytest.mark.parametrize("holder", ["the moon", "tile of nothing", "tile of visit"])
def test_words_that_name_no_holder(tmp_path: Path, holder: str) -> None:
    (problem,) = problems_of(tmp_path, FILE.replace("HOLDER", holder))
    assert problem.fault == f"turn, visit, put token: no holder is called {holder!r}"
    assert problem.cure.startswith("holders here: active player, ")
    assert "beast" not in problem.cure


@pytest.mark.parametrize("holder", ["beast", "tile of beast", "new tile", "the table"])
def test_words_that_name_one(tmp_path: Path, holder: str) -> None:
    house_rules(tmp_path, FILE.replace("HOLDER", holder))
