"""Builds the tree of nodes from the events of a YAML parser, and refuses what comes that must not."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import attrs
import yaml

from carcassonne.errors import Problem, Where
from carcassonne.read.source import CONTROL, DEEPEST, MOST_VALUES, Node, shown

if TYPE_CHECKING:
    from collections.abc import Iterator


def _events(text: str) -> Iterator[Any]:
    """Parser events, by libyaml where it is there."""
    if yaml.__with_libyaml__:
        from yaml._yaml import CParser

        parser: Any = CParser(text)
        while (event := parser.get_event()) is not None:
            yield event
    else:
        yield from yaml.parse(text)


_TIGHT_COLON: Final = re.compile(r"\s*(?:- )?[a-z][\w -]*:[^\s/]")
_CURES: Final = (
    ("expected key", "Keys of one thing begin in the same column, those of a thing inside it further in."),
    ("expected <block end>", "What stands side by side begins in the same column."),
    ("expected '-' indicator", "Every entry of the list begins with a hyphen, all in the same column."),
    ("could not find expected ':'", "A key ends with a colon and a space: 'name: value'."),
    (
        "mapping values are not allowed",
        "Does the line before lack its colon? A text with a colon and a space stands in quotes.",
    ),
    ("unexpected end of stream", "A quotation mark is opened and not closed."),
    ("cannot start any token", "A text that begins so stands in quotes."),
)
"""Beginnings of what the parsers say, and what sets it right."""


class _Open:
    """A list or a mapping whose end has not come yet; `key` is the key that waits for its value."""

    __slots__ = ("items", "key", "key_places", "values", "where")

    def __init__(self, where: Where, is_mapping: bool) -> None:
        self.where = where
        self.items: list[Node] | None = None if is_mapping else []
        self.values: dict[str, Node] = {}
        self.key_places: dict[str, Where] = {}
        self.key: Node | None = None

    def close(self) -> Node:
        if self.items is not None:
            return Node(tuple(self.items), self.where)
        return Node(MappingProxyType(self.values), self.where, MappingProxyType(self.key_places))


class TreeMaker:
    """Builds one tree from the events of one text."""

    def __init__(self, file: str, text: str, problems: list[Problem]) -> None:
        self.file = file
        self.text = text
        self.problems = problems
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.count = 0
        self.usable = True

    def build(self) -> Node | None:
        try:
            for event in _events(self.text):
                if not self.take(event):
                    break
        except yaml.MarkedYAMLError as error:
            self.problems.append(self.syntax_problem(error))
            return None
        except (yaml.YAMLError, ValueError) as error:  # no mark: the reader's own complaint
            self.report(self.place(1, 1), f"this is not YAML: {str(error).splitlines()[0]}", code="CARC-Y008")
            return None
        if self.root is None and self.usable:
            self.report(self.place(1, 1), "the file is empty", code="CARC-Y009")
        return self.root if self.usable else None

    def take(self, event: Any) -> bool:
        """Takes one event in; False when reading must stop."""
        kind = type(event).__name__
        if kind == "ScalarEvent":
            return self.scalar(event)
        if kind in ("MappingEndEvent", "SequenceEndEvent"):
            self.put(self.stack.pop().close())
            return True
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            where = self.check(event)
            if len(self.stack) >= DEEPEST:
                return self.stop(where, f"nested deeper than {DEEPEST} levels", code="CARC-Y004")
            self.stack.append(_Open(where, kind == "MappingStartEvent"))
            return self.counted(where)
        if kind == "AliasEvent":
            cure = "Aliases are not allowed: write the value again."
            return self.stop(self.where(event), f"alias {shown('*' + event.anchor)}", cure, code="CARC-Y012")
        if kind == "DocumentStartEvent" and self.root is not None:
            self.report(self.where(event), "a second document", "Write one document to a file.", code="CARC-Y010")
            return False
        return True

    def scalar(self, event: Any) -> bool:
        where = self.check(event)
        text: str = event.value
        if not text.isprintable() and (bad := CONTROL.search(text)):
            self.report(where, f"control character U+{ord(bad[0]):04X} in a text", "Remove it.", code="CARC-Y006")
        if event.style in ("'", '"'):  # the place of a text is that of its first letter
            where = attrs.evolve(where, column=where.column + 1)
        self.put(Node(text, where))
        return self.counted(where)

    def counted(self, where: Where) -> bool:
        self.count += 1
        if self.count > MOST_VALUES:
            return self.stop(
                where, f"more than {MOST_VALUES} values", "Split the file into several files.", code="CARC-Y003"
            )
        return True

    def put(self, node: Node) -> None:
        """Gives a finished node to the list or mapping that is open, or makes it the root."""
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if top.items is not None:
            top.items.append(node)
        elif top.key is None:
            top.key = node
        else:
            key, top.key = top.key, None
            if not isinstance(key.value, str):
                self.report(key.where, "a key that is no text", "Keys are plain words.", code="CARC-Y013")
            elif key.value == "<<":
                self.report(
                    key.where, "merge key '<<'", "Merging is not allowed: write the keys again.", code="CARC-Y014"
                )
            elif key.value in top.values:
                first = top.key_places[key.value]
                fault = f"duplicate key {shown(key.value)}"
                self.report(key.where, fault, f"It stands already at {first.line}:{first.column}.", code="CARC-Y015")
            else:
                top.values[key.value] = node
                top.key_places[key.value] = key.where

    def check(self, event: Any) -> Where:
        """The place of a value; tags and anchors on it are reported."""
        where = self.where(event)
        if event.tag is not None:
            self.report(where, f"tag {shown(event.tag)}", "Tags are not allowed.", code="CARC-Y011")
        if event.anchor is not None:
            self.report(where, f"anchor {shown('&' + event.anchor)}", "Anchors are not allowed.", code="CARC-Y012")
        return where

    def where(self, event: Any) -> Where:
        mark = event.start_mark
        return self.place(mark.line + 1, mark.column + 1)

    def place(self, line: int, column: int) -> Where:
        return Where(self.file, line, column, self.text)

    def report(self, where: Where, fault: str, cure: str = "", *, code: str) -> None:
        self.problems.append(Problem(where, fault, cure, code=code))

    def stop(self, where: Where, fault: str, cure: str = "", *, code: str) -> bool:
        self.report(where, fault, cure, code=code)
        self.usable = False
        return False

    def syntax_problem(self, error: Any) -> Problem:
        mark = error.problem_mark or error.context_mark
        where = self.place(mark.line + 1, mark.column + 1) if mark else self.place(1, 1)
        lines = self.text.split("\n")
        if mark and mark.line < len(lines) and lines[mark.line][mark.column : mark.column + 1] == "\t":
            return Problem(where, "a tab", "Separate with spaces.", code="CARC-Y007")
        opened = error.context_mark
        begins = f" that begins at {opened.line + 1}:{opened.column + 1}" if opened and error.context else ""
        found = f"It was found {error.context}{begins}." if error.context else ""
        cure = " ".join(filter(None, (found, self.syntax_cure(error, where.line))))
        return Problem(where, f"this is not YAML: {error.problem or 'broken off'}", cure, code="CARC-Y008")

    def syntax_cure(self, error: Any, line: int) -> str:
        """What the form of YAML asks for where the parser gave up in a line."""
        if "flow" in (error.context or ""):
            return "Inside [ ] and { } a text with a comma or a bracket stands in quotes."
        before = [number for number, text in enumerate(self.text.split("\n")[: line - 1], 1) if text.strip()]
        if before and _TIGHT_COLON.match(self.text.split("\n")[before[-1] - 1]):
            return f"After a colon comes a space: see line {before[-1]}."
        return next((cure for fault, cure in _CURES if fault in (error.problem or "")), "")
