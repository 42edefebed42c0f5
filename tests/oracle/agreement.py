"""Compares a game with the oracle: whatever can be asked of the game must come out as the oracle says."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from oracle.game import OracleGame
from oracle.table import Name

from carcassonne import CHANCE, Action, Segment
from carcassonne.words import events

Policy = Callable[[random.Random, Any, Sequence[Action]], Action]


def oracle_for(game: Any, draws: Sequence[str] | None = None) -> OracleGame:
    """An oracle at the very beginning of a game, before any draw."""
    rules = game.rules
    return OracleGame(rules.definitions.tiles, rules.names, rules.options, len(game.players), draws)


def follow(game: Any, oracle: OracleGame, played: int) -> None:
    """Let the oracle play what the game has played since its action number `played`."""
    for action in game.history[played:]:
        assert str(action) in oracle.legal(), f"{action} is not legal by the digests"
        oracle.play(str(action))


def agree(game: Any, oracle: OracleGame, *, events_from: int = 0, thorough: bool = True) -> None:
    """Assert that a game is in every respect as the oracle says."""
    assert (oracle.phase == "over") == game.is_over
    assert oracle.legal() == [str(action) for action in game.legal_actions]
    assert tuple(oracle.scores) == game.scores
    assert oracle.supply == [game.supply(player) for player in range(oracle.players)]
    assert oracle.active == game.active_player
    assert oracle.tiles_left() == game.tiles_left
    assert (oracle.drawn or None) == game.drawn_tile
    table = oracle.table
    assert {place: (p.name, p.turn) for place, p in table.tiles.items()} == dict(game.table)
    assert tuple(table.open_places) == game.open_places
    standing = sorted((name_of(segment), kind, owner) for segment, kind, owner in game.figures)
    assert sorted((table.name(spot), kind, owner) for spot, (owner, kind) in oracle.standing.items()) == standing
    if game.is_over:
        assert tuple(oracle.winners()) == game.winners
    else:
        assert oracle.decider == game.player
        assert game.winners == ()
        if game.player == CHANCE:
            assert oracle.weights() == [weight for _, weight in game.chances]
    agree_about_events(game, oracle, events_from)
    agree_about_features(game, oracle, thorough=thorough)
    assert oracle.scores_if_ended() == game.scores_if_ended()


def agree_about_features(game: Any, oracle: OracleGame, *, thorough: bool) -> None:
    """The features are those of a flood fill, complete and worth what they should be."""
    table = oracle.table
    for feature in table.features:
        asked = feature.names if thorough else feature.names[:1]
        for name in asked:
            assert feature.names == tuple(map(name_of, game.feature(segment_of(name))))
        worth = game.worth(segment_of(feature.names[-1]))
        assert oracle.worth(feature) == (worth.points, worth.players, worth.complete), feature.names
    if thorough:
        for (x, y), picture in table.tiles.items():
            names = [(x, y, piece.kind, piece.number) for piece in picture.pieces]
            assert sorted(names) == sorted(map(name_of, game.segments(x, y)))


def agree_about_events(game: Any, oracle: OracleGame, start: int) -> None:
    """The events from number `start` on are those that the oracle logged, returns of figures in any order."""
    feature_of = {name: feature.names for feature in oracle.table.features for name in feature.names}
    raw = game.events
    assert len(oracle.log) == len(raw)
    found = [plain(event, feature_of) for event in raw[start:]]
    assert returns_sorted(oracle.log[start:]) == returns_sorted(found)


def plain(event: events.Event, feature_of: dict[Name, tuple[Name, ...]]) -> tuple[Any, ...]:
    """An event as the oracle logs it."""
    match event:
        case events.TurnBegan(player):
            return "turn", player
        case events.Drawn(tile):
            return "drawn", tile
        case events.Discarded(tile, rule):
            return "discarded", tile, rule
        case events.Placed(player, tile, x, y, turned):
            return "placed", player, tile, x, y, turned
        case events.PartAdded(player, rule):
            return "part added", player, "RV-21"
        case events.Stood(player, figure, segment):
            return "stood", player, figure, name_of(segment)
        case events.Returned(player, figure, segment):
            return "returned", player, figure, name_of(segment)
        case events.Chosen(player, about, value):
            return "chosen", player, about, value
        case events.Completed(segment):
            return "completed", feature_of[name_of(segment)]
        case events.Award(player, segment, items, final):
            assert segment is not None
            (rule,) = {item.rule for item in items}
            assert event.points == sum(item.count * item.each for item in items)
            return "award", player, feature_of[name_of(segment)], event.points, rule, final
        case events.Ended(winners):
            return "ended", winners
    raise AssertionError(event)


def returns_sorted(log: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """A log in which figures that go home together stand in an order of their own."""
    found: list[tuple[Any, ...]] = []
    home: list[tuple[Any, ...]] = []
    for entry in log:
        if entry[0] == "returned":
            home.append(entry)
        else:
            found += [*sorted(home), entry]
            home = []
    return found + sorted(home)


def name_of(segment: Segment) -> Name:
    return segment.x, segment.y, segment.kind, segment.number


def segment_of(name: Name) -> Segment:
    return Segment(*name)


# Players who choose ------------------------------------------------------------------------------


def anything(chance: random.Random, game: Any, legal: Sequence[Action]) -> Action:
    """Any action, all equally likely."""
    return legal[chance.randrange(len(legal))]


def eager(chance: random.Random, game: Any, legal: Sequence[Action]) -> Action:
    """Never passes; calls abbots back whenever that is offered."""
    recalls = [action for action in legal if str(action).startswith("recall")]
    others = [action for action in legal if str(action) != "pass"]
    return chance.choice(recalls or others or list(legal))


def close(chance: random.Random, game: Any, legal: Sequence[Action]) -> Action:
    """Lays tiles where most neighbours are, so that much gets completed; stands anywhere; passes at times."""
    if game.about != "place":
        return legal[chance.randrange(len(legal))]
    table = game.table

    def around(action: Any) -> int:
        near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return sum((action.x + dx, action.y + dy) in table for dx, dy in near)

    most = max(map(around, legal))
    return chance.choice([action for action in legal if around(action) >= most - 1])


POLICIES: dict[str, Policy] = {"anything": anything, "eager": eager, "close": close}
