"""From the names of modules and the chosen options to the definitions of one ruleset, or to every fault."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs

from carcassonne.errors import DataError, OptionError, Problem
from carcassonne.read.definitions import Definitions, Module, TileChange
from carcassonne.read.drawings import Tile, TileSet
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.forgotten import with_forgotten_uses
from carcassonne.read.merge import NAMED, OFF, SECTIONS, Entry, Merged, Tree
from carcassonne.read.modules import EXPANSION_KEYS, HEADS, VARIANT_KEYS, Gathering, Library, Source
from carcassonne.read.options import (
    DeclaredOption,
    chosen_values,
    read_defaults,
    read_options,
    unique_options,
    with_defaults,
)
from carcassonne.read.rules import read_rules_sections
from carcassonne.read.sections import Declared, read_declarations, read_setups, read_tile_changes
from carcassonne.read.source import Node, as_mapping, check_keys, cure_for, nearest, shown
from carcassonne.read.tile_sets import finish_tiles, read_tile_sets, shown_path, vocabulary_for
from carcassonne.read.tiles import Vocabulary, read_tile_set

Checker = Callable[[Path], Iterable[Problem]]
HOLDS: Final = {
    **{section: section for section in NAMED},
    "setup": "setups",
    "score": "scores",
    "score changes": "score_changes",
}
"""Where `Definitions` hold what a section declares."""
KNOWN_KEYS: Final = frozenset((*EXPANSION_KEYS, *VARIANT_KEYS))
UNKNOWN: Final = ("CARC-E007", "CARC-E010", "CARC-E012", "CARC-E030", "CARC-T")
"""Codes of faults that a missing module may be the reason of."""


def read_rules(
    names: Sequence[str | os.PathLike[str]],
    options: Mapping[str, object] | None = None,
    *,
    search: Iterable[str | os.PathLike[str]] | Library = (),
) -> Definitions:
    """Read modules, named by id or by path, and all that they need, with the chosen options applied.

    `search` names folders in which ids are looked up before the shipped modules, or is a library. Raises DataError
    with every fault of the files, and OptionError for a module or an option that is not there.

    >>> [module.id for module in read_rules(["base"]).modules]
    ['base']
    """
    definitions, problems = read_what_can_be(names, options, search=search)
    if definitions is None or problems:
        raise DataError(problems)
    return definitions


def read_what_can_be(
    names: Sequence[str | os.PathLike[str]],
    options: Mapping[str, object] | None = None,
    *,
    search: Iterable[str | os.PathLike[str]] | Library = (),
) -> tuple[Definitions | None, list[Problem]]:
    """Read as `read_rules` does, and answer what could be read beside every fault of the files.

    What is read is None where there are too many faults. Raises OptionError.
    """
    if not isinstance(options, Mapping | None):
        raise OptionError(f"options are a {type(options).__name__}, expected a mapping from names to values")
    problems = Faults()
    with suppress(EnoughFaults):
        play = _Play(names, search if isinstance(search, Library) else Library(search), problems)
        chosen: dict[str, str] = {}
        if not problems:
            chosen = chosen_values(options or {}, play.options, play.elsewhere(options or {}))
        if play.gathering.is_whole and all(map(_says_needs, play.sources)):
            return play.definitions(chosen, problems), problems
        found = Faults()  # any name may be that of the module that is missing: only the rest can be judged
        with suppress(EnoughFaults):
            definitions = attrs.evolve(play.definitions({}, found), faulty=_AnyName(("",)))
            problems += [each for each in found if not each.code.startswith(UNKNOWN)]
            return definitions, problems
    return None, problems


def _says_needs(source: Source) -> bool:
    """Whether a module says clearly which others it needs: a list, and no key that is nearly `needs`."""
    keys = source.node.value if isinstance(source.node.value, Mapping) else {}
    slips = [key for key in keys if key not in KNOWN_KEYS and nearest(key, ("needs", "extends"))]
    return not slips and all(isinstance(keys[key].value, tuple) for key in ("needs", "extends") if key in keys)


class _AnyName(frozenset[str]):
    """Holds every name."""

    def __contains__(self, name: object) -> bool:
        return True


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
            sets, tiles = self.tiles(merged.entries["tiles"], declared, changes, problems)
        is_sound = faults == len(problems)
        described = read_rules_sections(merged, declared, problems)
        definitions = Definitions(
            modules=tuple(
                Module(source.id, source.title, source.summary, source.shown, source.expected)
                for source in self.sources
            ),
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
            laws=described.laws,
            winner=described.winner,
            ties=described.ties,
            switched_off={section: names for section, names in merged.removed.items() if names},
        )
        return attrs.evolve(definitions, faulty=self.faulty(definitions)) if problems else definitions

    def faulty(self, definitions: Definitions) -> frozenset[str]:
        """The names that the files give to something that could not be read."""
        found: set[str] = set()
        for source in self.sources:
            fragments = [source.node, *filter(None, [source.section("changes")])]
            fragments += [node for each in self.options.values() for node in each.fragments.values()]
            for fragment in fragments:
                sections = fragment.value if isinstance(fragment.value, Mapping) else {}
                for section, node in ((name, node) for name, node in sections.items() if name != "tiles"):
                    things = getattr(definitions, HOLDS.get(section, ""), ())
                    sound = {getattr(thing, "name", "") or getattr(thing, "kind", "") for thing in things}
                    sound |= {name for name, _ in definitions.groups if section == "groups"}
                    if section in NAMED and not isinstance(node.value, Mapping):
                        return _AnyName(("",))
                    names = node.value.items() if isinstance(node.value, Mapping) else ()
                    found.update(name for name, entry in names if name not in sound and entry.value != OFF)
        return frozenset(found)

    def tiles(
        self,
        entries: Mapping[str, Entry],
        declared: Declared,
        changes: tuple[TileChange, ...],
        problems: list[Problem],
    ) -> tuple[tuple[TileSet, ...], tuple[Tile, ...]]:
        """Read the tile sets in play and finish their tiles, once for all options that leave them alone."""
        named = tuple((name, str(entry.node.value), entry.node.where.file) for name, entry in entries.items())
        words = (declared.features, declared.symbols, declared.piles, declared.removed, tuple(self.gathering.order))
        known = self.library.finished.get((named, words, changes))
        if known is not None:
            return known
        before = len(problems)
        sets = read_tile_sets(entries, self.gathering, declared, problems)
        if len(problems) > before:
            return sets, ()
        found = finish_tiles(sets, changes, declared)
        self.library.finished[named, words, changes] = found
        return found

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
                source = self.library.module(path, [])
                node = None if source is None else source.section("options")
                if node is not None and isinstance(node.value, Mapping):
                    found |= dict.fromkeys(node.value, module)
        return found


# Checking --------------------------------------------------------------------------------------


def check_file(
    path: str | os.PathLike[str],
    *,
    search: Iterable[str | os.PathLike[str]] | Library = (),
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
        _check(file, search if isinstance(search, Library) else Library(search), checkers or {}, problems)
    return sorted(set(problems))


def _check(file: Path, library: Library, checkers: Mapping[str, Checker], problems: list[Problem]) -> None:
    node = library.tree(file, _shown(file, library), problems)
    if node is not None:
        first = next(iter(node.value)) if isinstance(node.value, Mapping) and node.value else ""
        if first in HEADS:
            _check_module(file, library, problems)
        elif first == "tiles":
            read_drawn_tiles(node, library, problems)
        elif first in checkers:
            problems += checkers[first](file)
        else:
            known = sorted((*HEADS, "tiles", *checkers))
            begins = f": it begins with {shown(first)}" if first else ""
            fault = f"this is no file of ours{begins}"
            problems.append(Problem(node.where, fault, cure_for(first, known, "first keys"), code="CARC-F010"))


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
    problems += _defaults_of_nothing(play)


def defaults_of_nothing(path: Path, library: Library) -> list[Problem]:
    """Return the faults of defaults that a sound module sets for options that nobody has."""
    return _defaults_of_nothing(_Play([path], library, []))


def _defaults_of_nothing(play: _Play) -> list[Problem]:
    module = play.gathering.order[-1]
    own = {new.name: new.where for new in play.defaults if new.module == module}
    problems = []
    elsewhere = play.elsewhere(own)
    for name in own:
        if name not in play.options and name not in elsewhere:
            cure = cure_for(name, (*play.options, *elsewhere), "options")
            problems.append(
                Problem(own[name], f"default of {shown(name)}: there is no such option", cure, code="CARC-O008")
            )
    return problems


def read_drawn_tiles(
    node: Node, library: Library, problems: list[Problem], *, play: Definitions | None = None
) -> tuple[TileSet, Vocabulary]:
    """Read a tile file by itself, with the words of what it uses, and of the rules in play where they are given."""
    nothing = read_declarations(Tree([], lambda later, earlier: True).finished(), [])
    vocabulary = vocabulary_for(node, Gathering(library, []), nothing, problems)
    if play is not None:
        kinds = {feature.name: feature for feature in play.features}
        symbols = {symbol.name: symbol for symbol in play.symbols}
        all_kinds, all_symbols = {**vocabulary.kinds, **kinds}, {**vocabulary.symbols, **symbols}
        vocabulary = attrs.evolve(vocabulary, kinds=all_kinds, symbols=all_symbols)
    vocabulary = with_forgotten_uses(node, vocabulary, library, problems)
    return read_tile_set(node, vocabulary, problems), vocabulary
