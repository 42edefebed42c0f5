"""Laws about a ruleset by itself, before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import CarcassonneError, Where
from carcassonne.read.definitions import Definitions, Option, Phrase, Value
from carcassonne.read.modules import Library
from carcassonne.testing.lawbook import NOT_HERE, law
from carcassonne.testing.sources import definitions_with, own_files, shipped_modules

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
    files, library = own_files(definitions), Library()
    asked = False
    for option in definitions.options:
        if files and option.where.file not in files:
            continue
        asked = True
        if option.number or option.table:
            said = any(option.name in text for text in _texts(definitions))
            assert said, f"no rule asks for the option {option.name}"
        else:
            _differ(rules, option, library)
    return None if asked else NOT_HERE


def _differ(rules: Ruleset, option: Option, library: Library) -> None:
    seen: list[tuple[str, list[Any]]] = []
    for value in option.values:
        try:
            said = _said(definitions_with(rules, {option.name: value}, library=library))
        except CarcassonneError as error:
            raise AssertionError(f"{option.name}={value} cannot be chosen: {error}") from error
        other = next((earlier for earlier, what in seen if _same(what, said)), None)
        if other is not None:
            assert _differ_elsewhere(rules, option.name, value, other, library), (
                f"{option.name}={value} gives the same rules as {other}"
            )
        seen.append((value, said))


def _differ_elsewhere(rules: Ruleset, name: str, one: str, other: str, library: Library) -> bool:
    """Whether two values make a difference when all shipped modules are in play."""
    try:
        said = [
            _said(definitions_with(rules, {name: value}, more=shipped_modules(), library=library))
            for value in (one, other)
        ]
    except CarcassonneError:
        return False
    return not _same(said[0], said[1])


def _said(definitions: Definitions) -> list[Any]:
    return [getattr(definitions, each.name) for each in attrs.fields(Definitions) if each.name not in _BESIDES]


def _same(one: Any, other: Any) -> bool:
    """Whether two things say the same, wherever in the files they say it."""
    if one is other or isinstance(one, Where):
        return isinstance(other, Where) or one is other
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(_same(inner, other[key]) for key, inner in one.items())
    if attrs.has(type(one)):
        named = [each.name for each in attrs.fields(type(one)) if each.eq]
        return all(_same(getattr(one, name), getattr(other, name)) for name in named)
    return bool(one == other)


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
