"""The face rule on tiles of our own and of the table of facts, and turning."""

from __future__ import annotations

from collections.abc import Collection

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from read.tile_samples import (
    FACTS,
    KINDS,
    NOWHERE,
    SHIPPED,
    SYMBOLS,
    drawing_of,
    drawing_of_row,
    facts_of,
    facts_of_row,
    facts_rows,
    kind,
    shipped,
)

from carcassonne.read.drawings import HALVES, SIDES, Drawing, DrawnMark, DrawnSegment, Tile
from carcassonne.read.faces import finish_tile, turn_tile

KINDS_WITH_OPEN_RIVER = {**KINDS, "river": kind("river", "middle", divides=False)}


def finish(line: str) -> Tile:
    return finish_tile(drawing_of(line), KINDS, SYMBOLS)


def gaps(tile: Tile) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (" ".join(HALVES[port] for port in segment.ports), segment.touches)
        for segment in tile.segments
        if segment.kind == "field"
    ]


# One tile a line: what is drawn, and the gap segments that follow, with the segments that each touches.
FACES = {
    "nothing at all": ("{}", [("Nw Ne En Es Se Sw Ws Wn", ())]),
    "a monastery alone": ("{cloister: true}", [("Nw Ne En Es Se Sw Ws Wn", ())]),
    "one end cuts nothing": ("{road: S}", [("Nw Ne En Es Se Sw Ws Wn", (0,))]),
    "a cap takes its side": ("{city: N}", [("En Es Se Sw Ws Wn", (0,))]),
    "a curve cuts": ("{road: S-W}", [("Nw Ne En Es Se Wn", (0,)), ("Sw Ws", (0,))]),
    "a full city leaves nothing": ("{city: N-E-S-W}", []),
    "two caps share the field between them": ("{city: [N, W]}", [("En Es Se Sw", (0, 1))]),
    "three sides and a cap, with a gap inside": ("{city: [W-N-E, S]}", [("", (0, 1))]),
    "four caps, with a gap inside": ("{city: [N, E, S, W]}", [("", (0, 1, 2, 3))]),
    "two corners, with a gap inside": ("{city: [W-N, E-S]}", [("", (0, 1))]),
    "a tee": (
        "{road: [E, S, W], meets: [[road 1, road 2, road 3, village]]}",
        [("Nw Ne En Wn", (0, 2)), ("Es Se", (0, 1)), ("Sw Ws", (1, 2))],
    ),
    "three road ends that do not meet": ("{road: [E, S, W]}", [("Nw Ne En Es Se Sw Ws Wn", (0, 1, 2))]),
    "a road to a gate": (
        "{city: W-N-E, road: S, meets: [[city, road]]}",
        [("Se", (0, 1)), ("Sw", (0, 1))],
    ),
    "a road that stops before the gate": ("{city: W-N-E, road: S}", [("Se Sw", (0, 1))]),
    "two gates, with the wall between them": (  # TB/CcRR.w
        "{city: W-N, road: [S, E], meets: [[city, road 1], [city, road 2]]}",
        [("En", (0, 2)), ("Es Se", (0, 1, 2)), ("Sw", (0, 1))],
    ),
    "one gate where two roads meet, away from the wall": (
        "{city: W-N, road: [S, E], meets: [[city, road 1, road 2]]}",
        [("En", (0, 2)), ("Es Se", (1, 2)), ("Sw", (0, 1))],
    ),
    "a bridge seen by its ends": (  # GO/RRrr.X
        "{road: [N-S, E-W]}",
        [("Nw Wn", (0, 1)), ("Ne En", (0, 1)), ("Es Se", (0, 1)), ("Sw Ws", (0, 1))],
    ),
    "a bridge that is written": (  # TB/RRC
        "{city: N, road: [W, S], meets: [[city, road 2]], crosses: [[road 1, road 2]]}",
        [("En Es Se", (0, 2)), ("Sw Ws", (1, 2)), ("Wn", (0, 1, 2))],
    ),
    "a bridge over the river to a monastery": (  # RI.1/LIRI
        "{cloister: true, river: E-W, road: S, meets: [[cloister, road]], crosses: [[road, river]]}",
        [("Nw Ne En Wn", (1,)), ("Es Se", (1, 2)), ("Sw Ws", (1, 2))],
    ),
    "a junction that a river runs through": (
        "{road: [N, S], river: E-W, meets: [[road 1, road 2]]}",
        [("Nw Wn", (0, 2)), ("Ne En", (0, 2)), ("Es Se", (1, 2)), ("Sw Ws", (1, 2))],
    ),
    "a road over a city": (  # GO/CRcr
        "{city: E-W, road: N-S}",
        [("Nw", (0, 1)), ("Ne", (0, 1)), ("Se", (0, 1)), ("Sw", (0, 1))],
    ),
    "a wall to the corner": ("{city: N, reaches: {city: SE}}", [("En Es", (0,)), ("Se Sw Ws Wn", (0,))]),
    "a wall to the corner and two gates": (  # TB/CcRR!.c
        "{city: W-N, road: [S, E], meets: [[city, road 1], [city, road 2]], reaches: {city: SE}}",
        [("En", (0, 2)), ("Es", (0, 2)), ("Se", (0, 1)), ("Sw", (0, 1))],
    ),
    "roads that end at one lake": (  # FR/CRRR
        "{city: N, road: [W, S, E], lake: true, touches: [[road 1, road 2, road 3, lake]]}",
        [("En Wn", (0, 1, 3)), ("Es Se", (2, 3)), ("Sw Ws", (1, 2))],
    ),
    "what touches one of two roads": (  # CC.2/RRRr
        "{road: [S-W, N, E], touches: [[road 2, road 3]]}",
        [("Nw Es Se Wn", (0, 1, 2)), ("Ne En", (1, 2)), ("Sw Ws", (0,))],
    ),
    "cities joined by what stands between them": (  # CC.2/CFC
        "{city: [N, S], touches: [[city 1, city 2]]}",
        [("En Es", (0, 1)), ("Ws Wn", (0, 1))],
    ),
    "no gap, because it says so": ("{city: [W-N, E-S], gaps: none}", []),
    "gaps as stated": (
        "{city: [N, S], gaps: [{at: [Ws, Wn], touches: [city 2]}, {at: [En, Es]}]}",
        [("En Es", ()), ("Ws Wn", (1,))],
    ),
}


