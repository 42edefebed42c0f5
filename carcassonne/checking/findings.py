"""From files to findings: the faults for which loading would refuse them, and warnings about what it accepts."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from carcassonne.checking.choices import Choice, Sections, changes_tiles, foreign_choices
from carcassonne.checking.kinds import idle_kinds
from carcassonne.checking.occasions import suspicious_occasions
from carcassonne.checking.options import idle_options
from carcassonne.checking.rules import suspicious_rules
from carcassonne.checking.suspicion import TOGETHER, Key, Suspicion, Verdict, unexplained
from carcassonne.checking.tiles import suspicious_set, suspicious_together
from carcassonne.compile.compiler import compile_rules
from carcassonne.compile.ruleset import Rules
from carcassonne.errors import CarcassonneError, DataError, Problem, Where
from carcassonne.read.definitions import Definitions, FeatureKind, Module
from carcassonne.read.drawings import Tile, TileSet
from carcassonne.read.expansions import check_file, defaults_of_nothing, read_drawn_tiles, read_rules, read_what_can_be
from carcassonne.read.faces import finish_tile
from carcassonne.read.faults import Faults
from carcassonne.read.modules import HEADS, Library
from carcassonne.read.scenarios import check_scenario
from carcassonne.read.source import SUFFIXES, Node, read_text

NO_FILES: Final = "there is no file of tiles, rules or scenarios in this folder"
NO_FILES_CURE: Final = "Their names end in .yaml or .yml. 'carcassonne new tiles NAME' begins one."


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
    """The files that paths name: a folder stands for the YAML files in it and below, sorted; for itself without any."""
    for path in map(Path, paths):
        inside = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES) if path.is_dir() else []
        yield from inside or [path]


def findings_of(file: Path, library: Library | None = None) -> list[Problem]:
    """Every finding of one file, in order of place. `library` keeps what has been read for the next file."""
    library = library or Library()
    if file.is_dir():
        return [Problem(Where(library.shown(file), 1, 1), NO_FILES, NO_FILES_CURE, code="CARC-Y001")]
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
    faults = set(defaults_of_nothing(file, library))
    own = [Choice(rules.definitions), *_own_choices(file, rules, library, faults)]
    return sorted(faults or set(_module_warnings(file, own, node, library)))


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


def _own_choices(file: Path, rules: Rules, library: Library, faults: set[Problem]) -> Iterator[Choice]:
    """What is in play with each other value of the module's own options; what only shows there goes to `faults`."""
    own = rules.definitions.modules[-1].file
    chosen = dict(rules.definitions.chosen)
    for option in rules.definitions.options:
        for value in option.values if option.where.file == own else ():
            if value == chosen[option.name]:
                continue
            try:
                yield Choice(_load(file, library, {option.name: value}, like=rules).definitions, option.name, value)
            except DataError as error:
                faults.update(error.problems)


def _module_warnings(file: Path, own: Sequence[Choice], node: Node, library: Library) -> Iterator[Problem]:
    """Suspicions about what a module itself says and about its own tiles, in play with what it needs.

    own: the module as it is, and with the values of its own options.
    """
    definitions = own[0].definitions
    module, named = definitions.modules[-1], {(name, Path(value).name) for name, value in sets_named(node)}
    names = {name for name, _ in named}
    in_play = (each for choice in own for each in choice.definitions.tile_sets if each.name in names)
    sets = {each.where.file: each for each in in_play}
    verdict = _verdict(file, own, {module.file, *sets}, library)
    suspicions = [
        *verdict.suspicions(),
        *_misnamed(module, sets.values(), node.where),
        *idle_options([option for option in definitions.options if option.where.file == module.file], node),
    ]
    explained = {(each.code, each.name) for tile_set in sets.values() for each in tile_set.expected}
    tiles: list[Problem] = []
    for tile_set in sets.values():  # one in a folder of tiles is checked by itself
        if (tile_set.name, Path(tile_set.where.file).name) in named:
            written = read_text(tile_set.where.text, tile_set.where.file, [])
            tiles += () if written is None else _tile_warnings(written, library)
    told = {(each.where, each.code) for each in tiles}  # then it need not be told again of one choice
    left = [each for each in suspicions if each.key not in explained]
    kept = [each for each in left if (each.problem.where, each.problem.code) not in told]
    yield from (*tiles, *unexplained(kept, module.expected, earned=[each.key for each in left]))


