"""What stands in the argument of a step, before its words are known: texts, numbers, and steps within steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from carcassonne.errors import Problem, Where
from carcassonne.read.definitions import Phrase, Step, Value
from carcassonne.read.source import NAMES, is_name, shown

BESIDE: Final = ("if", "as")


def text_of(value: Value, thing: str, problems: list[Problem]) -> str | None:
    """A text; None with a problem noted for anything else."""
    if isinstance(value.value, str):
        return value.value
    problems.append(Problem(value.where, f"{thing}: expected a text", code="CARC-F003"))
    return None


def texts_of(value: Value, thing: str, problems: list[Problem]) -> list[tuple[str, Where]]:
    """One text or a list of them, each with its place."""
    items = value.value if isinstance(value.value, tuple) else (value,)
    return [(text, item.where) for item in items if (text := text_of(item, thing, problems)) is not None]


def numbers_of(value: Value, thing: str, problems: list[Problem], *, least: int) -> tuple[int, ...]:
    """A list of so many whole numbers or more."""
    found: list[int] = []
    for text, where in texts_of(value, thing, problems):
        if text.isdigit() and len(text) < 10:
            found.append(int(text))
        else:
            problems.append(Problem(where, f"{thing}: expected a whole number, found {text!r}", code="CARC-F005"))
    if len(found) == 1 and least > 1:
        fault = f"{thing}: a die has several faces, found one"
        problems.append(Problem(value.where, fault, "Write them all, as in [1, 2, 3, 4, 5, 6].", code="CARC-L018"))
    return tuple(found)


def step_of(value: Value, thing: str, problems: list[Problem]) -> Step:
    """One step of a list; with a problem noted one without a verb where it is none."""
    if isinstance(value.value, str):
        return Step(value.value, None, None, "", value.where)
    keys = value.value if isinstance(value.value, Mapping) else {}
    binds, condition = keys.get("as"), keys.get("if")
    name = text_of(binds, f"{thing}, as", problems) if binds else ""
    if binds and name is not None and not is_name(name):
        problems.append(
            Problem(binds.where, f"{thing}, as: expected a name, found {shown(name)}", NAMES, code="CARC-F004")
        )
    verbs = [key for key in keys if key not in BESIDE]
    if len(verbs) != 1:
        cure = "Write each verb as a step of its own."
        problems.append(Problem(value.where, f"{thing}: expected exactly one verb", cure, code="CARC-E039"))
        return Step("", None, None, name or "", value.where)
    asked = text_of(condition, f"{thing}, if", problems) if condition else None
    phrase = Phrase(asked, condition.where) if condition and asked is not None else None
    return Step(verbs[0], keys[verbs[0]], phrase, name or "", value.where)
