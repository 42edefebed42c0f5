"""The schemas for editors: made from the language, of one mind with the reader, quiet about every shipped file."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from carcassonne.language import registry
from carcassonne.language.extension_points import POINTS
from carcassonne.read.expansions import check_file
from carcassonne.read.merge import NAMED
from carcassonne.read.relations import RELATIONS
from carcassonne.read.scenarios import KEYS as SCENARIO_KEYS
from carcassonne.read.scenarios import check_scenario
from carcassonne.read.schema import plain
from carcassonne.read.source import read_source
from carcassonne.read.tiles import FILE_KEYS, TILE_KEYS
from carcassonne.report.schemas.making import MAKERS, SHIPPED, as_editors_read, make, table, written

PROJECT = Path(__file__).resolve().parents[2]
FOLDERS = ("data", "examples", "tests/scenarios", "tests/modules")
FILES = sorted(path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.yaml"))
BAD = PROJECT / "tests" / "bad_data"
KIND = {"expansion": "module", "variant": "module", "tiles": "tiles", "scenario": "scenario"}
VALIDATORS = {name: Draft202012Validator(make(name)) for name in MAKERS}


def kind_of(path: Path) -> str:
    first = next((line for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"[a-z]+:", line)), "")
    return KIND.get(first.partition(":")[0], "")


def accepts(kind: str, path: Path) -> tuple[bool, bool]:
    """Whether a schema accepts a file: as our reader reads it, and as an editor does."""
    node = read_source(path, [])
    assert node is not None
    return tuple(
        VALIDATORS[kind].is_valid(value) for value in (plain(node), as_editors_read(path.read_text(encoding="utf-8")))
    )  # type: ignore[return-value]


@pytest.mark.parametrize("name", MAKERS)
def test_the_shipped_schema_is_what_is_made_now(name: str) -> None:
    """If this fails: `python -m carcassonne schema --write`."""
    assert (SHIPPED / f"{name}.json").read_text(encoding="utf-8") == written(name)
    Draft202012Validator.check_schema(make(name))


def test_every_shipped_file_is_accepted() -> None:
    refused = [str(path.relative_to(PROJECT)) for path in FILES if accepts(kind_of(path), path) != (True, True)]
    assert [] == refused
    assert len(FILES) > 200


def test_every_shipped_file_names_its_schema() -> None:
    """The first line leads an editor to the schema in the checkout."""
    for folder in ("data", "examples"):
        for path in sorted((PROJECT / folder).rglob("*.yaml")):
            first = path.read_text(encoding="utf-8").splitlines()[0]
            name = first.removeprefix("# yaml-language-server: $schema=")
            assert (path.parent / name).resolve() == SHIPPED / f"{kind_of(path)}.json", path.name


# What only names, places and the rules in play can tell, so that no schema can.
FORM = ("CARC-F001", "CARC-F002", "CARC-F007", "CARC-F008", "CARC-S007", "CARC-S012", "CARC-S013")
FREE = ("tag-that-builds-an-object", "made-up-tile-at-fault")  # their form is not looked at, or is right


def bad_files() -> Iterator[Path]:
    for folder in ("expansions", "tiles", "scenarios"):
        yield from sorted((BAD / folder).glob("*.yaml"))


@pytest.mark.parametrize("path", list(bad_files()), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_schema_and_reader_agree(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bad file that the schema catches, the reader catches; faults of form are caught by both."""
    monkeypatch.chdir(path.parent)
    node = read_source(path, [])
    kind = kind_of(path)
    if node is None or not kind:
        return
    found = check_file(path.name, search=["helpers"], checkers={"scenario": check_scenario})
    refused = not VALIDATORS[kind].is_valid(plain(node))
    assert found or not refused
    own = [each for each in found if each.where.file == path.name]
    if any(each.code in FORM for each in own) and path.stem not in FREE:
        assert refused


# Every key ------------------------------------------------------------------------------------


def reader_keys(section: str, tmp_path: Path) -> set[str]:
    """The keys that the reader says an entry of a section may have."""
    file = tmp_path / "sample.yaml"
    entry = "[{zz: 1}]" if section == "tile changes" else "{zz: {zz: 1}}"
    file.write_text(f"expansion: sample\nneeds: [base]\n{section}: {entry}\n", encoding="utf-8")
    cures = [each.cure for each in check_file(file) if each.code == "CARC-F007"]
    return set(cures[0].removeprefix("keys here: ").split(". Did")[0].rstrip(".").split(", "))


@pytest.mark.parametrize("section", [*NAMED, "tile changes"])
def test_reader_and_schema_know_the_same_keys(section: str, tmp_path: Path) -> None:
    said = table("module")
    if section != "tile changes" and "keys" not in said["sections"][section]:
        return
    if section in ("companions", "score"):  # an unknown name is refused before its keys are looked at
        return
    known = said["tile changes"] if section == "tile changes" else said["sections"][section]
    keys = set(said["phases"] if "like phases" in known["keys"] else known["keys"])
    assert reader_keys(section, tmp_path) == keys


def test_tile_files_and_scenarios_have_the_keys_of_their_readers() -> None:
    tiles, scenario = table("tiles"), table("scenario")
    assert set(FILE_KEYS) == set(tiles["file"])
    assert set(TILE_KEYS) == set(tiles["tile"]) and set(RELATIONS) < set(TILE_KEYS)
    assert set(SCENARIO_KEYS) == set(scenario["file"])


def test_every_key_is_explained_with_an_example() -> None:
    def keys(schema: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(schema, dict):
            yield from (schema["properties"].items() if isinstance(schema.get("properties"), dict) else ())
            for value in schema.values():
                yield from keys(value)

    for name in MAKERS:
        for key, said in keys(make(name)):
            if said.keys() - {"$ref"}:  # what only refers is explained where it is defined
                assert said["description"], (name, key)


def test_examples_of_keys_are_accepted_by_their_own_schema() -> None:
    for name in MAKERS:
        whole = make(name)

        def examples(schema: Any, whole: Any = whole, name: str = name) -> None:
            if isinstance(schema, dict):
                for example in schema.get("examples", ()) if isinstance(schema.get("examples"), list) else ():
                    validator = Draft202012Validator({**schema, "$defs": whole["$defs"]})
                    assert validator.is_valid(example), (name, example)
                for value in schema.values():
                    examples(value)

        examples(whole)


def test_the_words_of_the_language_are_in_the_schema() -> None:
    forms = make("module")["$defs"]
    verbs = set(registry.names("verb"))
    assert verbs | {"if", "as"} == set(forms["steps"]["items"]["properties"])
    assert {point.name for point in POINTS if point.key == "on"} == set(forms["event"]["enum"]) - {"off"}
    award = forms["steps"]["items"]["properties"]["award"]
    assert {"to", "points", "rule"} == set(award["properties"])
    assert award["description"] == next(word.about for word in registry.words() if word.name == "award")


def test_a_schema_is_json_that_editors_read() -> None:
    for name in MAKERS:
        assert make(name) == json.loads(written(name))
