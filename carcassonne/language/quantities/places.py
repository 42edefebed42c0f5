"""What expressions may ask about the tile of what has a name, and about what stands or lies on and around tiles.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.registry import condition, quantity
from carcassonne.language.scope import Scope
from carcassonne.language.steps import lying

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Laid, Play


@quantity("at", needs=("player",), parameters=("bound tile", "each tile"))
def at(play: Play, player: int, cell: int | None, number: Function) -> int:
    """A number about a placed tile, asked of the tile of what has a name: `at(it, around(vineyard))`.

    The name is that of a cell, a segment or a figure; 0 where no tile lies there.
    """
    if cell is None or cell not in play.board:
        return 0
    return int(number(play, Scope(-1, player, lying(play, cell))))


@condition("on tile", needs=("feature",), parameters=("bound tile",))
def on_tile(play: Play, feature: int, cell: int | None) -> bool:
    """Whether the very segment that is asked about lies on the tile of what has a name, or on the `new tile`."""
    return play.cells[feature] == cell


@condition("beside tile", needs=("feature",), parameters=("bound tile",))
def beside_tile(play: Play, feature: int, cell: int | None) -> bool:
    """Whether the very segment that is asked about lies on one of the four tiles beside that of what has a name."""
    return cell is not None and play.cells[feature] in [play.beyond(cell, side) for side in range(4)]


@condition("around tile", needs=("feature",), parameters=("bound tile",))
def around_tile(play: Play, feature: int, cell: int | None) -> bool:
    """Whether the very segment that is asked about lies on one of the eight tiles around that of what has a name."""
    return cell is not None and play.cells[feature] in play.cells_around(cell)


@quantity("neighbouring tokens", needs=("placement",), parameters=("token",))
def neighbouring_tokens(play: Play, placement: Laid, token: int) -> int:
    """Tokens of the kind that lie on the tiles at the four sides of the placed tile, not on their segments."""
    return sum(play.tokens_at(token, ("cell", play.beyond(placement.cell, side))) for side in range(4))


@quantity("around tokens", needs=("placement",), parameters=("token",))
def around_tokens(play: Play, placement: Laid, token: int) -> int:
    """Tokens of the kind that lie on the eight tiles around the placed tile, not on their segments."""
    return sum(play.tokens_at(token, ("cell", cell)) for cell in play.cells_around(placement.cell))


@quantity("followers on", needs=("feature",), parameters=("symbol",))
def followers_on(play: Play, feature: int, tiles: frozenset[int]) -> int:
    """Followers on the feature, of all players, that stand on a tile which shows a symbol or a kind of feature."""
    return _followers_on(play, feature, tiles, None)


@quantity("own followers on", needs=("feature", "player"), parameters=("symbol",))
def own_followers_on(play: Play, feature: int, player: int, tiles: frozenset[int]) -> int:
    """Followers of the player on the feature that stand on a tile which shows a symbol or a kind of feature."""
    return _followers_on(play, feature, tiles, player)


def _followers_on(play: Play, feature: int, tiles: frozenset[int], player: int | None) -> int:
    figures = play.rules.figures
    return sum(
        figures[play.figure(piece)].follower and (play.owner(piece) == player if player is not None else True)
        for member in play.members(feature)
        if play.board[play.cells[member]][0].tile in tiles
        for piece in play.standing.get(member, ())
    )
