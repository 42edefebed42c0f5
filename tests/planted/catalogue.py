"""All planted faults."""

from __future__ import annotations

from typing import Final

from planted import course, features, figures, rule_files, scoring, taking_back
from planted.fault import FAULTS as NOTED
from planted.fault import Fault

PARTS: Final = {
    "Who is paid, and what": scoring,
    "Undo, copies, saving": taking_back,
    "Features and places": features,
    "Figures and tokens": figures,
    "The course of a game": course,
    "Rule files with a wrong line": rule_files,
}
"""What the modules plant."""
FAULTS: Final[tuple[Fault, ...]] = tuple(NOTED.values())
