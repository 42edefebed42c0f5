"""From the names of modules and the chosen options to the definitions of one ruleset, or to every fault."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from carcassonne.errors import DataError, OptionError, Problem
from carcassonne.read.definitions import Definitions, Module
from carcassonne.read.drawings import Tile, TileSet
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.merge import SECTIONS, Merged, Tree
from carcassonne.read.modules import HEADS, Gathering, Library, read_module
from carcassonne.read.options import (
    DeclaredOption,
    chosen_values,
    read_defaults,
    read_options,
    unique_options,
    with_defaults,
)
from carcassonne.read.rules import read_rules_sections
from carcassonne.read.schema import schema_problems
from carcassonne.read.sections import read_declarations, read_setups, read_tile_changes
from carcassonne.read.source import Node, as_mapping, check_keys, cure_for, read_source, shown
from carcassonne.read.tile_sets import finish_tiles, read_tile_sets, shown_path, vocabulary_for
from carcassonne.read.tiles import read_tile_set

Checker = Callable[[Path], Iterable[Problem]]


def read_rules(
    names: Sequence[str | os.PathLike[str]],
    options: Mapping[str, object] | None = None,
    *,
    search: Iterable[str | os.PathLike[str]] = (),
) -> Definitions:
    """Read modules, named by id or by path, and all that they need, with the chosen options applied.

    `search` names folders in which ids are looked up before the shipped modules. Raises DataError with every
    fault of the files, and OptionError for a module or an option that is not there.

    >>> [module.id for module in read_rules(["base"]).modules]
    ['base']
    """
    if not isinstance(options, Mapping | None):
        raise OptionError(f"options are a {type(options).__name__}, expected a mapping from names to values")
    problems = Faults()
    try:
        play = _Play(names, Library(search), problems)
        if not problems:
            chosen = chosen_values(options or {}, play.options, play.elsewhere(options or {}))
            definitions = play.definitions(chosen, problems)
            if not problems:
                return definitions
        elif play.gathering.is_whole:  # then the sections can be judged too
            play.definitions({}, problems)
    except EnoughFaults:
        pass
    raise DataError(problems)


class _Play:
    """The modules of one ruleset and their options, before anything is chosen."""

    def __init__(self, names: Sequence[str | os.PathLike[str]], library: Library, problems: list[Problem]) -> None:
        self.library = library
        self.gathering = Gathering(library, problems)
        self.gathering.gather(names)
        self.sources = self.gathering.canonical()
        declared: list[DeclaredOption] = []
        self.defaults = []
        for source in self.sources:
            if (node := source.section("options")) is not None:
                declared += read_options(node, source.id, problems)
            if (node := source.section("defaults")) is not None:
                self.defaults += read_defaults(node, source.id, problems)
        self.options = unique_options(declared, problems)
        self.module_of = {source.shown: source.id for source in self.sources}

    def definitions(self, chosen: Mapping[str, str], problems: list[Problem]) -> Definitions:
        """Read all sections with the chosen options; faults go to `problems`."""
        settled = with_defaults(self.options, self.defaults, chosen, self.gathering.closures, problems)
        merged = self.merged(settled, problems)
        faults = len(problems)
        declared = read_declarations(merged, problems)
        changes = read_tile_changes(merged.listed["tile changes"], declared, problems)
        sets: tuple[TileSet, ...] = ()
        tiles: tuple[Tile, ...] = ()
        if faults == len(problems):  # else one wrong word would put every tile at fault
            sets = read_tile_sets(merged.entries["tiles"], self.gathering, declared, problems)
        is_sound = faults == len(problems)
        if is_sound:
            sets, tiles = finish_tiles(sets, changes, declared)
        described = read_rules_sections(merged, declared, problems)
        return Definitions(
            modules=tuple(Module(source.id, source.title, source.summary, source.shown) for source in self.sources),
            chosen=tuple((name, settled[name]) for name in self.options),
            options=tuple(each.option for each in self.options.values()),
            features=declared.features,
            groups=declared.groups,
            symbols=declared.symbols,
            figures=declared.figures,
            tracks=declared.tracks,
            tokens=declared.tokens,
            piles=declared.piles,
            setups=read_setups(merged, [tile.name for tile in tiles] if is_sound else None, problems),
            turn=described.turn,
            final=described.final,
            scores=described.scores,
            score_changes=described.score_changes,
            rules=described.rules,
            standing=described.standing,
            tile_changes=changes,
            tile_sets=sets,
            tiles=tiles,
            quantities=described.quantities,
            companions=described.companions,
        )

    def merged(self, settled: Mapping[str, str], problems: list[Problem]) -> Merged:
        """Lay the modules over each other, each with its chosen options, needs first."""
        tree = Tree(problems, self.may_follow)
        for source in self.sources:
            for section in SECTIONS:
                if (node := source.section(section)) is not None:
                    (tree.overlay if source.is_variant else tree.define)(section, node)
            if (node := source.section("changes")) is not None and check_keys(node, "changes", SECTIONS, problems):
                for section, change in (as_mapping(node, "changes", problems) or {}).items():
                    tree.change(section, change)
            for name, declared in self.options.items():
                fragment = declared.fragments.get(settled[name])
                if declared.module == source.id and fragment is not None and isinstance(fragment.value, Mapping):
                    for section, change in fragment.value.items():
                        if section in SECTIONS:
                            tree.overlay(section, change)
        return tree.finished()

    def may_follow(self, later: str, earlier: str) -> bool:
        """Tell whether the module of one file needs that of another, and so may change what it says."""
        module = self.module_of.get(later, "")
        return self.module_of.get(earlier, "") in self.gathering.closures.get(module, ())

    def elsewhere(self, options: Mapping[str, object]) -> dict[str, str]:
        """Return the modules of options that are not in play, if one of those is asked for."""
        if all(name in self.options for name in options):
            return {}
        found: dict[str, str] = {}
        for module in self.library.ids():
            path = self.library.path_of(module)
            if module not in self.gathering.sources and path is not None:
                source = read_module(path, module, [])
                node = None if source is None else source.section("options")
                if node is not None and isinstance(node.value, Mapping):
                    found |= dict.fromkeys(node.value, module)
        return found


# Checking --------------------------------------------------------------------------------------


def check_file(
    path: str | os.PathLike[str],
    *,
    search: Iterable[str | os.PathLike[str]] = (),
    checkers: Mapping[str, Checker] | None = None,
) -> list[Problem]:
    """Return every fault of a file of ours, in order of place; its first key tells what it is.

    A module is read with every value of each of its options, one at a time. `checkers` has a function for
    each first key that later stages know, such as "scenario". `search` is as for `read_rules`.

    >>> from carcassonne.shipped import data_folder
    >>> check_file(data_folder() / "expansions" / "base.yaml")
    []
    """
    file = Path(path)
    problems = Faults()
    with suppress(EnoughFaults):
        _check(file, Library(search), checkers or {}, problems)
    return sorted(set(problems))


def _check(file: Path, library: Library, checkers: Mapping[str, Checker], problems: list[Problem]) -> None:
    node = read_source(file, problems, shown_as=_shown(file, library))
    if node is not None:
        first = next(iter(node.value)) if isinstance(node.value, Mapping) and node.value else ""
        if first in HEADS:
            _check_module(file, library, problems)
            problems += [] if problems else schema_problems(node, "module")
        elif first == "tiles":
            _check_tiles(node, library, problems)
            problems += [] if problems else schema_problems(node, "tiles")
        elif first in checkers:
            problems += checkers[first](file)
        else:
            known = sorted((*HEADS, "tiles", *checkers))
            begins = f": it begins with {shown(first)}" if first else ""
            fault = f"this is no file of ours{begins}"
            problems.append(Problem(node.where, fault, cure_for(first, known, "first keys")))


def _shown(path: Path, library: Library) -> str:
    return library.shown(path) if path.parent == library.shipped else shown_path(path)


def _check_module(path: Path, library: Library, problems: list[Problem]) -> None:
    play = _Play([path], library, problems)
    if not play.gathering.is_whole:
        return
    module = play.gathering.order[-1]
    play.definitions({}, problems)
    for name, declared in play.options.items():
        for value in declared.option.values if declared.module == module else ():
            faults = Faults()
            with suppress(EnoughFaults):
                play.definitions({name: value}, faults)
            problems += sorted(set(faults) - set(problems))
    own = {new.name: new.where for new in play.defaults if new.module == module}
    elsewhere = play.elsewhere(own)
    for name in own:
        if name not in play.options and name not in elsewhere:
            cure = cure_for(name, (*play.options, *elsewhere), "options")
            problems.append(Problem(own[name], f"default of {shown(name)}: there is no such option", cure))


def _check_tiles(node: Node, library: Library, problems: list[Problem]) -> None:
    nothing = read_declarations(Tree([], lambda later, earlier: True).finished(), [])
    vocabulary = vocabulary_for(node, Gathering(library, []), nothing, problems)
    read_tile_set(node, vocabulary, problems)
