"""Saved games of our own making, in the form of that program."""

from collections.abc import Iterator, Sequence
from typing import Any

from carcassonne.interop import jcloisterzone
from carcassonne.interop.jcloisterzone import Verdict

Message = dict[str, Any]


def message(kind: str, **payload: Any) -> Message:
    return {"type": kind, "payload": payload}


def place(tile: str, x: int, y: int, degrees: int = 0) -> Message:
    return message("PLACE_TILE", tileId=tile, rotation=f"R{degrees}", position=[x, y])


def pointer(x: int, y: int, feature: str, location: str) -> dict[str, Any]:
    return {"position": [x, y], "feature": feature, "location": location}


def deploy(figure: str, x: int, y: int, feature: str, location: str, **more: Any) -> Message:
    return message("DEPLOY_MEEPLE", pointer=pointer(x, y, feature, location), meepleId=figure, **more)


def take_back(figure: str, x: int, y: int, feature: str, location: str, source: str) -> Message:
    stands = {"featurePointer": pointer(x, y, feature, location), "meepleId": figure}
    return message("RETURN_MEEPLE", pointer=stands, source=source)


def ferry(x: int, y: int, ends: str) -> Message:
    return message("PLACE_TOKEN", token="FERRY", pointer=pointer(x, y, "Road", ends))


def gold(x: int, y: int) -> Message:
    return message("PLACE_TOKEN", token="GOLD", pointer=[x, y])


def move(figure: str, x: int, y: int, feature: str, location: str) -> Message:
    return message("MOVE_NEUTRAL_FIGURE", figureId=figure, to=pointer(x, y, feature, location))


def circle(value: str) -> Message:
    return message("CIRCLE_REMOVE_OR_DEPLOY", value=value)


PASS = message("PASS")
UNDO = message("UNDO")
COMMIT = message("COMMIT", random=0.5)
DONE = [PASS, COMMIT]
SMALL = {"small-follower": 7, "farmers": True}


def flat(messages: Sequence[Message | list[Message]]) -> Iterator[Message]:
    for entry in messages:
        yield from entry if isinstance(entry, list) else [entry]


def game(
    *messages: Message | list[Message],
    holds: Sequence[str] = (),
    sets: Sequence[str] = (),
    elements: dict[str, Any] | None = None,
    rules: dict[str, Any] | None = None,
    start: str = "BA/RCr",
    draws: Sequence[str] | None = None,
    end: int | None = None,
    players: Sequence[str] = ("Ann", "Ben"),
    first_random: float = 0.25,
    base: str = "basic:1",
    without: Sequence[str] = (),
) -> dict[str, Any]:
    """A saved game as JSON. Without `draws` what is placed is drawn in that order."""
    replay = list(flat(messages))
    placed = [entry["payload"]["tileId"] for entry in replay if entry["type"] == "PLACE_TILE"]
    on = {name: value for name, value in (SMALL | (elements or {})).items() if name not in without}
    annotations: dict[str, Any] = {"drawOrder": list(placed if draws is None else draws)}
    if end is not None:
        annotations["endTurn"] = end
    return {
        "appVersion": "6.2.0",
        "gameId": "own",
        "name": "",
        "initialRandom": first_random,
        "created": "2026-01-01T00:00:00.000Z",
        "clock": 0,
        "setup": {
            "sets": dict.fromkeys([base, *sets], 1),
            "elements": on,
            "rules": rules or {},
            "timer": None,
            "start": [{"tile": start, "x": 0, "y": 0, "rotation": 0}],
            "options": {},
        },
        "players": [{"name": name, "slot": number} for number, name in enumerate(players)],
        "replay": replay,
        "gameAnnotations": annotations,
        "test": {"description": "", "assertions": list(holds)},
    }


def verdict(*messages: Message | list[Message], **setup: Any) -> Verdict:
    return jcloisterzone.check(jcloisterzone.from_json(game(*messages, **setup)))


def passes(*messages: Message | list[Message], **setup: Any) -> None:
    """Assert that a game can be played and that its sentences hold."""
    found = verdict(*messages, **setup)
    assert found.status is jcloisterzone.Status.PASS, str(found)


def fails(*messages: Message | list[Message], **setup: Any) -> str:
    """Assert that a game fails, and say why."""
    found = verdict(*messages, **setup)
    assert found.status is jcloisterzone.Status.FAIL, str(found)
    return "; ".join(found.reasons)


def is_unsupported(*messages: Message | list[Message], **setup: Any) -> str:
    """Assert that a game needs what is not known here, and say what."""
    found = verdict(*messages, **setup)
    assert found.status is jcloisterzone.Status.UNSUPPORTED, str(found)
    return "; ".join(found.reasons)
