"""Change the engine a little, one place at a time, and see whether a test notices.

    python tests/mutation/run.py carcassonne/score carcassonne/language/verbs/scoring.py --sample 20 --seed 1

Each change is tried in a copy of the project, in `.mutation/`, with the tests that reach the changed line, the fastest
first; which those are is found out by a run with every line watched, once for each state of the project. A change
that no test notices has *survived*: it is shown, and either the line says nothing or a test is missing. Without
`--sample` every place is changed in every way. Needs the extra `mutation`.
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
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
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
MOST: Final = 60
"""How many tests are tried on one change; most changes fall to the first."""
LONGEST: Final = 120.0
"""Seconds after which the tests of one change have noticed it: it goes round without end."""


def main(arguments: Sequence[str]) -> int:
    """Change some modules and tell what survived; 0 when nothing did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="+", help="files of the package, or folders of it")
    parser.add_argument("--sample", type=int, default=0, help="so many changes of each module, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST, help="try so many tests on one change")
    parser.add_argument("--work", type=Path, default=ROOT / ".mutation", help="where the copy is made")
    chosen = parser.parse_args(arguments)
    try:
        import cosmic_ray  # noqa: F401
    except ImportError:
        sys.exit("the changes are not installed: pip install 'carcassonne[mutation]'")
    work = chosen.work.resolve()
    tree, watched = work / "tree", work / f"reaching-{_state()}.json"
    if not watched.is_file():
        _copy(tree)
        _watch(tree, watched)
    os.chdir(tree)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(tree), str(tree / "tests")])
    sys.path.insert(0, str(tree / "tests"))
    from mutation.reaching import Reaching

    reaching = Reaching.read(watched)
    survivors = 0
    for module in _modules(chosen.modules):
        changes = list(_changes(module))
        if chosen.sample:
            changes = _drawn(changes, chosen.sample, random.Random(f"{chosen.seed} {module}"))
        outcomes = [_outcome(module, change, reaching, chosen.most) for change in changes]
        alive = [diff for diff in outcomes if diff]
        survivors += len(alive)
        noticed = len(outcomes) - len(alive)
        print(f"{module}: {noticed} of {len(outcomes)} noticed", *alive, sep="\n", flush=True)
    return 1 if survivors else 0


def _state() -> str:
    """What the package and the tests are now, as a short mark."""
    mark = hashlib.sha256()
    for folder in ("carcassonne", "data", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".yaml", ".txt", ".json"):
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
    """Every change that can be made of a module; annotations mean nothing when it runs, so they stay."""
    from cosmic_ray.commands import init
    from cosmic_ray.work_db import use_db

    silent = set(_annotations(ast.parse(Path(module).read_text(encoding="utf-8"))))
    with tempfile.TemporaryDirectory() as folder, use_db(Path(folder) / "session.sqlite") as session:
        init([Path(module)], session, {})
        for item in session.work_items:
            (change,) = item.mutations
            if change.start_pos[0] not in silent and not change.operator_name.endswith("NoOp"):
                yield change


def _annotations(tree: ast.Module) -> Iterator[int]:
    """Lines on which nothing but types is said."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(args=arguments, returns=returns):
                for each in (*arguments.args, *arguments.kwonlyargs, *arguments.posonlyargs):
                    if each.annotation is not None:
                        yield each.annotation.lineno
                if returns is not None:
                    yield returns.lineno
            case ast.AnnAssign(annotation=annotation, value=None):
                yield annotation.lineno
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


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


def _outcome(module: str, change: Any, reaching: Any, most: int) -> str:
    """The change as a diff where no test has noticed it, else nothing."""
    from cosmic_ray.mutating import mutate_and_test
    from cosmic_ray.work_item import TestOutcome

    lines = range(change.start_pos[0], change.end_pos[0] + 1)
    tests = (reaching.of(module, lines) or reaching.of(module, _around(module, lines[0])))[:most]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(tests))
        listed.flush()
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed.name}"]
        result = mutate_and_test([change], shlex.join(command), LONGEST)
    if result.test_outcome != TestOutcome.SURVIVED:
        return ""
    return f"{len(tests)} tests notice nothing:\n{result.diff}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
