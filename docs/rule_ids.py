"""Where the ids of rules are named: in files of rules and tiles, in scenarios, and in tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import attrs

from carcassonne.read.source import Node, read_source

ROOT = Path(__file__).resolve().parent.parent
_ID = r"(?:[A-Z]+-)+[A-Z]*[0-9]+[a-z]?"
_IDS = re.compile(rf"(?<![\w-])({_ID})(?:\s?(?:…|\.\.\.)\s?({_ID}))?(?![\w-])")
_PARTS = re.compile(r"(.*?)([0-9]+)([a-z]?)")


@attrs.frozen
class Scenario:
    """A scenario file as it is written."""

    path: Path
    node: Node
    covers: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.text("scenario")

    @property
    def name(self) -> str:
        """The file's folder and name, which no other scenario has."""
        return f"{self.path.parent.name}-{self.path.stem}"

    def text(self, key: str) -> str:
        node = _keys(self.node).get(key)
        return node.value if node is not None and isinstance(node.value, str) else ""

    def lines(self, key: str) -> list[str]:
        """A list of texts, which may be written as one text with semicolons."""
        node = _keys(self.node).get(key)
        if node is None:
            return []
        if isinstance(node.value, str):
            return [part.strip() for part in node.value.split(";") if part.strip()]
        return [item.value for item in node.value if isinstance(item, Node) and isinstance(item.value, str)]

    def mapping(self, key: str) -> dict[str, str]:
        node = _keys(self.node).get(key)
        return {name: item.value for name, item in _keys(node).items() if isinstance(item.value, str)}


@attrs.frozen
class Named:
    """A line that names a rule: its file from the top of the project, its number and its text."""

    file: str
    line: int
    text: str


def ids_in(text: str) -> list[str]:
    """Every id that a text names; `B-98…B-100` names three.

    >>> ids_in("city: 2  # B-98…B-100 X-B1")
    ['B-98', 'B-99', 'B-100', 'X-B1']
    """
    found: dict[str, None] = {}
    for first, last in _IDS.findall(text):
        found |= dict.fromkeys(_between(first, last) if last else (first,))
    return list(found)


def _between(first: str, last: str) -> list[str]:
    a, b = _PARTS.fullmatch(first), _PARTS.fullmatch(last)
    if a is None or b is None or a[1] != b[1]:
        return [first, last]
    return [f"{a[1]}{number}" for number in range(int(a[2]), int(b[2]) + 1)]


def family(rule: str) -> str:
    """The letters that all rules of an expansion share: `X-IC3`, `IC-D1` and `IC-3` are of `IC`."""
    first, *rest = rule.split("-")
    return re.sub(r"[^A-Z]", "", rest[0]) if first in ("X", "A") and rest else first


def in_order(rule: str) -> tuple[str, int, str]:
    """Sorts ids as people do: `B-9` before `B-10`."""
    found = _PARTS.fullmatch(rule)
    return (found[1], int(found[2]), found[3]) if found else (rule, 0, "")


def lines_naming(path: Path) -> Iterator[tuple[str, Named]]:
    """Every id in a file with the line that names it, its comment left out."""
    shown = str(path.relative_to(ROOT))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.split("  #")[0].strip()
        for rule in ids_in(line):
            yield rule, Named(shown, number, "" if code.startswith("#") else " ".join(code.split()))


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All scenarios of the project, by file."""
    found = []
    for path in sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")):
        node = read_source(path, [])
        if node is not None and "scenario" in _keys(node):
            covers = _keys(node).get("covers")
            items = () if covers is None else (covers,) if isinstance(covers.value, str) else covers.value
            named = (item.value for item in items if isinstance(item, Node) and isinstance(item.value, str))
            found.append(Scenario(path, node, tuple(named)))
    return tuple(found)


@cache
def tests() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """For each id the tests in Python that name it: (file, what must hold)."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                begin = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                while begin > 1 and lines[begin - 2].lstrip().startswith("#"):
                    begin -= 1
                entry = (str(path.relative_to(ROOT)), node.name.removeprefix("test_").replace("_", " "))
                for rule in ids_in("\n".join(lines[begin - 1 : node.end_lineno])):
                    found.setdefault(rule, {})[entry] = None
    return {rule: tuple(entries) for rule, entries in found.items()}


def _keys(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, Mapping) else {}
