"""What expressions may ask about a player, and about a scoring figure that has advanced.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from carcassonne.language.quantities.features import own_followers
from carcassonne.language.registry import condition, quantity
from carcassonne.language.scope import Scope

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Play


@condition("active", needs=("player",))
def active(play: Play, player: int) -> bool:
    """Whether the player is the one whose turn it is."""
    return player == play.active


@quantity("own points", needs=("player",))
def own_points(play: Play, player: int) -> int:
    """Points that the player has now, all scoring figures together."""
    return play.scores[player]


@quantity("players")
def players(play: Play) -> int:
    """How many players there are."""
    return play.players


@quantity("players where", parameters=("which player",))
def players_where(play: Play, which: Function) -> int:
    """Players for whom a condition holds."""
    return sum(bool(which(play, Scope(-1, player, play.new))) for player in range(play.players))


@quantity("most of players", parameters=("each player",))
def most_of_players(play: Play, each: Function) -> int:
    """The largest that a number is for any player: `own points = most of players(own points)` for who is in front."""
    return max(int(each(play, Scope(-1, player, play.new))) for player in range(play.players))


@quantity("least of players", parameters=("each player",))
def least_of_players(play: Play, each: Function) -> int:
    """The smallest that a number is for any player."""
    return min(int(each(play, Scope(-1, player, play.new))) for player in range(play.players))


@quantity("points of", parameters=("player",))
def points_of(play: Play, player: int) -> int:
    """Points that a player has now who is named as in steps: `active player`, or a name that a choice has given."""
    return play.scores[player]


@quantity("tokens of", parameters=("player", "token"))
def tokens_of(play: Play, player: int, token: int) -> int:
    """Tokens of the kind in front of a player who is named as in steps."""
    return play.tokens_at(token, ("player", player))


@quantity("supply of", parameters=("player", "figure kind"))
def supply_of(play: Play, player: int, kind: int) -> int:
    """Figures of the kind in the supply of a player who is named as in steps."""
    return play.supply[play.piece(kind, player)]


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
    return sum(bool(which(play, Scope(-1, player, play.new, marker=marker))) for marker in markers)


# A scoring figure that has advanced


@condition("multiple", needs=("player", "marker"), parameters=("number",))
def multiple(play: Play, player: int, marker: int, number: int) -> bool:
    """Whether the scoring figure has come to a space that is a multiple of the number (space 0 is)."""
    return number > 0 and play.space_of(player, marker) % number == 0


@condition("marker is", needs=("marker",), parameters=("scoring figure",))
def marker_is(play: Play, marker: int, name: str) -> bool:
    """Whether it is the scoring figure of this kind that has advanced."""
    return play.rules.marker_names[marker] == name


@quantity("others beside", needs=("player", "marker"))
def others_beside(play: Play, player: int, marker: int) -> int:
    """Scoring figures of other players on the space of the one that has advanced."""
    space = play.space_of(player, marker)
    markers = range(play.rules.markers)
    return sum(play.space_of(p, m) == space for p in range(play.players) if p != player for m in markers)


# Tokens, supplies, and what was done in this part


@quantity("own tokens", needs=("player",), parameters=("token",))
def own_tokens(play: Play, player: int, token: int) -> int:
    """Tokens of the kind in front of the player."""
    return play.tokens_at(token, ("player", player))


@quantity("all tokens", parameters=("token",))
def all_tokens(play: Play, token: int) -> int:
    """Tokens of the kind in front of all players together."""
    return sum(play.tokens_at(token, ("player", player)) for player in range(play.players))


@quantity("tokens on table", parameters=("token",))
def tokens_on_table(play: Play, token: int) -> int:
    """Tokens of the kind that `the table` has: a pot, a stock, or what counts something for all."""
    return play.tokens_at(token, ("table", 0))


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
