"""The oracle itself gives the numbers of the digests' worked examples, on tables laid by hand."""

from __future__ import annotations

import pytest
from oracle.game import OracleGame
from oracle.pictures import Box, turned
from oracle.settings import rules_with
from oracle.table import Feature, Table

TILES = rules_with(("base", "river")).definitions.tiles
Laid = list[tuple[str, int, int, int]]


def game_on(laid: Laid, *, options: tuple[tuple[str, str], ...] = (), players: int = 4) -> OracleGame:
    rules = rules_with(("base", "river"), options)
    game = OracleGame(rules.definitions.tiles, rules.names, rules.options, players)
    game.table = Table(game.box, {(x, y): game.box.pictures[name][turn] for name, x, y, turn in laid})
    for (x, y), picture in game.table.tiles.items():
        assert game.table.fits(picture, x, y), (x, y)
    return game


def feature(game: OracleGame, x: int, y: int, kind: str, side: int | None = None, half: int | None = None) -> Feature:
    for position, piece in enumerate(game.table.tiles[x, y].pieces):
        if piece.kind == kind and (side is None or side in piece.sides) and (half is None or half in piece.halves):
            return game.table.feature_at((x, y, position))
    raise KeyError((x, y, kind))


CAP, CORNER, TEE, STRAIGHT, CURVE = (
    "base/city-cap",
    "base/city-corner",
    "base/road-tee",
    "base/road-straight",
    "base/road-curve",
)
TWO = "base/two-city-caps-adjacent"


def test_four_turns_of_a_picture_are_the_picture() -> None:
    box = Box(TILES)
    for four in box.pictures.values():
        once_more = turned(four[3], 1)
        assert (four[0].edges, four[0].pieces, four[0].marks) == (
            once_more.edges,
            once_more.pieces,
            once_more.marks,
        )


def test_x_b1_a_road_of_four_tiles() -> None:
    game = game_on([(TEE, -1, 0, 0), ("base/city-cap-road-straight", 0, 0, 0), (STRAIGHT, 1, 0, 0), (TEE, 2, 0, 1)])
    road = feature(game, 1, 0, "road")
    assert (road.complete, game.points(road)) == (True, (4, "B-60"))


def test_x_b4_a_tile_with_two_segments_of_a_city_counts_once() -> None:
    game = game_on([(TWO, 0, 0, 0), (CORNER, 0, -1, 3), (CORNER, -1, -1, 2), (CORNER, -1, 0, 1)])
    city = feature(game, 0, 0, "city")
    assert (len(city.spots), city.tiles, city.complete, game.points(city)) == (5, 4, True, (8, "B-61"))


def test_x_b20_a_loop_of_four_curves_is_complete() -> None:
    game = game_on([(CURVE, 0, 0, 3), (CURVE, 1, 0, 0), (CURVE, 1, 1, 1), (CURVE, 0, 1, 2)])
    road = feature(game, 0, 0, "road")
    assert (road.complete, game.points(road)) == (True, (4, "B-60"))
    inner = [field for field in game.fields() if len(field.spots) == 4]
    assert len(inner) == 2
    assert len({spot for field in inner for spot in field.spots}) == 8


def test_x_b21_both_ends_at_one_junction() -> None:
    game = game_on([(TEE, 0, 0, 3), (CURVE, 0, -1, 3), (CURVE, 1, -1, 0), (CURVE, 1, 0, 1)])
    loop, other = feature(game, 0, 0, "road", side=0), feature(game, 0, 0, "road", side=2)
    assert loop is feature(game, 0, 0, "road", side=1)
    assert (loop.complete, game.points(loop)) == (True, (4, "B-60"))
    assert (other.complete, game.points(other)) == (False, (1, "B-91"))


@pytest.mark.parametrize(("value", "points"), [("4", 4), ("2", 2)])
def test_x_b22_a_city_of_two_tiles(value: str, points: int) -> None:
    game = game_on([(CAP, 0, 0, 0), (CAP, 0, -1, 2)], options=(("base.tiny_city_points", value),))
    assert game.points(feature(game, 0, 0, "city"))[0] == points


