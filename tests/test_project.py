"""The promises of the repository about itself."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "carcassonne"
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = [str(path.relative_to(ROOT)) for path in MODULES]

# A module imports only from its own stage and from those before it.
STAGES = ("errors", "words", "read", "language", "compile", "score", "play", "report", "cli")
FREE = {
    "balance": STAGES.index("report"),
    "bots": STAGES.index("play"),
    "checking": STAGES.index("compile"),
    "draw": STAGES.index("report"),
    "shipped": 0,
    "interop": STAGES.index("play"),
    "notation": STAGES.index("play"),
    "pages": STAGES.index("report"),
    "studio": STAGES.index("report"),
    "testing": STAGES.index("report"),
}  # beside the stages: from which one on they may be imported

LATE = {
    # A game, a tile and rules show themselves: the picture is imported when it is asked for.
    "carcassonne/play/game.py": {"carcassonne.report.board", "carcassonne.draw"},
    "carcassonne/play/ruleset.py": {"carcassonne.draw"},
    "carcassonne/play/tiles.py": {"carcassonne.report.marks", "carcassonne.report.picture", "carcassonne.draw"},
}  # imports of a later stage, each with its reason

# Words of particular expansions, and the base game's feature kinds and figures: they stand in YAML.
# `field` is not among them, because geometry and attrs use it.
EXPANSION_WORDS = """
    abbot bandit boat builder cathedral city cloister cloth crop farmer ferry flier garden gold goods grain
    ingot inn knight lake mage messenger monastery monk pennant pig river road robber shield spring thief
    wheat wine witch
""".split()
EXPANSION_WORD = re.compile(rf"(?<![a-z])({'|'.join(EXPANSION_WORDS)}|cities|monasteries|ferries|witches)s?(?![a-z])")

# Modules that may be longer than 400 lines, each with its reason.
LONG: dict[str, str] = {}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def stage_of(module: str) -> int | None:
    """The place of `carcassonne.X…` in the order, None for the package itself."""
    parts = module.split(".")
    if len(parts) < 2:
        return None
    known = FREE | {stage: place for place, stage in enumerate(STAGES)}
    assert parts[1] in known, f"carcassonne/{parts[1]} is in no stage: put it in one, or name its place in FREE"
    return known[parts[1]]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = dotted(path).split(".")[: -node.level or None] if node.level else []
            module = ".".join([*package, *([node.module] if node.module else [])])
            yield node.lineno, module
            if module == "carcassonne":
                yield from ((node.lineno, f"carcassonne.{alias.name}") for alias in node.names)


def docstrings(module: ast.Module) -> set[int]:
    """The identities of all string nodes that stand alone as a statement."""
    return {
        id(node.value)
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def spoken(path: Path) -> Iterator[tuple[int, str]]:
    """Every name and every string of a module, docstrings and comments left out."""
    silent = docstrings(tree(path))
    for node in ast.walk(tree(path)):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in silent:
                yield line, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield line, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
            case ast.alias(name=name):
                yield line, name
                yield line, node.asname or ""
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield line, name


def expansion_word(text: str) -> str | None:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " ").lower()
    found = EXPANSION_WORD.search(words)
    return found[1] if found else None


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_imports_point_one_way(path: Path) -> None:
    own = None if path.name == "__main__.py" else stage_of(dotted(path))
    if own is None:
        return
    late = LATE.get(str(path.relative_to(ROOT)), set())
    backward = [
        f"{path.relative_to(ROOT)}:{line}: imports {module}"
        for line, module in imported(path)
        if module.startswith("carcassonne.") and (stage_of(module) or 0) > own and module not in late
    ]
    assert [] == backward


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_nothing_imports_the_package_from_within(path: Path) -> None:
    """The public names stand in `__init__.py`, which knows every stage: only commands may use them."""
    top = dotted(path).split(".")
    if top[1:2] in ([], ["cli"], ["__main__"]):
        return
    assert [] == [line for line, module in imported(path) if module == "carcassonne"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("city_points", "city"),
        ("CloisterKind", "cloister"),
        ("two cities", "cities"),
        ("TINY_CITIES", "cities"),
        ("begin", None),
        ("winner", None),
        ("inner", None),
        ("cropped", None),
        ("field", None),
    ],
)
def test_words_of_expansions_are_found(text: str, word: str | None) -> None:
    assert word == expansion_word(text)


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_core_names_no_expansion(path: Path) -> None:
    """Other programs' formats name expansions, so `interop` may; nothing else does."""
    if "interop" in path.parts:
        return
    assert [] == [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]!r} names {word!r}"
        for line, text in spoken(path)
        if (word := expansion_word(text))
    ]


