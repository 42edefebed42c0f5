"""What expressions may ask about a feature.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from carcassonne.language.registry import condition, quantity
from carcassonne.language.scope import Scope
from carcassonne.words.lines import total

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Play


@quantity("tiles", needs=("feature",), grows=True)
def tiles(play: Play, feature: int) -> int:
    """Different tiles that carry a segment of the feature; a tile with two of its segments counts once."""
    return play.tiles_of(feature)


@quantity("open ends", needs=("feature",))
def open_ends(play: Play, feature: int) -> int:
    """Edges of the feature that face an empty place; for what wants to be surrounded, the empty places around it."""
    return play.open_ends(feature)


@quantity("neighbours", needs=("feature",))
def neighbours(play: Play, feature: int) -> int:
    """Tiles on the eight places around the tile of the feature, which is 8 when it is surrounded."""
    return len(play.cells_around(play.cells[feature]))


@condition("complete", needs=("feature",))
def complete(play: Play, feature: int) -> bool:
    """Whether the feature is complete: closed or surrounded, as its kind says. Kinds that never complete never are."""
    return play.is_complete(feature)


@condition("unclaimed", needs=("feature",))
def unclaimed(play: Play, feature: int) -> bool:
    """Whether no follower stands on the feature, near or far. Figures that are no followers do not matter."""
    return not play.is_claimed(feature)


@quantity("followers", needs=("feature",), grows=True)
def followers(play: Play, feature: int) -> int:
    """Followers of all players on the feature, each counted as one."""
    return sum(play.rules.figures[play.figure(piece)].follower for _, piece in play.holders[play.find(feature)])


@quantity("own followers", needs=("feature", "player"), grows=True)
def own_followers(play: Play, feature: int, player: int) -> int:
    """Followers of the player on the feature, each counted as one."""
    figures, stride, count = play.rules.figures, play.stride, 0
    for _, piece in play.holders[play.find(feature)]:
        if piece % stride == player and figures[piece // stride].follower:
            count += 1
    return count


@quantity("own followers on segment", needs=("feature", "player"))
def own_followers_on_segment(play: Play, segment: int, player: int) -> int:
    """Followers of the player on the very segment that is asked about, not on the rest of its feature."""
    pieces = play.standing.get(segment, ())
    return sum(play.owner(piece) == player and play.rules.figures[play.figure(piece)].follower for piece in pieces)


@quantity("own", needs=("feature", "player"), parameters=("figure kind",))
def own(play: Play, feature: int, player: int, kind: int) -> int:
    """Figures of the kind that the player has on the feature."""
    wanted = play.piece(kind, player)
    return sum(piece == wanted for _, piece in play.holders[play.find(feature)])


@quantity("standing", needs=("feature",), parameters=("figure kind",))
def standing(play: Play, feature: int, kind: int) -> int:
    """Figures of the kind on the feature, whoever owns them."""
    return sum(play.figure(piece) == kind for _, piece in play.holders[play.find(feature)])


@condition("is", needs=("feature",), parameters=("feature kinds",))
def is_(play: Play, feature: int, kinds: tuple[int, ...]) -> bool:
    """Whether the feature is of this kind, or of one of this group."""
    return play.kind(feature) in kinds


@quantity("touched", needs=("feature",), parameters=("feature kinds",))
def touched(play: Play, feature: int, kinds: tuple[int, ...]) -> int:
    """Different features of the kind that lie along this one inside its tiles, each counted once.

    Only features of the `gaps`, such as fields, have others along them; what meets on a tile touches nothing.
    """
    return sum(len(play.touched(feature, kind)) for kind in kinds)


@quantity("complete touched", needs=("feature",), parameters=("feature kinds",))
def complete_touched(play: Play, feature: int, kinds: tuple[int, ...]) -> int:
    """Different complete features of the kind along this one, each counted once, however often they meet."""
    return sum(play.is_complete(root) for kind in kinds for root in play.touched(feature, kind))


@quantity("touched where", needs=("feature", "player"), parameters=("feature kinds", "which"))
def touched_where(play: Play, feature: int, player: int, kinds: tuple[int, ...], which: Function) -> int:
    """Different features of the kind along this one for which a condition holds, each counted once."""
    found = [root for kind in kinds for root in play.touched(feature, kind)]
    return sum(bool(which(play, Scope(root, player, play.new))) for root in found)


@condition("part of", needs=("feature",), parameters=("bound place",))
def part_of(play: Play, feature: int, place: int) -> bool:
    """Whether it is the very feature of a segment or figure that has a name, such as `it` or `completed`."""
    return place >= 0 and play.find(feature) == play.find(place)


@quantity("neighbouring feature", needs=("feature",), parameters=("symbol",))
def neighbouring_feature(play: Play, feature: int, tiles: frozenset[int]) -> int:
    """Tiles on the sides of those of the feature that show a symbol or a kind of feature; its own do not count."""
    return _shown_beside(play, feature, tiles, lambda cell: [play.beyond(cell, side) for side in range(4)])


@quantity("around feature", needs=("feature",), parameters=("symbol",))
def around_feature(play: Play, feature: int, tiles: frozenset[int]) -> int:
    """Tiles on the eight places around each tile of the feature that show a symbol; its own do not count."""
    return _shown_beside(play, feature, tiles, play.cells_around)


def _shown_beside(play: Play, feature: int, tiles: frozenset[int], near: Callable[[int], list[int]]) -> int:
    own = {play.cells[member] for member in play.members(feature)}
    beside = {other for cell in own for other in near(cell)} - own
    return sum(cell in play.board and play.board[cell][0].tile in tiles for cell in beside)


@quantity("tokens here", needs=("feature",), parameters=("token",))
def tokens_here(play: Play, feature: int, token: int) -> int:
    """Tokens of the kind on the tiles and segments of the feature; a tile's are counted once."""
    members = list(play.members(feature))
    cells = dict.fromkeys(play.cells[member] for member in members)
    on_tiles = sum(play.tokens_at(token, ("cell", cell)) for cell in cells)
    return on_tiles + sum(play.tokens_at(token, ("segment", member)) for member in members)


