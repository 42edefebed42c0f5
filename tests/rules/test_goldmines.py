"""Rules of the goldmines that speak of totals, of values and of whole games."""

import random
from pathlib import Path

import pytest

import carcassonne
from carcassonne import Place, Setup
from carcassonne.words.events import TokenMoved

LAST = "base/cloister"


@pytest.mark.parametrize(
    ("ingots", "points"),
    [(0, 0), (1, 1), (3, 3), (4, 8), (6, 12), (7, 21), (9, 27), (10, 40), (15, 60), (16, 64)],
)
def test_what_ingots_are_worth(ingots: int, points: int) -> None:
    """GM-22, GM-23, GM-X4: one point each up to three ingots, four points each from ten on."""
    rules = carcassonne.load_rules("base", "goldmines")
    table = Setup(tiles=[(LAST, 0, 0, 0)], tokens=[("blue", "gold", ingots)])
    game = rules.new_game(["blue", "red"], tiles=[LAST], table=table)
    game.push(Place(LAST, 1, 0))
    game.push(carcassonne.Pass())
    assert game.is_over
    assert (points, 0) == game.scores
    awards = [event for event in game.events if isinstance(event, carcassonne.Award)]
    assert [("GM-22", points)] * bool(ingots) == [(item.rule, item.points) for a in awards for item in a.items]


def test_the_stock_is_exactly_enough() -> None:
    """GM-8: eight tiles with two ingots each are the sixteen that there are."""
    definitions = carcassonne.load_rules("base", "goldmines").definitions
    tiles = sum(tile.count for tile in definitions.tiles if ("gold", 1) in tile.symbols)
    (gold,) = [token for token in definitions.tokens if token.name == "gold"]
    assert 8 == tiles
    assert 2 * tiles == gold.supply


@pytest.mark.parametrize("distribution", ["player", "auto"])
def test_ingots_are_never_put_back(distribution: str) -> None:
    """GM-2, GM-8, GM-19, GM-21: those on the table and with the players are all that were laid."""
    rules = carcassonne.load_rules("base", "abbot", "goldmines", options={"goldmines.distribution": distribution})
    for seed in range(6):
        game, chance = rules.new_game(players=3, seed=seed), random.Random(seed)
        while not game.is_over:
            game.push(game.legal_actions[chance.randrange(len(game.legal_actions))])
            laid = sum(name.startswith("goldmines/") for name, _ in game.table.values())
            held = sum(count for _, kind, count in game.tokens if kind == "gold")
            if not game.is_over:
                assert held == 2 * laid - (game.about == "gold")
        held = {holder for holder, _, _ in game.tokens}
        assert held <= set(game.players)
        for player, name in enumerate(game.players):
            moved = [event for event in game.events if isinstance(event, TokenMoved)]
            won = sum(event.count for event in moved if event.holder == player)
            assert won == sum(count for holder, _, count in game.tokens if holder == name)


def test_gold_without_points(tmp_path: Path) -> None:
    """GM-20: whoever has the majority takes the gold of a feature that pays nothing."""
    poor = tmp_path / "poor-roads.yaml"
    poor.write_text("variant: poor-roads\nextends: [base]\nscore: {road: {complete: 0}}\n", encoding="utf-8")
    rules = carcassonne.load_rules("base", "goldmines", str(poor))
    end = "base/cloister-road-end"
    table = Setup(
        tiles=[(end, 0, 0, 3)],
        figures=[("red", "meeple", carcassonne.Segment(0, 0, "road"))],
        tokens=[((0, 0), "gold", 2)],
    )
    game = rules.new_game(["blue", "red"], tiles=[end, LAST], table=table)
    game.push(Place(end, 1, 0, 1))
    game.push(carcassonne.Pass())
    assert (0, 0) == game.scores
    assert (("red", "gold", 2),) == game.tokens
