"""What an expression is about: the subjects that its words may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    from carcassonne.words.play import Laid

ENDING: Final = "the game ends"
"""Noted among what rules have done in a turn: no part comes after the one that is played."""
GOING_ON: Final = "the game goes on"
"""Noted among what rules have done in a turn: another part or turn comes, though no tile is left to be drawn."""
SUBJECTS: Final = ("feature", "player", "placement", "marker", "points")


@attrs.define
class Scope:
    """The subjects at hand while an expression is worked out.

    feature: the number of a segment, standing for its feature. player: an index. placement: a tile at a cell, laid or
    about to be laid. marker: the number of a scoring figure of the player that has just advanced; cause: why it did.
    points: those so far, while an operation is applied to them.
    """

    feature: int = -1
    player: int = -1
    placement: Laid | None = None
    marker: int = -1
    cause: str = ""
    points: int = 0
