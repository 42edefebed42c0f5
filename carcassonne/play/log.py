"""The log of a game made readable: raw entries to typed events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from carcassonne.words import events
from carcassonne.words.events import Event, Item
from carcassonne.words.lines import THE_TABLE

if TYPE_CHECKING:
    from carcassonne.play.state import State


class Events(Sequence[Event]):
    """What has happened so far, oldest first. A view: it grows with the game."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.events)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        if isinstance(index, slice):
            return tuple(event_of(self._state, raw) for raw in self._state.events[index])
        return event_of(self._state, self._state.events[index])

    def __iter__(self) -> Iterator[Event]:
        return (event_of(self._state, raw) for raw in self._state.events)

    def __repr__(self) -> str:
        return f"<{len(self)} events>"


def event_of(state: State, raw: tuple[Any, ...]) -> Event:
    """The typed record of one raw entry."""
    event: Event = _MAKERS[raw[0]](state, *raw[1:])
    return event


def _owner(state: State, piece: int) -> int | None:
    owner = state.owner(piece)
    return None if owner == state.players else owner


def _name(state: State, piece: int) -> str:
    return state.rules.figures[state.figure(piece)].name


def _placed(state: State, player: int, turned: Any, cell: int) -> Event:
    x, y = state.rules.place_of(cell)
    return events.Placed(player, turned.name, x, y, turned.turn)


def _award(state: State, player: int, segment: int, lines: tuple[Any, ...], final: bool) -> Event:
    where = state.segment(segment) if segment >= 0 else None
    return events.Award(player, where, tuple(Item(*line) for line in lines), final)


def _tokens(state: State, token: int, holder: tuple[str, int], count: int) -> Event:
    kind, number = holder
    shown: int | str = number
    if kind == "cell":
        x, y = state.rules.place_of(number)
        shown = f"{x},{y}"
    elif kind == "segment":
        shown = str(state.segment(number))
    elif kind == "table":
        shown = THE_TABLE
    return events.TokenMoved(state.rules.tokens[token], shown, count)


_MAKERS: dict[str, Any] = {
    "drawn": lambda state, tile: events.Drawn(state.tiles.names[tile]),
    "discarded": lambda state, tile, rule: events.Discarded(state.tiles.names[tile], rule),
    "hand": lambda state, player, tile, count, way, hidden: events.HandChanged(
        player, state.tiles.names[tile], count, way, hidden
    ),
    "put back": lambda state, tile: events.PutBack(state.tiles.names[tile]),
    "removed": lambda state, tile: events.Removed(state.tiles.names[tile]),
    "placed": _placed,
    "stood": lambda state, piece, at: events.Stood(_owner(state, piece), _name(state, piece), state.segment(at)),
    "moved": lambda state, piece, origin, at: events.Moved(
        _owner(state, piece), _name(state, piece), state.segment(origin), state.segment(at)
    ),
    "returned": lambda state, piece, at: events.Returned(_owner(state, piece), _name(state, piece), state.segment(at)),
    "completed": lambda state, feature: events.Completed(state.segment(feature)),
    "award": _award,
    "chosen": lambda state, player, about, value: events.Chosen(player, about, value),
    "chosen tile": lambda state, player, about, value: events.TileChosen(
        player, about, value, not state.rules.open_hands
    ),
    "tokens": _tokens,
    "beside": lambda state, piece, space: events.StoodBeside(_owner(state, piece), _name(state, piece), space),
    "supplied": lambda state, piece, count: events.Supplied(state.owner(piece), _name(state, piece), count),
    "rolled": lambda state, face: events.Rolled(face),
    "turned up": lambda state, stack, card: events.TurnedUp(stack, card),
    "connected": lambda state, a, b: events.Connected(state.segment(a), state.segment(b)),
    "part added": lambda state, player, rule: events.PartAdded(player, rule),
    "turn": lambda state, player: events.TurnBegan(player),
    "ended": lambda state, winners: events.Ended(winners),
}
