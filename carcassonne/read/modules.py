"""Finds the files of the modules in play, with everything that they need, and puts them in order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import OptionError, Problem, Where
from carcassonne.read.expected import KEY, Explanation, read_expected
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.merge import SECTIONS
from carcassonne.read.source import (
    SUFFIXES,
    Node,
    as_name,
    as_names,
    as_text,
    check_keys,
    cure_for,
    is_name,
    read_source,
    shown,
)
from carcassonne.shipped import data_folder

if TYPE_CHECKING:
    from carcassonne.read.drawings import Tile, TileSet

DEEPEST_NEEDS: Final = 100
HEADS: Final = ("expansion", "variant")
EXPANSION_KEYS: Final = (
    "expansion", "title", "summary", "needs", "defaults", *SECTIONS, "changes", "options", KEY,
)  # fmt: skip
VARIANT_KEYS: Final = ("variant", "title", "summary", "extends", "needs", "defaults", *SECTIONS, "options", KEY)


@attrs.frozen
class Source:
    """A module as it stands in its file; `needs` are the ids under `needs` and `extends`, with places."""

    id: str
    is_variant: bool
    title: str
    summary: str
    needs: tuple[tuple[str, Where], ...]
    expected: tuple[Explanation, ...]
    node: Node
    path: Path
    shown: str

    def section(self, name: str) -> Node | None:
        """Return the node of a top-level key."""
        return self.node.value.get(name) if isinstance(self.node.value, Mapping) else None


class Library:
    """The folders in which modules are found by id: those given, then the shipped one. It reads every file once.

    finished: tile sets with their tiles, by all that they depend on.
    """

    def __init__(self, search: Iterable[str | os.PathLike[str]] = ()) -> None:
        self.shipped = data_folder() / "expansions"
        self.folders = (*map(Path, search), self.shipped)
        self.finished: dict[Any, tuple[tuple[TileSet, ...], tuple[Tile, ...]]] = {}
        self._read: dict[Path, tuple[Node | None, tuple[Problem, ...]]] = {}

    def path_of(self, module: str, beside: Path | None = None) -> Path | None:
        """Return the file of a module; the folder of the file that asks comes last."""
        if not is_name(module):
            return None
        folders = self.folders if beside is None else (*self.folders, beside.parent)
        return next((file for folder in folders if (file := folder / f"{module}.yaml").is_file()), None)

    def ids(self) -> list[str]:
        """Return the ids of all modules in the folders."""
        return sorted({file.stem for folder in self.folders for file in folder.glob("*.yaml")})

    def shown(self, path: Path) -> str:
        """Return how a file is called in messages: shipped ones from the folder `data` on."""
        return f"data/expansions/{path.name}" if path.parent == self.shipped else str(path)

    def tree(self, path: Path, shown_as: str, problems: list[Problem]) -> Node | None:
        """Return the tree of a file, or None when there is nothing to go on with."""
        if path not in self._read:
            found, node = Faults(), None
            with suppress(EnoughFaults):
                node = read_source(path, found, shown_as=shown_as)
            self._read[path] = (node, tuple(found))
        node, faults = self._read[path]
        problems.extend(faults)
        return node

    def module(self, path: Path, problems: list[Problem]) -> Source | None:
        """Return the head of a module's file; None when it cannot be used at all."""
        shown_as = self.shown(path)
        node = self.tree(path, shown_as, problems)
        return None if node is None else head_of(node, path, shown_as, problems)


def head_of(node: Node, path: Path, shown_as: str, problems: list[Problem]) -> Source | None:
    """Read the head of a module: its id, title and needs."""
    keys = node.value
    if not isinstance(keys, Mapping) or not any(key in keys for key in HEADS):
        fault = "this is no module: expected the key 'expansion' or 'variant' with its name"
        problems.append(Problem(node.where, fault, code="CARC-F010"))
        return None
    is_variant = "expansion" not in keys
    kind = "variant" if is_variant else "expansion"
    module = as_name(keys[kind], kind, problems)
    if module is None:
        return None
    thing = f"{kind} {module!r}"
    check_keys(node, thing, VARIANT_KEYS if is_variant else EXPANSION_KEYS, problems)
    if is_variant and "extends" not in keys:
        fault, cure = f"{thing}: the key 'extends' is missing", "Name the rules that it changes: extends: [base]"
        problems.append(Problem(node.where, fault, cure, code="CARC-F008"))
        return None
    texts = {
        key: (as_text(keys[key], f"{thing}, {key}", problems) or "") if key in keys else ""
        for key in ("title", "summary")
    }
    needs: list[tuple[str, Where]] = []
    for key in ("needs", "extends"):
        if key in keys and (key == "needs" or is_variant):
            names = as_names(keys[key], f"{thing}, {key}", problems)
            needs += [(name, _place_of(name, keys[key])) for name in names]
    return Source(
        id=module,
        is_variant=is_variant,
        title=texts["title"] or module,
        summary=texts["summary"],
        needs=tuple(needs),
        expected=read_expected(keys[KEY], problems) if KEY in keys else (),
        node=node,
        path=path,
        shown=shown_as,
    )


