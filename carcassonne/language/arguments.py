"""Checks what a step gives to its verb against what the verb declares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from carcassonne.errors import Problem, Where
from carcassonne.language.registry import Word
from carcassonne.read.definitions import Step, Value
from carcassonne.read.source import cure_for, shown

MEANT: Final = {
    "number": ("count", "points"),
    "amount": ("count", "points"),
    "player": ("to", "on"),
    "value": ("points",),
}
"""Arguments by words that people write for them."""


def given_arguments(word: Word, step: Step, problems: list[Problem]) -> Mapping[str, Value] | None:
    """Return the arguments of a step by name, or None when some are unknown, missing or not named.

    A bare argument has the name "". Types are not checked here: they are words that the compiler knows.

    >>> from carcassonne.language.registry import Registry
    >>> words = Registry(plugins="")
    >>> @words.verb("award", arguments={"to": "player", "points": "formula", "rule": "rule?"})
    ... def award(play, to, points, rule=""):
    ...     "Give points."
    >>> here, faults = Where("house.yaml", 4, 7), []
    >>> step = Step("award", Value({"too": Value("owner", here)}, here), None, "", here)
    >>> given_arguments(words.find("verb", "award"), step, faults)
    >>> for problem in sorted(faults): print(problem)
    house.yaml:4:7: verb 'award': the argument 'points' is missing [CARC-L023]
        arguments here: points, rule, to.
    house.yaml:4:7: verb 'award': the argument 'to' is missing [CARC-L023]
        arguments here: points, rule, to.
    house.yaml:4:7: verb 'award': unknown argument 'too' [CARC-L021]
        arguments here: points, rule, to. Did you mean 'to'?
    """
    thing = f"verb {step.verb!r}"
    names = {argument.name for argument in word.arguments}
    given = _by_name(word, step)
    if given is None:
        listed = cure_for("", names - {""}, "arguments here")
        problems.append(
            Problem(step.where, f"{thing}: expected arguments by name, as in 'name: value'", listed, code="CARC-L020")
        )
        return None
    faults = len(problems)
    for name, value in given.items():
        if name in names:
            continue
        if not name or not names - {""}:
            wanted = f"a {word.arguments[0].type}" if names else "no argument"
            problems.append(
                Problem(value.where, f"{thing}: expected {wanted}, found {_found(value)}", code="CARC-L022")
            )
            return None
        where = step.argument.key_where.get(name, value.where) if step.argument else value.where
        cure = cure_for(name, names - {""}, "arguments here")
        meant = next((right for right in MEANT.get(name, ()) if right in names), "")
        cure += f" Did you mean {meant!r}?" if meant and "Did you mean" not in cure else ""
        problems.append(Problem(where, f"{thing}: unknown argument {shown(name)}", cure, code="CARC-L021"))
    for name in word.required:
        if name not in given:
            what = f"the argument {name!r}" if name else "its argument"
            listed = cure_for("", names - {""}, "arguments here") if name else ""
            problems.append(Problem(_place(step), f"{thing}: {what} is missing", listed, code="CARC-L023"))
    return given if len(problems) == faults else None


def _by_name(word: Word, step: Step) -> Mapping[str, Value] | None:
    """Sort a step's argument by name; None when the verb wants names and there are none."""
    argument = step.argument
    if argument is None:
        return {}
    names = {each.name for each in word.arguments}
    if isinstance(argument.value, Mapping) and (names - {""} or not names):
        return argument.value
    if "" in names or not names:
        return {"": argument}
    return None


def _place(step: Step) -> Where:
    return step.argument.where if step.argument is not None else step.where


def _found(value: Value) -> str:
    if isinstance(value.value, str):
        return shown(value.value)
    return "a list" if isinstance(value.value, tuple) else "a mapping"
