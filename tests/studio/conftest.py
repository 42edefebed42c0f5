"""A studio that is served for a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest

from carcassonne.studio.server import Studio

Serve = Callable[[Path], Studio]

MILL = """\
tiles: mill
uses: [base]
totals: {tiles: 4}

set:
  mill-road: {count: 2, road: E-W}
  two-caps:  {city: [N, S], road: E-W}
  shield:    {city: {at: N-E, pennant: 1}}
"""


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """A file of three sound tiles."""
    file = tmp_path / "mill.yaml"
    file.write_text(MILL, encoding="utf-8")
    return file


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves a file or a folder until the test ends."""
    with ExitStack() as open_ones:

        def begin(path: Path) -> Studio:
            studio = Studio(path)
            thread = Thread(target=studio.run)
            thread.start()
            open_ones.callback(thread.join)
            open_ones.callback(studio.close)
            return studio

        yield begin


def change(file: Path, old: str, new: str) -> None:
    """Save a file with a part of it written anew."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
