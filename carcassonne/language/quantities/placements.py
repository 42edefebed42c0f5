"""What expressions may ask about a tile that is being placed.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.registry import condition, quantity

if TYPE_CHECKING:
    from carcassonne.words.play import Laid, Play


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

    A tile where it ends or begins, or that joins no line, counts as straight.
    """
    joined_sides = _joined(play, placement, (kind,))
    if len(joined_sides) != 1:
        return 0
    side, position = joined_sides[0]
    return _bend_over(placement.turned.sides[position], side)


@quantity("last bend", needs=("placement",), parameters=("feature kind",), rules=("RV-13",))
def last_bend(play: Play, placement: Laid, kind: int) -> int:
    """The nearest bend of the line that the tile would continue, however many straight tiles ago; 0 without any."""
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


def _bend_over(ports: tuple[int, ...], entered: int) -> int:
    """The bend of a line that comes in at one side of a tile and goes out at its other one."""
    ways_out = [side for side in ports if side != entered]
    if len(ways_out) != 1:
        return 0
    heading_in, heading_out = (entered + 2) % 4, ways_out[0]
    return {0: 0, 1: 1, 3: -1, 2: 0}[(heading_out - heading_in) % 4]


def _bend_before(play: Play, placement: Laid, kind: int, *, over_straights: bool) -> int:
    """Walk back along the line from the edge at which the tile joins it."""
    joined_sides = _joined(play, placement, (kind,))
    if len(joined_sides) != 1:
        return 0
    side, cell = joined_sides[0][0], placement.cell
    while True:
        cell, left_by = play.beyond(cell, side), (side + 2) % 4
        turned, _ = play.board[cell]
        ports = next(
            sides for position, sides in enumerate(turned.sides) if turned.kinds[position] == kind and left_by in sides
        )
        ways = [port for port in ports if port != left_by]
        if len(ways) != 1:
            return 0
        found = _bend_over(ports, ways[0])
        if found or not over_straights:
            return found
        side = ways[0]
        if play.beyond(cell, side) not in play.board:
            return 0
