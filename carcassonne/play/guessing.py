"""A game as one player may believe it to be: hidden hands, and what is still to be drawn, are drawn anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from carcassonne.errors import RecordError
from carcassonne.language.verbs.deeds import DECLINED, ChooseStep
from carcassonne.play.resume import game_from_position
from carcassonne.play.saved import position_to_dict

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.view import GameView
    from carcassonne.words.play import HandTile

MOST_DEALS: Final = 60


def guessed(seen: GameView, player: int, seed: int) -> Game:
    """The position of a game with every hidden hand and all draws to come dealt anew.

    Each tile is replaced by one of the pile that it came from; nobody who sees this moment from that seat can tell
    which of them is the real one. A deal of which nobody could be asked what is asked now is dealt again, as is one
    that offers the player something else. Where none is found that fits, the tiles among which somebody chooses stay
    where they are, and at last all hands do.
    """
    game = cast("Game", seen)
    hands = game._state.hands
    hidden = () if game.rules.open_hands or game.is_over else tuple(owner for owner in hands if owner != player)
    chance = Random(f"{seed}/{player}/{game.fingerprint}")
    listed = _listed(game)
    in_sight = listed if game.player == player else ()
    for kept in (in_sight,) * MOST_DEALS + (listed,) * MOST_DEALS if hidden else ():
        try:
            guess = _dealt(game, hidden, kept, chance)
        except RecordError:  # nobody has anything to decide there
            continue
        if game.player != player or guess.legal_actions == game.legal_actions:
            return guess
    return _dealt(game, (), (), chance)


def _listed(game: Game) -> tuple[HandTile, ...]:
    """The tiles in hand among which somebody chooses now."""
    step = game._step
    if not isinstance(step, ChooseStep) or step.chooser.binds_type != "tile":
        return ()
    return tuple(code for code in game.legal_actions.codes if code != DECLINED)


def _dealt(game: Game, hidden: Sequence[int], kept: Collection[HandTile], chance: Random) -> Game:
    """The game with some players' hands, and all draws to come, dealt anew; of what is kept a copy stays in hand."""
    rules, held = game.rules, game._state.hands
    names, saved = rules.tiles.names, position_to_dict(game)
    pile_of = {tile: pile for pile, tiles in enumerate(rules.pile_tiles) for tile in tiles}
    dealt = [(owner, tile) for owner in hidden for tile in _without(held[owner], owner, kept)]
    draws = [rules.tiles.numbers[name] for name in saved["draws"] or ()]
    stock = [tile for tile, count in enumerate(game._state.stock) for _ in range(count)]
    unseen: dict[int, list[int]] = {}
    for tile in (*(tile for _, tile in dealt), *draws, *stock):
        unseen.setdefault(pile_of[tile], []).append(tile)
    for tiles in unseen.values():
        chance.shuffle(tiles)
    hands = {owner: list(tiles) for owner, tiles in held.items()}
    instead: dict[HandTile, int] = {}
    for owner, tile in dealt:
        hands[owner].remove(tile)
    for owner, tile in dealt:
        new = unseen[pile_of[tile]].pop()
        hands[owner].append(new)
        instead.setdefault((owner, tile), new)
    if hands:
        saved["hands"] = {game.players[owner]: [names[tile] for tile in tiles] for owner, tiles in hands.items()}
    if saved["draws"] is not None:
        saved["draws"] = [names[unseen[pile_of[tile]].pop()] for tile in draws]
    left = dict.fromkeys(names, 0)
    for tile in (tile for tiles in unseen.values() for tile in tiles):
        left[names[tile]] += 1
    _rebind(game, saved, {tile: new for tile, new in instead.items() if tile not in kept})
    return game_from_position(rules, {**saved, "stock": left, "seed": chance.getrandbits(64), "fingerprint": None})


def _without(held: Sequence[int], owner: int, kept: Collection[HandTile]) -> list[int]:
    """The tiles of a hand less a copy of each that is kept."""
    return [tile for at, tile in enumerate(held) if (owner, tile) not in kept or tile in held[:at]]


def _rebind(game: Game, saved: dict[str, Any], instead: Mapping[HandTile, int]) -> None:
    """Let the names that steps have given to tiles stand for what was dealt in their place."""
    state = game._state
    frames = (*state.stack, (state.block, state.at, state.bound))
    for (block, at, _), (_, _, bound) in zip(frames, saved["agenda"], strict=True):
        steps = state.rules.blocks[block]
        for name, sort in steps[min(at, len(steps) - 1)].at_hand.items():
            if sort == "tile" and name in bound:
                owner, tile = bound[name]
                bound[name] = [owner, instead.get((owner, tile), tile)]
