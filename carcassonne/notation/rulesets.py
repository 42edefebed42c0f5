"""The rules that a saved text names, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.notation.places import shown
from carcassonne.play.ruleset import Ruleset
from carcassonne.read.source import is_name

MOST_NAMES: Final = 200
KEPT: Final = 8
"""How many rulesets are kept for the next text that names them."""


def rules_of(names: Any, options: Any) -> Ruleset:
    """The shipped rules of these names; an option that is not named has the default of its own module.

    Raises RecordError; files are never opened by what a text says.
    """
    if not isinstance(names, Sequence) or isinstance(names, str) or not isinstance(options, Mapping):
        raise RecordError("this is no record of a game: it does not say its rules and options")
    if len(names) > MOST_NAMES or len(options) > MOST_NAMES:
        raise RecordError(f"expected at most {MOST_NAMES} names of rules, and as many options")
    for name in (*names, *options, *options.values()):
        if not isinstance(name, str) or len(name) > MOST_NAMES:
            raise RecordError(f"rules: {shown(name)} is no name")
    for name in names:
        if not is_name(name):
            raise RecordError(f"rules: {shown(name)} is no name of a shipped module")
    return with_options(lambda chosen: _loaded(tuple(names), tuple(sorted(chosen.items()))), options)


def with_options(load: Callable[[Mapping[str, str]], Ruleset], options: Mapping[str, str]) -> Ruleset:
    """Rules with the options that a text names; all others have the default of their own module."""
    ruleset = load(options)
    whole = whole_options(ruleset, options)
    return ruleset if whole == dict(ruleset.options) else load(whole)  # another module in play sets another default


@lru_cache(maxsize=KEPT)
def _loaded(names: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Ruleset:
    from carcassonne.compile.compiler import compile_rules
    from carcassonne.read.expansions import read_rules

    try:
        return compile_rules(read_rules(list(names), dict(options)), Ruleset)
    except CarcassonneError as error:
        raise RecordError(f"rules: {error}") from error


def whole_options(rules: Ruleset, chosen: Mapping[str, str]) -> dict[str, str]:
    """All options of rules, where a text names only those that have not the default of their own module."""
    usual = {option.name: option.default for option in rules.definitions.options}
    found = {name: chosen.get(name, usual.get(name, "")) for name in rules.options}
    return found | {name: value for name, value in chosen.items() if name not in found}
