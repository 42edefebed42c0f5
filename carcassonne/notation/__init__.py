"""Text and JSON forms of every value that come back: cells, segments, actions, positions, games, events.

Forms come in pairs: what `X_text` writes `parse_X` reads. All that is read may come from anybody: whatever it is, it
ends in a value or in `errors.RecordError` (`errors.ActionSyntaxError` for a single action).

>>> import carcassonne
>>> from carcassonne import notation
>>> game = carcassonne.load_rules("base").new_game(players=["Ann", "Bob"], seed=7)
>>> notation.parse_position(notation.position_text(game)) == game
True
"""

from __future__ import annotations

from carcassonne.notation.games import Record, game_text, parse_game
from carcassonne.notation.json_forms import (
    action_from_dict,
    action_to_dict,
    event_from_dict,
    event_to_dict,
    game_from_json,
    game_from_position,
    game_json,
)
from carcassonne.notation.places import cell_text, parse_cell, parse_segment, segment_text
from carcassonne.notation.positions import parse_position, position_text
from carcassonne.notation.reading import options_in, read_game
from carcassonne.notation.schemas import SCHEMAS, schema
from carcassonne.notation.setups import parse_setup, setup_text
from carcassonne.play.saved import position_to_dict
from carcassonne.words.actions import Action, parse_action

__all__ = [
    "SCHEMAS",
    "Record",
    "action_from_dict",
    "action_text",
    "action_to_dict",
    "cell_text",
    "event_from_dict",
    "event_to_dict",
    "game_from_json",
    "game_from_position",
    "game_json",
    "game_text",
    "options_in",
    "parse_action",
    "parse_cell",
    "parse_game",
    "parse_position",
    "parse_segment",
    "parse_setup",
    "position_text",
    "position_to_dict",
    "read_game",
    "schema",
    "segment_text",
    "setup_text",
]


def action_text(action: Action) -> str:
    """An action as text.

    >>> action_text(parse_action("draw set/tile"))
    'draw set/tile'
    """
    return str(action)
