"""What laws ask besides: the worth of a feature in both its states, and how a turn goes on.

A function is called with the state of the game, then with the subjects it needs, then with its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.registry import quantity
from carcassonne.words.lines import total

if TYPE_CHECKING:
    from carcassonne.words.play import Play


@quantity("finished worth", needs=("feature", "player"), asks_scores=True)
def finished_worth(play: Play, feature: int, player: int) -> int:
    """Points that the feature as it is now would give the player alone for the majority if it were complete."""
    return total(play.lines_if(feature, player, complete=True))


@quantity("unfinished worth", needs=("feature", "player"), asks_scores=True)
def unfinished_worth(play: Play, feature: int, player: int) -> int:
    """Points that the feature as it is now would give the player alone for the majority, were it unfinished."""
    return total(play.lines_if(feature, player, complete=False))


@quantity("parts waiting")
def parts_waiting(play: Play) -> int:
    """How many more parts the active player will play in this turn, besides the one that goes on."""
    return len(play.parts)


@quantity("figures in supply", needs=("player",))
def figures_in_supply(play: Play, player: int) -> int:
    """All figures in the player's supply, of whatever kind; those that count points are on the track."""
    figures = enumerate(play.rules.figures)
    return sum(play.supply[play.piece(kind, player)] for kind, figure in figures if not figure.track)
