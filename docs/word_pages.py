"""The words of the language as pages, with a place of the shipped rules that uses each."""

from __future__ import annotations

import re
from functools import cache

from rule_ids import ROOT

from carcassonne.compile.choices import ABOUT, ALWAYS, BINDS, CHOICES
from carcassonne.language import registry
from carcassonne.language.extension_points import POINTS
from carcassonne.language.registry import Word

NO_WORDS = ("#", "about:", "summary:", "title:", "supply:", "stands on:")  # lines that hold other names


def words_of(kind: str) -> str:
    """Every word of a kind with its page, which is its docstring, and an example from the shipped rules."""
    parts = []
    for word in registry.words(plugins=False):
        if word.kind == kind:
            parts.append(registry.page(word))
            if (used := user_of(word)) is not None:
                place, line = used
                parts.append(f"As in `{line}` ({place}).")
    return "\n\n".join(parts)


@cache
def shipped_lines() -> tuple[tuple[str, str], ...]:
    """Every line of the shipped rules without its comment, with its file."""
    found = []
    for path in sorted((ROOT / "data" / "expansions").glob("*.yaml")):
        for line in path.read_text(encoding="utf-8").splitlines():
            code = " ".join(line.split("  #")[0].split()).removeprefix("- ")
            if code and not code.startswith(NO_WORDS):
                found.append((f"{path.stem}.yaml", code.replace("`", "'")))
    return tuple(found)


def user_of(word: Word) -> tuple[str, str] | None:
    """The shortest line of the shipped rules that uses a word, with its file."""
    name = re.escape(word.name)
    if word.name == "do":  # every rule has a key of this name
        return None
    if word.kind == "verb":
        wanted = rf"(?:^|[\[{{] ?|do: ?){name}(?:: |\]|}}|$)"
    elif word.parameters:
        wanted = rf"(?<![\w-]){name}\("
    elif word.kind == "operation":
        wanted = rf"(?:apply|takes): '?{name}(?![\w-])"
    else:
        begin, end = r"(?:: '?|[-+*(=<>,] |\(|\b(?:and|or|not) )", r"(?: [-+*=<>!]|[),}}'\]]| (?:and|or)\b|$)"
        wanted = rf"{begin}{name}{end}"
    found = [(len(line), place, line) for place, line in shipped_lines() if re.search(wanted, line)]
    return min(found)[1:] if found else None


def extension_points() -> str:
    """A table of every place where rules can reach into the game."""
    rows = [
        "| key | name | what it is | what can be asked about | several |",
        "| --- | --- | --- | --- | --- |",
    ]
    for point in POINTS:
        rows.append(f"| `{point.key}` | `{point.name}` | {point.about} | {point.asks} | {point.combines} |")
    return "\n".join(rows)


def choices() -> str:
    """A table of everything that can be chosen, with the keys beside it."""
    rows = ["| key | what it lists | keys beside it | later steps know |", "| --- | --- | --- | --- |"]
    for key, beside in CHOICES.items():
        keys = ", ".join(f"`{each}`" for each in beside) or "none"
        rows.append(f"| `{key}` | {ABOUT[key]} | {keys} | a {BINDS[key]} |")
    always = ", ".join(f"`{each}`" for each in ALWAYS)
    return "\n".join([*rows, "", f"Beside every one of them: {always}."])
