"""The scenario in the documentation is played, and its tables leave nothing out."""

import re
from pathlib import Path

import pytest

from carcassonne.read.expectations import EXPECTATIONS
from carcassonne.read.scenarios import KEYS
from carcassonne.testing.scenarios import run_file

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "scenarios.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", BLOCKS, ids=lambda text: text.split("\n")[0])
def test_the_scenario_of_the_page_comes_out(text: str, tmp_path: Path) -> None:
    file = tmp_path / "page.yaml"
    file.write_text(text, encoding="utf-8")
    result = run_file(file)
    assert result.passed, str(result)


def test_the_page_names_every_key() -> None:
    lines = PAGE.read_text(encoding="utf-8").split("\n")
    rows = "\n".join(line.split("|")[1] for line in lines if line.startswith("|"))
    named = set(re.findall(r"`([^`]+)`", rows))
    assert set() == {*KEYS, *EXPECTATIONS, "raises"} - named - {"play", "expect"}
