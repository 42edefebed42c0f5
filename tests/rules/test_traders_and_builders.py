"""Rules of Traders & Builders that speak of all tiles, of options, and of what holds all through a game."""

import random
from pathlib import Path

import pytest

import carcassonne
from carcassonne import Draw, Game, Pass, Place, Segment, Setup, Stand, errors
from carcassonne.words.events import PartAdded, Placed, Returned, TurnBegan

SET = "traders-and-builders/"
GOODS = {"wine": 9, "grain": 6, "cloth": 5}
FIELDS = {  # what the table of the tiles says: fields of each
    "city-corner-wine": 1,
    "city-corner-grain": 1,
    "city-band-wine": 2,
    "city-band-road-end-wine": 3,
    "city-band-road-end-grain": 3,
    "city-band-road-two-ends-facing-wine": 4,
    "city-band-plus-cap-wine": 2,
    "city-band-plus-cap-cloth": 2,
    "city-three-sides-grain": 1,
    "city-three-sides-road-end-wine": 2,
    "city-corner-plus-corner-wine": 1,
    "city-corner-plus-two-caps-cloth": 1,
    "city-corner-plus-cap-road-end-cloth": 2,
    "city-corner-plus-cap-road-end-grain": 2,
    "city-corner-road-two-ends-adjacent-wine": 3,
    "city-corner-wide-road-two-ends-adjacent-cloth": 4,
    "city-corner-wide-road-end-right-wine": 3,
    "city-corner-road-end-right-cloth": 2,
    "city-corner-road-end-left-grain": 2,
    "city-corner-wide-road-end-left-grain": 3,
    "city-cap-road-end-right": 2,
    "city-cap-road-end-opposite-and-bridge-road-left": 3,
    "cloister-road-tee": 3,
    "road-bridge-crossing": 4,
}


def test_the_tiles_are_drawn_from_the_normal_stock() -> None:
    """TB-1: every tile of the set is as likely to be drawn as any other of the stock."""
    rules = carcassonne.load_rules("base", "traders-and-builders")
    game = rules.new_game(players=2, chance="explicit")
    weights = {action.tile: weight for action, weight in game.chances if isinstance(action, Draw)}
    own = {name.removeprefix(SET): weight for name, weight in weights.items() if name.startswith(SET)}
    assert dict.fromkeys(FIELDS, 1) == own
    assert 24 + 71 == sum(weights.values())


def test_the_tiles_are_those_of_the_table() -> None:
    """TB-3, TB-67, TB-80 to TB-84: as many symbols as tokens, one a tile at most, and the fields."""
    definitions = carcassonne.load_rules("base", "traders-and-builders").definitions
    tiles = [tile for tile in definitions.tiles if tile.name.startswith(SET)]
    assert FIELDS == {tile.name.removeprefix(SET): sum(s.kind == "field" for s in tile.segments) for tile in tiles}
    printed = [[name for s in tile.segments for name, _ in s.symbols] for tile in tiles]
    assert all(len(symbols) <= 1 for symbols in printed)
    assert GOODS == {name: sum(symbols.count(name) for symbols in printed) for name in GOODS}
    assert GOODS == {token.name: token.supply for token in definitions.tokens}


def test_the_options_are_those_of_the_table() -> None:
    rules = carcassonne.load_rules("traders-and-builders")
    own = [option for option in rules.definitions.options if option.name.startswith("traders.")]
    options = {option.name: (option.default, option.values) for option in own}
    assert {
        "traders.edition": ("1", ("1", "2")),
        "traders.builder_second_part": ("compulsory", ("compulsory", "optional")),
        "traders.builder_on_completed": ("false", ("false", "true")),
        "traders.goods": ("on", ("on", "off")),
        "traders.goods_bonus": ("10", ()),
        "traders.pig_herd": ("off", ("off", "on")),
    } == options
    with pytest.raises(errors.OptionError, match="goods_bonus"):
        carcassonne.load_rules("traders-and-builders", options={"traders.goods_bonus": "many"})


