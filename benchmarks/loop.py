"""A base game for two random players, by hand, with nothing general in it: the yardstick of the engine.

No actions, events, options, undo or rules as data: lists, dicts and strings only. A turn draws a tile, lists
every legal placement and takes one at random, stands a follower on one of the free segments or on none, and
pays what is completed; the end pays what is unfinished, and the fields. Only the tiles come from the library.

    python benchmarks/loop.py [GAMES]
"""

from __future__ import annotations

import random
import sys
import time

import attrs

from carcassonne.read.drawings import Tile
from carcassonne.read.expansions import read_rules

SIZE = 256
STEPS = (-SIZE, 1, SIZE, -1)
NEIGHBOURS = (-SIZE - 1, -SIZE, -SIZE + 1, -1, 1, SIZE - 1, SIZE, SIZE + 1)
ORIGIN = SIZE * SIZE // 2 + SIZE // 2
CITY, ROAD, CLOISTER, FIELD = range(4)
KINDS = {"city": CITY, "road": ROAD, "cloister": CLOISTER, "field": FIELD}
LETTERS = {"city": "C", "road": "R", "field": "F"}
START = "base/city-cap-road-straight"


@attrs.frozen
class Turned:
    """A tile in one of its four orientations.

    `links[side]` pairs each segment that touches the side with the port opposite; `at[port]` is the segment
    there (ports 0..3 are sides, 4..11 half sides); `offers[side]` is what the neighbour there has to show.
    """

    edges: str
    offers: tuple[str, str, str, str]
    kinds: tuple[int, ...]
    ends: tuple[int, ...]
    pennants: tuple[int, ...]
    touches: tuple[tuple[int, ...], ...]
    closing: tuple[int, ...]
    cloister: int
    at: tuple[int, ...]
    links: tuple[tuple[tuple[int, int], ...], ...]


@attrs.frozen
class Tables:
    """Everything that is worked out before the first game; `fits` is filled as demands are met."""

    bag: tuple[int, ...]
    start: int
    turned: tuple[Turned, ...]
    fits: tuple[dict[str, tuple[int, ...]], ...]
    demands: dict[str, tuple[dict[str, str], ...]]


def base_tiles() -> tuple[Tile, ...]:
    """Return the tiles of the base game as the library reads them."""
    return read_rules(["base"]).tiles


def turn(tile: Tile, quarters: int) -> Turned:
    """Turn a tile clockwise by `quarters`."""
    at = [-1] * 12
    links: list[list[tuple[int, int]]] = [[], [], [], []]
    for number, segment in enumerate(tile.segments):
        if segment.kind == "field":
            for half in segment.ports:
                here = (half + 2 * quarters) % 8
                side, first = here // 2, here % 2
                at[4 + here] = number
                links[side].append((number, 4 + 2 * ((side + 2) % 4) + 1 - first))
        else:
            for port in segment.ports:
                here = (port + quarters) % 4
                at[here] = number
                links[here].append((number, (here + 2) % 4))
    kinds = tuple(KINDS[segment.kind] for segment in tile.segments)
    edges = "".join(LETTERS[tile.edges[(side - quarters) % 4]] for side in range(4))
    return Turned(
        edges=edges,
        offers=(edges[0], edges[1], edges[2], edges[3]),
        kinds=kinds,
        ends=tuple(len(segment.ports) for segment in tile.segments),
        pennants=tuple(dict(segment.symbols).get("pennant", 0) for segment in tile.segments),
        touches=tuple(
            tuple(n for n in segment.touches if kinds[n] == CITY) if segment.kind == "field" else ()
            for segment in tile.segments
        ),
        closing=tuple(number for number, kind in enumerate(kinds) if kind in (CITY, ROAD)),
        cloister=kinds.index(CLOISTER) if CLOISTER in kinds else -1,
        at=tuple(at),
        links=tuple(map(tuple, links)),
    )


def prepare(tiles: tuple[Tile, ...], start: str = START) -> Tables:
    """Work out the tables for a set of tiles; `start` is the name of the tile that lies first."""
    numbers = {tile.name: number for number, tile in enumerate(tiles)}
    bag = [number for number, tile in enumerate(tiles) for _ in range(tile.count)]
    bag.remove(numbers[start])
    return Tables(
        bag=tuple(bag),
        start=numbers[start],
        turned=tuple(turn(tile, quarters) for tile in tiles for quarters in range(4)),
        fits=tuple({} for _ in tiles),
        demands={},
    )


def fitting(tables: Tables, tile: int, demand: str) -> tuple[int, ...]:
    """Work out once which orientations of a tile show what a place demands; a dot demands nothing."""
    found = tables.fits[tile][demand] = tuple(
        quarters
        for quarters in range(4)
        if all(
            wanted in (".", edge) for wanted, edge in zip(demand, tables.turned[4 * tile + quarters].edges, strict=True)
        )
    )
    return found


def demanded(tables: Tables, demand: str) -> tuple[dict[str, str], ...]:
    """Work out once what a demand becomes when a neighbour at some side shows some edge."""
    found = tables.demands[demand] = tuple(
        {edge: demand[:side] + edge + demand[side + 1 :] for edge in "CRF"} for side in range(4)
    )
    return found


