"""Laws about a ruleset by itself, before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.read.definitions import Definitions, Option, Phrase, Value
from carcassonne.testing.lawbook import NOT_HERE, law
from carcassonne.testing.sources import definitions_with, shipped_modules

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset

_BESIDES: Final = ("chosen", "options", "modules", "laws")


@law("options", of="rules")
def options(rules: Ruleset) -> object:
    """Every value of every option can be chosen, and changes something, here or together with shipped modules.

    An option that does nothing is a promise that nobody keeps. Where files of one's own are in play only theirs
    are asked.
    """
    definitions = rules.definitions
    files = [module.file for module in definitions.modules if not module.file.startswith("data/")]
    asked = False
    for option in definitions.options:
        if files and option.where.file not in files:
            continue
        asked = True
        if option.number or option.table:
            said = any(option.name in text for text in _texts(definitions))
            assert said, f"no rule asks for the option {option.name}"
        else:
            _differ(rules, option)
    return None if asked else NOT_HERE


def _differ(rules: Ruleset, option: Option) -> None:
    seen: dict[str, str] = {}
    for value in option.values:
        try:
            said = _said(definitions_with(rules, {option.name: value}))
        except CarcassonneError as error:
            raise AssertionError(f"{option.name}={value} cannot be chosen: {error}") from error
        other = seen.setdefault(said, value)
        if other != value:
            assert _differ_elsewhere(rules, option.name, value, other), (
                f"{option.name}={value} gives the same rules as {other}"
            )


def _differ_elsewhere(rules: Ruleset, name: str, one: str, other: str) -> bool:
    """Whether two values make a difference when all shipped modules are in play."""
    try:
        said = [_said(definitions_with(rules, {name: value}, more=shipped_modules())) for value in (one, other)]
    except CarcassonneError:
        return False
    return said[0] != said[1]


def _said(definitions: Definitions) -> str:
    return repr([getattr(definitions, each.name) for each in attrs.fields(Definitions) if each.name not in _BESIDES])


def _texts(thing: Any) -> list[str]:
    """All expressions and arguments that rules are written with."""
    if isinstance(thing, str):
        return [thing]
    if isinstance(thing, Phrase):
        return [thing.text]
    if isinstance(thing, Value):
        return _texts(thing.value)
    if isinstance(thing, Mapping):
        return [text for inner in thing.values() for text in _texts(inner)]
    if isinstance(thing, tuple):
        return [text for inner in thing for text in _texts(inner)]
    if attrs.has(type(thing)):
        named = [each.name for each in attrs.fields(type(thing)) if each.name not in _BESIDES]
        return [text for name in named for text in _texts(getattr(thing, name))]
    return []
