"""What happened and what stands where, in the words that scenarios use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.read.expectations import NOBODY
from carcassonne.words import events

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.words.segments import Segment


def player_text(player: int | None, game: Game) -> str:
    """The name of a player, or `nobody`."""
    return NOBODY if player is None else game.players[player]


def figure_text(player: int | None, kind: str, segment: Segment, game: Game) -> str:
    """A figure on the table: `blue FIGURE on KIND at 0,1`."""
    return f"{player_text(player, game)} {kind} on {segment}"


def award_text(award: events.Award, game: Game) -> str:
    """An award with its items: `blue 6 for KIND at 0,1 = 3 tiles × 2 (ID)`."""
    source = f" for {award.segment}" if award.segment else ""
    return f"{game.players[award.player]} {award.points}{source} = {', '.join(map(str, award.items))}"


def event_text(event: events.Event, game: Game) -> str:
    """An event in one line."""
    match event:
        case events.Drawn(tile):
            return f"draw {tile}"
        case events.Discarded(tile, rule):
            return f"discard {tile} ({rule})"
        case events.Placed(player, tile, x, y, turned):
            return f"{game.players[player]} places {tile} at {x},{y} turned {turned}"
        case events.Stood(player, figure, segment):
            return f"{figure_text(player, figure, segment, game)}"
        case events.Moved(player, figure, origin, segment):
            return f"{player_text(player, game)} {figure} from {origin} to {segment}"
        case events.Returned(player, figure, segment):
            return f"{player_text(player, game)} {figure} home from {segment}"
        case events.Completed(segment):
            return f"{segment} complete"
        case events.Award():
            return f"{game.players[event.player]} {event.points}" + (f" for {event.segment}" if event.segment else "")
        case events.Chosen(player, about, value):
            return f"{game.players[player]} chooses {about}: {value}"
        case events.TokenMoved(token, holder, count):
            whose = game.players[holder] if isinstance(holder, int) else holder
            return f"{count} {token} to {whose}" if count > 0 else f"{-count} {token} from {whose}"
        case events.PartAdded(player, rule):
            return f"another part for {game.players[player]}" + (f" ({rule})" if rule else "")
        case events.TurnBegan(player):
            return f"turn of {game.players[player]}"
        case events.Ended(winners):
            return f"end, won by {' and '.join(game.players[player] for player in winners)}"
        case _:
            return str(event)
