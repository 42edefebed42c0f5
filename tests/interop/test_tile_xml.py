"""Tile XML of JCloisterZone: read, written, and compared with the sets that are shipped."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from interop.listed_tiles import rows_of, xml_of

from carcassonne.checking.findings import check
from carcassonne.errors import DataError
from carcassonne.interop.jcloisterzone import TileFile, tiles_from_xml, tiles_to_xml
from carcassonne.interop.jcloisterzone.tile_words import vocabulary_of, words
from carcassonne.interop.jcloisterzone.tile_writing import read_own_tiles
from carcassonne.read.drawings import Tile
from carcassonne.read.expansions import check_file
from carcassonne.read.faces import finish_tile

ROOT = Path(__file__).resolve().parent.parent.parent
SHIPPED = sorted((ROOT / "data" / "tiles").glob("*.yaml"))
TABLE = ROOT.parent / "shared" / "facts" / "tiles.csv"
needs_table = pytest.mark.skipif(not TABLE.is_file(), reason="the table of tiles is not here")

Canonical = tuple[object, ...]


def canonical(tile: Tile, *, borders: bool) -> Canonical:
    """A tile whatever the order of its segments; `borders`: with the roads and rivers that a field touches."""

    def segment(number: int) -> tuple[object, ...]:
        one = tile.segments[number]
        others = [tile.segments[other] for other in one.touches]
        touched = sorted((other.kind, other.ports) for other in others if borders or other.kind == "city")
        return one.kind, one.ports, tuple(sorted(one.symbols)), tuple(touched)

    segments = tuple(sorted(map(segment, range(len(tile.segments)))))
    return tile.edges, tile.pile, tile.count, tuple(sorted(tile.symbols)), segments


def finished(text: str, name: str, *, borders: bool, search: Path | None = None) -> dict[str, Canonical]:
    """The tiles of a file of ours by name."""
    own = read_own_tiles(text, name, [search] if search else [])
    tiles = [finish_tile(each, own.vocabulary.kinds, own.vocabulary.symbols) for each in own.tile_set.drawings]
    return {tile.name: canonical(tile, borders=borders) for tile in tiles}


def one(xml: str | bytes, set_id: str = "") -> TileFile:
    (file,) = tiles_from_xml(xml, set_id=set_id)
    return file


def refused(xml: str | bytes) -> str:
    """What is said of a text that cannot be read, without the lines of it that are shown."""
    with pytest.raises(DataError) as raised:
        tiles_from_xml(xml)
    return "\n".join(f"{each.where.line}:{each.where.column} {each.fault}" for each in raised.value.problems)


def tile(inside: str, attributes: str = "") -> str:
    return f"<defs><tile id='XX/A'{attributes}>{inside}</tile></defs>"


# Our sets ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_sets_come_back_equal(path: Path) -> None:
    """With names, copies, piles, symbols, and all that each field touches; without a warning, and none stated anew."""
    text = path.read_text(encoding="utf-8")
    back = one(tiles_to_xml(text))
    assert () == back.warnings
    assert finished(text, path.name, borders=True) == finished(back.to_yaml(), "back", borders=True)
    assert text.count("gaps:") == back.to_yaml().count("gaps:")
    assert tiles_to_xml(back.to_yaml()) == tiles_to_xml(one(tiles_to_xml(back.to_yaml())).to_yaml())
    assert read_own_tiles(text, "").tile_set.edition == back.tile_set.edition


def test_written_as_a_person_would() -> None:
    yaml = one(tiles_to_xml((ROOT / "data" / "tiles" / "goldmines-1.yaml").read_text(encoding="utf-8"))).to_yaml()
    assert yaml == (
        "# 8 tiles, from goldmines of tiles.xml.\n"
        "tiles: goldmines\n"
        "uses: [base, goldmines]\n"
        "totals: {tiles: 8, gold: 8, cloister: 4}\n"
        "\n"
        "set:\n"
        "  cloister-road-curve:             {road: E-S, cloister: true, gold: true}   # GO/LRr\n"
        "  cloister-road-two-curves:        {road: [N-E, S-W], cloister: true, gold: true}   # GO/LRrRr\n"
        "  cloister-city-corner:            {city: W-N, cloister: true, gold: true}   # GO/LCc\n"
        "  cloister-city-corner-road-curve: {city: W-N, road: E-S, cloister: true, gold: true}   # GO/LCcRr\n"
        "  city-corner-road-curve:          {city: W-N, road: E-S, gold: true}   # GO/CcRr\n"
        "  city-band-road-bridge:           {city: E-W, road: N-S, gold: true, crosses: [[city, road]]}   # GO/CRcr\n"
        "  road-two-curves:                 {road: [W-N, E-S], gold: true}   # GO/RrRr\n"
        "  road-bridge-crossing:            {road: [N-S, E-W], gold: true, crosses: [[road 1, road 2]]}   # GO/RRrr.X\n"
    )


def test_every_word_of_the_table_is_declared_where_it_says() -> None:
    for name, word in words().symbols.items():
        assert word.on in vocabulary_of([word.module]).symbols[name].on
    for kind in words().kinds.values():
        assert kind.kind in vocabulary_of([kind.module]).kinds
    every = vocabulary_of({word.module for word in words().symbols.values()})
    assert sorted(words().symbols) == sorted(every.symbols)


# Their sets --------------------------------------------------------------------------------------

OURS = {
    "basic:1": "base-1",
    "basic:2": "base-2",
    "river/1:1": "river-1",
    "river/1:2": "river-2",
    "river/2:1": "river-ii-1",
    "river/2:2": "river-ii-2",
    "inns-and-cathedrals:1": "inns-and-cathedrals-1",
    "inns-and-cathedrals:2": "inns-and-cathedrals-2",
    "traders-and-builders:1": "traders-and-builders-1",
    "traders-and-builders:2": "traders-and-builders-2",
    "flier:1": "flying-machines-1",
    "flier:2": "flying-machines-2",
    "ferries": "ferries-1",
    "goldmines": "goldmines-1",
    "mage-and-witch:1": "mage-and-witch-1",
    "mage-and-witch:2": "mage-and-witch-2",
    "corn-circles/1": "crop-circles-1",
    "corn-circles/2": "crop-circles-2",
}


@pytest.fixture(scope="module")
def listed() -> dict[str, TileFile]:
    return {file.id: file for file in tiles_from_xml(xml_of(list(rows_of(TABLE))))}


@needs_table
@pytest.mark.parametrize("theirs", OURS)
def test_sets_of_both_programs_are_equal(listed: dict[str, TileFile], tmp_path: Path, theirs: str) -> None:
    """Tile by tile, copies included. Beyond ours they say only which caps are no base of a castle."""
    file = listed[theirs]
    (tmp_path / f"{file.module}.yaml").write_text(file.expansion_yaml(""), encoding="utf-8")
    assert {symbol.name for symbol in file.symbols} <= {"no-castle-base"}
    read = file.to_yaml().replace(", no-castle-base: true", "").replace("{at: N, no-castle-base: true}", "N")
    read = "\n".join(line for line in read.splitlines() if not line.startswith("totals:"))
    shipped = (ROOT / "data" / "tiles" / f"{OURS[theirs]}.yaml").read_text(encoding="utf-8")
    expected = finished(shipped, OURS[theirs], borders=False)
    assert expected == finished(read, theirs, borders=False, search=tmp_path)


@needs_table
def test_every_other_set_is_a_file_without_fault(listed: dict[str, TileFile], tmp_path: Path) -> None:
    """Sets of expansions that are not known here; few of their fields have to be stated."""
    assert 54 == len(listed)
    stated = []
    for number, file in enumerate(listed.values()):
        named = file.renamed(f"set-{number}")
        path = tmp_path / f"set-{number}.yaml"
        path.write_text(named.to_yaml(), encoding="utf-8")
        expansion = tmp_path / f"{named.module}.yaml"
        expansion.write_text(named.expansion_yaml(path.name), encoding="utf-8")
        assert [] == check_file(path, search=[tmp_path])
        stated += [each for each, drawn in zip(file.ids, file.tile_set.drawings, strict=True) if drawn.gaps is not None]
    assert {"AM/CCcc+", "AM/CCc+", "AM/CRcr+", "KR/CCcc", "CC.2/CcCc"} <= set(stated)
    assert set() == {each for each in stated if each.startswith("BA/")}
    assert 21 == len(set(stated))


# Words that are not known ------------------------------------------------------------------------

FAN = """\
<defs>
  <tiles>
    <tile id="fan/Gate" group="harbour">
      <city pennants="2" walls="true">N E</city>
      <road wagon-move="a" bush="W" toll="3">S</road>
      <monastery special="true" wagon-move="a"/>
      <field city="N" flowers="red blue">SR WL WR</field>
      <field city="E">SL</field>
      <fishhut>NW</fishhut>
      <gale direction="NE"/>
      <lighthouse/>
      <lighthouse/>
    </tile>
    <tile id="fan/plain"><field>NL NR EL ER SL SR WL WR</field><gale direction="S"/><modifier><deep/></modifier></tile>
  </tiles>
  <sets><tile-set id="my set:7"><ref tile="fan/Gate" count="2"/><ref tile="fan/plain"/></tile-set></sets>
  <expansion id="FAN"/>
