"""Faults of undo, of copies and of saving: what is forgotten on the way back, shared, or not written down."""

from __future__ import annotations

from typing import Any

from planted.fault import planted

from carcassonne.play import records
from carcassonne.play.game import Game
from carcassonne.play.position import Position
from carcassonne.play.saved import _Writer
from carcassonne.play.state import State
from carcassonne.play.stock import Stock
from carcassonne.play.table import Table
from carcassonne.words.actions import Place

# Undo --------------------------------------------------------------------------------------------


@planted(Position, "restore", found_by="undo, questions, legality, way back, copy")
def undo_forgets_the_points(restore: Any, state: Any, mark: Any) -> None:
    """Taking back leaves the points of the first player."""
    points = state.totals[0]
    restore(state, mark)
    state.totals[0] = points


@planted(Position, "send_home", found_by="undo, questions, copy, way back")
def undo_forgets_the_supply(send_home: Any, state: Any, piece: int, segment: int) -> None:
    """A figure that comes home is not noted in the journal."""
    state.lift(piece, segment)
    state.supply[piece] += 1
    state.events.append(("returned", piece, segment))


@planted(Table, "put", found_by="undo, copy, way back, no crash")
def undo_forgets_a_follower(put: Any, table: Any, piece: int, segment: int) -> None:
    """Who stands on a segment is written beside the journal."""
    put(table, piece, segment)
    there = table.standing[segment]
    entries = table.journal.entries
    entries[:] = [entry for entry in entries if entry[:2] != (11, segment)]
    assert there == table.standing[segment]


@planted(State, "leave_track", rules="robbers", found_by="undo, copy, way back, questions, no crash", games=12, size=14)
def undo_forgets_the_track(leave_track: Any, state: Any, piece: int) -> None:
    """A robber who leaves the score track is not put back."""
    del state.track[piece]
    state.supply[piece] += 1
    state.events.append(("beside", piece, None))


@planted(Position, "add_tokens", rules="goldmines", found_by="undo, copy, way back", size=8)
def undo_forgets_a_token(add_tokens: Any, state: Any, token: int, holder: Any, count: int) -> None:
    """Ingots stay where they are when the tile is taken back."""
    there = state.tokens.get((token, holder), 0) + count
    state.tokens[token, holder] = there
    if not there:
        del state.tokens[token, holder]


@planted(Stock, "take_tile", found_by="undo, copy, way back", first=3, games=2)
def undo_forgets_the_stock(take_tile: Any, stock: Any, tile: int) -> None:
    """A drawn tile that is taken back is not in the stock again."""
    if stock.fixed is None:
        stock.stock[tile] -= 1
    else:
        take_tile(stock, tile)


@planted(Position, "restore", found_by="undo, copy, questions")
def undo_keeps_the_log(restore: Any, state: Any, mark: Any) -> None:
    """What was taken back still stands in the list of events."""
    events = state.events[:]
    restore(state, mark)
    state.events[:] = events


@planted(Position, "restore", found_by="undo, copy, questions, way back")
def undo_keeps_whose_turn_it_is(restore: Any, state: Any, mark: Any) -> None:
    """The turn does not go back to the player before."""
    active = state.active
    restore(state, mark)
    state.active = active


@planted(Table, "back", found_by="undo, copy, way back, questions, no crash")
def undo_forgets_open_places(back: Any, table: Any, entries: int, segments: int) -> None:
    """Where tiles can be laid is not put back with the tile."""
    groups = {demand: dict(group) for demand, group in table.groups.items()}
    back(table, entries, segments)
    table.groups.clear()
    table.groups.update(groups)


@planted(Table, "join", found_by="undo, copy, no crash, way back", size=15)
def undo_forgets_a_join(join: Any, table: Any, a: int, b: int, ends: int) -> None:
    """What two joined features count together is not parted again."""
    length = len(table.journal.entries)
    join(table, a, b, ends)
    entries = table.journal.entries
    entries[length:] = [entry for entry in entries[length:] if entry[0] != 2]


@planted(
    Position, "restore", rules="traders-and-builders", found_by="undo, copy, way back, questions", games=12, size=12
)
def undo_keeps_the_builders_part(restore: Any, state: Any, mark: Any) -> None:
    """The second part that a builder has earned is kept when its tile is taken back."""
    parts = state.parts
    restore(state, mark)
    state.parts = parts


# Copies ------------------------------------------------------------------------------------------


@planted(Position, "copy", found_by="copy, save and load, figures")
def copy_shares_the_supply(copy: Any, state: Any) -> Any:
    """A copy and its game take figures from one supply."""
    other = copy(state)
    other.supply = other.columns[13] = other.journal.columns[13] = state.supply
    return other


@planted(Position, "copy", rules="goldmines", found_by="copy, save and load, positions", size=8)
def copy_shares_the_tokens(copy: Any, state: Any) -> Any:
    """Ingots that a copy moves are moved in its game, too."""
    other = copy(state)
    other.tokens = other.columns[16] = other.journal.columns[16] = state.tokens
    return other


@planted(Position, "copy", found_by="copy")
def copy_shares_the_open_places(copy: Any, state: Any) -> Any:
    """A tile laid on a copy closes the place in its game, too."""
    other = copy(state)
    other.groups = state.groups
    return other


@planted(Position, "copy", found_by="copy, awards, noticed")
def copy_shares_the_log(copy: Any, state: Any) -> Any:
    """What happens on a copy is told in its game."""
    other = copy(state)
    other.events = state.events
    return other


@planted(Position, "copy", rules="traders-and-builders", found_by="copy, undo, questions", games=12, size=12)
def copy_forgets_what_waits(copy: Any, state: Any) -> Any:
    """A copy does not know of the second part of a turn."""
    other = copy(state)
    other.parts = ()
    return other


# Saving ------------------------------------------------------------------------------------------


@planted(_Writer, "pairs", rules="ferries", found_by="positions", games=20, size=8)
def saving_loses_the_ferries(pairs: Any, writer: Any) -> list[Any]:
    """A saved position does not say how ferries lie."""
    return []


@planted(_Writer, "tokens", rules="goldmines", found_by="positions", games=20, size=8)
def saving_loses_a_token(tokens: Any, writer: Any) -> Any:
    """A saved position has one holder of tokens less."""
    return tokens(writer)[:-1]


@planted(_Writer, "agenda", found_by="positions", rules="messages", games=20)
def saving_loses_the_agenda(agenda: Any, writer: Any) -> Any:
    """A saved position knows the step that asks, but not what goes on after it."""
    return agenda(writer)[-1:]


@planted(records, "game_to_dict", found_by="save and load", games=12)
def saving_loses_the_order_of_draws(game_to_dict: Any, game: Game) -> dict[str, Any]:
    """A record of a game with a fixed order of tiles does not say the order."""
    return {**game_to_dict(game), "tiles": None}


@planted(records, "game_to_dict", found_by="save and load")
def saving_loses_the_last_action(game_to_dict: Any, game: Game) -> dict[str, Any]:
    """A record is one action behind."""
    saved = game_to_dict(game)
    return {**saved, "actions": saved["actions"][:-1], "fingerprint": None, "scores": None}


@planted(Place, "__str__", found_by="texts, decisions, legality")
def a_text_loses_the_turn(text: Any, action: Place) -> str:
    """The text of a placement does not say how the tile is turned."""
    return f"place {action.tile} at {action.x},{action.y}"
