"""Setups become modules and options; what is not known is told, and never played wrongly."""

import pytest
from interop.saved_games import COMMIT, DONE, PASS, deploy, fails, game, is_unsupported, passes, place, verdict

from carcassonne.interop import jcloisterzone
from carcassonne.interop.jcloisterzone.planning import Plan, plan
from carcassonne.interop.jcloisterzone.stock import advance
from carcassonne.interop.jcloisterzone.tables import tables

CITY = [place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S"), COMMIT]
ROAD = [place("BA/RFr", 1, 0), deploy("0.small.1", 1, 0, "Road", "WE"), COMMIT]


def planned(**setup: object) -> Plan:
    return plan(jcloisterzone.from_json(game(**setup)))  # type: ignore[arg-type]


def test_every_tile_is_in_the_rules_of_its_set() -> None:
    known = tables()
    for name, pack in known.packs.items():
        rules = planned(base=name, start=next(iter(pack))).rules
        ours = {
            next(name for name in known.names_of(tile) if name in rules.tiles.numbers): count
            for tile, count in pack.items()
        }
        there = {n: c for n, c in zip(rules.tiles.names, rules.tiles.counts, strict=True) if n in ours}
        assert ours == there, name


def test_sets_bring_their_modules_and_printings() -> None:
    rules = planned(base="basic:2", sets=["flier:2", "corn-circles/1", "corn-circles/2"]).rules
    assert {"base", "flying-machines", "crop-circles"} == set(rules.names)
    chosen = {name: rules.options[name] for name in ("base.edition", "crop_circles.tile_set")}
    assert {"base.edition": "2", "crop_circles.tile_set": "both"} == chosen
    assert "I" == planned(sets=["corn-circles/1"]).rules.options["crop_circles.tile_set"]
    assert 2 == planned(sets=["basic:2"]).stock.counts["BA/L"] / 4


@pytest.mark.parametrize(
    ("setup", "option", "value"),
    [
        ({"without": ["farmers"]}, "base.farmers", "off"),
        ({"rules": {"tiny-city-scoring": "2"}}, "base.tiny_city_points", "2"),
        ({"rules": {"tiny-city-scoring": 2}}, "base.tiny_city_points", "2"),
        ({"elements": {"abbot": 1}}, "abbot.gardens", "none"),
        ({"elements": {"abbot": 1, "garden": True}}, "abbot.gardens", "printed"),
        ({"elements": {"inn": False}}, "inns.inns", "on"),
        ({"elements": {"inn": False}}, "inns.cathedrals", "off"),
        (
            {"elements": {"inn": 1}, "rules": {"inn-and-cathedral-final-scoring": "ignore"}},
            "inns.unfinished_value",
            "ignore",
        ),
        ({"sets": ["traders-and-builders:1"]}, "traders.goods", "off"),
        ({"elements": {"pig": 1, "pig-herd": True}}, "traders.pig_herd", "on"),
        ({"sets": ["goldmines"]}, "goldmines.gold", "off"),
        ({"elements": {"gold": True}}, "goldmines.distribution", "auto"),
        ({"sets": ["ferries"]}, "ferries.ferries", "off"),
        ({"sets": ["mage-and-witch:2"]}, "mage_witch.magic", "off"),
        ({"elements": {"mage": 1}}, "mage_witch.after_ferry_check", "false"),
        ({"sets": ["river/1:1"]}, "river.uturn", "clearance"),
        ({"sets": ["river/2:2"]}, "river_ii.edition", "2"),
        ({"sets": ["river/2:1"]}, "river_ii.sets", "alone"),
        ({"sets": ["river/1:1", "river/2:1"]}, "river_ii.sets", "both"),
        ({"sets": ["river/2:1"]}, "river_ii.fork", "anywhere"),
        ({"sets": ["river/2:1"], "elements": {"pig-herd": True}}, "traders.pig_herd", "on"),
        ({}, "core.feature_order", "automatic"),
    ],
    ids=str,
)
def test_elements_and_variants_choose_options(setup: dict[str, object], option: str, value: str) -> None:
    assert value == planned(**setup).rules.options[option]


def test_options_that_a_game_needs_go_before_all() -> None:
    saved = jcloisterzone.from_json(game(sets=["goldmines"], elements={"gold": True}))
    needs = {"goldmines.distribution": "player", "river.uturn": "none"}
    assert "player" == plan(saved, needs).rules.options["goldmines.distribution"]


def test_pieces_are_as_many_as_the_file_says() -> None:
    passes(*ROAD, elements={"small-follower": 9})
    started = planned(elements={"small-follower": 9, "pig": 2, "abbot": 0})
    assert {"meeple": 9, "builder": 0, "pig": 2, "abbot": 0} == dict(started.begin([]).supply(0))


def test_names_of_players_may_be_alike_or_empty() -> None:
    assert ("Ann", "Ann 2", "player 3") == planned(players=["Ann", "Ann", ""]).players
    passes(*CITY, players=["Ann", "Ann"], holds=["Ann has 4 points"])


def test_the_number_of_players() -> None:
    assert "9 players" in is_unsupported(*CITY, players=list("ABCDEFGHI"))
    passes(*CITY, place("BA/RFr", 1, 0), DONE, players=["Ann"], holds=["Ann has 4 points"])


# Parts that are not known ---------------------------------------------------------------------


def test_what_is_declared_and_never_used_is_a_warning() -> None:
    found = verdict(
        *CITY,
        holds=["Ann has 4 points"],
        sets=["tower:1"],
        elements={"phantom": 1, "something-new": 1},
        rules={"wagon-move": "C1", "new-rule": "x"},
    )
    assert jcloisterzone.Status.PASS is found.status
    expected = ["tile set tower:1", "element phantom", "element something-new", "rule new-rule"]
    assert expected == list(found.warnings)
    assert "PASS" == str(found)


ELEMENTS = """
    abbot phantom big-follower builder pig barn wagon mayor shepherd ringmaster obelisk windmill decinsky-sneznik dragon
    fairy count mage witch big-top donkey courier tower black-tower abbey bridge castle tunnel ferry little-buildings
    traders robber gold garden cathedral inn princess portal pig-herd bazaar hill vineyard shrine festival siege escape
    acrobats families robbers-son well flowers marketplace meteorite fishermen fishhut
"""
SETS = """
    abbey-and-mayor:1 basic:2 bridges-castles-and-bazaars:2 corn-circles/1 count cult/6 darmstadt family-feud ferries
    festival fishermen fishhuts/river flier:1 gamblers-luck goldmines gq11 hills-and-sheep:1 inns-and-cathedrals:1
    king-and-robber:1 labyrinth mage-and-witch:1 meteorites monasteries princess-and-dragon:1 robbers-son
    russian-promos/2013 siege/besiegers the-city-gates the-courier tower:1 traders-and-builders:1 tunnel
    under-the-big-top:1 village-life watchtowers wells wind-roses winter
"""


def test_any_part_that_is_not_used_stands_in_no_way() -> None:
    """Each by itself, whatever its value is; but the king, who counts every city that is completed."""
    for element in ELEMENTS.split():
        passes(*CITY, elements={element: False}, holds=["Ann has 4 points"])
    for name in SETS.split():
        passes(*CITY, sets=[name], holds=["Ann has 4 points"])


def test_what_is_not_said_is_as_usual() -> None:
    """Parts of a setup that are null are not there; what has no meaning here is passed over."""
    bare = game(*CITY, holds=["Ann has 4 points"])
    bare["setup"] |= {"rules": None, "timer": {"initial": 300, "turn": 10}, "ai": True, "addons": {"wells": 1}}
    bare["players"][1] = {"slot": 8, "ai": True, "clientId": None}
    bare |= {"gameAnnotations": None, "chat": [{"player": 0, "message": "hello"}]}
    assert "PASS" == str(jcloisterzone.check(jcloisterzone.from_json(bare)))


def test_several_copies_of_a_set() -> None:
    """As many as the file says can be drawn, even of a tile of which the rules have one."""
    twice = game(place("IC/RFr.i", 1, 0), DONE, place("IC/RFr.i", 2, 0), DONE, sets=["inns-and-cathedrals:1"])
    twice["setup"]["sets"]["inns-and-cathedrals:1"] = 2
    assert "PASS" == str(jcloisterzone.check(jcloisterzone.from_json(twice)))
    assert 4 == plan(jcloisterzone.from_json(twice)).stock.counts["IC/Cccc.c"]
    assert "none in the stock" in fails(*[place("IC/RFr.i", 1, 0), DONE] * 2, sets=["inns-and-cathedrals:1"])


def test_tables_that_begin_otherwise() -> None:
    """More than one start tile, turned ones, and anywhere."""
    turned = game(place("BA/C", 6, 5, 270), deploy("0.small.1", 6, 5, "City", "W"), COMMIT, holds=["Ann has 4 points"])
    turned["setup"]["start"] = [
        {"tile": "BA/RCr", "x": 5, "y": 5, "rotation": 90},
        {"tile": "BA/RFr", "x": 5, "y": 6, "rotation": 90.0},
        {"tile": "BA/L", "x": 9, "y": 9},
    ]
    assert "PASS" == str(jcloisterzone.check(jcloisterzone.from_json(turned)))
    turned["setup"]["start"] = []
    assert "no start tile" in str(jcloisterzone.check(jcloisterzone.from_json(turned)))


def test_gardens_without_their_element_and_abbots_without_gardens() -> None:
    """No garden can be used then; an abbot stands on monasteries only."""
    garden = [place("BA/RFrG", 1, 0)]
    only = ["Meeple SmallFollower options: {Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL.SR.WL,[1,0]}; {Road,WE,[1,0]}"]
    passes(*garden, base="basic:2", elements={"abbot": 1}, holds=only)
    fails(*garden, base="basic:2", elements={"abbot": 1}, holds=["Available action Meeple for Abbot"])
    on = {"abbot": 1, "garden": True}
    passes(*garden, base="basic:2", elements=on, holds=["Meeple Abbot options: {Garden,I,[1,0]}"])
    passes(*garden, base="basic:2", elements={"garden": True}, holds=only)


def test_what_is_used_is_named() -> None:
    assert "tile TO/Ccc" in is_unsupported(place("TO/Ccc", 0, -1), sets=["tower:1"])
    passes(*CITY, draws=["BA/C", "TO/Ccc"], sets=["tower:1"], holds=["Ann has 4 points", "Phase is TilePhase"])
    sentence = "Available action TilePlacement for TO/Ccc"
    assert "which tile is drawn" in is_unsupported(draws=["TO/Ccc"], sets=["tower:1"], holds=[sentence])
    assert "start tile CO/1" in is_unsupported(start="CO/1", sets=["count"])
    assert "tile set count" in is_unsupported(start="CO/1", sets=["count"])
    phantom = [place("BA/C", 0, -1, 180), deploy("0.phantom.1", 0, -1, "City", "S")]
    assert "figure phantom" in is_unsupported(*phantom, elements={"phantom": 1})


def test_parts_that_act_without_a_message() -> None:
    """The king counts completed cities, the robber roads; where none is completed they make no difference."""
    assert "element king" in is_unsupported(*CITY, elements={"king": True}, holds=["Ann has 4 points"])
    passes(*CITY, elements={"robber": True}, holds=["Ann has 4 points"])


def test_crossing_roads_may_be_tunnels() -> None:
    """With tunnels the roads of a bridge are cut, unless a variant says that those of other sets are not."""
    bridge = [place("TB/RRrr", 1, 0), DONE]
    setup = {"sets": ["traders-and-builders:1"], "elements": {"tunnel": 1}}
    assert "element tunnel" in is_unsupported(*bridge, **setup)
    passes(*bridge, **setup, rules={"tunnelize-other-expansions": False})
    passes(*ROAD, **setup)


def test_what_is_declined_is_not_used() -> None:
    placed = CITY[:2]
    for element in ("phantom", "little-buildings", "castle"):
        passes(*placed, PASS, COMMIT, elements={element: 1}, holds=["Ann has 4 points"])
    for element in ("wagon", "barn", "obelisk"):  # with nobody else left to place
        passes(place("BA/C", 0, -1, 180), PASS, COMMIT, elements={element: 1}, without=["small-follower"])
    passes(PASS, COMMIT, *CITY, elements={"abbey": 1}, holds=["Ann has 4 points"])
    passes(PASS, COMMIT, *CITY, elements={"abbey": 1}, draws=[], holds=["Ann has 4 points"])
    assert "tile AM/A" in is_unsupported(place("AM/A", 1, 0), elements={"abbey": 1}, draws=["BA/RFr"])
    assert "PASS while TilePhase" in fails(PASS, COMMIT, *CITY)
    assert "PASS while CommitActionPhase" in fails(*placed, PASS, COMMIT)


def test_a_tile_that_fits_only_by_something_unknown() -> None:
    """A bridge lets more tiles fit: what would be discarded here is placed there."""
    found = is_unsupported(place("BA/C", 0, -1, 180), draws=["BA/Cccc+", "BA/C"], elements={"bridge": 1})
    assert "tile BA/C is placed, but BA/Cccc+ was drawn" in found


def test_what_fails_may_be_due_to_what_is_not_known() -> None:
    assert "element phantom" in is_unsupported(*CITY, elements={"phantom": 1}, holds=["Ann has 5 points"])
    assert "element phantom" in is_unsupported(*CITY, PASS, elements={"phantom": 1})
    assert "PASS while TilePhase" in fails(*CITY, PASS)


def test_variants_of_known_parts_with_unknown_values() -> None:
    assert "tiny-city-scoring with the value 3" in is_unsupported(
        *CITY, rules={"tiny-city-scoring": "3"}, holds=["Ann has 3 points"]
    )


# Drawing by chance ----------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "tile"), [(0.0, "BA/C"), (0.9999, "BA/RrC"), (0.08, "BA/CC.2")])
def test_the_random_stream_tells_the_next_tile(value: float, tile: str) -> None:
    passes(draws=[], first_random=value, holds=[f"Available action TilePlacement for {tile}"])


def test_river_tiles_are_drawn_first_and_the_lake_last() -> None:
    stock = planned(sets=["river/1:1"], start="RI/s").stock
    drawn = []
    for _ in range(12):
        tile = stock.drawn_by(0.0)
        assert tile is not None
        drawn.append(tile)
        stock = stock.without(tile)
    assert all(tile.startswith("RI.1/") for tile in drawn[:11])
    assert ["RI.1/I.e", "BA/C"] == drawn[10:]


def test_a_tile_that_fits_nowhere_is_drawn_and_discarded() -> None:
    stock = planned().stock.without("BA/C")
    value = next(n / 1000 for n in range(1000) if stock.drawn_by(n / 1000) == "BA/Cccc+")
    following = stock.without("BA/Cccc+").drawn_by(advance(value))
    part = [place("BA/C", 0, -1, 180), PASS, {"type": "COMMIT", "payload": {"random": value}}]
    saved = jcloisterzone.from_json(game(*part, draws=["BA/C"]))
    replay = jcloisterzone.replay(saved)
    assert replay.timeline is not None
    assert replay.game is not None
    assert ["base/city-full-pennant"] == replay.timeline.ledger.discarded
    assert tables().tiles[following or ""] == replay.game.drawn_tile
    x, y, turned = attrs_of(replay.game.legal_actions[0])
    passes(*part, place(following or "", x, y, 90 * turned), draws=["BA/C"], holds=["Undo is allowed"])


def attrs_of(action: object) -> tuple[int, int, int]:
    return action.x, action.y, action.turned  # type: ignore[attr-defined]


def test_what_was_placed_goes_before_what_the_stream_tells() -> None:
    """A file edited by hand: the tile that its message places is the one that was drawn."""
    passes(*CITY, place("BA/L", 0, 1), draws=["BA/C"], holds=["Phase is ActionPhase"])
    passes(*CITY, place("BA/L", 0, 1), DONE, place("BA/L", 1, 1), draws=[], holds=["Phase is ActionPhase"])


def test_a_tile_that_is_not_in_the_stock() -> None:
    assert "none in the stock" in fails(place("BA/Cccc+", 0, -1), DONE, draws=["BA/Cccc+"] * 2)
    assert "none in the stock" in fails(draws=["IC/CCCC"])


def test_the_next_tile_cannot_be_told_with_unknown_sets() -> None:
    sentence = "Available action TilePlacement for BA/C"
    assert "which tile is drawn" in is_unsupported(draws=[], sets=["tower:1"], holds=[sentence])
    passes(draws=[], sets=["tower:1"], holds=["Phase is TilePhase"])


def test_the_stock_ends_where_the_file_says() -> None:
    passes(*CITY, draws=["BA/C", "#END", "BA/L"], holds=["Phase is GameOverPhase"])
    passes(*CITY, draws=["BA/C", "BA/L"], end=1, holds=["Phase is GameOverPhase"])
    passes(*CITY, draws=["BA/C"], holds=["Phase is TilePhase"])
