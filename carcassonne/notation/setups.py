"""A table to begin from as one line of text, in the sections of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from carcassonne.errors import CarcassonneError, NotationError
from carcassonne.notation.lying import read_counts, write_counts
from carcassonne.notation.places import of_length, parse_cell
from carcassonne.notation.sections import SECTIONS
from carcassonne.notation.words import LONGEST, Words
from carcassonne.play.setup import Setup

FORMAT: Final = "carcassonne-setup"
_NAMES: Final = ("table", "connections", "figures", "points", "track", "supply", "tokens", "turn", "hands")
_HAVE_NONE: Final = "none"
"""Stands for hands in which there is no tile, which is said where rules would deal some."""


def setup_text(setup: Setup) -> str:
    """A setup on one line.

    >>> setup_text(Setup(tiles=[("set/tile", 0, 0, 1)], scores={"Ann": 5}))
    'carcassonne-setup; table set/tile 0,0+1; points Ann=5'
    """
    saved = setup.to_dict()
    values = {
        "table": saved["tiles"],
        "connections": saved["connections"],
        "figures": saved["figures"],
        "points": saved["scores"],
        "track": _rows(saved["track"]),
        "supply": _rows(saved["supply"]),
        "tokens": [
            [*(("player", holder) if isinstance(holder, str) else ("cell", f"{holder[0]},{holder[1]}")), token, count]
            for holder, token, count in saved["tokens"]
        ],
        "turn": saved["to_move"] or None,
        "hands": saved.get("hands", {}),
    }
    sections = [FORMAT]
    for name in _NAMES:
        write = write_counts if name == "points" else SECTIONS["beside" if name == "track" else name][0]
        text = write(values[name])
        if text is not None:
            sections.append(f"{name} {text}")
    if setup.hands is not None and not values["hands"]:
        sections.append(f"hands {_HAVE_NONE}")
    return "; ".join(sections)


def parse_setup(text: str) -> Setup:
    """The setup that a line says. Raises NotationError.

    >>> parse_setup("carcassonne-setup; table set/tile 0,0+1; points Ann=5").scores
    {'Ann': 5}
    """
    words = Words(of_length(text, LONGEST))
    if not words.sees_bare(FORMAT):
        words.expect(f"'{FORMAT}'")
    words.step()
    found: dict[str, Any] = {}
    while words.skip(";"):
        column = words.now.column if words.now is not None else 0
        name = words.bare("the name of a section")
        if name not in _NAMES or name in found:
            words.fail(f"{name[:40]!r}: expected each of the sections {', '.join(_NAMES)} at most once", column)
        read = read_counts if name == "points" else SECTIONS["beside" if name == "track" else name][1]
        if name == "hands" and words.sees_bare(_HAVE_NONE):
            words.step()
            found[name] = {}
            continue
        found[name] = read(words)
    if words.now is not None:
        words.expect("';' or the end")
    saved = {
        "tiles": found.get("table", []),
        "figures": found.get("figures", []),
        "scores": found.get("points", {}),
        "supply": _by_owner(found.get("supply", [])),
        "to_move": found.get("turn", ""),
        "track": _by_owner(found.get("track", [])),
        "tokens": [[_holder(kind, name), token, count] for kind, name, token, count in found.get("tokens", [])],
        "connections": found.get("connections", []),
        "hands": found.get("hands"),
    }
    try:
        return Setup.from_dict(saved)
    except (CarcassonneError, TypeError, ValueError, KeyError) as error:
        raise NotationError(f"the setup does not hang together: {error}") from error


def _rows(values: Mapping[str, Mapping[str, int]]) -> list[list[Any]]:
    return [[owner, kind, count] for owner, kinds in values.items() for kind, count in kinds.items()]


def _by_owner(rows: list[list[Any]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for owner, kind, count in rows:
        found.setdefault(owner or "", {})[kind] = count
    return found


def _holder(kind: str, name: str) -> str | list[int]:
    if kind == "cell":
        return list(parse_cell(name))
    if kind != "player":
        raise NotationError(f"tokens of a setup lie before players and on tiles, not on {name!r}")
    return name
