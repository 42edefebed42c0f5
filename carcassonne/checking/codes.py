"""The catalogue of findings: for every code what it means, with an example that earns it and one that is right."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from textwrap import indent, wrap
from typing import Any, Final

import attrs

from carcassonne.errors import CarcassonneError, DataError, Problem
from carcassonne.read.schema import plain
from carcassonne.read.source import cure_for, read_source

FAMILIES: Final[Mapping[str, str]] = {
    "Y": "The file and its YAML",
    "F": "The form of values",
    "T": "Tiles",
    "E": "Expansions and variants",
    "L": "Formulas, conditions and steps",
    "O": "Options",
    "S": "Scenarios",
    "X": "Tile XML of JCloisterZone",
    "W": "Warnings",
}
"""What the letter in a code stands for, in the order of the pages."""
HEADS: Final[Mapping[str, str]] = {
    "tiles": "tiles: sample\nuses: [base]\n",
    "expansion": "expansion: sample\nneeds: [base]\n",
    "scenario": "scenario: sample\nrules: [base]\n",
}
"""With what the file of an example begins; the example is what follows."""
CODES: Final = "CARC-"
"""With what every code begins."""
_HEAD_OF: Final = {"T": "tiles", "S": "scenario"}


@attrs.frozen
class Entry:
    """What the catalogue says of a code.

    wrong, right: whole files, or calls after a `$`; empty where no text can show it. beside: further files of the
    example by name. shown_from: how much of the wrong and the right one is only their head.
    """

    code: str
    title: str
    why: str
    wrong: str
    right: str
    beside: Mapping[str, str]
    shown_from: int

    @property
    def is_warning(self) -> bool:
        """Whether the code is that of a warning."""
        return self.code.startswith("CARC-W")

    @property
    def is_xml(self) -> bool:
        """Whether it is about tile XML, which is converted and not checked."""
        return self.code.startswith(("CARC-X", "CARC-W1"))

    @property
    def is_call(self) -> bool:
        """Whether its examples are calls on a terminal, about files that are the same in both."""
        return self.wrong.startswith("$ ")

    def __str__(self) -> str:
        parts = [f"{self.code}: {self.title}", *wrap(self.why, 100)]
        for name, text in self.examples:
            parts += ["", f"{name}, beside it:" if name in self.beside else f"{name}:", indent(text, "    ")]
        return "\n".join(parts)

    @property
    def examples(self) -> list[tuple[str, str]]:
        """What is shown: "Wrong", "Right" and the files beside them, each after the only example that names it."""
        if not self.wrong:
            return []
        wrong, right = (text[self.shown_from :].rstrip() for text in (self.wrong, self.right))
        of_wrong = [name for name in self.beside if (stem := Path(name).stem) in wrong and stem not in right]
        others = [name for name in self.beside if name not in of_wrong]
        files = {name: text.rstrip() for name, text in self.beside.items()}
        shown = {"Wrong": wrong, **{name: files[name] for name in of_wrong}, "Right": right}
        return [*shown.items(), *((name, files[name]) for name in others)]


def entry_of(code: str) -> Entry:
    """The entry of a code, which may be written without `CARC-`. Raises CarcassonneError for any other text.

    >>> entry_of("T010").title
    'a word that nobody knows on a tile'
    """
    name = code.upper().removeprefix("CARC-")
    entries = catalogue()
    if f"CARC-{name}" not in entries:
        raise CarcassonneError(f"there is no code {code!r}; {cure_for(f'CARC-{name}', entries, 'codes')}")
    return entries[f"CARC-{name}"]


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every entry by its code: family by family, in order of number."""
    found: dict[str, Entry] = {}
    problems: list[Problem] = []
    for file in sorted(Path(__file__).with_name("catalogue").glob("*.yaml")):
        node = read_source(file, problems)
        found |= {code: _entry(code, written) for code, written in (plain(node) if node else {}).items()}
    if problems:
        raise DataError(problems)
    families = list(FAMILIES)
    order = sorted(found, key=lambda code: (families.index(code[5]), code))
    return {code: found[code] for code in order}


def _entry(code: str, written: Mapping[str, Any]) -> Entry:
    head = "" if "whole" in written else HEADS[written.get("head", _HEAD_OF.get(code[5], "expansion"))]
    beside: Mapping[str, str] = written.get("beside", {})
    return Entry(
        code=code,
        title=written["title"],
        why=written["why"],
        wrong=head + written["wrong"] if "wrong" in written else "",
        right=head + written["right"] if "right" in written else "",
        beside={name if Path(name).suffix else f"{name}.yaml": text for name, text in beside.items()},
        shown_from=len(head),
    )
