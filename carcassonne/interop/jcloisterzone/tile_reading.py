"""Reads the tile XML of JCloisterZone into tile sets of ours: every tile drawn as a person would draw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import DataError, Problem, Where
from carcassonne.interop.jcloisterzone.tile_features import BORDERS_NOTHING, FeatureReader
from carcassonne.interop.jcloisterzone.tile_files import TileFile
from carcassonne.interop.jcloisterzone.tile_names import name_of, set_name, unique
from carcassonne.interop.jcloisterzone.tile_pictures import Budget, Field, Hints, drawn_like
from carcassonne.interop.jcloisterzone.tile_symbols import (
    Mark,
    NewSymbols,
    group_of,
    known_value,
    lone_attributes,
    marks_of,
    marks_on_feature,
    marks_on_tile,
)
from carcassonne.interop.jcloisterzone.tile_words import vocabulary_of, words
from carcassonne.interop.jcloisterzone.tile_xml import CONTAINERS, Definitions, Element, ListedSet, Reference, read_xml
from carcassonne.read.drawings import Drawing, DrawnMark, TileSet
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.source import Node as Text
from carcassonne.read.source import as_whole_number, cure_for, shown
from carcassonne.read.tiles import MAIN_PILE, MOST_COPIES, MOST_SYMBOLS, count_of

if TYPE_CHECKING:
    from carcassonne.read.definitions import FeatureKind, Symbol

MOST_WARNINGS: Final = 100
MOST_WORDS: Final = 500


def tiles_from_xml(text: str | bytes, *, file: str = "tiles.xml", set_id: str = "") -> tuple[TileFile, ...]:
    """The tile sets of a text of XML, each as a file of ours; all of them, or the one with this id.

    A text without sets is one set of all its tiles. What the table does not know becomes a new symbol, with a
    warning. Fields are left to the picture wherever it tells them, and stated otherwise. Raises DataError with
    every fault, each with its place in the XML.

    >>> (found,) = tiles_from_xml("<defs><tile id='XX/1'><road>W E</road><field>NL NR EL WR</field>"
    ...                           "<field>ER SL SR WL</field></tile></defs>")
    >>> print(found.to_yaml())
    # 1 tile, from tiles.xml.
    tiles: tiles
    uses: [base]
    totals: {tiles: 1}
    <BLANKLINE>
    set:
      road-straight: {road: E-W}   # XX/1
    <BLANKLINE>
    """
    definitions = read_xml(text, file)
    problems = Faults()
    try:
        listed = _chosen(definitions, set_id, problems)
        wanted = {reference.tile for each in listed for reference in each.tiles}
        reader = _Reader(definitions, wanted, problems)
        files = tuple(reader.file_of(each) for each in listed)
    except EnoughFaults:
        files = ()
    if problems:
        raise DataError(problems)
    return files


def _chosen(definitions: Definitions, set_id: str, problems: list[Problem]) -> Sequence[ListedSet]:
    """The sets to read: that with the id, or all; where none is listed, one of all tiles."""
    sets = {each.id: each for each in definitions.sets}
    if not sets and not set_id:
        every = tuple(
            Reference(name, _own_count(tile, problems), tile.where) for name, tile in definitions.tiles.items()
        )
        return (ListedSet("tiles", every, (), definitions.where),)
    if not set_id:
        return definitions.sets
    if set_id not in sets:
        cure = cure_for(set_id, sets, "sets here")
        raise DataError([Problem(definitions.where, f"there is no tile-set {shown(set_id)}", cure, code="CARC-X007")])
    return (sets[set_id],)


def _own_count(tile: Element, problems: list[Problem]) -> int:
    node = Text(tile.attributes.get("count", "1").strip(), tile.where)
    return as_whole_number(node, "tile, count", problems, least=1, most=MOST_COPIES) or 1


@attrs.frozen
class _ReadTile:
    """A tile before its copies are known."""

    id: str
    drawing: Drawing
    hints: Hints
    modules: tuple[str, ...]
    new: tuple[str, ...]
    warnings: tuple[Problem, ...]
    most: int


class _Reader:
    """Reads the tiles of one file; what is at fault goes to `problems`."""

    def __init__(self, definitions: Definitions, wanted: set[str], problems: list[Problem]) -> None:
        self.definitions = definitions
        self.problems = problems
        self.kinds: Mapping[str, FeatureKind] = vocabulary_of(kind.module for kind in words().kinds.values()).kinds
        self.budget = Budget()
        self.not_read = _not_read(definitions)
        tiles = {name: tile for name, tile in definitions.tiles.items() if name in wanted}
        things = [child for tile in tiles.values() for child in tile.children if child.name not in words().kinds]
        self.lone = lone_attributes(things)
        self.new = NewSymbols(mark for tile in tiles.values() for mark in self.every_mark(tile))
        if len(self.new.types) > MOST_WORDS:
            fault = f"more than {MOST_WORDS} attributes and elements that are not known here"
            raise DataError([Problem(definitions.where, fault, "Is this a file of tiles?", code="CARC-X003")])
        self.directions = {word.symbol for word in words().symbols.values() if word.attribute == "direction"}
        self.tiles = {name: self.read(name, tile) for name, tile in tiles.items()}

    def every_mark(self, tile: Element) -> Iterator[Mark]:
        yield from self.marks_beside(tile)
        for child in tile.children:
            if child.name in words().kinds:
                yield from marks_on_feature(child, words().kinds[child.name].kind)

    def marks_beside(self, tile: Element) -> Iterator[Mark]:
        """What is printed on a tile, but not on its features."""
        yield from marks_on_tile(tile)
        for child in tile.children:
            if child.name not in words().kinds:
                yield from marks_of(child, self.lone, group_of(tile))

    # One tile --------------------------------------------------------------------------------------

    def read(self, tile_id: str, tile: Element) -> _ReadTile:
        warnings: list[Problem] = []
        modules: dict[str, None] = {}
        new: dict[str, None] = {}

        def printed(marks: Iterator[Mark]) -> tuple[tuple[str, int | str], ...]:
            return self.pairs(marks, modules, new, warnings)

        def on_feature(element: Element, kind: str) -> tuple[tuple[str, int], ...]:
            pairs = printed(marks_on_feature(element, kind))
            return tuple((name, value) for name, value in pairs if isinstance(value, int))

        modules |= {words().kinds[child.name].module: None for child in tile.children if child.name in words().kinds}
        features = FeatureReader(tile_id, on_feature, self.problems, warnings).read(tile)
        symbols = printed(self.marks_beside(tile))
        pile = words().piles.get(group_of(tile), MAIN_PILE)
        if pile != MAIN_PILE:
            modules["river"] = None
        drawing = Drawing(
            name=tile_id,
            count=1,
            pile=pile,
            segments=features.segments,
            joins=(),
            reaches=(),
            gaps=None,
            symbols=symbols,
            where=tile.where,
        )
        drawing, hints = drawn_like(drawing, features.meets, features.fields, self.kinds, self.budget)
        marks = tuple(self.field_marks(tile_id, features.fields or (), warnings))
        most = Text(tile.attributes.get("max", str(MOST_COPIES)).strip(), tile.where)
        return _ReadTile(
            id=tile_id,
            drawing=attrs.evolve(drawing, marks=marks),
            hints=hints,
            modules=tuple(modules),
            new=tuple(new),
            warnings=tuple(warnings),
            most=as_whole_number(most, f"tile {shown(tile_id)}, max", self.problems, least=1) or 1,
        )

    def pairs(
        self, marks: Iterator[Mark], modules: dict[str, None], new: dict[str, None], warnings: list[Problem]
    ) -> tuple[tuple[str, int | str], ...]:
        """The symbols that marks mean, each once; `modules` and `new` get where they are declared."""
        found: dict[str, int | str] = {}
        for mark in marks:
            if mark.word is None:
                name, value = self.new.pair(mark)
                new[name] = None
            else:
                known = known_value(mark, mark.word.symbol in self.directions, self.problems)
                if known is None:
                    continue
                name, value = mark.word.symbol, known
                modules[mark.word.module] = None
            before = found.get(name, 0)
            if isinstance(value, int) and isinstance(before, int):
                found[name] = min(before + value, MOST_SYMBOLS)
            elif before in (0, value):
                found[name] = value
            else:
                fault = f"{mark.called}: stands there twice; the second, {shown(str(value))}, is left out"
                warnings.append(Problem(mark.where, fault, code="CARC-W103"))
        return tuple(found.items())

    def field_marks(self, tile_id: str, fields: Sequence[Field], warnings: list[Problem]) -> Iterator[DrawnMark]:
        """What is printed on fields, each at its first half side."""
        inner = sum(not field.halves for field in fields)
        for field in fields:
            if field.symbols and (field.halves or inner == 1):
                yield DrawnMark(field.halves[0] if field.halves else -1, field.symbols, field.where)
            elif field.symbols:
                fault = f"tile {shown(tile_id)}: which of {inner} fields without border has the symbols is left out"
                warnings.append(Problem(field.where, fault, code="CARC-W104"))

    # One set ---------------------------------------------------------------------------------------

    def file_of(self, listed: ListedSet) -> TileFile:
        """A set as a file of ours."""
        warnings: list[Problem] = []
        read = []
        for reference in listed.tiles:
            tile = self.tiles.get(reference.tile)
            if tile is None:
                fault = f"tile-set {shown(listed.id)}: there is no tile {shown(reference.tile)} in this file"
                cure = "Tiles that a set refers to stand in the same file."
                self.problems.append(Problem(reference.where, fault, cure, code="CARC-X008"))
                continue
            if reference.count > tile.most:
                fault = f"tile {shown(tile.id)}: {reference.count} copies, of which only {tile.most} come into a game"
                warnings.append(Problem(reference.where, fault, code="CARC-W105"))
            read.append((tile, min(reference.count, tile.most)))
            warnings += tile.warnings
        for name in listed.removes:
            fault = f"tile-set {shown(listed.id)}: it takes {shown(name)} out of other sets, which is left out"
            cure = "With us the expansion says so, under 'setup'."
            warnings.append(Problem(listed.where, fault, cure, code="CARC-W106"))
        new = dict.fromkeys(name for tile, _ in read for name in tile.new)
        warnings = sorted({*warnings, *self.not_read, *self.new.warnings(new)})
        if len(warnings) > MOST_WARNINGS:
            fault = f"there are {len(warnings) - MOST_WARNINGS} more warnings like these"
            warnings = [*warnings[:MOST_WARNINGS], Problem(listed.where, fault, code="CARC-W107")]
        return self.filed(listed, read, self.new.symbols(new), warnings)

    def filed(
        self,
        listed: ListedSet,
        read: Sequence[tuple[_ReadTile, int]],
        symbols: tuple[Symbol, ...],
        warnings: Sequence[Problem],
    ) -> TileFile:
        name, edition = set_name(listed.id)
        module = f"{name}-expansion"
        names = unique([name_of(tile.id, tile.drawing) for tile, _ in read])
        modules = dict.fromkeys(("base", *(used for tile, _ in read for used in tile.modules)))
        tile_set = TileSet(
            name=name,
            edition=edition,
            uses=(*modules, module) if symbols else tuple(modules),
            drawings=tuple(
                attrs.evolve(tile.drawing, name=f"{name}/{own}", count=count)
                for own, (tile, count) in zip(names, read, strict=True)
            ),
            totals=(),
            where=listed.where,
        )
        return TileFile(
            id=listed.id if self.definitions.sets else "",
            source=Path(listed.where.file).name,
            tile_set=attrs.evolve(tile_set, totals=_totals(tile_set)),
            ids=tuple(tile.id for tile, _ in read),
            hints=tuple(tile.hints for tile, _ in read),
            symbols=symbols,
            module=module,
            warnings=tuple(warnings),
        )


def _not_read(definitions: Definitions) -> list[Problem]:
    """What stands in the file and says nothing about tiles, a warning for each name."""
    first: dict[str, Element] = {}
    for element in definitions.others:
        if element.name not in CONTAINERS:
            first.setdefault(element.name, element)
    for tile in definitions.tiles.values():
        for child in tile.children:
            for deeper in child.children:
                first.setdefault(deeper.name, deeper)
    return [
        Problem(each.where, f"element {shown(name)}: nothing here reads it", code="CARC-W102")
        for name, each in first.items()
    ]


def _totals(tile_set: TileSet) -> tuple[tuple[str, int, Where], ...]:
    """What the tiles show: how many there are, each symbol, and the kinds that hold no side."""
    shown_kinds = {segment.kind for drawing in tile_set.drawings for segment in drawing.segments}
    symbols = {name for drawing in tile_set.drawings for name, _ in drawing.symbols}
    for drawing in tile_set.drawings:
        symbols |= {name for segment in drawing.segments for name, _ in segment.symbols}
        symbols |= {name for mark in drawing.marks for name, _ in mark.symbols}
    names = ("tiles", *sorted(symbols), *(kind for kind in BORDERS_NOTHING if kind in shown_kinds))
    return tuple((name, count_of(tile_set, name), tile_set.where) for name in names)
