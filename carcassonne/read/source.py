"""Turns YAML text into a tree of nodes that know their places, and refuses what a data file must not hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import Problem, Where

if TYPE_CHECKING:
    from collections.abc import Iterable

SUFFIXES: Final = (".yaml", ".yml")
"""What names of files of this language end with."""
LONGEST_FILE: Final = 1_000_000
DEEPEST: Final = 40
MOST_VALUES: Final = 20_000
LONGEST_NUMBER: Final = 9

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TAB_INDENT = re.compile(r"^ *\t", re.MULTILINE)
_WHOLE_NUMBER = re.compile(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}")
_TIGHT_COLON = re.compile(r"[a-z][\w -]*:\S")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[ _-][a-z0-9]+)*")
NAMES: Final = "A name is made of lower-case letters, digits and hyphens, a letter first."
PAIRS: Final = "Write 'key: value', in a line of its own and further in, or inside { }."
COMMA: Final = "A comma within { } ends a value: put an expression that holds one in quotes."
NOTHING: Final = ("no", "none", "false")
"""Words for a number that is not there."""
_NO_KEYS: Mapping[str, Where] = MappingProxyType({})


@attrs.frozen
class Node:
    """A value of a file with its place: a text, a list of nodes, or a mapping of names to nodes.

    Every plain scalar is text: `on`, `no`, `1:30` and `~` stay as they are written, and a key without a
    value holds the empty text. `key_where` tells where each key of a mapping stands.
    """

    value: str | tuple[Node, ...] | Mapping[str, Node]
    where: Where
    key_where: Mapping[str, Where] = _NO_KEYS

    @property
    def is_text(self) -> bool:
        return isinstance(self.value, str)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, tuple)

    @property
    def is_mapping(self) -> bool:
        return not isinstance(self.value, (str, tuple))


# Reading ---------------------------------------------------------------------------------------


def read_source(path: Path | str, problems: list[Problem], *, shown_as: str = "") -> Node | None:
    """The tree of a file, or None when there is nothing to go on with; `problems` gets every fault.

    `shown_as` is the file name that places carry, by default the path as given. A missing file, a folder,
    a file of over a megabyte and bytes that are no UTF-8 are faults like any other.
    """
    name = shown_as or str(path)
    start = Where(name, 1, 1)
    try:
        file = Path(path)
        if not file.is_file():
            fault = "this is no ordinary file" if file.exists() else "there is no such file"
            problems.append(Problem(start, fault, code="CARC-Y001"))
            return None
        with file.open("rb") as stream:
            data = stream.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no usable path"
        problems.append(Problem(start, f"the file cannot be read: {reason}", code="CARC-Y002"))
        return None
    if len(data) > LONGEST_FILE:
        problems.append(_too_long(start))
        return None
    text = decoded(data, name, problems)
    return None if text is None else read_text(text, name, problems)


def decoded(data: bytes, file: str, problems: list[Problem]) -> str | None:
    """The text of the bytes of a file, or None where they are no UTF-8, which is a fault."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        fault = f"byte 0x{data[error.start]:02x} is no UTF-8"
        problems.append(Problem(_place(file, before, len(before)), fault, "Save the file as UTF-8.", code="CARC-Y005"))
        return None


def read_text(text: str, file: str, problems: list[Problem]) -> Node | None:
    """The tree of a YAML text, or None when there is nothing to go on with; `problems` gets every fault.

    Refused are tags, anchors, aliases, merge keys, duplicate keys, keys that are no text, several documents,
    control characters, indentation by tabs, and texts that are too long or too deep. The tree is built from
    parser events and the limits are checked as they come, so a hostile text costs no more than an honest one.

    >>> faults = []
    >>> read_text("answer: no", "example.yaml", faults).value["answer"].value
    'no'
    >>> faults
    []
    """
    if len(text) > LONGEST_FILE:
        problems.append(_too_long(Where(file, 1, 1)))
        return None
    if not text.isascii() or not text.isprintable():
        text = text.removeprefix("\ufeff")
        bad = CONTROL.search(text)
        if bad is not None:
            where = _place(file, text, bad.start())
            problems.append(Problem(where, f"control character U+{ord(bad[0]):04X}", "Remove it.", code="CARC-Y006"))
            return None
    if "\t" in text:
        tabs = [match.end() - 1 for match in _TAB_INDENT.finditer(text)]
        problems += [
            Problem(_place(file, text, at), "a tab", "Indent with spaces.", code="CARC-Y007") for at in tabs[:20]
        ]
        if tabs:
            return None
    from carcassonne.read.events import TreeMaker  # with it comes yaml, which is only now needed

    return TreeMaker(file, text, problems).build()


