"""Names that one part of a file uses and another defines: looked up, each wrong one with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import attrs

from carcassonne.errors import Problem
from carcassonne.read.source import Node, as_list, cure_for, found, shown

IF_THERE = "?"
ANY = "any"
"""The group of all feature kinds in play."""


@attrs.frozen
class Known:
    """The names of one sort that may be used.

    noun: what they are called in a message, such as "feature kind"; plural, if not with an s.
    names: those in play. removed: those an option switched off, which are passed over in silence.
    groups: names that stand for several.
    """

    noun: str
    names: Collection[str]
    removed: Collection[str] = ()
    groups: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    plural: str = ""

    def expand(self, name: str) -> tuple[str, ...] | None:
        """Return what a name stands for: itself, the members of a group, nothing if off, None if unknown."""
        if name in self.names:
            return (name,)
        if name in self.groups:
            return self.groups[name]
        return () if name in self.removed else None


def with_groups(kinds: Known, groups: Iterable[tuple[str, tuple[str, ...]]]) -> Known:
    """The feature kinds with the groups that files name, and with that of all of them."""
    named = {ANY: tuple(kinds.names)} | dict(groups)
    return attrs.evolve(kinds, groups={name: each for name, each in named.items() if name not in kinds.names})


def one_name(node: Node, what: str, known: Known, problems: list[Problem]) -> str | None:
    """Read one name; None when it is unknown, which is reported, or switched off."""
    if not isinstance(node.value, str) or not node.value:
        problems.append(Problem(node.where, f"{what}: expected a {known.noun}, found {found(node)}", code="CARC-E013"))
        return None
    if node.value in known.groups:
        problems.append(
            Problem(node.where, f"{what}: expected one {known.noun}, found the group {node.value!r}", code="CARC-E013")
        )
        return None
    meant = known.expand(node.value)
    if meant is None:
        _report_unknown(node, node.value, what, attrs.evolve(known, groups={}), problems)
    return meant[0] if meant else None


def some_names(node: Node, what: str, known: Known, problems: list[Problem]) -> tuple[str, ...]:
    """Read one name or a list of names; a group stands for its members.

    A name that ends in `?` need not be in play: `[unfinished, goods?]`. Names switched off are left out.
    """
    nodes = (node,) if isinstance(node.value, str) else as_list(node, what, problems) or ()
    meant: dict[str, None] = {}
    for item in nodes:
        if not isinstance(item.value, str) or not item.value:
            problems.append(
                Problem(item.where, f"{what}: expected a {known.noun}, found {found(item)}", code="CARC-E013")
            )
            continue
        name = item.value.removesuffix(IF_THERE)
        names = known.expand(name)
        if names is None and name == item.value:
            _report_unknown(item, name, what, known, problems)
        if name in meant:
            problems.append(Problem(item.where, f"{what}: {shown(name)} stands there twice", code="CARC-F009"))
        meant |= dict.fromkeys(names or ())
    return tuple(meant)


def _report_unknown(node: Node, name: str, what: str, known: Known, problems: list[Problem]) -> None:
    cure = cure_for(name, (*known.names, *known.groups), f"{known.plural or known.noun + 's'} here")
    problems.append(Problem(node.where, f"{what}: unknown {known.noun} {shown(name)}", cure, code="CARC-E012"))