def _verdict(file: Path, own: Sequence[Choice], places: Collection[str], library: Library) -> Verdict:
    """What looks suspicious in some files, whatever is chosen of the module's own options and of those of others."""
    definitions, verdict = own[0].definitions, Verdict()
    module = definitions.modules[-1].file

    def judge(choice: Choice) -> None:
        found = _suspicions(choice.definitions)
        verdict.add(choice, [each for each in found if each.problem.where.file in places])

    def matters(changed: Sections) -> bool:
        return len(places) > 1 and changes_tiles(changed) and _needs_tiles(definitions, changed, places)

    for choice in (*own, *foreign_choices([file], definitions, library, own=module, matters=matters)):
        judge(choice)
    for choice in foreign_choices([file], definitions, library, own=module) if verdict.is_open else ():
        judge(choice)
        if not verdict.is_open:
            break
    return verdict


def _needs_tiles(definitions: Definitions, changed: Sections, places: Collection[str]) -> bool:
    """Whether tiles in some files may look suspicious without the tile sets that a value of an option changes."""
    if "tiles" not in changed:
        return True
    start = {setup.lay for setup in definitions.setups}
    left = [
        tile for tile in definitions.tiles if tile.name in start or tile.name.partition("/")[0] not in changed["tiles"]
    ]
    found = suspicious_together(left, definitions.features, definitions.setups)
    return any(each.problem.where.file in places for each in found)


def _suspicions(definitions: Definitions) -> Iterator[Suspicion]:
    yield from suspicious_together(definitions.tiles, definitions.features, definitions.setups)
    yield from suspicious_rules(definitions)
    yield from suspicious_occasions(definitions)
    yield from idle_kinds(definitions)


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
    suspicions = [*suspicious_set(tile_set, own, tuple(kinds.values()))]
    expected, earned = tile_set.expected, frozenset[Key]()
    together = _with_others(tile_set, own, tuple(kinds.values()), library)
    if together is None:
        expected = tuple(each for each in expected if each.code not in TOGETHER)
    else:
        suspicions += together[0]
        earned = together[1]
    yield from unexplained(suspicions, expected, earned=earned)


def _with_others(
    tile_set: TileSet, own: Sequence[Tile], kinds: Sequence[FeatureKind], library: Library
) -> tuple[list[Suspicion], frozenset[Key]] | None:
    """What looks suspicious about tiles with those of the modules that their file uses, whatever is chosen there.

    Nobody knows what will bring the file into play: only what holds under every choice is suspicious; the second are
    the keys of what holds under some. None where one of the modules is at fault.
    """

    def judged(definitions: Definitions | None) -> dict[Key, Suspicion]:
        others = () if definitions is None else definitions.tiles
        tiles = [*(tile for tile in others if tile.name.partition("/")[0] != tile_set.name), *own]
        found = suspicious_together(tiles, kinds, () if definitions is None else definitions.setups)
        return {each.key: each for each in found if each.problem.where.file == tile_set.where.file}

    paths = [library.path_of(module, Path(tile_set.where.file)) for module in tile_set.uses]
    modules = [path for path in paths if path is not None]
    try:
        definitions = read_rules(modules, search=library) if modules else None
    except CarcassonneError:
        return None
    found = judged(definitions)
    left, some = set(found), set(found)
    if definitions is not None and (found or tile_set.expected):
        for choice in foreign_choices(modules, definitions, library, matters=changes_tiles):
            keys = judged(choice.definitions).keys()
            left &= keys
            some |= keys
    return [each for key, each in found.items() if key in left], frozenset(some)
