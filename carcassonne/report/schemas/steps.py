"""The forms of steps and choices, made from the words of the language: its verbs, choosers and extension points."""

from __future__ import annotations

from typing import Any, Final

from carcassonne.compile.choices import ABOUT, ALWAYS, CHOICES
from carcassonne.language import registry
from carcassonne.language.extension_points import POINTS
from carcassonne.language.registry import Argument, Word
from carcassonne.report.schemas.forms import Schema, refer

ANYTHING: Final = ["string", "integer", "number", "boolean", "array", "object", "null"]
BESIDE: Final = {
    "by": "Who chooses; the active player if left out.",
    "or": "`pass` if nothing need be chosen.",
    "or if": "When nothing need be chosen.",
    "else": "What is done if there is nothing to choose.",
    "of": "Whose: the active player's, this player's, others', anybody's or nobody's; of tiles a player by name.",
    "if": "What must hold of each.",
    "on": "Where: the new tile, the table, or around something chosen before.",
    "least": "Only those with the least of this.",
    "most": "Only those with the most of this.",
    "for": "A kind of figure, or the name of one chosen before: only kinds of features that it stands on.",
    "standing on": "The feature kinds on which such a figure stands.",
    "along": "The tile's symbol that shows the direction.",
    "distance": "How far away, by the name of a number found before.",
    "to": "Feature kinds to which it moves.",
    "segments of": "Feature kinds, to one segment of which it moves.",
    "may stay": "Whether the figure may stay where it is.",
    "only standing": "Only figures that stand on the table.",
}
"""What keys beside a choice mean."""


def step_forms() -> dict[str, Schema]:
    """The forms that the words of the language make."""
    verbs = {word.name: _verb(word) for word in registry.words(plugins=False) if word.kind == "verb"}
    step = {
        "type": ["string", "object"],
        "minLength": 1,
        "minProperties": 1,
        "properties": {
            "if": {"title": "if", "description": "When the step is carried out.", **refer("expression")},
            "as": {"title": "as", "description": "What later steps call what it finds.", **refer("name")},
            **verbs,
        },
        "examples": [{"add part": None}, {"take back": "it"}],
    }
    return {
        "steps": {
            "description": "A verb, or a verb with its argument and perhaps `if` and `as`; packages may add verbs.",
            "type": ["array", "string"],
            "pattern": "^off$",
            "minItems": 1,
            "items": step,
        },
        "choice": _choice(),
        "event": _named("on"),
        "forbidden": _named("forbids"),
    }


def _named(key: str) -> Schema:
    """The names of extension points under a key, with their meanings."""
    points = [point for point in POINTS if point.key == key]
    told = "\n".join(f"- {point.name}: {point.about}" for point in points)
    return {"description": told, "enum": [*(point.name for point in points), "off"]}


def _verb(word: Word) -> Schema:
    """A verb with its arguments; what they may be is told, and checked when the file is read."""
    found: Schema = {"title": word.name, "description": word.about, "type": ANYTHING}
    if any(not argument.name for argument in word.arguments):
        if word.arguments[0].type == "choice":
            return {**found, "type": ["object", "string"], **refer("choice")}
        return found
    if word.arguments:
        found["properties"] = {argument.name: _argument(argument) for argument in word.arguments}
        found["additionalProperties"] = False
        found["type"] = ["object", "null", "string"]
    return found


def _argument(argument: Argument) -> dict[str, Any]:
    told = argument.type.strip(" |")
    return {"title": argument.name, "description": f"{told}{', may be left out' if argument.optional else ''}"}


def _choice() -> Schema:
    """What is chosen from, with the keys beside it."""
    beside = dict.fromkeys(key for keys in CHOICES.values() for key in (*keys, *ALWAYS))
    return {
        "description": "What there is to choose from.",
        "type": ["object", "string"],
        "properties": {
            **{name: {"title": name, "description": ABOUT[name]} for name in CHOICES},
            **{key: {"title": key, "description": BESIDE[key]} for key in beside},
        },
        "examples": [{"figures": ["meeple"], "of": "active player", "or": "pass"}],
    }
