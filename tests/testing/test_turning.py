"""How scenarios read on a turned table."""

import pytest

import carcassonne
from carcassonne.testing.turning import Turning
from carcassonne.words.actions import Place, parse_action
from carcassonne.words.segments import Segment


@pytest.mark.parametrize(("quarters", "cell"), [(0, (2, -1)), (1, (1, 2)), (2, (-2, 1)), (3, (-1, -2))])
def test_cells_turn_clockwise(quarters: int, cell: tuple[int, int]) -> None:
    assert cell == Turning(quarters).cell(2, -1)


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("place base/road-tee at 2,-1 turned 3", "place base/road-tee at 1,2 turned 0"),
        ("blue lays base/road-tee at 2,-1 turned 0", "blue lays base/road-tee at 1,2 turned 1"),
        ("meeple on city 2 at 2,-1", "meeple on city 2 at 1,2"),
        ("recall: abbot on garden at 0,-1", "recall: abbot on garden at 1,0"),
        ("gold: 2,-1", "gold: 1,2"),
        ("red 4 for road at 2,-1 = 4 tiles × 1 (B-60)", "red 4 for road at 1,2 = 4 tiles × 1 (B-60)"),
        ("landings: road 1 and road 3 at 2,-1", "landings: road 1 and road 3 at 1,2"),
        ("space 3", "space 3"),
        ("pass", "pass"),
    ],
)
def test_places_inside_texts_turn(text: str, turned: str) -> None:
    assert turned == Turning(1).text(text)
    assert text == Turning(0).text(text)


@pytest.mark.parametrize("text", ["pass", "meeple on road 2 at 3,4", "place base/road-tee at 2,-1 turned 3"])
def test_four_quarters_are_none(text: str) -> None:
    once = Turning(1)
    action = parse_action(text)
    for _ in range(4):
        action = once.action(action)
    assert parse_action(text) == action
    assert text == Turning(4).text(text)


def test_segments_of_a_symmetric_tile_change_their_names() -> None:
    """Turned by half, the two caps look as before; the tile is then laid in its first turn."""
    tiles = carcassonne.load_rules("base").tiles
    half = Turning(2)
    half.note(Place("base/two-city-caps-facing", 1, 0, 0), tiles)
    assert Segment(-1, 0, "city", 2) == half.segment(Segment(1, 0, "city", 1))
    assert Segment(-1, 0, "city", 1) == half.segment(Segment(1, 0, "city", 2))
    quarter = Turning(1)
    quarter.note(Place("base/two-city-caps-facing", 1, 0, 0), tiles)
    assert Segment(0, 1, "city", 1) == quarter.segment(Segment(1, 0, "city", 1))


def test_segments_of_other_tiles_keep_their_names() -> None:
    tiles = carcassonne.load_rules("base").tiles
    for quarters in range(4):
        turning = Turning(quarters)
        turning.note(Place("base/road-tee", 0, 0, 2), tiles)
        assert Segment(0, 0, "road", 3) == turning.segment(Segment(0, 0, "road", 3))