@pytest.mark.parametrize("name", FACES)
def test_the_face_rule(name: str) -> None:
    line, expected = FACES[name]
    assert expected == gaps(finish(line))


@pytest.mark.skipif(not FACTS.is_file(), reason="the table of facts is not here")
def test_the_face_rule_on_every_tile_of_the_table() -> None:
    """All but those whose picture does not tell the fields: 16 designs, some in two editions."""
    rows = [row for row in facts_rows() if not set("*X") & set(row["edges"])]
    drawn = [(row, drawing) for row in rows if (drawing := drawing_of_row(row))]
    derived = {drawing.name: facts_of(finish_tile(drawing, KINDS, SYMBOLS))["fields"] for _, drawing in drawn}
    assert {drawing.name: facts_of_row(row)["fields"] for row, drawing in drawn} == derived
    assert len(rows) - len(drawn) == 21
    assert len(drawn) > 580


def test_the_border_is_the_kind_that_holds_the_side() -> None:
    assert finish("{city: N, road: E-S, garden: true}").edges == ("city", "road", "road", "field")


def test_segments_stand_as_drawn_and_gaps_last() -> None:
    tile = finish("{road: E-W, garden: true, city: {at: N, pennant: 1}}")
    assert [segment.kind for segment in tile.segments] == ["road", "garden", "city", "field", "field"]
    assert [segment.ports for segment in tile.segments] == [(1, 3), (), (0,), (2, 7), (3, 4, 5, 6)]
    assert tile.segments[2].symbols == (("pennant", 1),)


def test_what_is_not_in_play_is_left_out() -> None:
    drawing = drawing_of("{garden: true, lake: 1, gold: 1, city: {at: N, pennant: 1}, road: S, meets: [[city, road]]}")
    without = {name: each for name, each in KINDS.items() if name != "garden"}
    tile = finish_tile(drawing, without, {"gold"})
    assert [(segment.kind, segment.symbols) for segment in tile.segments] == [
        ("city", ()),
        ("road", ()),
        ("field", ()),
        ("field", ()),
    ]
    assert tile.segments[2].touches == (0, 1)
    assert tile.symbols == (("gold", 1),)


