"""Options: what a module lets people choose, what a caller chose, and the defaults that other modules set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from carcassonne.errors import OptionError, Problem, Where
from carcassonne.read.definitions import Option
from carcassonne.read.merge import SECTIONS
from carcassonne.read.source import (
    Node,
    as_mapping,
    as_text,
    as_yes_or_no,
    check_keys,
    cure_for,
    missing_key,
    nearest,
    shown,
)

KEYS: Final = ("about", "default", "number", "table")
MOST_VALUES: Final = 100
_OPTION = re.compile(r"[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*")
_VALUE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 _-]*[A-Za-z0-9])?")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_TABLE = re.compile(r"[0-9]{1,6}:[0-9]{1,6}(?: [0-9]{1,6}:[0-9]{1,6}){0,49}")


@attrs.frozen
class DeclaredOption:
    """An option with the module that declares it and the sections that each value lays over the others."""

    option: Option
    module: str
    fragments: Mapping[str, Node]


@attrs.frozen
class NewDefault:
    """A value that a module sets for an option of another module, unless the caller chooses."""

    name: str
    value: str
    module: str
    where: Where


def read_options(node: Node, module: str, problems: list[Problem]) -> list[DeclaredOption]:
    """Read the section `options` of one module."""
    options = []
    for name, entry in (as_mapping(node, "section 'options'", problems) or {}).items():
        where = node.key_where[name]
        if not _OPTION.fullmatch(name):
            cure = "An option's name is two words with a dot between them, as in 'module.choice'."
            problems.append(Problem(where, f"option: {shown(name)} is no name", cure, code="CARC-O001"))
        else:
            options.append(_read_option(name, entry, where, module, problems))
    if sum(len(each.fragments) for each in options) > MOST_VALUES:
        fault = f"section 'options': more than {MOST_VALUES} values"
        problems.append(Problem(node.where, fault, "Split the module into several.", code="CARC-O002"))
        return []
    return options


def _read_option(name: str, node: Node, where: Where, module: str, problems: list[Problem]) -> DeclaredOption:
    thing = f"option {name!r}"
    keys = as_mapping(node, thing, problems) or {}
    about = as_text(keys["about"], f"{thing}, about", problems) if "about" in keys else None
    number, table = (
        bool(as_yes_or_no(keys[key], f"{thing}, {key}", problems)) if key in keys else False
        for key in ("number", "table")
    )
    fragments = {value: fragment for value, fragment in keys.items() if value not in KEYS}
    for value, fragment in fragments.items():
        what = f"{thing}, value {value!r}"
        if not _VALUE.fullmatch(value):
            problems.append(Problem(node.key_where[value], f"{thing}: {shown(value)} is no value", code="CARC-O004"))
        check_keys(fragment, what, SECTIONS, problems)
    free = number or table
    if not fragments and not free and node.is_mapping:
        cure = "Write each value with what it changes, or 'number: true'."
        problems.append(Problem(where, f"{thing}: there is nothing to choose from", cure, code="CARC-O003"))
    option = Option(name, about or "", "", tuple(fragments), number, table, where)
    if node.is_mapping and "default" not in keys:
        fault, cure = missing_key(thing, "default")
        problems.append(Problem(where, fault, cure, code="CARC-F008"))
    elif "default" in keys:
        default = as_text(keys["default"], f"{thing}, default", problems)
        if default is not None and not allows(option, default) and (fragments or free):
            problems.append(Problem(keys["default"].where, f"{thing}: {_no_value(option, default)}", code="CARC-O005"))
        option = attrs.evolve(option, default=default or "")
    return DeclaredOption(option, module, fragments)


def read_defaults(node: Node, module: str, problems: list[Problem]) -> list[NewDefault]:
    """Read the section `defaults` of one module."""
    defaults = []
    for name, value in (as_mapping(node, "section 'defaults'", problems) or {}).items():
        text = as_text(value, f"default of {shown(name)}", problems)
        if text is not None:
            defaults.append(NewDefault(name, text, module, value.where))
    return defaults


def allows(option: Option, value: str) -> bool:
    """Tell whether an option may have this value."""
    if value in option.values or (option.number and _NUMBER.fullmatch(value)):
        return True
    if not option.table or not _TABLE.fullmatch(value):
        return False
    bounds = [bound for bound, _ in table_of(value)]
    return bounds == sorted(set(bounds))


def table_of(text: str) -> tuple[tuple[int, int], ...]:
    """Read a table of numbers: pairs of a lower bound and the value from there on.

    >>> table_of("1:1 4:2")
    ((1, 1), (4, 2))
    """
    pairs = (pair.partition(":") for pair in text.split())
    return tuple((int(bound), int(value)) for bound, _, value in pairs)


def allowed(option: Option) -> str:
    """List what an option may be, for a message."""
    free = ["any whole number"] * option.number + ["a table such as 1:1 4:2, bounds rising"] * option.table
    return ", ".join((*option.values, *free))


def _no_value(option: Option, value: str) -> str:
    guess = nearest(value, option.values)
    return f"{shown(value)} is no value; allowed: {allowed(option)}" + (f". Did you mean {guess!r}?" if guess else "")


def unique_options(declared: Iterable[DeclaredOption], problems: list[Problem]) -> dict[str, DeclaredOption]:
    """Put options under their names; a name used twice is a fault that names both places."""
    options: dict[str, DeclaredOption] = {}
    for each in declared:
        first = options.setdefault(each.option.name, each)
        if first is not each:
            fault = f"option {each.option.name!r} is defined already at {first.option.where}"
            problems.append(Problem(each.option.where, fault, code="CARC-O006"))
    return options


def with_defaults(
    options: Mapping[str, DeclaredOption],
    defaults: Sequence[NewDefault],
    chosen: Mapping[str, str],
    needs: Mapping[str, frozenset[str]],
    problems: list[Problem],
) -> dict[str, str]:
    """Settle every option: the caller's choice, else the last new default, else the option's own default.

    A later default may replace that of a module which its own module needs. Two modules that know nothing of
    each other and set different defaults are a fault, unless the caller chooses.
    """
    settled = {name: declared.option.default for name, declared in options.items()}
    last: dict[str, NewDefault] = {}
    disputes: dict[str, tuple[set[str], Problem]] = {}  # with the modules that disagree
    for new in defaults:
        if new.name not in options:
            continue  # the module of that option is not in play
        option = options[new.name].option
        if not allows(option, new.value):
            problems.append(
                Problem(new.where, f"default of {new.name!r}: {_no_value(option, new.value)}", code="CARC-O005")
            )
            continue
        other = last.get(new.name)
        differing = {other.module} if other and other.value != new.value else set()
        rivals = disputes[new.name][0] if new.name in disputes else differing
        if rivals <= needs[new.module]:
            disputes.pop(new.name, None)
        elif other and new.name not in disputes:
            both = f"{new.module!r} sets it to {new.value!r}, {other.module!r} to {other.value!r}"
            cure = f"Choose a value for {new.name!r}. The other is at {other.where}."
            problem = Problem(new.where, f"default of {new.name!r}: {both}", cure, code="CARC-O007")
            disputes[new.name] = ({other.module, new.module}, problem)
        last[new.name] = new
        settled[new.name] = new.value
    problems += [problem for name, (_, problem) in disputes.items() if name not in chosen]
    return settled | dict(chosen)


def chosen_values(
    given: Mapping[str, object], options: Mapping[str, DeclaredOption], elsewhere: Mapping[str, str]
) -> dict[str, str]:
    """Turn what a caller chose into values; what is not offered raises OptionError with all faults.

    `elsewhere` tells which module not in play has an option.
    """
    chosen: dict[str, str] = {}
    faults: list[str] = []
    for name, value in given.items():
        if name not in options:
            faults.append(_unknown_option(name, options, elsewhere))
            continue
        option = options[name].option
        text = _as_value(value, option)
        if text is None or not allows(option, text):
            given_text = text if text is not None else _told(value)
            faults.append(f"option {name!r}: {_no_value(option, given_text)}")
        else:
            chosen[name] = text
    if faults:
        raise OptionError("\n".join(sorted(faults)))
    return chosen


def _as_value(value: object, option: Option) -> str | None:
    if isinstance(value, bool):
        words = ("true", "on") if value else ("false", "off")
        return next((word for word in words if word in option.values), words[0])
    if isinstance(value, int):
        return str(value) if abs(value) < 10**9 else None
    if option.table and isinstance(value, list | tuple):
        pairs = [tuple(pair) for pair in value if isinstance(pair, list | tuple) and len(pair) == 2]
        return " ".join(f"{bound}:{points}" for bound, points in pairs) if len(pairs) == len(value) else None
    return value if isinstance(value, str) else None


def _told(value: object) -> str:
    """Return how a value of any kind is called in a message."""
    try:
        return str(value)
    except Exception:
        return f"something of type {type(value).__name__}"


def _unknown_option(name: object, options: Mapping[str, DeclaredOption], elsewhere: Mapping[str, str]) -> str:
    if not isinstance(name, str):
        return f"an option's name is a text, found {repr(name)[:60]}"
    if name in elsewhere:
        return f"option {name!r} belongs to {elsewhere[name]!r}, which is not in play"
    fault = f"unknown option {shown(name)}"
    guess = nearest(name, options)
    if not guess and (other := nearest(name, elsewhere)):
        return f"{fault}. Did you mean {other!r} of {elsewhere[other]!r}, which is not in play?"
    return f"{fault}; {cure_for(name, options, 'options here')}"
