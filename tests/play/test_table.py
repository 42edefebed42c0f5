"""Laying, linking and cutting give the features of a flood fill, and everything can be taken back exactly."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle.pictures import Box
from oracle.settings import rules_with, times
from oracle.table import Name, Spot
from oracle.table import Table as Model

from carcassonne.compile.tiles import cell_number, cell_place
from carcassonne.play.journal import SEGMENT_COLUMNS, Column
from carcassonne.play.table import Table

RULES = rules_with(("base", "river", "abbot"))
TILES = RULES.tiles
BOX = Box(RULES.definitions.tiles)
ROADS = [
    name for name in TILES.names if name.startswith(("base/road", "base/city-cap-road", "river/river-straight-road"))
]
TWO_PARTS = [name for name in TILES.names if sum(s.kind in ("road", "city") for s in BOX.pictures[name][0].pieces) > 1]


def empty_table() -> Table:
    lists: list[Any] = [[] for _ in range(SEGMENT_COLUMNS)]
    return Table(TILES, [*lists, *({} for _ in range(SEGMENT_COLUMNS, Column.POSTS + 1))], {}, [])


class Pair:
    """The table and its model: a flood fill of the model's tiles, with the links laid over it."""

    def __init__(self) -> None:
        self.table = empty_table()
        self.model = Model(BOX, {})
        self.links: list[tuple[Spot, Spot]] = []
        self.standing: list[tuple[Spot, int]] = []

    def lay(self, name: str, x: int, y: int, turn: int) -> None:
        picture = BOX.pictures[name][turn]
        assert self.model.fits(picture, x, y)
        self.model = self.model.with_tile(picture, x, y)
        self.table.lay(TILES.turned[TILES.numbers[name]][turn], cell_number(x, y))

    def number(self, spot: Spot) -> int:
        x, y, kind, number = self.model.name(spot)
        turned, base = self.table.board[cell_number(x, y)]
        pairs = [(TILES.kinds.names[k], n) for k, n in zip(turned.kinds, turned.numbers, strict=True)]
        return base + pairs.index((kind, number))

    def name(self, segment: int) -> Name:
        turned, base = self.table.board[self.table.cells[segment]]
        position = segment - base
        kind = TILES.kinds.names[turned.kinds[position]]
        return *cell_place(self.table.cells[segment]), kind, turned.numbers[position]

    def link(self, a: Spot, b: Spot) -> None:
        self.links.append((a, b))
        self.table.link(self.number(a), self.number(b))

    def cut(self, number: int) -> None:
        a, b = self.links.pop(number)
        self.table.cut(self.number(a), self.number(b))

    def put(self, spot: Spot, piece: int) -> None:
        self.standing.append((spot, piece))
        self.table.put(piece, self.number(spot))

    def lift(self, number: int) -> None:
        spot, piece = self.standing.pop(number)
        self.table.lift(piece, self.number(spot))

    def groups(self) -> list[set[Spot]]:
        """All features, those that are linked together as one."""
        groups = [set(feature.spots) for feature in self.model.features]
        for a, b in self.links:
            one = next(group for group in groups if a in group)
            other = next(group for group in groups if b in group)
            if one is not other:
                one |= other
                groups.remove(other)
        return groups

    def agree(self) -> None:
        table, model = self.table, self.model
        groups = self.groups()
        group_of = {spot: number for number, group in enumerate(groups) for spot in group}
        for number, group in enumerate(groups):
            members = {self.number(spot) for spot in group}
            kind = model.name(next(iter(group)))[2]
            for spot in group:
                segment = self.number(spot)
                assert members == set(table.members(segment))
                assert len(list(table.members(segment))) == len(members)
                assert table.find(segment) in members
                assert table.find(segment) == table.find(min(members))
                assert TILES.kinds.names[table.kind(segment)] == kind
            one = min(members)
            pieces = {spot: model.tiles[spot[:2]].pieces[spot[2]] for spot in group}
            assert len({spot[:2] for spot in group}) == table.tiles_of(one)
            ends = sum(
                not any(True for other in model.beyond(spot) if side_between(spot, other) == side)
                for spot, piece in pieces.items()
                for side in piece.sides
            )
            if kind in ("road", "city"):
                assert ends == table.open_ends(one)
                assert (ends == 0) == table.is_complete(one)
                pennants = sum(piece.pennants for piece in pieces.values())
                assert pennants == table.count_of(one, TILES.counters.place("pennant"))
            elif kind in ("cloister", "garden"):
                around = model.neighbours(*next(iter(group))[:2])
                assert 8 - around == table.open_ends(one)
                assert (around == 8) == table.is_complete(one)
            else:
                assert not table.is_complete(one)
            if kind == "field":
                cities = {group_of[(x, y, city)] for (x, y, _), p in pieces.items() for city in p.cities}
                found = table.touched(one, TILES.kinds.names.index("city"))
                assert {self.group_number(groups, root) for root in found} == cities
                assert len(found) == len(cities)
            there = Counter((self.number(spot), piece) for spot, piece in self.standing if spot in group)
            assert there == Counter(table.holders[table.find(one)])
            assert number == group_of[next(iter(group))]
        self.agree_about_places()

    def group_number(self, groups: list[set[Spot]], segment: int) -> int:
        spot = self.model.spot(self.name(segment))
        return next(number for number, group in enumerate(groups) if spot in group)

    def agree_about_places(self) -> None:
        table = self.table
        assert [cell_number(x, y) for x, y in self.model.open_places] == sorted(table.frontier)
        by_demand: dict[int, set[int]] = {}
        for cell, demand in table.frontier.items():
            by_demand.setdefault(demand, set()).add(cell)
        assert by_demand == {demand: set(group) for demand, group in table.groups.items()}
        standing: dict[int, list[int]] = {}
        for spot, piece in self.standing:
            standing.setdefault(self.number(spot), []).append(piece)
        assert {segment: tuple(sorted(pieces)) for segment, pieces in standing.items()} == table.standing
        posts = {
            piece: [at for at, there in table.standing.items() for one in there if one == piece]
            for piece in table.posts
        }
        assert {piece: tuple(sorted(at)) for piece, at in posts.items()} == table.posts
        assert {piece for there in table.standing.values() for piece in there} == set(table.posts)

    def remember(self) -> Any:
        """A mark, and all that must be the same again."""
        table = self.table
        mark = len(table.journal.entries), len(table.parent)
        columns = [copy.copy(column) for column in table.columns]
        groups = {demand: dict(group) for demand, group in table.groups.items()}
        return mark, columns, groups, self.model, list(self.links), list(self.standing)

    def go_back(self, remembered: Any) -> None:
        mark, columns, groups, self.model, self.links, self.standing = remembered
        self.links, self.standing = list(self.links), list(self.standing)
        self.table.back(*mark)
        assert columns == self.table.columns
        assert groups == self.table.groups


