"""What people who see fewer colours see: the palettes as they look to them, and what differs besides the colour."""

import math
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

import carcassonne
from carcassonne import draw
from carcassonne.draw.catalogue import of_rules
from carcassonne.draw.letters import stroke_of
from carcassonne.draw.looks import Looks
from carcassonne.report.marks import marks_for

WRITTEN: Final[dict[str, Any]] = yaml.safe_load(Path(draw.__file__).with_name("looks.yaml").read_text(encoding="utf-8"))
Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of Color Vision
# Deficiency. IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, table 1, severity 1.0.
EYES: Final[dict[str, Matrix]] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Final = (0.95047, 1.0, 1.08883)
BASE = "base"
MOST_ALIKE_PLAYERS, MOST_ALIKE_GROUNDS = 28.0, 20.0  # differences in CIE Lab; from about 2 on an eye sees one
LEAST_CONTRAST = 4.5  # of letters, as the guidelines for pages (WCAG 2.2, 1.4.3) ask


def linear(colour: str) -> Rgb:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, colour: Rgb) -> Rgb:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def lab(colour: str, eyes: str = "usual") -> Rgb:
    """A colour in CIE Lab as some eyes see it.

    >>> [round(part, 1) for part in lab("#ff0000")]
    [53.2, 80.1, 67.2]
    """
    one, two, three = (min(1.0, max(0.0, part)) for part in times(EYES[eyes], linear(colour)))
    x, y, z = (_bent(part / white) for part, white in zip(times(XYZ, (one, two, three)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def alike(colours: dict[str, str], eyes: str, least: float) -> list[str]:
    """The pairs that differ by less."""
    seen = {name: lab(colour, eyes) for name, colour in colours.items()}
    pairs = [(math.dist(seen[one], seen[other]), one, other) for one, other in combinations(seen, 2)]
    return [f"{one} and {other}: {far:.1f}" for far, one, other in sorted(pairs) if far < least]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(times(XYZ, linear(colour))[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_is_right() -> None:
    """Red and green of one lightness are far apart, but not for those who miss the cones between them."""
    assert [53.2, 80.1, 67.2] == [round(part, 1) for part in lab("#ff0000")]
    assert [100.0, 0.0, 0.0] == [abs(round(part, 1)) for part in lab("#ffffff", "tritanopia")]
    pair = {"red": "#d62728", "green": "#2ca02c"}
    assert ["red and green: 7.3"] == alike(pair, "deuteranopia", 100)
    assert [] == alike(pair, "usual", 100) == alike(pair, "tritanopia", 100)
    assert 21.0 == round(contrast("#ffffff", "#000000"), 2)


@pytest.mark.parametrize("eyes", EYES)
def test_players_can_be_told_apart(eyes: str) -> None:
    names = list(WRITTEN["players"])
    colours = Looks().players(names)
    assert 6 == len(names)
    assert [] == alike({name: its.fill for name, its in zip(names, colours, strict=True)}, eyes, MOST_ALIKE_PLAYERS)


def test_the_letters_of_players_differ_and_can_be_read() -> None:
    names = list(WRITTEN["players"])
    assert len(names) == len({stroke_of(mark) for mark in marks_for(names)})
    faint = [
        name
        for name, its in zip(names, Looks().players(names), strict=True)
        if contrast(its.fill, its.ink) < LEAST_CONTRAST
    ]
    assert [] == faint


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("eyes", EYES)
def test_areas_and_lines_can_be_told_apart(eyes: str, dark: bool) -> None:
    """Kinds that lie side by side differ by their colours alone, for everybody."""
    looks = Looks(dark=dark)
    grounds = {name: looks.kind(name).fill for name in WRITTEN["kinds"] if not looks.kind(name).glyph}
    assert ["field", "city", "road", "river"] == list(grounds)
    assert [] == alike(grounds, eyes, MOST_ALIKE_GROUNDS)


@pytest.mark.parametrize("dark", [False, True])
def test_every_kind_has_a_sign_besides_its_colour(dark: bool) -> None:
    """An area has its pattern, a line its own width, and what borders nothing a shape with a rim of paper."""
    catalogue = of_rules(carcassonne.load_rules(BASE, "river", "abbot"), dark=dark)
    signs = {}
    for name, kind in catalogue.kinds.items():
        look = catalogue.looks.kind(name)
        signs[name] = kind.borders, look.pattern, look.width, look.glyph
        if kind.borders == "nothing":
            assert "paper" in {role for role, _ in look.glyph}, name
    assert {"field", "city", "road", "river", "cloister", "garden"} <= set(signs)
    assert len(signs) == len(set(signs.values()))


@pytest.mark.parametrize("section", ["symbols", "figures"])
def test_shapes_of_known_words_differ(section: str) -> None:
    looks = Looks()
    make = {"symbols": looks.symbol, "figures": looks.figure}[section]
    shapes: dict[object, list[str]] = {}
    for name in WRITTEN[section]:
        look = make(name)
        shapes.setdefault((look.glyph, look.size), []).append(name)
    assert [["meeple", "marker"]] * (section == "figures") == [names for names in shapes.values() if len(names) > 1]
