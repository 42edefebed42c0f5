"""The catalogue of findings: every code is used, explained, earned by its wrong example and not by its right one."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from carcassonne import check, load_rules
from carcassonne.checking.codes import FAMILIES, Entry, catalogue, entry_of
from carcassonne.errors import CarcassonneError, DataError, Problem
from carcassonne.interop.jcloisterzone import tiles_from_xml
from carcassonne.read.scenarios import read_scenario
from carcassonne.testing.scenarios import run_scenario
from carcassonne.testing.written import exceptions_of

PACKAGE = Path(__file__).resolve().parents[2] / "carcassonne"
MODULES = sorted(PACKAGE.rglob("*.py"))
CODE = re.compile(r"CARC-[A-Z][0-9]{3}")
SHOWN = [entry for entry in catalogue().values() if entry.wrong]
# No text on a page can show these: the tests below earn them, or others that name the code.
UNSHOWN = """
    CARC-Y002 CARC-Y003 CARC-Y005 CARC-E003 CARC-O002 CARC-S018 CARC-W107
""".split()
FOUND_IN_USE: Mapping[str, Callable[[Path], object]] = {
    "CARC-E044": lambda file: exceptions_of(load_rules(file)),
    "CARC-S020": lambda file: run_scenario(read_scenario(file)),
    "CARC-S021": lambda file: run_scenario(read_scenario(file)),
}


def write(folder: Path, entry: Entry, text: str) -> Path:
    for name, beside in entry.beside.items():
        (folder / name).write_text(beside, encoding="utf-8")
    file = folder / "sample.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def codes_used() -> set[str]:
    used = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.Constant):
                used.add(str(node.value.value))
    return used


def without_a_code(path: Path) -> Iterator[str]:
    """Where a `Problem` is made without a code: one that is written there, or that whoever calls must name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    within: dict[ast.AST, ast.FunctionDef | None] = {tree: None}
    for node in ast.walk(tree):
        function = node if isinstance(node, ast.FunctionDef) else within[node]
        within |= dict.fromkeys(ast.iter_child_nodes(node), function)
        if not isinstance(node, ast.Call) or "Problem" not in (getattr(node.func, key, "") for key in ("id", "attr")):
            continue
        (code,) = [keyword.value for keyword in node.keywords if keyword.arg == "code"] or (None,)
        if isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value)):
            continue
        asked = dict(zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)) if function else {}
        if isinstance(code, ast.Name) and None in [given for arg, given in asked.items() if arg.arg == code.id]:
            continue
        yield f"{path.relative_to(PACKAGE)}:{node.lineno}"


def test_every_problem_has_a_code() -> None:
    """Nothing in the package makes a `Problem` without a code, not even by way of a function that has a default."""
    assert [] == [place for path in MODULES for place in without_a_code(path)]
    assert {"Problem"} == {each.__name__ for each in (Problem, *Problem.__subclasses__())}


def test_the_codes_of_the_package_are_those_of_the_catalogue() -> None:
    assert sorted(code for code in codes_used() if CODE.fullmatch(code)) == sorted(catalogue())


def test_codes_are_well_formed() -> None:
    for code, entry in catalogue().items():
        assert CODE.fullmatch(code) and code[5] in FAMILIES
        assert entry.title and entry.why.endswith(".") and not entry.title.endswith(".")


def test_all_but_a_few_codes_have_examples() -> None:
    assert sorted(UNSHOWN) == sorted(code for code, entry in catalogue().items() if not entry.wrong)
    assert all(entry.right for entry in SHOWN)


def found_in(folder: Path, entry: Entry, text: str) -> tuple[Problem, ...]:
    """What is found in an example: a file of ours is checked, and used where only that shows it; XML is converted."""
    file = write(folder, entry, text)
    try:
        if entry.is_call:
            program, command, source, _, _, chosen = text.removeprefix("$ ").split()
            assert ("carcassonne", "convert") == (program, command)
            tiles_from_xml((folder / source).read_text(encoding="utf-8"), set_id=chosen)
            return ()
        if entry.is_xml:
            return tuple(problem for file in tiles_from_xml(text) for problem in file.warnings)
        if entry.code in FOUND_IN_USE:
            FOUND_IN_USE[entry.code](file)
    except DataError as error:
        return error.problems
    return check(file)


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_wrong_example_earns_the_code(entry: Entry, tmp_path: Path) -> None:
    found = found_in(tmp_path, entry, entry.wrong)
    assert entry.code in {problem.code for problem in found}
    assert all(problem.is_warning == entry.is_warning for problem in found)


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_right_example_earns_nothing(entry: Entry, tmp_path: Path) -> None:
    assert () == found_in(tmp_path, entry, entry.right)


def test_an_entry_is_found_by_its_code() -> None:
    assert entry_of("carc-t010") is entry_of("T010") is catalogue()["CARC-T010"]
    with pytest.raises(CarcassonneError, match="there is no code 'T999'"):
        entry_of("T999")


# What no page can show --------------------------------------------------------------------------


def test_endless_files_earn_their_codes(tmp_path: Path) -> None:
    """Rows of needs, lists of values and items, and quantities of quantities have an end."""

    def found(text: str) -> set[str]:
        (tmp_path / "sample.yaml").write_text(text, encoding="utf-8")
        return {problem.code for problem in check(tmp_path / "sample.yaml")}

    head = "expansion: sample\nneeds: [base]\n"
    for number in range(110):
        needs = f"needs: [row-{number + 1}]" if number < 109 else "needs: [base]"
        (tmp_path / f"row-{number}.yaml").write_text(f"expansion: row-{number}\n{needs}\n", encoding="utf-8")
    assert {"CARC-E003"} == found("expansion: sample\nneeds: [row-0]\n")
    values = ", ".join(f"v{number}: {{}}" for number in range(101))
    assert {"CARC-O002"} == found(f"{head}options: {{sample.many: {{about: Many., default: v0, {values}}}}}\n")
    quantities = "".join(f"  level {'a' * n}: level {'a' * (n - 1)} + level {'a' * (n - 1)}\n" for n in range(2, 30))
    assert "CARC-L008" in found(f"{head}quantities:\n  level a: tiles left\n{quantities}score changes:\n"
                                f"  deep: {{of: city, add: level {'a' * 29}}}\n")  # fmt: skip
    items = "; ".join(["base/cloister"] * 2_002)
    assert {"CARC-S018"} == found(f"scenario: many\nrules: [base]\ndraws: {items}\nexpect: {{over: false}}\n")


def test_a_file_that_the_system_does_not_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "sample.yaml"
    file.write_text("tiles: sample\n", encoding="utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    assert ["CARC-Y002"] == [problem.code for problem in check(file)]


def test_xml_that_no_page_can_show() -> None:
    """More than a file may hold, and more warnings than are told."""

    def faults(text: str) -> set[str]:
        with pytest.raises(DataError) as caught:
            tiles_from_xml(text)
        return {problem.code for problem in caught.value.problems}

    words = "".join(f"<word{number}/>" for number in range(501))
    many = [" " * 5_000_001, f"<defs><tile id='a'>{words}</tile></defs>"]
    many.append(f"<defs>{''.join(f'<tile id={number!r}/>' for number in map(str, range(2_001)))}</defs>")
    assert [{"CARC-X003"}] * 3 == [faults(text) for text in many]
    (file,) = tiles_from_xml(f"<defs>{''.join(f'<tile id={number!r}/>' for number in map(str, range(101)))}</defs>")
    assert "CARC-W107" == file.warnings[-1].code and all(problem.is_warning for problem in file.warnings)
