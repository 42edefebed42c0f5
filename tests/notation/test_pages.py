"""The pages about records: their examples run, and they name everything that the forms have."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import carcassonne
from carcassonne import notation
from carcassonne.notation.games import _OWN
from carcassonne.notation.sections import SECTIONS

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def blocks(page: str, kind: str) -> list[str]:
    """The blocks of a kind on a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [found[1] for found in re.finditer(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def without_marks(text: str) -> str:
    """A text without what changes with every change of behaviour."""
    return re.sub(r"[0-9a-f]{32}|(?<=carcassonne-game )\d+", "", text)


def test_the_examples_run_and_the_text_shown_is_what_is_written() -> None:
    names: dict[str, Any] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(blocks("records.md", "pycon")):
        example = parser.get_doctest(block, names, f"records.md, example {number + 1}", None, 0)
        assert runner.run(example, clear_globs=False).failed == 0
        names.update(example.globs)
    assert list(map(without_marks, blocks("records.md", "text"))) == [without_marks(names["text"])]


def test_the_grammar_names_every_section_and_header() -> None:
    text = (DOCS / "grammar.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \*?`([\w]+)`\*? \|", text, re.MULTILINE)
    assert [*_OWN, *SECTIONS] == rows


def test_every_schema_is_linked_and_every_function_named() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    assert list(notation.SCHEMAS) == sorted(re.findall(r"\(schemas/(\w+)\.json\)", text))
    named = set(re.findall(r"`(?:carcassonne\.notation\.)?(\w+)(?:\([^`]*\))?`", text))
    functions = {name for name in notation.__all__ if name not in ("SCHEMAS", "Record")}
    assert functions - named == set()
    assert carcassonne.Setup.to_dict
