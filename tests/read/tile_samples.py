"""What the tests of tiles share: the shipped files, the table of facts, and one way to write a tile down."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from carcassonne.errors import Problem, Where
from carcassonne.read.definitions import FeatureKind, Symbol
from carcassonne.read.drawings import HALVES, SIDES, Drawing, DrawnSegment, Tile, TileSet
from carcassonne.read.relations import CORNERS
from carcassonne.read.source import Node, read_source, read_text
from carcassonne.read.tiles import Vocabulary, read_tile_set

PROJECT = Path(__file__).resolve().parents[2]
FACTS = PROJECT.parent / "shared" / "facts" / "tiles.csv"
DIGEST = PROJECT / "tests" / "facts_digest.json"
NOWHERE = Where("sample.yaml", 1, 1)
SHIPPED = {
    "basic:1": "base-1.yaml",
    "basic:2": "base-2.yaml",
    "river/1:1": "river-1.yaml",
    "river/1:2": "river-2.yaml",
    "river/1:3": "river-3.yaml",
}


def kind(name: str, borders: str, *, divides: bool = True) -> FeatureKind:
    return FeatureKind(name, borders, "never", name[0].upper(), divides, NOWHERE)


def symbol(name: str, *places: str, value: str = "count") -> Symbol:
    return Symbol(name, places, value, NOWHERE)


KINDS = {
    each.name: each
    for each in (
        kind("city", "whole side"),
        kind("road", "middle"),
        kind("river", "middle"),
        kind("cloister", "nothing"),
        kind("garden", "nothing"),
        kind("field", "gaps"),
    )
}
SYMBOLS = {
    each.name: each
    for each in (
        symbol("pennant", "city"),
        symbol("inn", "road"),
        symbol("spring", "tile"),
        symbol("lake", "tile"),
        symbol("gold", "tile"),
        symbol("flier", "tile", value="direction"),
        symbol("crop", "tile", value="word"),
    )
}
VOCABULARY = Vocabulary(KINDS, SYMBOLS)


def vocabulary_of(modules: Iterable[str]) -> Vocabulary:
    """What the shipped expansions declare, as far as tiles are concerned."""
    kinds: dict[str, FeatureKind] = {}
    symbols: dict[str, Symbol] = {}
    for module in modules:
        problems: list[Problem] = []
        node = read_source(PROJECT / "data" / "expansions" / f"{module}.yaml", problems)
        assert node is not None, problems
        keys = plain(node)
        for name, words in keys.get("features", {}).items():
            kinds[name] = kind(name, words["borders"], divides=words.get("divides", "true") == "true")
        for name, words in keys.get("symbols", {}).items():
            places = words["on"] if isinstance(words["on"], list) else [words["on"]]
            symbols[name] = symbol(name, *places, value=words.get("value", "count"))
    return Vocabulary(kinds, symbols)


def tiles_from(text: str, file: str = "sample.yaml") -> tuple[TileSet | None, list[Problem]]:
    """A tile set read from a text, with the problems found."""
    problems: list[Problem] = []
    node = read_text(text, file, problems)
    return (None if node is None else read_tile_set(node, VOCABULARY, problems)), problems


def drawing_of(line: str) -> Drawing:
    """The drawing of one tile that must be without fault, as in `{city: N, road: E-W}`."""
    tile_set, problems = tiles_from(f"tiles: sample\nset:\n  it: {line}\n")
    assert [] == problems
    assert tile_set is not None
    return tile_set.drawings[0]


def shipped(name: str) -> TileSet:
    problems: list[Problem] = []
    node = read_source(PROJECT / "data" / "tiles" / name, problems, shown_as=name)
    assert node is not None
    tile_set = read_tile_set(node, VOCABULARY, problems)
    assert [] == problems
    return tile_set


def plain(node: Node) -> Any:
    """A tree of nodes as plain values."""
    if isinstance(node.value, str):
        return node.value
    if isinstance(node.value, tuple):
        return [plain(item) for item in node.value]
    return {key: plain(item) for key, item in node.value.items()}


# One tile as the table of facts writes it ------------------------------------------------------


def facts_of(tile: Tile) -> dict[str, Any]:
    """A finished tile in the words of the table, in an order that depends on nothing but the tile."""
    letters = {"city": "C", "road": "R", "river": "I", "field": "F"}
    cities = [number for number, segment in enumerate(tile.segments) if segment.kind == "city"]

    def sides(name: str) -> list[str]:
        found = [segment for segment in tile.segments if segment.kind == name]
        return sorted(" ".join(SIDES[port] for port in segment.ports) for segment in found)

    def fields() -> list[str]:
        found = []
        for segment in tile.segments:
            if segment.kind == "field":
                halves = " ".join(HALVES[port] for port in segment.ports) or "inner"
                touched = [
                    " ".join(SIDES[port] for port in tile.segments[number].ports)
                    for number in segment.touches
                    if number in cities
                ]
                found.append(f"{halves} > {' | '.join(sorted(touched))}".rstrip(" >"))
        return sorted(found)

    return {
        "count": tile.count,
        "edges": "".join(letters[edge] for edge in tile.edges),
        "cities": sides("city"),
        "pennants": sorted(
            f"{' '.join(SIDES[port] for port in segment.ports)}: {dict(segment.symbols)['pennant']}"
            for segment in tile.segments
            if "pennant" in dict(segment.symbols)
        ),
        "roads": sides("road"),
        "rivers": sides("river"),
        "fields": fields(),
        "cloister": any(segment.kind == "cloister" for segment in tile.segments),
        "garden": any(segment.kind == "garden" for segment in tile.segments),
        "spring": "spring" in dict(tile.symbols),
        "lake": "lake" in dict(tile.symbols),
    }


def facts_rows() -> list[dict[str, str]]:
    with FACTS.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def _split(cell: str) -> list[tuple[str, str]]:
    """Segments of a cell: what stands before the square brackets, and what stands within."""
    parts = [part.partition("[") for part in cell.split("|")] if cell else []
    return [(sides.strip(), flags.rstrip("]")) for sides, _, flags in parts]


def facts_of_row(row: dict[str, str]) -> dict[str, Any]:
    """A row of the table in the form of `facts_of`."""

    def in_order(names: str) -> str:
        return " ".join(side for side in SIDES if side in names.split())

    cities = [(in_order(sides), flags) for sides, flags in _split(row["cities"])]
    fields = []
    for cell in row["fields"].split("|") if row["fields"] else []:
        halves, _, touched = cell.partition(">")
        halves = halves.partition("[")[0].strip()
        listed = " ".join(half for half in HALVES if half in halves.split()) or "inner"
        names = " | ".join(sorted(cities[int(number)][0] for number in touched.split()))
        fields.append(f"{listed} > {names}".rstrip(" >"))
    attributes = [fact.strip() for fact in row["attributes"].split(";")]
    return {
        "count": int(row["count"]),
        "edges": row["edges"],
        "cities": sorted(sides for sides, _ in cities),
        "pennants": sorted(
            f"{sides}: {flag.strip().removeprefix('pennants=')}"
            for sides, flags in cities
            for flag in flags.split(",")
            if flag.strip().startswith("pennants=")
        ),
        "roads": sorted(in_order(sides) for sides, _ in _split(row["roads"])),
        "rivers": sorted(in_order(sides) for sides, _ in _split(row["rivers"])),
        "fields": sorted(fields),
        "cloister": row["cloister"] == "cloister",
        "garden": "garden" in attributes,
        "spring": "river-spring" in attributes,
        "lake": "river-lake" in attributes,
    }


def drawing_of_row(row: dict[str, str]) -> Drawing | None:
    """A row of the table as a person would draw it, or None where the picture does not tell the fields."""
    attributes = [fact.strip() for fact in row["attributes"].split(";")]
    if any(fact.startswith(("explicit-fields", "tunnel-mouths")) for fact in attributes):
        return None
    segments: list[DrawnSegment] = []
    numbers: dict[str, int] = {}
    for letter, name, column in (("c", "city", "cities"), ("r", "road", "roads"), ("w", "river", "rivers")):
        for index, (names, _) in enumerate(_split(row[column])):
            if not set(names.split()) <= set(SIDES):
                return None
            numbers[f"{letter}{index}"] = len(segments)
            sides = tuple(SIDES.index(side) for side in names.split())
            segments.append(DrawnSegment(name, sides, (), NOWHERE))
    if row["cloister"]:
        numbers["m"] = len(segments)
        segments.append(DrawnSegment("cloister", (), (), NOWHERE))
    joins, reaches = [], []
    for fact in attributes:
        relation, _, names = fact.partition("=")
        if relation in ("meets", "crossing", "touch"):
            members = names.partition("@")[0].replace("x", "+").split("+")
            joins.append(tuple(numbers[member] for member in members))
        elif relation == "reach":
            which, _, corner = names.partition(":")
            if corner not in CORNERS:
                return None
            reaches.append((numbers[which], CORNERS.index(corner)))
    return Drawing(
        name=f"{row['set']}/{row['tile']}",
        count=int(row["count"]),
        pile="main",
        segments=tuple(segments),
        joins=tuple(joins),
        reaches=tuple(reaches),
        gaps=None,
        symbols=(),
        where=NOWHERE,
    )


def write_digest() -> None:
    """Writes the facts about the shipped sets into the digest that the tests use without the table."""
    digest: dict[str, dict[str, Any]] = {file: {} for file in SHIPPED.values()}
    for row in facts_rows():
        if row["set"] in SHIPPED:
            digest[SHIPPED[row["set"]]][row["tile"]] = facts_of_row(row)
    files = []
    for file, tiles in digest.items():
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(facts)}" for name, facts in tiles.items())
        files.append(f" {json.dumps(file)}: {{\n{lines}\n }}")
    DIGEST.write_text("{\n" + ",\n".join(files) + "\n}\n", encoding="utf-8")
