"""The page of every finding: what it means, a wrong and a right example, family by family."""

from __future__ import annotations

from carcassonne.checking.codes import FAMILIES, Entry, catalogue


def findings() -> str:
    """The whole catalogue."""
    parts = []
    for letter, family in FAMILIES.items():
        parts.append(f"## {family}")
        parts += [_page(entry) for entry in catalogue().values() if entry.code[5] == letter]
    return "\n\n".join(parts)


def _page(entry: Entry) -> str:
    parts = [f"### {entry.code}: {entry.title} {{: #{entry.code.lower()} }}", entry.why]
    form = "xml" if entry.is_xml else "yaml"
    for name, text in entry.examples:
        parts += [_block(text, title=f"{name}.yaml")] if name in entry.beside else [f"{name}:", _block(text, form)]
    return "\n\n".join(parts)


def _block(text: str, form: str = "yaml", title: str = "") -> str:
    named = f' title="{title}, beside it"' if title else ""
    return f"```{form}{named}\n{text.rstrip()}\n```"