def test_import_is_light() -> None:
    heavy = {"yaml", "jsonschema", "typer", "rich", "click", "hypothesis", "pytest", "numpy"}
    program = "import sys, carcassonne; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "carcassonne" in ran.stdout.split()
    assert [] == sorted(heavy & set(ran.stdout.split()))


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_no_deep_copies_and_no_global_chance(path: Path) -> None:
    for line, name in spoken(path):
        assert name != "deepcopy", f"{path.relative_to(ROOT)}:{line}: deepcopy"
    for node in ast.walk(tree(path)):
        match node:
            case ast.Attribute(value=ast.Name(id="random"), attr=name):
                assert name == "Random", f"{path.relative_to(ROOT)}:{node.lineno}: random.{name}"
            case ast.ImportFrom(module="random", names=names):
                assert {"Random"} == {alias.name for alias in names}, f"{path.relative_to(ROOT)}:{node.lineno}"
            case ast.Call(func=ast.Name(id="eval" | "exec" | "compile" as name)):
                pytest.fail(f"{path.relative_to(ROOT)}:{node.lineno}: {name}()")


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_module_says_what_it_answers_for_and_is_short(path: Path) -> None:
    assert ast.get_docstring(tree(path)), "a module opens with one sentence saying what it answers for"
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= 400 or str(path.relative_to(PACKAGE)) in LONG, (
        f"{lines} lines: split it, or list it with the reason"
    )


def test_long_modules_are_still_there_and_long() -> None:
    for name in LONG:
        assert (PACKAGE / name).read_text(encoding="utf-8").count("\n") > 400, f"{name} need not be listed any more"


def test_core_needs_three_packages_only() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[^\w-]", text)[0] for text in project["dependencies"]]
    assert ["attrs", "PyYAML", "jsonschema"] == names
    assert {"cli", "draw", "plots", "studio", "testing", "fuzz", "mutation", "docs", "dev"} == set(
        project["optional-dependencies"]
    )


def test_third_party_imports_are_declared() -> None:
    """The core imports its three packages; the command line, pictures and the pytest plugin have extras."""
    allowed = {"attr", "attrs", "yaml", "jsonschema", "carcassonne", *sys.stdlib_module_names}
    extra = {
        "cli": {"typer", "rich", "click", "matplotlib"},
        "balance": {"matplotlib"},
        "draw": {"drawsvg", "resvg_py"},
        "studio": {"bottle", "drawsvg"},
        "testing": {"pytest", "_pytest", "hypothesis"},
    }
    for path in MODULES:
        mine = allowed | extra.get(path.relative_to(PACKAGE).with_suffix("").parts[0], set())
        for line, module in imported(path):
            assert module.split(".")[0] in mine, f"{path.relative_to(ROOT)}:{line}: imports {module}"


def test_change_fragments_are_of_a_known_kind() -> None:
    kinds = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]["type"]
    known = {kind["directory"] for kind in kinds}
    for path in (ROOT / "changes").iterdir():
        if path.name not in ("README.md", "template.md"):
            assert re.fullmatch(rf"[^.]+\.({'|'.join(known)})(\.\d+)?\.md", path.name), f"changes/{path.name}"


def test_license_says_whose_the_game_is() -> None:
    text = " ".join((ROOT / "LICENSE").read_text(encoding="utf-8").split())
    assert text.startswith("MIT License")
    assert "belong to their author and publishers" in text
    assert "contains no artwork" in text


def test_quick_start_is_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("## Quick start")[1].split("\n## ")[0]
    block = re.search(r"```\w*\n(.*?)```", section, re.DOTALL)
    assert block is not None
    commands = [line.split("#")[0].strip() for line in block[1].splitlines() if line.strip()]
    assert ["make demo", "make test"] == commands
    for command in commands:
        assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
