"""What happened and what is worth how much, as entries that a page shows: texts, with the rules beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from carcassonne.play.view import Worth
from carcassonne.report.events import event_text
from carcassonne.words import events
from carcassonne.words.events import Event, Item
from carcassonne.words.segments import Segment


def told_all(
    happened: Iterable[Event], players: Sequence[str], number: Callable[[Segment], int]
) -> Iterator[dict[str, Any]]:
    """The entries of what happened; tokens of a kind that go to many places, or from them, are one entry.

    >>> moves = [events.TokenMoved("gold", "1,2", -1), events.TokenMoved("gold", "2,2", -1)]
    >>> [entry["text"] for entry in told_all(moves, [], lambda segment: 0)]
    ['1 gold away from 1,2; 2,2']
    """
    for _, run in groupby(happened, key=_together):
        first, *others = run
        entry = told(first, players, number)
        if isinstance(first, events.TokenMoved):
            places = [str(each.holder) for each in others if isinstance(each, events.TokenMoved)]
            entry["text"] = "; ".join([entry["text"], *places])
        yield entry


def _together(event: Event) -> object:
    """Equal for events that are one entry when they follow each other."""
    if isinstance(event, events.TokenMoved) and isinstance(event.holder, str):
        return event.token, event.count
    return id(event)


def told(event: Event, players: Sequence[str], number: Callable[[Segment], int]) -> dict[str, Any]:
    """An event as an entry of the log.

    kind: of the event. text: as a sentence, that of an award without its items. player, segment, cell: what it is
    about. items: of an award, each with its rule. rule: of what else has one.
    """
    entry: dict[str, Any] = {"kind": type(event).__name__.lower(), "text": event_text(event, players)}
    player = getattr(event, "player", None)
    if player is not None:
        entry["player"] = player
    segment = getattr(event, "segment", None)
    if segment is not None:
        entry["segment"] = number(segment)
    match event:
        case events.Award():
            source = f" for {event.segment}" if event.segment else ""
            entry |= {
                "text": f"{players[event.player]}: {event.points:+d}{source}",
                "points": event.points,
                "final": event.final,
                "items": [item_of(item) for item in event.items],
            }
        case events.Placed():
            entry["cell"] = f"{event.x},{event.y}"
        case events.Discarded() | events.PartAdded():
            entry["rule"] = event.rule
            entry["text"] = entry["text"].removesuffix(f" ({event.rule})")
        case events.TokenMoved(holder=int(player)):
            entry["player"] = player
    return entry


def item_of(item: Item) -> list[Any]:
    """One line of an award: what it says, its points and its rule."""
    text = item.what if item.count == 1 else f"{item.count} {item.what} × {item.each}"
    return [text, item.points, item.rule]


def worth_facts(worth: Worth) -> dict[str, Any]:
    """What a feature is worth, as a page holds it."""
    return {
        "complete": worth.complete,
        "points": worth.points,
        "players": list(worth.players),
        "items": [item_of(item) for item in worth.items],
    }


def rules_in(entry: dict[str, Any]) -> list[str]:
    """The ids of rules that an entry or a worth names."""
    named = [rule for _, _, rule in entry.get("items", ())]
    return [rule for rule in (*named, entry.get("rule", "")) if rule]
