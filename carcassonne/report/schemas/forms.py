"""Forms of values in JSON Schema: what stands after a key, as an editor and as our reader take it.

An editor reads `3` as a number and `true` as yes; our reader takes every plain value as text. Each form allows both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from carcassonne.read.fields import COLOURS

Schema = dict[str, Any]

NAME: Final = r"[a-z][a-z0-9]*([ _-][a-z0-9]+)*"
TILE: Final = r"[a-z0-9]+(-[a-z0-9]+)*"
HALVES: Final = ("Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn")
CELL: Final = r"-?[0-9]{1,5},-?[0-9]{1,5}"
SEGMENT: Final = rf"[^\W\d_][\w-]*( [0-9]{{1,3}})? at {CELL}"
LAID: Final = rf"\S+ at {CELL}( turned [0-3])?"
FIGURE: Final = rf"[^;]+ on {SEGMENT}"
ACTION: Final = (
    rf"(pass|draw [^\s;]+|place [^\s;]+ at {CELL}( turned [0-3])?"
    rf"|(?!draw |place )[^;]+? on {SEGMENT}|(?!draw |place )[^;]+: [^;]+)"
)
AWARD: Final = rf"\S+ -?[0-9]{{1,9}}( for {SEGMENT})?( = [^;]+)?"
RULE: Final = r"([A-Z]+-)+[A-Z]*[0-9]+[a-z]?"
PLAYER: Final = r"[^\W\d_][\w-]*"
_SCALAR: Final = ["string", "integer", "number", "boolean"]


def whole(pattern: str) -> str:
    """A pattern for a whole text."""
    return f"^{pattern}$"


def refer(form: str) -> Schema:
    """A reference to a form."""
    return {"$ref": f"#/$defs/{form}"}


def text_of(pattern: str) -> Schema:
    """A text of a pattern."""
    return {"type": "string", "pattern": whole(pattern)}


def one_of(words: list[str]) -> Schema:
    """One of a few words."""
    return {"enum": list(words)}


def mapping(values: Schema, *, names: str = "") -> Schema:
    """A mapping with values of one form, perhaps with names of a pattern."""
    found: Schema = {"type": "object", "additionalProperties": values}
    return {"propertyNames": {"pattern": whole(names)}} | found if names else found


def listed(pattern: str) -> Schema:
    """Texts of a pattern in a list, or in one text with semicolons between them."""
    return {
        "type": ["array", "string"],
        "items": text_of(pattern),
        "pattern": whole(rf"{pattern}(\s*;\s*{pattern})*"),
    }


def or_off(schema: Schema) -> Schema:
    """A form in a section that may be laid over another, where `off` takes a key away."""
    found = dict(schema)
    if "enum" in found:
        found["enum"] = [*found["enum"], "off"]
    return found


SHARED: Final[Mapping[str, Schema]] = {
    "text": {"type": _SCALAR, "minLength": 1},
    "name": {"type": "string", "maxLength": 80, "pattern": whole(NAME)},
    "plain names": {
        "type": ["string", "array"],
        "pattern": whole(NAME),
        "items": {"type": "string", "maxLength": 80, "pattern": whole(NAME)},
        "uniqueItems": True,
    },
    "texts": {"type": "array", "items": {"type": "string", "minLength": 1}},
    "warnings": {
        "type": "object",
        "propertyNames": {"pattern": "^CARC-W[0-9]{3}$"},
        "additionalProperties": mapping(refer("text")),
    },
}
"""Forms of several kinds of files."""

MODULE: Final[Mapping[str, Schema]] = {
    **SHARED,
    "names": {
        "description": "A name or a list of names; one that ends in '?' need not be in play.",
        "type": ["string", "array"],
        "pattern": whole(rf"{NAME}\??"),
        "items": text_of(rf"{NAME}\??"),
    },
    "expression": {"type": ["string", "integer"], "minLength": 1, "maxLength": 300},
    "count": {"type": ["string", "integer"], "pattern": "^([0-9]{1,9}|off)$", "minimum": 0},
    "yes or no": one_of(["true", "false"]) | {"enum": ["true", "false", True, False, "off"]},
    "letter": text_of("([A-Z]|off)"),
    "glyph": {
        "description": "Path data in a box of 24 by 24, or one or two characters.",
        **text_of("(M[MLHVCSQTAZmlhvcsqtaz0-9 ,.+-]{2,1500}|[A-Za-z0-9]{1,2}|off)"),
        "examples": ["M4 4H20V20H4Z", "Ox"],
    },
    "colour": one_of([*COLOURS, "off"]),
    "reasons": {"type": ["object", "string"], "pattern": "^off$", "additionalProperties": refer("text")},
    "formula": {
        "type": ["string", "integer", "object"],
        "minLength": 1,
        "required": ["points"],
        "properties": {
            "points": {"description": "The formula.", **refer("expression")},
            "rule": {"description": "The id of the rule that gives it.", **refer("text")},
        },
        "additionalProperties": False,
    },
    "changed formula": {
        "type": ["string", "integer", "object"],
        "properties": {"points": refer("expression"), "rule": refer("text")},
        "additionalProperties": False,
    },
    "formulas": {
        "type": ["string", "integer", "object"],
        "minLength": 1,
        "properties": {
            "complete": {"description": "For complete features.", **refer("expression")},
            "unfinished": {"description": "For features that are not complete.", **refer("expression")},
        },
        "additionalProperties": False,
    },
    "defaults": mapping(refer("text")),
    "edition": {"type": ["string", "integer", "number"]},
}
"""Forms of expansions and variants; those of steps and choices are made from the words of the language."""

TILES: Final[Mapping[str, Schema]] = {
    **SHARED,
    "tile name": {"type": "string", "pattern": whole(TILE), "maxLength": 80},
    "number": {"type": ["integer", "string"], "minimum": 0, "pattern": "^(-?0+|[0-9]{1,9})$"},
    "numbers": mapping(refer("number")),
    "copies": {
        "type": ["integer", "string"],
        "minimum": 1,
        "maximum": 999,
        "pattern": "^0{0,8}[1-9][0-9]{0,2}$",
    },
    "segment groups": {
        "type": "array",
        "items": {"type": "array", "minItems": 2, "items": {"type": "string", "minLength": 1}},
    },
    "crossings": {
        "type": "array",
        "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string", "minLength": 1}},
    },
    "corners": mapping(
        {"type": ["string", "array"], "pattern": "^(NE|SE|SW|NW)$", "items": one_of(["NE", "SE", "SW", "NW"])}
    ),
    "halves": {
        "type": ["string", "array"],
        "pattern": whole(f"(inner|{'|'.join(HALVES)})"),
        "items": one_of(list(HALVES)),
    },
    "set": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": refer("tile name"),
        "additionalProperties": refer("tile"),
    },
}
"""Forms of tile files."""

_NUMBER: Final[Schema] = {"type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]{1,9}$"}
_GROUP: Final = rf"{SEGMENT}(\s*;\s*{SEGMENT})+"

SCENARIO: Final[Mapping[str, Schema]] = {
    "sentence": {"type": _SCALAR, "minLength": 1},
    "modules": {
        "type": ["array", "string"],
        "minItems": 1,
        "items": {"type": "string", "minLength": 1},
        "minLength": 1,
    },
    "choices": mapping({"type": _SCALAR, "minLength": 1}),
    "players": {
        "type": ["array", "string", "integer"],
        "minimum": 1,
        "maximum": 6,
        "items": text_of(PLAYER),
        "pattern": "^0{0,8}[1-6]$",
    },
    "made-up tiles": mapping({"type": "object"}),
    "rule ids": listed(RULE),
    "laid tiles": listed(LAID),
    "figures": listed(FIGURE),
    "segments": listed(SEGMENT),
    "actions": listed(ACTION),
    "awards": listed(AWARD),
    "players named": listed(PLAYER),
    "tile names": listed(r"[^\s;]+"),
    "line texts": listed("[^;]+"),
    "player": text_of(PLAYER),
    "tile name on the table": text_of(r"[^\s;]+"),
    "number": _NUMBER,
    "plain yes or no": {"enum": [True, False, "true", "false"]},
    "number each": mapping({"type": ["integer", "string"], "pattern": "^-?[0-9]{1,9}$"}),
    "counts each": mapping(mapping(_NUMBER)),
    "tiles each": mapping(listed(r"[^\s;]+")),
    "places each": mapping(mapping({**_NUMBER, "pattern": "^([0-9]{1,9}|none)$"})),
    "groups": {"type": ["array", "string"], "items": text_of(_GROUP), "pattern": whole(_GROUP)},
    "forbidden actions": {
        **listed(ACTION),
        "type": ["array", "string", "object"],
        "propertyNames": text_of(ACTION),
        "additionalProperties": {"type": "string", "minLength": 1},
    },
    "worths": mapping({"type": ["integer", "string"], "pattern": "^-?[0-9]{1,9}( for .+)?$"}, names=SEGMENT),
    "play": {
        "type": "array",
        "items": {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "properties": {"expect": refer("expectation")},
            "additionalProperties": refer("actions"),
        },
    },
}
"""Forms of scenarios."""