def test_two_pigs_are_worth_no_more_than_one(tmp_path: Path) -> None:
    """TB-57: whatever the number of a player's pigs in a field, each city gives one point more."""
    variant = tmp_path / "two-pigs.yaml"
    variant.write_text("variant: two-pigs\nextends: [traders-and-builders]\nfigures: {pig: {each: 2}}\n")
    rules = carcassonne.load_rules("traders-and-builders", str(variant))
    field = Segment(0, 0, "field")
    table = Setup(
        tiles=[("base/city-cap", 0, 0, 0), ("base/city-cap", 0, -1, 2)],
        figures=[("blue", "meeple", field), ("blue", "pig", field), ("blue", "pig", field)],
    )
    game = rules.new_game(["blue", "red"], tiles=["base/cloister"], table=table)
    game.push(Place("base/cloister", 0, 1))
    game.push(Pass())
    assert (4, 0) == game.scores


MODULES = (
    "inns-and-cathedrals", "traders-and-builders", "ferries", "flying-machines", "messages", "crop-circles",
)  # fmt: skip


def lonely(game: Game, kind: str) -> list[Segment]:
    """Where a figure of a kind stands without a follower of its owner."""
    followers = [(s, owner) for s, figure, owner in game.figures if figure not in ("builder", "pig")]
    return [
        segment
        for segment, figure, owner in game.figures
        if figure == kind and not any(w == owner and s in game.feature(segment) for s, w in followers)
    ]


def play_as_a_builder(game: Game, chance: random.Random) -> None:
    """Play anything, but put builders and pigs where one can, and rather lay what earns a part."""
    actions = game.legal_actions
    stands = [action for action in actions if isinstance(action, Stand)]
    special = [action for action in stands if action.figure in ("builder", "pig")]
    if special:
        game.push(special[0])
        return
    tries = 8 if game.about == "place" else 1
    for number in range(tries):
        waiting = game.parts_waiting
        game.push(chance.choice(game.legal_actions))
        if number == tries - 1 or game.parts_waiting > waiting:
            return
        game.pop()


@pytest.fixture(scope="module")
def played() -> list[Game]:
    """Whole games with all that moves figures and roads, in which no builder and no pig was ever alone."""
    games = [carcassonne.load_rules(*MODULES).new_game(players=3, seed=seed) for seed in range(4)]
    for seed, game in enumerate(games):
        chance = random.Random(seed)
        while not game.is_over:
            play_as_a_builder(game, chance)
            assert [] == lonely(game, "builder") + lonely(game, "pig")
    return games


def test_builders_and_pigs_are_never_alone(played: list[Game]) -> None:
    """TB-46, TB-53: asked after every action of these games."""
    assert all(game.is_over for game in played)
    returned = [e for game in played for e in game.events if isinstance(e, Returned)]
    assert {"builder", "pig"} <= {event.figure for event in returned}


def test_there_is_one_builder_part_a_turn(played: list[Game]) -> None:
    """TB-33, TB-43, OP-16, OP-81: at most one, and both parts are of one player."""
    for game in played:
        turns: list[list[str]] = []
        for event in game.events:
            if isinstance(event, TurnBegan):
                assert event.player == len(turns) % 3
                turns.append([])
            elif isinstance(event, PartAdded):
                turns[-1].append(event.rule)
            elif isinstance(event, Placed):
                assert event.player == (len(turns) - 1) % 3
        earned = [turn.count("TB-32") for turn in turns]
        assert {0, 1} == set(earned)


def test_goods_are_those_of_complete_cities(played: list[Game]) -> None:
    """TB-61, TB-62, TB-64, TB-68: players hold what is printed in the complete cities, no more, no less."""
    taken = 0
    for game in played:
        held = {kind: sum(n for _, token, n in game.tokens if token == kind) for kind in GOODS}
        printed = dict.fromkeys(GOODS, 0)
        tiles = game.rules.tiles
        for (x, y), (name, _) in game.table.items():
            drawn = tiles.tiles[tiles.numbers[name]].segments
            for segment, facts in zip(game.segments(x, y), drawn, strict=True):
                for kind, count in facts.symbols:
                    if kind in GOODS and game.worth(segment).complete:
                        printed[kind] += count
        assert printed == held
        taken += sum(held.values())
    assert taken
