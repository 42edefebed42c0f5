"""The pytest plugin: every scenario file below a folder `scenarios` is a test."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from carcassonne.testing.scenarios import is_scenario_file, run_file

if TYPE_CHECKING:
    from carcassonne.testing.scenarios import Result

FOLDER: Final = "scenarios"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect a YAML file below a folder `scenarios` whose first key is `scenario`."""
    if FOLDER in file_path.parts and is_scenario_file(file_path):
        file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return file
    return None


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
