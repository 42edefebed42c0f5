"""Rules of Mage & Witch that speak of many values, of printings, and of whole games."""

from __future__ import annotations

import random

import pytest

import carcassonne
from carcassonne.play.game import Game
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.setup import Setup
from carcassonne.words.segments import Segment


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return carcassonne.load_rules("base", "inns-and-cathedrals", "mage-and-witch")


def road(tiles: int, *, inn: bool, closed: bool) -> list[tuple[str, int, int, int]]:
    """A row of road: its ends are monasteries when it is closed; an inn stands on its second tile."""
    row = [("base/road-straight", x, 0, 0) for x in range(tiles)]
    if inn:
        row[1] = ("inns-and-cathedrals/road-straight-inn", 1, 0, 0)
    if closed:
        row[0], row[-1] = (
            ("base/cloister-road-end", 0, 0, 3),
            ("base/cloister-road-end", tiles - 1, 0, 1),
        )
    return row


def city(tiles: int, pennants: int, *, cathedral: bool, closed: bool) -> list[tuple[str, int, int, int]]:
    """A row of city with caps at its ends where it is closed, pennants first, and perhaps a cathedral."""
    names = ["base/city-band-pennant" if x <= pennants and x else "base/city-band" for x in range(tiles)]
    row = [(name, x, 0, 0) for x, name in enumerate(names)]
    if closed:
        row[0], row[-1] = ("base/city-cap", 0, 0, 1), ("base/city-cap", tiles - 1, 0, 3)
    if cathedral:
        row[-2] = ("inns-and-cathedrals/city-full-cathedral", tiles - 2, 0, 0)
        if closed:
            row += [("base/city-cap", tiles - 2, -1, 2), ("base/city-cap", tiles - 2, 1, 0)]
    return row


def half(points: int) -> int:
    return (points + 1) // 2


def worth(rules: Ruleset, tiles: list[tuple[str, int, int, int]], kind: str, who: str, *, closed: bool) -> int:
    at = Segment(0, 0, kind)
    figures: list[tuple[str | None, str, Segment]] = [("blue", "meeple", at)]
    if who:
        figures.append((None, who, Segment(1, 0, kind)))
    game = rules.new_game(2, chance="explicit", table=Setup(tiles=tiles, figures=figures))
    found = game.worth(at)
    assert closed == found.complete
    assert not found.points or found.players == (0,)
    return found.points


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("inn", [False, True])
@pytest.mark.parametrize("tiles", [3, 4, 5, 7])
def test_what_a_road_is_worth(rules: Ruleset, tiles: int, inn: bool, closed: bool) -> None:
    """MW-33, MW-34, OP-60: t, with an inn 2t, or 0 unfinished; the mage adds t, the witch halves it, up."""
    plain = (2 * tiles if inn else tiles) if closed else (0 if inn else tiles)
    row = road(tiles, inn=inn, closed=closed)
    assert plain == worth(rules, row, "road", "", closed=closed)
    assert plain + tiles == worth(rules, row, "road", "mage", closed=closed)
    assert half(plain) == worth(rules, row, "road", "witch", closed=closed)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("cathedral", [False, True])
@pytest.mark.parametrize("pennants", [0, 1, 2])
@pytest.mark.parametrize("tiles", [5, 6])
def test_what_a_city_is_worth(rules: Ruleset, tiles: int, pennants: int, cathedral: bool, closed: bool) -> None:
    """MW-35, MW-36, OP-60: 2t + 2s, with a cathedral 3t + 3s; unfinished t + s, or 0; then mage or witch."""
    row = city(tiles, pennants, cathedral=cathedral, closed=closed)
    count = len(row)
    each = (3 if cathedral else 2) if closed else (0 if cathedral else 1)
    plain = each * (count + pennants)
    assert plain == worth(rules, row, "city", "", closed=closed)
    assert plain + count == worth(rules, row, "city", "mage", closed=closed)
    assert half(plain) == worth(rules, row, "city", "witch", closed=closed)


def test_the_second_edition_shows_a_garden() -> None:
    """MW-T8: eight tiles in both printings; with the abbot one of the second shows a garden."""
    for edition, gardens in (("1", 0), ("2", 1)):
        rules = carcassonne.load_rules("base", "abbot", "mage-and-witch", options={"mage_witch.edition": edition})
        own = [tile for tile in rules.definitions.tiles if tile.name.startswith("mage-and-witch/")]
        assert 8 == sum(tile.count for tile in own)
        assert all(dict(tile.symbols).get("magic") for tile in own)
        assert gardens == sum(segment.kind == "garden" for tile in own for segment in tile.segments)


def magic_figures(game: Game) -> dict[str, Segment]:
    return {kind: at for at, kind, who in game.figures if who is None}


@pytest.mark.parametrize("seed", range(4))
def test_never_both_on_one_feature_when_a_figure_is_asked_for(seed: int) -> None:
    """MW-6, MW-7, MW-27, MW-49: one of each, on unfinished roads and cities only, never together."""
    rules = carcassonne.load_rules("base", "ferries", "mage-and-witch")
    chance = random.Random(seed)
    names = [tile.name for tile in rules.definitions.tiles if tile.name.startswith(("mage", "ferries"))]
    names += ["base/city-band", "base/road-straight", "base/city-cap", "base/cloister-road-end"]
    game = rules.new_game(2, seed=seed, tiles=[chance.choice(names) for _ in range(60)])
    there = 0
    while not game.is_over:
        actions = game.legal_actions
        game.push(actions[chance.randrange(len(actions))])
        if game.about != "place":
            continue
        found = magic_figures(game)
        there += len(found)
        for kind, at in found.items():
            assert kind in ("mage", "witch")
            assert at.kind in ("road", "city")
            assert not game.worth(at).complete
        if len(found) == 2:
            assert found["witch"] not in game.feature(found["mage"])
    assert there > 20
