"""Fill the pages that are made from the library itself: its words, and the options of the shipped rules.

MkDocs calls `on_page_markdown` for every page. A line `<!-- words: quantity -->` becomes the pages of all
words of that kind, `<!-- options -->` a section for every shipped expansion.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from carcassonne.language import registry
from carcassonne.shipped import data_folder

WORDS = re.compile(r"^<!-- words: (\w+) -->$", re.MULTILINE)
OPTIONS = "<!-- options -->"


def pages_of(kind: str) -> str:
    """Every word of a kind, each with its page, which is its docstring."""
    return "\n\n".join(registry.page(word) for word in registry.words(plugins=False) if word.kind == kind)


def options_of_all() -> str:
    """Every shipped expansion with its options: what may be chosen, and what holds without a choice."""
    files = sorted((data_folder() / "expansions").glob("*.yaml"))
    # BaseLoader makes nothing but texts, lists and mappings.
    read = [yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) for path in files]  # noqa: S506
    return "\n\n".join(
        section(content) for content in sorted(read, key=lambda content: bool(content.get("needs")))
    )


def section(content: dict[str, Any]) -> str:
    """One expansion: its title and id, what it needs, and a table of its options."""
    name = content.get("expansion") or content.get("variant")
    lines = [f"## {content.get('title', name)} {{ #{name} }}", "", content.get("summary", ""), ""]
    lines.append(f"`load_rules({', '.join(repr(part) for part in [*content.get('needs', []), name])})`")
    options = content.get("options", {})
    if options:
        lines += ["", "| option | what it decides | values, the default first |", "| --- | --- | --- |"]
        lines += [row(option, facts) for option, facts in options.items()]
    return "\n".join(lines).replace("'", '"')


def row(option: str, facts: dict[str, Any]) -> str:
    """One line of the table of options."""
    default = facts.get("default", "")
    others = [value for value in facts if value not in ("about", "default", "number", default)]
    values = ", ".join(f"`{value}`" for value in [default, *others] if value)
    if "number" in facts:
        values += " or any whole number"
    return f"| `{option}` | {facts.get('about', '')} | {values} |"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put what is generated in place of its marker."""
    markdown = WORDS.sub(lambda found: pages_of(found[1]), markdown)
    return markdown.replace(OPTIONS, options_of_all()) if OPTIONS in markdown else markdown
