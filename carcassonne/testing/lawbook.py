"""What a law is: a function that says of a moment, a step, a whole game or a ruleset whether all is as it must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import CarcassonneError, OptionError
from carcassonne.read.source import cure_for
from carcassonne.words.events import Event

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.words.actions import Action

SUBJECTS: Final = ("moment", "step", "game", "rules")
"""What a law can be about: a game as it stands, one action, a finished game, a ruleset."""


class LawBrokenError(AssertionError):
    """A law that does not hold; `law` is its name."""

    def __init__(self, law: str, message: str) -> None:
        self.law, self.message = law, message
        super().__init__(f"«{law}» does not hold: {message}")


class _NotHere:
    """What a law answers where there was nothing to check."""

    def __repr__(self) -> str:
        return "NOT_HERE"


NOT_HERE: Final = _NotHere()


@attrs.frozen(eq=False, slots=False)
class Step:
    """One action with the game before it and the game after it. Laws look at both and change neither."""

    before: Game
    action: Action
    after: Game

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened in this step."""
        return tuple(self.after.events[len(self.before.events) :])

    @cached_property
    def gained(self) -> tuple[int, ...]:
        """The points that every player has gained in it."""
        return tuple(now - then for now, then in zip(self.after.scores, self.before.scores, strict=True))


@attrs.frozen
class Law:
    """A named law. of: what it is about, one of `SUBJECTS`. often: at which share of the moments the battery asks it.

    A law is broken when its function raises, or answers False or a text; it answers NOT_HERE where there was
    nothing to check. Calling the law calls the function.
    """

    name: str
    of: str
    function: Callable[[Any], Any]
    often: float
    why: str

    def __call__(self, subject: Any) -> Any:
        return self.function(subject)

    def check(self, subject: Any) -> bool:
        """Whether there was anything to check; raises LawBrokenError when the law does not hold."""
        try:
            answer = self.function(subject)
        except LawBrokenError:
            raise
        except Exception as error:
            raise LawBrokenError(self.name, _message(error)) from error
        if answer is False or isinstance(answer, str):
            raise LawBrokenError(self.name, answer or "it says no")
        return answer is not NOT_HERE


def _message(error: Exception) -> str:
    if isinstance(error, AssertionError):
        return " ".join(str(error).split()) or "an assertion failed"
    return error_text(error)


def error_text(error: Exception) -> str:
    """An error that nobody expected: its type, what it says, and the line of code that raised it if it is not ours."""
    text = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
    places = () if isinstance(error, CarcassonneError) else extract_tb(error.__traceback__)
    return (
        f"{text} ({Path(places[-1].filename).name}, line {places[-1].lineno}, in {places[-1].name})" if places else text
    )


def push(game: Game, action: Action) -> None:
    """Push an action and see what is on offer then; an error in either leaves the game as it was."""
    game.push(action)
    try:
        len(game.legal_actions)
    except BaseException:
        game.pop()
        raise


def law(name: str, *, of: str = "moment", often: float = 1.0) -> Callable[[Callable[[Any], Any]], Law]:
    """Make a function a law: the sentences of its docstring say why.

    >>> from carcassonne.testing import Step, law
    >>> @law("no award above 60", of="step")
    ... def no_award_above_60(step: Step) -> bool:
    ...     "A single award above 60 points decides a game."
    ...     return max(step.gained) <= 60
    >>> no_award_above_60.name, no_award_above_60.of
    ('no award above 60', 'step')
    """
    if of not in SUBJECTS:
        raise ValueError(f"a law is of {', '.join(map(repr, SUBJECTS))}, not of {of!r}")

    def decorate(function: Callable[[Any], Any]) -> Law:
        return Law(name, of, function, often, " ".join((function.__doc__ or "").split()))

    return decorate


def shipped_laws(*names: str) -> tuple[Law, ...]:
    """The laws of the kit in order, or those of some names. Raises OptionError for a name that is none.

    >>> [law.name for law in shipped_laws("undo", "copy")]
    ['undo', 'copy']
    """
    from carcassonne.testing.laws import LAWS

    if not names:
        return tuple(LAWS.values())
    for name in names:
        if name not in LAWS:
            raise OptionError(f"there is no law {name!r}; {cure_for(name, LAWS, 'laws here')}")
    return tuple(LAWS[name] for name in names)


def by_subject(laws: Iterable[Law]) -> dict[str, tuple[Law, ...]]:
    """Laws by what they are about."""
    all_laws = tuple(laws)
    return {of: tuple(law for law in all_laws if law.of == of) for of in SUBJECTS}