def _place_of(name: str, node: Node) -> Where:
    items = node.value if isinstance(node.value, tuple) else ()
    return next((item.where for item in items if item.value == name), node.where)


class Gathering:
    """Modules by id, with all that they need."""

    def __init__(self, library: Library, problems: list[Problem]) -> None:
        self.library = library
        self.problems = problems
        self.sources: dict[str, Source] = {}
        self.order: list[str] = []
        self.closures: dict[str, frozenset[str]] = {}
        self.is_whole = True  # False when a module is missing, unreadable or twice in play

    def gather(self, names: Sequence[str | os.PathLike[str]]) -> None:
        """Read the modules named by ids and paths, then all that they need; order them, needs first."""
        if not names:
            raise OptionError(f"no rules are named; {cure_for('', self.library.ids(), 'modules here')}")
        paths_first = sorted(range(len(names)), key=lambda number: not _is_path(names[number]))
        given = {number: self._given(names[number]) for number in paths_first}
        for _, module in sorted(given.items()):
            if module:
                self._visit(module, ())

    def _given(self, name: str | os.PathLike[str]) -> str:
        """Read a module that the caller names, and return its id; paths come before ids."""
        if not _is_path(name):
            module = str(name)
            if module not in self.sources:
                path = self.library.path_of(module)
                if path is None:
                    cure = cure_for(module, self.library.ids(), "modules here")
                    raise OptionError(f"there is no module {shown(module)}; {cure}")
                self._read(path, module)
            return module if module in self.sources else ""
        path = Path(name)
        source = self.library.module(path, self.problems)
        if source is None:
            self.is_whole = False
            return ""
        other = self.sources.setdefault(source.id, source)
        if other.path != path:
            fault = f"module {source.id!r} is in play already, from {other.shown}"
            self.problems.append(Problem(source.node.where, fault, code="CARC-E004"))
            self.is_whole = False
        return source.id

    def _read(self, path: Path, module: str) -> None:
        source = self.library.module(path, self.problems)
        if source is None:
            self.is_whole = False
            return
        if source.id != module:
            fault = f"this file is read as {module!r}, but its module is called {source.id!r}"
            self.problems.append(Problem(source.node.where, fault, "Name the file as the module.", code="CARC-E005"))
        self.sources[module] = source

    def _visit(self, module: str, above: tuple[str, ...]) -> None:
        if module in self.closures:
            return
        source = self.sources[module]
        below: set[str] = set()
        for need, where in source.needs:
            if need in (*above, module):
                circle = " → ".join((*(*above, module)[(*above, module).index(need) :], need))
                self.problems.append(Problem(where, f"module {module!r} needs itself: {circle}", code="CARC-E002"))
                self.is_whole = False
                continue
            if len(above) >= DEEPEST_NEEDS:
                self.problems.append(
                    Problem(
                        where,
                        f"module {module!r}: more than {DEEPEST_NEEDS} modules need each other in a row",
                        code="CARC-E003",
                    )
                )
                self.is_whole = False
                continue
            if need not in self.sources:
                path = self.library.path_of(need, source.path)
                if path is None:
                    cure = cure_for(need, self.library.ids(), "modules here")
                    self.problems.append(Problem(where, f"there is no module {shown(need)}", cure, code="CARC-E001"))
                    self.is_whole = False
                    continue
                self._read(path, need)
            if need in self.sources:
                self._visit(need, (*above, module))
                below |= {need, *self.closures.get(need, ())}
        self.closures[module] = frozenset(below)
        self.order.append(module)

    def aside(self) -> Gathering:
        """Return a gathering of its own that reads no file twice and whose problems nobody sees."""
        other = Gathering(self.library, [])
        other.sources = dict(self.sources)
        return other

    def add(self, module: str, *, beside: Path | None = None) -> bool:
        """Take in one module by its id with all that it needs, perhaps from beside a file; False if there is none."""
        if module not in self.sources and (path := self.library.path_of(module, beside)) is not None:
            self._read(path, module)
        if module in self.sources:
            self._visit(module, ())
        return module in self.sources

    def source_of(self, file: str) -> Source | None:
        """Return the module whose file has this name in messages."""
        return next((source for source in self.sources.values() if source.shown == file), None)

    def canonical(self) -> list[Source]:
        """Return the modules, needs first, otherwise by name: the same whatever order was named."""
        left, ordered = dict.fromkeys(sorted(self.order)), []
        while left:
            ready = next(module for module in left if left.keys().isdisjoint(self.closures[module]))
            del left[ready]
            ordered.append(self.sources[ready])
        return ordered


def _is_path(name: str | os.PathLike[str]) -> bool:
    return not isinstance(name, str) or name.endswith(SUFFIXES) or "/" in name or os.sep in name
