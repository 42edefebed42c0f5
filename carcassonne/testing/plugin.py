"""The pytest plugin: every scenario file below a folder `scenarios` is a test."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from carcassonne.testing.scenarios import SUFFIXES, run_file

if TYPE_CHECKING:
    from carcassonne.testing.scenarios import Result

FOLDER: Final = "scenarios"
FIRST_KEY: Final = "scenario:"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a YAML file below a folder `scenarios` whose first key is `scenario`."""
    if file_path.suffix in SUFFIXES and FOLDER in file_path.parts and _begins_as_scenario(file_path):
        file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return file
    return None


def _begins_as_scenario(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.strip() and not line.startswith(("#", "---")):
                return line.startswith(FIRST_KEY)
    return False


class ScenarioFile(pytest.File):
    """A file with one scenario."""

    def collect(self) -> Iterable[pytest.Item]:
        yield ScenarioItem.from_parent(self, name=self.path.stem)


class ScenarioItem(pytest.Item):
    """A scenario as a test."""

    def runtest(self) -> None:
        result = run_file(self.path)
        if not result.passed:
            raise ScenarioFailedError(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what was expected and found, without a traceback."""
        if isinstance(excinfo.value, ScenarioFailedError):
            return str(excinfo.value.result)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"scenario {self.name}"


class ScenarioFailedError(AssertionError):
    """A scenario that did not come out as expected; `result` says how."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__(str(result))
