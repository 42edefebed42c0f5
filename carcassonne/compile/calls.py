"""What an expression becomes: functions of the game and the subjects at hand, put together once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import RulesError
from carcassonne.language.grammar import Binary, Expression, Number
from carcassonne.language.scope import Scope
from carcassonne.language.steps import Function

if TYPE_CHECKING:
    from carcassonne.words.play import Play

_COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@attrs.frozen
class Compiled:
    """A function of the game and the subjects at hand; `yes_no` tells a condition from a quantity.

    of_tile: whether the value depends on nothing but which tile is placed, so that it is worked out once a tile.
    """

    call: Function
    yes_no: bool
    of_tile: bool = False
    is_constant: bool = False


REACH: Final[dict[str, str]] = {
    "feature": "a feature",
    "player": "a player",
    "placement": "a tile that is being placed",
    "marker": "a scoring figure that advanced",
    "points": "points that are given",
}
"""What an expression can be about, for people."""
KINDS: Final = "feature kinds"
ARTICLES: Final = {
    "feature kinds": "feature kinds",
    "chosen word": "a word",
    "bound place": "a segment or a figure",
    "bound tile": "a cell, a segment or a figure",
}
"""Parameters for people, where `a` and their own name will not do."""
LOOKS: Final[dict[str, tuple[str, bool]]] = {
    "each": ("feature", False),
    "which": ("feature", True),
    "which marker": ("marker", True),
    "which player": ("player", True),
    "each player": ("player", False),
    "each tile": ("placement", False),
    "which tile": ("placement", True),
}
"""Parameters that are asked of things that a word goes through: of what, and whether the answer is yes or no."""


def once_a_tile(compiled: Compiled) -> Compiled:
    """The same with its value remembered for each tile, where it depends on nothing else."""
    if not compiled.of_tile or compiled.is_constant:
        return compiled
    known: dict[int, Any] = {}
    call = compiled.call

    def remembered(play: Play, scope: Scope) -> Any:
        tile = -1 if scope.placement is None else scope.placement.turned.tile
        value = known.get(tile)
        if value is None:
            value = known[tile] = call(play, scope)
        return value

    return attrs.evolve(compiled, call=remembered)


def tile_count(scope: Scope, symbol: str) -> int:
    """What the placed tile shows of a symbol of tiles; one that is no number counts as 1."""
    placement = scope.placement
    if placement is None:
        return 0
    value = placement.turned.symbols.get(symbol, 0)
    return value if isinstance(value, int) else 1


def shared_out(given: tuple[Expression, ...], parameters: tuple[str, ...]) -> list[tuple[Expression, ...]]:
    """What is given for each parameter: one each, and all that is over for the one that takes several kinds.

    Where neither fits, as many as there are given.
    """
    over = len(given) - len(parameters)
    first = parameters.index(KINDS) if over > 0 and KINDS in parameters else len(given)
    last = first + over + 1
    shares: list[tuple[Expression, ...]] = [(one,) for one in given[:first]]
    return shares if first == len(given) else [*shares, given[first:last], *((one,) for one in given[last:])]


def where_placed(call: Function) -> Function:
    """The same, and 0 or no where no tile is being placed: before the draw, and at the end of the game."""
    return lambda play, scope: 0 if scope.placement is None else call(play, scope)


def where_named(call: Function) -> Function:
    """The same; raises RulesError where no step has named a feature."""

    def asked(play: Play, scope: Scope) -> Any:
        if scope.feature < 0:
            raise RulesError("a step asks for a feature, but the step that names one was left out")
        return call(play, scope)

    return asked


def bound_call(function: Callable[..., Any], needs: tuple[str, ...], parameters: list[Any]) -> Function:
    """A word's function with its parameters fixed and its subjects taken from the scope."""
    fixed = tuple(parameters)
    if any(isinstance(parameter, Compiled) for parameter in parameters):

        def moving(play: Play, scope: Scope) -> Any:
            given = [p.call(play, scope) if isinstance(p, Compiled) else p for p in fixed]
            return function(play, *[getattr(scope, subject) for subject in needs], *given)

        return moving
    if not needs:
        return lambda play, scope: function(play, *fixed)
    if needs == ("feature",) and len(fixed) < 2:  # most words; a subject known by name is had for less than by `get`
        if not fixed:
            return lambda play, scope: function(play, scope.feature)
        only = fixed[0]
        return lambda play, scope: function(play, scope.feature, only)
    if needs == ("feature", "player") and not fixed:
        return lambda play, scope: function(play, scope.feature, scope.player)
    get = operator.attrgetter(*needs)
    if len(needs) == 1 and not fixed:
        return lambda play, scope: function(play, get(scope))
    if len(needs) == 1:
        return lambda play, scope: function(play, get(scope), *fixed)
    return lambda play, scope: function(play, *get(scope), *fixed)


def joined(node: Binary, left: Function, right: Function) -> Compiled:
    """Two functions with `and`, `or`, a comparison or a calculation between them."""
    sign = node.operator
    if sign == "and":
        return Compiled(lambda play, scope: left(play, scope) and right(play, scope), yes_no=True)
    if sign == "or":
        return Compiled(lambda play, scope: left(play, scope) or right(play, scope), yes_no=True)
    if sign in _COMPARE:
        compare = _COMPARE[sign]
        if isinstance(node.right, Number):
            number = node.right.value
            return Compiled(lambda play, scope: compare(left(play, scope), number), yes_no=True)
        return Compiled(lambda play, scope: compare(left(play, scope), right(play, scope)), yes_no=True)
    if sign == "+":
        return Compiled(lambda play, scope: left(play, scope) + right(play, scope), yes_no=False)
    if sign == "-":
        return Compiled(lambda play, scope: left(play, scope) - right(play, scope), yes_no=False)
    return Compiled(lambda play, scope: left(play, scope) * right(play, scope), yes_no=False)
