"""Tiles as blocks, and where figures are shown on them."""

from __future__ import annotations

import pytest

import carcassonne
from carcassonne.report.picture import HEIGHT, WIDTH, Picture, picture


def drawn(name: str, turn: int = 0) -> Picture:
    rules = carcassonne.load_rules("base", "river", "abbot")
    return picture(rules, rules.tiles.turned[rules.tiles.numbers[name]][turn], {})


@pytest.mark.parametrize(
    ("name", "turn", "lines"),
    [
        ("base/city-full-pennant", 0, ("CCCCCCC", "CCCCpCC", "CCCCCCC")),
        ("base/city-three-sides-road-end", 0, ("CCCCCCC", "CCCCCCC", "...R...")),
        ("base/city-corner", 1, ("..CCCCC", ".....CC", ".......")),
        ("base/two-city-caps-adjacent", 0, ("..CCC..", "CC.....", ".......")),
        ("base/two-city-caps-facing", 1, (".......", "CC...CC", ".......")),
        ("base/city-band", 1, ("..CCC..", "..CCC..", "..CCC..")),
        ("base/road-cross", 0, ("...R...", "RR...RR", "...R...")),
        ("base/road-curve", 3, (".......", "...RRRR", "...R...")),
        ("base/cloister-road-end", 1, (".......", "RR.M...", ".......")),
        ("base/road-curve-garden", 0, (".....G.", "RRRR...", "...R...")),
        ("river/river-straight-road-straight", 0, ("...I...", "RRR+RRR", "...I...")),
        ("river/river-bend-road-curve", 0, ("...R...", "III.RRR", "...I...")),
        ("river/river-spring", 1, (".......", "...s...", "...I...")),
        ("river/city-cap-river-straight-road-end-opposite", 0, ("..CCC..", "IIIIIII", "...R...")),
    ],
)
def test_blocks(name: str, turn: int, lines: tuple[str, ...]) -> None:
    assert lines == drawn(name, turn).lines


def test_symbols_have_the_marks_they_are_given() -> None:
    rules = carcassonne.load_rules("base")
    turned = rules.tiles.turned[rules.tiles.numbers["base/city-band-pennant"]][0]
    assert (".......", "CCCC!CC", ".......") == picture(rules, turned, {"pennant": "!"}).lines


def test_every_segment_of_every_shipped_tile_has_a_place_for_a_figure_of_its_own() -> None:
    rules = carcassonne.load_rules("base", "river", "abbot")
    for turns in rules.tiles.turned:
        for turned in turns:
            found = picture(rules, turned, {})
            assert HEIGHT == len(found.lines) and {WIDTH} == {len(line) for line in found.lines}
            assert None not in found.anchors, turned.name
            assert turned.size == len(set(found.anchors)), turned.name
            for anchor, kind in zip(found.anchors, turned.kinds, strict=True):
                assert anchor is not None
                row, column = anchor
                name = rules.kinds.names[kind]
                assert found.cells[row][column][1] in (name, "symbol"), (turned.name, turned.turn, name)
