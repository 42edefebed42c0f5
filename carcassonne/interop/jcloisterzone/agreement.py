"""Compares a replay with what that program reported on the way: checkpoints beside a saved game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from carcassonne.interop.jcloisterzone.files import Saved
from carcassonne.interop.jcloisterzone.replaying import Replay, replaying
from carcassonne.interop.jcloisterzone.timeline import Stage, Timeline
from carcassonne.interop.jcloisterzone.values import Faults, load_json

MOST_CHECKPOINTS: Final = 100_000


@attrs.frozen
class Difference:
    """The first place where two programs differ: after which message, in what, and how.

    It lies between the checkpoint before (`since`, -1 for none) and this one.
    """

    message: int
    since: int
    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        place = f"message {self.message} (agrees at {self.since})"
        return f"{place}: {self.what}: expected {self.expected}, found {self.found}"


@attrs.frozen
class Comparison:
    """How many checkpoints agree, of how many, and the first difference if there is one."""

    agreed: int
    total: int
    difference: Difference | None
    replay: Replay

    @property
    def agrees(self) -> bool:
        """Whether there is no difference."""
        return self.difference is None


def read_checkpoints(path: Path | str) -> Mapping[str, Any]:
    """Read a file of checkpoints. Raises RecordError."""
    faults = Faults(Path(path).name)
    value = faults.mapping(load_json(path), "")
    faults.finish()
    return value


def compare(saved: Saved, checkpoints: Mapping[str, Any]) -> Comparison:
    """Play a saved game and compare it at every checkpoint, up to the first difference.

    checkpoints: the value of such a file; the options under `needs` are chosen. Raises RecordError for anything
    else.
    """
    points, needs = _read(checkpoints, saved.name)
    comparer = _Comparer()
    agreed, since = 0, -1
    for at, found in enumerate(replaying(saved, needs), -1):
        if found.stop is not None:
            reason = found.stop.reason
            stop = Difference(found.stop.message, since, "move", "a move that can be played", reason)
            return Comparison(agreed, len(points), stop, found)
        expected = points.get(at)
        if expected is None or found.timeline is None:
            continue
        for what, wanted, got in comparer.compared(expected, found.timeline):
            if wanted != got:
                return Comparison(agreed, len(points), Difference(at, since, what, wanted, got), found)
        agreed, since = agreed + 1, at
    if agreed < len(points):
        missing = Difference(at, since, "messages", f"{max(points) + 1} messages", f"{at + 1}")
        return Comparison(agreed, len(points), missing, found)
    return Comparison(agreed, len(points), None, found)


def _read(value: Any, name: str) -> tuple[dict[int, Mapping[str, Any]], Mapping[str, Any]]:
    """The checkpoints by message, and the options that the game needs."""
    faults = Faults(f"{name}, checkpoints")
    top = faults.mapping(value, "")
    needs = faults.mapping(top.get("needs", {}), "needs")
    points: dict[int, Mapping[str, Any]] = {}
    for number, given in enumerate(faults.items(top.get("checkpoints"), "checkpoints", MOST_CHECKPOINTS)):
        place = f"checkpoints[{number}]"
        point = faults.mapping(given, place)
        lists = {
            key: [read(faults, entry, f"{place}.{key}") for entry in _list(faults, point, key, place)]
            for key, read in READERS.items()
        }
        message = faults.whole(point.get("message"), f"{place}.message", 0, MOST_CHECKPOINTS)
        points[message] = {**lists, "next": faults.mapping(point.get("next"), f"{place}.next")}
    faults.finish()
    return points, needs


def _list(faults: Faults, point: Mapping[str, Any], key: str, place: str) -> list[Any]:
    return faults.items(point.get(key, []), f"{place}.{key}", 10_000)


def _number(faults: Faults, value: Any, place: str) -> int:
    return faults.whole(value, place, -(10**6), 10**6)


def _text(faults: Faults, value: Any, place: str) -> str:
    return faults.text(value, place)


def _figures(faults: Faults, value: Any, place: str) -> dict[str, int]:
    given = faults.mapping(value, place)
    return {name: count for name, n in given.items() if (count := _number(faults, n, f"{place}.{name[:40]}"))}


def _entry(faults: Faults, value: Any, place: str) -> tuple[str, int, int]:
    given = faults.mapping(value, place)
    name = faults.text(given.get("feature"), f"{place}.feature").partition(".")[0]
    points = faults.whole(given.get("points"), f"{place}.points", -(10**6), 10**6)
    return name, points, faults.whole(given.get("player"), f"{place}.player", 0, 100)


def _token(faults: Faults, value: Any, place: str) -> tuple[int, str, int]:
    given = faults.mapping(value, place)
    player = faults.whole(given.get("player"), f"{place}.player", 0, 100)
    token = faults.text(given.get("token"), f"{place}.token")
    return player, token, faults.whole(given.get("count"), f"{place}.count", 0, 10**6)


READERS: Final[Mapping[str, Callable[[Faults, Any, str], Any]]] = {
    "scores": _number,
    "events": _entry,
    "tokens": _token,
    "discarded": _text,
    "supply": _figures,
}
"""The lists of a checkpoint, and how an entry of each is read."""


class _Comparer:
    """Knows what was counted at the checkpoint before."""

    def __init__(self) -> None:
        self.entries = self.discarded = 0
        self.tokens: Counter[tuple[int, str]] = Counter()

    def compared(self, expected: Mapping[str, Any], timeline: Timeline) -> list[tuple[str, Any, Any]]:
        """What is compared at a checkpoint: its name, what is expected and what was found."""
        ledger = timeline.ledger
        events = Counter((e.feature, e.points, e.player) for e in ledger.entries[self.entries :] if e.points)
        discarded = ledger.discarded[self.discarded :]
        held = Counter(
            {
                (player, ledger.tables.token_of(token)): count
                for player, tokens in enumerate(ledger.tokens)
                for token, count in tokens.items()
            }
        )
        gained = held - self.tokens
        self.entries, self.discarded, self.tokens = len(ledger.entries), len(ledger.discarded), held
        names = ledger.tables.tiles
        wanted = Counter({(player, token): count for player, token, count in expected["tokens"] if count})
        return [
            ("scores", expected["scores"], ledger.scores),
            ("events", _sorted(Counter(e for e in expected["events"] if e[1])), _sorted(events)),
            ("tokens", _sorted(wanted), _sorted(gained)),
            ("discarded", [names.get(tile, tile) for tile in expected["discarded"]], discarded),
            ("supply", expected["supply"], ledger.shown_supply()),
            ("next", _next(expected["next"], names), _waiting(timeline)),
        ]


def _sorted(counted: Counter[Any]) -> list[Any]:
    return sorted(counted.items())


def _next(given: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    known = {key: given[key] for key in ("phase", "player", "tile") if key in given}
    if isinstance(known.get("tile"), str):
        known["tile"] = names.get(known["tile"], known["tile"])
    return known


def _waiting(timeline: Timeline) -> dict[str, Any]:
    """What is waited for, in the same form."""
    if timeline.stage is Stage.OVER:
        return {"phase": timeline.phase}
    tile = {"tile": timeline.game.drawn_tile} if timeline.stage is Stage.TILE else {}
    return {"phase": timeline.phase, "player": timeline.player, **tile}
