"""Asks the entries of merged sections for their keys, one by one: texts, numbers, names, looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeVar

from carcassonne.errors import Problem, Where
from carcassonne.read.definitions import Phrase, Value
from carcassonne.read.merge import NAMED, Entry, Merged
from carcassonne.read.names import Known, one_name, some_names
from carcassonne.read.source import (
    Node,
    as_choice,
    as_mapping,
    as_text,
    as_whole_number,
    as_yes_or_no,
    check_keys,
    cure_for,
    found,
)

GLYPH: Final = re.compile(r"M[MLHVCSQTAZmlhvcsqtaz0-9 ,.+-]{2,1500}|[A-Za-z0-9]{1,2}")
COLOURS: Final = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey")
"""The colours that words may have in pictures; what each looks like, pictures know."""

Read = TypeVar("Read")


class Fields:
    """The keys of one entry, asked for one by one; a key that is missing or at fault gives the default."""

    def __init__(
        self,
        thing: str,
        node: Node,
        allowed: Collection[str],
        problems: list[Problem],
        *,
        required: Collection[str] = (),
    ) -> None:
        before = len(problems)
        check_keys(node, thing, allowed, problems, required=required)
        self.is_whole = len(problems) == before
        self.thing = thing
        self.node = node
        self.problems = problems
        self.nodes: Mapping[str, Node] = node.value if isinstance(node.value, Mapping) else {}

    def __contains__(self, key: str) -> bool:
        return key in self.nodes

    def what(self, key: str) -> str:
        return f"{self.thing}, {key}"

    def key_where(self, key: str) -> Where:
        return self.node.key_where[key]

    def report(self, key: str, fault: str, cure: str = "", *, code: str) -> None:
        """Report what is wrong with the value of a key, or with the whole when there is no such key."""
        where = self.nodes[key].where if key in self.nodes else self.node.where
        self.problems.append(Problem(where, f"{self.thing}: {fault}", cure, code=code))

    def text(self, key: str, default: str = "") -> str:
        node = self.nodes.get(key)
        return default if node is None else as_text(node, self.what(key), self.problems) or default

    def glyph(self) -> str:
        """Read how pictures show it: path data in a box of 24 by 24, or one or two characters."""
        text = self.text("glyph")
        if text and not GLYPH.fullmatch(text):
            cure = "Path data begins with M, as in 'M4 4H20V20Z', and lies in a box of 24 by 24."
            self.report("glyph", "expected path data, or one or two characters", cure, code="CARC-E029")
        return text

    def colour(self) -> str:
        """Read the name of the colour that pictures give it; any other text is a fault."""
        node = self.nodes.get("colour")
        if node is None or (node.is_text and node.value in COLOURS):
            return str(node.value) if node else ""
        word = node.value if isinstance(node.value, str) else ""
        cure = cure_for(word, COLOURS, "colours")
        if word.startswith("#") or not word:
            cure += " Each has a light and a dark form, which is why it has a name."
        self.report("colour", f"expected the name of a colour, found {found(node)}", cure, code="CARC-E045")
        return ""

    def choice(self, key: str, choices: Collection[str], default: str) -> str:
        node = self.nodes.get(key)
        return default if node is None else as_choice(node, self.what(key), choices, self.problems) or default

    def yes_or_no(self, key: str, default: bool) -> bool:
        node = self.nodes.get(key)
        answer = None if node is None else as_yes_or_no(node, self.what(key), self.problems)
        return default if answer is None else answer

    def number(self, key: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        node = self.nodes.get(key)
        number = None if node is None else as_whole_number(node, self.what(key), self.problems, least=least, most=most)
        return default if number is None else number

    def phrase(self, key: str) -> Phrase | None:
        node = self.nodes.get(key)
        return None if node is None else as_phrase(node, self.what(key), self.problems)

    def name(self, key: str, known: Known) -> str | None:
        node = self.nodes.get(key)
        return None if node is None else one_name(node, self.what(key), known, self.problems)

    def names(self, key: str, known: Known) -> tuple[str, ...]:
        node = self.nodes.get(key)
        return () if node is None else some_names(node, self.what(key), known, self.problems)

    def reasons(self, key: str) -> tuple[tuple[str, str], ...]:
        """Read a mapping of texts to rule ids."""
        node = self.nodes.get(key)
        if node is None:
            return ()
        reasons = as_mapping(node, self.what(key), self.problems) or {}
        return tuple(
            (name, as_text(rule, f"{self.what(key)}, {name}", self.problems) or "") for name, rule in reasons.items()
        )


def as_phrase(node: Node, what: str, problems: list[Problem]) -> Phrase | None:
    """Read an expression as it stands, to be parsed when its words are known."""
    text = as_text(node, what, problems)
    return None if text is None else Phrase(text, node.where)


def as_value(node: Node) -> Value:
    """Keep a value as it is written, with all its places."""
    if isinstance(node.value, str):
        return Value(node.value, node.where)
    if isinstance(node.value, tuple):
        return Value(tuple(map(as_value, node.value)), node.where)
    inner = {key: as_value(value) for key, value in node.value.items()}
    return Value(inner, node.where, node.key_where)


class Reader:
    """Reads entry after entry of merged sections, collecting problems."""

    def __init__(self, merged: Merged, problems: list[Problem]) -> None:
        self.merged = merged
        self.problems = problems

    def known(self, section: str, *, noun: str = "") -> Known:
        return Known(noun or NAMED[section], self.merged.entries[section], self.merged.removed[section])

    def fields(
        self, section: str, name: str, entry: Entry, allowed: Collection[str], required: Collection[str] = ()
    ) -> Fields:
        return Fields(f"{NAMED[section]} {name!r}", entry.node, allowed, self.problems, required=required)

    def all(self, section: str, read: Callable[[str, Entry], Read | None]) -> tuple[Read, ...]:
        """Read every entry of a section; those that cannot be used are left out."""
        things = (read(name, entry) for name, entry in self.merged.entries[section].items())
        return tuple(thing for thing in things if thing is not None)
