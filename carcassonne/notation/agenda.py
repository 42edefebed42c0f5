"""What waits for a decision as text: the blocks of steps with what they have bound, the one that asks last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from carcassonne.notation.places import is_short_segment, long_segment, short_segment
from carcassonne.notation.words import Words, written

DEEPEST: Final = 12
_WORDS: Final = {"true": True, "false": False, "none": None}


def write_frames(frames: list[list[Any]]) -> str:
    """Blocks as `NAME STEP (NAME=VALUE …)`, without parentheses where nothing is bound."""
    return " ".join(map(_frame, frames))


def _frame(frame: list[Any]) -> str:
    name, at, bound = frame
    values = " ".join(f"{written(key)}={value_text(value)}" for key, value in bound.items())
    return f"{written(name)} {at}" + (f" ({values})" if values else "")


def value_text(value: Any) -> str:
    """Something that is bound: texts in quotes, a list in parentheses, a segment in the short form.

    >>> value_text([{"segment": "lane 2 at 1,0"}, 3, "word", True, []])
    '(lane.2@1,0 3 "word" true ())'
    """
    if isinstance(value, Mapping):
        return short_segment(value["segment"])
    if isinstance(value, list):
        return f"({' '.join(map(value_text, value))})"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=not value.isprintable())
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "none"}[value]
    return str(value)


def read_frames(words: Words) -> list[list[Any]]:
    """The inverse of `write_frames`."""
    frames = []
    while words.sees_name():
        name = words.name("a block of steps")
        at = words.number("the number of a step")
        bound: dict[str, Any] = {}
        if words.skip("("):
            while words.sees_name():
                key = words.name("a name")
                words.sign("=")
                bound[key] = _value(words)
            words.sign(")")
        frames.append([name, at, bound])
    return frames


def _value(words: Words) -> Any:
    """One value. Lists are read with a stack of those that are still open."""
    open_lists: list[list[Any]] = []
    while True:
        if words.skip("("):
            if len(open_lists) == DEEPEST:
                words.fail("lists within lists without end")
            open_lists.append([])
            continue
        if open_lists and words.skip(")"):
            value: Any = open_lists.pop()
        else:
            value = _single(words)
        if not open_lists:
            return value
        open_lists[-1].append(value)


def _single(words: Words) -> Any:
    if words.now is not None and words.now.kind == "quoted":
        text = words.now.text
        words.step()
        return text
    if words.sees_bare(*_WORDS):
        return _WORDS[words.bare("a word")]
    if words.now is not None and words.now.kind == "word" and is_short_segment(words.now.text):
        return {"segment": long_segment(words.bare("a segment"))}
    return words.number("a segment, a list, a text in quotes, a number, true, false or none")
