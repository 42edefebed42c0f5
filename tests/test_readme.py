"""Every example of the README and of the documentation runs.

Python blocks of one page run in order in one empty folder; YAML blocks whose first line is `# NAME.yaml` are
files there. Blocks of kind `text` are sketches and are left alone.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import carcassonne

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def files(page: Path) -> dict[str, str]:
    named = {}
    for text in blocks(page, "yaml"):
        if found := re.match(r"# ([\w-]+\.yaml)\n", text):
            named[found[1]] = text
    return named


WITH_PROGRAMS = [page for page in PAGES if blocks(page, "python")]
WITH_FILES = [page for page in PAGES if files(page)]


def run(program: str, folder: Path) -> str:
    """Run a program as a stranger would, and return what it prints."""
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ | paths)
    assert 0 == ran.returncode, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("page", WITH_PROGRAMS, ids=lambda page: page.name)
def test_examples_run(page: Path, tmp_path: Path) -> None:
    for name, text in files(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    run("\n".join(blocks(page, "python")), tmp_path)


def test_first_example_is_short_and_explains_its_points(tmp_path: Path) -> None:
    first = blocks(ROOT / "README.md", "python")[0]
    assert 10 >= len([line for line in first.splitlines() if line.strip()])
    assert re.search(r"\(B-6\d\)", run(first, tmp_path)), "awards name their rules"


@pytest.mark.parametrize("page", WITH_FILES, ids=lambda page: page.name)
def test_rules_of_examples_play(page: Path, tmp_path: Path) -> None:
    for name, text in files(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, text in files(page).items():
        if re.search(r"^(expansion|variant):", text, re.MULTILINE):
            game = carcassonne.load_rules(tmp_path / name).new_game(players=2, seed=1)
            while not game.is_over:
                game.push(game.legal_actions[-1])
            assert 2 == len(game.scores)
