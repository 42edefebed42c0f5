"""Which games the battery plays, and how its players choose: so that what is rare happens often."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.words.actions import CHANCE, Action, Choose, Draw, Pass, Place, Stand

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

Policy = Callable[[random.Random, "Game"], Action]


MANY_TILES: Final = 100
MOST_TRIED: Final = 24


@attrs.frozen
class Setting:
    """What settles a game but for its moves. tiles: the draws in order, None for the stock of the rules."""

    players: int
    policy: str
    tiles: tuple[str, ...] | None


def setting_of(rules: Ruleset, seed: int, number: int) -> Setting:
    """The game of a number: two of three are short, so that ends, beginnings and large tables come equally.

    Of a stock of many tiles five of six are: its whole games would take nearly all the time. Some games are awkward,
    which needs a whole stock to draw from, in some everybody is shy, and in some everybody joins what others have.
    """
    chance = random.Random(f"setting/{seed}/{number}")
    players = chance.choice((2, 2, 3, 2, 4, 1, 5, 6))
    policy = chance.choice(("anything", "eager", "close", "closing"))
    is_large = sum(rules.tiles.counts) > MANY_TILES
    is_short = bool(number % (6 if is_large else 3))
    if number % (10 if is_large else 5) == 4:
        policy, is_short = "awkward", False
    elif number % 10 in (7, 8):
        policy = "joining" if number % 10 == 7 else "shy"
    return Setting(players, policy, short_stock(rules, chance) if is_short else None)


def short_stock(rules: Ruleset, chance: random.Random) -> tuple[str, ...]:
    """A few tiles of the rules in some order; few kinds of them, so that they fit each other often.

    Piles that are drawn from before the last one are there whole.
    """
    names, counts = rules.tiles.names, list(rules.tiles.counts)
    for tile in (*rules.start, *rules.removed):
        counts[tile] = max(0, counts[tile] - 1)
    stock: list[str] = []
    for pile in rules.pile_tiles[:-1]:
        whole = [names[tile] for tile in pile for _ in range(counts[tile])]
        chance.shuffle(whole)
        stock += whole
    last = rules.pile_tiles[-1]
    kinds = chance.sample(last, min(len(last), chance.choice((3, 6, 12, 24))))
    rest = [names[kind] for kind in kinds for _ in range(min(counts[kind], 4))]
    chance.shuffle(rest)
    return (*stock, *rest[: chance.choice((4, 8, 16, 30))]) or (names[last[0]],)


def begin(rules: Ruleset, setting: Setting) -> Game:
    """The game of a setting, before its first action."""
    return rules.new_game(setting.players, chance="explicit", tiles=setting.tiles)


# How players choose --------------------------------------------------------------------------------


def anything(chance: random.Random, game: Game) -> Action:
    """Any action, all equally likely."""
    legal = game.legal_actions
    return legal[chance.randrange(len(legal))]


def eager(chance: random.Random, game: Game) -> Action:
    """Passes only where there is nothing else, and likes rare things best."""
    if game.player == CHANCE:
        return anything(chance, game)
    others = [action for action in game.legal_actions if not isinstance(action, Pass)]
    rare = [action for action in others if isinstance(action, Choose)]
    return chance.choice((rare if chance.random() < 0.5 else []) or others or list(game.legal_actions))


def close(chance: random.Random, game: Game) -> Action:
    """Lays tiles where most neighbours are, so that much gets completed."""
    if game.about != "place":
        return anything(chance, game)
    table = game.table

    def around(action: Action) -> int:
        assert isinstance(action, Place)
        return sum((action.x + dx, action.y + dy) in table for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    placed = list(game.legal_actions)
    ranks = [around(action) if isinstance(action, Place) else 0 for action in placed]
    best = max(ranks)
    return chance.choice([action for action, rank in zip(placed, ranks, strict=True) if rank >= best - 1])


def closing(chance: random.Random, game: Game) -> Action:
    """Lays tiles where they leave fewest open ends, and stands on everything: completions, ties, empty supplies."""
    if game.about == "place":
        return _fewest_ends(chance, game)
    stands = [action for action in game.legal_actions if isinstance(action, Stand)]
    return chance.choice(stands) if stands and chance.random() < 0.8 else eager(chance, game)


def _fewest_ends(chance: random.Random, game: Game) -> Action:
    legal = list(game.legal_actions)
    some = legal if len(legal) <= 12 else chance.sample(legal, 12)
    gaps = {kind.name for kind in game.rules.definitions.features if kind.borders == "gaps"}
    return _with_fewest(chance, game, some, lambda edge: 1 + (edge not in gaps))


def awkward(chance: random.Random, game: Game) -> Action:
    """Draws what fits nowhere, and closes what takes whole sides, so that there is such a tile."""
    if game.about == "place":
        whole = {kind.name for kind in game.rules.definitions.features if kind.borders == "whole side"}
        return _with_fewest(chance, game, list(game.legal_actions), lambda edge: int(edge in whole))
    if game.about != "draw":
        return eager(chance, game)
    numbers, state = game.rules.tiles.numbers, game._state
    legal = list(game.legal_actions)
    useless = [each for each in legal if isinstance(each, Draw) and not state.placements(numbers[each.tile])]
    return chance.choice(useless or legal)


def joining(chance: random.Random, game: Game) -> Action:
    """Lays tiles so that features on which somebody stands become one, where it finds how; else it closes things."""
    if game.about != "place" or len(game.figures) < 2:
        return closing(chance, game)
    legal = list(game.legal_actions)
    some = legal if len(legal) <= MOST_TRIED else chance.sample(legal, MOST_TRIED)
    ranks = [_alone(game, action) for action in some]
    least = min(ranks)
    if least == max(ranks):
        return closing(chance, game)
    return chance.choice([action for action, rank in zip(some, ranks, strict=True) if rank == least])


def _alone(game: Game, action: Action) -> int:
    """How many features are occupied after an action, less the figures: -1 where two share one."""
    copy = game.copy()
    copy.push(action)
    state, figures = copy._state, copy.figures
    numbers = (state.segment_number(segment) for segment, _, _ in figures)
    return len({state.find(number) for number in numbers if number is not None}) - len(figures)


def shy(chance: random.Random, game: Game) -> Action:
    """Closes things and mostly keeps its figures: full supplies, and features that nobody gets anything for."""
    legal = game.legal_actions
    return Pass() if chance.random() < 0.8 and Pass() in legal else closing(chance, game)


def _with_fewest(chance: random.Random, game: Game, actions: list[Action], weigh: Callable[[str], int]) -> Action:
    """One of those placements that leave least open, where the sides of a tile weigh so much."""
    table = game.table
    edges = {tile.name: tile.edges for tile in game.rules.definitions.tiles}

    def open_sides(action: Action) -> int:
        if not isinstance(action, Place):
            return 0
        sides = enumerate(((0, -1), (1, 0), (0, 1), (-1, 0)))
        free = [side for side, (dx, dy) in sides if (action.x + dx, action.y + dy) not in table]
        return sum(weigh(edges[action.tile][(side - action.turned) % 4]) for side in free)

    ranks = [open_sides(action) for action in actions]
    least = min(ranks)
    return chance.choice([action for action, rank in zip(actions, ranks, strict=True) if rank == least])


POLICIES: Final[dict[str, Policy]] = {
    "anything": anything, "eager": eager, "close": close, "closing": closing, "awkward": awkward,
    "joining": joining, "shy": shy,
}  # fmt: skip
