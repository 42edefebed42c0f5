"""The word that our rules need and the language does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.language.registry import quantity

if TYPE_CHECKING:
    from carcassonne.words.play import Play


@quantity("built round tiles", needs=("feature",), grows=True)
def built_round_tiles(play: Play, feature: int) -> int:
    """Tiles of the feature that have a neighbour on all four sides; what the neighbours show does not matter."""
    cells = {play.cells[member] for member in play.members(feature)}
    return sum(all(play.beyond(cell, side) in play.board for side in range(4)) for cell in cells)
