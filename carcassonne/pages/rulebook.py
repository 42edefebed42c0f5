"""What the rules in play say under an id, and where the documentation says more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.report.explain import SECTIONS, explain, place
from carcassonne.report.written import lines_of
from carcassonne.shipped import data_folder

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.errors import Where

_ID: Final = re.compile(r"(?<![\w-])(?:[A-Z]+-)+[A-Z]*[0-9]+[a-z]?(?![\w-])")
_TOGETHER: Final = "together"
_SHIPPED: Final = "data"


@attrs.frozen
class Said:
    """What is said under an id: lines, the place of the first, and its page in the documentation ("" for no page)."""

    lines: tuple[str, ...]
    where: str
    page: str


class Rulebook:
    """Looks up the ids of some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._pages: dict[str, str] | None = None

    def look_up(self, rule: str) -> Said:
        """What the definitions under an id say; where none has it, the lines of the files that name it."""
        found = list(self._defined(rule))
        if not found:
            entries = [line for entry in explain(self.rules, rule) for line in entry.lines]
            found = [(text.strip(), where) for text, where in entries if text.strip() != f"rule: {rule}"]
        where = next((where for _, where in found if where is not None), None)
        return Said(tuple(dict.fromkeys(text for text, _ in found)), place(where), self._page(rule, where))

    def _defined(self, rule: str) -> Iterator[tuple[str, Where | None]]:
        said = self.rules.definitions
        for score in said.scores:
            for state, points in (("complete", score.complete), ("unfinished", score.unfinished)):
                if points is not None and points.rule == rule:
                    yield f"{score.kind}, {state}: {points.points.text}", points.points.where
        named = re.compile(rf"(?<![\w-]){re.escape(rule)}(?![\w-])")
        for what, section in SECTIONS:
            for thing in getattr(said, section):
                lines = [text for text, _ in lines_of(thing)]
                if any(map(named.search, lines)):
                    yield f"{what} {thing.name}", thing.where
                    yield from ((text, thing.where) for text in lines)

    # The documentation -----------------------------------------------------------------------

    def _page(self, rule: str, where: Where | None) -> str:
        """The page of a shipped rule, from the top of the documentation."""
        if where is None or Path(where.file).parts[:1] != (_SHIPPED,):
            return ""
        if self._pages is None:
            self._pages = self._families()
        return f"shipped/{self._pages.get(family(rule), _TOGETHER)}.html#{rule.lower()}"

    def _families(self) -> dict[str, str]:
        """The shipped expansions in play, by the letters of the ids that their files name most."""
        found: dict[str, str] = {}
        for module in self.rules.definitions.modules:
            parts = Path(module.file).parts
            if parts[:1] == (_SHIPPED,):
                text = data_folder().joinpath(*parts[1:]).read_text(encoding="utf-8")
                counted: Counter[str] = Counter(family(rule) for rule in _ID.findall(text))
                for letters, _ in counted.most_common(1):
                    found[letters] = module.id
        return found


def family(rule: str) -> str:
    """The letters that all rules of an expansion share.

    >>> family("IC-3"), family("X-IC3")
    ('IC', 'IC')
    """
    first, *rest = rule.split("-")
    return re.sub(r"[^A-Z]", "", rest[0]) if first in ("X", "A") and rest else first


def facts(said: Said) -> dict[str, Any]:
    """As a page holds it."""
    return attrs.asdict(said)
