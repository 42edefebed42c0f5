"""What can be chosen for a file: the options of the rules that it is played with, and the choices that still hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from carcassonne.errors import OptionError
from carcassonne.read.definitions import Definitions, Option
from carcassonne.read.expansions import read_what_can_be
from carcassonne.read.options import KEYS, allows
from carcassonne.read.source import Node, read_text, shown
from carcassonne.read.tile_sets import VOCABULARY_SECTIONS
from carcassonne.studio.shelf import Shelf

Choices = tuple[tuple[str, str], ...]
"""Names of options with the values that somebody chose."""
_SHOWN_SECTIONS: Final = (*VOCABULARY_SECTIONS, "tile changes")
_TILES: Final = "tiles"


@attrs.frozen
class Choosing:
    """The options there are, those of the file itself first, with the value of each where nothing is chosen.

    choices: those that hold. dropped: the names of the others, with what is to be said of them.
    """

    options: tuple[Option, ...]
    usual: tuple[tuple[str, str], ...]
    choices: Choices
    dropped: tuple[tuple[str, str], ...]

    def facts(self, tiles: Collection[str]) -> list[dict[str, Any]]:
        """The options as a page shows them. tiles: the names of those that change which tiles there are."""
        usual, chosen = dict(self.usual), dict(self.choices)
        return [
            {
                "name": option.name,
                "about": option.about,
                "values": [*option.values],
                "free": "number" if option.number else "table" if option.table else "",
                "usual": usual.get(option.name, option.default),
                "value": chosen.get(option.name, usual.get(option.name, option.default)),
                "tiles": option.name in tiles,
            }
            for option in self.options
        ]


def rules_read(path: Path, choices: Choices, shelf: Shelf) -> Definitions | None:
    """What can be read of a module with some choices made; None where that is nothing."""
    try:
        return read_what_can_be([path], dict(choices), search=shelf)[0]
    except OptionError:
        return None


def choosing(read: Definitions, choices: Choices) -> Choosing:
    """What can be chosen with rules that were read without a choice, and which of some choices can still be made."""
    options = {option.name: option for option in read.options}
    usual = dict(read.chosen)
    kept, dropped = [], []
    for name, value in choices:
        if name in options and allows(options[name], value):
            kept.append((name, value))
        elif name in options:
            dropped.append((name, f"{name} cannot be {shown(value)}: it is {shown(usual[name])} again."))
        else:
            dropped.append((name, f"There is no option {shown(name)} any more: the choice {shown(value)} is gone."))
    own = read.modules[-1].file
    ordered = sorted(read.options, key=lambda option: option.where.file != own)
    return Choosing(tuple(ordered), read.chosen, tuple(kept), tuple(dropped))


def options_of_tiles(options: Sequence[Option], sets: Collection[str]) -> tuple[str, ...]:
    """The names of the options with a value that changes which tiles some sets have, or what is drawn on them."""
    trees: dict[str, Node | None] = {}
    for option in options:
        if option.where.file not in trees:
            trees[option.where.file] = read_text(option.where.text, option.where.file, [])
    return tuple(each.name for each in options if any(_touches(each, trees[each.where.file], sets)))


def _touches(option: Option, tree: Node | None, sets: Collection[str]) -> Iterator[bool]:
    node = _below(_below(tree, "options"), option.name)
    for value, fragment in _items(node):
        for section, entry in _items(fragment) if value not in KEYS else ():
            yield section in _SHOWN_SECTIONS or (section == _TILES and any(name in sets for name, _ in _items(entry)))


def _items(node: Node | None) -> Iterator[tuple[str, Node]]:
    yield from node.value.items() if node is not None and isinstance(node.value, Mapping) else ()


def _below(node: Node | None, key: str) -> Node | None:
    return next((each for name, each in _items(node) if name == key), None)
