"""Writes our tile sets as the tile XML of JCloisterZone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

import attrs

from carcassonne.errors import DataError
from carcassonne.interop.jcloisterzone.tables import tables
from carcassonne.interop.jcloisterzone.tile_features import HALF_NAMES
from carcassonne.interop.jcloisterzone.tile_pictures import CITY
from carcassonne.interop.jcloisterzone.tile_symbols import MEETS
from carcassonne.interop.jcloisterzone.tile_words import FIELD, TILE, vocabulary_of, words
from carcassonne.read.drawings import SIDES, Drawing, Tile, TileSegment, TileSet
from carcassonne.read.faces import finish_tile
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.source import Node, read_text
from carcassonne.read.tiles import MAIN_PILE, Vocabulary, read_tile_set, used_modules

Attributes = dict[str, str]


@attrs.frozen
class OwnTiles:
    """A tile file of ours: its set, what it may name, and which segments of each tile come together.

    `meets` leaves out what only crosses or touches, which a drawing does not tell apart.
    """

    tile_set: TileSet
    vocabulary: Vocabulary
    meets: tuple[tuple[tuple[int, ...], ...], ...]


def tiles_to_xml(text: str, *, file: str = "tiles.yaml", search: Iterable[Path] = ()) -> str:
    """The text of a tile file of ours as XML, with every field and the cities that it adjoins. Raises DataError.

    file: what the text is called in messages. search: folders with modules that it uses, besides the shipped one.

    A tile that the other program has too gets its id, any other `set/tile`. A symbol that is not known there is
    an attribute or an element of its own name. What a picture says beyond its fields (that a wall reaches a
    corner, that roads touch a lake) is not in the XML; it is found again when that is read.

    >>> xml = tiles_to_xml("{tiles: house, uses: [base], set: {gate: {city: N, road: S, meets: [[city, road]]}}}")
    >>> print(xml[xml.index("<tile ") : xml.index("</tile>")])
    <tile id="house/gate">
          <city wagon-move="a">N</city>
          <road wagon-move="a">S</road>
          <field city="N">EL ER SL</field>
          <field city="N">SR WL WR</field>
    <BLANKLINE>
    """
    own = read_own_tiles(text, file, search)
    kinds, symbols = own.vocabulary.kinds, own.vocabulary.symbols
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<defs>", "  <tiles>"]
    references = []
    for drawing, meets in zip(own.tile_set.drawings, own.meets, strict=True):
        tile_id = _tile_id(drawing.name)
        references.append(_element("      ", "ref", {"tile": tile_id, "count": str(drawing.count)}))
        lines += _tile(tile_id, drawing, finish_tile(drawing, kinds, symbols), meets)
    set_id = _element("    ", "tile-set", {"id": _set_id(own.tile_set)}, is_open=True)
    lines += ["  </tiles>", "  <sets>", set_id, *references, "    </tile-set>", "  </sets>", "</defs>"]
    return "\n".join(lines) + "\n"


def read_own_tiles(text: str, file: str, search: Iterable[Path] = ()) -> OwnTiles:
    """A tile file of ours, read with what the modules declare that it uses. Raises DataError."""
    problems = Faults()
    try:
        node = read_text(text, file, problems)
        if node is not None:
            vocabulary = vocabulary_of(used_modules(node, []), search, file=file, problems=problems)
            tile_set = read_tile_set(node, vocabulary, problems)
            if not problems:
                met = read_tile_set(_meetings_only(node), vocabulary, [])
                return OwnTiles(tile_set, vocabulary, tuple(drawing.joins for drawing in met.drawings))
    except EnoughFaults:
        pass
    raise DataError(problems)


def _meetings_only(node: Node) -> Node:
    """The tree of a tile file without what crosses or touches."""
    assert isinstance(node.value, Mapping) and isinstance(node.value["set"].value, Mapping)
    tiles = {}
    for name, tile in node.value["set"].value.items():
        assert isinstance(tile.value, Mapping)
        kept = {key: value for key, value in tile.value.items() if key not in ("crosses", "touches")}
        tiles[name] = attrs.evolve(tile, value=kept)
    listed = attrs.evolve(node.value["set"], value=tiles)
    return attrs.evolve(node, value={**node.value, "set": listed})


# One tile ----------------------------------------------------------------------------------------


def _tile(tile_id: str, drawing: Drawing, tile: Tile, meets: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    groups: dict[int, list[str]] = {}
    for members, name in zip(meets, _group_names(), strict=False):
        for number in members:
            groups.setdefault(number, []).append(name)
    elements = []
    pile = _group(drawing.pile)
    for symbol, value in drawing.symbols:
        word = words().symbols.get(symbol)
        if word is not None and word.group:
            pile = word.group
        else:
            elements.append(_thing(symbol, value))
    attributes = {"id": tile_id}
    if pile:
        attributes["group"] = pile
    if tile_id in tables().at_most_one:
        attributes["max"] = "1"
    yield _element("    ", "tile", attributes, is_open=True)
    for number, segment in enumerate(tile.segments):
        yield _feature(segment, tile, groups.get(number, ()))
    yield from elements
    yield "    </tile>"


def _feature(segment: TileSegment, tile: Tile, groups: Iterable[str]) -> str:
    attributes: Attributes = {}
    if cities := [tile.segments[number] for number in segment.touches if tile.segments[number].kind == CITY]:
        attributes["city"] = " ".join(SIDES[city.ports[0]] for city in cities)
    for symbol, count in segment.symbols:
        word = words().symbols.get(symbol)
        if word is None or word.on != segment.kind or (word.value and (count != 1 or word.attribute in attributes)):
            attributes[symbol] = "true" if count == 1 else str(count)
        elif word.value:
            attributes[word.attribute] = word.value
        else:
            attributes[word.attribute] = "true" if count == 1 and not word.counted else str(count)
    if named := " ".join(groups):
        attributes[MEETS] = named
    if segment.kind == FIELD:
        text = " ".join(HALF_NAMES[half] for half in segment.ports) or "I"
    else:
        text = " ".join(SIDES[side] for side in segment.ports)
    return _element("      ", words().element_of(segment.kind), attributes, text)


def _thing(symbol: str, value: int | str) -> str:
    """A symbol of the whole tile as an element."""
    word = words().symbols.get(symbol)
    if word is None or word.on != TILE or (word.value and value != 1):
        attribute = "count" if isinstance(value, int) else "direction" if value.isupper() else "value"
        return _element("      ", symbol, {} if value == 1 else {attribute: str(value)})
    if word.value:
        return _element("      ", word.element, {word.attribute: word.value})
    return _element("      ", word.element, {} if value == 1 else {word.attribute or "count": str(value)})


def _group_names() -> Iterator[str]:
    """The names of groups of features that meet: a, b, c, …"""
    return (chr(ord("a") + number % 26) * (1 + number // 26) for number in range(26 * 8))


# Names -------------------------------------------------------------------------------------------


def _tile_id(name: str) -> str:
    """What that program calls a tile; a tile that it does not have keeps its name."""
    return tables().tile_of(name) or name


def _set_id(tile_set: TileSet) -> str:
    """What that program calls a set, or would call it."""
    name = next((theirs for theirs, ours in words().names.items() if ours == tile_set.name), tile_set.name)
    with_edition = f"{name}:{tile_set.edition}"
    return with_edition if with_edition in tables().packs or tile_set.edition != "1" else name


def _group(pile: str) -> str:
    """The group of a pile; none for the pile from which all is drawn that has no other."""
    if pile == MAIN_PILE:
        return ""
    return "river" if pile == "river" else next((group for group, ours in words().piles.items() if ours == pile), pile)


def _element(indent: str, name: str, attributes: Attributes, text: str = "", *, is_open: bool = False) -> str:
    shown = [_xml_name(name), *(f"{_xml_name(key)}={quoteattr(value)}" for key, value in attributes.items())]
    start = f"{indent}<{' '.join(shown)}"
    if is_open:
        return f"{start}>"
    return f"{start}>{text}</{_xml_name(name)}>" if text else f"{start}/>"


def _xml_name(name: str) -> str:
    return name.replace(" ", "-")
