"""What expressions may ask about a tile that is being placed.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from carcassonne.language.registry import condition, quantity

if TYPE_CHECKING:
    from carcassonne.words.play import Laid, Play, TurnedTile


@quantity("joined", needs=("placement",), parameters=("feature kinds",))
def joined(play: Play, placement: Laid, kinds: tuple[int, ...]) -> int:
    """Edges at which a segment of the kind meets a neighbour: 0 when the tile continues nothing of that kind."""
    return len(_joined(play, placement, kinds))


@quantity("neighbouring", needs=("placement",), parameters=("symbol",))
def neighbouring(play: Play, placement: Laid, tiles: frozenset[int]) -> int:
    """Tiles on the four sides of the placed tile that show a symbol or a kind of feature."""
    beside = [play.beyond(placement.cell, side) for side in range(4)]
    return sum(cell in play.board and play.board[cell][0].tile in tiles for cell in beside)


@quantity("around", needs=("placement",), parameters=("symbol",))
def around(play: Play, placement: Laid, tiles: frozenset[int]) -> int:
    """Tiles on the eight places around the placed tile that show a symbol or a kind of feature."""
    return sum(play.board[cell][0].tile in tiles for cell in play.cells_around(placement.cell))


@quantity("tokens on tile", needs=("placement",), parameters=("token",))
def tokens_on_tile(play: Play, placement: Laid, token: int) -> int:
    """Tokens of the kind that lie on the placed tile itself, not on its segments."""
    return play.tokens_at(token, ("cell", placement.cell))


@condition("continues own", needs=("placement", "player"), parameters=("figure kind",))
def continues_own(play: Play, placement: Laid, player: int, kind: int) -> bool:
    """Whether a segment of the laid tile belongs to a feature on which the player's figure of this kind stands.

    No before the tile is laid.
    """
    segments = play.posts.get(play.piece(kind, player), ())
    if placement.base < 0 or not segments:
        return False
    roots = [play.find(segment) for segment in segments]
    return any(play.find(placement.base + position) in roots for position in range(placement.turned.size))


@quantity("bend", needs=("placement",), parameters=("feature kind",), rules=("RV-13", "RV-16"))
def bend(play: Play, placement: Laid, kind: int) -> int:
    """How a line of the kind goes on over the tile: 0 straight, 1 turning right, -1 turning left.

    A tile where it ends or begins, or that joins no line, counts as straight. Where the line parts it turns if one
    way goes straight on and the other to a side, and not if it parts to both sides.
    """
    joined_sides = _joined(play, placement, (kind,))
    if len(joined_sides) != 1:
        return 0
    side, position = joined_sides[0]
    return _bend_over(placement.turned.sides[position], side)


@quantity("last bend", needs=("placement",), parameters=("feature kind",), rules=("RV-13",))
def last_bend(play: Play, placement: Laid, kind: int) -> int:
    """The nearest bend of the line that the tile would continue, however many straight tiles ago; 0 without any.

    Where the line has parted, the other way is that towards the start tile; a way that goes straight on has the bend
    of the whole tile there, so that both ways are turned away from each other.
    """
    return _bend_before(play, placement, kind, over_straights=True)


@quantity("neighbouring bend", needs=("placement",), parameters=("feature kind",), rules=("RV-15",))
def neighbouring_bend(play: Play, placement: Laid, kind: int) -> int:
    """The bend of the line on the tile that this one would continue: 0 when it is straight there."""
    return _bend_before(play, placement, kind, over_straights=False)


def _joined(play: Play, placement: Laid, kinds: tuple[int, ...]) -> list[tuple[int, int]]:
    """(side, segment of the tile) for each edge of these kinds that meets a tile."""
    turned, cell, board = placement.turned, placement.cell, play.board
    found = []
    for position, kind in enumerate(turned.kinds):
        if kind in kinds:
            for side in turned.sides[position]:
                if cell + turned.around[side][0] in board:
                    found.append((side, position))
    return sorted(found) if len(found) > 1 else found


def _bend_over(ports: Iterable[int], entered: int) -> int:
    """The bend of a line that comes in at one side of a tile and goes out at others, taken together."""
    turns = {0: 0, 1: 1, 2: 0, 3: -1}
    heading = (entered + 2) % 4
    return sum(turns[(side - heading) % 4] for side in ports if side != entered)


def _bend_before(play: Play, placement: Laid, kind: int, *, over_straights: bool) -> int:
    """Walk back along the line from the edge at which the tile joins it."""
    joined_sides = _joined(play, placement, (kind,))
    if len(joined_sides) != 1:
        return 0
    side, cell = joined_sides[0][0], placement.cell
    walked: set[int] = set()
    while cell not in walked:
        walked.add(cell)
        cell, left_by = play.beyond(cell, side), (side + 2) % 4
        ports = _ports(play, cell, left_by, kind)
        ways = [port for port in ports if port != left_by]
        if len(ways) > 1:
            ways = [port for port in ways if _begins(play, cell, port, kind)][:1]
        if not ways:
            return 0
        found = _bend_over((left_by,), ways[0]) or _bend_over(ports, ways[0])
        if found or not over_straights:
            return found
        side = ways[0]
        if play.beyond(cell, side) not in play.board:
            return 0
    return 0


def _ports(play: Play, cell: int, side: int, kind: int) -> tuple[int, ...]:
    """The sides of a laid tile that a line of the kind connects with one of them."""
    turned, _ = play.board[cell]
    return next(sides for at, sides in enumerate(turned.sides) if turned.kinds[at] == kind and side in sides)


def _begins(play: Play, cell: int, side: int, kind: int) -> bool:
    """Whether a line leads to a start tile if it is followed from a tile over one of its sides."""
    seen, ways = {cell}, [(cell, side)]
    for at, out in ways:  # grows as it goes
        there = play.beyond(at, out)
        if there in play.board and there not in seen:
            if play.board[there][0].tile in play.rules.start:
                return True
            seen.add(there)
            ways += [(there, port) for port in _ports(play, there, (out + 2) % 4, kind)]
    return False


# Ends that are still open ----------------------------------------------------------------------

AHEAD: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""By side, the way that leads over it."""