</defs>
"""


def test_unknown_words_become_symbols() -> None:
    file = one(FAN)
    assert (
        file.to_yaml()
        == """\
# 3 tiles, from my set:7 of tiles.xml.
tiles: my-set
edition: 7
uses: [base, my-set-expansion]
totals: {tiles: 3, bush-w: 2, fishhut: 2, fishhut-at: 2, flowers-red-blue: 2, gale: 3, group: 2, lighthouse: 4, \
modifier: 1, pennant: 4, special: 2, toll: 6, walls: 2, cloister: 2}

set:
  cloister-city-corner-road-end-bush-w-pennant-special-toll:   # fan/Gate
    count: 2
    city: {at: N-E, pennant: 2, walls: true}
    road: {at: S, bush-w: true, toll: 3}
    cloister: {special: true}
    field: {at: Sw, flowers-red-blue: true}
    group: harbour
    fishhut: true
    fishhut-at: NW
    gale: NE
    lighthouse: 2
    meets: [[road, cloister]]
    touches: [[city, road]]
  plain: {gale: S, modifier: true}   # fan/plain
"""
    )
    assert (
        file.expansion_yaml("my-set.yaml")
        == """\
# Puts the tiles of my-set.yaml into play. No rule asks for the new symbols yet.
expansion: my-set-expansion
title: My set
needs: [base]

