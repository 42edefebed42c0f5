"""Names of ours for tiles and sets of JCloisterZone: known ones, or what a picture shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from carcassonne.interop.jcloisterzone.tables import tables
from carcassonne.interop.jcloisterzone.tile_words import words
from carcassonne.read.drawings import Drawing

_NO_NAME = re.compile(r"[^a-z0-9]+")
_EDITION = re.compile(r"(?P<set>.+):(?P<edition>[A-Za-z0-9][A-Za-z0-9_-]{0,79})")
_TILE_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST: Final = 60

SHAPES: Final = {  # by kind: with one side, two beside each other, two opposite, three, four
    "city": ("city-cap", "city-corner", "city-band", "city-three-sides", "city-full"),
    "road": ("road-end", "road-curve", "road-straight", "road-three-ways", "road-four-ways"),
    "river": ("river-end", "river-bend", "river-straight", "river-three-ways", "river-four-ways"),
}
NUMBERS: Final = ("", "", "two-", "three-", "four-")


def slug(text: str, otherwise: str = "unnamed") -> str:
    """A text as a name of ours: lower-case letters, digits and hyphens, a letter first.

    >>> slug("Castle Base!")
    'castle-base'
    >>> slug("1/city", otherwise="bonus")
    'bonus-1-city'
    """
    name = _NO_NAME.sub("-", text.lower()[:LONGEST]).strip("-")
    if not name:
        return otherwise
    return name if name[0].isalpha() else f"{otherwise}-{name}"


def set_name(set_id: str) -> tuple[str, str]:
    """The name and the edition that the id of a set says.

    >>> set_name("basic:2")
    ('base', '2')
    >>> set_name("my set/extra")
    ('my-set-extra', '1')
    """
    match = _EDITION.fullmatch(set_id)
    name = match["set"] if match else set_id
    return words().names.get(name) or slug(name, "tiles"), match["edition"] if match else "1"


def name_of(tile_id: str, drawing: Drawing) -> str:
    """The name of a tile: ours where it is known, the id where that is a name, else what the picture shows."""
    known = tables().tiles.get(tile_id)
    own = (known or tile_id).partition("/")[2]
    return own if _TILE_NAME.fullmatch(own) and len(own) <= LONGEST else _shown(drawing)


def unique(names: Sequence[str]) -> list[str]:
    """The names in order; the second of the same name has a number behind it.

    >>> unique(["road", "city", "road"])
    ['road', 'city', 'road-2']
    """
    taken = set(names)
    given: set[str] = set()
    found = []
    for name in names:
        number, tried = 1, name
        while tried in given or (number > 1 and tried in taken):
            number += 1
            tried = f"{name}-{number}"
        given.add(tried)
        found.append(tried)
    return found


def _shown(drawing: Drawing) -> str:
    shapes: dict[str, int] = {}
    for segment in sorted(drawing.segments, key=lambda segment: bool(segment.sides)):
        shape = SHAPES[segment.kind][_shape(segment.sides)] if segment.kind in SHAPES else segment.kind
        shapes[shape] = shapes.get(shape, 0) + 1
    parts = [f"{NUMBERS[count]}{shape}s" if 1 < count < 5 else shape for shape, count in shapes.items()]
    parts += sorted({name for segment in drawing.segments for name, _ in segment.symbols})
    name = "-".join(parts) or "field"
    return name if len(name) <= LONGEST else name[:LONGEST].rpartition("-")[0]


def _shape(sides: tuple[int, ...]) -> int:
    """The place of a shape in `SHAPES`."""
    if len(sides) == 2:
        return 2 if sides[1] - sides[0] == 2 else 1
    return len(sides) if len(sides) > 2 else 0
