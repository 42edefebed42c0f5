"""The words of the language as pages, with a place of the shipped rules that uses each."""

from __future__ import annotations

import re
from functools import cache

from rule_ids import ROOT

from carcassonne.compile.choices import ALWAYS, CHOICES
from carcassonne.language import choosers, registry
from carcassonne.language.extension_points import POINTS
from carcassonne.language.registry import Word

SUBJECTS = {
    "feature": "the feature",
    "player": "the player",
    "placement": "the placed tile",
    "marker": "the scoring figure",
}
NO_WORDS = ("#", "about:", "summary:", "title:", "supply:", "stands on:")  # lines that hold other names
BINDS = {
    "figures": choosers.Figures,
    "supply": choosers.Supply,
    "features": choosers.Features,
    "segments": choosers.Features,
    "move": choosers.Moves,
    "pairs": choosers.Pairs,
    "words": choosers.Words,
    "players": choosers.Players,
    "cells": choosers.Cells,
    "space for": choosers.Spaces,
}


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
    """Every line of the shipped rules without its comment, with its place."""
    found = []
    for path in sorted((ROOT / "data" / "expansions").glob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = " ".join(line.split("  #")[0].split()).removeprefix("- ")
            if code and not code.startswith(NO_WORDS):
                found.append((f"{path.stem}.yaml:{number}", code.replace("`", "'")))
    return tuple(found)


def user_of(word: Word) -> tuple[str, str] | None:
    """The shortest line of the shipped rules that uses a word, with its place."""
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
        about = ", ".join(text for subject, text in SUBJECTS.items() if subject in point.subjects)
        rows.append(f"| `{point.key}` | `{point.name}` | {point.about} | {about} | {point.combines} |")
    return "\n".join(rows)


def choices() -> str:
    """A table of everything that can be chosen, with the keys beside it."""
    rows = ["| key | what it lists | keys beside it | later steps know |", "| --- | --- | --- | --- |"]
    for key, beside in CHOICES.items():
        about = " ".join((BINDS[key].__doc__ or "").partition("\n\n")[0].split())
        keys = ", ".join(f"`{each}`" for each in beside) or "none"
        rows.append(f"| `{key}` | {about} | {keys} | a {BINDS[key].binds_type} |")
    always = ", ".join(f"`{each}`" for each in ALWAYS)
    return "\n".join([*rows, "", f"Beside every one of them: {always}."])
