"""The pytest plugin: scenario files and variant files are tests, and a test can hold the laws against a variant.

A YAML file below a folder `scenarios` that begins with `scenario` is played. One below a folder `variants` that begins
with `variant` or `expansion` is held against all laws, for as many games as the setting `variant_games` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from carcassonne.read.source import SUFFIXES
from carcassonne.testing.scenarios import begins_with, is_scenario_file, run_file

if TYPE_CHECKING:
    from carcassonne.testing.reporting import Report
    from carcassonne.testing.scenarios import Result

FOLDER: Final = "scenarios"
VARIANTS: Final = "variants"
GAMES: Final = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that says how long variant files are played."""
    parser.addini("variant_games", f"games for each file below a folder '{VARIANTS}'", default=str(GAMES))


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "variant(file, …, **budget): hold the laws of the test kit against a variant")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | VariantFile | None:
    """Collect scenario files and variant files."""
    if FOLDER in file_path.parts and is_scenario_file(file_path):
        scenario: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
        return scenario
    if VARIANTS in file_path.parts and begins_with(file_path, "variant:", "expansion:"):
        variant: VariantFile = VariantFile.from_parent(parent, path=file_path)
        return variant
    return None


# Scenarios ---------------------------------------------------------------------------------------


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


# Variants ----------------------------------------------------------------------------------------


class VariantFile(pytest.File):
    """A file with a variant or an expansion."""

    def collect(self) -> Iterable[pytest.Item]:
        yield VariantItem.from_parent(self, name=self.path.stem)


class VariantItem(pytest.Item):
    """All laws held against a variant, as a test."""

    def runtest(self) -> None:
        from carcassonne.testing.battery import check_variant

        games = int(self.config.getini("variant_games"))
        _expect_clean(check_variant(self.path, budget=None, games=games, at_most=0))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the laws that are broken, each with its scenario and the table, without a traceback."""
        from carcassonne.errors import CarcassonneError

        if isinstance(excinfo.value, VariantFailedError | CarcassonneError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"variant {self.name}"


class VariantFailedError(AssertionError):
    """A variant that breaks a law; `report` says which and how."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__("\n\n".join(map(str, report.findings)))


def _expect_clean(report: Report) -> Report:
    if not report.passed:
        raise VariantFailedError(report)
    return report


@pytest.fixture(name="check_variant")
def check_variant_fixture(request: pytest.FixtureRequest) -> Callable[..., Report]:
    """`check_variant`, which fails the test when a law is broken; paths count from the folder of the test."""
    folder = request.path.parent

    def check(*rules: Any, **budget: Any) -> Report:
        from carcassonne.testing.battery import check_variant

        found = (
            rules[0]
            if len(rules) == 1 and not isinstance(rules[0], str | Path)
            else [_beside(n, folder) for n in rules]
        )
        return _expect_clean(check_variant(found, **budget))

    return check


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Hold the laws against what `@pytest.mark.variant` names, before the test itself runs."""
    for marker in item.iter_markers("variant"):
        from carcassonne.testing.battery import check_variant

        names = [_beside(name, item.path.parent) for name in marker.args]
        report = check_variant(names, **marker.kwargs)
        if not report.passed:
            pytest.fail("\n\n".join(map(str, report.findings)), pytrace=False)


def _beside(name: Any, folder: Path) -> Any:
    """A path as from a folder; ids of modules stay as they are."""
    is_path = isinstance(name, Path) or (isinstance(name, str) and name.endswith(SUFFIXES))
    return str(folder / name) if is_path else name
