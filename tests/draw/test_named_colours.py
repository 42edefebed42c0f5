"""The colours that rules give their words by name: which there are, what they look like, who is shown in them."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from draw.test_colours import EYES, contrast, lab

import carcassonne
from carcassonne import draw
from carcassonne.cli.colours import styles_of
from carcassonne.draw.catalogue import of_rules
from carcassonne.draw.looks import Looks
from carcassonne.read.definitions import FeatureKind
from carcassonne.read.fields import COLOURS

LAKES = """
expansion: lakes
needs: [base]
features:
  lake:  {borders: whole side, completes: when closed, letter: L, colour: blue}
  marsh: {borders: whole side, completes: when closed, letter: A}
symbols:
  reed:  {on: lake, colour: green}
  pike:  {on: lake}
figures:
  heron: {shared: 1, stands on: [lake], colour: grey, glyph: M12 2L20 20H4Z}
tokens:
  pike:  {supply: 9, colour: teal}
  reed:  {supply: 9}
changes:
  figures: {meeple: {stands on: [city, road, cloister, field, lake, marsh]}}
  features: {city: {colour: red}}
tiles: {lakes: lake-tiles.yaml}
expected warnings: {CARC-W004: {heron: it flies in with another file}}
"""
TILES = """
tiles: lakes
uses: [base, lakes]
set:
  shore: {count: 4, lake: {at: N, reed: 1}, marsh: S, city: E}
"""


@pytest.fixture
def lakes(tmp_path: Path) -> Path:
    (tmp_path / "lakes.yaml").write_text(LAKES, encoding="utf-8")
    (tmp_path / "lake-tiles.yaml").write_text(TILES, encoding="utf-8")
    return tmp_path / "lakes.yaml"


@pytest.mark.parametrize("dark", [False, True])
def test_every_colour_has_a_form_that_can_be_read(dark: bool) -> None:
    """The pattern stands out from its area, the area from the field, and no two colours are alike for an eye."""
    nowhere = carcassonne.load_rules("base").kinds.kinds[0].where
    kinds = [FeatureKind(name, "whole side", "never", "X", True, nowhere, colour=name) for name in COLOURS]
    looks = Looks(kinds, dark=dark)
    assert [] == [name for name in COLOURS if contrast(looks.kind(name).fill, looks.kind(name).edge) < 3]
    field = lab(looks.kind("field").fill)
    assert [] == [name for name in COLOURS if math.dist(lab(looks.kind(name).fill), field) < 25]
    for eyes in EYES:
        seen = {name: lab(looks.kind(name).fill, eyes) for name in COLOURS}
        pairs = [pair for pair in combinations(COLOURS, 2) if math.dist(*(seen[name] for name in pair)) < 20]
        same = [pair for pair in pairs if len({looks.kind(name).pattern for name in pair}) == 1]
        assert [] == (pairs if eyes == "usual" else same), eyes


@pytest.mark.parametrize("dark", [False, True])
def test_words_are_shown_in_their_colours(lakes: Path, dark: bool) -> None:
    rules = carcassonne.load_rules(lakes)
    assert () == carcassonne.check(lakes)
    looks = of_rules(rules, dark=dark).looks
    plain = of_rules(carcassonne.load_rules("base"), dark=dark).looks
    lake, city = looks.kind("lake"), looks.kind("city")
    blue, red = ("#456bb8", "#a8453a") if dark else ("#6c97e4", "#d9705f")
    assert (blue, "waves", "L", False) == (lake.fill, lake.pattern, lake.letter, lake.is_known)
    assert (red, plain.kind("city").pattern) == (city.fill, city.pattern), "what is known keeps its pattern"
    assert Looks(dark=dark).kind("marsh").fill == looks.kind("marsh").fill, "made from its name"
    named = Looks(dark=dark)._written["colours"]
    assert named["grey"]["fill"][dark] == looks.figure("heron").fill
    assert named["teal"]["fill"][dark] == looks.token("pike").fill, "its own, though a symbol has its name"
    assert looks.symbol("reed") == looks.token("reed"), "that of the symbol with its name"
    assert named["green"]["fill"][dark] == looks.symbol("reed").fill
    svg = draw.sheet(rules, dark=dark).svg
    assert blue in svg and red in svg


def test_a_terminal_shows_them_too(lakes: Path) -> None:
    styles = styles_of(carcassonne.load_rules(lakes).new_game(2))
    assert ("royal_blue1", "red3") == (styles["lake"], styles["city"])
    assert styles["marsh"] not in styles["lake"]
