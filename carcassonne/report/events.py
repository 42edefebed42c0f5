"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.words import events

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.words.events import Award, Event

Names = Sequence[str]


def event_text(event: Event, players: Sequence[str]) -> str:
    """An event as one line. Kinds of events that have no sentence of their own show themselves as values.

    >>> event_text(events.Placed(1, "base/road-curve", 2, -1, 3), ["blue", "red"])
    'red lays base/road-curve at 2,-1 turned 3'
    """
    sentence = SENTENCES.get(type(event))
    return sentence(event, players) if sentence is not None else repr(event)


def award_text(award: Award) -> str:
    """What an award was for, item by item with the rules that gave it.

    >>> from carcassonne.words.segments import Segment
    >>> award_text(events.Award(0, Segment(2, -1, "road"), (events.Item("tiles", 4, 1, "B-60"),), False))
    '4 points for road at 2,-1: 4 tiles × 1 (B-60)'
    """
    points = "1 point" if award.points == 1 else f"{award.points} points"
    source = f" for {award.segment}" if award.segment else ""
    return f"{points}{source}: " + "; ".join(map(str, award.items))


def events_text(game: Game, *, since: int = 0) -> str:
    """Everything that happened from event number `since` on, a line each; turns and awards stand out."""
    return "\n".join(event_lines(game.events[since:], game.players))


def event_lines(happened: Iterable[Event], players: Sequence[str], *, seen_by: int | None = None) -> list[str]:
    """Lines of some events; what belongs to a turn is indented.

    seen_by: the player who reads them, and is not told which tiles others have in hand; None for somebody who may know.
    """
    if seen_by is not None:
        happened = [_as_seen(event, seen_by) for event in happened]
    return [
        event_text(event, players)
        if isinstance(event, events.TurnBegan | events.Ended)
        else f"  {event_text(event, players)}"
        for event in happened
    ]


def _as_seen(event: Event, player: int) -> Event:
    """An event as a player sees it."""
    if event.seen_by is None or player in event.seen_by:
        return event
    if isinstance(event, events.HandChanged):
        return attrs.evolve(event, tile=HIDDEN)
    return attrs.evolve(event, value=HIDDEN) if isinstance(event, events.TileChosen) else event


def _who(player: int | None, players: Names) -> str:
    return "nobody" if player is None else players[player]


def _own(event: Any, players: Names) -> str:
    return event.figure if event.player is None else f"{players[event.player]}'s {event.figure}"


def _tokens(event: events.TokenMoved, players: Names) -> str:
    holder = players[event.holder] if isinstance(event.holder, int) else event.holder
    comes = "to" if event.count > 0 else "away from"
    return f"{abs(event.count)} {event.token} {comes} {holder}"


def _beside(event: events.StoodBeside, players: Names) -> str:
    if event.space is None:
        return f"{_own(event, players)} goes home from the track"
    return f"{_own(event, players)} stands on space {event.space} of the track"


def _ended(event: events.Ended, players: Names) -> str:
    won = " and ".join(players[player] for player in event.winners)
    return f"the game is over: {won or 'nobody'} won"


HIDDEN: Final = "a tile"
IN_HAND: Final[Mapping[tuple[str, int], str]] = {
    ("drawn", 1): "takes {} in hand",
    ("kept", 1): "keeps {} in hand",
    ("passed on", 1): "gets {} in hand",
    ("passed on", -1): "gives {} away",
    ("to place", -1): "plays {} from the hand",
    ("put back", -1): "puts {} back from the hand",
    ("removed", -1): "shows {} and gives it up",
}
SENTENCES: dict[type, Callable[[Any, Names], str]] = {
    events.Drawn: lambda e, players: f"drawn: {e.tile}",
    events.Discarded: lambda e, players: (
        f"{e.tile} fits nowhere and leaves the game" + (f" ({e.rule})" if e.rule else "")
    ),
    events.HandChanged: lambda e, players: f"{players[e.player]} {IN_HAND[e.way, e.count].format(e.tile)}",
    events.PutBack: lambda e, players: f"{e.tile} goes back to the stock",
    events.Removed: lambda e, players: f"{e.tile} leaves the game",
    events.Placed: lambda e, players: f"{players[e.player]} lays {e.tile} at {e.x},{e.y} turned {e.turned}",
    events.Stood: lambda e, players: f"{_own(e, players)} stands on {e.segment}",
    events.Moved: lambda e, players: f"{_own(e, players)} goes from {e.origin} to {e.segment}",
    events.Returned: lambda e, players: f"{_own(e, players)} comes back from {e.segment}",
    events.Completed: lambda e, players: f"complete: {e.segment}",
    events.Award: lambda e, players: f"{_who(e.player, players)} gets {award_text(e)}",
    events.Chosen: lambda e, players: f"{players[e.player]} chooses {e.about}: {e.value}",
    events.TileChosen: lambda e, players: f"{players[e.player]} chooses {e.about}: {e.value}",
    events.TokenMoved: _tokens,
    events.Supplied: lambda e, players: (
        f"{players[e.player]} {'gets' if e.count > 0 else 'loses'} {abs(e.count)} {e.figure}"
    ),
    events.PartAdded: lambda e, players: (
        f"{players[e.player]} will lay another tile" + (f" ({e.rule})" if e.rule else "")
    ),
    events.StoodBeside: _beside,
    events.Connected: lambda e, players: f"{e.one} and {e.other} are connected",
    events.Rolled: lambda e, players: f"the die shows {e.face}",
    events.TurnedUp: lambda e, players: f"card {e.card} of {e.stack} is turned up",
    events.TurnBegan: lambda e, players: f"{players[e.player]}'s turn",
    events.Ended: _ended,
}