def test_a_mark_is_printed_on_the_gap_that_has_its_half_side() -> None:
    def marked(line: str, half: int, in_play: Collection[str] = ("herd",)) -> list[tuple[str, int]]:
        marks = (DrawnMark(half, (("herd", 1),), NOWHERE),)
        tile = finish_tile(attrs.evolve(drawing_of(line), marks=marks), KINDS, in_play)
        fields = [segment for segment in tile.segments if segment.kind == "field"]
        return [(HALVES[s.ports[0]] if s.ports else "inner", n) for s in fields for _, n in s.symbols]

    assert marked("{road: E-W}", HALVES.index("Es")) == [("Es", 1)]
    assert marked("{road: E-W}", HALVES.index("Ne")) == [("Nw", 1)]
    assert marked("{city: [N, E, S, W]}", -1) == [("inner", 1)]
    assert marked("{road: E-W, gaps: [{at: [Nw, Ne, En, Wn]}, {at: [Es, Se, Sw, Ws]}]}", 5) == [("Es", 1)]
    assert marked("{road: E-W}", 0, ()) == []


def test_marks_on_one_gap_add_up() -> None:
    marks = tuple(DrawnMark(half, (("herd", 1),), NOWHERE) for half in (0, 1, 4))
    tile = finish_tile(attrs.evolve(drawing_of("{road: E-W}"), marks=marks), KINDS, ("herd",))
    assert [dict(segment.symbols) for segment in tile.segments[1:]] == [{"herd": 2}, {"herd": 1}]
    turned = turn_tile(tile, 2, KINDS, SYMBOLS)
    assert [dict(segment.symbols) for segment in turned.segments[1:]] == [{"herd": 2}, {"herd": 1}]


def test_roads_still_meet_at_what_is_not_in_play() -> None:
    drawing = drawing_of("{garden: true, road: [E, W], meets: [[road 1, garden], [garden, road 2]]}")
    without = {name: each for name, each in KINDS.items() if name != "garden"}
    assert len(gaps(finish_tile(drawing, without, ()))) == 2


