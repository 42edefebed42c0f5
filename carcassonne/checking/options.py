"""What looks suspicious about options: those that nobody reads, and values that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem
from carcassonne.read.definitions import Option
from carcassonne.read.schema import plain
from carcassonne.read.source import Node

TOLD: Final = ("about", "title", "summary")
"""Keys whose texts are for people."""


def idle_options(options: Iterable[Option], node: Node) -> Iterator[Suspicion]:
    """Options of a file that no expression of it names, and of whose values all or some say the same."""
    section = node.value.get("options") if isinstance(node.value, Mapping) else None
    written = section.value if section is not None and isinstance(section.value, Mapping) else {}
    texts = "\n".join(_texts(node))
    for option in options:
        if re.search(rf"(?<![\w.-]){re.escape(option.name)}(?![\w-])", texts):
            continue
        entry = written.get(option.name)
        values = entry.value if entry is not None and isinstance(entry.value, Mapping) else {}
        said = {value: plain(values[value]) or {} for value in option.values if value in values}
        if not any(said.values()):
            fault = f"option {option.name!r}: nothing reads it, so every value gives the same game"
            cure = "Write under a value what it changes, or name the option in an expression."
            yield Suspicion(option.name, Problem(option.where, fault, cure, code="CARC-W008"))
        elif alike := _alike(said):
            fault = f"option {option.name!r}: its values {alike[0]!r} and {alike[1]!r} change the same"
            cure = "Say under one of them what is different, or take it away."
            yield Suspicion(option.name, Problem(option.where, fault, cure, code="CARC-W008"))


def _alike(said: Mapping[str, object]) -> tuple[str, str] | None:
    """The first two values that say the same."""
    first: dict[str, str] = {}
    for value, changes in said.items():
        other = first.setdefault(repr(changes), value)
        if other != value:
            return other, value
    return None


def _texts(node: Node) -> Iterator[str]:
    """Every text of a file that is not for people."""
    if isinstance(node.value, str):
        yield node.value
    elif isinstance(node.value, tuple):
        for item in node.value:
            yield from _texts(item)
    else:
        for key, item in node.value.items():
            if key not in TOLD:
                yield from _texts(item)
