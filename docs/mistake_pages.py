"""Mistakes that the tutorials make on purpose: what is changed in a file of the examples, and what is said then."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Final

import attrs
from rule_ids import ROOT

import carcassonne


@attrs.frozen
class Mistake:
    """One text in a file of the examples with another in its place."""

    file: str
    right: str
    wrong: str


TILE: Final = "first-tile/first-tiles.yaml"
SET_TILES: Final = "first-set/greenwood-tiles.yaml"
SET: Final = "first-set/greenwood.yaml"
HOUSE: Final = "first-house-rule/our-table.yaml"
BEES: Final = "first-expansion/bees.yaml"
MISTAKES: Final = {
    "taken_side": Mistake(TILE, "    road: S\n", "    road: N\n"),
    "unknown_kind": Mistake(SET_TILES, "{count: 3, forest: N}", "{count: 3, forrest: N}"),
    "open_bracket": Mistake(SET_TILES, "{forest: N, city: S}", "{forest: N, city: S"),
    "symbol_of_the_tile": Mistake(SET_TILES, "{forest: {at: N-E, deer: 1}}", "{forest: N-E, deer: 1}"),
    "same_letter": Mistake(SET, ", letter: T,", ","),
    "forgotten_copy": Mistake(SET_TILES, "lane:             {count: 2, ", "lane:             {"),
    "turned_comparison": Mistake(HOUSE, "tiles >= 5", "tiles => 5"),
    "unknown_event": Mistake(HOUSE, "on: feature completed", "on: feature complete"),
    "unknown_phase": Mistake(BEES, "after: fields", "after: field"),
    "unknown_word": Mistake(BEES, "chosen(honey)", "chosen(money)"),
}


def mistake(name: str) -> str:
    """What is changed, and what `carcassonne check` says of it.

    >>> print(mistake("taken_side").splitlines()[2])
    -    road: S
    """
    made = MISTAKES[name]
    title = Path(made.file).name
    changes = "\n".join(changed(made))
    return f'```diff title="{title}"\n{changes}\n```\n\n```text\n' + "\n".join(said(made)) + "\n```"


def changed(made: Mistake) -> list[str]:
    """The lines that differ."""
    before = (ROOT / "examples" / made.file).read_text(encoding="utf-8")
    if made.right not in before:
        raise ValueError(f"examples/{made.file} does not say {made.right!r}")
    after = before.replace(made.right, made.wrong, 1)
    pairs = list(zip(before.splitlines(), after.splitlines(), strict=True))
    return [f"-{old}\n+{new}" for old, new in pairs if old != new]


def said(made: Mistake) -> list[str]:
    """Every finding of the file with the mistake, with the paths that one sees who works in its folder."""
    path = ROOT / "examples" / made.file
    with tempfile.TemporaryDirectory() as made_folder:
        folder = Path(made_folder)
        for file in path.parent.glob("*.yaml"):
            shutil.copy(file, folder)
        wrong = path.read_text(encoding="utf-8").replace(made.right, made.wrong, 1)
        (folder / path.name).write_text(wrong, encoding="utf-8")
        return [str(problem).replace(f"{folder}/", "") for problem in carcassonne.check(folder / path.name)]
