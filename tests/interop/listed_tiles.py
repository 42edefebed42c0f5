"""The tiles of a table of facts, one a row, as the tile XML that they come from."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import quoteattr

HALVES = dict(zip("Nw Ne En Es Se Sw Ws Wn".split(), "NL NR EL ER SL SR WL WR".split(), strict=True))
FLAGS = {"pennants": "pennants", "goods": "resource", "castle-base": "castle-base"}
LATER = ("Ne", "Es", "Sw", "Wn")  # of a side that two cities share, this half belongs to the second
NAMES = {"m": "monastery", "r": "road", "c": "city", "w": "river"}
ELEMENTS = {"gold": "goldmine", "lake": "ferry", "flier": "flying-machine", "crop": "corn-circle"}
ATTRIBUTES = {"flier": "direction", "crop": "type", "watchtower": "bonus", "acrobats": "direction"}

Row = dict[str, str]


def rows_of(table: Path) -> Iterator[Row]:
    """The rows that the other program has too."""
    with table.open(encoding="utf-8", newline="") as stream:
        yield from (row for row in csv.DictReader(stream) if row["jcz_id"])


def xml_of(rows: list[Row]) -> str:
    """All rows as one text: every tile once, and every set."""
    tiles = {row["jcz_id"]: _tile(row) for row in rows}
    sets: dict[str, list[str]] = {}
    for row in rows:
        sets.setdefault(row["set"], []).append(f"<ref tile={quoteattr(row['jcz_id'])} count='{row['count']}'/>")
    listed = "".join(f"<tile-set id={quoteattr(name)}>{''.join(refs)}</tile-set>" for name, refs in sets.items())
    return f"<defs><tiles>{''.join(tiles.values())}</tiles><sets>{listed}</sets></defs>"


def _tile(row: Row) -> str:
    marks = [mark for mark in row["attributes"].split("; ") if mark]
    groups = [mark.removeprefix("meets=").split("@")[0] for mark in marks if mark.startswith("meets=")]
    elements = []
    for letter, column in (("c", "cities"), ("r", "roads"), ("w", "rivers")):
        for number, text in enumerate(_items(row[column])):
            elements.append(_feature(NAMES[letter], text, _met(f"{letter}{number}", groups)))
    if row["cloister"]:
        special = {"shrine": " shrine='true'", "church": " church='true'", "cloister-abbot": " special='true'"}
        elements.append(f"<monastery{special.get(row['cloister'], '')}{_met('m', groups)}/>")
    cities = _items(row["cities"])
    elements += [_field(text, cities) for text in _items(row["fields"])]
    elements += [
        _thing(mark)
        for mark in marks
        if not re.match("meets=|ends=|crossing=|touch=|reach=|tunnel-mouths=|explicit|river-|wind-rose", mark)
    ]
    group = next((mark for mark in marks if mark.startswith("river-")), "river" if row["rivers"] else "")
    rose = next((f" wind-rose='{mark[10:]}'" for mark in marks if mark.startswith("wind-rose=")), "")
    name = f"id={quoteattr(row['jcz_id'])}" + (f" group={quoteattr(group)}" if group else "")
    return f"<tile {name}{rose}>{''.join(elements)}</tile>"


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split("|") if item.strip()]


def _met(name: str, groups: list[str]) -> str:
    letters = [chr(ord("a") + number) for number, group in enumerate(groups) if name in group.split("+")]
    return f" wagon-move='{' '.join(letters)}'" if letters else ""


def _feature(element: str, text: str, met: str) -> str:
    sides, _, flags = text.partition("[")
    attributes = ""
    for flag in filter(None, (flag.strip() for flag in flags.rstrip("]").split(","))):
        name, _, value = flag.partition("=")
        attributes += f" {FLAGS.get(name, name)}='{'false' if value == 'no' else value or 'true'}'"
    shared = [side for side in sides.split() if side in LATER]
    attributes += f" multi-edge='{shared[0][0]}'" if shared else ""
    named = " ".join(side[0] for side in sides.split() if side not in LATER)
    return f"<{element}{attributes}{met}>{named}</{element}>"


def _field(text: str, cities: list[str]) -> str:
    place, _, touched = text.partition(">")
    halves, _, flags = place.partition("[")
    attributes = "".join(f" {flag}='true'" for flag in flags.strip().rstrip("]").split())
    sides = [[side for side in city.split("[")[0].split() if side not in LATER] for city in cities]
    named = [sides[int(number)][0][0] for number in touched.split()]
    if named:
        attributes += f" city='{' '.join(named)}'"
    text = "I" if "inner" in halves else " ".join(HALVES[half] for half in halves.split())
    return f"<field{attributes}>{text}</field>"


def _thing(mark: str) -> str:
    name, _, value = mark.partition("=")
    element = ELEMENTS.get(name, name)
    attribute = ATTRIBUTES.get(name, "value")
    return f"<{element} {attribute}='{value.capitalize() if name == 'crop' else value}'/>" if value else f"<{element}/>"
