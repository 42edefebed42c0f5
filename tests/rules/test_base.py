"""Rules of the base game that speak of piles, totals and many games rather than of one position."""

import random
from collections import Counter

import pytest

import carcassonne
from carcassonne.play.game import Game
from carcassonne.play.ruleset import Ruleset
from carcassonne.shipped import data_folder
from carcassonne.words.events import Discarded

START = "base/city-cap-road-straight"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return carcassonne.load_rules("base")


def play_at_random(game: Game, seed: int) -> Game:
    chance = random.Random(seed)
    while not game.is_over:
        actions = game.legal_actions
        game.push(actions[chance.randrange(len(actions))])
    return game


def test_every_draw_is_uniformly_random_from_what_is_left(rules: Ruleset) -> None:
    """B-2: 71 tiles wait, each as likely as any other; the start tile is one copy of its kind."""
    game = rules.new_game(chance="explicit")
    weights = {str(action).removeprefix("draw "): weight for action, weight in game.chances}
    expected = dict(zip(rules.tiles.names, rules.tiles.counts, strict=True))
    assert 72 == sum(expected.values())
    assert 4 == expected[START]
    expected[START] -= 1
    assert expected == weights
    assert 71 == sum(weights.values())


def test_what_was_drawn_is_less_likely_by_one_copy(rules: Ruleset) -> None:
    """B-2: the stock is all that matters, however it lies in piles."""
    game = rules.new_game(chance="explicit")
    before = dict(game.chances)
    drawn = carcassonne.Draw("base/road-straight")
    game.push(drawn)
    game.push(game.legal_actions[0])
    while game.player != carcassonne.CHANCE:
        game.push(carcassonne.Pass())
    after = dict(game.chances)
    assert before[drawn] - 1 == after[drawn]
    assert {**before, drawn: after[drawn]} == after


def test_first_draws_follow_the_counts(rules: Ruleset) -> None:
    """B-2: over many seeds each kind is drawn first about as often as it has copies."""
    seeds = 1_420
    first = Counter(rules.new_game(seed=seed).drawn_tile for seed in range(seeds))
    for name, count in zip(rules.tiles.names, rules.tiles.counts, strict=True):
        expected = (count - (name == START)) * seeds / 71
        assert abs(first[name] - expected) < 6 * expected**0.5, name


def test_a_whole_game_uses_every_tile_once(rules: Ruleset) -> None:
    """B-2, B-27, B-90: what was laid and what was discarded is the whole set, copy by copy."""
    for seed in range(5):
        game = play_at_random(rules.new_game(players=3, seed=seed), seed)
        used = Counter(name for name, _ in game.table.values())
        used.update(event.tile for event in game.events if isinstance(event, Discarded))
        assert dict(zip(rules.tiles.names, rules.tiles.counts, strict=True)) == dict(used)
        assert 0 == game.tiles_left


def test_points_are_unbounded_and_the_track_has_fifty_spaces(rules: Ruleset) -> None:
    """B-73: the space on the track is the score modulo 50, the laps are what is left."""
    table = carcassonne.Setup(tiles=[("base/cloister", 0, 0, 0)], scores={"blue": 987, "red": 50})
    game = rules.new_game(["blue", "red"], table=table)
    assert (987, 50) == game.scores
    assert [(19, 37), (1, 0)] == [divmod(score, rules.spaces) for score in game.scores]


def test_each_figure_of_points_has_a_reason(rules: Ruleset) -> None:
    """OP-5: every score is the sum of awards, every award the sum of its items, each with a rule id."""
    for seed in range(5):
        game = play_at_random(rules.new_game(players=4, seed=seed), seed)
        sums = Counter(dict.fromkeys(range(4), 0))
        for event in game.events:
            if isinstance(event, carcassonne.Award):
                sums[event.player] += event.points
                assert event.points > 0
                assert all(item.rule for item in event.items)
        assert game.scores == tuple(sums[player] for player in range(4))


def test_all_tiles_of_the_big_box() -> None:
    """B-I8: 72 + 18 + 24 + 8 + 8 + 8 + 8 + 8 + 6 = 160 tiles; the eight messages are none."""
    expected = {
        "base": 72, "inns-and-cathedrals": 18, "traders-and-builders": 24, "flying-machines": 8, "ferries": 8,
        "goldmines": 8, "mage-and-witch": 8, "robbers": 8, "crop-circles": 6, "messages": 0,
    }  # fmt: skip
    here = [name for name in expected if (data_folder() / "expansions" / f"{name}.yaml").is_file()]
    definitions = carcassonne.load_rules(*here).definitions
    counts = Counter(dict.fromkeys(expected, 0))
    for tile in definitions.tiles:
        counts[tile.name.partition("/")[0].removesuffix("-1").removesuffix("-2")] += tile.count
    assert {name: expected[name] for name in here} == {name: counts[name] for name in here}
    assert set(here) != set(expected) or sum(counts.values()) == 160
