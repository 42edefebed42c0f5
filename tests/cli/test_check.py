"""`carcassonne check` and `carcassonne test`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import carcassonne

Call = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).resolve().parent.parent.parent

UNKNOWN = """\
variant: unknown
extends: [base]
score changes:
  big city: {of: city, if: complete and tils >= 8, add: 5}
"""
BEHIND_AN_OPTION = """\
expansion: behind-an-option
needs: [base]
options:
  behind-an-option.house:
    about: Which.
    default: a
    a: {}
    b: {score changes: {big: {of: city, if: complete and tils >= 8, add: 5}}}
"""


def test_shipped_files_are_quiet(call: Call) -> None:
    files = [ROOT / "data" / "expansions" / f"{name}.yaml" for name in ("base", "river", "abbot")]
    files.append(ROOT / "data" / "tiles" / "base-1.yaml")
    assert (0, "", "4 files checked: nothing to say\n") == call("check", *files)


@pytest.mark.parametrize(("text", "line"), [(UNKNOWN, 4), (BEHIND_AN_OPTION, 8)])
def test_rules_are_compiled_too_with_each_own_option(call: Call, tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / f"{text.split()[1]}.yaml"
    file.write_text(text, encoding="utf-8")
    code, out, _ = call("check", file)
    assert 1 == code
    assert out.startswith(f"{file}:{line}:")
    assert "unknown quantity 'tils'" in out and "Did you mean 'tiles'?" in out


def test_json_has_every_problem(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "unknown.yaml"
    file.write_text(UNKNOWN, encoding="utf-8")
    good = ROOT / "data" / "tiles" / "river-1.yaml"
    code, out, _ = call("check", file, good, "--json")
    assert 1 == code
    first, second = json.loads(out)["files"]
    assert (str(good), []) == (second["file"], second["problems"])
    (problem,) = first["problems"]
    assert {"file": str(file), "line": 4, "column": 41} == {key: problem[key] for key in ("file", "line", "column")}
    assert "score change 'big city': unknown quantity 'tils'" == problem["fault"]
    assert "Did you mean" in problem["cure"]


SUSPICIOUS = "tiles: odd\nuses: [base]\ntotals: {tiles: 2}\nset: {cap: {city: N}}\n"


def test_warnings_are_wrong_only_when_asked(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(SUSPICIOUS, encoding="utf-8")
    code, out, _ = call("check", file)
    assert 0 == code
    assert out.startswith(f"{file}:3:10: warning: totals, tiles: the file promises 2, its tiles show 1 [CARC-W007]\n")
    assert (1, out) == call("check", file, "--strict")[:2]
    code, out, _ = call("check", file, "--json")
    (finding,) = json.loads(out)["files"][0]["problems"]
    assert (0, "CARC-W007", "warning") == (code, finding["code"], finding["severity"])
    assert "totals: {tiles: 2}" == finding["text"]


def test_findings_as_annotations(call: Call, tmp_path: Path) -> None:
    for name, text in (("unknown", UNKNOWN), ("odd", SUSPICIOUS)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    code, out, _ = call("check", tmp_path, "--format", "github")
    assert 1 == code
    warning, error = out.splitlines()
    assert warning.startswith(f"::warning file={tmp_path}/odd.yaml,line=3,col=10,title=CARC-W007::totals, tiles: ")
    assert error.startswith(f"::error file={tmp_path}/unknown.yaml,line=4,col=41,title=CARC-L002::score change ")
    assert "%0A" in error


def test_a_code_is_explained(call: Call) -> None:
    code, out, _ = call("explain", "carc-l001")
    assert 0 == code
    assert out.startswith("CARC-L001: an expression that cannot be read\n")
    assert "if: tiles == 8" in out.split("Wrong:")[1] and "if: tiles = 8" in out.split("Right:")[1]
    assert 2 == call("explain", "CARC-X999")[0]


def test_schemas_are_printed(call: Call) -> None:
    code, out, _ = call("schema")
    assert 0 == code and {"module", "tiles", "scenario", "action"} <= set(out.split())
    for name in out.split():
        assert "$schema" in json.loads(call("schema", name)[1])
    code, _, err = call("schema", "tils")
    assert (2, True) == (code, "Did you mean 'tiles'?" in err)


def test_a_folder_stands_for_its_files(call: Call, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.yaml").write_text("nonsense: 1\n", encoding="utf-8")
    (tmp_path / "b.yml").write_text("- 1\n", encoding="utf-8")
    (tmp_path / "c.txt").write_text("}", encoding="utf-8")
    code, out, _ = call("check", tmp_path)
    assert 1 == code
    assert ["b.yml", "a.yaml"] == [Path(line.split(":")[0]).name for line in out.splitlines() if line[0] != " "]


def test_a_missing_file_is_a_wrong_call(call: Call) -> None:
    for command in ("check", "test", "replay"):
        code, out, err = call(command, "nowhere.yaml")
        assert (2, "") == (code, out)
        assert "nowhere.yaml" in err


def test_scenarios_run(call: Call) -> None:
    code, out, _ = call("test", ROOT / "examples" / "canal" / "scenarios")
    assert (0, "3 of 3 scenarios came out as they should\n") == (code, out)


def test_a_failing_scenario_shows_its_difference(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("scenario: points from nothing\nrules: [base]\nexpect: {scores: {blue: 5}}\n", encoding="utf-8")
    code, out, _ = call("test", file)
    assert 1 == code
    assert out.startswith(f"{file}: points from nothing\n{file}:3:")
    assert out.endswith("0 of 1 scenarios came out as they should\n")
    code, out, _ = call("test", file, "--json")
    facts = json.loads(out)
    assert (1, 1, 1) == (code, facts["scenarios"], facts["failed"])
    assert not facts["results"][0]["passed"] and facts["results"][0]["problems"]


def test_no_scenarios_is_a_wrong_call(call: Call, tmp_path: Path) -> None:
    code, _, err = call("test", tmp_path)
    assert (2, f"no scenarios in {tmp_path}: expected YAML files whose first key is 'scenario'\n") == (code, err)


def test_a_folder_without_files_is_a_wrong_call(call: Call, tmp_path: Path) -> None:
    """Also beside one that has some, and whatever else lies in it; in Python it is a finding like any other."""
    (tmp_path / "notes.txt").write_text("Tiles, one day\n", encoding="utf-8")
    said = "there is no file of tiles, rules or scenarios in this folder"
    for form in ([], ["--json"], ["--format", "github"]):
        code, out, err = call("check", ROOT / "data" / "tiles" / "base-1.yaml", tmp_path, *form)
        assert (2, "") == (code, out)
        cure = "Their names end in .yaml or .yml. 'carcassonne new tiles NAME' begins one."
        assert f"{tmp_path}: {said}. {cure}\n" == err
    (found,) = carcassonne.check(tmp_path)
    assert (str(tmp_path), said, "CARC-Y001") == (found.where.file, found.fault, found.code)
