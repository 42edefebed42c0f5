"""Tries a change in a child of a process that has collected all tests already, which is many times as fast as anew.

The child puts the changed code into the functions that are there. What has been made of a module when it was imported
stays as it was, so a change outside functions cannot be tried this way, and what survives is tried anew as well.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import CodeType, FunctionType
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

OF_A_FUNCTION: Final = 1  # the flag of code that has local names
Codes = dict[tuple[str, int], CodeType]


def functions_of(source: str, path: str) -> tuple[Codes, list[object]] | None:
    """The code of the functions of a module by name and line, and what the rest does; None where two are alike."""
    found: Codes = {}
    rest: list[object] = []
    codes = list(_codes(compile(source, path, "exec")))
    for code in codes:
        if code.co_flags & OF_A_FUNCTION:
            found[code.co_qualname, code.co_firstlineno] = code
        else:
            rest += [code.co_code, code.co_names, [each for each in code.co_consts if not isinstance(each, CodeType)]]
    return (found, rest) if Counter(_places(codes)).most_common(1)[0][1] == 1 else None


def _places(codes: Sequence[CodeType]) -> Iterator[tuple[str, int]]:
    return ((code.co_qualname, code.co_firstlineno) for code in codes)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


class Children:
    """Children of this process that run some of its tests."""

    def __init__(self, items: Mapping[str, pytest.Item]) -> None:
        self.items = items
        self.sound: dict[str, bool] = {}
        self.functions: list[FunctionType] = []

    def look_at(self, module: str) -> None:
        """Find all functions of a module, also those that are part of something made of it."""
        path = import_module(module).__file__
        gc.unfreeze()
        found = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        self.functions = [each for each in found if each.__code__.co_filename == path]
        gc.freeze()

    def notice(self, functions: Codes, names: Sequence[str], seconds: float) -> bool:
        """Whether one of the tests fails with the changed functions, or all together take longer than that."""
        while failed := self._failing(functions, names, seconds):
            if failed == "late" or self._is_sound(failed):
                return True
            names = [name for name in names if name != failed]
        return False

    def _is_sound(self, name: str) -> bool:
        """Whether a test passes where nothing is changed."""
        if name not in self.sound:
            self.sound[name] = not self._failing({}, [name], 300)
            if not self.sound[name]:
                print(f"left out, since it fails anyway: {name}", flush=True)
        return self.sound[name]

    def _failing(self, functions: Codes, names: Sequence[str], seconds: float) -> str:
        """The first test that fails in a child, 'late' when time is over or the child is no more, or nothing."""
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                silence = os.open(os.devnull, os.O_RDWR)
                for stream in range(3):
                    os.dup2(silence, stream)
                os.write(tell, self._run(functions, [name for name in names if name in self.items]).encode())
            finally:
                os._exit(0)
        os.close(tell)
        until = time.monotonic() + seconds
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if time.monotonic() > until:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os.close(told)
                return "late"
            time.sleep(0.01)
        with os.fdopen(told) as answer:
            return (answer.read() or "late").strip()

    def _run(self, functions: Codes, names: Sequence[str]) -> str:
        """The first test that fails, else a space."""
        for each in self.functions:
            code = each.__code__
            each.__code__ = functions.get((code.co_qualname, code.co_firstlineno), code)
        for name, following in zip(names, [*names[1:], None], strict=True):
            after = None if following is None else self.items[following]
            if any(report.failed for report in runtestprotocol(self.items[name], nextitem=after, log=False)):
                return name
        return " "
