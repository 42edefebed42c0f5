"""Finds the modules that a tile file draws from without naming them under `uses`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read.merge import Tree
from carcassonne.read.modules import Library, Source
from carcassonne.read.sections import read_declarations
from carcassonne.read.source import Node, nearest, shown
from carcassonne.read.tiles import TILE_KEYS, Vocabulary

MOST_FILES: Final = 100
"""So many files beside a tile file are looked into."""
MOST_WORDS: Final = 20
"""So many unknown words are looked for there."""
_SECTIONS: Final = ("features", "symbols")


def with_forgotten_uses(node: Node, vocabulary: Vocabulary, library: Library, problems: list[Problem]) -> Vocabulary:
    """Lend the words of modules that a file forgot to name, and report each of these modules once.

    Modules beside the file come first, then the shipped ones; a word that is nearly a known one is taken for a slip
    unless a module beside the file has it.
    """
    if not vocabulary.is_whole:
        return vocabulary
    for word, where in islice(_unknown_words(node, vocabulary).items(), MOST_WORDS):
        if word in vocabulary.kinds or word in vocabulary.symbols:
            continue  # lent by a module that an earlier word brought
        source = _lender(word, node, vocabulary, library)
        if source is not None:
            place = "beside this file" if source.path.parent != library.shipped else "shipped"
            fault = f"unknown word {shown(word)}: it is declared by {source.id!r} ({source.path.name}, {place})"
            problems.append(Problem(where, fault, f"Add {source.id} to 'uses'.", code="CARC-T010"))
            vocabulary = _lent(source, vocabulary)
    return vocabulary


def _unknown_words(node: Node, vocabulary: Vocabulary) -> dict[str, Where]:
    """The words on tiles that nobody declares, each with its first place."""
    found: dict[str, Where] = {}
    tiles = node.value.get("set") if isinstance(node.value, Mapping) else None
    for tile in tiles.value.values() if tiles is not None and isinstance(tiles.value, Mapping) else ():
        for key, value, where in _shown_on(tile):
            if key not in vocabulary.kinds and key not in vocabulary.symbols and key not in TILE_KEYS:
                found.setdefault(key, where)
            for segment in value.value if isinstance(value.value, tuple) else (value,):
                for symbol, _, place in _shown_on(segment):
                    if symbol != "at" and key not in TILE_KEYS and symbol not in vocabulary.symbols:
                        found.setdefault(symbol, place)
    return found


def _shown_on(node: Node) -> Iterator[tuple[str, Node, Where]]:
    if isinstance(node.value, Mapping):
        yield from ((key, value, node.key_where[key]) for key, value in node.value.items())


def _lender(word: str, node: Node, vocabulary: Vocabulary, library: Library) -> Source | None:
    """The module that declares a word."""
    own = Path(node.where.file)
    paths = [path for path in sorted(own.parent.glob("*.yaml"))[:MOST_FILES] if path.name != own.name]
    if not nearest(word, (*vocabulary.kinds, *vocabulary.symbols, *TILE_KEYS)):
        paths += [path for name in library.ids() if (path := library.path_of(name)) is not None]
    for path in paths:
        source = library.module(path, [])
        if source is not None and library.path_of(source.id, own) == path:
            for section in _SECTIONS:
                declared = source.section(section)
                if declared is not None and isinstance(declared.value, Mapping) and word in declared.value:
                    return source
    return None


def _lent(source: Source, vocabulary: Vocabulary) -> Vocabulary:
    """The vocabulary with the words of one module more."""
    tree = Tree([], lambda later, earlier: True)
    for section in _SECTIONS:
        if (declared := source.section(section)) is not None:
            tree.overlay(section, declared)
    lent = read_declarations(tree.finished(), [])
    return attrs.evolve(
        vocabulary,
        kinds={**{feature.name: feature for feature in lent.features}, **vocabulary.kinds},
        symbols={**{symbol.name: symbol for symbol in lent.symbols}, **vocabulary.symbols},
    )
