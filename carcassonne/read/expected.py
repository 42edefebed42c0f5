"""Reads what a file says about warnings that it earns on purpose."""

from __future__ import annotations

import re
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read.source import Node, as_mapping, as_text, plainly, shown

KEY: Final = "expected warnings"
_CODE: Final = re.compile(r"CARC-W[0-9]{3}")


@attrs.frozen
class Explanation:
    """A warning that is meant: its code, the name of the thing that earns it, and the reason."""

    code: str
    name: str
    reason: str
    where: Where


def read_expected(node: Node, problems: list[Problem]) -> tuple[Explanation, ...]:
    """Read `{CARC-W006: {NAME: why}}`.

    >>> from carcassonne.read.source import read_text
    >>> node = read_text("CARC-W006: {set/cap-2: another picture}", "tiles.yaml", [])
    >>> [(each.code, each.name, each.reason) for each in read_expected(node, [])]
    [('CARC-W006', 'set/cap-2', 'another picture')]
    """
    found = []
    for code, things in (as_mapping(node, KEY, problems) or {}).items():
        if not _CODE.fullmatch(code):
            cure = "Codes of warnings look like CARC-W006; the name of what earns it and the reason follow."
            problems.append(Problem(node.key_where[code], f"{KEY}: {shown(code)} is no code", cure, code="CARC-F011"))
            continue
        for name, item in (as_mapping(things, f"{KEY}, {code}", problems) or {}).items():
            reason = as_text(item, f"{KEY}, {code}, {plainly(name)}", problems)
            found.append(Explanation(code, name, reason or "", things.key_where[name]))
    return tuple(found)
