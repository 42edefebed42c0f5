"""Finds the tile sets that modules name, reads them with the right vocabulary, and finishes their tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read.definitions import TileChange
from carcassonne.read.drawings import Drawing, Tile, TileSet
from carcassonne.read.faces import finish_tile
from carcassonne.read.merge import Entry, Tree
from carcassonne.read.modules import Gathering, Source
from carcassonne.read.sections import Declared, read_declarations
from carcassonne.read.source import SUFFIXES, Node, as_text, cure_for, is_file, nearest, shown
from carcassonne.read.tiles import Vocabulary, read_tile_set, used_modules
from carcassonne.shipped import data_folder

VOCABULARY_SECTIONS: Final = ("features", "groups", "symbols")
_EDITION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


def read_tile_sets(
    entries: Mapping[str, Entry], gathering: Gathering, declared: Declared, problems: list[Problem]
) -> tuple[TileSet, ...]:
    """Read every tile set that is in play, each from its file."""
    sets = []
    for name, entry in entries.items():
        path = _find(name, entry, gathering, problems)
        node = None if path is None else gathering.library.tree(path, shown_path(path), problems)
        if node is None:
            continue
        tile_set = read_tile_set(node, vocabulary_for(node, gathering, declared, problems), problems)
        _check(tile_set, name, entry, declared, problems)
        sets.append(tile_set)
    return tuple(sets)


def finish_tiles(
    sets: Sequence[TileSet], changes: Sequence[TileChange], declared: Declared
) -> tuple[tuple[TileSet, ...], tuple[Tile, ...]]:
    """Lay the tile changes over the drawings, and derive what the drawings leave out."""
    kinds = {feature.name: feature for feature in declared.features}
    symbols = {symbol.name for symbol in declared.symbols}
    if changes:
        sets = [
            attrs.evolve(each, drawings=tuple(_changed(drawing, changes) for drawing in each.drawings)) for each in sets
        ]
    return tuple(sets), tuple(finish_tile(drawing, kinds, symbols) for each in sets for drawing in each.drawings)


def vocabulary_for(node: Node, gathering: Gathering, declared: Declared, problems: list[Problem]) -> Vocabulary:
    """Return the kinds and symbols that a tile file may draw: of the modules in play and of those it uses.

    A module that the file uses lends its words even when it is not in play, or when an option has switched
    them off; what is drawn with them is left out of the finished tiles.
    """
    used = used_modules(node, [])
    kinds = {feature.name: feature for feature in declared.features}
    symbols = {symbol.name: symbol for symbol in declared.symbols}
    if not declared.removed and set(used) <= set(gathering.order):
        return Vocabulary(kinds, symbols)
    aside = gathering.aside()
    faults: list[Problem] = []
    missing = [module for module in used if not aside.add(module, beside=Path(node.where.file))]
    lent = _declared_by(aside.canonical(), faults)
    instead: list[Problem] = []
    for module in missing:
        path = gathering.library.path_of(module, Path(node.where.file))
        if path is None:
            fault = f"uses: there is no module {shown(module)}"
            cure = cure_for(module, gathering.library.ids(), "modules here")
            problems.append(Problem(_place_of_uses(node), fault, cure, code="CARC-E001"))
        else:
            instead.append(_faulty(module, path, node))
    files = dict.fromkeys(problem.where.file for problem in (*aside.problems, *faults))
    instead += [_faulty(source.id, source.path, node) for file in files if (source := aside.source_of(file))]
    return Vocabulary(
        kinds={feature.name: feature for feature in lent.features} | kinds,
        symbols={symbol.name: symbol for symbol in lent.symbols} | symbols,
        is_whole=not missing and not instead,
        instead=tuple(dict.fromkeys(instead)),
    )


def _faulty(module: str, path: Path, node: Node) -> Problem:
    """What is said of a tile file instead of all that may come from a module at fault."""
    fault = f"uses: module {shown(module)} ({path.name}) has faults of its own"
    cure = f"Check and mend {path.name} first; then the words of these tiles can be judged."
    return Problem(_place_of_uses(node), fault, cure, code="CARC-E014")


def _place_of_uses(node: Node) -> Where:
    return node.value["uses"].where if isinstance(node.value, Mapping) and "uses" in node.value else node.where


def _declared_by(sources: Sequence[Source], problems: list[Problem]) -> Declared:
    """Return what modules declare before any option; their faults are reported where they are in play."""
    tree = Tree(problems, lambda later, earlier: True)
    for source in sources:
        for section in VOCABULARY_SECTIONS:
            if (node := source.section(section)) is not None:
                tree.overlay(section, node)
    return read_declarations(tree.finished(), problems)


def _check(tile_set: TileSet, name: str, entry: Entry, declared: Declared, problems: list[Problem]) -> None:
    if tile_set.name and tile_set.name != name:
        fault = f"tile set {name!r}: the file {tile_set.where.file} holds the set {tile_set.name!r}"
        problems.append(Problem(entry.where, fault, code="CARC-E040"))
    wanted = str(entry.node.value)
    if not wanted.endswith(SUFFIXES) and tile_set.edition != wanted:
        holds = f"the file {tile_set.where.file} holds edition {tile_set.edition!r}"
        fault = f"tile set {name!r}: {holds}, not {wanted!r}"
        problems.append(Problem(entry.where, fault, code="CARC-E040"))
    piles = [pile.name for pile in declared.piles]
    for drawing in tile_set.drawings:
        if drawing.pile not in piles:
            fault = f"tile {drawing.name}: unknown pile {shown(drawing.pile)}"
            problems.append(
                Problem(drawing.where, fault, cure_for(drawing.pile, piles, "piles here"), code="CARC-T029")
            )


def _changed(drawing: Drawing, changes: Sequence[TileChange]) -> Drawing:
    on_segments = {name for segment in drawing.segments for name, _ in segment.symbols}
    on_segments |= {name for mark in drawing.marks for name, _ in mark.symbols}
    shows = on_segments | {name for name, _ in drawing.symbols} | {segment.kind for segment in drawing.segments}
    splits = [change.split_banks for change in changes if change.tiles_with in shows]
    return attrs.evolve(drawing, splits=tuple(dict.fromkeys((*drawing.splits, *splits)))) if splits else drawing


# Finding files ---------------------------------------------------------------------------------


def shown_path(path: Path) -> str:
    """Return how a tile file is called in messages: shipped ones from the folder `data` on."""
    return f"data/tiles/{path.name}" if path.parent == data_folder() / "tiles" else str(path)


def _find(name: str, entry: Entry, gathering: Gathering, problems: list[Problem]) -> Path | None:
    """Return the file of a tile set: an edition names a file in a folder of tiles, or the value is a path.

    A path counts from the module that names it and cannot leave that module's folder.
    """
    thing = f"tile set {name!r}"
    wanted = as_text(entry.node, thing, problems)
    source = gathering.source_of(entry.node.where.file)
    if wanted is None or source is None:
        return None
    if wanted.endswith(SUFFIXES):
        relative = PurePosixPath(wanted)
        path = source.path.parent / relative
        if relative.is_absolute() or ".." in relative.parts or "\\" in wanted:
            fault, cure = (
                f"{thing}: {shown(wanted)} leaves the folder of this file",
                "Name a file beside this one.",
            )
        elif is_file(path):
            return path
        else:
            fault = f"{thing}: there is no file {shown(wanted)} beside this one"
            near = nearest(wanted, [each.name for each in source.path.parent.glob("*.y*ml")], alike=0.8)
            cure = f"Did you mean {near!r}?" if near else "Name a file that is there."
        problems.append(Problem(entry.node.where, fault, cure, code="CARC-E041"))
        return None
    if _EDITION.fullmatch(wanted):
        for path in _candidates(name, wanted, source):
            if path.is_file():
                return path
    if editions := _editions(name, source):
        cure = cure_for(wanted, editions, "editions here")
    else:
        cure = "Name a file beside this one, as in 'tiles.yaml', or an edition in a folder of tiles."
    problems.append(Problem(entry.node.where, f"{thing}: there is no edition {shown(wanted)}", cure, code="CARC-E042"))
    return None


def _folders(source: Source) -> tuple[Path, ...]:
    beside = source.path.parent
    return tuple(dict.fromkeys((beside.parent / "tiles", beside / "tiles", beside, data_folder() / "tiles")))


def _candidates(name: str, edition: str, source: Source) -> Iterator[Path]:
    for folder in _folders(source):
        yield folder / f"{name}-{edition}.yaml"
    for folder in _folders(source):
        if folder != source.path.parent:  # there a file of this name is a module
            yield folder / f"{name}.yaml"


def _editions(name: str, source: Source) -> list[str]:
    prefix = f"{name}-"
    return [file.stem.removeprefix(prefix) for folder in _folders(source) for file in folder.glob(f"{prefix}*.yaml")]
