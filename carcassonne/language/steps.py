"""What a verb makes of its place in a `do` list: a step that acts at once, or one that asks somebody first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from carcassonne.errors import RulesError
from carcassonne.words.actions import Action
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.language.scope import Scope
    from carcassonne.words.play import Play

Function = Callable[[Any, "Scope"], Any]
"""A compiled expression: called with a game (`Play`) and the subjects at hand."""


def bound_to(play: Any, name: str) -> Any:
    """What an earlier step has given a name to. Raises RulesError where that step was left out."""
    if name not in play.bound:
        raise RulesError(f"nothing is called {name!r} here: the step that names it was left out")
    return play.bound[name]


@attrs.frozen
class Lying:
    """A tile on the table, asked about as though it were just placed."""

    cell: int
    base: int
    turned: Any


def lying(play: Play, cell: int) -> Lying:
    """The tile that lies on a cell."""
    turned, base = play.board[cell]
    return Lying(cell, base, turned)


def is_of_feature(play: Play, segment: int, text: str) -> bool:
    """Whether a text names a segment of the same feature."""
    named = Segment.parse(text)
    number = None if named is None else play.segment_number(named)
    return number is not None and play.find(number) == play.find(segment)


def as_this_player(play: Play, player: int, ask: Callable[[], Any]) -> Any:
    """Ask something while `this player` is that player, whoever it is in the steps around."""
    before = play.bound
    play.bound = {**before, "player": player}
    try:
        return ask()
    finally:
        play.bound = before


class Step:
    """A compiled step. `begin` is called when the step's turn has come.

    It answers True when a decision is waiting now; otherwise it has acted and moved the agenda on.
    at_hand: the names that earlier steps of the rule have given, by what they stand for.
    """

    asks: ClassVar[bool] = False
    condition: Function | None = None
    binds: str = ""
    source: str = ""
    at_hand: Mapping[str, str] = MappingProxyType({})

    def begin(self, play: Play) -> bool:
        """Act, or get ready to ask."""
        play.at += 1
        self.run(play)
        return False

    def run(self, play: Play) -> None:
        """What the step does."""
        raise NotImplementedError


class Ask(Step):
    """A step that somebody decides. Options are codes (whatever the step likes), sorted as their actions sort."""

    asks: ClassVar[bool] = True
    about: str = ""

    def begin(self, play: Play) -> bool:
        """Ask where there is anything to choose, else go on."""
        if play.codes is None:
            play.codes = self.codes(play)
        if play.codes:
            return True
        play.codes = None
        play.at += 1
        return False

    def who(self, play: Play) -> int:
        """Who decides; CHANCE where nobody does."""
        return play.active

    def codes(self, play: Play) -> Sequence[Any]:
        """Everything that may be chosen now."""
        raise NotImplementedError

    def weights(self, play: Play, codes: list[Any]) -> list[int]:
        """For chance: how likely each option is, in whole parts."""
        return [1] * len(codes)

    def sample(self, play: Play) -> Any:
        """For chance: one of the codes, by the seeded generator."""
        codes = play.codes or self.codes(play)
        weights = self.weights(play, list(codes))
        below = list(accumulate(weights))
        return codes[bisect_right(below, play.random_below(below[-1]))]

    def action(self, play: Play, code: Any) -> Action:
        """The action that stands for a code."""
        raise NotImplementedError

    def code(self, play: Play, codes: Sequence[Any], action: Action) -> Any | None:
        """The code among `codes` that an action stands for, or None when it is not on offer."""
        for code in codes:
            if self.action(play, code) == action:
                return code
        return next((code for code in codes if self.means(play, code, action)), None)

    def find(self, play: Play, action: Action) -> Any | None:
        """The code that an action stands for now, or None; a step may know better than to list all codes first."""
        return self.code(play, play.codes if play.codes is not None else self.codes(play), action)

    def means(self, play: Play, code: Any, action: Action) -> bool:
        """Whether an action that is not listed means a code all the same: a feature by another of its segments."""
        return False

    def take(self, play: Play, code: Any) -> None:
        """Carry out what was chosen and move the agenda on."""
        raise NotImplementedError

    def why_not(self, play: Play, action: Action) -> tuple[str, str] | None:
        """Why an action that is not on offer is not: the reason in words, and the id of the rule."""
        return None


class Do(Step):
    """A step that calls a function with arguments worked out at that moment."""

    def __init__(self, function: Callable[..., Any], arguments: dict[str, Callable[[Play], Any]]) -> None:
        self.function = function
        self.arguments = arguments

    def run(self, play: Play) -> None:
        result = self.function(play, **{name: value(play) for name, value in self.arguments.items()})
        if self.binds:
            play.bind(self.binds, result)
