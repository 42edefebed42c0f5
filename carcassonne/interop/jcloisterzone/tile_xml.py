"""Reads the tile XML of JCloisterZone into elements that know their places, and refuses what is hostile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from xml.parsers import expat

import attrs

from carcassonne.errors import DataError, Problem, Where
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.source import Node as Text
from carcassonne.read.source import as_whole_number, shown
from carcassonne.read.tiles import MOST_COPIES

LONGEST_FILE: Final = 5_000_000
DEEPEST: Final = 30
MOST_ELEMENTS: Final = 100_000
MOST_TILES: Final = 2_000
MOST_SETS: Final = 500
LONGEST_SHOWN: Final = 300_000
"""Of a longer file no lines are shown in messages: to find one takes time."""
SPLIT: Final = "Split it into several files."
CONTAINERS: Final = ("defs", "tiles", "sets")


@attrs.frozen
class Element:
    """An element with what stands in it; `text` is its own text, without that of the elements in it."""

    name: str
    attributes: Mapping[str, str]
    text: str
    children: tuple[Element, ...]
    where: Where


@attrs.frozen
class Reference:
    """One line of a set: so many copies of a tile."""

    tile: str
    count: int
    where: Where


@attrs.frozen
class ListedSet:
    """A set as the file lists it. What it takes out of the other sets of a game is in `removes`."""

    id: str
    tiles: tuple[Reference, ...]
    removes: tuple[str, ...]
    where: Where


@attrs.frozen
class Definitions:
    """A file of definitions: its tiles by id, its sets, and the elements that are neither."""

    tiles: Mapping[str, Element]
    sets: tuple[ListedSet, ...]
    others: tuple[Element, ...]
    where: Where


def read_xml(text: str | bytes, file: str) -> Definitions:
    """The definitions of a text of XML; `file` is what it is called in messages. Raises DataError.

    Entities, external files and document types are not read: a text with a DOCTYPE is refused, and so is one
    that is too long, too deep or holds too many elements. None of them costs more than an honest text.

    >>> found = read_xml("<defs><tile id='XX/C'><city>N</city></tile></defs>", "small.xml")
    >>> found.tiles["XX/C"].children[0].text
    'N'
    """
    root = _Maker(file).build(text)
    problems = Faults()
    try:
        return _sorted_out(root, problems)
    except EnoughFaults:
        raise DataError(problems) from None


def _sorted_out(root: Element, problems: list[Problem]) -> Definitions:
    """What is a tile, what a set, and what neither. Raises DataError."""
    tiles: dict[str, Element] = {}
    sets: dict[str, ListedSet] = {}
    others: list[Element] = []
    for element in _definitions(root):
        if element.name not in ("tile", "tile-set"):
            others.append(element)
            continue
        name = element.attributes.get("id", "").strip()
        if not name:
            problems.append(Problem(element.where, f"{element.name}: the attribute 'id' is missing", code="CARC-X005"))
        elif name in (tiles if element.name == "tile" else sets):
            problems.append(
                Problem(element.where, f"{element.name} {shown(name)} stands there twice", code="CARC-X006")
            )
        elif element.name == "tile":
            tiles[name] = element
        else:
            sets[name] = _listed(name, element, problems)
    if not tiles and not problems:
        cure = 'Expected <defs> with elements <tile id="…">.'
        fault = f"there are no tiles in it; it begins with <{root.name[:60]}>"
        problems.append(Problem(root.where, fault, cure, code="CARC-X004"))
    for what, found, most in (("tiles", tiles, MOST_TILES), ("sets", sets, MOST_SETS)):
        if len(found) > most:
            fault = f"there are more than {most} {what} in it"
            problems.append(Problem(root.where, fault, SPLIT, code="CARC-X003"))
    if problems:
        raise DataError(problems)
    return Definitions(tiles, tuple(sets.values()), tuple(others), root.where)


def _definitions(element: Element) -> Iterator[Element]:
    """Tiles and sets at any depth, and whatever else there is outside of them."""
    if element.name in ("tile", "tile-set") or element.name not in CONTAINERS:
        yield element
    if element.name not in ("tile", "tile-set"):
        for child in element.children:
            yield from _definitions(child)


def _listed(name: str, element: Element, problems: list[Problem]) -> ListedSet:
    references: dict[str, Reference] = {}
    removes = []
    for child in element.children:
        tile = child.attributes.get("tile", "").strip()
        if child.name == "remove" and tile:
            removes.append(tile)
        if child.name != "ref":
            continue
        what = f"tile-set {shown(name)}, ref"
        if not tile:
            problems.append(Problem(child.where, f"{what}: the attribute 'tile' is missing", code="CARC-X005"))
            continue
        node = Text(child.attributes.get("count", "1").strip(), child.where)
        count = as_whole_number(node, f"{what}, count", problems, least=1, most=MOST_COPIES) or 1
        before = references[tile].count if tile in references else 0
        references[tile] = Reference(tile, min(before + count, MOST_COPIES), child.where)
    return ListedSet(name, tuple(references.values()), tuple(removes), element.where)


class _Maker:
    """Builds the tree from what the parser tells, with a limit on everything."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.shown = ""
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.buffer_text = True
        self.open: list[tuple[str, Mapping[str, str], list[str], list[Element], Where]] = []
        self.root: Element | None = None
        self.count = 0

    def build(self, text: str | bytes) -> Element:
        if len(text) > LONGEST_FILE:
            fault = f"the file is longer than {LONGEST_FILE} bytes"
            raise DataError([Problem(Where(self.file, 1, 1), fault, SPLIT, code="CARC-X003")])
        if len(text) <= LONGEST_SHOWN:
            self.shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
        try:
            self.parser.Parse(text, True)
        except expat.ExpatError as error:
            where = Where(self.file, error.lineno, error.offset + 1, self.shown)
            fault = f"this is no XML: {expat.ErrorString(error.code)}"
            raise DataError([Problem(where, fault, code="CARC-X001")]) from None
        except (ValueError, LookupError) as error:  # bytes that the encoding does not know, or no such encoding
            raise DataError([Problem(Where(self.file, 1, 1), f"this is no XML: {error}", code="CARC-X001")]) from None
        assert self.root is not None
        return self.root

    @property
    def where(self) -> Where:
        return Where(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, self.shown)

    def refuse(self, fault: str, cure: str, *, code: str) -> None:
        raise DataError([Problem(self.where, fault, cure, code=code)])

    # What the parser calls -----------------------------------------------------------------------

    def doctype(self, *_: Any) -> None:
        fault = "a document type is not read, nor are the entities in it"
        self.refuse(fault, "Remove the DOCTYPE.", code="CARC-X002")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= DEEPEST:
            self.refuse(f"more than {DEEPEST} elements in each other", "Is this a file of tiles?", code="CARC-X003")
        if self.count > MOST_ELEMENTS:
            self.refuse(f"more than {MOST_ELEMENTS} elements", SPLIT, code="CARC-X003")
        self.open.append((name, attributes, [], [], self.where))

    def characters(self, text: str) -> None:
        self.open[-1][2].append(text)

    def end(self, _: str) -> None:
        name, attributes, texts, children, where = self.open.pop()
        element = Element(name, attributes, "".join(texts).strip(), tuple(children), where)
        if self.open:
            self.open[-1][3].append(element)
        else:
            self.root = element
