"""The page of every finding: what it means, a wrong and a right example, family by family."""

from __future__ import annotations

from pathlib import Path

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
    form = "console" if entry.is_call else "xml" if entry.is_xml else "yaml"
    for name, text in entry.examples:
        parts += [_beside(name, text)] if name in entry.beside else [f"{name}:", _block(text, form)]
    return "\n\n".join(parts)


def _beside(name: str, text: str) -> str:
    form = Path(name).suffix.removeprefix(".")
    return _block(text, f'{form} title="{name}, beside it"')


def _block(text: str, form: str) -> str:
    return f"```{form}\n{text.rstrip()}\n```"
