"""The ruleset that callers hold: compiled rules that begin games, load them, and read actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from carcassonne.compile.ruleset import Rules
from carcassonne.words.actions import Action, parse_action

if TYPE_CHECKING:  # what plays is imported when the first game begins: loading rules is quicker so
    from carcassonne.play.game import Game
    from carcassonne.play.setup import Setup
    from carcassonne.play.tiles import Tile


class Ruleset(Rules):
    """A set of rules in play: what `load_rules` returns.

    >>> import carcassonne
    >>> rules = carcassonne.load_rules("base", "river")
    >>> rules.new_game(players=["Ann", "Bob"], seed=1).player
    0
    """

    def new_game(
        self,
        players: int | Sequence[str] = 2,
        *,
        seed: int = 0,
        chance: str = "seeded",
        tiles: Sequence[str] | None = None,
        table: Setup | None = None,
    ) -> Game:
        """Start a game: see `carcassonne.Game`.

        players: how many, or their names. seed: settles all chance. chance: "seeded", or "explicit" to decide draws
        yourself while `game.player` is CHANCE. tiles: names in the order of their draws, which then are all tiles of
        the game. table: a `Setup` to begin from instead of the rules' own. Raises OptionError.
        """
        from carcassonne.play.game import Game

        return Game.new(self, players, seed=seed, chance=chance, tiles=tiles, table=table)

    def tile(self, name: str) -> Tile:
        """A kind of tile by its name; notebooks show its picture. Raises OptionError where there is none.

        >>> import carcassonne
        >>> print(carcassonne.load_rules("base").tile("base/city-cap"))
        ..CCC..
        .......
        .......
        """
        from carcassonne.play.tiles import Tile

        return Tile.of(self, name)

    def _repr_svg_(self) -> str | None:
        try:
            from carcassonne.draw import sheet

            return sheet(self, size=80).svg
        except ImportError:
            return None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the one line of `repr` where other values are shown part by part: in notebooks, and in failing tests."""
        printer.text(repr(self))

    def __copy__(self) -> Ruleset:
        """The same: rules never change."""
        return self

    def __deepcopy__(self, memo: Any) -> Ruleset:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("rules cannot be pickled: load them again with carcassonne.load_rules")

    def game_from_dict(self, saved: Mapping[str, Any]) -> Game:
        """The game that `Game.to_dict` saved. Raises RecordError."""
        from carcassonne.play.records import game_from_dict

        return game_from_dict(self, saved)

    def parse_action(self, text: str, game: Game | None = None) -> Action:
        """The action that a text says; raises ActionSyntaxError.

        With a game, a turn of a tile that looks the same as another becomes the one that `legal_actions` lists.
        """
        action = parse_action(text)
        return action if game is None else game.as_listed(action)
