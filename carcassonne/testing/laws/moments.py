"""Laws about a game as it stands, from what the game itself shows."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from carcassonne.errors import IllegalActionError
from carcassonne.language.scope import Scope
from carcassonne.testing.lawbook import NOT_HERE, law
from carcassonne.testing.sources import is_from_the_beginning, setup_given
from carcassonne.words.actions import CHANCE, Action, Choose, Draw, Pass, Place, Stand
from carcassonne.words.events import Supplied
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game

NEIGHBOURS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
MOST_TRIED: Final = 24


def assert_equal(one: Game, other: Game) -> None:
    """Raise AssertionError unless two games are equal in everything that can be asked."""
    assert_equal_now(one, other)
    assert one.history == other.history, "histories differ"
    assert len(one) == len(other), "they can take back differently many pushes"
    assert list(one.events) == list(other.events), "events differ"


def assert_equal_now(one: Game, other: Game) -> None:
    """Raise AssertionError unless two games are equal in what they are now, whatever led to it."""
    assert one == other, f"positions differ: {difference(one.position(), other.position())}"
    assert one.fingerprint == other.fingerprint, "fingerprints differ"
    assert one.scores == other.scores, f"scores are {one.scores} and {other.scores}"
    assert [*map(str, one.legal_actions)] == [*map(str, other.legal_actions)], "legal actions differ"


def difference(one: object, other: object) -> str:
    """The first part in which two positions differ, in short."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for left, right in zip(one, other, strict=True):
            if left != right:
                return difference(left, right)
    return f"{str(one)[:80]} and {str(other)[:80]}"


@law("decisions")
def decisions(game: Game) -> None:
    """Somebody can always go on: a game that is not over offers something, each once and in order.

    A decision without a legal action stops the game for ever, and a game that is over has nothing to decide.
    """
    legal = game.legal_actions
    assert (len(legal) == 0) == game.is_over, "nothing can be done, but the game is not over"
    assert bool(game.winners) == game.is_over, f"winners {game.winners}"
    if not game.is_over:
        assert game.about, "the decision has no name"
        assert game.player == CHANCE or game.player in range(len(game.players)), f"player {game.player} decides"
        actions = list(legal)
        assert len({str(action) for action in actions}) == len(actions), "two actions have one text"
        assert actions == sorted(actions), "actions are not sorted"


@law("figures")
def figures(game: Game) -> object:
    """No figure is lost and none is made: supply, table and track together hold as many as a player has.

    A figure that does not come home, or comes home twice, decides games and is seen by nobody.
    """
    given = setup_given(game)
    if not is_from_the_beginning(game) or (given is not None and given.supply):
        return NOT_HERE  # the position began with a supply of its own
    if any(isinstance(event, Supplied) for event in game.events):
        return NOT_HERE  # figures came into the game, or left it
    out = Counter((owner, kind) for _, kind, owner in game.figures)
    for figure in game.rules.definitions.figures:
        if figure.track:
            continue
        if figure.shared:
            there = out[None, figure.name]
            assert there <= figure.shared, f"{there} {figure.name} are on the table, of {figure.shared}"
        for player, name in enumerate(game.players if figure.each else ()):
            supply = game.supply(player)[figure.name]
            found = supply + out[player, figure.name] + int(figure.name in game.track[name])
            assert supply >= 0, f"{name} has {supply} {figure.name} in the supply"
            assert found == figure.each, f"{name} has {found} {figure.name} instead of {figure.each}"
    return None


@law("tokens")
def tokens(game: Game) -> object:
    """There are never more tokens than the box holds, and nobody owes one.

    A token given twice is points from nowhere.
    """
    if not game.rules.tokens:
        return NOT_HERE
    found: Counter[str] = Counter()
    for holder, kind, count in game.tokens:
        assert count > 0, f"{holder} has {count} {kind}"
        found[kind] += count
    for token in game.rules.definitions.tokens:
        assert token.supply is None or found[token.name] <= token.supply, (
            f"{found[token.name]} {token.name}, of {token.supply}"
        )
    return None


