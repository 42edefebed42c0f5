"""The coloured board is the plain one with colours."""

from __future__ import annotations

import carcassonne
from carcassonne.cli.colours import coloured_board, styles_of
from carcassonne.report.board import board_of


def test_colours_change_no_character() -> None:
    game = carcassonne.load_rules("base", "river").new_game(["red", "Ada"], seed=3)
    for _ in range(30):
        game.push(game.legal_actions[-1])
    for width in (40, 400):
        text = coloured_board(game, game.legal_actions, width)
        assert board_of(game, game.legal_actions, width=width).text == text.plain
        assert text.spans


def test_everybody_and_everything_has_a_style() -> None:
    game = carcassonne.load_rules("base", "river").new_game(["red", "Ada"])
    styles = styles_of(game)
    assert "bold reverse bright_red" == styles["player 0"]
    assert {"city", "road", "field", "river", "cloister", "player 1", "open", "choice", "label"} <= set(styles)
    assert styles["player 0"] != styles["player 1"]
