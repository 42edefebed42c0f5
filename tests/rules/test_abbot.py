"""Rules of the abbot that speak of whole tile sets and whole games."""

import random
from collections import Counter

import pytest

import carcassonne
from carcassonne.words.events import Chosen


@pytest.mark.parametrize(
    ("module", "option", "second"),
    [
        ("base", "base.edition", 8),
        ("river", "river.edition", 1),
        ("inns-and-cathedrals", "inns.edition", 2),
        ("traders-and-builders", "traders.edition", 2),
    ],
)
def test_gardens_are_printed_from_the_second_edition_on(module: str, option: str, second: int) -> None:
    """AB-3, AB-8, RV-I10: how many tiles of each set show a garden; those of the first edition show none."""
    for edition, expected in ((1, 0), (2, second)):
        rules = carcassonne.load_rules("abbot", module, options={option: edition})
        found = sum(
            tile.count
            for tile in rules.definitions.tiles
            if tile.name.startswith(f"{module}/") and any(segment.kind == "garden" for segment in tile.segments)
        )
        assert expected == found


def test_the_abbot_brings_the_tiles_with_gardens() -> None:
    """AB-3: with the abbot in play the printings that show gardens are used unless one asks for others."""
    options = carcassonne.load_rules("base", "river", "abbot").options
    assert ("2", "2") == (options["base.edition"], options["river.edition"])
    assert "1" == carcassonne.load_rules("base").options["base.edition"]


def test_abbots_only_ever_stand_where_they_may() -> None:
    """AB-4, AB-6: in whole games abbots stand on monasteries and gardens, and nobody else on gardens."""
    rules = carcassonne.load_rules("base", "river", "abbot")
    seen: Counter[tuple[str, str]] = Counter()
    recalls = 0
    for seed in range(8):
        game = rules.new_game(players=4, seed=seed)
        chance = random.Random(seed)
        while not game.is_over:
            actions = game.legal_actions
            game.push(actions[chance.randrange(len(actions))])
            seen.update((kind, segment.kind) for segment, kind, _ in game.figures)
        recalls += sum(isinstance(event, Chosen) and event.about == "recall" for event in game.events)
    assert {"cloister", "garden"} == {place for kind, place in seen if kind == "abbot"}
    assert {"abbot"} == {kind for kind, place in seen if place == "garden"}
    assert recalls