def play(tables: Tables, rng: random.Random) -> list[int]:
    """Play one game and return its scores."""
    turned, demands, uniform = tables.turned, tables.demands, rng.random
    bag = list(tables.bag)
    rng.shuffle(bag)
    board: dict[int, Turned] = {}  # cell -> tile
    first: dict[int, int] = {}  # cell -> its first segment
    wanted: dict[int, str] = {}  # open cell -> demand
    places: dict[str, dict[int, bool]] = {}  # demand -> open cells
    waiting: dict[int, int] = {}  # cell of an unfinished cloister -> its segment
    # One entry a segment; those of a root speak for its feature.
    parent: list[int] = []
    kinds: list[int] = []
    ends: list[int] = []
    cells: list[set[int]] = []
    pennants: list[int] = []
    touches: list[list[int]] = []
    owners: list[list[int]] = []
    scores, supply = [0, 0], [7, 7]

    def root_of(segment: int) -> int:
        while parent[segment] != segment:
            segment = parent[segment]
        return segment

    def pay(root: int, points: int) -> None:
        standing = owners[root]
        if standing:
            reds = sum(standing)
            blues = len(standing) - reds
            supply[0] += blues
            supply[1] += reds
            if blues >= reds:
                scores[0] += points
            if reds >= blues:
                scores[1] += points
            owners[root] = []

    def want(cell: int, demand: str) -> None:
        wanted[cell] = demand
        if demand in places:
            places[demand][cell] = True
        else:
            places[demand] = {cell: True}

    def settle(cell: int) -> str:
        demand = wanted.pop(cell)
        group = places[demand]
        del group[cell]
        if not group:
            del places[demand]
        return demand

    def join(mine: int, theirs: int) -> None:
        a, b = root_of(mine), root_of(theirs)
        if a == b:
            ends[a] -= 2
            return
        if len(cells[a]) < len(cells[b]):
            a, b = b, a
        parent[b] = a
        ends[a] += ends[b] - 2
        cells[a] |= cells[b]
        pennants[a] += pennants[b]
        owners[a] += owners[b]
        touches[a] += touches[b]

    def lay(cell: int, tile: Turned) -> int:
        base = len(parent)
        board[cell] = tile
        first[cell] = base
        for number, kind in enumerate(tile.kinds):
            parent.append(base + number)
            kinds.append(kind)
            ends.append(tile.ends[number])
            cells.append({cell})
            pennants.append(tile.pennants[number])
            touches.append([base + other for other in tile.touches[number]])
            owners.append([])
        for side in range(4):
            other = cell + STEPS[side]
            if other in board:
                at, start = board[other].at, first[other]
                for number, port in tile.links[side]:
                    join(base + number, start + at[port])
            else:
                demand = settle(other) if other in wanted else "...."
                after = demands.get(demand) or demanded(tables, demand)
                want(other, after[side ^ 2][tile.offers[side]])
        return base

    def finish(cell: int, tile: Turned, base: int) -> None:
        paid = []
        for number in tile.closing:
            root = root_of(base + number)
            if not ends[root] and root not in paid:
                paid.append(root)
                rate = 2 if kinds[root] == CITY else 1
                pay(root, rate * (len(cells[root]) + pennants[root]))
        if tile.cloister >= 0:
            waiting[cell] = base + tile.cloister
        if waiting:
            for near in (cell, *[cell + step for step in NEIGHBOURS]):
                if near in waiting and all(near + step in board for step in NEIGHBOURS):
                    pay(waiting.pop(near), 9)

    lay(ORIGIN, turned[4 * tables.start])
    player = 0
    for number in bag:
        fits = tables.fits[number]
        choices = []
        for demand, group in places.items():
            quarters = fits.get(demand)
            if quarters is None:
                quarters = fitting(tables, number, demand)
            if quarters:
                choices += [(cell, quarter) for cell in group for quarter in quarters]
        if not choices:
            continue
        cell, quarter = choices[int(uniform() * len(choices))]
        tile = turned[4 * number + quarter]
        settle(cell)
        base = lay(cell, tile)
        if supply[player]:
            free = [root for root in map(root_of, range(base, len(parent))) if not owners[root]]
            chosen = int(uniform() * (len(free) + 1))
            if chosen < len(free):
                owners[free[chosen]].append(player)
                supply[player] -= 1
        finish(cell, tile, base)
        player = 1 - player

    for cell, segment in waiting.items():
        pay(segment, 1 + sum(cell + step in board for step in NEIGHBOURS))
    for segment, root in enumerate(parent):
        if segment == root and owners[segment]:
            kind = kinds[segment]
            if kind == FIELD:
                near = {root_of(city) for city in touches[segment]}
                pay(segment, 3 * sum(not ends[city] for city in near))
            elif kind != CLOISTER:
                pay(segment, len(cells[segment]) + pennants[segment])
    return scores


def measure(tables: Tables, games: int, seed: int = 1) -> tuple[float, float]:
    """Return games per second of processor time, and the mean score of a player."""
    rng = random.Random(seed)
    for _ in range(50):
        play(tables, rng)
    begin = time.process_time()
    total = sum(sum(play(tables, rng)) for _ in range(games))
    return games / (time.process_time() - begin), total / games / 2


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    speed, mean = measure(prepare(base_tiles()), number)
    print(f"{speed:.0f} games per second, mean score {mean:.1f} a player")
