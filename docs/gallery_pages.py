"""The gallery of every shipped set, and the pictures on the page about pictures, drawn when the docs are built."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rule_ids import ROOT
from shipped_modules import TILES

import carcassonne
from carcassonne import draw

GALLERY = "gallery.md"
FOLDER = "pictures"
DEMO = ("base", "river", "inns-and-cathedrals", "traders-and-builders", "mage-and-witch", "ferries", "abbot")


def pages() -> dict[str, str]:
    """The gallery and all pictures, by their paths in the documentation."""
    return {GALLERY: gallery()} | dict(pictures())


def gallery() -> str:
    """A sheet of every set."""
    parts = [
        "# Gallery",
        "Every shipped set as `carcassonne draw NAME` draws it, from the segments alone and with nobody's "
        "artwork. The number is how many there are. How to read and make such pictures stands on the page "
        "[Pictures](pictures.md).",
    ]
    for name in names():
        parts += [f"## {name}", shown(name, f"All tiles of {name}")]
    return "\n\n".join(parts) + "\n"


def names() -> list[str]:
    """The names of the sets, those of the base game first."""
    return sorted((path.stem for path in TILES.glob("*.yaml")), key=lambda name: (not name.startswith("base"), name))


def shown(name: str, about: str, *, folder: str = FOLDER) -> str:
    """A picture, light or dark as the page is."""
    return "\n".join(f"![{about}]({folder}/{name}{mode}.svg#only-{mode[1:]})" for mode in ("-light", "-dark"))


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture with its path: sheets, those of the tutorials too, one tile in its four turns, and a position."""
    game = position()
    for mode, dark in (("light", False), ("dark", True)):
        for name in names():
            yield f"{FOLDER}/{name}-{mode}.svg", draw.sheet(name, size=96, dark=dark, columns=6).svg
        for file in sorted((ROOT / "examples").glob("first-*/*-tiles.yaml")):
            yield f"{FOLDER}/{file.stem}-{mode}.svg", draw.sheet(file, size=96, dark=dark, columns=5).svg
        for turned in range(4):
            tile = draw.tile("traders-and-builders-1", TURNED, turned=turned, size=96, dark=dark)
            yield f"{FOLDER}/turned-{turned}-{mode}.svg", tile.svg
        yield f"{FOLDER}/position-{mode}.svg", draw.position(game, size=60, dark=dark).svg


TURNED = "traders-and-builders/city-corner-road-two-ends-adjacent-wine"


def position() -> carcassonne.Game:
    """A game of random players in the middle."""
    game = carcassonne.load_rules(*DEMO).new_game(3, seed=5)
    chance = random.Random(5)
    while len(game.table) < 36 or game.about != "place":
        game.push(chance.choice(game.legal_actions))
    return game
