"""What an expression is about: the subjects that its words may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

if TYPE_CHECKING:
    from carcassonne.words.play import Laid

SUBJECTS: Final = ("feature", "player", "placement")


@attrs.define
class Scope:
    """The subjects at hand while an expression is worked out.

    feature: the number of a segment, standing for its feature. player: an index. placement: a tile at a cell, laid or
    about to be laid.
    """

    feature: int = -1
    player: int = -1
    placement: Laid | None = None
