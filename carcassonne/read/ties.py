"""Reads who wins, and what becomes of ties for the majority of a feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from carcassonne.errors import Problem
from carcassonne.read.definitions import Criterion, Tie
from carcassonne.read.fields import Fields, Reader
from carcassonne.read.merge import Entry, Merged
from carcassonne.read.sections import Declared
from carcassonne.read.source import Node

HOWS: Final = ("most", "least", "prefer")
PAYS: Final = ("all", "nobody", "split, rounded up", "split, rounded down")


def read_winner(merged: Merged, problems: list[Problem]) -> tuple[Criterion, ...]:
    """Read the section `winner`."""
    reader = Reader(merged, problems)

    def read(name: str, entry: Entry) -> Criterion | None:
        fields = reader.fields("winner", name, entry, (*HOWS, "after", "before", "rule"))
        how = _how(fields, HOWS)
        by, others = fields.phrase(how) if how else None, reader.known("winner")
        after, before = fields.names("after", others), fields.names("before", others)
        if by is None:
            return None
        return Criterion(
            name=name,
            how=how,
            by=by,
            after=after,
            before=before,
            rule=fields.text("rule"),
            where=entry.where,
            order_where=tuple(fields.nodes[key].where for key in ("after", "before") if key in fields),
        )

    return reader.all("winner", read)


def read_ties(merged: Merged, declared: Declared, problems: list[Problem]) -> tuple[Tie, ...]:
    """Read the section `ties`."""
    reader = Reader(merged, problems)
    pays = {name for name, entry in merged.entries["ties"].items() if _says_pay(entry.node)}

    def read(name: str, entry: Entry) -> Tie | None:
        fields = reader.fields("ties", name, entry, ("of", "if", *HOWS, "pay", "after", "over", "rule"), ("of",))
        before = len(problems)
        of = fields.names("of", declared.kinds)
        if "of" in fields and not of and len(problems) == before:
            return None  # all kinds that it speaks of are switched off
        how = _how(fields, (*HOWS, "pay"))
        return Tie(
            name=name,
            of=of,
            condition=fields.phrase("if"),
            how=how,
            by=fields.phrase(how) if how in HOWS else None,
            pay=fields.choice("pay", PAYS, ""),
            after=_same_layer(fields, "after", reader, pays),
            over=_same_layer(fields, "over", reader, pays),
            rule=fields.text("rule"),
            where=entry.where,
        )

    return reader.all("ties", read)


def _how(fields: Fields, hows: tuple[str, ...]) -> str:
    """The one key that tells players apart; "" where there is none, or where there are several."""
    given = [how for how in hows if how in fields]
    if fields.is_whole and len(given) != 1:
        expected = f"{', '.join(map(repr, hows[:-1]))} and {hows[-1]!r}"
        later = next((how for how in given if fields.nodes[how].where.file != fields.node.where.file), "")
        said = next((how for how in given if how != later), "")
        cure = f"What this is laid over says {said!r} already: write '{said}: off' beside it." if later and said else ""
        fields.report(later if cure else "", f"expected exactly one of {expected}", cure, code="CARC-E047")
    return given[0] if len(given) == 1 else ""


def _same_layer(fields: Fields, key: str, reader: Reader, pays: set[str]) -> tuple[str, ...]:
    """Read names of other ties: what is paid comes after all that tells players apart anyway."""
    names = fields.names(key, reader.known("ties"))
    for name in names:
        if (name in pays) != ("pay" in fields):
            does = "says 'pay'" if name in pays else "tells players apart"
            fault = f"{key!r} orders ties of one layer, but {name!r} {does}"
            fields.report(key, fault, "What is paid ('pay') always comes last.", code="CARC-E035")
    return names


def _says_pay(node: Node) -> bool:
    return isinstance(node.value, Mapping) and "pay" in node.value
