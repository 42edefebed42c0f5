"""Which games the battery plays, and how its players choose: so that what is rare happens often."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.words.actions import CHANCE, Action, Choose, Pass, Place, Stand

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

Policy = Callable[[random.Random, "Game"], Action]


@attrs.frozen
class Setting:
    """What settles a game but for its moves. tiles: the draws in order, None for the stock of the rules."""

    players: int
    policy: str
    tiles: tuple[str, ...] | None


def setting_of(rules: Ruleset, seed: int, number: int) -> Setting:
    """The game of a number: two of three are short, so that ends, beginnings and large tables come equally."""
    chance = random.Random(f"setting/{seed}/{number}")
    players = chance.choice((2, 2, 3, 2, 4, 1, 5, 6))
    policy = chance.choice(tuple(POLICIES))
    return Setting(players, policy, short_stock(rules, chance) if number % 3 else None)


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
    table, definitions = game.table, game.rules.definitions
    edges = {tile.name: tile.edges for tile in definitions.tiles}
    gaps = {kind.name for kind in definitions.features if kind.borders == "gaps"}

    def open_sides(action: Action) -> int:
        if not isinstance(action, Place):
            return 0
        free = 0
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            beside = (action.x + dx, action.y + dy) in table
            free += 0 if beside else 1 + (edges[action.tile][(side - action.turned) % 4] not in gaps)
        return free

    ranks = [open_sides(action) for action in some]
    least = min(ranks)
    return chance.choice([action for action, rank in zip(some, ranks, strict=True) if rank == least])


POLICIES: Final[dict[str, Policy]] = {
    "anything": anything, "eager": eager, "close": close, "closing": closing,
}  # fmt: skip
