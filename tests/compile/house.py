"""Small house rules for tests: a file that needs the base game, loaded with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import carcassonne
from carcassonne.errors import DataError, Problem

HEAD = "expansion: house\ntitle: House\nsummary: Rules of this house.\nneeds: [base]\n"


def house_rules(folder: Path, text: str, *others: str, options: dict[str, str] | None = None) -> Any:
    """The base game with a few lines more."""
    file = folder / "house.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return carcassonne.load_rules("base", str(file), *others, options=options)


def problems_of(folder: Path, text: str) -> tuple[Problem, ...]:
    """The problems that house rules have."""
    try:
        house_rules(folder, text)
    except DataError as error:
        return error.problems
    raise AssertionError("no problem was found")
