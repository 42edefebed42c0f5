"""Rules of the river that speak of its pile and of every course it can take."""

import random
from collections import Counter

import pytest

import carcassonne
from carcassonne.play.game import Game
from carcassonne.words.events import Discarded


def lay_the_river(game: Game, seed: int) -> Game:
    """Play at random until a tile waits that is not of the river."""
    chance = random.Random(seed)
    while game.drawn_tile is None or game.drawn_tile.startswith("river"):
        actions = game.legal_actions
        game.push(actions[chance.randrange(len(actions))])
    return game


def test_the_river_has_twelve_tiles_in_two_piles() -> None:
    """RV-3, RV-4, X-RV9: a spring that lies, ten tiles that are shuffled, and a lake that comes last."""
    rules = carcassonne.load_rules("base", "river")
    game = rules.new_game(chance="explicit")
    assert 10 == sum(weight for _, weight in game.chances)
    assert 82 == game.tiles_left
    stock = Counter(dict(zip(rules.tiles.names, rules.tiles.counts, strict=True)))
    assert 12 == sum(count for name, count in stock.items() if name.startswith("river/"))


def test_the_usual_start_tile_is_out_of_the_game() -> None:
    """RV-1: of the four tiles of its kind three are left."""
    rules = carcassonne.load_rules("base", "river")
    game = rules.new_game(seed=3)
    chance = random.Random(3)
    while not game.is_over:
        actions = game.legal_actions
        game.push(actions[chance.randrange(len(actions))])
    laid = Counter(name for name, _ in game.table.values())
    laid.update(event.tile for event in game.events if isinstance(event, Discarded))
    assert 3 == laid["base/city-cap-road-straight"]
    assert 83 == sum(laid.values())


@pytest.mark.parametrize("edition", [1, 2, 3])
def test_turns_that_alternate_never_block_the_river(edition: int) -> None:
    """RV-17: with alternating turns every river tile has a place, so the lake always ends the river."""
    rules = carcassonne.load_rules("base", "river", options={"river.edition": edition})
    for seed in range(40):
        game = lay_the_river(rules.new_game(seed=seed), seed)
        assert not any(isinstance(event, Discarded) and event.tile.startswith("river/") for event in game.events)
        assert 12 == len(game.table)
        spring = next(segment for segment in game.segments(0, 0) if segment.kind == "river")
        headings = {(b.x - a.x, b.y - a.y) for a, b in _along(game, spring)}
        assert 2 >= len(headings)


@pytest.mark.parametrize("turns", ["immediate", "none"])
def test_other_rules_of_turns_may_block_the_river(turns: str) -> None:
    """RV-17, X-RV25: without alternating turns a river tile may fit nowhere; the game goes on without it."""
    rules = carcassonne.load_rules("base", "river", options={"river.uturn": turns})
    lost = 0
    for seed in range(60):
        game = lay_the_river(rules.new_game(seed=seed), seed)
        gone = [event for event in game.events if isinstance(event, Discarded) and event.tile.startswith("river/")]
        lost += len(gone)
        assert 12 == len(game.table) + len(gone)
        assert game.drawn_tile is not None
        assert game.drawn_tile.startswith("base/")
    assert lost


RIVERS = [{}, {"river_ii.edition": 2}, {"river_ii.sets": "alone"}, {"river.edition": 3}]


@pytest.mark.parametrize("options", RIVERS, ids=str)
def test_a_river_that_forks_to_both_sides_is_never_blocked(options: dict[str, object]) -> None:
    """RV-17: each branch alternates, so both have room for all their tiles, and end at the city and at the volcano."""
    rules = carcassonne.load_rules("base", "river-ii", options=options)
    laid = 12 if "river_ii.sets" in options else 22
    for seed in range(25):
        game = lay_the_river(rules.new_game(seed=seed), seed)
        assert not any(isinstance(event, Discarded) and event.tile.startswith("river") for event in game.events)
        assert laid == len(game.table)
        names = [name.partition("/")[2] for name, _ in game.table.values()]
        assert {"river-fork", "river-volcano", "city-cap-river-end"} <= set(names)
        assert "river-ii/river-fork" == game.table[1, 0][0]
        assert 1 == sum("spring" in name for name in names)
        spring = next(segment for segment in game.segments(0, 0) if segment.kind == "river")
        assert len(game.table) == len({(segment.x, segment.y) for segment in game.feature(spring)})


def test_a_fork_that_may_lie_anywhere_may_block_a_branch() -> None:
    """RV-17: then a tile that fits nowhere leaves the game as usual, and all others are laid."""
    rules = carcassonne.load_rules("base", "river-ii", options={"river_ii.fork": "anywhere", "river_ii.sets": "alone"})
    lost = 0
    for seed in range(25):
        game = lay_the_river(rules.new_game(seed=seed), seed)
        gone = [event for event in game.events if isinstance(event, Discarded)]
        lost += len(gone)
        assert 12 == len(game.table) + len(gone)
    assert lost


def test_all_modules_with_both_rivers() -> None:
    """A whole game of everything with a river that forks; all tiles are drawn."""
    options = {"river.lake_turn": "extra_turn"}
    rules = carcassonne.load_rules("big-box", "river-ii", options=options)
    game, chance = rules.new_game(3, seed=4), random.Random(4)
    while not game.is_over:
        actions = game.legal_actions
        game.push(actions[chance.randrange(len(actions))])
    gone = sum(isinstance(event, Discarded) for event in game.events)
    assert sum(rules.tiles.counts) - 3 == len(game.table) + gone


def _along(game: Game, segment: carcassonne.Segment) -> list[tuple[carcassonne.Segment, carcassonne.Segment]]:
    """Pairs of river segments on neighbouring tiles, from the spring on."""
    left = list(game.feature(segment))
    left.remove(segment)
    pairs = []
    while left:
        following = [s for s in left if abs(s.x - segment.x) + abs(s.y - segment.y) == 1]
        if not following:
            break
        pairs.append((segment, following[0]))
        segment = following[0]
        left.remove(segment)
    return pairs