@condition("room ahead", needs=("placement",), parameters=("feature kind",), rules=("RV-12",))
def room_ahead(play: Play, placement: Laid, kind: int) -> bool:
    """Whether every open end that a line of the kind has on the tile has room: no tile lies anywhere ahead of it.

    Ahead are three rows, its own and those beside it, as far as the table reaches.
    """
    x, y = play.rules.place_of(placement.cell)
    laid = [play.rules.place_of(cell) for cell in play.board]
    for side in _open_sides(play, placement.turned, placement.cell, kind):
        dx, dy = AHEAD[side]
        if any((a - x) * dx + (b - y) * dy >= 1 and abs((a - x) * dy + (b - y) * dx) <= 1 for a, b in laid):
            return False
    return True


@quantity("ends side by side", needs=("placement",), parameters=("feature kind",), rules=("RV-12",))
def ends_side_by_side(play: Play, placement: Laid, kind: int) -> int:
    """Pairs of open ends on the whole table, the tile laid, at which lines go the same way in neighbouring rows.

    However far apart they are along their way.
    """
    tiles = {cell: turned for cell, (turned, _) in play.board.items()} | {placement.cell: placement.turned}
    ends: list[tuple[int, int]] = []
    for cell, turned in tiles.items():
        x, y = play.rules.place_of(cell)
        open_sides = _open_sides(play, turned, cell, kind)
        ends += [(side, y if side % 2 else x) for side in open_sides if play.beyond(cell, side) != placement.cell]
    return sum(
        way == other_way and abs(row - other_row) == 1
        for number, (way, row) in enumerate(ends)
        for other_way, other_row in ends[:number]
    )


def _open_sides(play: Play, turned: TurnedTile, cell: int, kind: int) -> list[int]:
    """The sides at which lines of the kind on a tile meet no tile on the table."""
    sides = [side for at, sides in enumerate(turned.sides) if turned.kinds[at] == kind for side in sides]
    return [side for side in sides if play.beyond(cell, side) not in play.board]
