"""What looks suspicious about the tiles in play: tiles that fit nowhere, edges without a partner, twins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem
from carcassonne.read.definitions import FeatureKind
from carcassonne.read.drawings import SIDES, Tile, TileSegment, TileSet
from carcassonne.read.supplies import Setup
from carcassonne.read.tiles import count_of

CORNERS_TO_CLOSE: Final = 4
"""A closed shape has a piece at its north-west, north-east, south-west and south-east."""
TILES_AROUND: Final = 9
"""A tile with its eight neighbours."""
FEW_EDGES: Final = 24
"""Of a kind with more edges nobody expects that all of them find a neighbour."""


def suspicious_together(
    tiles: Sequence[Tile], features: Sequence[FeatureKind], setups: Sequence[Setup] = ()
) -> Iterator[Suspicion]:
    """Everything suspicious about tiles that are played together."""
    kinds = {feature.name: feature for feature in features}
    tiles = _in_game(tiles, setups)
    stranded = {each.name: each for each in _stranded(tiles, {setup.lay for setup in setups})}
    yield from stranded.values()
    layable = [tile for tile in tiles if tile.name not in stranded]
    closing = {name for name, kind in kinds.items() if kind.completes == "when closed" and kind.borders != "gaps"}
    alone = dict(_alone(layable, tiles, closing))
    yield from alone.values()
    ending = {segment.kind for tile in layable for segment in tile.segments if len(segment.ports) == 1}
    told = {kind for _, kind in alone} | {kind for tile in tiles if tile.name in stranded for kind in tile.edges}
    yield from _odd_ones_out(tiles, {name for name in closing | ending if name in kinds} - told)
    yield from _never_complete(tiles, kinds)


def suspicious_set(tile_set: TileSet, tiles: Sequence[Tile], features: Sequence[FeatureKind]) -> Iterator[Suspicion]:
    """Everything suspicious about the file of a set by itself; `tiles` are its finished tiles."""
    yield from _wrong_totals(tile_set)
    yield from _twins(tiles, {feature.name for feature in features if feature.borders == "gaps"})


def _wrong_totals(tile_set: TileSet) -> Iterator[Suspicion]:
    """Totals that the tiles of a file do not add up to."""
    for name, promised, where in tile_set.totals:
        if (counted := count_of(tile_set, name)) != promised:
            fault = f"totals, {name}: the file promises {promised}, its tiles show {counted}"
            cure = f"Write {name}: {counted}, or mend the tiles. Copies count, and so does every symbol on a tile."
            yield Suspicion(name, Problem(where, fault, cure, code="CARC-W007"))


# Edges -----------------------------------------------------------------------------------------


def _in_game(tiles: Iterable[Tile], setups: Iterable[Setup]) -> list[Tile]:
    """The tiles less the copies that leave the game before the first turn."""
    removed = Counter(setup.remove for setup in setups if setup.remove)
    left = (attrs.evolve(tile, count=tile.count - removed[tile.name]) if removed else tile for tile in tiles)
    return [tile for tile in left if tile.count > 0]


def _stranded(tiles: Sequence[Tile], start: Collection[str]) -> Iterator[Suspicion]:
    """Tiles to which no row of tiles leads from the start tile.

    Where the start tile is not known, any tile may be the first: then all that does not hang together with most tiles.
    """
    laid = [tile for tile in tiles if tile.name in start]
    first = {kind for tile in laid for kind in tile.edges}
    if laid and sum(tile.count for tile in tiles if not first.isdisjoint(tile.edges)) == len(laid) < len(tiles):
        fault = f"tile {laid[0].name}: the game begins with it, and nothing can be laid beside it"
        cure = "Give it an edge that others have, or begin with another tile: setup: {start tile: {lay: SET/TILE}}"
        yield Suspicion(laid[0].name, Problem(laid[0].where, fault, cure, code="CARC-W001"))
        return
    reached = _spread(first, tiles) if first else _largest(tiles)
    for tile in tiles if reached else ():
        if tile.name not in start and reached.isdisjoint(tile.edges):
            shown = " or ".join(dict.fromkeys(tile.edges))
            if tile.count > 1 or any(
                other is not tile and not set(other.edges).isdisjoint(tile.edges) for other in tiles
            ):
                why = f"no row of tiles leads from {'the start tile' if first else 'most tiles'} to an edge of {shown}"
            else:
                why = f"no other tile has an edge of {shown}"
            cure = "Give other tiles such an edge, or this one an edge that others have."
            problem = Problem(tile.where, f"tile {tile.name}: it can never be laid: {why}", cure, code="CARC-W001")
            yield Suspicion(tile.name, problem)


def _spread(kinds: Iterable[str], tiles: Sequence[Tile]) -> set[str]:
    """The kinds of edges that come onto the table, beginning with some."""
    reached, size = set(kinds), -1
    while len(reached) > size:
        size = len(reached)
        for tile in tiles:
            if not reached.isdisjoint(tile.edges):
                reached.update(tile.edges)
    return reached


def _largest(tiles: Sequence[Tile]) -> set[str]:
    """The kinds of edges of most tiles that hang together; none where two groups are as large."""
    groups: list[tuple[int, set[str]]] = []
    for tile in tiles:
        if not any(tile.edges[0] in kinds for _, kinds in groups):
            kinds = _spread(tile.edges, tiles)
            groups.append((sum(each.count for each in tiles if each.edges[0] in kinds), kinds))
    most = max((count for count, _ in groups), default=0)
    found = [kinds for count, kinds in groups if count == most]
    return found[0] if len(found) == 1 else set()


def _alone(
    tiles: Iterable[Tile], everywhere: Sequence[Tile], closing: Collection[str]
) -> Iterator[tuple[tuple[str, str], Suspicion]]:
    """Tiles with edges beside which nothing can lie, by their names and the kinds of these edges.

    closing: kinds for which it matters that all edges of a tile have a neighbour.
    """
    copies: Counter[str] = Counter()
    for tile in everywhere:
        for kind in set(tile.edges):
            copies[kind] += tile.count
    for tile in tiles:
        for kind, edges in Counter(tile.edges).items():
            others = copies[kind] - 1
            *most, last = (SIDES[side] for side in range(4) if tile.edges[side] == kind)
            sides = f"{', '.join(most)} and {last}" if most else last
            if not others:
                edge, one, it = ("edge is", "one", "it") if edges == 1 else ("edges are", "ones", "them")
                fault = f"its {sides} {edge} the only {one} of {kind!r}: nothing can lie beside {it}"
                cure = f"Draw {kind!r} to the edge of a second tile too."
            elif edges > others and kind in closing:
                tiles_have = "1 other tile has" if others == 1 else f"{others} other tiles have"
                fault = f"it has {edges} edges of {kind!r} ({sides}), and only {tiles_have} any: one is never closed"
                cure = f"Draw {kind!r} to an edge of more tiles."
            else:
                continue
            problem = Problem(tile.where, f"tile {tile.name}: {fault}", cure, code="CARC-W002")
            yield (tile.name, kind), Suspicion(tile.name, problem)


def _odd_ones_out(tiles: Sequence[Tile], kinds: Collection[str]) -> Iterator[Suspicion]:
    """Kinds with a few edges, odd in number, so that one is always left over."""
    edges: Counter[str] = Counter()
    first: dict[str, Tile] = {}
    for tile in tiles:
        for kind in tile.edges:
            edges[kind] += tile.count
            first.setdefault(kind, tile)
    for kind, count in edges.items():
        if kind in kinds and count % 2 and 1 < count < FEW_EDGES:
            fault = f"feature kind {kind!r}: the tiles have {count} edges of it: one is always left without a neighbour"
            cure = f"Draw one edge of {kind!r} more, or one less. The first is on tile {first[kind].name}."
            yield Suspicion(kind, Problem(first[kind].where, fault, cure, code="CARC-W002"))


# Features --------------------------------------------------------------------------------------


def _never_complete(tiles: Sequence[Tile], kinds: Mapping[str, FeatureKind]) -> Iterator[Suspicion]:
    """Kinds that can be completed, though the tiles that this takes are not there."""
    first: dict[str, Tile] = {}
    corners: Counter[str] = Counter()
    for tile in tiles:
        for segment in tile.segments:
            first.setdefault(segment.kind, tile)
            corners[segment.kind] += tile.count * _corners(segment)
    count = sum(tile.count for tile in tiles)
    for name, tile in first.items():
        kind = kinds.get(name)
        if kind is None or kind.borders == "gaps":
            continue
        if kind.completes == "when closed" and kind.borders != "nothing" and corners[name] < CORNERS_TO_CLOSE:
            fault = f"feature kind {name!r}: no tiles in play can close what begins with tile {tile.name}"
            cure = f"Draw tiles on which {name!r} ends (one side), or turns (two sides that meet)."
        elif kind.completes == "when surrounded" and count < TILES_AROUND:
            fault = f"feature kind {name!r}: it can never be surrounded: there are {count} tiles in play"
            cure = f"It takes {TILES_AROUND} tiles; 'uses: [base]' brings those of the base game."
        else:
            continue
        yield Suspicion(name, Problem(tile.where, fault, cure, code="CARC-W003"))


def _corners(segment: TileSegment) -> int:
    """At how many corners of a closed shape a segment can be: an end at two, a bend at one."""
    sides = segment.ports
    if len(sides) == 1:
        return 2
    return int(len(sides) == 2 and (sides[1] - sides[0]) % 2 == 1)


# Twins -----------------------------------------------------------------------------------------


def _twins(tiles: Sequence[Tile], gaps: Collection[str]) -> Iterator[Suspicion]:
    """Two drawings of one set that are the same tile, perhaps turned."""
    seen: dict[object, Tile] = {}
    for tile in tiles:
        likeness = (tile.name.partition("/")[0], tile.pile, _likeness(tile, gaps))
        first = seen.setdefault(likeness, tile)
        if first is not tile:
            fault = f"tile {tile.name}: it is the same as {first.name}"
            cure = f"Raise the count of {first.name} instead, or say under 'expected warnings' why there are two."
            yield Suspicion(tile.name, Problem(tile.where, fault, cure, code="CARC-W006"))


def _likeness(tile: Tile, gaps: Collection[str]) -> str:
    """The same text for tiles that look the same after some quarter turns."""
    shows_direction = any(isinstance(value, str) for _, value in tile.symbols)  # which would turn with the tile
    return min(_turned(tile, quarters, gaps) for quarters in range(1 if shows_direction else 4))


def _turned(tile: Tile, quarters: int, gaps: Collection[str]) -> str:
    """A tile turned clockwise, told so that the order in which its segments are drawn does not matter."""
    edges = tuple(tile.edges[(side - quarters) % 4] for side in range(4))
    plain = [_turned_segment(segment, quarters, segment.kind in gaps) for segment in tile.segments]
    touching = (sorted(plain[other] for other in segment.touches) for segment in tile.segments)
    return repr((edges, sorted(zip(plain, touching, strict=True)), sorted(tile.symbols)))


def _turned_segment(segment: TileSegment, quarters: int, is_gap: bool) -> tuple[object, ...]:
    """A segment turned clockwise; gaps have eight half sides, all others four sides."""
    around, step = (8, 2) if is_gap else (4, 1)
    ports = tuple(sorted((port + step * quarters) % around for port in segment.ports))
    return segment.kind, ports, tuple(sorted(segment.symbols))