symbols:
  walls: {on: city}
  bush-w: {on: road}
  toll: {on: road}
  special: {on: cloister}
  flowers-red-blue: {on: field}
  group: {on: tile, value: word}
  fishhut: {on: tile}
  fishhut-at: {on: tile, value: direction}
  gale: {on: tile, value: direction}
  lighthouse: {on: tile}
  modifier: {on: tile}

tiles: {my-set: "my-set.yaml"}
"""
    )
    said = [f"{each.where.line} {each.fault}" for each in file.warnings]
    assert "5 unknown attribute 'toll' of road: kept as the symbol 'toll'" in said
    assert "10 unknown element 'gale', 2 times: kept as the symbol 'gale'" in said
    assert ["14 element 'deep': nothing here reads it", "17 element 'expansion': nothing here reads it"] == said[-2:]
    assert 13 == len(said)


# Faults ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        ("", "1:1 this is no XML: no element found"),
        ("<defs>", "1:7 this is no XML: no element found"),
        ("<defs></def>", "1:9 this is no XML: mismatched tag"),
        ("<html/>", "1:1 there are no tiles in it; it begins with <html>"),
        ("<defs><tile/></defs>", "1:7 tile: the attribute 'id' is missing"),
        ("<defs><tile id='a'/><tile id='a'/></defs>", "1:21 tile 'a' stands there twice"),
        (tile("<city>N</city><road>N</road>"), "1:37 tile 'XX/A': road: side N is held by another feature already"),
        (tile("<city>N X</city>"), "1:23 tile 'XX/A': city: expected its sides, found 'N X'"),
        (tile("<field>NL NX</field>"), "1:23 tile 'XX/A': field: expected half sides, found 'NX'"),
        (tile("<field>NL</field><field>NL</field>"), "1:40 tile 'XX/A': field: NL is part of two fields"),
        (tile("<field city='N'>NL</field>"), "1:23 tile 'XX/A': field: there is no city at 'N'"),
        (tile("<city>N</city><field>NL</field>"), "1:37 tile 'XX/A': field: NL lies in a city"),
        (
            tile("<city pennants='many'>N</city>"),
            "1:23 attribute 'pennants' of city: expected true or a number up to 99, found 'many'",
        ),
        (tile("<flying-machine direction='up'/>"), "1:23 element 'flying-machine': expected a direction, found 'up'"),
        (tile("", " max='x'"), "1:7 tile 'XX/A', max: expected a whole number, 1 or more, found 'x'"),
        (
            "<defs><tile id='a'/><tile-set id='s'><ref tile='b' count='1'/></tile-set></defs>",
            "1:38 tile-set 's': there is no tile 'b' in this file",
        ),
        (
            "<defs><tile id='a'/><tile-set id='s'><ref tile='a' count='0'/></tile-set></defs>",
            "1:38 tile-set 's', ref, count: expected a whole number from 1 to 999, found '0'",
        ),
        (tile("<road>N</road>" * 21), "1:7 tile 'XX/A': more than 20 features on one tile"),
    ],
)
def test_faults_have_a_place(xml: str, said: str) -> None:
    assert said == refused(xml)


LAUGHS = "<!DOCTYPE defs [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><defs><tile id='&b;'/></defs>"
OUTSIDE = "<!DOCTYPE defs [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><defs><tile id='a'>&x;</tile></defs>"


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        (LAUGHS, "1:16 a document type is not read, nor are the entities in it"),
        (OUTSIDE, "1:16 a document type is not read, nor are the entities in it"),
        ("<defs>&x;</defs>", "1:7 this is no XML: undefined entity"),
        ("<a>" * 31, "1:91 more than 30 elements in each other"),
        ("<defs>" + "<a/>" * 100_001, "1:400003 more than 100000 elements"),
        (" " * 5_000_001, "1:1 the file is longer than 5000000 bytes"),
        (b"<?xml version='1.0' encoding='no-such'?><defs/>", "1:1 this is no XML: unknown encoding: no-such"),
        (b"<defs>\xff</defs>", "1:7 this is no XML: not well-formed (invalid token)"),
        ("<defs>\ud800</defs>", None),
    ],
)
def test_hostile_texts_are_refused(xml: str | bytes, said: str | None) -> None:
    assert said in (None, refused(xml))


def test_other_encodings_are_read() -> None:
    text = (
        "<?xml version='1.0' encoding='{}'?><defs><tile id='é/é'><field>NL NR EL ER SL SR WL WR</field></tile></defs>"
    )
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        assert ("é/é",) == one(text.format(encoding).encode(encoding)).ids


def changed(text: str, rng: Random) -> str:
    """The text with a few changes of the kinds that people and broken programs make."""
    for _ in range(rng.randint(1, 3)):
        words_here = [*re.finditer(r"[\w/.:-]+", text)]
        word, other = rng.choice(words_here), rng.choice(words_here)
        match rng.randrange(6):
            case 0:
                text = text[: word.start()] + rng.choice("<>/\"'= &09axé\x00\n") + text[word.end() :]
            case 1:
                text = text[: word.start()] + text[word.end() :]
            case 2:
                text = text[: word.start()] + "<wagon a='1'>N</wagon>" + text[word.start() :]
            case 3 if rng.random() < 0.3:
                return text[: word.start()]
            case _:
                text = text[: word.start()] + other[0] + text[word.end() :]
    return text


def small_files() -> Iterator[str]:
    yield FAN
    for name in ("river-3", "ferries-1", "crop-circles-2"):
        yield tiles_to_xml((ROOT / "data" / "tiles" / f"{name}.yaml").read_text(encoding="utf-8"))


def test_changed_files_are_refused_or_good(tmp_path: Path) -> None:
    """Whatever is done to a file, it is refused with a place, or it becomes files that have no fault."""
    rng, files, good = Random(4), list(small_files()), 0
    for _ in range(400):
        xml = changed(rng.choice(files), rng)
        try:
            read = tiles_from_xml(xml)
        except DataError as error:
            assert all(each.where.line >= 1 and each.where.column >= 1 for each in error.problems)
            continue
        for file in read:
            good += 1
            path, expansion = tmp_path / "changed.yaml", tmp_path / "changed-expansion.yaml"
            named = file.renamed("changed")
            path.write_text(named.to_yaml(), encoding="utf-8")
            expansion.write_text(named.expansion_yaml(path.name), encoding="utf-8")
            assert [] == check_file(path, search=[tmp_path]), xml
    assert good > 20


def test_a_file_of_riddles_takes_no_time() -> None:
    """Pictures are tried so often and no oftener, however many tiles have fields that no picture tells."""
    riddle = (
        "<tile id='a/{}'><city>N</city><road>E</road><road>S</road><road>W</road>"
        "<field>EL SR</field><field>ER WL</field><field>SL WR</field></tile>"
    )
    xml = "<defs>" + "".join(riddle.format(number) for number in range(2_000)) + "</defs>"
    start = time.process_time()
    assert 2_000 == sum(drawing.gaps is not None for drawing in one(xml).tile_set.drawings)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("<tile/>" * 99_000, "1:700 tile: the attribute 'id' is missing"),
        ("".join(f"<tile id='{n}'/>" for n in range(2_001)), "1:1 there are more than 2000 tiles in it"),
        (
            "<tile id='a'/>" + "".join(f"<tile-set id='{n}'/>" for n in range(501)),
            "1:1 there are more than 500 sets in it",
        ),
        (
            "<tile id='a'>" + "".join(f"<word{n}/>" for n in range(501)) + "</tile>",
            "1:1 more than 500 attributes and elements that are not known here",
        ),
        ("".join(f"<tile id='{n}' count='x'/>" for n in range(2_000)), None),
    ],
)
def test_files_of_faults_take_no_time(inside: str, said: str | None) -> None:
    start = time.process_time()
    message = refused(f"<defs>{inside}</defs>")
    assert said in (None, message.splitlines()[-1]) and message.count("\n") < 100
    assert time.process_time() - start < 10


def test_warnings_are_not_without_end() -> None:
    tiles = "".join(f"<tile id='{n}'><field>NL</field></tile>" for n in range(150))
    file = one(f"<defs>{tiles}</defs>")
    assert 101 == len(file.warnings)
    assert "there are 50 more warnings like these" == file.warnings[-1].fault


def test_words_of_the_language_are_no_names_of_new_symbols(tmp_path: Path) -> None:
    """An attribute may be called as something that rules can ask for; what comes out is good all the same."""
    file = one('<defs><tile id="F/A"><city points="2" max="3">N</city><field>EL ER SL SR WL WR</field></tile></defs>')
    assert ["printed-points", "printed-max"] == [symbol.name for symbol in file.symbols]
    (tmp_path / "fan.yaml").write_text(file.renamed("fan").to_yaml(), encoding="utf-8")
    beside = tmp_path / f"{file.renamed('fan').module}.yaml"
    beside.write_text(file.renamed("fan").expansion_yaml("fan.yaml"), encoding="utf-8")
    assert () == check(tmp_path)
