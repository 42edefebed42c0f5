"""A studio that is served for a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest

from carcassonne.studio.server import Studio

PATIENCE = 20  # seconds until something is taken to be missing
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


class Gate:
    """Stands before something that the page asks: every call waits until the test lets it through."""

    def __init__(self, call: Callable[..., object]) -> None:
        self.call = call
        self.waiting: Queue[Event] = Queue()
        self.is_open = False

    def __call__(self, *args: object, **said: object) -> object:
        way = Event()
        self.waiting.put(way)
        if self.is_open:
            way.set()
        assert way.wait(PATIENCE)
        return self.call(*args, **said)

    def next(self) -> Event:
        """The call that came first of those not fetched yet: to be let through with `set`."""
        return self.waiting.get(timeout=PATIENCE)

    def open(self) -> None:
        """Let everything through from now on."""
        self.is_open = True
        while not self.waiting.empty():
            self.next().set()
