"""The quantities and conditions that expressions may name.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from carcassonne.language.registry import condition, quantity
from carcassonne.language.scope import Scope
from carcassonne.words.events import total

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Laid, Play


# A feature -------------------------------------------------------------------------------------


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
    """Different features of the kind that lie along this one inside its tiles, each counted once."""
    return sum(len(play.touched(feature, kind)) for kind in kinds)


@quantity("complete touched", needs=("feature",), parameters=("feature kinds",))
def complete_touched(play: Play, feature: int, kinds: tuple[int, ...]) -> int:
    """Different complete features of the kind along this one, each counted once, however often they meet."""
    return sum(play.is_complete(root) for kind in kinds for root in play.touched(feature, kind))


@quantity("tokens here", needs=("feature",), parameters=("token",))
def tokens_here(play: Play, feature: int, token: int) -> int:
    """Tokens of the kind on the tiles and segments of the feature; a tile's are counted once."""
    members = list(play.members(feature))
    cells = dict.fromkeys(play.cells[member] for member in members)
    on_tiles = sum(play.tokens_at(token, ("cell", cell)) for cell in cells)
    return on_tiles + sum(play.tokens_at(token, ("segment", member)) for member in members)


@quantity("min", parameters=("number", "number"))
def minimum(play: Play, one: int, other: int) -> int:
    """The smaller of two numbers."""
    return min(one, other)


@quantity("max", parameters=("number", "number"))
def maximum(play: Play, one: int, other: int) -> int:
    """The larger of two numbers."""
    return max(one, other)


@quantity("worth", needs=("feature", "player"))
def worth(play: Play, feature: int, player: int) -> int:
    """Points that the feature would give the player for the majority as it is now: unfinished, its value at the end."""
    return total(play.feature_lines(feature, player))


@condition("own majority", needs=("feature", "player"))
def own_majority(play: Play, feature: int, player: int) -> bool:
    """Whether the player has most strength on the feature, alone or together with others."""
    return player in play.majority(feature)


@condition("own sole majority", needs=("feature", "player"))
def own_sole_majority(play: Play, feature: int, player: int) -> bool:
    """Whether the player alone has most strength on the feature."""
    return play.majority(feature) == (player,)


@condition("together", parameters=("figure kind", "figure kind"))
def together(play: Play, one: int, other: int) -> bool:
    """Whether a figure of the one kind and one of the other stand on the same feature."""
    roots: dict[int, set[int]] = {one: set(), other: set()}
    for segment, pieces in play.standing.items():
        for piece in pieces:
            if (kind := play.figure(piece)) in roots:
                roots[kind].add(play.find(segment))
    return not roots[one].isdisjoint(roots[other])


@quantity("on table", parameters=("figure kind",))
def on_table(play: Play, kind: int) -> int:
    """Figures of the kind on the table, whoever owns them."""
    return sum(play.figure(piece) == kind for pieces in play.standing.values() for piece in pieces)


@condition("chosen", parameters=("word",))
def chosen(play: Play, word: str) -> bool:
    """Whether this word was chosen last (bound to `it`)."""
    return bool(play.bound.get("it") == word)


# A player --------------------------------------------------------------------------------------


@condition("active", needs=("player",))
def active(play: Play, player: int) -> bool:
    """Whether the player is the one whose turn it is."""
    return player == play.active


@quantity("own features", needs=("player",), parameters=("feature kinds",))
def own_features(play: Play, player: int, kinds: tuple[int, ...]) -> int:
    """Features of these kinds on which the player has a follower."""
    return len(_own_features(play, player, kinds))


@quantity("own followers in", needs=("player",), parameters=("feature kinds",))
def own_followers_in(play: Play, player: int, kinds: tuple[int, ...]) -> int:
    """Followers of the player on all features of these kinds, each counted as one."""
    return sum(own_followers(play, feature, player) for feature in _own_features(play, player, kinds))


@quantity("followers where", parameters=("which",))
def followers_where(play: Play, which: Function) -> int:
    """Followers on the table, of all players, that stand where a condition holds."""
    return _followers_where(play, which, range(play.players))


@quantity("own followers where", needs=("player",), parameters=("which",))
def own_followers_where(play: Play, player: int, which: Function) -> int:
    """Followers of the player on the table that stand where a condition holds."""
    return _followers_where(play, which, (player,))


def _followers_where(play: Play, which: Function, players: Collection[int]) -> int:
    figures = play.rules.figures
    return sum(
        which(play, Scope(segment, play.owner(piece), play.new))
        for segment, pieces in play.standing.items()
        for piece in pieces
        if play.owner(piece) in players and figures[play.figure(piece)].follower
    )


@quantity("active tokens", parameters=("token",))
def active_tokens(play: Play, token: int) -> int:
    """Tokens of the kind in front of the active player."""
    return play.tokens_at(token, ("player", play.active))


