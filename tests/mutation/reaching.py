"""Which tests reach which line: a pytest plugin that watches them, and what it has seen.

`python -m pytest -p mutation.reaching --reaching FILE tests/…` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reaching", type=Path, help="write there which tests reach which line of the package")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--reaching"):
        config.pluginmanager.register(_Watch(file))


class _Watch:
    """Watches every test under its own name, and how long it takes."""

    def __init__(self, file: Path) -> None:
        import coverage

        self.file = file
        self.seconds: dict[str, float] = {}
        self.coverage = coverage.Coverage(data_file=None, source=["carcassonne"], config_file=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        try:
            yield
        finally:
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        order = sorted(self.seconds, key=lambda name: (self.seconds[name], name))
        number = {name: place for place, name in enumerate(order)}
        lines: dict[str, Any] = {}
        for name in sorted(data.measured_files()):
            file = str(Path(name).relative_to(Path.cwd()))
            reached = data.contexts_by_lineno(name)
            lines[file] = {line: sorted(number[each] for each in by if each in number) for line, by in reached.items()}
        seconds = [round(self.seconds[name], 3) for name in order]
        self.file.write_text(json.dumps({"tests": order, "seconds": seconds, "lines": lines}), encoding="utf-8")


@attrs.frozen
class Reaching:
    """The tests, the fastest first, their seconds, and for each file and line the numbers of those that reach it."""

    tests: list[str]
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[int]]]

    @classmethod
    def read(cls, file: Path) -> Reaching:
        saved = json.loads(file.read_text(encoding="utf-8"))
        lines = {name: {int(line): by for line, by in each.items()} for name, each in saved["lines"].items()}
        return cls(saved["tests"], dict(zip(saved["tests"], saved["seconds"], strict=True)), lines)

    def of(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that reach one of some lines; none for what runs only when the file is imported."""
        reached = self.lines.get(file, {})
        return [self.tests[number] for number in sorted({each for line in lines for each in reached.get(line, ())})]
