"""What the steps of an agenda bind, and of what form it is: checked where a saved agenda comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from carcassonne.errors import RecordError
from carcassonne.language.steps import Step
from carcassonne.play.hands import NOBODY
from carcassonne.play.state import State
from carcassonne.words.segments import SegmentNumber

Shape = str | tuple[Any, ...]
"""A name of `_SINGLE`, a list of one shape as (shape, ...), or a row as a tuple of shapes."""

_LINES: Final[Shape] = (("text", "number", "number", "text"), ...)
_BOUND: Final[Mapping[str, Shape]] = {
    "along": ("companion", ...),
    "asked": ("number", ...),
    "awards": (("player", "place", _LINES), ...),
    "chosen": "yes or no",
    "committed": (("piece", ("player", "number")), ...),
    "completed": ("segment", ...),
    "feature": "segment",
    "marker": "marker",
    "markers": ("marker", ...),
    "moved": "number",
    "piece": "companion",
    "player": "player",
    "points": "number",
    "reached": (("segment", "segment"), ...),
    "settling": (("segment", ("player", ...)), ...),
    "shares": (("companion", "number"), ...),
    "taken by": "player",
}
_EVERYWHERE: Final = ("feature", "moved", "player", "reached", "taken by")
"""Names that rules cannot give to anything else; the others mean this in the engine's own blocks."""

NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "settling": ("settling", "completed", "committed", "chosen"),
    "awarding": ("awards", "markers", "shares", "committed"),
    "sharing": ("player", "points", "piece", "marker", "along", "asked", "committed"),
}
"""What must be bound in a block of the engine, by its name."""

_NAMED: Final[Mapping[str, Shape]] = {
    "cell": "cell",
    "figure": ("piece", "segment"),
    "figure kind": "figure kind",
    "move": ("piece", "place", "segment"),
    "number": "number",
    "pair": ("segment", "segment"),
    "player": "player",
    "segment": "segment",
    "space": "number",
    "tile": ("holder", "tile"),
    "word": "text",
}
"""What the names that rules give stand for, by what compiling calls it."""


def check_bound(state: State, block: str, steps: Iterable[Step], bound: Mapping[str, Any]) -> None:
    """Raise RecordError where what a block has bound cannot be. steps: those of it that are still to come."""
    for name in NEEDED.get(block, ()):
        if name not in bound:
            raise RecordError(f"agenda: {block!r} must bind {name!r}")
    shapes: dict[str, list[Shape]] = {}
    for step in steps:
        for name, sort in step.at_hand.items():
            shapes.setdefault(name, []).extend([_NAMED[sort]] if sort in _NAMED else [])
    for name, value in bound.items():
        if name in _EVERYWHERE or (block in NEEDED and name in _BOUND):
            shapes[name] = [_BOUND[name]]
        elif name == "completed":
            shapes[name] = ["segment", _BOUND[name]]
        if shapes.get(name) and not any(_fits(state, value, shape) for shape in shapes[name]):
            raise RecordError(f"agenda: what {block!r} binds as {name!r} is of another form")


def _fits(state: State, value: Any, shape: Shape) -> bool:
    if isinstance(shape, str):
        return _SINGLE[shape](state, value)
    if not isinstance(value, tuple):
        return False
    if shape[1:] == (...,):
        return all(_fits(state, item, shape[0]) for item in value)
    return len(value) == len(shape) and all(_fits(state, item, part) for item, part in zip(value, shape, strict=True))


def _is_below(value: Any, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _is_companion(state: State, value: Any) -> bool:
    """Whether a number is that of a piece of a player which may stand beside scoring figures."""
    return (
        _is_below(value, len(state.supply))
        and state.figure(value) in state.rules.companions
        and state.owner(value) < state.players
    )


_SINGLE: Final[Mapping[str, Callable[[State, Any], bool]]] = {
    "cell": lambda state, value: type(value) is int and value in state.board,
    "companion": _is_companion,
    "figure kind": lambda state, value: _is_below(value, len(state.rules.figures)),
    "holder": lambda state, value: type(value) is int and NOBODY <= value < state.players,
    "marker": lambda state, value: _is_below(value, state.rules.markers),
    "number": lambda state, value: type(value) is int,
    "piece": lambda state, value: _is_below(value, len(state.supply)),
    "place": lambda state, value: isinstance(value, SegmentNumber) or (type(value) is int and value == -1),
    "player": lambda state, value: _is_below(value, state.players),
    "segment": lambda state, value: isinstance(value, SegmentNumber),
    "text": lambda state, value: isinstance(value, str),
    "tile": lambda state, value: _is_below(value, len(state.rules.tiles.names)),
    "yes or no": lambda state, value: isinstance(value, bool),
}