@quantity("sum of own", needs=("player",), parameters=("feature kinds", "each"))
def sum_of_own(play: Play, player: int, kinds: tuple[int, ...], each: Function) -> int:
    """The sum of a number over the features of these kinds on which the player has a follower, each once."""
    features = _own_features(play, player, kinds)
    return sum(each(play, Scope(feature, player, play.new)) for feature in features)


def _own_features(play: Play, player: int, kinds: tuple[int, ...]) -> list[int]:
    followers = [figure.follower for figure in play.rules.figures]
    roots = {
        play.find(segment): None
        for segment, pieces in play.standing.items()
        if play.kind(segment) in kinds
        and any(play.owner(piece) == player and followers[play.figure(piece)] for piece in pieces)
    }
    return sorted(roots)


@condition("beside", needs=("player",), parameters=("figure kind",))
def beside(play: Play, player: int, kind: int) -> bool:
    """Whether the player's figure of this kind stands on the track beside scoring figures."""
    return play.piece(kind, player) in play.track


@quantity("own markers where", needs=("player",), parameters=("which marker",))
def own_markers_where(play: Play, player: int, which: Function) -> int:
    """Scoring figures of the player for which a condition holds."""
    markers = range(play.rules.markers)
    return sum(bool(which(play, Scope(player=player, placement=play.new, marker=marker))) for marker in markers)


# A scoring figure that has advanced ------------------------------------------------------------


@condition("multiple", needs=("player", "marker"), parameters=("number",))
def multiple(play: Play, player: int, marker: int, number: int) -> bool:
    """Whether the scoring figure has come to a space that is a multiple of the number (space 0 is)."""
    return play.space_of(player, marker) % number == 0


@condition("marker is", needs=("marker",), parameters=("word",))
def marker_is(play: Play, marker: int, name: str) -> bool:
    """Whether it is the scoring figure of this kind that has advanced."""
    return play.rules.marker_names[marker] == name


@quantity("others beside", needs=("player", "marker"))
def others_beside(play: Play, player: int, marker: int) -> int:
    """Scoring figures of other players on the space of the one that has advanced."""
    space = play.space_of(player, marker)
    markers = range(play.rules.markers)
    return sum(play.space_of(p, m) == space for p in range(play.players) if p != player for m in markers)


# Numbers and tokens ----------------------------------------------------------------------------


@quantity("lookup", parameters=("table", "number"))
def lookup(play: Play, table: tuple[tuple[int, int], ...], number: int) -> int:
    """What a table gives for a number: the entry with the largest lower bound that it reaches, 0 below the first."""
    return next((value for bound, value in reversed(table) if number >= bound), 0)


@quantity("own tokens", needs=("player",), parameters=("token",))
def own_tokens(play: Play, player: int, token: int) -> int:
    """Tokens of the kind in front of the player."""
    return play.tokens_at(token, ("player", player))


@quantity("in supply", needs=("player",), parameters=("figure kind",))
def in_supply(play: Play, player: int, kind: int) -> int:
    """Figures of the kind in the player's supply."""
    return play.supply[play.piece(kind, player)]


@condition("placed a figure")
def placed_a_figure(play: Play) -> bool:
    """Whether the active player has put a figure on the new tile in this part."""
    return bool(play.stood)


@condition("placed a follower")
def placed_a_follower(play: Play) -> bool:
    """Whether the active player has put a follower on the new tile in this part."""
    return any(play.rules.figures[play.figure(piece)].follower for piece in play.stood)


@quantity("tiles left")
def tiles_left(play: Play) -> int:
    """Tiles that can still be drawn, all piles together."""
    return play.tiles_left


# A placement -----------------------------------------------------------------------------------


@quantity("continues", needs=("placement",), parameters=("feature kinds",))
def continues(play: Play, placement: Laid, kinds: tuple[int, ...]) -> int:
    """Edges at which the tile joins a feature of the kind on a neighbouring tile."""
    return len(_joined(play, placement, kinds))


@quantity("joined", needs=("placement",), parameters=("feature kind",))
def joined(play: Play, placement: Laid, kind: int) -> int:
    """Edges of the kind at which the tile meets a neighbour: 0 when it continues nothing of that kind."""
    return len(_joined(play, placement, (kind,)))


@condition("continues own", needs=("placement", "player"), parameters=("figure kind",))
def continues_own(play: Play, placement: Laid, player: int, kind: int) -> bool:
    """Whether a segment of the laid tile belongs to a feature on which the player's figure of this kind stands."""
    wanted = play.piece(kind, player)
    if not play.is_out(kind):
        return False
    return any(
        piece == wanted
        for position in range(placement.turned.size)
        for _, piece in play.holders[play.find(placement.base + position)]
    )


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
    found = []
    for position, sides in enumerate(placement.turned.sides):
        if placement.turned.kinds[position] in kinds:
            found += [(side, position) for side in sides if play.beyond(placement.cell, side) in play.board]
    return sorted(found)


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
            sides
            for position, sides in enumerate(turned.sides)
            if turned.kinds[position] == kind and left_by in sides
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
