"""The tile sets of the other expansions: they say what the table of facts says, and can be played."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from read.tile_samples import (
    DIGEST,
    FACTS,
    PROJECT,
    SHIPPED,
    drawing_of_row,
    facts_of,
    facts_of_row,
    facts_rows,
    plain,
    vocabulary_of,
    write_digest,
)

from carcassonne import load_rules
from carcassonne.errors import Problem
from carcassonne.read.drawings import HALVES, SIDES, Drawing, DrawnSegment, TileSet
from carcassonne.read.faces import finish_tile
from carcassonne.read.source import Node, read_source
from carcassonne.read.tiles import Vocabulary, count_of, read_tile_set, used_modules

BIG_BOX = {
    "inns-and-cathedrals:1": "inns-and-cathedrals-1.yaml",
    "inns-and-cathedrals:2": "inns-and-cathedrals-2.yaml",
    "traders-and-builders:1": "traders-and-builders-1.yaml",
    "traders-and-builders:2": "traders-and-builders-2.yaml",
    "flier:1": "flying-machines-1.yaml",
    "flier:2": "flying-machines-2.yaml",
    "ferries": "ferries-1.yaml",
    "goldmines": "goldmines-1.yaml",
    "mage-and-witch:1": "mage-and-witch-1.yaml",
    "mage-and-witch:2": "mage-and-witch-2.yaml",
    "robbers:1": "robbers-1.yaml",
    "robbers:2": "robbers-2.yaml",
    "corn-circles/1": "crop-circles-1.yaml",
    "corn-circles/2": "crop-circles-2.yaml",
    "river/2:1": "river-ii-1.yaml",
    "river/2:2": "river-ii-2.yaml",
}
FILES = list(BIG_BOX.values())

# What the tiles of each file show in all, copies counted.
INNS = {"tiles": 18, "inn": 6, "cathedral": 2, "pennant": 3, "cloister": 1}
TRADERS = {"tiles": 24, "wine": 9, "grain": 6, "cloth": 5, "cloister": 1}
CROPS = {"tiles": 6, "rake": 2, "club": 2, "shield": 2}
RIVER = {"tiles": 12, "river": 12, "spring": 1, "lake": 1, "fork": 1, "volcano": 1, "cloister": 1, "pennant": 1}
RIVER |= {"inn": 1, "pig-herd": 1}
TOTALS = {
    "inns-and-cathedrals-1.yaml": INNS,
    "inns-and-cathedrals-2.yaml": INNS | {"garden": 2},
    "traders-and-builders-1.yaml": TRADERS,
    "traders-and-builders-2.yaml": TRADERS | {"garden": 2},
    "flying-machines-1.yaml": {"tiles": 8, "flier": 8},
    "flying-machines-2.yaml": {"tiles": 8, "flier": 8, "garden": 1},
    "ferries-1.yaml": {"tiles": 8, "ferry": 8, "city": 3},
    "goldmines-1.yaml": {"tiles": 8, "gold": 8, "cloister": 4},
    "mage-and-witch-1.yaml": {"tiles": 8, "magic": 8, "city": 8},
    "mage-and-witch-2.yaml": {"tiles": 8, "magic": 8, "city": 8, "garden": 1},
    "robbers-1.yaml": {"tiles": 8, "bag": 8, "city": 3},
    "robbers-2.yaml": {"tiles": 8, "bag": 8, "city": 3, "garden": 1},
    "crop-circles-1.yaml": CROPS,
    "crop-circles-2.yaml": CROPS,
    "river-ii-1.yaml": RIVER,
    "river-ii-2.yaml": RIVER | {"garden": 1},
}

# How the table writes what stands on the whole tile, and how the files do.
TABLE_WORDS = {
    "lake": "ferry",
    "gold": "gold",
    "mage": "magic",
    "robbers": "bag",
    "crop=road": "club",
    "crop=field": "rake",
    "crop=city": "shield",
    "river-spring": "spring",
    "river-lake": "lake",
    "river-fork": "fork",
    "volcano": "volcano",
}


def read(file: str) -> tuple[Node, TileSet]:
    """A shipped file, read with the words of what it uses and of nothing else."""
    problems: list[Problem] = []
    node = read_source(PROJECT / "data" / "tiles" / file, problems, shown_as=file)
    assert node is not None
    tile_set = read_tile_set(node, vocabulary_of(used_modules(node, problems)), problems)
    assert [] == problems
    return node, tile_set


# A tile in the words of the table, with what stands on it and what comes together --------------


def sides_of(segment: DrawnSegment) -> str:
    return " ".join([segment.kind, *(SIDES[side] for side in segment.sides)])


def joins_of(drawing: Drawing) -> list[str]:
    """What comes together, by the sides it has, in an order that depends on nothing but the tile."""
    return sorted(" + ".join(sorted(sides_of(drawing.segments[number]) for number in group)) for group in drawing.joins)


def facts_of_drawing(drawing: Drawing, vocabulary: Vocabulary) -> dict[str, Any]:
    on_segments = [
        f"{sides_of(segment)}: {name} {value}"
        for segment in drawing.segments
        for name, value in segment.symbols
        if name != "pennant"
    ]
    on_tile = [f"tile: {name} {value}" for name, value in drawing.symbols]
    tile = finish_tile(drawing, vocabulary.kinds, vocabulary.symbols)
    on_fields = [
        f"field {' '.join(HALVES[half] for half in segment.ports)}: {name} {value}"
        for segment in tile.segments
        for name, value in (segment.symbols if segment.kind == "field" else ())
    ]
    return facts_of(tile) | {"symbols": sorted(on_segments + on_fields + on_tile), "joins": joins_of(drawing)}


def symbols_of_row(row: dict[str, str]) -> list[str]:
    found = []
    for kind, column in (("city", "cities"), ("road", "roads")):
        for cell in row[column].split("|"):
            sides, _, flags = cell.partition("[")
            ordered = " ".join([kind, *(side for side in SIDES if side in sides.split())])
            for flag in flags.rstrip("]").split(","):
                name = flag.strip().removeprefix("goods=")
                if name and not name.startswith(("pennants=", "castle-base=")):
                    found.append(f"{ordered}: {name} 1")
    for cell in row["fields"].split("|"):
        halves, _, flags = cell.partition(">")[0].partition("[")
        ordered = " ".join(half for half in HALVES if half in halves.split())
        found += [f"field {ordered}: {flag.strip()} 1" for flag in flags.rstrip("] ").split(",") if flag.strip()]
    for fact in map(str.strip, row["attributes"].split(";")):
        if fact.startswith("flier="):
            found.append(f"tile: flier {fact.removeprefix('flier=')}")
        elif fact in TABLE_WORDS:
            found.append(f"tile: {TABLE_WORDS[fact]} 1")
    return sorted(found)


def facts_of_whole_row(row: dict[str, str]) -> dict[str, Any]:
    """A row of the table in the form of `facts_of_drawing`; where fields are stated, nothing need meet."""
    drawing = drawing_of_row(row)
    joins = [] if drawing is None else joins_of(drawing)
    return facts_of_row(row) | {"symbols": symbols_of_row(row), "joins": joins}


def facts_of_file(file: str) -> dict[str, Any]:
    node, tile_set = read(file)
    vocabulary = vocabulary_of(used_modules(node, []))
    return {drawing.name.partition("/")[2]: facts_of_drawing(drawing, vocabulary) for drawing in tile_set.drawings}


def write_whole_digest() -> None:
    """Writes the digest for tests without the table: the base and river sets, then those of this file."""
    write_digest()
    parts = [DIGEST.read_text(encoding="utf-8").rstrip().removesuffix("}").rstrip()]
    for name, file in BIG_BOX.items():
        rows = {row["tile"]: facts_of_whole_row(row) for row in facts_rows() if row["set"] == name}
        lines = ",\n".join(f"  {json.dumps(tile)}: {json.dumps(facts)}" for tile, facts in rows.items())
        parts.append(f" {json.dumps(file)}: {{\n{lines}\n }}")
    DIGEST.write_text(",\n".join(parts) + "\n}\n", encoding="utf-8")


@pytest.mark.parametrize("file", FILES)
def test_tiles_say_what_the_digest_says(file: str) -> None:
    assert json.loads(DIGEST.read_text(encoding="utf-8"))[file] == facts_of_file(file)


@pytest.mark.skipif(not FACTS.is_file(), reason="the table of facts is not here")
@pytest.mark.parametrize("name", BIG_BOX)
def test_tiles_say_what_the_table_says(name: str) -> None:
    expected = {row["tile"]: facts_of_whole_row(row) for row in facts_rows() if row["set"] == name}
    assert expected
    assert expected == facts_of_file(BIG_BOX[name])


@pytest.mark.skipif(not FACTS.is_file(), reason="the table of facts is not here")
def test_the_digest_says_what_the_table_says() -> None:
    digest = json.loads(DIGEST.read_text(encoding="utf-8"))
    for name, file in BIG_BOX.items():
        assert digest[file] == {row["tile"]: facts_of_whole_row(row) for row in facts_rows() if row["set"] == name}


@pytest.mark.parametrize("file", FILES)
def test_totals_are_those_of_the_box(file: str) -> None:
    _, tile_set = read(file)
    assert TOTALS[file] == {name: number for name, number, _ in tile_set.totals}
    assert TOTALS[file] == {name: count_of(tile_set, name) for name in TOTALS[file]}
    assert TOTALS[file].get("garden", 0) == count_of(tile_set, "garden")


def test_every_other_tile_file_is_tested() -> None:
    there = {path.name for path in (PROJECT / "data" / "tiles").glob("*.yaml")}
    assert sorted(FILES) == sorted(name for name in there if name not in SHIPPED.values())


@pytest.mark.parametrize("file", FILES)
def test_the_schema_accepts_the_files(file: str) -> None:
    import jsonschema

    schema = PROJECT / "carcassonne" / "read" / "schemas" / "tiles.json"
    node, _ = read(file)
    jsonschema.validate(plain(node), json.loads(schema.read_text(encoding="utf-8")))


def test_arrows_are_five_straight_and_three_diagonal() -> None:
    """FM-7: an arrow shows one of eight directions."""
    for file in ("flying-machines-1.yaml", "flying-machines-2.yaml"):
        arrows = [dict(drawing.symbols)["flier"] for drawing in read(file)[1].drawings]
        assert sorted(arrows) == ["NW"] * 3 + ["W"] * 5


@pytest.mark.parametrize("name", [file[:-7] for file in FILES if file.endswith("-2.yaml") and "crop" not in file])
def test_editions_differ_in_gardens_only(name: str) -> None:
    """The second edition shows the same tiles; those with a garden say so in their name."""
    editions = []
    for edition in "12":
        tiles = {}
        for tile, facts in facts_of_file(f"{name}-{edition}.yaml").items():
            assert facts["garden"] == tile.endswith("-garden")
            tiles[tile.removesuffix("-garden")] = facts | {"garden": False}
        editions.append(tiles)
    assert editions[0] == editions[1]


# The tiles in play -----------------------------------------------------------------------------

IN_PLAY: list[tuple[str, dict[str, object], int]] = [
    ("inns-and-cathedrals", {"inns.edition": 1}, 90),
    ("inns-and-cathedrals", {"inns.edition": 2}, 90),
    ("traders-and-builders", {"traders.edition": 1}, 96),
    ("traders-and-builders", {"traders.edition": 2}, 96),
    ("flying-machines", {"flying_machines.edition": 1}, 80),
    ("flying-machines", {"flying_machines.edition": 2}, 80),
    ("ferries", {}, 80),
    ("goldmines", {}, 80),
    ("mage-and-witch", {"mage_witch.edition": 1}, 80),
    ("mage-and-witch", {"mage_witch.edition": 2}, 80),
    ("robbers", {"robbers.edition": 1}, 80),
    ("robbers", {"robbers.edition": 2}, 80),
    ("crop-circles", {"crop_circles.tile_set": "I"}, 78),
    ("crop-circles", {"crop_circles.tile_set": "II"}, 78),
    ("crop-circles", {"crop_circles.tile_set": "both"}, 84),
]


def play_to_the_end(*modules: str, options: Mapping[str, object], tiles: int) -> None:
    rules = load_rules("base", *modules, options=options)
    assert tiles == sum(tile.count for tile in rules.definitions.tiles)
    chance = random.Random(len(modules) + tiles)
    for seed in range(2):
        game = rules.new_game(players=2 + seed, seed=seed)
        while not game.is_over:
            game.push(chance.choice(game.legal_actions))
        assert game.tiles_left == 0


@pytest.mark.parametrize(("module", "options", "tiles"), IN_PLAY)
def test_games_with_the_tiles_end(module: str, options: Mapping[str, object], tiles: int) -> None:
    play_to_the_end(module, options=options, tiles=tiles)


def test_games_with_all_tiles_end() -> None:
    modules = list(dict.fromkeys(module for module, _, _ in IN_PLAY))
    options = {name: 2 for _, chosen, _ in IN_PLAY for name in chosen if name.endswith(".edition")}
    tiles = 72 + 12 + 18 + 24 + 8 * 5 + 12
    play_to_the_end("river", "abbot", *modules, options=options | {"crop_circles.tile_set": "both"}, tiles=tiles)


def test_set_two_of_the_crop_circles_is_the_default() -> None:
    """CC-A4: the set that was sold in parts, one tile a box."""
    names = {each.name for each in load_rules("base", "crop-circles").definitions.tile_sets}
    assert names == {"base", "crop-circles-2"}
