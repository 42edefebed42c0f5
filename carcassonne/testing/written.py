"""The laws that files of rules say themselves, as laws of the kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from carcassonne.compile.laws import Law as CompiledLaw
from carcassonne.errors import DataError, Problem
from carcassonne.language.scope import Scope
from carcassonne.read.source import cure_for
from carcassonne.testing.lawbook import NOT_HERE, Law, LawBrokenError, Step
from carcassonne.words.events import Award

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

OF: Final = {
    "moment": "moment", "player": "moment", "feature": "moment", "award": "step", "step": "step", "end": "game",
}  # fmt: skip
"""What a law of the kit is about, by what a law of a file is asked of."""
OFTEN: Final = {"feature": 0.3}


def laws_of_rules(rules: Ruleset) -> tuple[Law, ...]:
    """The laws under `laws:` of the modules in play."""
    return tuple(_made(law) for law in rules.laws)


def exceptions_of(rules: Ruleset) -> dict[str, str]:
    """Laws of the kit that the modules in play are exempt from, with their reasons.

    Raises DataError where one of them is no law of the kit, and where a law that is said has the name of one.
    """
    from carcassonne.testing.laws import LAWS

    found, problems = {}, []
    for law in rules.definitions.laws:
        if law.skip and law.name not in LAWS:
            fault = f"law {law.name!r}: the kit has no law of this name to skip"
            problems.append(Problem(law.where, fault, cure_for(law.name, LAWS, "laws here"), code="CARC-E044"))
        elif not law.skip and law.name in LAWS:
            fault = f"law {law.name!r}: this is the name of a law of the kit, which would not be asked"
            problems.append(Problem(law.where, fault, "Give the law of the file another name.", code="CARC-E044"))
        elif law.skip:
            found[law.name] = law.skip
    if problems:
        raise DataError(problems)
    return found


def _made(law: CompiledLaw) -> Law:
    def function(subject: Any) -> object:
        asked = False
        game = subject.after if isinstance(subject, Step) else subject
        state = game._state
        for scope, what in _scopes(law, subject):
            if law.condition is not None and not law.condition(state, scope):
                continue
            asked = True
            if not law.holds(state, scope):
                sides = ", ".join(f"{text} is {side(state, scope)}" for text, side in law.sides)
                raise LawBrokenError(law.name, f"«{law.text}» is not so for {what}" + (f": {sides}" if sides else ""))
        return None if asked else NOT_HERE

    why = law.why or f"The rules say: {law.text}, of every {law.every}."
    return Law(law.name, OF[law.every], function, OFTEN.get(law.every, 1.0), why)


def _scopes(law: CompiledLaw, subject: Any) -> Iterator[tuple[Scope, str]]:
    """Everything that a law is asked of, with what it is called."""
    if law.every == "award":
        yield from _awards(law, subject)
    elif law.every == "step":
        for player, points in enumerate(subject.gained):
            yield Scope(player=player, points=points), f"{subject.after.players[player]}, in one step"
    elif law.every == "feature":
        yield from _features(law, subject)
    elif law.every == "moment":
        yield Scope(player=subject.active_player, placement=subject._state.new), "this moment"
    else:
        for player, name in enumerate(subject.players):
            yield Scope(player=player, placement=subject._state.new), name


def _features(law: CompiledLaw, game: Game) -> Iterator[tuple[Scope, str]]:
    state = game._state
    for number in range(len(state.cells)):
        if state.find(number) == number and (not law.kinds or state.kind(number) in law.kinds):
            winners = state.majority(number)
            player = winners[0] if winners else state.active
            yield Scope(number, player, state.new), f"the feature of {state.segment(state.first_segment(number))}"


def _awards(law: CompiledLaw, step: Step) -> Iterator[tuple[Scope, str]]:
    state = step.after._state
    for event in step.events:
        if not isinstance(event, Award):
            continue
        number = None if event.segment is None else state.segment_number(event.segment)
        if law.needs_feature and number is None:
            continue
        if law.kinds and (number is None or state.kind(number) not in law.kinds):
            continue
        scope = Scope(-1 if number is None else number, event.player, points=event.points)
        yield scope, f"the award of {step.after.players[event.player]}, {event}"
