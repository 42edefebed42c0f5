"""JSON forms of actions, events, positions and games, and what can be read of a JSON text that is cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import attrs

from carcassonne.errors import CarcassonneError, NotationError, RecordError
from carcassonne.notation.games import LONGEST, Record
from carcassonne.notation.places import of_length, parse_segment, shown
from carcassonne.notation.rulesets import rules_of, whole_options
from carcassonne.play.game import Game
from carcassonne.play.records import FORMAT, Replay, check_outcome
from carcassonne.play.resume import game_from_position as resume
from carcassonne.play.ruleset import Ruleset
from carcassonne.words import events
from carcassonne.words.actions import Action, Choose, Draw, Pass, Place, Stand, is_well_formed, parse_action
from carcassonne.words.events import Event, Item
from carcassonne.words.segments import Segment

_ACTIONS: Final = {kind.__name__.lower(): kind for kind in (Pass, Draw, Place, Stand, Choose)}
_EVENTS: Final[Mapping[str, type[Event]]] = {
    re.sub(r"(?<=.)(?=[A-Z])", " ", kind.__name__).lower(): kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


# Actions and events --------------------------------------------------------------------------


def action_to_dict(action: Action) -> dict[str, Any]:
    """An action, ready for JSON.

    >>> action_to_dict(Place("set/tile", 1, -2, 3))
    {'action': 'place', 'tile': 'set/tile', 'x': 1, 'y': -2, 'turned': 3}
    """
    return {"action": type(action).__name__.lower(), **_fields(action)}


def action_from_dict(saved: Mapping[str, Any]) -> Action:
    """The inverse of `action_to_dict`. Raises RecordError.

    >>> action_from_dict({"action": "pass"})
    Pass()
    """
    _check_mapping(saved, "action")
    action: Action = _made(saved, "action", _ACTIONS)
    if not is_well_formed(action):
        raise RecordError(f"a {saved['action']} with parts of wrong types")
    return action


def event_to_dict(event: Event) -> dict[str, Any]:
    """An event, ready for JSON; that of an award has its items with their rules and the points that they make."""
    found = {"event": _name_of(event), **_fields(event)}
    return {**found, "points": event.points} if isinstance(event, events.Award) else found


def event_from_dict(saved: Mapping[str, Any]) -> Event:
    """The inverse of `event_to_dict`. Raises RecordError."""
    _check_mapping(saved, "event")
    rest = dict(saved)
    points = rest.pop("points", None) if rest.get("event") == "award" else None
    event: Event = _made(rest, "event", _EVENTS)
    if isinstance(event, events.Award) and points != event.points:
        raise RecordError(f"award: its items make {event.points} points, and it says {points!r:.20}")
    return event


def _name_of(event: Event) -> str:
    return next(name for name, kind in _EVENTS.items() if kind is type(event))


def _fields(thing: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(thing, field.name)) for field in attrs.fields(type(thing)) if field.eq}


def _plain(value: Any) -> Any:
    if isinstance(value, Segment):
        return str(value)
    if isinstance(value, Item):
        return attrs.asdict(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _check_mapping(saved: object, what: str) -> None:
    if not isinstance(saved, Mapping):
        raise RecordError(f"expected an {what}, found {shown(saved)}")


def _made(saved: Mapping[str, Any], key: str, kinds: Mapping[str, Any]) -> Any:
    """A value of the kind that is named under a key."""
    if not isinstance(saved.get(key), str) or saved[key] not in kinds:
        raise RecordError(f"expected an {key}: one of {', '.join(map(repr, kinds))}")
    kind = kinds[saved[key]]
    fields = [field for field in attrs.fields(kind) if field.eq]
    if set(saved) != {key, *(field.name for field in fields)}:
        raise RecordError(
            f"{key} {saved[key]!r}: expected {', '.join(field.name for field in fields) or 'nothing more'}"
        )
    return kind(
        **{field.name: _read(saved[field.name], str(field.type), f"{saved[key]}, {field.name}") for field in fields}
    )


def _read(value: Any, sort: str, what: str) -> Any:
    """A part by its type as it is annotated."""
    if sort.endswith("| None") and value is None:
        return None
    sort = sort.removesuffix(" | None")
    if sort == "Segment":
        return parse_segment(value)
    if sort.startswith("tuple["):
        if not isinstance(value, list):
            raise RecordError(f"{what}: expected a list")
        return tuple(_read(item, sort[6:].partition(",")[0], what) for item in value)
    if sort == "Item":
        if not isinstance(value, Mapping) or set(value) != {"what", "count", "each", "rule"}:
            raise RecordError(f"{what}: expected what, count, each and rule")
        return Item(*(_read(value[name], kind, what) for name, kind in _ITEM.items()))
    kinds = tuple(_PLAIN[name] for name in sort.split(" | "))
    if type(value) not in kinds:
        raise RecordError(f"{what}: expected {sort}, found {shown(value)}")
    return value


_ITEM: Final = {"what": "str", "count": "int", "each": "int", "rule": "str"}
_PLAIN: Final[Mapping[str, type]] = {"str": str, "int": int, "bool": bool}


# Games and positions -------------------------------------------------------------------------


def game_json(game: Game) -> str:
    """The record of a game as JSON text on one line: `Game.to_dict`."""
    return json.dumps(game.to_dict(), ensure_ascii=False) + "\n"


def game_from_json(text: str, *, rules: Ruleset | None = None) -> Game:
    """The game that a JSON text says. Raises RecordError, and NotationError with line and column for no JSON."""
    saved = decoded(text)
    return game_from_dict(saved, rules=rules)


def game_from_dict(saved: Any, *, rules: Ruleset | None = None) -> Game:
    """The game of a record; rules that are not given are loaded by the names that it says. Raises RecordError."""
    return _rules_for(saved, rules).game_from_dict(saved)


def game_from_position(saved: Mapping[str, Any], *, rules: Ruleset | None = None) -> Game:
    """The game at a position that `position_to_dict` saved. Raises RecordError."""
    ruleset = _rules_for(saved, rules)
    return resume(ruleset, {**saved, "options": whole_options(ruleset, _options(saved))})


def _rules_for(saved: Any, rules: Ruleset | None) -> Ruleset:
    if not isinstance(saved, Mapping):
        raise RecordError("this is no record of a game, nor a position")
    return rules if rules is not None else rules_of(saved.get("rules"), saved.get("options"))


def _options(saved: Mapping[str, Any]) -> Mapping[str, str]:
    options = saved.get("options")
    if not isinstance(options, Mapping):
        raise RecordError("options: expected a mapping")
    return options


def decoded(text: str) -> Any:
    """What a JSON text says. Raises NotationError."""
    try:
        return json.loads(of_length(text, LONGEST).removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise NotationError(f"this is no JSON: {error.msg}", error.lineno, error.colno) from error
    except (RecursionError, ValueError) as error:
        raise NotationError(f"this JSON cannot be read: {type(error).__name__}") from error


def read_cut(text: str, *, rules: Ruleset | None) -> Record:
    """The game of a JSON text that may be cut off: all whole actions before the cut. Raises RecordError."""
    saved, cut = until_cut(of_length(text, LONGEST))
    if saved.get("format") != FORMAT or not isinstance(saved.get("actions"), list):
        raise cut or RecordError("this is no record of a game")
    replay = Replay.of(_rules_for(saved, rules), saved)
    for number, action in enumerate(saved["actions"], 1):
        try:
            replay.play(parse_action(action))
        except CarcassonneError as error:
            cut = RecordError(f"action {number}: {error}")
            break
    game = replay.finish()
    if cut is None:
        check_outcome(game, saved)
    return Record(game, cut=cut)


def until_cut(text: str) -> tuple[dict[str, Any], RecordError | None]:
    """The whole entries of an object, and of a list of actions the whole ones of those; then the error at the cut."""
    saved: dict[str, Any] = {}
    at = 0
    try:
        at = _sign(text, at, "{")
        while True:
            key, at = _decode(text, at)
            at = _sign(text, at, ":")
            if key == "actions":
                saved[key] = []
                at = _items(text, at, saved[key])
            else:
                saved[key], at = _decode(text, at)
            if not _sees(text, at, ","):
                _sign(text, at, "}")
                return saved, None
            at = _sign(text, at, ",")
    except NotationError as error:
        return saved, error


def _items(text: str, at: int, into: list[Any]) -> int:
    at = _sign(text, at, "[")
    while not _sees(text, at, "]"):
        if into:
            at = _sign(text, at, ",")
        item, at = _decode(text, at)
        into.append(item)
    return _sign(text, at, "]")


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _sees(text: str, at: int, sign: str) -> bool:
    return text.startswith(sign, _after_space(text, at))


def _sign(text: str, at: int, sign: str) -> int:
    at = _after_space(text, at)
    if not text.startswith(sign, at):
        raise _cut(text, at, f"expected {sign!r}")
    return at + 1


def _decode(text: str, at: int) -> tuple[Any, int]:
    """One whole value of an object's text. A number at the very end may be cut short, so it is not taken."""
    at = _after_space(text, at)
    try:
        value, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise _cut(text, getattr(error, "pos", at), "expected a whole value") from error
    if end >= len(text):
        raise _cut(text, end, "expected more")
    return value, end


def _cut(text: str, at: int, fault: str) -> NotationError:
    return NotationError(
        f"{fault}, found {shown(text[at : at + 20]) if at < len(text) else 'the end'}",
        text.count("\n", 0, at) + 1,
        at - text.rfind("\n", 0, at),
    )
