"""The tiles that can be drawn, with what is needed to draw them: of rules, or of a file of tiles alone."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import attrs

from carcassonne.compile.tiles import Counters, KindTable, TileTable
from carcassonne.draw.looks import Looks
from carcassonne.draw.sketch import Sketch, sketch
from carcassonne.errors import DataError, OptionError, Problem
from carcassonne.read.definitions import FeatureKind, Symbol
from carcassonne.read.drawings import Drawing, TileSet

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.read.tiles import Vocabulary

_OF_RULES: WeakKeyDictionary[Rules, dict[bool, Catalogue]] = WeakKeyDictionary()


class Catalogue:
    """Tiles with their sketches, made when they are asked for, and the looks of all words.

    Sketches know no colours, so that light and dark pictures share them.
    """

    def __init__(
        self,
        table: TileTable,
        sets: tuple[TileSet, ...],
        kinds: Mapping[str, FeatureKind],
        symbols: Mapping[str, Symbol],
        looks: Looks,
        sketches: dict[int, Sketch],
    ) -> None:
        self.table, self.sets, self.kinds, self.symbols, self.looks = table, sets, kinds, symbols, looks
        self.drawings: dict[str, Drawing] = {each.name: each for one in sets for each in one.drawings}
        self.made: dict[str, object] = {}
        self.sketches = sketches

    @property
    def gap(self) -> str:
        """The kind that takes what the others leave free, or ""."""
        return next((kind.name for kind in self.kinds.values() if kind.borders == "gaps"), "")

    def number(self, name: str) -> int:
        """The number of a tile. Raises OptionError where there is none of that name."""
        if name not in self.table.numbers:
            from carcassonne.read.source import cure_for

            raise OptionError(f"there is no tile {name!r}; {cure_for(name, self.table.names, 'tiles here')}")
        return self.table.numbers[name]

    def sketch(self, number: int) -> Sketch:
        """What is drawn of a tile."""
        if number not in self.sketches:
            tile = self.table.tiles[number]
            self.sketches[number] = sketch(tile, self.drawings.get(tile.name), self.kinds, self.looks)
        return self.sketches[number]

    def segment_name(self, number: int, position: int) -> str:
        """A segment as its tile names it: `road`, or `road 2` where there are several."""
        turned = self.table.turned[number][0]
        kind, nth = turned.segments[position].kind, turned.numbers[position]
        return f"{kind} {nth}" if nth else kind


def of_rules(rules: Rules, *, dark: bool) -> Catalogue:
    """The tiles of some rules; made once."""
    made = _OF_RULES.setdefault(rules, {})
    if dark not in made:
        said = rules.definitions
        looks = Looks(said.features, said.symbols, said.figures, said.tokens, dark=dark)
        made[dark] = Catalogue(
            rules.tiles,
            said.tile_sets,
            {kind.name: kind for kind in said.features},
            {symbol.name: symbol for symbol in said.symbols},
            looks,
            {} if not made else made[not dark].sketches,
        )
    return made[dark]


def of_file(path: str | PathLike[str], *, dark: bool) -> Catalogue:
    """The tiles of a file of tiles, whatever it uses. Raises DataError with every fault of the file."""
    from carcassonne.read.merge import Tree
    from carcassonne.read.modules import Gathering, Library
    from carcassonne.read.sections import read_declarations
    from carcassonne.read.source import read_source
    from carcassonne.read.tile_sets import shown_path, vocabulary_for
    from carcassonne.read.tiles import read_tile_set

    file = Path(path)
    problems: list[Problem] = []
    node = read_source(file, problems, shown_as=shown_path(file))
    if node is None or problems:
        raise DataError(problems)
    nothing = read_declarations(Tree([], lambda later, earlier: True).finished(), [])
    library = Library([file.parent, file.parent.parent / "expansions"])
    words = vocabulary_for(node, Gathering(library, []), nothing, problems)
    tiles = read_tile_set(node, words, problems)
    if problems:
        raise DataError(problems)
    return of_set(tiles, words, dark=dark)


def of_set(tiles: TileSet, words: Vocabulary, *, dark: bool) -> Catalogue:
    """The tiles of a set that has no fault."""
    from carcassonne.read.faces import finish_tile

    finished = [finish_tile(drawing, words.kinds, words.symbols) for drawing in tiles.drawings]
    table = TileTable(
        finished, KindTable.of(list(words.kinds.values())), Counters(tuple(sorted(words.symbols))), words.symbols
    )
    looks = Looks(words.kinds.values(), words.symbols.values(), dark=dark)
    return Catalogue(table, (tiles,), words.kinds, words.symbols, looks, {})


@attrs.frozen
class Counted:
    """A set as it is shown on a sheet: its name, and its tiles in the order of the file with how many there are."""

    title: str
    tiles: tuple[tuple[int, int], ...]


def counted(catalogue: Catalogue) -> tuple[Counted, ...]:
    """All sets of a catalogue."""
    return tuple(
        Counted(
            f"{one.name}, edition {one.edition}: {sum(each.count for each in one.drawings)} tiles",
            tuple((catalogue.table.numbers[each.name], each.count) for each in one.drawings),
        )
        for one in catalogue.sets
    )