@law("tiles")
def tiles(game: Game) -> object:
    """No tile is lost and none is made: stock, table, hands and what has left the game hold as many as there were.

    A tile that goes back twice is drawn by somebody who waits for it.
    """
    if not is_from_the_beginning(game) or setup_given(game) is not None:
        return NOT_HERE
    names, state = game.rules.tiles.names, game._state
    found = Counter(dict(zip(names, state.stock, strict=True)))
    if state.fixed is not None:
        found.update(names[tile] for tile in state.fixed[state.fixed_at :])
    wanted = left_in_stock(game)
    for name in dict.fromkeys((*wanted, *found)):
        assert found[name] == wanted[name] >= 0, f"{found[name]} {name} can still be drawn, {wanted[name]} should"
    return None


def left_in_stock(game: Game) -> Counter[str]:
    """The tiles that can still be drawn in a game of the rules' own beginning: all of them, less where they went."""
    rules, players = game.rules, len(game.players)
    names, counts = rules.tiles.names, list(rules.tiles.counts)
    for tile in (*rules.removed, *rules.start):
        counts[tile] = max(0, counts[tile] - 1)
    given: Counter[str] = Counter()
    for tile, no_more in rules.given:
        given[names[tile]] += min(players, counts[tile])
        counts[tile] = 0 if no_more else max(0, counts[tile] - players)
    left = Counter(game._tiles) if game._tiles is not None else Counter(dict(zip(names, counts, strict=True)))
    left.update(given)
    left.update(names[tile] for tile in rules.start)
    left.subtract(name for name, _ in game.table.values())
    for player in range(players):
        left.subtract(game.hand(player))
    left.subtract(names[raw[1]] for raw in game._state.events if raw[0] in ("discarded", "removed"))
    left.subtract([game.drawn_tile] if game.drawn_tile is not None else [])
    return left


@law("standing")
def standing(game: Game) -> object:
    """Where a standing rule says that a figure stays only while something holds, that holds for every such figure.

    Such rules are asked after every step; one that is missed leaves a figure where the rules have no place for it.
    """
    rules, state = game.rules, game._state
    if not rules.homes:
        return NOT_HERE
    for segment, kind, owner in game.figures:
        for home in rules.homes:
            if rules.figures[home.figure].name == kind:
                number = state.segment_number(segment)
                player = len(game.players) if owner is None else owner
                holds = home.keep(state, Scope(-1 if number is None else number, player, state.new))
                assert holds, f"{kind} stays on {segment} against the standing rule «{home.name}»"
    return None


@law("open places", often=0.3)
def open_places(game: Game) -> None:
    """Every edge of a tile faces a tile or an open place, and there are no other open places.

    A place that is forgotten is a move that nobody can make.
    """
    table = game.table
    around = {(x + dx, y + dy) for x, y in table for dx, dy in NEIGHBOURS}
    wrong = set(game.open_places) ^ (around - set(table))
    assert not wrong, f"open places differ at {sorted(wrong)}"


@law("save and load", often=0.03)
def save_and_load(game: Game) -> None:
    """A game that is saved as JSON and loaded is the same game, at any moment, in the middle of a rule too.

    Records are how games are kept, sent and disputed.
    """
    assert_equal(game, game.rules.game_from_dict(json.loads(json.dumps(game.to_dict()))))


@law("copy", often=0.1)
def copies(game: Game) -> None:
    """A copy is equal, can be played on and taken back, and the game does not notice.

    A search plays thousands of copies; one that shares a column spoils the game it came from.
    """
    before, copy, chance = game.fingerprint, game.copy(), random.Random(len(game))
    assert_equal(game, copy)
    length, fitting = len(copy), _fitting(game)
    for _ in range(chance.randrange(1, 8)):
        if not copy.is_over:
            copy.push(copy.legal_actions[chance.randrange(len(copy.legal_actions))])
    assert before == game.fingerprint, "playing a copy changes the game"
    assert fitting == _fitting(game), "playing a copy changes which tiles fit where in the game"
    while len(copy) > length:
        copy.pop()
    assert_equal(game, copy)


