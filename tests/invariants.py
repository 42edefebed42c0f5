"""What must hold of every game at every moment, whatever the rules, from what the game itself shows.

`after_push` looks at what is cheap and is called after every action; `now_and_then` at what is dear.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from carcassonne import CHANCE, Choose, Pass, Place, Segment, Stand
from carcassonne.errors import IllegalActionError
from carcassonne.words.events import Award

TOGETHER = ("mage", "witch")  # never on one feature when a part begins
LED = ("builder", "pig")  # never without a follower of their owner


def after_push(game: Any, happened: int = 0, scores: tuple[int, ...] = ()) -> None:
    """Assert what can be seen quickly. Before the push there were so many events, and these scores."""
    somebody_decides(game)
    figures_are_conserved(game)
    tokens_are_conserved(game)
    awards_sum_to_scores(game, happened, scores)
    led_figures_have_followers(game)
    magic_figures_stand_apart(game)


def now_and_then(game: Any, chance: random.Random) -> None:
    """Assert what takes longer: the whole table, text forms, saving, hostile pushes."""
    open_places_are_the_empty_neighbours(game)
    features_part_the_segments(game)
    actions_can_be_written(game, chance)
    illegal_actions_change_nothing(game, chance)
    questions_change_nothing(game, chance)
    copies_go_their_own_way(game, chance)
    assert_equal(game, game.rules.game_from_dict(json.loads(json.dumps(game.to_dict()))))


def somebody_decides(game: Any) -> None:
    """No decision without a legal action, and nothing to decide when the game is over."""
    legal = game.legal_actions
    assert (len(legal) == 0) == game.is_over
    if not game.is_over:
        assert game.about
        assert game.player == CHANCE or game.player in range(len(game.players))
        assert len({str(action) for action in legal}) == len(legal), "two actions with one text"
        assert list(legal) == sorted(legal)
    assert bool(game.winners) == game.is_over


def figures_are_conserved(game: Any) -> None:
    """The figures of a player are in the supply, on the table or on the track, as many as there are."""
    out = Counter((owner, kind) for _, kind, owner in game.figures)
    for figure in game.rules.definitions.figures:
        if figure.track:
            continue
        if figure.shared:
            assert out[None, figure.name] <= figure.shared, f"more {figure.name} than there are"
        for player, name in enumerate(game.players if figure.each else ()):
            beside = int(figure.name in game.track[name])
            found = game.supply(player)[figure.name] + out[player, figure.name] + beside
            assert found == figure.each, f"{name} has {found} {figure.name} instead of {figure.each}"
            assert game.supply(player)[figure.name] >= 0


def tokens_are_conserved(game: Any) -> None:
    """There are never more tokens than the supply has, and nobody owes one."""
    found: Counter[str] = Counter()
    for _, kind, count in game.tokens:
        assert count > 0, f"{count} {kind}"
        found[kind] += count
    for token in game.rules.definitions.tokens:
        assert token.supply is None or found[token.name] <= token.supply, f"{found[token.name]} {token.name}"


def awards_sum_to_scores(game: Any, happened: int = 0, scores: tuple[int, ...] = ()) -> None:
    """Every point since then is told by an award, and every award by its items."""
    sums = list(scores or [0] * len(game.players))
    for event in game.events[happened:]:
        if isinstance(event, Award):
            assert event.items and event.points == sum(item.points for item in event.items)
            sums[event.player] += event.points
    assert tuple(sums) == game.scores, f"awards make {sums}, scores are {game.scores}"


def led_figures_have_followers(game: Any) -> None:
    """A builder or a pig stands only where its owner has a follower."""
    followers = {figure.name for figure in game.rules.definitions.figures if figure.follower}
    standing = game.figures
    for segment, kind, owner in standing:
        if kind in LED:
            feature = game.feature(segment)
            there = [k for at, k, who in standing if who == owner and at in feature]
            assert followers & set(there), f"{kind} alone on {segment}"


def magic_figures_stand_apart(game: Any) -> None:
    """When a tile is to be placed the mage and the witch are not on one feature."""
    if game.about != "place" or game.rules.options.get("mage_witch.after_ferry_check") == "false":
        return
    places = [segment for segment, kind, owner in game.figures if owner is None and kind in TOGETHER]
    assert len(places) < 2 or places[1] not in game.feature(places[0]), "mage and witch together"


# Now and then ------------------------------------------------------------------------------------


def open_places_are_the_empty_neighbours(game: Any) -> None:
    """Every edge of a tile faces a tile or an open place, and there are no other open places."""
    table = game.table
    around = {(x + dx, y + dy) for x, y in table for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))}
    assert set(game.open_places) == around - set(table)


def features_part_the_segments(game: Any) -> None:
    """Every segment belongs to one feature, and all members of it say the same of it."""
    left = {segment for x, y in game.table for segment in game.segments(x, y)}
    while left:
        feature = game.feature(min(left))
        assert set(feature) <= left, "a segment in two features"
        assert 1 == len({segment.kind for segment in feature})
        assert game.feature(feature[-1]) == feature
        assert game.worth(feature[0]) == game.worth(feature[-1])
        left -= set(feature)


def actions_can_be_written(game: Any, chance: random.Random) -> None:
    """What is legal can be written and read, and nothing speaks against it."""
    legal = game.legal_actions
    for action in [legal[chance.randrange(len(legal))] for _ in range(min(3, len(legal)))]:
        assert game.rules.parse_action(str(action), game) == action
        assert game.why_not(action) is None and action in legal


def illegal_actions_change_nothing(game: Any, chance: random.Random) -> None:
    """A push that is not on offer is refused with a reason, and leaves everything as it was."""
    before = game.fingerprint
    tiles, figures = game.rules.definitions.tiles, game.rules.definitions.figures
    kinds = [feature.name for feature in game.rules.definitions.features]
    near = [chance.randrange(-3, 4) for _ in range(2)]
    segment = Segment(*near, chance.choice(kinds), chance.randrange(3))
    for action in (
        Place(chance.choice(tiles).name, *near, chance.randrange(4)),
        Stand(chance.choice(figures).name, segment),
        Choose(chance.choice(["", "fly", "recall", "magic", "advance", game.about or "x"]), str(segment)),
        Pass(),
    ):
        reason = game.why_not(action)
        assert (reason is None) == (action in game.legal_actions)
        if reason is not None:
            try:
                game.push(action)
            except IllegalActionError:
                pass
            else:
                raise AssertionError(f"{action} was refused ({reason}) and pushed all the same")
    assert before == game.fingerprint, "a refused action left something behind"


def questions_change_nothing(game: Any, chance: random.Random) -> None:
    """Asking for the board, for what things are worth and for the score if the game ended leaves no trace."""
    before = game.fingerprint
    assert str(game)
    scores = game.scores_if_ended()
    assert len(scores) == len(game.players)
    assert all(score >= 0 for score in scores)
    assert list(game.legal_actions) == list(game.copy().legal_actions)
    assert before == game.fingerprint, "a question left something behind"


def copies_go_their_own_way(game: Any, chance: random.Random) -> None:
    """A copy is equal, can be played on and taken back, and the game does not notice."""
    before, copy = game.fingerprint, game.copy()
    assert_equal(game, copy)
    length = len(copy)
    for _ in range(chance.randrange(1, 8)):
        if not copy.is_over:
            copy.push(copy.legal_actions[chance.randrange(len(copy.legal_actions))])
    assert before == game.fingerprint, "a copy changes the game"
    while len(copy) > length:
        copy.pop()
    assert_equal(game, copy)


def assert_equal(one: Any, other: Any) -> None:
    """Two games are equal in everything that can be asked."""
    assert one == other, "positions differ"
    assert one.fingerprint == other.fingerprint
    assert one.history == other.history, "histories differ"
    assert list(one.events) == list(other.events), "events differ"
    assert len(one) == len(other)
    assert [*map(str, one.legal_actions)] == [*map(str, other.legal_actions)], "legal actions differ"
