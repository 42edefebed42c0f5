"""Change the engine a little, one place at a time, and see whether a test notices.

    python tests/mutation/run.py carcassonne/score carcassonne/language/verbs/scoring.py --sample 20 --seed 1
    python tests/mutation/run.py --again survivors.txt --with tests/scenarios/robbers

Each change is tried in a copy of the project, in `.mutation/`, with the tests that reach the changed line, the fastest
first, and then with games beside the oracle; which tests those are is found out by a run with every line watched, once
for each state of the project. A change that no test notices has *survived*: it is shown, and either the line says
nothing or a test is missing. Without `--sample` every place is changed in every way. `--again` tries what an earlier
run has printed as survived, and `--with` only the tests that are named. Needs the extra `mutation`.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import pytest
from forks import Children, functions_of
from reaching import Reaching

try:
    from cosmic_ray.commands import init
    from cosmic_ray.mutating import mutate_and_test, mutate_code
    from cosmic_ray.plugins import get_operator
    from cosmic_ray.work_db import use_db
    from cosmic_ray.work_item import TestOutcome
except ImportError:
    sys.exit("the changes are not installed: pip install 'carcassonne[mutation]'")

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
COPIED: Final = ("carcassonne", "data", "docs", "examples", "tests", "README.md", "pyproject.toml")
WATCHED: Final = (
    "tests/playthroughs",
    "tests/perft/test_perft.py",
    "tests/compile",
    "tests/language",
    "tests/play",
    "tests/properties/test_hostile_rules.py",
    "tests/rules",
    "tests/scenarios",
)
"""Tests that are tried: the quick ones that know what the rules give."""
ORACLE: Final = tuple(f"tests/oracle/test_all_modules.py::test_a_game_with_{what}" for what in ("two", "everything"))
"""Tests that are tried on what survives all of those: whole games that the oracle follows; their names begin so."""
MOST: Final = 60
"""How many of the quick tests are tried on one change at first; most changes fall to the first of them."""
MORE: Final = 40.0
"""Seconds of the other quick tests that are tried on what survives those."""
LONG: Final = 240.0
"""Seconds that the games beside the oracle may take; a change that makes them longer goes round without end."""


def main(arguments: Sequence[str]) -> int:
    """Change some modules and tell what survived; 0 when nothing did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="files of the package, or folders of it")
    parser.add_argument("--sample", type=int, default=0, help="so many changes of each module, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST, help="try so many of the quick tests on one change")
    parser.add_argument("--again", type=Path, help="try the changes that an earlier run has printed as survived")
    parser.add_argument("--with", dest="tests", nargs="+", default=(), help="try these tests and no others")
    parser.add_argument("--work", type=Path, default=ROOT / ".mutation", help="where the copy is made")
    chosen = parser.parse_args(arguments)
    survived = list(_again(chosen.again.read_text(encoding="utf-8"))) if chosen.again else []
    tree = chosen.work.resolve() / "tree"
    _copy(tree)
    watched = None if chosen.tests else _watched(tree, chosen.work.resolve() / f"reaching-{_state()}.json")
    os.chdir(tree)
    sys.path[:0] = [str(tree), str(tree / "tests")]
    os.environ |= {"PYTHONPATH": os.pathsep.join(sys.path[:2]), "CI": "1"}
    trying = _Trying(_wanted(chosen, survived), watched, chosen.most)
    tests = chosen.tests or [*WATCHED, ORACLE[0].partition("::")[0]]
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", *tests], plugins=[trying])
    return 1 if trying.survivors else 0


def _wanted(chosen: argparse.Namespace, survived: Sequence[tuple[str, str, int]]) -> Iterator[tuple[str, list[Any]]]:
    """The modules with the changes that are to be tried."""
    for module in dict.fromkeys([*_modules(chosen.modules), *(module for module, *_ in survived)]):
        changes = list(_changes(module))
        if survived:
            changes = [each for each in changes if (module, each.operator_name, each.occurrence) in survived]
        elif chosen.sample:
            changes = _drawn(changes, chosen.sample, random.Random(f"{chosen.seed} {module}"))
        source = Path(module).read_text(encoding="utf-8")
        yield module, [change for change in changes if _changed(source, change)]


def _again(text: str) -> Iterator[tuple[str, str, int]]:
    """The changes that a run has printed as survived: module, sort of change, and which one of it."""
    for line in text.splitlines():
        if line.startswith("survived: "):
            module, operator, occurrence = line.removeprefix("survived: ").rsplit(" ", 2)
            yield module, operator, int(occurrence)


class _Trying:
    """Tries all changes once pytest has collected the tests, in place of running these."""

    def __init__(self, wanted: Iterable[tuple[str, Sequence[Any]]], reaching: Reaching | None, most: int) -> None:
        self.wanted, self.reaching, self.most = wanted, reaching, most
        self.survivors = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.children = Children(self.items)
        for module, changes in self.wanted:
            count = 0
            self.children.look_at(module.removesuffix(".py").replace("/", "."))
            for change in changes:
                if diff := self._unnoticed(module, change):
                    count += 1
                    print(f"survived: {module} {change.operator_name} {change.occurrence}\n{diff}", flush=True)
            print(f"{module}: {len(changes) - count} of {len(changes)} noticed", flush=True)
            self.survivors += count
        return True

    def _unnoticed(self, module: str, change: Any) -> str:
        """The change as a diff where no test has noticed it, else nothing."""
        rounds = list(self._rounds(module, range(change.start_pos[0], change.end_pos[0] + 1)))
        before = Path(module).read_text(encoding="utf-8")
        after = _changed(before, change)
        path = str(Path(module).resolve())
        was, now = functions_of(before, path), functions_of(after, path)
        if was is not None and now is not None and was[0].keys() == now[0].keys() and was[1] == now[1]:
            changed = {key: code for key, code in now[0].items() if code != was[0][key]}
            if any(self.children.notice(changed, names, seconds) for names, seconds in rounds):
                return ""
            del rounds[1:]
        for names, seconds in rounds:
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
                listed.write("\n".join(names))
                listed.flush()
                command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed.name}"]
                result = mutate_and_test([change], shlex.join(command), seconds)
            if result.test_outcome != TestOutcome.SURVIVED:
                return ""
        return "".join(unified_diff(before.splitlines(True), after.splitlines(True), module, module, n=2))

    def _rounds(self, module: str, lines: range) -> Iterator[tuple[list[str], float]]:
        """What is tried on the lines of a module: rounds of tests, each with the seconds that it may take."""
        if self.reaching is None:  # the tests are named
            yield list(self.items), LONG
            return
        found = self.reaching.of(module, lines) or self.reaching.of(module, _around(module, lines[0]))
        sums = list(accumulate(self.reaching.seconds[name] for name in found))
        first, others = found[: self.most], found[self.most : max(bisect_right(sums, MORE), self.most)]
        if first:
            yield first, 30 + 5 * sums[len(first) - 1]
        if others:
            yield others, 30 + 2 * MORE
        yield [name for name in self.items if name.startswith(ORACLE)], LONG


