"""What the tile XML of JCloisterZone calls things, from `tile_words.yaml`, and what our modules declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from carcassonne.errors import DataError, Problem
from carcassonne.read.merge import Tree
from carcassonne.read.modules import Gathering, Library
from carcassonne.read.schema import plain
from carcassonne.read.sections import read_declarations
from carcassonne.read.source import read_source, read_text
from carcassonne.read.tile_sets import vocabulary_for
from carcassonne.read.tiles import Vocabulary

TILE: Final = "tile"
FIELD: Final = "field"


@attrs.frozen
class Kind:
    """A feature kind of ours, and the module that declares it."""

    kind: str
    module: str


@attrs.frozen
class Word:
    """A symbol of ours, and where it stands in the XML.

    `on` is a kind or "tile". `attribute` with a `value` is shared by several symbols. `only`: the group of the tiles
    on which the element is this symbol; on others it is none of ours.
    """

    symbol: str
    on: str
    module: str
    element: str = ""
    attribute: str = ""
    value: str = ""
    group: str = ""
    only: str = ""
    counted: bool = False


@attrs.frozen
class Words:
    """Everything in `tile_words.yaml`."""

    kinds: Mapping[str, Kind]
    symbols: Mapping[str, Word]
    piles: Mapping[str, str]
    names: Mapping[str, str]
    silent: Mapping[str, tuple[str, ...]]

    def element_of(self, kind: str) -> str:
        """What a kind of ours is called there; a kind that is not known there keeps its name."""
        return next((element for element, ours in self.kinds.items() if ours.kind == kind), kind)

    def on_kind(self, kind: str, attribute: str, value: str) -> Word | None:
        """The symbol that an attribute of a feature means, if it is one of ours."""
        for word in self.symbols.values():
            if word.on == kind and word.attribute == attribute and word.value in ("", value):
                return word
        own = self.symbols.get(attribute)
        return own if own is not None and own.on == kind else None

    def on_tile(self, element: str, attributes: Mapping[str, str], group: str) -> Word | None:
        """The symbol that an element means on a tile of a group, if it is one of ours."""
        for word in self.symbols.values():
            given = attributes.get(word.attribute, "")
            if (
                word.on == TILE
                and word.only in ("", group)
                and word.element == element
                and (given == word.value if word.value else True)
            ):
                return word
        return None


@cache
def words() -> Words:
    """The table, read once."""
    problems: list[Problem] = []
    node = read_source(Path(__file__).with_name("tile_words.yaml"), problems)
    if node is None or problems:
        raise DataError(problems)
    table: Any = plain(node)
    return Words(
        kinds={element: Kind(**entry) for element, entry in table["kinds"].items()},
        symbols={name: _word(name, entry) for name, entry in table["symbols"].items()},
        piles=table["piles"],
        names=table["names"],
        silent={element: tuple(names) for element, names in table["silent"].items()},
    )


def _word(name: str, entry: Mapping[str, str]) -> Word:
    given: dict[str, Any] = dict(entry)
    return Word(symbol=name, **{**given, "counted": "counted" in given})


def vocabulary_of(
    modules: Iterable[str], search: Iterable[Path] = (), *, file: str = "", problems: list[Problem] | None = None
) -> Vocabulary:
    """What a tile file may name that uses these modules; `search` are folders besides the shipped one.

    `problems` gets the modules that are not there; without it DataError is raised.
    """
    faults: list[Problem] = []
    node = read_text("uses: [" + ", ".join(dict.fromkeys(modules)) + "]", file, faults)
    nothing = read_declarations(Tree([], lambda later, earlier: True).finished(), [])
    assert node is not None
    vocabulary = vocabulary_for(node, Gathering(Library(search), []), nothing, faults)
    if problems is not None:
        problems += faults
    elif faults:
        raise DataError(faults)
    return vocabulary
