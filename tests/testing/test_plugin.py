"""The pytest plugin: which files are tests, and what a failure shows."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GOOD = "scenario: it goes on\nrules: [base]\nexpect: {over: false}\n"
WRONG = "scenario: it is over\nrules: [base]\nexpect: {over: true}\n"
FAULTY = "scenario: a fault\nrules: [base]\nexpect: {ovr: true}\n"


def run_pytest(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    if "carcassonne.testing.plugin" not in arguments:
        command += ["-p", "carcassonne.testing.plugin"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)
    return ran.stdout + ran.stderr


def test_scenarios_are_tests_and_show_what_differs(tmp_path: Path) -> None:
    scenarios = tmp_path / "scenarios" / "inner"
    scenarios.mkdir(parents=True)
    (scenarios / "good.yaml").write_text(GOOD)
    (scenarios / "wrong.yaml").write_text(WRONG)
    (scenarios / "faulty.yml").write_text(FAULTY)
    (scenarios / "module.yaml").write_text("expansion: house\n")
    (tmp_path / "elsewhere.yaml").write_text(WRONG)
    shown = run_pytest(tmp_path, "-v")
    assert "2 failed, 1 passed" in shown
    assert "good.yaml::good PASSED" in shown
    assert "wrong.yaml:3:10: end of the game" in shown
    assert "expected the game is over" in shown
    assert "faulty.yml:3:10: expect: unknown key 'ovr'" in shown
    assert "Did you mean 'over'?" in shown
    assert "Traceback" not in shown
    assert "elsewhere" not in shown
    assert "module.yaml" not in shown


def test_one_scenario_can_be_chosen(tmp_path: Path) -> None:
    scenarios = tmp_path / "scenarios"
    scenarios.mkdir()
    (scenarios / "good.yaml").write_text(GOOD)
    (scenarios / "wrong.yaml").write_text(WRONG)
    assert "1 passed" in run_pytest(tmp_path, "scenarios/good.yaml")
    assert "1 passed, 1 deselected" in run_pytest(tmp_path, "-k", "good")


VARIANT = "variant: house\nextends: [base]\nlaws: {poor: {every: step, holds: points <= 0}}\n"
KIT = """
import pytest

@pytest.mark.variant("variants/house.yaml", budget=None, games=4, laws=["poor"])
def test_marked(): pass

@pytest.mark.variant("base", budget=None, games=1, laws=["awards"])
def test_clean(): pass

def test_fixture(check_variant):
    assert check_variant("variants/house.yaml", budget=None, games=1, laws=["awards"]).passed
    with pytest.raises(AssertionError, match="«poor» does not hold"):
        check_variant("variants/house.yaml", budget=None, games=4, laws=["poor"])
"""


def test_variants_are_tests_and_show_the_smallest_scenario(tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "house.yaml").write_text(VARIANT)
    (tmp_path / "test_kit.py").write_text(KIT)
    (tmp_path / "pytest.ini").write_text("[pytest]\nvariant_games = 4\n")
    shown = run_pytest(tmp_path, "-v")
    assert "2 failed, 2 passed" in shown, shown
    assert "variants/house.yaml::house FAILED" in shown
    assert "laws: [poor]" in shown and "What happened last:" in shown
    assert "decides:" in shown or "The game is over" in shown
    assert "Traceback" not in shown and "Unknown" not in shown
