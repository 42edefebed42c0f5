"""Plays the same seeds under two rulesets, in one process or in several."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.balance.facts import Facts, Player
from carcassonne.bots import Bot
from carcassonne.errors import CarcassonneError, OptionError, RulesError
from carcassonne.testing.sources import Source, can_reload, source_of

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset


@attrs.frozen
class Pair:
    """The games of one seed under the two rulesets."""

    seed: int
    a: Facts
    b: Facts


_AHEAD: Final = 4
"""How many games a process are waiting at a time."""
Playing = Generator[Pair, None, None]
"""Pairs as they are ready; closing it stops everything."""


def play_pairs(a: Ruleset, b: Ruleset, bots: Sequence[str | Bot], seeds: Sequence[int], *, jobs: int = 1) -> Playing:
    """Play both games of every seed; with several processes they come as they are ready.

    Closing the iterator stops all processes. Raises RulesError where rules go round without end, and OptionError
    where rules that are in no file are to be played by several processes.
    """
    if jobs == 1 or len(seeds) == 1:
        players = Player(a, bots), Player(b, bots)
        yield from (play_pair(*players, seed) for seed in seeds)
    else:
        yield from _in_processes(_source(a), _source(b), tuple(bots), seeds, jobs)


def play_pair(a: Player, b: Player, seed: int, ask: Any = None) -> Pair:
    """The two games of a seed."""
    facts = []
    for side, player in (("A", a), ("B", b)):
        try:
            facts.append(player.play(seed, ask))
        except RulesError as error:
            raise RulesError(f"{side}, the game with seed {seed}: {error}") from None
    return Pair(seed, *facts)


# Several processes -------------------------------------------------------------------------------


def _source(rules: Ruleset) -> Source:
    source = source_of(rules)
    if not can_reload(source, rules):
        raise OptionError("rules that are not in files as they are now can be played by one process only: jobs=1")
    return source


def _in_processes(a: Source, b: Source, bots: tuple[str | Bot, ...], seeds: Sequence[int], jobs: int) -> Playing:
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    is_stopped = context.Event()
    left = iter(seeds)
    with ProcessPoolExecutor(min(jobs, len(seeds)), context, _start, (a, b, bots, is_stopped)) as pool:
        try:
            with _not_interrupted():  # processes that have hardly begun would not know what to do
                waiting = {pool.submit(_work, seed) for seed in islice(left, _AHEAD * jobs)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(_work, seed) for seed in islice(left, len(done))}
                yield from (future.result() for future in done)
        finally:
            is_stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Leave Ctrl-C unheard for a moment, also in the processes that are started meanwhile."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


_here: Any = None
"""What a process of several plays with: two players, and the question whether to stop."""


class _StoppedError(CarcassonneError):
    """Nobody waits for this game any more."""


def _start(a: Source, b: Source, bots: tuple[str | Bot, ...], is_stopped: Any) -> None:
    global _here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits is told, and stops this one
    _here = Player(a.load(), bots), Player(b.load(), bots), is_stopped


def _work(seed: int) -> Pair:
    a, b, is_stopped = _here

    def ask() -> None:
        if is_stopped.is_set():
            raise _StoppedError("stopped")

    return play_pair(a, b, seed, ask)
