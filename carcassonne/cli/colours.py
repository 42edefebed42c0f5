"""Colours of the text board on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from rich.color import ANSI_COLOR_NAMES
from rich.text import Text

from carcassonne.play.game import Game
from carcassonne.report.board import board_of
from carcassonne.words.actions import Action

_KINDS = ("orange3", "white", "magenta", "bright_blue", "yellow", "cyan", "bright_green", "plum2")
_NAMED = {
    "red": "red3",
    "orange": "dark_orange",
    "yellow": "yellow3",
    "green": "green3",
    "teal": "dark_cyan",
    "blue": "royal_blue1",
    "purple": "medium_purple",
    "pink": "hot_pink",
    "brown": "orange4",
    "grey": "grey62",
}
_PLAYERS = ("bright_blue", "bright_red", "bright_green", "bright_yellow", "bright_black", "bright_magenta")
_FIXED = {"label": "dim", "open": "dim", "symbol": "bold", "choice": "bold reverse", "nobody": "bold reverse"}


def coloured_board(game: Game, choices: Sequence[Action], width: int) -> Text:
    """The board with a colour for every kind of feature and every player."""
    styles = styles_of(game)
    text = Text(no_wrap=True)
    for number, row in enumerate(board_of(game, choices, width=width).rows):
        text.append("\n" if number else "")
        wide = max((at for at, (character, _) in enumerate(row, 1) if character != " "), default=0)
        for name, cells in groupby(row[:wide], key=lambda cell: cell[1]):
            text.append("".join(character for character, _ in cells), styles.get(name))
    return text


def styles_of(game: Game) -> Mapping[str, str]:
    """A style for everything that a board shows; players who are called by a colour have it."""
    kinds = game.rules.kinds.kinds
    solid = [kind.name for kind in kinds if kind.borders != "gaps"]
    styles = {kind.name: "dim green" for kind in kinds if kind.borders == "gaps"}
    styles |= {name: _KINDS[number % len(_KINDS)] for number, name in enumerate(solid)}
    styles |= {kind.name: _NAMED[kind.colour] for kind in kinds if kind.colour}
    named = [f"bright_{name}" for name in game.players]
    left = iter([colour for colour in _PLAYERS if colour not in named])
    for player, colour in enumerate(named):
        colour = colour if colour in ANSI_COLOR_NAMES else next(left)
        styles[f"player {player}"] = f"bold reverse {colour}"
    return styles | _FIXED
