"""The choices under which a module is judged: as it is, and with every other value of each option alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.read.definitions import Definitions, Option
from carcassonne.read.expansions import read_what_can_be
from carcassonne.read.modules import Library
from carcassonne.read.source import Node

Sections = Mapping[str, frozenset[str]]
"""What is changed: names by section."""

MOST_FOREIGN: Final = 60
"""How many values of the options of other modules are looked at."""


@attrs.frozen
class Choice:
    """What is in play: as it is when nothing is chosen, or with one value of one option.

    is_foreign: whether the option is of another module than the one that is judged.
    """

    definitions: Definitions
    option: str = ""
    value: str = ""
    is_foreign: bool = False

    def __str__(self) -> str:
        return f"{self.option} = {self.value}"


def changes_tiles(changed: Sections) -> bool:
    """Whether sections change what tiles are in play and what their edges are."""
    return not changed.keys().isdisjoint(("features", "tiles", "setup"))


def foreign_choices(
    files: Collection[Path],
    definitions: Definitions,
    library: Library,
    *,
    own: str = "",
    matters: Callable[[Sections], bool] = bool,
) -> Iterator[Choice]:
    """What is in play with each value of the options of other modules.

    Read when it is asked for, and not compiled; values with which something is at fault are left out. `own` is the
    file whose options are none of others; `matters` tells by what a value changes whether it is looked at.
    """
    left = MOST_FOREIGN
    for option in definitions.options:
        fragments = {} if option.where.file == own else _fragments(option, definitions, files, library)
        chosen = dict(definitions.chosen)[option.name]
        for value, changed in fragments.items():
            if value == chosen or not left or not matters(_together(changed, fragments.get(chosen, {}))):
                continue
            left -= 1
            read = _read(files, option.name, value, library)
            if read is not None:
                yield Choice(read, option.name, value, is_foreign=True)


def _read(files: Collection[Path], option: str, value: str, library: Library) -> Definitions | None:
    try:
        definitions, faults = read_what_can_be(tuple(files), {option: value}, search=library)
    except CarcassonneError:
        return None
    return None if faults else definitions


def _together(one: Sections, other: Sections) -> Sections:
    return {section: one.get(section, frozenset()) | other.get(section, frozenset()) for section in (*one, *other)}


def _fragments(
    option: Option, definitions: Definitions, files: Collection[Path], library: Library
) -> dict[str, Sections]:
    """What each value of an option of another module changes."""
    module = next((each.id for each in definitions.modules if each.file == option.where.file), "")
    path = next((path for beside in files if (path := library.path_of(module, beside)) is not None), None)
    source = None if path is None else library.module(path, [])
    node = None if source is None else source.section("options")
    written = node.value.get(option.name) if node is not None and isinstance(node.value, Mapping) else None
    values = written.value if written is not None and isinstance(written.value, Mapping) else {}
    return {value: _names_in(values[value]) for value in option.values if value in values}


def _names_in(fragment: Node) -> Sections:
    sections = fragment.value if isinstance(fragment.value, Mapping) else {}
    return {
        name: frozenset(node.value) if isinstance(node.value, Mapping) else frozenset()
        for name, node in sections.items()
    }
