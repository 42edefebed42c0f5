"""The table counted again from the drawings alone: every segment, what it is joined with, and what that adds up to.

Nothing here asks the engine for more than which tile lies where, which figure stands where, and what is connected.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import attrs

from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.read.drawings import Tile

Cell = tuple[int, int]

SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND: Final = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


@attrs.frozen
class Piece:
    """A segment of a tile as it lies. ports: sides 0..3, or half sides 0..7 for a kind that borders gaps."""

    kind: str
    number: int
    ports: tuple[int, ...]
    symbols: tuple[tuple[str, int], ...]
    touches: tuple[int, ...]

    def at(self, cell: Cell) -> Segment:
        """Its name on a cell."""
        return Segment(*cell, self.kind, self.number)


@attrs.frozen
class Picture:
    """A tile as it lies: its edges for N, E, S, W and its segments, as drawn."""

    edges: tuple[str, ...]
    pieces: tuple[Piece, ...]


@attrs.frozen
class Feature:
    """What a feature adds up to. ends: open ends; strengths: what followers weigh, by player."""

    kind: str
    segments: tuple[Segment, ...]
    tiles: int
    ends: int
    complete: bool
    symbols: tuple[tuple[str, int], ...]
    strengths: tuple[int, ...]

    @property
    def majority(self) -> tuple[int, ...]:
        """Every player with most strength there; nobody where there is none."""
        most = max(self.strengths)
        return tuple(n for n, strength in enumerate(self.strengths) if strength == most) if most else ()


class Pictures:
    """The tiles of a ruleset in all four turns, turned here and not by the engine."""

    def __init__(self, rules: Ruleset) -> None:
        self.kinds = {kind.name: kind for kind in rules.definitions.features}
        self.weights = {figure.name: figure.weight for figure in rules.definitions.figures}
        self.tiles = {tile.name: tile for tile in rules.definitions.tiles}
        self.four: dict[str, tuple[Picture, ...]] = {}

    def picture(self, name: str, turn: int) -> Picture:
        """A tile in one turn."""
        if name not in self.four:
            self.four[name] = tuple(self._turned(self.tiles[name], turns) for turns in range(4))
        return self.four[name][turn]

    def _turned(self, tile: Tile, turns: int) -> Picture:
        kinds = [segment.kind for segment in tile.segments]
        pieces = []
        for place, segment in enumerate(tile.segments):
            step, full = (2, 8) if self.is_gap(segment.kind) else (1, 4)
            pieces.append(
                Piece(
                    kind=segment.kind,
                    number=kinds[:place].count(segment.kind) + 1 if kinds.count(segment.kind) > 1 else 0,
                    ports=tuple(sorted((port + step * turns) % full for port in segment.ports)),
                    symbols=segment.symbols,
                    touches=segment.touches,
                )
            )
        return Picture(tuple(tile.edges[(side - turns) % 4] for side in range(4)), tuple(pieces))

    def is_gap(self, kind: str) -> bool:
        """Whether a kind takes what others leave of a side."""
        return self.kinds[kind].borders == "gaps"


_PICTURES: WeakKeyDictionary[Ruleset, Pictures] = WeakKeyDictionary()


def pictures_of(rules: Ruleset) -> Pictures:
    """The pictures of a ruleset, made once."""
    found = _PICTURES.get(rules)
    if found is None:
        found = _PICTURES[rules] = Pictures(rules)
    return found


_last: list[tuple[object, int, int, Recount]] = []


def recount(game: Game) -> Recount:
    """The table of a game counted again; once for several laws that ask about the same moment."""
    if _last:
        last, moments, length, found = _last[0]
        if last is game and moments == game._moments and length == len(game):
            return found
    again = Recount(game)
    _last[:] = [(game, game._moments, len(game), again)]
    return again


class Recount:
    """A table counted again."""

    def __init__(self, game: Game) -> None:
        self.pictures = pictures_of(game.rules)
        self.players = len(game.players)
        self.laid = {cell: self.pictures.picture(*lying) for cell, lying in game.table.items()}
        self.pieces = {piece.at(cell): (cell, piece) for cell, lying in self.laid.items() for piece in lying.pieces}
        self.parent: dict[Segment, Segment] = {segment: segment for segment in self.pieces}
        self.figures = game.figures
        self._join_neighbours()
        for one, other in game.connections:
            self._join(one, other)
        self.members: dict[Segment, list[Segment]] = {}
        for segment in self.pieces:
            self.members.setdefault(self.root(segment), []).append(segment)

    def root(self, segment: Segment) -> Segment:
        """The segment that stands for the feature."""
        parent = self.parent
        here = parent[segment]
        while (above := parent[here]) is not here:
            parent[segment] = here = above
        return here

    def _join(self, one: Segment, other: Segment) -> None:
        mine, theirs = self.root(one), self.root(other)
        if mine is not theirs:
            self.parent[mine] = theirs

    def _join_neighbours(self) -> None:
        """Join what meets at the east and the south side of every tile."""
        ports = {
            cell: {(self.pictures.is_gap(piece.kind), port): piece for piece in lying.pieces for port in piece.ports}
            for cell, lying in self.laid.items()
        }
        for (x, y), mine in ports.items():
            for side in (1, 2):
                there = (x + SIDES[side][0], y + SIDES[side][1])
                theirs = ports.get(there)
                if theirs is None:
                    continue
                back = (side + 2) % 4
                pairs = [((False, side), (False, back))]
                pairs += [((True, 2 * side + half), (True, 2 * back + 1 - half)) for half in (0, 1)]
                for here, beyond in pairs:
                    if here in mine and beyond in theirs:
                        self._join(mine[here].at((x, y)), theirs[beyond].at(there))

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Every feature on the table, once."""
        return tuple(self._features())

    def _features(self) -> Iterator[Feature]:
        standing: dict[Segment, list[int]] = {}
        for segment, kind, owner in self.figures:
            if owner is not None and segment in self.pieces:
                heads = standing.setdefault(self.root(segment), [0] * self.players)
                heads[owner] += self.pictures.weights[kind]
        for root, members in self.members.items():
            yield self._feature(root, members, tuple(standing.get(root, [0] * self.players)))

    def _feature(self, root: Segment, members: list[Segment], strengths: tuple[int, ...]) -> Feature:
        completes = self.pictures.kinds[root.kind].completes
        ends = 0
        symbols: dict[str, int] = {}
        for segment in members:
            (x, y), piece = self.pieces[segment]
            if completes == "when closed":
                ends += sum((x + SIDES[port][0], y + SIDES[port][1]) not in self.laid for port in piece.ports)
            elif completes == "when surrounded":
                ends += sum((x + dx, y + dy) not in self.laid for dx, dy in AROUND)
            for name, count in piece.symbols:
                symbols[name] = symbols.get(name, 0) + count
        return Feature(
            kind=root.kind,
            segments=tuple(sorted(members)),
            tiles=len({segment.cell for segment in members}),
            ends=ends,
            complete=completes != "never" and not ends,
            symbols=tuple(sorted(symbols.items())),
            strengths=strengths,
        )

    def touched(self, feature: Feature) -> set[Segment]:
        """The features along a feature inside its tiles, each by the segment that stands for it."""
        found = set()
        for segment in feature.segments:
            cell, piece = self.pieces[segment]
            for place in piece.touches:
                found.add(self.root(self.laid[cell].pieces[place].at(cell)))
        return found


def fitting(game: Game, tile: str) -> set[tuple[int, int, int]]:
    """Every (x, y, quarter turns) at which a tile touches the table and all its edges match, found by trying.

    Of turns that look the same all are there.
    """
    pictures = pictures_of(game.rules)
    laid = {cell: pictures.picture(*lying) for cell, lying in game.table.items()}
    found = set()
    for x, y in sorted({(x + dx, y + dy) for x, y in laid for dx, dy in SIDES} - set(laid)):
        beside = [(side, laid.get((x + dx, y + dy))) for side, (dx, dy) in enumerate(SIDES)]
        for turn in range(4):
            edges = pictures.picture(tile, turn).edges
            if all(other is None or edges[side] == other.edges[(side + 2) % 4] for side, other in beside):
                found.add((x, y, turn))
    return found
