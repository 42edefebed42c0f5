"""What is printed on tiles of the XML: by our symbols, and by new ones for what no module of ours declares."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.interop.jcloisterzone.tile_names import slug
from carcassonne.interop.jcloisterzone.tile_words import FIELD, TILE, Word, words
from carcassonne.interop.jcloisterzone.tile_xml import Element
from carcassonne.language import registry
from carcassonne.read.definitions import Symbol
from carcassonne.read.drawings import DIRECTIONS
from carcassonne.read.source import is_name, shown
from carcassonne.read.tiles import MOST_SYMBOLS, TILE_KEYS

YES: Final = ("true", "yes")
NO: Final = ("false", "no", "0")
MEETS: Final = "wagon-move"
TILE_ATTRIBUTES: Final = ("id", "group", "max")


@attrs.frozen
class Mark:
    """Something printed, as the XML says it: `on` is a kind of ours or "tile"; `word` is ours, if it is known.

    `called` says for messages what it is in the XML.
    """

    on: str
    name: str
    value: str
    word: Word | None
    called: str
    where: Where


def marks_on_feature(element: Element, kind: str) -> Iterator[Mark]:
    """What the attributes of a feature say, but for those that say how it lies."""
    passed_over = (MEETS, *words().silent.get(element.name, ()), *(("city",) if kind == FIELD else ()))
    for name, value in element.attributes.items():
        if name not in passed_over:
            called = f"attribute {shown(name)} of {element.name}"
            yield Mark(kind, name, value.strip(), words().on_kind(kind, name, value.strip()), called, element.where)


def group_of(tile: Element) -> str:
    """The group of a tile."""
    return tile.attributes.get("group", "default")


def marks_on_tile(element: Element) -> Iterator[Mark]:
    """What the attributes of a tile itself say."""
    for name, value in element.attributes.items():
        if name not in (*TILE_ATTRIBUTES, *words().silent[TILE]):
            called = f"attribute {shown(name)} of tile"
            yield Mark(TILE, name, value.strip(), None, called, element.where)
    group = group_of(element)
    for word in words().symbols.values():
        if word.group == group:
            yield Mark(TILE, word.symbol, "true", word, "attribute 'group' of tile", element.where)
    if group not in words().piles:
        yield Mark(TILE, "group", group, None, "attribute 'group' of tile", element.where)


def marks_of(element: Element, lone: Mapping[str, str], group: str) -> Iterator[Mark]:
    """What an element that is no feature says on a tile of a group: itself, its attributes, and its place.

    `lone` has the elements that always have one attribute, the same; its value is then what the element says.
    """
    word = words().on_tile(element.name, element.attributes, group)
    attributes = {
        name: value.strip()
        for name, value in element.attributes.items()
        if name not in words().silent.get(element.name, ())
    }
    called = f"element {shown(element.name)}"
    if word is not None:
        own = attributes.pop(word.attribute, "") if word.attribute else ""
        yield Mark(TILE, word.symbol, "true" if word.value or not word.attribute else own, word, called, element.where)
    elif element.name in lone:
        yield Mark(TILE, element.name, attributes.pop(lone[element.name]), None, called, element.where)
    else:
        yield Mark(TILE, element.name, "true", None, called, element.where)
    for name, value in attributes.items():
        of = f"attribute {shown(name)} of {element.name}"
        yield Mark(TILE, f"{element.name}-{name}", value, None, of, element.where)
    if element.text not in ("", "I") and word is None:
        of = f"text of {element.name}"
        yield Mark(TILE, f"{element.name}-at", "-".join(element.text.split()), None, of, element.where)


def lone_attributes(elements: Iterable[Element]) -> dict[str, str]:
    """The elements that no table knows and that always have one attribute, the same, and no text."""
    found: dict[str, str] = {}
    for element in elements:
        names = [name for name in element.attributes if name not in words().silent.get(element.name, ())]
        is_alone = len(names) == 1 and element.text in ("", "I")
        name = names[0] if is_alone and found.get(element.name, names[0]) == names[0] else ""
        found[element.name] = name
        if not name:
            found[element.name] = ""
    return {element: name for element, name in found.items() if name}


@attrs.define
class _New:
    name: str
    on: dict[str, None]
    value: str
    first: Mark
    times: int


class NewSymbols:
    """The symbols that marks without a word of ours become: one for each name, of one type over all tiles.

    On features only counts can stand, so another value becomes part of the name, as in `marketplace-blue`.
    On tiles it may be a direction, which turns with the tile, or a word.
    """

    def __init__(self, marks: Iterable[Mark]) -> None:
        values: dict[str, list[Mark]] = {}
        for mark in marks:
            if mark.word is None:
                values.setdefault(_base_name(mark), []).append(mark)
        self.types = {name: _type(same) for name, same in values.items()}
        kinds = (kind.kind for kind in words().kinds.values())
        asked = (*registry.names("quantity"), *registry.names("condition"), "and", "or", "not")
        own = (word.symbol for word in words().symbols.values() if not word.only)
        self.taken = {*own, *TILE_KEYS, "at", TILE, *kinds, *asked}
        self.found: dict[str, _New] = {}

    def pair(self, mark: Mark) -> tuple[str, int | str]:
        """The symbol of a mark, with how often it is printed, or the direction or word."""
        name, kind = _base_name(mark), self.types[_base_name(mark)]
        value: int | str = 1
        if kind != "count":
            value = mark.value if kind == "direction" else mark.value.lower()
        elif mark.value in NO:
            name = f"no-{name}"
        elif (number := _number(mark.value)) is not None:
            value = number
        else:
            name = slug(f"{name}-{mark.value or 'empty'}")
        while name in self.taken or (name in self.found and self.found[name].value != kind):
            name = f"printed-{name}"
        new = self.found.setdefault(name, _New(name, {}, kind, mark, 0))
        new.on[mark.on] = None
        new.times += 1
        return name, value

    def symbols(self, names: Collection[str]) -> tuple[Symbol, ...]:
        """The new symbols with these names, in the order in which they were met."""
        return tuple(
            Symbol(new.name, tuple(new.on), new.value, new.first.where)
            for new in self.found.values()
            if new.name in names
        )

    def warnings(self, names: Collection[str]) -> list[Problem]:
        """What to tell the person who has the file: which words became symbols without any rule."""
        return [
            Problem(
                new.first.where,
                f"unknown {new.first.called}, {new.times} times: kept as the symbol {new.name!r}"
                if new.times > 1
                else f"unknown {new.first.called}: kept as the symbol {new.name!r}",
                "No rule asks for it, until an expansion does.",
                code="CARC-W101",
            )
            for new in self.found.values()
            if new.name in names
        ]


def known_value(mark: Mark, direction: bool, problems: list[Problem]) -> int | str | None:
    """What a mark with a word of ours says; None when it says no, or when it is at fault, which is reported."""
    assert mark.word is not None
    if direction:
        if mark.value in DIRECTIONS:
            return mark.value
        fault = f"{mark.called}: expected a direction, found {shown(mark.value)}"
        problems.append(Problem(mark.where, fault, f"Directions are {', '.join(DIRECTIONS)}.", code="CARC-X016"))
        return None
    if mark.word.value or mark.value in NO:
        return 1 if mark.word.value else None
    number = _number(mark.value)
    if number is None:
        fault = f"{mark.called}: expected true or a number up to {MOST_SYMBOLS}, found {shown(mark.value)}"
        problems.append(Problem(mark.where, fault, code="CARC-X017"))
    return number


def _number(value: str) -> int | None:
    if value in YES:
        return 1
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 0
    return number if 1 <= number <= MOST_SYMBOLS else None


def _base_name(mark: Mark) -> str:
    return slug(mark.name, f"{mark.on}-word")


def _type(marks: list[Mark]) -> str:
    values = [mark.value for mark in marks]
    if any(mark.on != TILE for mark in marks) or all(value in NO or _number(value) for value in values):
        return "count"
    if all(value in DIRECTIONS for value in values):
        return "direction"
    return "word" if all(is_name(value.lower()) and value not in NO for value in values) else "count"
