"""Files of tiles: the shipped ones say what the table of facts says, bad ones earn their messages."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from read.tile_samples import (
    DIGEST,
    FACTS,
    KINDS,
    NOWHERE,
    PROJECT,
    SHIPPED,
    SYMBOLS,
    VOCABULARY,
    drawing_of,
    facts_of,
    facts_of_row,
    facts_rows,
    plain,
    shipped,
    tiles_from,
    vocabulary_of,
)

from carcassonne.errors import DataError, Problem
from carcassonne.read.drawings import DrawnGap, DrawnSegment
from carcassonne.read.faces import finish_tile
from carcassonne.read.source import read_source, read_text
from carcassonne.read.tiles import count_of, read_tile_set, used_modules

BAD = sorted((PROJECT / "tests" / "bad_data" / "tiles").glob("*.yaml"))
SCHEMA = PROJECT / "carcassonne" / "read" / "schemas" / "tiles.json"


def finished_facts(file: str) -> dict[str, dict[str, Any]]:
    tile_set = shipped(file)
    return {
        drawing.name.partition("/")[2]: facts_of(finish_tile(drawing, KINDS, SYMBOLS)) for drawing in tile_set.drawings
    }


# The shipped files -----------------------------------------------------------------------------


@pytest.mark.parametrize("file", SHIPPED.values())
def test_shipped_tiles_say_what_the_digest_says(file: str) -> None:
    assert json.loads(DIGEST.read_text(encoding="utf-8"))[file] == finished_facts(file)


@pytest.mark.skipif(not FACTS.is_file(), reason="the table of facts is not here")
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tiles_say_what_the_table_says(name: str) -> None:
    expected = {row["tile"]: facts_of_row(row) for row in facts_rows() if row["set"] == name}
    assert expected
    assert expected == finished_facts(SHIPPED[name])


@pytest.mark.parametrize("file", SHIPPED.values())
def test_shipped_files_use_only_words_of_what_they_use(file: str) -> None:
    problems: list[Problem] = []
    node = read_source(PROJECT / "data" / "tiles" / file, problems)
    assert node is not None
    modules = used_modules(node, problems)
    tile_set = read_tile_set(node, vocabulary_of(modules), problems)
    assert [] == problems
    assert modules == tile_set.uses


@pytest.mark.parametrize("file", SHIPPED.values())
def test_shipped_files_promise_their_totals(file: str) -> None:
    tile_set = shipped(file)
    promised = {name: number for name, number, _ in tile_set.totals}
    assert promised["tiles"] == (72 if tile_set.name == "base" else 12)
    assert all(number == count_of(tile_set, name) for name, number in promised.items())
    assert promised.get("garden", 0) == count_of(tile_set, "garden")


def test_every_tile_file_is_tested() -> None:
    assert sorted(SHIPPED.values()) == sorted(
        path.name for path in (PROJECT / "data" / "tiles").glob("*.yaml") if path.name[:-7] in ("base", "river")
    )


# What a file may say ---------------------------------------------------------------------------


def test_a_tile_is_read_as_drawn() -> None:
    drawing = drawing_of("{count: 2, city: {at: W-N-E, pennant: 1}, road: S, meets: [[city, road]]}")
    assert drawing.name == "sample/it"
    assert drawing.count == 2
    assert drawing.pile == "main"
    assert [(each.kind, each.sides, each.symbols) for each in drawing.segments] == [
        ("city", (0, 1, 3), (("pennant", 1),)),
        ("road", (2,), ()),
    ]
    assert drawing.joins == ((0, 1),)
    assert drawing.gaps is None


def test_a_place_names_file_line_and_column() -> None:
    tile_set, _ = tiles_from("tiles: sample\nset:\n  cap:\n    city: N\n", "my.yaml")
    assert tile_set is not None
    assert str(tile_set.drawings[0].where) == "my.yaml:3:3"
    assert str(tile_set.drawings[0].segments[0].where) == "my.yaml:4:11"


def test_the_pile_of_a_tile_goes_before_that_of_the_file() -> None:
    tile_set, problems = tiles_from("tiles: sample\npile: river\nset: {a: {river: E-W}, b: {pile: lake}}\n")
    assert [] == problems
    assert tile_set is not None
    assert [drawing.pile for drawing in tile_set.drawings] == ["river", "lake"]


def test_symbols_of_a_tile_have_a_number_a_direction_or_a_word() -> None:
    drawing = drawing_of("{gold: true, lake: 2, flier: NW, crop: road}")
    assert drawing.symbols == (("gold", 1), ("lake", 2), ("flier", "NW"), ("crop", "road"))


def test_several_segments_of_a_kind_stand_in_a_list() -> None:
    drawing = drawing_of("{road: [N-S, {at: E-W, inn: true}], crosses: [[road 1, road 2]]}")
    where = [segment.where for segment in drawing.segments]
    assert drawing.segments == (
        DrawnSegment("road", (0, 2), (), where[0]),
        DrawnSegment("road", (1, 3), (("inn", 1),), where[1]),
    )
    assert drawing.joins == ((0, 1),)


def test_what_stands_there_joins_nothing_alone() -> None:
    assert drawing_of("{road: S, meets: [[road, farmhouse]]}").joins == ()
    assert drawing_of("{road: [S, W], touches: [[road 1, road 2, lake]]}").joins == ((0, 1),)


def test_corners_are_numbered_clockwise_from_the_north_east() -> None:
    assert drawing_of("{city: N, reaches: {city: [SE, SW]}}").reaches == ((0, 1), (0, 2))


def test_gaps_may_be_stated() -> None:
    drawing = drawing_of("{city: [N, S], gaps: [{at: [En, Es, Ws, Wn]}, {at: inner, touches: [city 1, city 2]}]}")
    assert drawing.gaps is not None
    assert [(gap.halves, gap.touches) for gap in drawing.gaps] == [((2, 3, 6, 7), ()), ((), (0, 1))]
    assert all(isinstance(gap, DrawnGap) for gap in drawing.gaps)
    assert drawing_of("{city: [W-N, E-S], gaps: none}").gaps == ()


def test_symbols_may_be_printed_on_what_is_not_drawn() -> None:
    vocabulary = vocabulary_of(["base", "traders-and-builders"])
    problems: list[Problem] = []
    lines = ["{road: E-W, field: {at: Se, pig-herd: true}}", "{count: 2, field: [{at: Nw, pig-herd: 2}]}"]
    text = "tiles: a\ntotals: {pig-herd: 5}\nset: {b: " + lines[0] + ", c: " + lines[1] + "}\n"
    node = read_text(text, "f.yaml", problems)
    assert node is not None
    tile_set = read_tile_set(node, vocabulary, problems)
    assert [] == problems
    assert [[(mark.half, mark.symbols) for mark in drawing.marks] for drawing in tile_set.drawings] == [
        [(4, (("pig-herd", 1),))],
        [(0, (("pig-herd", 2),))],
    ]
    assert schema_accepts(plain(node))


def test_the_words_of_yaml_stay_text() -> None:
    _, problems = tiles_from("tiles: no\nedition: 1.0\nset: {on: {city: N}, yes: {}, 0x1: {}}\n")
    assert [] == problems


def test_a_symbol_with_a_direction_stands_on_tiles_only() -> None:
    arrow = SYMBOLS["flier"].__class__("arrow", ("road",), "direction", NOWHERE)
    vocabulary = VOCABULARY.__class__(KINDS, {"arrow": arrow})
    problems: list[Problem] = []
    node = read_text("tiles: a\nset: {b: {road: {at: N, arrow: SE}}}", "f.yaml", problems)
    assert node is not None
    read_tile_set(node, vocabulary, problems)
    assert ["tile a/b: road 1, arrow: a symbol with a direction stands on tiles only"] == [
        problem.fault for problem in problems
    ]


# What a file must not say ----------------------------------------------------------------------


def message_of(path: Path) -> str:
    """The message that a bad file earns: every problem, in order of place."""
    problems: list[Problem] = []
    node = read_source(path, problems, shown_as=path.name)
    if node is not None:
        read_tile_set(node, vocabulary_of(used_modules(node, problems)), problems)
    return str(DataError(problems))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_earns_its_message(path: Path) -> None:
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == message_of(path) + "\n"
    assert message_of(path)


def test_there_are_bad_files() -> None:
    assert len(BAD) >= 30


@pytest.mark.parametrize(
    "text",
    [
        "tiles: a\nset:\n  b: {road: [" + "N, " * 19_000 + "N]}\n",
        "tiles: a\nset:\n  b: {road: [N, S], meets: [" + "[raod 1, raod 2], " * 6_000 + "]}\n",
        "tiles: a\nset:\n  b: {road: N, gaps: [" + "{at: Nw}, " * 6_000 + "]}\n",
        "tiles: a\nset:\n" + "".join(f"  t{n}: {{roab{n}: N}}\n" for n in range(6_000)),
        "tiles: a\nset:\n  b: {road: " + "N-" * 400_000 + "}\n",
        "tiles: a\nset:\n  b: {count: " + "9" * 900_000 + "}\n",
        "tiles: " + "a-" * 400_000 + "a\nset: {}\n",
        "tiles: a\nset:\n  " + "x" * 900 + ": {" + "y" * 900 + ": 1}\n",
    ],
    ids=["segments", "groups", "gaps", "unknown-words", "sides", "digits", "name", "keys"],
)
def test_a_hostile_file_is_refused_soon(text: str) -> None:
    start = time.process_time()
    _, problems = tiles_from(text)
    assert problems
    assert all(len(str(problem)) < 1000 for problem in problems)
    assert time.process_time() - start < 10  # far above what it takes, far below what it must not


WORDS = st.sampled_from(
    "N S E-W W-N-E N-N true no 1 -1 0 999 city road cloister field pennant inner none Nw SE".split()
)
KEYS = st.sampled_from(
    "tiles set uses totals pile edition a b city road cloister field pennant at count meets crosses touches "
    "reaches gaps flier".split()
)
TREES = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)


@given(tile=TREES)
def test_no_tile_breaks_the_reader(tile: Any) -> None:
    """Anything that is YAML ends in a tile set or in problems, and a tile without fault can be finished."""
    tile_set, problems = tiles_from(json.dumps({"tiles": "a", "set": {"b": tile}}))
    assert tile_set is not None
    if not problems:
        assert schema_accepts({"tiles": "a", "set": {"b": tile}})
        for drawing in tile_set.drawings:
            finish_tile(drawing, KINDS, SYMBOLS)


@given(file=TREES)
def test_no_file_breaks_the_reader(file: Any) -> None:
    tile_set, problems = tiles_from(json.dumps(file))
    assert problems or tile_set is not None
    assert problems or schema_accepts(file)


# The schema ------------------------------------------------------------------------------------


def schema_accepts(file: Any) -> bool:
    import jsonschema

    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema).is_valid(file)


def test_the_schema_is_a_schema() -> None:
    import jsonschema

    jsonschema.Draft202012Validator.check_schema(json.loads(SCHEMA.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", SHIPPED.values())
def test_the_schema_accepts_the_shipped_files(file: str) -> None:
    node = read_source(PROJECT / "data" / "tiles" / file, [])
    assert node is not None
    assert schema_accepts(plain(node))


STRUCTURAL = [
    "count-in-words",
    "count-negative",
    "count-too-long",
    "count-zero",
    "file-is-a-list",
    "file-key-unknown",
    "file-without-tiles",
    "gap-unknown-half",
    "gap-without-place",
    "corner-unknown",
    "crossing-of-three",
    "pile-in-capitals",
    "relation-is-no-list-of-lists",
    "relation-of-one",
    "segments-none",
    "segments-too-many",
    "set-empty",
    "set-is-a-list",
    "set-name-with-spaces",
    "side-is-a-list",
    "tile-is-a-text",
    "tile-name-in-capitals",
]


@pytest.mark.parametrize("name", STRUCTURAL)
def test_the_schema_refuses_what_has_the_wrong_form(name: str) -> None:
    node = read_source(PROJECT / "tests" / "bad_data" / "tiles" / f"{name}.yaml", [])
    assert node is not None
    assert not schema_accepts(plain(node))
