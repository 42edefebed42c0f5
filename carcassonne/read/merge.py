"""Lays the sections of modules, their changes and the chosen options over each other, name by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read.source import COMMA, Node, as_list, as_mapping, cure_for, is_name, shown

NAMED: Final = {
    "features": "feature kind",
    "groups": "group",
    "symbols": "symbol",
    "figures": "figure",
    "tracks": "track",
    "companions": "companion",
    "tokens": "token",
    "piles": "pile",
    "setup": "setup",
    "turn": "phase",
    "final": "phase",
    "quantities": "quantity",
    "score": "score of",
    "score changes": "score change",
    "ties": "tie",
    "winner": "criterion of winning",
    "rules": "rule",
    "standing": "standing rule",
    "laws": "law",
    "tiles": "tile set",
}
LISTED: Final = ("tile changes",)
SECTIONS: Final = (*NAMED, *LISTED)
OFF: Final = "off"
MOST_LIKE: Final = 10


@attrs.frozen
class Entry:
    """A named thing of a section after merging, with the place where it was first named."""

    node: Node
    where: Where


@attrs.frozen
class Merged:
    """What is left after merging: entries by section and name, and the names that were switched off."""

    entries: Mapping[str, Mapping[str, Entry]]
    removed: Mapping[str, frozenset[str]]
    listed: Mapping[str, tuple[Node, ...]]


class Tree:
    """The sections while they grow.

    What is switched off stays off, whatever else changes it and in whichever order. Two modules that change
    one value without one needing the other are a fault, for nothing says which change holds.
    """

    def __init__(self, problems: list[Problem], may_follow: Callable[[str, str], bool]) -> None:
        """`may_follow(later, earlier)` tells whether a file may change what stands in another file."""
        self.problems = problems
        self.may_follow = may_follow
        self.entries: dict[str, dict[str, Entry]] = {section: {} for section in NAMED}
        self.removed: dict[str, dict[str, Where]] = {section: {} for section in NAMED}
        self.listed: dict[str, list[Node]] = {section: [] for section in LISTED}
        # By the value that stands for now: that value, the place of the other, and the problem.
        self.disputes: dict[int, tuple[Node, Where, Problem]] = {}

    def define(self, section: str, node: Node) -> None:
        """Add a section of an expansion: every name in it must be new."""
        self._each(section, node, self._define)

    def change(self, section: str, node: Node) -> None:
        """Lay changes over a section: every name in it must be there."""
        self._each(section, node, self._change)

    def overlay(self, section: str, node: Node) -> None:
        """Lay an option or a variant over a section: names that are there change, others are added."""
        self._each(section, node, self._overlay)

    def _each(self, section: str, node: Node, take: Callable[[str, str, Entry], None]) -> None:
        if section in LISTED:
            self.listed[section] += as_list(node, f"section {section!r}", self.problems) or ()
            return
        for name, value in (as_mapping(node, f"section {section!r}", self.problems) or {}).items():
            where = node.key_where[name]
            if is_name(name):
                take(section, name, Entry(value, where))
            else:
                cure = "A name is made of lower-case words, digits and hyphens, a letter first."
                if ")" in name:
                    cure = COMMA
                self.problems.append(
                    Problem(where, f"{NAMED[section]}: {shown(name)} is no name", cure, code="CARC-E008")
                )

    def _define(self, section: str, name: str, entry: Entry) -> None:
        known = self.entries[section].get(name)
        if known is not None:
            fault = f"{NAMED[section]} {name!r} is defined already at {known.where}"
            self.problems.append(Problem(entry.where, fault, "Put it under 'changes:' to change it.", code="CARC-E006"))
        else:
            self.entries[section][name] = entry

    def _change(self, section: str, name: str, entry: Entry) -> None:
        if name not in self.entries[section]:
            self._unknown(section, name, entry)
        else:
            self._overlay(section, name, entry)

    def _overlay(self, section: str, name: str, entry: Entry) -> None:
        known = self.entries[section].get(name)
        if entry.node.value == OFF:
            if known is None:
                self._unknown(section, name, entry)
            else:
                self.removed[section].setdefault(name, entry.where)
        elif known is None:
            self.entries[section][name] = entry
        else:
            self.entries[section][name] = Entry(self._over(known.node, entry.node), known.where)

    def _unknown(self, section: str, name: str, entry: Entry) -> None:
        fault = f"there is no {NAMED[section]} {shown(name)} to change"
        self.problems.append(
            Problem(entry.where, fault, cure_for(name, self.entries[section], "names here"), code="CARC-E007")
        )

    def _over(self, old: Node, new: Node) -> Node:
        """Lay one value over another, and note a dispute when neither file may change the other."""
        if not (old.is_mapping and new.is_mapping) and old.value != new.value:
            _, other, _ = self.disputes.pop(id(old), (old, old.where, None))
            unrelated = [where for where in (old.where, other) if not self._may_follow(new.where, where)]
            if unrelated:
                fault = f"this changes what {unrelated[0]} says, and neither module needs the other"
                cure = "Write a variant that extends both and says which holds."
                self.disputes[id(new)] = (new, unrelated[0], Problem(new.where, fault, cure, code="CARC-E009"))
        return laid_over(old, new, self._over)

    def _may_follow(self, later: Where, earlier: Where) -> bool:
        return later.file == earlier.file or self.may_follow(later.file, earlier.file)

    def finished(self) -> Merged:
        """Give every entry with `like` what it inherits, and leave out what was switched off."""
        self.problems += [problem for _, _, problem in self.disputes.values()]
        entries: dict[str, dict[str, Entry]] = {}
        removed: dict[str, frozenset[str]] = {}
        for section, names in self.entries.items():
            gone = set(self.removed[section])
            entries[section] = {}
            for name, entry in names.items():
                whole = _inherited(section, name, names, gone, self.problems) if _like(entry.node) else entry.node
                if whole is not None and name not in gone:
                    entries[section][name] = Entry(whole, entry.where)
                elif whole is None:
                    gone.add(name)
            removed[section] = frozenset(gone)
        return Merged(entries, removed, {section: tuple(nodes) for section, nodes in self.listed.items()})


def laid_over(old: Node, new: Node, inner: Callable[[Node, Node], Node] | None = None) -> Node:
    """Lay one value over another: mappings join key by key, anything else replaces, and `off` removes a key.

    >>> from carcassonne.read.source import read_text
    >>> old, new = (read_text(text, "x.yaml", []) for text in ("{a: {b: 1, c: 2}}", "{a: {b: off, d: 3}}"))
    >>> {key: node.value for key, node in laid_over(old, new).value["a"].value.items()}
    {'c': '2', 'd': '3'}
    """
    if not (isinstance(old.value, Mapping) and isinstance(new.value, Mapping)):
        return new
    values, places = dict(old.value), dict(old.key_where)
    for key, node in new.value.items():
        if node.value == OFF:
            values.pop(key, None)
            places.pop(key, None)
        elif key in values:
            values[key] = (inner or laid_over)(values[key], node)
        else:
            values[key], places[key] = node, new.key_where[key]
    return Node(MappingProxyType(values), old.where, MappingProxyType(places))


def _like(node: Node) -> Node | None:
    return node.value.get("like") if isinstance(node.value, Mapping) else None


def _inherited(
    section: str, name: str, names: Mapping[str, Entry], gone: set[str], problems: list[Problem]
) -> Node | None:
    """Follow `like` from entry to entry; None when one of them is off, unknown or names itself."""
    chain = [name]
    while (like := _like(names[chain[-1]].node)) is not None:
        parent = like.value if isinstance(like.value, str) else ""
        thing = f"{NAMED[section]} {chain[-1]!r}"
        if parent not in names:
            cure = cure_for(parent, set(names) - {chain[-1]}, "names here")
            problems.append(
                Problem(like.where, f"{thing}: there is no {shown(parent)} to be like", cure, code="CARC-E010")
            )
            return None
        if parent in chain:
            circle = " → ".join((*chain[chain.index(parent) :], parent))
            problems.append(Problem(like.where, f"{thing} is like itself: {circle}", code="CARC-E011"))
            return None
        if parent in gone:
            return None
        if len(chain) == MOST_LIKE:
            problems.append(
                Problem(like.where, f"{thing}: 'like' follows more than {MOST_LIKE} names", code="CARC-E011")
            )
            return None
        chain.append(parent)
    node = names[chain[-1]].node
    for child in reversed(chain[:-1]):
        node = laid_over(node, names[child].node)
    assert isinstance(node.value, Mapping)
    values = {key: value for key, value in node.value.items() if key != "like"}
    return Node(MappingProxyType(values), names[name].node.where, node.key_where)