def _fitting(game: Game) -> list[list[int]]:
    """Where some of the tiles fit, as the engine keeps it beside the position."""
    count = len(game.rules.tiles.names)
    return [game._state.placements(tile) for tile in range(0, count, 1 + count // 8)]


@law("questions", often=0.2)
def questions(game: Game) -> None:
    """Asking for the board, the worth of things and the score if the game ended leaves no trace.

    What looks must not touch.
    """
    before, legal = game.fingerprint, [*map(str, game.legal_actions)]
    assert str(game)
    scores = game.scores_if_ended()
    assert len(scores) == len(game.players)
    for segment, _, _ in game.figures:
        game.worth(segment)
    assert legal == [*map(str, game.copy().legal_actions)], "a copy offers something else"
    assert legal == [*map(str, game.legal_actions)], "a question changes what is on offer"
    assert before == game.fingerprint, "a question changes the position"


@law("texts", often=0.3)
def texts(game: Game) -> object:
    """What is legal can be written and read again, and means the same.

    Records, scenarios and people speak to the game in these texts.
    """
    legal = list(game.legal_actions)
    if not legal:
        return NOT_HERE
    for action in legal if len(legal) <= MOST_TRIED else random.Random(len(game)).sample(legal, MOST_TRIED):
        read = game.rules.parse_action(str(action), game)
        assert read == action, f"«{action}» is read as «{read}»"
        assert action in game.legal_actions, f"«{action}» is listed but not on offer"
    return None


@law("legality", often=0.15)
def legality(game: Game) -> None:
    """`why_not` gives a reason exactly for what is not on offer, and pushing that is refused and changes nothing.

    A rule that one of the two forgets is either a move too many or a move without explanation.
    """
    before = game.fingerprint
    legal = {str(action) for action in game.legal_actions}
    for action in _tried(game):
        reason = game.why_not(action)
        listed = game.as_listed(action)
        offered = str(listed) in legal or game.legal_actions.meant(action) is not None
        assert (reason is None) == offered, (
            f"«{action}» is {'on offer' if offered else 'not on offer'}, but why_not says {reason!r}"
        )
        if offered and game._step is not None and isinstance(listed, Place | Stand):
            said, _ = game._step.why_not(game._state, listed) or ("", "")
            assert not said, f"«{action}» is on offer, though {said}"
        if reason is not None:
            try:
                game.push(action)
            except IllegalActionError:
                continue
            raise AssertionError(f"«{action}» was refused ({reason}) and pushed all the same")
    assert before == game.fingerprint, "a refused action changes the position"


def _tried(game: Game) -> Iterator[Action]:
    """Some actions that may be on offer or not: placements, figures on and beside the new tile, choices."""
    chance = random.Random(len(game))
    definitions = game.rules.definitions
    cells = [*game.table, *game.open_places]
    tile = game.drawn_tile or chance.choice(definitions.tiles).name
    for _ in range(6):
        yield Place(tile, *chance.choice(cells), chance.randrange(4))
    near = chance.sample(list(game.table), min(2, len(game.table)))
    placed = [(action.x, action.y) for action in game.history[-3:] if isinstance(action, Place)]
    for cell in (*placed, *near):
        for segment in game.segments(*cell):
            yield Stand(chance.choice(definitions.figures).name, segment)
    yield Stand(chance.choice(definitions.figures).name, Segment(40, 40, chance.choice(definitions.features).name, 3))
    yield Choose(game.about or "x", "nothing of the kind")
    yield Draw(tile)
    yield Pass()
    legal = list(game.legal_actions)
    if legal:
        yield from chance.sample(legal, min(4, len(legal)))
