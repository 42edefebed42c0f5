"""The shipped JSON Schemas: what editors check while a file is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from carcassonne.errors import Where
from carcassonne.read.source import Node

FILES: Final = ("module", "tiles", "scenario")
"""The files that people write of which there is a schema."""


def schema(name: str) -> dict[str, Any]:
    """Return a shipped schema: "module" for expansions and variants, "tiles" for tile sets, "scenario"."""
    file = Path(__file__).with_name("schemas") / f"{name}.json"
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def schema_problems(node: Node, name: str) -> list[str]:
    """Return what a schema finds wrong in a file, each with its place; the import takes a moment."""
    from jsonschema import Draft202012Validator

    problems = []
    for error in Draft202012Validator(schema(name)).iter_errors(plain(node)):
        where = _place(node, tuple(error.absolute_path))
        message = error.message if len(error.message) <= 200 else error.message[:197] + "..."
        problems.append(f"{where}: the schema {name!r} does not allow this: {message}")
    return problems


def plain(node: Node) -> Any:
    """Return a tree as lists, dictionaries and texts, without places."""
    if isinstance(node.value, str):
        return node.value
    if isinstance(node.value, tuple):
        return [plain(item) for item in node.value]
    return {key: plain(value) for key, value in node.value.items()}


def _place(node: Node, path: tuple[str | int, ...]) -> Where:
    for step in path:
        inner: Any = node.value
        node = inner[step]
    return node.where