@pytest.mark.parametrize(
    ("value", "scores"), [("third", [6, 3, 0, 0]), ("second", [3, 3, 0, 0]), ("first", [4, 0, 0, 0])]
)
def test_x_b24_a_road_into_a_city_parts_two_fields(value: str, scores: list[int]) -> None:
    game = game_on(
        [
            ("base/city-three-sides-road-end", 0, 0, 0),
            (CAP, 0, -1, 2),
            (CAP, -1, 0, 1),
            (CAP, 1, 0, 3),
            (STRAIGHT, 0, 1, 1),
        ],
        options=(("base.farm_scoring", value),),
    )
    city = feature(game, 0, 0, "city")
    assert (city.tiles, game.points(city)) == (4, (8, "B-61"))
    east, west, cap = (
        feature(game, 0, 0, "field", half=4),
        feature(game, 0, 0, "field", half=5),
        feature(game, -1, 0, "field"),
    )
    assert len({id(field) for field in (east, west, cap)}) == 3
    for field, player in ((east, 0), (west, 0), (cap, 1)):
        game.standing[min(field.spots)] = player, "meeple"
    game.score_end()
    assert game.scores == scores


def test_x_rv20_the_spring_joins_its_banks() -> None:
    laid = [("river/river-spring", 0, 0, 0), ("river/river-straight", 1, 0, 0)]
    assert len(game_on(laid).fields()) == 1
    assert len(game_on(laid, options=(("river.spring_lake_field", "split"),)).fields()) == 2


def test_x_rv22_only_the_outer_bank_borders_the_city() -> None:
    game = game_on([("river/city-corner-river-bend", 0, 0, 0), (CAP, 0, -1, 2), (CAP, -1, 0, 1)])
    assert game.points(feature(game, 0, 0, "city")) == (6, "B-61")
    banks = [field for field in game.fields() if any(spot[:2] == (0, 0) for spot in field.spots)]
    assert sorted(len(game.table.cities_along(bank)) for bank in banks) == [0, 1]


def test_x_rv24_a_bridge_carries_the_road_over_the_river() -> None:
    game = game_on([("river/river-straight-road-straight", 0, 0, 0), (TEE, -1, 0, 3), (TEE, 1, 0, 1)])
    road = feature(game, 0, 0, "road")
    assert (road.complete, game.points(road)) == (True, (3, "B-60"))
    assert sum(piece.kind == "field" for piece in game.table.tiles[0, 0].pieces) == 4


RIVER = "river/river-straight"
BEND = "river/river-bend"


@pytest.mark.parametrize(
    ("laid", "alternate", "immediate"),
    [
        ([(BEND, 1, 0, 0)], True, True),  # X-RV1
        ([(BEND, 1, 0, 0), (BEND, 1, 1, 1)], False, False),  # X-RV2
        ([(BEND, 1, 0, 0), (BEND, 1, 1, 2)], True, True),  # X-RV3
        ([(BEND, 1, 0, 0), (RIVER, 1, 1, 1), (BEND, 1, 2, 1)], False, True),  # X-RV4
        ([(BEND, 1, 0, 0), (RIVER, 1, 1, 1), (BEND, 1, 2, 2), (BEND, 2, 2, 0)], True, True),  # X-RV5
        ([(BEND, 1, 0, 1)], True, True),  # X-RV6
    ],
)
def test_x_rv1_to_6_which_bends_may_follow_each_other(laid: Laid, alternate: bool, immediate: bool) -> None:
    for value, expected in (("alternate", alternate), ("immediate", immediate), ("none", True)):
        rules = rules_with(("base", "river"), (("river.uturn", value), ("base.farmers", "off")))
        draws = [name for name, *_ in laid]
        game = OracleGame(rules.definitions.tiles, rules.names, rules.options, 1, draws)
        for name, x, y, turn in laid:
            game.play(f"draw {name}")
            text = f"place {name} at {x},{y} turned {turn}"
            is_last = not game.draws
            assert (text in game.legal()) == (expected or not is_last), (value, text)
            if text in game.legal():
                game.play(text)
