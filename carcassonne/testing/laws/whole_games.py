"""Laws about a game from its beginning to its end, which it is played again to check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from carcassonne.play.setup import Setup
from carcassonne.testing.lawbook import NOT_HERE, law
from carcassonne.testing.laws.moments import difference
from carcassonne.testing.sources import is_from_the_beginning, setup_given
from carcassonne.testing.turning import Turning
from carcassonne.words.actions import Action, Choose, Draw, Place

if TYPE_CHECKING:
    from carcassonne.play.game import Game

MOST_ACTIONS_A_TILE = 40


def played_again(game: Game, players: Sequence[str], *, table: Setup | None = None) -> Game:
    """A game with the same rules and tiles and other names, before its first action; chance is explicit."""
    return game.rules.new_game(players, chance="explicit", tiles=game._tiles, table=table or setup_given(game))


@law("determinism", of="game")
def determinism(game: Game) -> object:
    """The same actions from the same beginning lead to the same game, without any seed.

    A record is a list of actions; it must be enough.
    """
    if not is_from_the_beginning(game):
        return NOT_HERE
    again = played_again(game, game.players)
    for action in game.history:
        again.push(action)
    assert again.position() == game.position(), "played again, the game ends in another position"
    assert list(again.events) == list(game.events), "played again, other things happen"
    return None


@law("way back", of="game")
def way_back(game: Game) -> object:
    """Taking everything back, one push after the other, leads to the beginning, whatever was played.

    One forgotten entry of the journal in a thousand moves shows here.
    """
    if not is_from_the_beginning(game) or not game._explicit:
        return NOT_HERE
    copy, fresh = game.copy(), played_again(game, game.players)
    while len(copy):
        copy.pop()
    there, first = copy.position(), fresh.position()
    assert there == first, f"taken back to the beginning, it is another one: {difference(there, first)}"
    return None


@law("bound", of="game")
def bound(game: Game) -> None:
    """Every game comes to an end, within forty actions for each tile.

    Rules that give a turn for a turn, or a choice for a choice, go on for ever.
    """
    most = most_actions(game)
    assert game.is_over, f"after {len(game)} actions the game is not over"
    assert len(game) <= most, f"{len(game)} actions, at most {most} were expected"


def most_actions(game: Game) -> int:
    """How many actions a game may have: forty for each of its tiles, and for five more."""
    tiles = sum(tile.count for tile in game.rules.definitions.tiles) if game._tiles is None else len(game._tiles)
    return MOST_ACTIONS_A_TILE * (tiles + 5)


def beginning(game: Game) -> Setup:
    """The position from which a game began, to be begun from again."""
    given = setup_given(game)
    if given is not None:
        return given
    fresh = played_again(game, game.players)
    return Setup(
        tiles=tuple((name, x, y, turned) for (x, y), (name, turned) in fresh.table.items()),
        figures=tuple((None if who is None else fresh.players[who], kind, at) for at, kind, who in fresh.figures),
    )


@law("turning the table", of="game", often=0.6)
def turning(game: Game) -> object:
    """A game on a table that is turned by a quarter has the same choices and the same points.

    Tiles that lose something on a turn, and rules that look only to the north, show here. So do rules on
    `feature completed` that leave something to the next of several features: these come in an order of places.
    """
    quarters = 1 + len(game) % 3
    turned = Turning(quarters)
    if not is_from_the_beginning(game):
        return NOT_HERE
    start = beginning(game)
    if start.tokens and any(not isinstance(holder, str) for holder, _, _ in start.tokens):
        return NOT_HERE
    table = attrs.evolve(
        start,
        tiles=tuple((name, *turned.cell(x, y), (turn + quarters) % 4) for name, x, y, turn in start.tiles),
        figures=tuple((owner, kind, turned.segment(segment)) for owner, kind, segment in start.figures),
        connections=tuple((turned.segment(one), turned.segment(other)) for one, other in start.connections),
    )
    _compare(game, played_again(game, game.players, table=table), turned)
    return None


def _compare(game: Game, other: Game, turned: Turning) -> None:
    again = played_again(game, game.players)
    for action in game.history:
        assert len(again.legal_actions) == len(other.legal_actions), (
            f"before «{action}» there are {len(again.legal_actions)} choices, "
            f"on the turned table {len(other.legal_actions)}"
        )
        same = turned.action(action)
        if isinstance(action, Place):
            turned.note(action, game.rules.tiles)
        meant = other.legal_actions.meant(same)
        assert meant is not None, f"«{action}» is on offer, but not «{same}» on the turned table"
        again.push(action)
        other.push(meant)
        assert again.scores == other.scores, f"after «{action}» {again.scores}, on the turned table {other.scores}"
    assert other.is_over == game.is_over, "the turned game does not end with the other"


@law("names", of="game", often=0.5)
def names(game: Game) -> object:
    """What players are called changes nothing: same choices, same points, same position.

    A name that is compared, or sorted by, plays with.
    """
    if not is_from_the_beginning(game):
        return NOT_HERE
    others = tuple(f"{'z' * (len(game.players) - n)}y" for n in range(len(game.players)))
    _follow(game, played_again(game, others, table=_renamed(setup_given(game), game.players, others)), others, 0)
    return None


@law("seats", of="game", often=0.5)
def seats(game: Game) -> object:
    """Whoever begins, the same moves give the same points to the seats that make them.

    A rule that means the first player where it should mean the active one shows here.
    """
    count = len(game.players)
    if count < 2 or game._setup is not None:
        return NOT_HERE
    first = 1 + len(game) % (count - 1)
    others = tuple(game.players[(n - first) % count] for n in range(count))
    table = attrs.evolve(beginning(game), to_move=others[first])
    other = played_again(game, others, table=table)
    if other.position() == played_again(game, others).position():
        return NOT_HERE
    _follow(game, other, others, first)
    return None


def _renamed(setup: Setup | None, players: Sequence[str], others: Sequence[str]) -> Setup | None:
    if setup is None:
        return None
    new = dict(zip(players, others, strict=True))
    return attrs.evolve(
        setup,
        figures=tuple((new.get(owner or "", owner), kind, segment) for owner, kind, segment in setup.figures),
        scores={new[name]: points for name, points in setup.scores.items()},
        supply={new[name]: kinds for name, kinds in setup.supply.items()},
        to_move=new.get(setup.to_move, ""),
        track={new[name]: places for name, places in setup.track.items()},
        hands=None if setup.hands is None else {new[name]: tiles for name, tiles in setup.hands.items()},
        tokens=tuple((new.get(who, who) if isinstance(who, str) else who, kind, n) for who, kind, n in setup.tokens),
    )


def _follow(game: Game, other: Game, others: Sequence[str], shift: int) -> None:
    """Play the same on another game in which player n sits at n + shift and is called otherwise."""
    count = len(game.players)
    new = {name: others[(n + shift) % count] for n, name in enumerate(game.players)}
    for action in game.history:
        same = _spoken(action, new)
        meant = other.legal_actions.meant(same)
        assert meant is not None, f"«{action}» is on offer, but «{same}» is not: {other.why_not(same)}"
        other.push(meant)
    back = tuple(other.scores[(n + shift) % count] for n in range(count))
    assert back == game.scores, f"scores are {game.scores}, seen from the other seats {back}"
    assert other.is_over == game.is_over


def _spoken(action: Action, new: dict[str, str]) -> Action:
    """An action in which players have other names."""
    if isinstance(action, Choose) and not isinstance(action, Draw):
        return Choose(action.about, re.sub(r"[^\W\d_][\w-]*", lambda word: new.get(word[0], word[0]), action.value))
    return action
