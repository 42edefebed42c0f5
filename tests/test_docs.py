"""The documentation says everything that the files may say, and its generated pages are whole."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carcassonne.compile.choices import ALWAYS, CHOICES, OWNERS, PLACES
from carcassonne.language import registry
from carcassonne.language.extension_points import POINTS
from carcassonne.read.definitions import FOLLOWERS
from carcassonne.read.expectations import EXPECTATIONS
from carcassonne.read.merge import SECTIONS
from carcassonne.read.modules import EXPANSION_KEYS, VARIANT_KEYS
from carcassonne.read.rules import LIMITS
from carcassonne.read.scenarios import KEYS
from carcassonne.read.sections import BORDERS, COMPLETES, SYMBOL_VALUES
from carcassonne.read.tiles import FILE_KEYS, TILE_KEYS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GENERATED = re.compile(r"^<!-- ([a-z :]+) -->$.*?^<!-- end of \1 -->$", re.DOTALL | re.MULTILINE)


pytestmark = pytest.mark.xdist_group("docs")


@pytest.fixture(scope="module")
def generator() -> Iterator[Any]:
    """The hook that MkDocs calls, imported as MkDocs does it."""
    pytest.importorskip("mkdocs")
    before = sys.path.copy()
    sys.path.insert(0, str(DOCS))
    try:
        yield importlib.import_module("generate")
    finally:
        sys.path[:] = before


@pytest.fixture(scope="module")
def pages(generator: Any) -> dict[str, str]:
    """The pages of the expansions."""
    made: dict[str, str] = generator.expansion_pages.pages()
    return made


def words_of(schema: Any) -> set[str]:
    """Every key that a schema allows."""
    found: set[str] = set()
    if isinstance(schema, dict):
        found |= set(schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else ())
        for inner in schema.values():
            found |= words_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            found |= words_of(inner)
    return found


def schema_words(name: str) -> set[str]:
    path = ROOT / "carcassonne" / "read" / "schemas" / f"{name}.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    for words in ("steps", "choice"):  # these have tables of their own
        schema["$defs"].pop(words, None)
    return words_of(schema)


def missing(page: str, words: set[str]) -> list[str]:
    """Words that a page never says, in code or in an example."""
    text = GENERATED.sub("", (DOCS / page).read_text(encoding="utf-8"))
    code = "\n".join([*re.findall(r"^```.*?^```", text, re.DOTALL | re.MULTILINE), *re.findall(r"`[^`\n]+`", text)])
    return sorted(word for word in words if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", code))


def test_the_page_of_expansions_says_every_key() -> None:
    words = schema_words("module") | set(SECTIONS) | set(EXPANSION_KEYS) | set(VARIANT_KEYS)
    words |= {*BORDERS, *COMPLETES, "off", "always", FOLLOWERS, *OWNERS, *PLACES, *ALWAYS, *LIMITS}
    words |= {key for beside in CHOICES.values() for key in beside}
    assert [] == missing("expansions.md", words)
    text = (DOCS / "expansions.md").read_text(encoding="utf-8")
    assert [] == [value for value in SYMBOL_VALUES if f"*{value}*" not in text]


def test_the_page_of_tiles_says_every_key() -> None:
    assert [] == missing("tiles.md", schema_words("tiles") | {*FILE_KEYS, *TILE_KEYS})


def test_the_page_of_scenarios_says_every_key() -> None:
    assert [] == missing("scenarios.md", schema_words("scenario") | {*KEYS, *EXPECTATIONS})


def test_every_type_of_an_argument_is_explained() -> None:
    text = (DOCS / "expansions.md").read_text(encoding="utf-8").split("## Steps")[1].split("## Choices")[0]
    listed = {name.strip() for row in re.findall(r"^\| ([a-z, ]+) \|", text, re.MULTILINE) for name in row.split(",")}
    used = {argument.type for word in registry.words(plugins=False) for argument in word.arguments}
    used = {each for each in used if "|" not in each}  # the words that may stand there
    assert set() == used - listed


def test_every_word_and_extension_point_has_its_place(generator: Any) -> None:
    pages = {
        name: generator.filled((DOCS / name).read_text(encoding="utf-8")) for name in ("words.md", "expansions.md")
    }
    for word in registry.words(plugins=False):
        assert f"### `{word.name}" in pages["words.md"], word.name
    for point in POINTS:
        assert f"| `{point.key}` | `{point.name}` |" in pages["expansions.md"], point.name
    for key in CHOICES:
        assert f"| `{key}` |" in pages["expansions.md"], key
    for text in pages.values():
        assert "<!--" not in text, "a marker that nothing fills"


def test_what_is_generated_in_the_checkout_is_up_to_date(generator: Any) -> None:
    for name in generator.WRITTEN:
        text = (DOCS / name).read_text(encoding="utf-8")
        assert "<!-- end of " in text
        assert text == generator.written(text), f"{name}: python docs/generate.py writes it anew"


def test_every_expansion_has_a_page_with_its_rules_options_and_tiles(generator: Any, pages: dict[str, str]) -> None:
    ids = importlib.import_module("rule_ids")
    for path in sorted((ROOT / "data" / "expansions").glob("*.yaml")):
        page, text = pages[f"shipped/{path.stem}.md"], path.read_text(encoding="utf-8")
        family = next(m.family for m in generator.expansion_pages.modules() if m.name == path.stem)
        for rule in ids.ids_in(text):
            assert ids.family(rule) != family or f"| {rule} {{" in page, rule
        for option in re.findall(r"^  ([a-z_]+\.[a-z_]+):$", text, re.MULTILINE):
            assert f"| `{option}` |" in page, option
        for tile_set in set(re.findall(rf"({re.escape(path.stem)}(?:-\d)?): (\d)", text)):
            assert f"### {tile_set[0]}, edition {tile_set[1]}: " in page


def test_the_page_of_the_river_shows_tiles_totals_and_scenarios(generator: Any, pages: dict[str, str]) -> None:
    page = pages["shipped/river.md"]
    (river,) = (module for module in generator.expansion_pages.modules() if module.name == "river")
    assert page == generator.expansion_pages.page(river), "a page that is made twice is the same"
    assert "12 tiles" in page and "river-spring" in page and "..." in page
    assert re.search(r"\| RV-10 \{ #rv-10 \} \| line \d+: `rule: RV-10` \| \[.+\]\(#river-.+\)", page)
    assert '??? example "' in page and "scenario: " in page