def side_between(spot: Spot, other: Spot) -> int:
    return {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}[other[0] - spot[0], other[1] - spot[1]]


def random_step(pair: Pair, chance: random.Random, names: list[str]) -> None:
    """Lay a tile, link or cut two segments of one tile, put or lift a figure."""
    what = chance.choices(("lay", "link", "cut", "put", "lift"), (6, 4, 3, 2, 1))[0]
    model = pair.model
    if what == "lay" or not model.tiles:
        name = chance.choice(names)
        places = model.open_places or [(0, 0)]
        fitting = [(x, y, turn) for x, y in places for turn in range(4) if model.fits(BOX.pictures[name][turn], x, y)]
        if fitting:
            near = sorted(fitting, key=lambda at: -model.neighbours(at[0], at[1]))[: 1 + len(fitting) // 2]
            x, y, turn = chance.choice(near)
            pair.lay(name, x, y, turn)
    elif what == "link":
        x, y = chance.choice(sorted(model.tiles))
        pieces = model.tiles[x, y].pieces
        spots = [(x, y, position) for position, piece in enumerate(pieces) if piece.kind in ("road", "city")]
        for kind in ("road", "city"):
            same = [spot for spot in spots if pieces[spot[2]].kind == kind]
            if len(same) > 1:
                a, b = chance.sample(same, 2)
                pair.link(a, b)
                return
    elif what == "cut" and pair.links:
        pair.cut(chance.randrange(len(pair.links)))
    elif what == "put":
        x, y = chance.choice(sorted(model.tiles))
        pair.put((x, y, chance.randrange(len(model.tiles[x, y].pieces))), chance.randrange(9))
    elif what == "lift" and pair.standing:
        pair.lift(chance.randrange(len(pair.standing)))


@settings(max_examples=times(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    steps=st.integers(1, 60),
    names=st.sampled_from((ROADS, TWO_PARTS, list(TILES.names))),
    pairs=st.integers(1, 4),
)
def test_features_are_those_of_a_flood_fill_with_links(seed: int, steps: int, names: list[str], pairs: int) -> None:
    chance, pair = random.Random(seed), Pair()
    marks = []
    for step in range(steps):
        if chance.random() < 0.15:
            marks.append(pair.remember())
        if marks and chance.random() < 0.08:
            pair.go_back(marks.pop())
            pair.agree()
        random_step(pair, chance, names)
        if step % pairs == 0:
            pair.agree()
    pair.agree()
    while marks:
        pair.go_back(marks.pop())
    pair.agree()


def loop_with_junction() -> Pair:
    """Two junctions side by side, and roads that leave them."""
    pair = Pair()
    pair.lay("base/road-cross", 0, 0, 0)
    pair.lay("base/road-straight", 1, 0, 0)
    pair.lay("base/road-tee", 2, 0, 1)
    pair.lay("base/road-curve", 0, 1, 2)
    return pair


def spots_of(pair: Pair, x: int, y: int, kind: str) -> list[Spot]:
    return [(x, y, at) for at, piece in enumerate(pair.model.tiles[x, y].pieces) if piece.kind == kind]


def test_a_link_joins_two_roads_of_a_junction_and_a_cut_parts_them() -> None:
    pair = loop_with_junction()
    pair.agree()
    roads = spots_of(pair, 0, 0, "road")
    pair.link(roads[0], roads[1])
    pair.agree()
    assert pair.table.find(pair.number(roads[0])) == pair.table.find(pair.number(roads[1]))
    pair.cut(0)
    pair.agree()
    assert pair.table.links == {}
    assert pair.table.find(pair.number(roads[0])) != pair.table.find(pair.number(roads[1]))


def test_a_linked_tile_counts_once() -> None:
    pair = loop_with_junction()
    roads = spots_of(pair, 0, 0, "road")
    tiles = pair.table.tiles_of(pair.number(roads[1]))
    for a, b in ((0, 1), (1, 2), (2, 3)):
        pair.link(roads[a], roads[b])
        pair.agree()
    assert pair.table.tiles_of(pair.number(roads[1])) == 4
    for _ in range(3):
        pair.cut(0)
        pair.agree()
    assert pair.table.tiles_of(pair.number(roads[1])) == tiles


def test_two_links_of_the_same_segments_need_two_cuts() -> None:
    pair = loop_with_junction()
    a, b = spots_of(pair, 0, 0, "road")[:2]
    pair.link(a, b)
    pair.link(b, a)
    pair.cut(0)
    pair.agree()
    assert pair.table.find(pair.number(a)) == pair.table.find(pair.number(b))
    pair.cut(0)
    pair.agree()
    assert pair.table.find(pair.number(a)) != pair.table.find(pair.number(b))
    assert pair.table.links == {}


def test_figures_stay_on_their_segments_when_a_road_is_cut() -> None:
    pair = loop_with_junction()
    a, b = spots_of(pair, 0, 0, "road")[:2]
    pair.link(a, b)
    pair.put(a, 3)
    pair.put(b, 4)
    pair.agree()
    assert len(pair.table.holders[pair.table.find(pair.number(a))]) == 2
    pair.cut(0)
    pair.agree()
    assert pair.table.holders[pair.table.find(pair.number(a))] == ((pair.number(a), 3),)
    assert pair.table.holders[pair.table.find(pair.number(b))] == ((pair.number(b), 4),)
