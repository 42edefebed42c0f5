"""What may be done now, as a sequence that makes actions only when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from carcassonne.errors import StaleActionsError
from carcassonne.language.steps import Ask
from carcassonne.play.state import State
from carcassonne.words.actions import Action, is_well_formed


class LegalActions(Sequence[Action]):
    """What may be done now, sorted. Actions are made when they are looked at.

    The sequence is of its moment: it is good again when everything played since is taken back.
    """

    __slots__ = ("_moment", "_state", "_step", "codes", "made")

    def __init__(self, state: State, step: Ask | None, codes: Sequence[Any]) -> None:
        self._state, self._step, self.codes = state, step, codes
        self._moment = state.moment
        self.made: tuple[Action | None, Any] = (None, None)

    def _of_now(self) -> Ask:
        """The step that asks; raises StaleActionsError when the game has gone on."""
        if self._state.moment != self._moment or self._step is None:
            raise StaleActionsError("these legal actions are of an earlier moment: ask the game for those of now")
        return self._step

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            codes = self.codes[index]
            return tuple(self._of_now().action(self._state, code) for code in codes) if codes else ()
        code = self.codes[index]
        action = self._of_now().action(self._state, code)
        self.made = (action, code)
        return action

    def __iter__(self) -> Iterator[Action]:
        if not self.codes:
            return iter(())
        step, state = self._of_now(), self._state
        return (step.action(state, code) for code in self.codes)

    def __contains__(self, action: object) -> bool:
        return self.code(action) is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and not isinstance(other, str) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(str(action) for action in self[:8])
        return f"<{len(self)} actions: {shown}{', …' if len(self) > 8 else ''}>"

    def meant(self, action: object) -> Action | None:
        """The listed action that another way of writing it means, or None when it is not on offer.

        A turn of a tile that looks the same, a feature named by another of its segments.
        """
        code = self.code(action)
        return None if code is None else self._of_now().action(self._state, code)

    def made_of(self, action: object) -> Any | None:
        """The code of the action that was looked at last, if it is this very one."""
        last, code = self.made
        return code if last is action else None

    def code(self, action: object) -> Any | None:
        """The step's own code of an action, or None when it is not on offer."""
        last, code = self.made
        if last is action:
            return code
        if not self.codes or not isinstance(action, Action) or not is_well_formed(action):
            return None
        return self._of_now().code(self._state, list(self.codes), self._state.as_listed(action))
