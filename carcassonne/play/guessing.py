"""A game as one player may believe it to be: hidden hands, and what is still to be drawn, are drawn anew."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

from carcassonne.play.resume import game_from_position
from carcassonne.play.saved import position_to_dict

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.view import GameView


def guessed(seen: GameView, player: int, seed: int) -> Game:
    """The position of a game with every hidden hand and all draws to come dealt anew.

    Each tile is replaced by one of the pile that it came from; nobody who has seen the game from that seat can tell
    which of them is the real one.
    """
    game = cast("Game", seen)
    rules, saved = game.rules, position_to_dict(game)
    names, hands = rules.tiles.names, saved.get("hands", {})
    others = [name for name in hands if name != game.players[player] and not rules.open_hands]
    chance = Random(f"{seed}/{player}/{saved['fingerprint']}")
    pile_of = {names[tile]: pile for pile, tiles in enumerate(rules.pile_tiles) for tile in tiles}
    unseen: dict[int, list[str]] = {}
    for tile in (*(tile for name in others for tile in hands[name]), *_to_come(game, saved)):
        unseen.setdefault(pile_of[tile], []).append(tile)
    for tiles in unseen.values():
        chance.shuffle(tiles)

    def anew(tiles: list[str]) -> list[str]:
        return [unseen[pile_of[tile]].pop() for tile in tiles]

    if others:
        saved["hands"] = {name: anew(tiles) if name in others else tiles for name, tiles in hands.items()}
    if saved["draws"] is not None:
        saved["draws"] = anew(saved["draws"])
    left = dict.fromkeys(names, 0)
    for tile in (tile for tiles in unseen.values() for tile in tiles):
        left[tile] += 1
    return game_from_position(rules, {**saved, "stock": left, "seed": chance.getrandbits(64), "fingerprint": None})


def _to_come(game: Game, saved: dict[str, Any]) -> list[str]:
    """Every copy that can still be drawn."""
    stock = zip(game.rules.tiles.names, game._state.stock, strict=True)
    return [*(saved["draws"] or ()), *(name for name, count in stock for _ in range(count))]
