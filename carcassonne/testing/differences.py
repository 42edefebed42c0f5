"""Compares a game with what a scenario expects of it at one moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import Where
from carcassonne.read.scenario_words import CHANCE_NAME, NOBODY, NONE
from carcassonne.report.events import event_text
from carcassonne.words.actions import CHANCE, Action, Draw, Place
from carcassonne.words.events import Award
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.read.expectations import Check
    from carcassonne.read.scenario_words import ExpectedAward, ExpectedWorth, Figure, Laid
    from carcassonne.testing.turning import Turning

Found = Iterator[tuple[str, str, str]]
"""What was looked at, what was expected of it, and what was found instead."""


@attrs.frozen
class Difference:
    """One thing that is not as a scenario expects it."""

    where: Where
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}\n    expected {self.expected}\n    found    {self.found}"


def differences(check: Check, game: Game, turning: Turning) -> list[Difference]:
    """Everything in which a game differs from one check."""
    found = COMPARERS[check.key](check.value, game, turning)
    return [Difference(check.where, what, expected, instead) for what, expected, instead in found]


def _differ(what: str, expected: object, found: object) -> Found:
    if expected != found:
        yield what, str(expected), str(found)


def _lists(what: str, expected: Iterable[str], found: Iterable[str], order: str) -> Found:
    """Differences of two lists whose order does not matter: what is missing and what is too much."""
    wanted, there = Counter(expected), Counter(found)
    missing, extra = wanted - there, there - wanted
    if missing or extra:
        lists = ["; ".join(sorted(names.elements())) for names in (missing, extra)]
        yield what, lists[0] or f"nothing {order}", lists[1] or f"nothing {order}"


# Points ----------------------------------------------------------------------------------------


def _scores(expected: Mapping[str, int], game: Game, turning: Turning) -> Found:
    for name, points in expected.items():
        yield from _differ(f"score of {name}", points, game.scores[game.players.index(name)])


def _if_ended(expected: Mapping[str, int], game: Game, turning: Turning) -> Found:
    scores = game.scores_if_ended()
    for name, points in expected.items():
        yield from _differ(f"score of {name} if the game ended now", points, scores[game.players.index(name)])


def _awards(expected: Iterable[ExpectedAward], game: Game, turning: Turning) -> Found:
    left = [event for event in game.events if isinstance(event, Award)]
    missing = []
    for award in expected:
        match = next((there for there in left if _is_award(award, there, game, turning)), None)
        if match is None:
            missing.append(turning.text(str(award)))
        else:
            left.remove(match)
    yield from _lists("awards so far", missing, [_award_text(award, game) for award in left], "more")


def _is_award(expected: ExpectedAward, award: Award, game: Game, turning: Turning) -> bool:
    if (expected.player, expected.points) != (game.players[award.player], award.points):
        return False
    if expected.items is not None and sorted(expected.items) != sorted(map(str, award.items)):
        return False
    if expected.segment is None:
        return True
    segment = turning.segment(expected.segment)
    return award.segment is not None and award.segment in _feature(segment, game)


def _award_text(award: Award, game: Game) -> str:
    source = f" for {award.segment}" if award.segment else ""
    return f"{game.players[award.player]} {award.points}{source} = {', '.join(map(str, award.items))}"


def _worth(expected: Mapping[Segment, ExpectedWorth], game: Game, turning: Turning) -> Found:
    for segment, value in expected.items():
        place = turning.segment(segment)
        if not _feature(place, game):
            yield f"worth of {place}", str(value), "no such segment"
            continue
        worth = game.worth(place)
        yield from _differ(f"worth of {place}", value.points, worth.points)
        if value.players is not None:
            names = [game.players[player] for player in worth.players]
            yield from _lists(f"who gets what {place} is worth", value.players, names, "more")


# The game --------------------------------------------------------------------------------------


def _winners(expected: Iterable[str], game: Game, turning: Turning) -> Found:
    yield from _lists("winners", expected, [game.players[player] for player in game.winners], "more")


def _over(expected: bool, game: Game, turning: Turning) -> Found:
    words = ("the game goes on", "the game is over")
    yield from _differ("end of the game", words[expected], words[game.is_over])


def _player(expected: str, game: Game, turning: Turning) -> Found:
    decides = CHANCE_NAME if game.player == CHANCE else game.players[game.player]
    yield from _differ("who decides", expected, decides)


def _active_player(expected: str, game: Game, turning: Turning) -> Found:
    yield from _differ("whose turn it is", expected, game.players[game.active_player])


def _about(expected: str, game: Game, turning: Turning) -> Found:
    yield from _differ("what is decided", expected, game.about)


def _tiles_left(expected: int, game: Game, turning: Turning) -> Found:
    yield from _differ("tiles left", expected, game.tiles_left)


def _drawn_tile(expected: str, game: Game, turning: Turning) -> Found:
    yield from _differ("drawn tile", expected, game.drawn_tile or NONE)


def _events(expected: Iterable[str], game: Game, turning: Turning) -> Found:
    """Each text is part of an event, in this order; other events may stand between them."""
    happened = [event_text(event, game.players) for event in game.events]
    at = 0
    for line in map(turning.text, expected):
        place = next((n for n in range(at, len(happened)) if line in happened[n]), None)
        if place is None:
            yield "events", f"«{line}» here", "; ".join(happened[at:]) or "no more events"
            return
        at = place + 1


# Actions ---------------------------------------------------------------------------------------


def _legal(expected: Iterable[Action], game: Game, turning: Turning) -> Found:
    for action in map(turning.action, expected):
        at = _at_decision(game, action)
        reason = at.why_not(listed(action, at))
        if reason is not None:
            yield "what is legal", f"«{action}»", reason


def _only_legal(expected: Iterable[Action], game: Game, turning: Turning) -> Found:
    actions = [turning.action(action) for action in expected]
    at = _at_decision(game, actions[0]) if actions else game
    wanted = [str(listed(action, at)) for action in actions]
    yield from _lists("what is legal", wanted, map(str, at.legal_actions), "more")


def _not_legal(expected: Iterable[tuple[Action, str]], game: Game, turning: Turning) -> Found:
    for written, rule in expected:
        action = turning.action(written)
        at = _at_decision(game, action)
        reason = at.why_not(at.as_listed(action))
        if reason is None:
            by = f" by {rule}" if rule else ""
            yield "what is not legal", f"«{action}» to be forbidden{by}", "it is on offer"
        elif rule and f"({rule})" not in reason:
            yield f"why «{action}» is not legal", rule, reason


def listed(action: Action, game: Game) -> Action:
    """The form in which the game lists an action; where it is not on offer, the action as it is."""
    return game.legal_actions.meant(action) or game.as_listed(action)


def _at_decision(game: Game, action: Action) -> Game:
    """The game; where the action lays a tile that is still to be drawn, a copy in which it is drawn."""
    if isinstance(action, Place) and Draw(action.tile) in game.legal_actions:
        game = game.copy()
        game.push(Draw(action.tile))
    return game


# The table -------------------------------------------------------------------------------------


def _figures(expected: Iterable[Figure], game: Game, turning: Turning) -> Found:
    wanted = [f"{figure.owner or NOBODY} {figure.kind} on {turning.segment(figure.segment)}" for figure in expected]
    found = [
        f"{NOBODY if owner is None else game.players[owner]} {kind} on {segment}"
        for segment, kind, owner in game.figures
    ]
    yield from _lists("figures on the table", wanted, found, "more")


def _supply(expected: Mapping[str, Mapping[str, int]], game: Game, turning: Turning) -> Found:
    for name, kinds in expected.items():
        supply = game.supply(game.players.index(name))
        for kind, count in kinds.items():
            yield from _differ(f"supply of {name}, {kind}", count, supply.get(kind, 0))


def _track(expected: Mapping[str, Mapping[str, int | str]], game: Game, turning: Turning) -> Found:
    there = game.track
    for name, figures in expected.items():
        for kind, place in figures.items():
            yield from _differ(f"{kind} of {name} on the track", place, there[name].get(kind, NONE))


def _tokens(expected: Mapping[str, Mapping[str, int]], game: Game, turning: Turning) -> Found:
    there = {(holder, kind): count for holder, kind, count in game.tokens}
    for written, kinds in expected.items():
        holder = turning.text(written)
        for kind, count in kinds.items():
            yield from _differ(f"tokens of {holder}, {kind}", count, there.get((holder, kind), 0))


def _hands(expected: Mapping[str, Iterable[str]], game: Game, turning: Turning) -> Found:
    for name, tiles in expected.items():
        yield from _lists(f"hand of {name}", tiles, game.hand(game.players.index(name)), "more")


def _connections(expected: Iterable[Iterable[Segment]], game: Game, turning: Turning) -> Found:
    wanted = [" and ".join(map(str, sorted(map(turning.segment, pair)))) for pair in expected]
    found = [f"{one} and {other}" for one, other in game.connections]
    yield from _lists("connections", wanted, found, "more")


def _parts_waiting(expected: int, game: Game, turning: Turning) -> Found:
    yield from _differ("parts waiting", expected, game.parts_waiting)


def _table(expected: Iterable[Laid], game: Game, turning: Turning) -> Found:
    wanted = []
    for laid in expected:
        place = turning.action(Place(laid.tile, laid.x, laid.y, laid.turned))
        assert isinstance(place, Place)
        wanted.append(str(game.as_listed(place)))
    found = [str(game.as_listed(Place(name, x, y, turned))) for (x, y), (name, turned) in game.table.items()]
    yield from _lists("tiles on the table", wanted, found, "more")


def _complete(expected: Iterable[Segment], game: Game, turning: Turning) -> Found:
    yield from _states(expected, game, turning, wanted="complete")


def _unfinished(expected: Iterable[Segment], game: Game, turning: Turning) -> Found:
    yield from _states(expected, game, turning, wanted="unfinished")


def _states(expected: Iterable[Segment], game: Game, turning: Turning, *, wanted: str) -> Found:
    for segment in map(turning.segment, expected):
        state = "no such segment"
        if _feature(segment, game):
            state = "complete" if game.worth(segment).complete else "unfinished"
        yield from _differ(f"state of {segment}", wanted, state)


def _same_feature(expected: Iterable[Iterable[Segment]], game: Game, turning: Turning) -> Found:
    for group in expected:
        first, *others = map(turning.segment, group)
        feature = _feature(first, game)
        for other in others:
            if other not in feature:
                there = "; ".join(map(str, feature)) or "no such segment"
                yield f"feature of {first}", f"{other} in it", there


def _different_features(expected: Iterable[Iterable[Segment]], game: Game, turning: Turning) -> Found:
    for group in expected:
        segments = [turning.segment(segment) for segment in group]
        for number, one in enumerate(segments):
            feature = _feature(one, game)
            if not feature:
                yield f"feature of {one}", "a feature of its own", "no such segment"
            for other in segments[number + 1 :]:
                if other in feature:
                    yield f"feature of {one}", f"{other} in another", "; ".join(map(str, feature))


def _feature(segment: Segment, game: Game) -> tuple[Segment, ...]:
    """All segments of a feature; none where there is no such segment."""
    try:
        return game.feature(segment)
    except ValueError:
        return ()


COMPARERS: Final[Mapping[str, Callable[[Any, Game, Turning], Found]]] = {
    "scores": _scores,
    "if ended": _if_ended,
    "awards": _awards,
    "winners": _winners,
    "over": _over,
    "player": _player,
    "active player": _active_player,
    "about": _about,
    "legal": _legal,
    "only legal": _only_legal,
    "not legal": _not_legal,
    "figures": _figures,
    "supply": _supply,
    "track": _track,
    "tokens": _tokens,
    "hands": _hands,
    "table": _table,
    "connections": _connections,
    "parts waiting": _parts_waiting,
    "drawn tile": _drawn_tile,
    "tiles left": _tiles_left,
    "complete": _complete,
    "unfinished": _unfinished,
    "same feature": _same_feature,
    "different features": _different_features,
    "worth": _worth,
    "events": _events,
}
"""What is compared under each key; the keys are those of `EXPECTATIONS`."""
