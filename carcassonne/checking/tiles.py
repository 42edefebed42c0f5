"""What looks suspicious about the tiles in play: tiles that fit nowhere, edges without a partner, twins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem
from carcassonne.read.definitions import FeatureKind
from carcassonne.read.drawings import SIDES, Tile, TileSegment, TileSet
from carcassonne.read.tiles import count_of

TOGETHER = ("CARC-W001", "CARC-W002", "CARC-W003")
"""What `suspicious_together` warns of."""
CORNERS_TO_CLOSE = 4
"""A closed shape has a piece at its north-west, north-east, south-west and south-east."""


def suspicious_together(tiles: Sequence[Tile], features: Sequence[FeatureKind]) -> Iterator[Suspicion]:
    """Everything suspicious about tiles that are played together."""
    yield from _lonely(tiles)
    yield from _odd_edges(tiles)
    yield from _never_closed(tiles, {feature.name: feature for feature in features})


def suspicious_set(tile_set: TileSet, tiles: Sequence[Tile], features: Sequence[FeatureKind]) -> Iterator[Suspicion]:
    """Everything suspicious about the file of a set by itself; `tiles` are its finished tiles."""
    yield from _wrong_totals(tile_set)
    yield from _twins(tiles, {feature.name for feature in features if feature.borders == "gaps"})


def _wrong_totals(tile_set: TileSet) -> Iterator[Suspicion]:
    """Totals that the tiles of a file do not add up to."""
    for name, promised, where in tile_set.totals:
        if (counted := count_of(tile_set, name)) != promised:
            fault = f"totals, {name}: the file promises {promised}, its tiles show {counted}"
            cure = "One of the two is wrong; copies count."
            yield Suspicion(name, Problem(where, fault, cure, code="CARC-W007"))


def _edges(tiles: Iterable[Tile]) -> Counter[str]:
    """How often each kind is seen at an edge, copies counted."""
    edges: Counter[str] = Counter()
    for tile in tiles:
        for kind in tile.edges:
            edges[kind] += tile.count
    return edges


def _lonely(tiles: Sequence[Tile]) -> Iterator[Suspicion]:
    """Tiles of which no edge is like an edge of any other."""
    everywhere = _edges(tiles)
    if sum(tile.count for tile in tiles) < 2:
        return
    for tile in tiles:
        others = everywhere - _edges([tile]) if tile.count == 1 else everywhere
        if not any(others[kind] for kind in tile.edges):
            shown = ", ".join(dict.fromkeys(tile.edges))
            fault = f"tile {tile.name}: it can never be laid: no other tile has an edge of {shown}"
            cure = "Give other tiles such an edge, or this one an edge that others have."
            yield Suspicion(tile.name, Problem(tile.where, fault, cure, code="CARC-W001"))


def _odd_edges(tiles: Sequence[Tile]) -> Iterator[Suspicion]:
    """Kinds that are seen at one edge only, which so never has a neighbour."""
    edges = _edges(tiles)
    for tile in tiles:
        for side, kind in enumerate(tile.edges):
            if edges[kind] == 1:
                fault = (
                    f"tile {tile.name}: its {SIDES[side]} edge is the only one of {kind!r}: nothing can lie beside it"
                )
                cure = f"Draw {kind!r} to the edge of a second tile too."
                yield Suspicion(tile.name, Problem(tile.where, fault, cure, code="CARC-W002"))


def _never_closed(tiles: Sequence[Tile], kinds: Mapping[str, FeatureKind]) -> Iterator[Suspicion]:
    """Kinds that complete when closed, though the pieces for the corners of a closed shape are not there."""
    first: dict[str, Tile] = {}
    corners: Counter[str] = Counter()
    for tile in tiles:
        for segment in tile.segments:
            kind = kinds.get(segment.kind)
            if kind is not None and kind.completes == "when closed" and kind.borders != "nothing":
                first.setdefault(kind.name, tile)
                corners[kind.name] += tile.count * _corners(segment)
    for name, tile in first.items():
        if corners[name] < CORNERS_TO_CLOSE:
            fault = f"feature kind {name!r}: no tiles in play can close what begins with tile {tile.name}"
            cure = f"Draw tiles on which {name!r} ends (one side), or turns (two sides that meet)."
            yield Suspicion(name, Problem(tile.where, fault, cure, code="CARC-W003"))


def _corners(segment: TileSegment) -> int:
    """At how many corners of a closed shape a segment can be: an end at two, a bend at one."""
    sides = segment.ports
    if len(sides) == 1:
        return 2
    return int(len(sides) == 2 and (sides[1] - sides[0]) % 2 == 1)


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