def _too_long(where: Where) -> Problem:
    return Problem(
        where, f"the file is longer than {LONGEST_FILE} bytes", "Split it into several files.", code="CARC-Y003"
    )


def _place(file: str, text: str, offset: int) -> Where:
    line_start = text.rfind("\n", 0, offset) + 1
    return Where(file, text.count("\n", 0, offset) + 1, offset - line_start + 1, text)


def is_file(path: Path) -> bool:
    """Whether a file is there; a name that no file can have is that of none."""
    try:
        return path.is_file()
    except OSError:
        return False


# Telling what is wrong -------------------------------------------------------------------------


def shown(text: str) -> str:
    """A text of a file in quotes, cut when it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def plainly(text: str) -> str:
    """A name of a file without quotes where it looks like one, else as `shown`."""
    return text if text.isprintable() and len(text) <= 80 else shown(text)


def found(node: Node) -> str:
    """What a node is, for `expected this, found that`."""
    if isinstance(node.value, str):
        return shown(node.value) if node.value else "nothing"
    if isinstance(node.value, tuple):
        return "a list" if node.value else "an empty list"
    return "a mapping" if node.value else "an empty mapping"


def nearest(word: str, choices: Iterable[str], *, alike: float = 0.6) -> str:
    """The choice that is spelled most like the word, or the empty text when none is alike enough (0 to 1)."""
    if not 0 < len(word) <= 60:
        return ""
    names = sorted(choices)
    for name in names:
        if name.lower() == word.lower():
            return name
    letters = set(word)
    likely = [
        choice
        for choice in names
        if abs(len(choice) - len(word)) <= 4 and 2 * len(letters & set(choice)) >= len(letters)
    ]
    if not likely:
        return ""
    from difflib import get_close_matches

    close = get_close_matches(word, likely, n=1, cutoff=alike)
    return close[0] if close else ""


def cure_for(word: str, choices: Iterable[str], what: str) -> str:
    """The cure for an unknown word: what there is, and the nearest spelling.

    >>> cure_for("pennants", ["pennant", "inn"], "symbols here")
    "symbols here: inn, pennant. Did you mean 'pennant'?"
    >>> cure_for("coin)", ["points", "rule", "to"], "arguments here")  # of {points: tokens of(it, coin)}
    'A comma within { } ends a value: put an expression that holds one in quotes.'
    """
    if ")" in word and "(" not in word:
        return COMMA
    names = sorted(set(choices))
    if not names:
        return f"{what}: none."
    listed = ", ".join(names[:20]) + (", …" if len(names) > 20 else "")
    guess = nearest(word, names)
    return f"{what}: {listed}." + (f" Did you mean {guess!r}?" if guess else "")


def missing_key(what: str, key: str) -> tuple[str, str]:
    """Fault and cure where a key is not there.

    >>> missing_key("symbol 'inn'", "on")
    ("symbol 'inn': the key 'on' is missing", "Add it: 'on: …'.")
    """
    return f"{what}: the key {key!r} is missing", f"Add it: '{key}: …'."


# Asking a node for what it must be -------------------------------------------------------------
# Each asks for one thing, reports what it finds instead, and then answers None. `what` names the thing
# asked about, such as "tile base/city-cap, count".


def as_mapping(node: Node, what: str, problems: list[Problem]) -> Mapping[str, Node] | None:
    """A mapping, which may be empty."""
    if isinstance(node.value, (str, tuple)):
        tight = isinstance(node.value, str) and _TIGHT_COLON.match(node.value)
        cure = "After a colon comes a space." if tight else PAIRS
        problems.append(Problem(node.where, f"{what}: expected a mapping, found {found(node)}", cure, code="CARC-F001"))
        return None
    return node.value


def as_list(node: Node, what: str, problems: list[Problem]) -> tuple[Node, ...] | None:
    """A list, which may be empty."""
    if not isinstance(node.value, tuple):
        cure = "Put it in brackets: [ … ]. Over several lines each item begins with '- '." if node.value else ""
        problems.append(Problem(node.where, f"{what}: expected a list, found {found(node)}", cure, code="CARC-F002"))
        return None
    return node.value


def as_text(node: Node, what: str, problems: list[Problem]) -> str | None:
    """A text that is not empty."""
    if not isinstance(node.value, str) or not node.value:
        problems.append(Problem(node.where, f"{what}: expected a text, found {found(node)}", code="CARC-F003"))
        return None
    return node.value


def as_name(node: Node, what: str, problems: list[Problem]) -> str | None:
    """A name: lower-case words and digits, joined by spaces, hyphens or underscores."""
    if not isinstance(node.value, str) or not is_name(node.value):
        cure = NAMES
        problems.append(Problem(node.where, f"{what}: expected a name, found {found(node)}", cure, code="CARC-F004"))
        return None
    return node.value


def is_name(text: str) -> bool:
    """Whether a text is what `as_name` asks for."""
    return len(text) <= 80 and _NAME.fullmatch(text) is not None


def as_names(node: Node, what: str, problems: list[Problem]) -> tuple[str, ...]:
    """A list of different names, or one name alone; names at fault are reported and left out."""
    if isinstance(node.value, str):
        name = as_name(node, what, problems)
        return () if name is None else (name,)
    names: list[str] = []
    for item in as_list(node, what, problems) or ():
        name = as_name(item, what, problems)
        if name is not None and name in names:
            problems.append(Problem(item.where, f"{what}: {shown(name)} stands there twice", code="CARC-F009"))
        elif name is not None:
            names.append(name)
    return tuple(names)


def as_whole_number(
    node: Node, what: str, problems: list[Problem], *, least: int | None = 0, most: int | None = None, none: str = ""
) -> int | None:
    """A whole number from `least` to `most`, at most nine digits long. `none` is the cure where 0 is too little."""
    text = node.value
    number = int(text) if isinstance(text, str) and _WHOLE_NUMBER.fullmatch(text) else None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        if most is not None and least is not None:
            wanted = f"a whole number from {least} to {most}"
        else:
            wanted = "a whole number" if least is None else f"a whole number, {least} or more"
        is_word = isinstance(text, str) and text.isalpha()
        cure = none if number == 0 or (none and text in NOTHING) else "Write it in digits." if is_word else ""
        problems.append(Problem(node.where, f"{what}: expected {wanted}, found {found(node)}", cure, code="CARC-F005"))
        return None
    return number


def as_choice(node: Node, what: str, choices: Collection[str], problems: list[Problem]) -> str | None:
    """One of the given words."""
    if not isinstance(node.value, str) or node.value not in choices:
        word = node.value if isinstance(node.value, str) else ""
        fault = f"{what}: expected one of {', '.join(choices)}; found {found(node)}"
        guess = nearest(word, choices)
        problems.append(Problem(node.where, fault, f"Did you mean {guess!r}?" if guess else "", code="CARC-F006"))
        return None
    return node.value


def as_yes_or_no(node: Node, what: str, problems: list[Problem]) -> bool | None:
    """`true` or `false`."""
    word = as_choice(node, what, ("true", "false"), problems)
    return None if word is None else word == "true"


def check_keys(
    node: Node,
    what: str,
    allowed: Collection[str],
    problems: list[Problem],
    *,
    required: Collection[str] = (),
) -> bool:
    """Whether a mapping has only allowed keys and all required ones; what is not so is reported."""
    keys = as_mapping(node, what, problems)
    if keys is None:
        return False
    unknown = [key for key in keys if key not in allowed]
    for key in unknown:
        cure = cure_for(key, allowed, "keys here")
        problems.append(Problem(node.key_where[key], f"{what}: unknown key {shown(key)}", cure, code="CARC-F007"))
    missing = [key for key in required if key not in keys]
    for key in missing:
        problems.append(Problem(node.where, *missing_key(what, key), code="CARC-F008"))
    return not unknown and not missing
