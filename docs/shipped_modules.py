"""The shipped expansions as the pages see them: their files, and what those say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import rule_ids
from rule_ids import ROOT, family

import carcassonne
from carcassonne.read.definitions import Definitions, Option
from carcassonne.read.source import Node, read_source

EXPANSIONS = ROOT / "data" / "expansions"
TILES = ROOT / "data" / "tiles"


@attrs.frozen
class Module:
    """A shipped expansion: its file as it is written, and what it says with all that it needs."""

    name: str
    path: Path
    node: Node
    definitions: Definitions

    @property
    def file(self) -> str:
        return str(self.path.relative_to(ROOT))

    def own(self, things: Iterable[Any]) -> list[Any]:
        """Those of some definitions that stand in this file."""
        return [thing for thing in things if thing.where.file == self.file]

    @property
    def options(self) -> list[Option]:
        return self.own(self.definitions.options)

    @property
    def needs(self) -> list[str]:
        return [module.id for module in self.definitions.modules if module.id != self.name]

    @property
    def title(self) -> str:
        return next(module.title for module in self.definitions.modules if module.id == self.name)

    @property
    def summary(self) -> str:
        return next(module.summary for module in self.definitions.modules if module.id == self.name)

    @property
    def family(self) -> str:
        """The letters that its rule ids begin with: those that its file names most."""
        counted = Counter(family(rule) for rule, _ in rule_ids.lines_naming(self.path))
        return counted.most_common(1)[0][0] if counted else ""


@cache
def modules() -> tuple[Module, ...]:
    """All shipped expansions: the base game, then by name, those that only gather others last."""
    found = []
    for path in sorted(EXPANSIONS.glob("*.yaml")):
        node = read_source(path, [])
        assert node is not None, path
        found.append(Module(path.stem, path, node, rules_of((path.stem,)).definitions))
    return tuple(sorted(found, key=lambda module: (bool(module.needs), not module.family, module.name)))


@cache
def rules_of(names: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> carcassonne.Ruleset:
    """A ruleset, made once."""
    return carcassonne.load_rules(*names, options=dict(options))


def options_of(module: Module) -> Mapping[str, Node]:
    """The options of a file as they are written."""
    return keys(keys(module.node).get("options"))


def keys(node: Node | None) -> Mapping[str, Node]:
    """The keys of a mapping; none for anything else."""
    return node.value if node is not None and isinstance(node.value, Mapping) else {}


def code(text: str) -> str:
    """A text in the fixed font that may stand in a cell of a table."""
    return f"`{text.replace('|', '¦').replace('`', chr(39))}`"


def escaped(text: str) -> str:
    """A text in the plain font that may stand in a cell of a table."""
    return text.replace("|", "¦").replace("[", "(").replace("]", ")").replace("<", "&lt;").replace("*", "\\*")
