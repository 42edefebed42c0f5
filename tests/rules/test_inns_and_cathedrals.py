"""Rules of Inns & Cathedrals that speak of all tiles, and of the options."""

import pytest

import carcassonne
from carcassonne import Draw, Ruleset, errors

SET = "inns-and-cathedrals/"
FIELDS = {  # what the table of the tiles says: copies and fields
    "cloister-road-two-ends-facing": (1, 2),
    "city-full-cathedral": (2, 0),
    "city-cap-wide": (1, 2),
    "four-city-caps": (1, 1),
    "three-city-caps": (1, 1),
    "city-corner-plus-cap-pennant": (1, 1),
    "city-cap-road-end-opposite": (1, 2),
    "city-corner-road-end-right": (1, 2),
    "city-corner-road-end-left-inn": (1, 2),
    "city-band-road-two-ends-facing-pennant": (1, 4),
    "two-city-caps-facing-road-two-ends-facing": (1, 4),
    "city-cap-road-curve-left-inn": (1, 2),
    "city-corner-road-curve-pennant-inn": (1, 2),
    "road-straight-inn": (1, 2),
    "road-curve-inn": (1, 2),
    "road-two-curves": (1, 3),
    "road-tee-inn": (1, 3),
}


def shown(rules: Ruleset, symbol: str) -> int:
    """How many tiles of the set show a symbol, copies counted."""
    return sum(
        tile.count
        for tile in rules.definitions.tiles
        if tile.name.startswith(SET) and any(symbol in dict(segment.symbols) for segment in tile.segments)
    )


def test_the_tiles_are_drawn_from_the_normal_stock() -> None:
    """IC-1: every tile of the set is as likely to be drawn as any other of the stock."""
    rules = carcassonne.load_rules("base", "inns-and-cathedrals")
    game = rules.new_game(players=2, chance="explicit")
    weights = {action.tile: weight for action, weight in game.chances if isinstance(action, Draw)}
    own = {name.removeprefix(SET): weight for name, weight in weights.items() if name.startswith(SET)}
    assert {name: copies for name, (copies, _) in FIELDS.items()} == own
    assert 18 == sum(own.values())
    assert 18 + 71 == sum(weights.values())


def test_the_tiles_are_those_of_the_table() -> None:
    """IC-20, IC-35, IC-43 to IC-46: six inns, two cathedrals, three pennants, and the fields."""
    rules = carcassonne.load_rules("base", "inns-and-cathedrals")
    assert (6, 2, 3) == (shown(rules, "inn"), shown(rules, "cathedral"), shown(rules, "pennant"))
    fields = {
        tile.name.removeprefix(SET): (tile.count, sum(s.kind == "field" for s in tile.segments))
        for tile in rules.definitions.tiles
        if tile.name.startswith(SET)
    }
    assert fields == FIELDS
    for tile in rules.definitions.tiles:  # IC-20: one road at most has the inn
        assert sum("inn" in dict(segment.symbols) for segment in tile.segments) <= 1


def test_the_river_shows_no_inn_and_no_cathedral() -> None:
    """RV-I2: nothing of this set is printed on the twelve tiles of the river."""
    for edition in "123":
        rules = carcassonne.load_rules("river", "inns-and-cathedrals", options={"river.edition": edition})
        river = [tile for tile in rules.definitions.tiles if tile.name.startswith("river/")]
        assert 12 == sum(tile.count for tile in river)
        printed = {name for tile in river for segment in tile.segments for name, _ in segment.symbols}
        assert not printed & {"inn", "cathedral"}


def test_the_options_are_those_of_the_table() -> None:
    rules = carcassonne.load_rules("inns-and-cathedrals")
    options = {o.name: (o.default, o.values) for o in rules.definitions.options if o.name.startswith("inns.")}
    assert {
        "inns.edition": ("1", ("1", "2")),
        "inns.inns": ("on", ("on", "off")),
        "inns.cathedrals": ("on", ("on", "off")),
        "inns.unfinished_value": ("zero", ("zero", "ignore")),
        "inns.large_follower": ("on", ("on", "off")),
    } == options
    with pytest.raises(errors.OptionError, match="unfinished_value"):
        carcassonne.load_rules("inns-and-cathedrals", options={"inns.unfinished_value": "half"})
