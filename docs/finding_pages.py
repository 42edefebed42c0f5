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
    if entry.wrong:
        parts += ["Wrong:", _block(entry.wrong[entry.shown_from :])]
        parts += ["Right:", _block(entry.right[entry.shown_from :])]
    for name, text in entry.beside.items():
        parts.append(_block(text, f"{name}.yaml"))
    return "\n\n".join(parts)


def _block(text: str, title: str = "") -> str:
    named = f' title="{title}, beside it"' if title else ""
    return f"```yaml{named}\n{text.rstrip()}\n```"
