"""JSON Schemas of the JSON forms, as they are published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

SCHEMAS: Final = ("action", "event", "game", "position")
"""What there is a schema for."""
FOLDER: Final = Path(__file__).resolve().parent / "schemas"


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a form. Raises KeyError for a name that is not among `SCHEMAS`.

    >>> schema("action")["title"]
    'An action'
    """
    if name not in SCHEMAS:
        raise KeyError(name)
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found
