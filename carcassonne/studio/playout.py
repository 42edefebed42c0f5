"""A game that plays itself with the rules or the tiles of a file, one decision after the other."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

from carcassonne.bots import at_random
from carcassonne.compile.compiler import compile_rules
from carcassonne.draw import board_svg
from carcassonne.draw.catalogue import of_rules
from carcassonne.errors import CarcassonneError, DataError
from carcassonne.play.game import Game
from carcassonne.play.ruleset import Ruleset
from carcassonne.read.expansions import read_what_can_be
from carcassonne.report.events import event_lines
from carcassonne.studio.reading import TILES, Reading
from carcassonne.studio.shelf import Shelf

MOST_DECISIONS: Final = 5_000
MOST_LINES: Final = 1_000


class Playout:
    """A game between players that take any legal action; the seed settles draws and choices.

    own_only: draw only the tiles that the file itself lists. Raises CarcassonneError where the file cannot be played.
    """

    def __init__(self, file: Path, reading: Reading, *, players: int, seed: int, own_only: bool) -> None:
        self.rules = rules_of(file, reading)
        own = {card.name for sheet in reading.sheets for card in sheet.cards}
        self.has_others = bool(own) and any(
            count
            for name, count in zip(self.rules.tiles.names, self.rules.tiles.counts, strict=True)
            if name not in own
        )
        tiles = _own_order(self.rules, own, seed) if own_only and self.has_others else None
        self.game: Game = self.rules.new_game(players, seed=seed, tiles=tiles)
        self.rng = Random(seed)
        self.fault = ""

    @property
    def is_done(self) -> bool:
        """Whether nothing can follow."""
        return self.game.is_over or bool(self.fault)

    def go_on(self, decisions: int) -> None:
        """Take so many decisions, fewer where the game ends; what the rules cannot carry out is kept in `fault`."""
        for _ in range(decisions):
            if self.is_done:
                return
            if len(self.game) >= MOST_DECISIONS:
                self.fault = (
                    f"After {MOST_DECISIONS} decisions the game is not over: its rules may go round without end."
                )
                return
            try:
                self.game.push(at_random(self.game, self.rng))
            except CarcassonneError as error:
                self.fault = str(error)

    def facts(self, *, since: int, dark: bool) -> dict[str, Any]:
        """The position as it is shown, and what happened from event number `since` on."""
        game = self.game
        colours = of_rules(self.rules, dark=dark).looks.players(game.players)
        return {
            "board": board_svg(game, dark=dark),
            "players": [
                {
                    "name": name,
                    "score": game.scores[number],
                    "colour": colours[number].fill,
                    "ink": colours[number].ink,
                    "supply": game.supply(number),
                    "wins": number in game.winners,
                }
                for number, name in enumerate(game.players)
            ],
            "player": -1 if game.is_over else game.player,
            "about": game.about,
            "drawn": game.drawn_tile or "",
            "left": game.tiles_left,
            "decisions": len(game),
            "events": len(game.events),
            "log": event_lines(game.events[max(since, len(game.events) - MOST_LINES) :], game.players),
            "over": game.is_over,
            "fault": self.fault,
        }


def rules_of(file: Path, reading: Reading) -> Ruleset:
    """The rules of a module, or those that tiles use with the tiles put in play. Raises CarcassonneError."""
    shelf, path = Shelf(), file
    if reading.kind == TILES:
        path = shelf.with_tiles(file, reading.sheets[0].name, reading.sheets[0].uses)
    definitions, problems = read_what_can_be([path], dict(reading.choices), search=shelf)
    if definitions is None:
        raise DataError(problems)
    return compile_rules(definitions, Ruleset, problems)


def _own_order(rules: Ruleset, own: set[str], seed: int) -> list[str]:
    """The tiles of some names in an order of draws: pile after pile, each shuffled."""
    left = list(rules.tiles.counts)
    for tile in (*rules.start, *rules.removed):
        left[tile] = max(0, left[tile] - 1)
    rng = Random(seed)
    order: list[str] = []
    for pile in rules.pile_tiles:
        tiles = [rules.tiles.names[tile] for tile in pile for _ in range(left[tile])]
        mine = [name for name in tiles if name in own]
        rng.shuffle(mine)
        order += mine
    return order