def test_without_a_gap_kind_there_are_no_gaps_and_bare_sides() -> None:
    kinds = {name: each for name, each in KINDS.items() if name != "field"}
    tile = finish_tile(drawing_of("{city: N, gaps: [{at: [En, Es, Se, Sw, Ws, Wn]}]}"), kinds, ())
    assert tile.edges == ("city", "", "", "")
    assert [segment.kind for segment in tile.segments] == ["city"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{river: E-W}", [("Nw Ne En Es Se Sw Ws Wn", (0,))]),
        ("{river: E-W, road: N-S}", [("Nw Sw Ws Wn", (0, 1)), ("Ne En Es Se", (0, 1))]),
        (
            "{river: E-W, road: S, city: N, meets: [[road, city]]}",
            [("En Es Se", (0, 1, 2)), ("Sw Ws Wn", (0, 1, 2))],
        ),
        ("{river: E, road: N-W, touches: [[road, river]]}", [("Nw Wn", (1,)), ("Ne En Es Se Sw Ws", (0, 1))]),
        (
            "{road: [N, S], river: E-W, crosses: [[road 1, river], [road 2, river]]}",
            [(" ".join(HALVES), (0, 1, 2))],
        ),
    ],
)
def test_what_does_not_divide_cuts_nothing(line: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    tile = finish_tile(drawing_of(line), KINDS_WITH_OPEN_RIVER, SYMBOLS)
    assert expected == gaps(tile)
    assert "river" in tile.edges


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{river: E, spring: true}", [("Nw Ne En Wn", (0,)), ("Es Se Sw Ws", (0,))]),
        ("{river: W, lake: true}", [("Nw Ne En Wn", (0,)), ("Es Se Sw Ws", (0,))]),
        ("{river: N}", [("Nw Sw Ws Wn", (0,)), ("Ne En Es Se", (0,))]),
        ("{river: E, city: W}", [("Nw Ne En", (0, 1)), ("Es Se Sw", (0, 1))]),
        (
            "{river: E, road: N-S}",
            [("Nw Wn", (1, 0)), ("Ne En", (0, 1)), ("Es Se", (0, 1)), ("Sw Ws", (0, 1))],
        ),
        (
            "{river: E, road: N-W, touches: [[road, river]]}",
            [("Nw Wn", (1,)), ("Ne En", (0, 1)), ("Es Se Sw Ws", (0, 1))],
        ),
        ("{river: S-W}", [("Nw Ne En Es Se Wn", (0,)), ("Sw Ws", (0,))]),
    ],
)
def test_split_banks_part_the_tile_from_side_to_side(line: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    tile = finish_tile(attrs.evolve(drawing_of(line), splits=("river",)), KINDS, SYMBOLS)
    assert [(halves, tuple(sorted(touches))) for halves, touches in expected] == gaps(tile)


# Turning ---------------------------------------------------------------------------------------


def test_a_quarter_turn_is_clockwise() -> None:
    tile = turn_tile(finish("{city: N, road: E-S, flier: NW}"), 1, KINDS, SYMBOLS)
    assert tile.edges == ("field", "city", "road", "road")
    assert [segment.ports for segment in tile.segments] == [(1,), (2, 3), (0, 1, 4, 7), (5, 6)]
    assert [segment.touches for segment in tile.segments[2:]] == [(0, 1), (1,)]
    assert tile.symbols == (("flier", "NE"),)


def test_words_and_numbers_do_not_turn() -> None:
    tile = finish("{crop: road, lake: 2, flier: N}")
    assert turn_tile(tile, 2, KINDS, SYMBOLS).symbols == (("crop", "road"), ("lake", 2), ("flier", "S"))


SHIPPED_TILES = [
    finish_tile(drawing, KINDS, SYMBOLS) for file in SHIPPED.values() for drawing in shipped(file).drawings
]


@pytest.mark.parametrize("tile", SHIPPED_TILES, ids=lambda tile: tile.name)
def test_four_turns_are_the_tile(tile: Tile) -> None:
    turned = tile
    for turns in range(1, 5):
        turned = turn_tile(turned, 1, KINDS, SYMBOLS)
        assert turned == turn_tile(tile, turns, KINDS, SYMBOLS)
        assert turned.name == tile.name
    assert tile == turned
    assert tile == turn_tile(tile, -4, KINDS, SYMBOLS)


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    """Any picture: each side held or free, some segments joined, a corner reached, an arrow."""
    holders: dict[str, list[int]] = {}
    for side in range(4):
        holders.setdefault(draw(st.sampled_from(["", "city a", "city b", "road a", "road b", "river a"])), []).append(
            side
        )
    holders.pop("", None)
    segments = [DrawnSegment(name.split()[0], tuple(sides), (), NOWHERE) for name, sides in holders.items()]
    numbers = st.integers(0, max(len(segments) - 1, 0))
    groups = st.lists(st.frozensets(numbers, min_size=2).map(lambda group: tuple(sorted(group))), max_size=2)
    reaches = st.lists(st.tuples(numbers, st.integers(0, 3)), max_size=1)
    return Drawing(
        name="any/tile",
        count=1,
        pile="main",
        segments=tuple(segments),
        joins=tuple(draw(groups)) if len(segments) > 1 else (),
        reaches=tuple(draw(reaches)) if segments else (),
        gaps=None,
        symbols=(("flier", draw(st.sampled_from(["N", "NE", "SW"]))),),
        where=NOWHERE,
        splits=draw(st.sampled_from([(), ("river",)])),
    )


def turned_drawing(drawing: Drawing) -> Drawing:
    """The picture turned by hand, a quarter clockwise."""
    return attrs.evolve(
        drawing,
        segments=tuple(
            attrs.evolve(segment, sides=tuple((side + 1) % 4 for side in segment.sides)) for segment in drawing.segments
        ),
        reaches=tuple((number, (corner + 1) % 4) for number, corner in drawing.reaches),
    )


def shape(tile: Tile) -> tuple[object, ...]:
    """A tile with its gaps in no order."""
    return tile.edges, sorted(tile.segments, key=repr)


@given(drawing=drawings())
def test_turning_the_picture_turns_the_tile(drawing: Drawing) -> None:
    tile = finish_tile(drawing, KINDS, SYMBOLS)
    assert shape(turn_tile(tile, 1, KINDS, SYMBOLS)) == shape(finish_tile(turned_drawing(drawing), KINDS, SYMBOLS))
    four = tile
    for _ in range(4):
        four = turn_tile(four, 1, KINDS, SYMBOLS)
    assert tile == four


@given(drawing=drawings(), open_river=st.booleans())
def test_every_free_half_side_lies_in_one_gap(drawing: Drawing, open_river: bool) -> None:
    tile = finish_tile(drawing, KINDS_WITH_OPEN_RIVER if open_river else KINDS, SYMBOLS)
    free = [half for half in range(8) if tile.edges[half // 2] != "city"]
    assert free == sorted(port for segment in tile.segments if segment.kind == "field" for port in segment.ports)
    for number, segment in enumerate(tile.segments):
        assert all(other < number and tile.segments[other].kind != "field" for other in segment.touches)
    touched = {other for segment in tile.segments for other in segment.touches}
    alone = {number for number, segment in enumerate(tile.segments) if len(segment.ports) == len(SIDES)}
    held = {number for number, segment in enumerate(tile.segments) if segment.kind != "field"}
    if free and not drawing.reaches:
        assert not {number for number in held - touched - alone if tile.segments[number].kind != "city"}
