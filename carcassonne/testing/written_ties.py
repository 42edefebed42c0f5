"""What the files say of ties, read again over a recounted table: who has the majority, and what is paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from carcassonne.compile.order import in_order
from carcassonne.language.scope import Scope
from carcassonne.language.steps import as_this_player
from carcassonne.read.definitions import Phrase, Tie
from carcassonne.testing.interpreting import Interpreter, Unknown
from carcassonne.testing.recount import Feature


def majority_of(interpreter: Interpreter, feature: Feature) -> tuple[int, ...]:
    """Who has the majority of a feature: those with most strength, less those whom a tie leaves out."""
    left = _told_apart(interpreter, feature)
    return () if len(left) > 1 and _pay(interpreter, feature) == "nobody" else left


def points_of(interpreter: Interpreter, feature: Feature, player: int) -> int:
    """The points of a feature for one of those who are tied for it, or who has it alone. Raises Unknown."""
    points, left = interpreter.points(feature, player), _told_apart(interpreter, feature)
    pay = _pay(interpreter, feature) if len(left) > 1 else ""
    if pay == "nobody":
        return 0
    if pay == "split, rounded up":
        return (points + len(left) - 1) // len(left)
    return points // len(left) if pay == "split, rounded down" else points


def _told_apart(interpreter: Interpreter, feature: Feature) -> tuple[int, ...]:
    left = feature.majority
    for tie in _ties(interpreter, feature):
        if tie.by is not None and len(left) > 1 and _holds(interpreter, tie, feature):
            numbers = {player: _asked(interpreter, tie, tie.by, feature, player) for player in left}
            wanted = min(numbers.values()) if tie.how == "least" else max(numbers.values())
            left = tuple(player for player in left if numbers[player] == wanted)
    return left


def _pay(interpreter: Interpreter, feature: Feature) -> str:
    """What those get who are tied still: the first that says so."""
    pays = (tie.pay for tie in _ties(interpreter, feature) if tie.pay and _holds(interpreter, tie, feature))
    return next(pays, "")


def _ties(interpreter: Interpreter, feature: Feature) -> list[Tie]:
    ties = in_order(interpreter.definitions.ties, [], first=lambda tie: tie.over)
    return [tie for tie in ties if feature.kind in tie.of]


def _holds(interpreter: Interpreter, tie: Tie, feature: Feature) -> bool:
    return tie.condition is None or bool(_asked(interpreter, tie, tie.condition, feature, -1))


def _asked(interpreter: Interpreter, tie: Tie, phrase: Phrase, feature: Feature, player: int) -> int:
    """The value of an expression; where only the engine can read it, the engine is asked."""
    try:
        return interpreter.number(phrase, feature, player)
    except Unknown:
        rules, state = interpreter.game.rules, interpreter.game._state
        number = state.segment_number(feature.segments[0])
        assert number is not None
        here = rules.ties[rules.kinds.names.index(feature.kind)]
        known: tuple[Any, ...] = (*here.preferences, *here.payments)
        made = next(each for each in known if each.name == tie.name)
        if phrase is tie.condition:
            return int(made.condition(state, Scope(number)))
        sign, ask = -1 if tie.how == "least" else 1, _ranked(made.rank, state, Scope(number, player, state.new))
        return sign * int(as_this_player(state, player, ask))


def _ranked(rank: Callable[..., Any], state: Any, scope: Scope) -> Callable[[], Any]:
    return lambda: rank(state, scope)
