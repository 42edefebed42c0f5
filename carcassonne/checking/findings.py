"""From files to findings: the faults for which loading would refuse them, and warnings about what it accepts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from carcassonne.checking.rules import idle_options, suspicious_rules
from carcassonne.checking.suspicion import Suspicion, unexplained
from carcassonne.checking.tiles import TOGETHER, suspicious_set, suspicious_together
from carcassonne.compile.compiler import compile_rules
from carcassonne.compile.ruleset import Rules
from carcassonne.errors import CarcassonneError, DataError, Problem, Where
from carcassonne.read.definitions import Definitions, Module
from carcassonne.read.drawings import Tile, TileSet
from carcassonne.read.expansions import check_file, defaults_of_nothing, read_drawn_tiles, read_rules, read_what_can_be
from carcassonne.read.faces import finish_tile
from carcassonne.read.faults import Faults
from carcassonne.read.modules import HEADS, Library
from carcassonne.read.scenarios import check_scenario
from carcassonne.read.source import Node, read_text

SUFFIXES: Final = (".yaml", ".yml")


def check(*paths: str | os.PathLike[str]) -> tuple[Problem, ...]:
    """Every finding of files of tiles, rules and scenarios, and of folders of them, in order of place.

    Faults are those for which `load_rules` refuses a file; warnings are about files that can be used but look
    suspicious. A module is loaded with every value of each of its own options.

    >>> from carcassonne.shipped import data_folder
    >>> check(data_folder() / "expansions" / "river.yaml")
    ()
    """
    library = Library()
    found = {problem: None for file in files_of(paths) for problem in findings_of(file, library)}
    return tuple(sorted(found))


def files_of(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    """The files that paths name: a folder stands for the YAML files in it and below, sorted."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
        else:
            yield path


def findings_of(file: Path, library: Library | None = None) -> list[Problem]:
    """Every finding of one file, in order of place. `library` keeps what has been read for the next file."""
    library = library or Library()
    node = library.tree(file, library.shown(file), Faults())
    first = next(iter(node.value), "") if node is not None and isinstance(node.value, Mapping) else ""
    if node is not None and first in HEADS:
        return _of_module(file, node, library)
    faults = check_file(file, search=library, checkers={"scenario": check_scenario})
    if node is not None and first == "tiles" and not faults:
        return sorted(set(_tile_warnings(node, library)))
    return faults


# Modules ---------------------------------------------------------------------------------------


def _of_module(file: Path, node: Node, library: Library) -> list[Problem]:
    try:
        rules = _load(file, library)
    except DataError as error:
        return sorted({*error.problems, *check_file(file, search=library)})
    faults = {*_faults_by_option(file, rules, library), *defaults_of_nothing(file, library)}
    return sorted(faults or set(_module_warnings(rules.definitions, node, library)))


def _load(
    file: Path, library: Library, options: Mapping[str, str] | None = None, *, like: Rules | None = None
) -> Rules:
    """Load a module as `load_rules` does; `like` lends its table of tiles if these are the same. Raises DataError."""
    definitions, faults = read_what_can_be([file], options, search=library)
    if definitions is None:
        raise DataError(faults)
    table = like.tiles if like is not None and _same_tiles(like.definitions, definitions) else None
    return compile_rules(definitions, Rules, faults, tiles=table)


def _same_tiles(one: Definitions, other: Definitions) -> bool:
    """Whether two readings with the same library have the same tiles, and the same words to draw them."""
    return one.tiles is other.tiles and (one.features, one.symbols) == (other.features, other.symbols)


def _faults_by_option(file: Path, rules: Rules, library: Library) -> Iterator[Problem]:
    """What only shows with a value that is not the default."""
    own = rules.definitions.modules[-1].file
    for option in rules.definitions.options:
        for value in option.values if option.where.file == own else ():
            if value == option.default:
                continue
            try:
                _load(file, library, {option.name: value}, like=rules)
            except DataError as error:
                yield from error.problems


def _module_warnings(definitions: Definitions, node: Node, library: Library) -> Iterator[Problem]:
    """Suspicions about what this module itself says and about its own tiles, in play with what it needs."""
    own = definitions.modules[-1]
    named = dict(sets_named(node))
    sets = [each for each in definitions.tile_sets if each.name in named]
    places = {own.file, *(each.where.file for each in sets)}
    suspicions = [
        *suspicious_together(definitions.tiles, definitions.features),
        *suspicious_rules(definitions),
        *_misnamed(own, sets, node.where),
        *idle_options([option for option in definitions.options if option.where.file == own.file], node),
    ]
    explained = {(each.code, each.name) for tile_set in sets for each in tile_set.expected}
    left = [
        each
        for each in suspicions
        if each.problem.where.file in places and (each.problem.code, each.name) not in explained
    ]
    yield from unexplained(left, own.expected)
    for tile_set in sets:  # one in a folder of tiles is checked by itself
        if named[tile_set.name].endswith(SUFFIXES):
            written = read_text(tile_set.where.text, tile_set.where.file, [])
            yield from () if written is None else _tile_warnings(written, library)


def _misnamed(module: Module, sets: Iterable[TileSet], where: Where) -> Iterator[Suspicion]:
    """A module whose own tiles use it by a name that its file does not have."""
    file = Path(module.file)
    if file.stem != module.id and any(module.id in each.uses for each in sets):
        fault = f"module {module.id!r} stands in {file.name}: its tiles use it by its name, and find it by its file"
        cure = f"Call the file {module.id}.yaml."
        yield Suspicion(module.id, Problem(where, fault, cure, code="CARC-W012"))


def sets_named(node: Node) -> Iterator[tuple[str, str]]:
    """The tile sets that a module names anywhere, with their editions or files."""
    if isinstance(node.value, Mapping):
        for key, each in node.value.items():
            if key == "tiles" and isinstance(each.value, Mapping):
                yield from ((name, str(item.value)) for name, item in each.value.items())
            else:
                yield from sets_named(each)


# Tiles -----------------------------------------------------------------------------------------


def _tile_warnings(node: Node, library: Library) -> Iterator[Problem]:
    """Suspicions about the tiles of a file, by themselves and with the tiles of the modules that it uses.

    None where a tile is at fault; only those about the file by itself where a module that it uses is.
    """
    faults: list[Problem] = []
    tile_set, vocabulary = read_drawn_tiles(node, library, faults)
    if faults:
        return
    kinds, symbols = vocabulary.kinds, set(vocabulary.symbols)
    own = [finish_tile(drawing, kinds, symbols) for drawing in tile_set.drawings]
    others = _tiles_used(tile_set, library)
    features = tuple(kinds.values())
    suspicions = [*suspicious_set(tile_set, own, features)]
    expected = tile_set.expected
    if others is None:
        expected = tuple(each for each in expected if each.code not in TOGETHER)
    else:
        suspicions += suspicious_together([*own, *others], features)
    here = [each for each in suspicions if each.problem.where.file == tile_set.where.file]
    yield from unexplained(here, expected)


def _tiles_used(tile_set: TileSet, library: Library) -> list[Tile] | None:
    """The tiles of the modules that a file uses, those of other editions of its own set left out.

    None where one of the modules is at fault.
    """
    paths = [library.path_of(module, Path(tile_set.where.file)) for module in tile_set.uses]
    try:
        tiles = read_rules([path for path in paths if path is not None], search=library).tiles if paths else ()
    except CarcassonneError:
        return None
    return [tile for tile in tiles if tile.name.partition("/")[0] != tile_set.name]