def _watched(tree: Path, file: Path) -> Reaching:
    if not file.is_file():
        _watch(tree, file)
    return Reaching.read(file)


def _state() -> str:
    """What the package and its tests are now, as a short mark."""
    mark = hashlib.sha256()
    for folder in ("carcassonne", "data", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.parent != HERE and path.suffix in (".py", ".yaml", ".txt", ".json"):
                mark.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return mark.hexdigest()[:12]


def _copy(tree: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    for name in COPIED:
        source, goal = ROOT / name, tree / name
        if source.is_dir():
            shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, goal)


def _watch(tree: Path, file: Path) -> None:
    """Run the tests once, and write down which of them reach which line."""
    paths = os.pathsep.join([str(tree), str(tree / "tests")])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mutation.reaching", "--reaching", str(file), *WATCHED]
    ran = subprocess.run(command, cwd=tree, env=os.environ | {"PYTHONPATH": paths, "CI": "1"})
    if ran.returncode:
        sys.exit("there is nothing to learn from changes where tests fail already")


def _modules(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        path = Path(name)
        yield from (map(str, sorted(path.rglob("*.py"))) if path.is_dir() else [str(path)])


def _changes(module: str) -> Iterator[Any]:
    """Every change that can be made of a module, but of what means nothing when it runs."""
    silent = list(_silent(ast.parse(Path(module).read_text(encoding="utf-8"))))
    with tempfile.TemporaryDirectory() as folder, use_db(Path(folder) / "session.sqlite") as session:
        init([Path(module)], session, {})
        for item in session.work_items:
            (change,) = item.mutations
            said = not any(first <= change.start_pos < last for first, last in silent)
            if said and not change.operator_name.endswith("NoOp"):
                yield change


def _changed(source: str, change: Any) -> str:
    """The source of a module with a change made; empty where that is no Python."""
    changed: str = mutate_code(source, get_operator(change.operator_name)(), change.occurrence)
    try:
        ast.parse(changed)
    except SyntaxError:
        return ""
    return changed


def _silent(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where types stand, or that two rows are equally long, which must hold anyway: from and to which line, column."""
    for node in ast.walk(tree):
        said: Sequence[ast.expr | ast.stmt | None] = ()
        match node:
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
                said = [annotation]
            case ast.keyword(arg="strict", value=value):
                said = [value]
            case ast.FunctionDef(returns=returns):
                said = [returns]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                said = [node]
        for each in said:
            if each is not None:
                last = each.end_lineno or each.lineno, each.end_col_offset or each.col_offset
                yield (each.lineno, each.col_offset), last


def _around(module: str, line: int) -> range:
    """The lines of the smallest definition that a line belongs to, or of the module."""
    tree = ast.parse(Path(module).read_text(encoding="utf-8"))
    found = range(1, (tree.body[-1].end_lineno or 1) + 1)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            lines = range(first, (node.end_lineno or first) + 1)
            found = lines if line in lines and len(lines) < len(found) else found
    return found


def _drawn(changes: Sequence[Any], count: int, chance: random.Random) -> list[Any]:
    """One change each at so many places."""
    places: defaultdict[Any, list[Any]] = defaultdict(list)
    for change in changes:
        places[change.start_pos].append(change)
    drawn = chance.sample(sorted(places), min(count, len(places)))
    return [chance.choice(sorted(places[place], key=lambda c: (c.operator_name, c.occurrence))) for place in drawn]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
