"""The laws of the test kit as a page, from their docstrings, and what laws of files can be asked of."""

from __future__ import annotations

from carcassonne.read.laws import ABOUT
from carcassonne.testing import shipped_laws
from carcassonne.testing.lawbook import SUBJECTS

HEADS = {
    "moment": "Of a game as it stands",
    "step": "Of one action",
    "game": "Of a whole game",
    "rules": "Of a ruleset",
}


def laws() -> str:
    """Every law by what it is about: its name, what must hold, and why."""
    parts = []
    for of in SUBJECTS:
        parts.append(f"### {HEADS[of]}")
        parts += [f"**{law.name}.** {law.why}" for law in shipped_laws() if law.of == of]
    return "\n\n".join(parts)


def subjects() -> str:
    """What a law of a file can be asked of."""
    rows = ["| `every` | asked |", "| --- | --- |"]
    return "\n".join([*rows, *(f"| `{key}` | {about} |" for key, about in ABOUT.items())])
