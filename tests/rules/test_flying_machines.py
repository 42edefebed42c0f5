"""Rules of the flying machines that speak of directions, of the die and of its seed."""

import pytest

import carcassonne
from carcassonne import CHANCE, Choose, Place, Setup
from carcassonne.play.game import Game
from carcassonne.play.ruleset import Ruleset
from carcassonne.words.events import Rolled

ORTHOGONAL = "flying-machines/field-arrow-orthogonal"
DIAGONAL = "flying-machines/field-arrow-diagonal"
CLOCKWISE = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
WEST, NORTH_WEST = CLOCKWISE.index((-1, 0)), CLOCKWISE.index((-1, -1))


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return carcassonne.load_rules("base", "flying-machines")


def flying(rules: Ruleset, tile: str, turned: int, table: list[tuple[str, int, int, int]]) -> Game:
    """A game in which blue has laid a machine at 0,0 and flies: now the die is thrown."""
    game = rules.new_game(chance="explicit", tiles=[tile, "base/cloister"], table=Setup(tiles=table))
    game.push(game.legal_actions[0])
    game.push(Place(tile, 0, 0, turned))
    game.push(Choose("fly", "meeple"))
    return game


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("turned", [0, 1, 2, 3])
@pytest.mark.parametrize(("tile", "unturned"), [(ORTHOGONAL, WEST), (DIAGONAL, NORTH_WEST)])
def test_the_arrow_turns_with_the_tile(rules: Ruleset, tile: str, unturned: int, turned: int, distance: int) -> None:
    """FM-7, FM-8, FM-X4: eight directions, and as many spaces as the die shows, among monasteries."""
    table = [("base/cloister", x * away, y * away, 0) for x, y in CLOCKWISE for away in (1, 2, 3)]
    game = flying(rules, tile, turned, table)
    game.push(Choose("roll", str(distance)))
    x, y = CLOCKWISE[(unturned + 2 * turned) % 8]
    assert [(x * distance, y * distance)] == [segment.cell for segment, _, _ in game.figures]


@pytest.mark.parametrize(
    ("tile", "turned", "distance", "target"),
    [(DIAGONAL, 0, 2, (-2, -2)), (DIAGONAL, 2, 2, (2, 2)), (ORTHOGONAL, 1, 3, (0, -3))],
)
def test_where_some_flights_end(rules: Ruleset, tile: str, turned: int, distance: int, target: tuple[int, int]) -> None:
    """FM-X4: only the space at the end of the flight holds a tile beside the one that the machine touches."""
    near = next(place for place in ((1, 0), (-1, 0)) if place != target)
    game = flying(rules, tile, turned, [("base/cloister", *near, 0), ("base/cloister", *target, 0)])
    game.push(Choose("roll", str(distance)))
    assert [target] == [segment.cell for segment, _, _ in game.figures]


def test_the_die_has_each_number_twice(rules: Ruleset) -> None:
    """FM-D2: one, two and three, each as likely as the others, and nobody but chance decides."""
    game = flying(rules, ORTHOGONAL, 0, [("base/cloister", 1, 0, 0)])
    assert CHANCE == game.player
    assert [("roll: 1", 2), ("roll: 2", 2), ("roll: 3", 2)] == [
        (str(action), weight) for action, weight in game.chances
    ]


def test_one_chance_in_three(rules: Ruleset) -> None:
    """FM-X11: field at distance 1, a city at 2, nothing at 3: two of six faces lead to a landing."""
    table = [("base/cloister", 1, 0, 0), (DIAGONAL, -1, 0, 0), ("base/city-cap", -2, 0, 0)]
    landed = 0
    game = flying(rules, ORTHOGONAL, 0, table)
    for action, weight in game.chances:
        game.push(action)
        landed += weight * len(game.figures)
        game.pop()
    assert 2 == landed


def test_the_die_comes_from_the_seed(rules: Ruleset) -> None:
    """FM-28: the same seed throws the same, other seeds throw otherwise, about as often each number."""
    table = Setup(tiles=[("base/cloister", 1, 0, 0)])
    thrown = []
    for seed in range(300):
        faces = []
        for _ in range(2):
            game = rules.new_game(seed=seed, tiles=[ORTHOGONAL, "base/cloister"], table=table)
            game.push(Place(ORTHOGONAL, 0, 0))
            game.push(Choose("fly", "meeple"))
            faces.append(next(event.face for event in game.events if isinstance(event, Rolled)))
        assert faces[0] == faces[1]
        thrown.append(faces[0])
    assert all(70 < thrown.count(face) < 130 for face in (1, 2, 3))


def test_the_record_keeps_the_die(rules: Ruleset) -> None:
    """FM-28: a record says what was thrown, and replays without the seed."""
    table = Setup(tiles=[("base/cloister", 1, 0, 0), ("base/road-straight", -2, 0, 0)])
    for seed in range(6):
        game = rules.new_game(seed=seed, tiles=[ORTHOGONAL, "base/cloister"], table=table)
        game.push(Place(ORTHOGONAL, 0, 0))
        game.push(Choose("fly", "meeple"))
        record = game.to_dict()
        assert any(text.startswith("roll: ") for text in record["actions"])
        again = rules.game_from_dict({**record, "seed": seed + 1})
        assert again.history == game.history
        assert again.figures == game.figures
