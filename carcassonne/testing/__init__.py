"""The test kit: laws that hold of every game, a battery that looks for what breaks them, and scenarios."""

from __future__ import annotations

from typing import Any

__all__ = [
    "NOT_HERE",
    "Coverage",
    "Finding",
    "Law",
    "LawBrokenError",
    "LawResult",
    "Report",
    "Step",
    "actions",
    "check_variant",
    "games",
    "law",
    "rulesets",
    "shipped_laws",
    "tile_sets",
    "tiles",
]

_LATER = {
    "Coverage": "coverage",
    "Finding": "reporting",
    "LawResult": "reporting",
    "Report": "reporting",
    "check_variant": "battery",
    "Law": "lawbook",
    "LawBrokenError": "lawbook",
    "NOT_HERE": "lawbook",
    "Step": "lawbook",
    "law": "lawbook",
    "shipped_laws": "lawbook",
    "actions": "strategies",
    "games": "strategies",
    "rulesets": "strategies",
    "tile_sets": "strategies",
    "tiles": "strategies",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'carcassonne.testing' has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(f"carcassonne.testing.{_LATER[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name not in ("hypothesis", "pytest"):
            raise
        text = f"{name} needs {error.name}, which is not installed: pip install 'carcassonne[testing]'"
        raise ImportError(text) from None
