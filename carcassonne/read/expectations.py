"""Reads what a scenario expects at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read import source
from carcassonne.read.scenario_words import Vocabulary, groups_of, lines_of
from carcassonne.read.source import Node


@attrs.frozen
class Check:
    """One thing that is expected: its key, and a value whose form the key settles (see `EXPECTATIONS`)."""

    key: str
    value: Any
    where: Where


@attrs.frozen
class Expectation:
    """What must hold at one moment."""

    checks: tuple[Check, ...]
    where: Where


_Reader = Callable[[Vocabulary], Callable[[Node, str, list[Problem]], Any]]
EXPECTATIONS: Final[Mapping[str, _Reader]] = {
    "scores": lambda words: words.numbers,
    "if ended": lambda words: words.numbers,
    "awards": lambda words: lines_of(words.award),
    "winners": lambda words: lines_of(words.player),
    "over": lambda words: source.as_yes_or_no,
    "player": lambda words: words.actor,
    "active player": lambda words: words.player,
    "about": lambda words: source.as_text,
    "legal": lambda words: lines_of(words.action),
    "only legal": lambda words: lines_of(words.action),
    "not legal": lambda words: words.forbidden,
    "figures": lambda words: lines_of(words.figure),
    "supply": lambda words: words.supplies,
    "track": lambda words: words.tracks,
    "tokens": lambda words: words.tokens,
    "hands": lambda words: words.hands,
    "table": lambda words: lines_of(words.laid),
    "connections": lambda words: groups_of(words.segment),
    "parts waiting": lambda words: source.as_whole_number,
    "drawn tile": lambda words: words.tile_or_none,
    "tiles left": lambda words: source.as_whole_number,
    "complete": lambda words: lines_of(words.segment),
    "unfinished": lambda words: lines_of(words.segment),
    "same feature": lambda words: groups_of(words.segment),
    "different features": lambda words: groups_of(words.segment),
    "worth": lambda words: words.worths,
    "events": lambda words: lines_of(source.as_text),
}
"""What can be expected, and how each is read."""


def read_expectation(node: Node, words: Vocabulary, problems: list[Problem]) -> Expectation:
    """Read what must hold at one moment."""
    keys = source.as_mapping(node, "expect", problems) or {}
    if node.is_mapping and not keys:
        problems.append(Problem(node.where, "expect: there is nothing in it", code="CARC-S005"))
    checks: list[Check] = []
    for key, item in keys.items():
        what, where = f"expect, {source.plainly(key)}", node.key_where[key]
        if key not in EXPECTATIONS:
            cure = source.cure_for(key, EXPECTATIONS, "what can be expected")
            problems.append(Problem(where, f"expect: unknown key {source.shown(key)}", cure, code="CARC-F007"))
            continue
        before = len(problems)
        value = EXPECTATIONS[key](words)(item, what, problems)
        if len(problems) == before:
            checks.append(Check(key, value, where))
    return Expectation(tuple(checks), node.where)