@quantity("points", needs=("points",))
def points(play: Play, points: int) -> int:
    """In `apply`: the points that the feature gives so far, after the formula and everything added to it."""
    return points


@quantity("worth", needs=("feature", "player"), asks_scores=True, asks_majority=True)
def worth(play: Play, feature: int, player: int) -> int:
    """Points that the feature would give the player for the majority as it is now: unfinished, its value at the end."""
    return total(play.feature_lines(feature, player))


@condition("own majority", needs=("feature", "player"), asks_majority=True)
def own_majority(play: Play, feature: int, player: int) -> bool:
    """Whether the player has the majority on the feature: most strength, and not left out by a tie."""
    return player in play.majority(feature)


@condition("own sole majority", needs=("feature", "player"), asks_majority=True)
def own_sole_majority(play: Play, feature: int, player: int) -> bool:
    """Whether the player alone has the majority on the feature."""
    return play.majority(feature) == (player,)


@quantity("own rank", needs=("feature", "player"), asks_majority=True)
def own_rank(play: Play, feature: int, player: int) -> int:
    """Place of the player by strength alone, whatever breaks ties: 1 for the most, 2 for the next; 0 without any."""
    strengths = play.strengths(feature)
    return 1 + sum(other > strengths[player] for other in strengths) if strengths[player] else 0


@condition("together", parameters=("figure kind", "figure kind"))
def together(play: Play, one: int, other: int) -> bool:
    """Whether a figure of the one kind and one of the other stand on the same feature."""
    ones = [play.find(segment) for segment in play.posts_of(one)]
    return bool(ones) and any(play.find(segment) in ones for segment in play.posts_of(other))


@quantity("on table", parameters=("figure kind",))
def on_table(play: Play, kind: int) -> int:
    """Figures of the kind on the table, whoever owns them."""
    return sum(len(play.posts[piece]) for piece in play.posted(kind))


@quantity("features", needs=("player",), parameters=("feature kinds", "which"))
def features(play: Play, player: int, kinds: tuple[int, ...], which: Function) -> int:
    """Features of these kinds on the whole table for which a condition holds, whoever stands there."""
    return sum(bool(which(play, Scope(root, player, play.new))) for root in _all_features(play, kinds))


@quantity("largest", needs=("player",), parameters=("feature kinds", "each"))
def largest(play: Play, player: int, kinds: tuple[int, ...], each: Function) -> int:
    """The largest that a number is for any feature of these kinds on the whole table; 0 where there is none."""
    return max((each(play, Scope(root, player, play.new)) for root in _all_features(play, kinds)), default=0)


def _all_features(play: Play, kinds: tuple[int, ...]) -> list[int]:
    return sorted({play.find(segment) for segment in play.segments_of(kinds, None)})


@condition("chosen", parameters=("chosen word",))
def chosen(play: Play, chosen: tuple[str, str]) -> bool:
    """Whether this word was chosen, of those that a choice in the same steps has offered."""
    name, word = chosen
    return bool(play.bound.get(name) == word)
