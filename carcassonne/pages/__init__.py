"""Pages that show games: self-contained HTML, which works without a network; they need the extra `draw`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carcassonne.play.game import Game

__all__ = ["page_html"]


def page_html(game: Game, *, title: str = "", docs: str = "", comments: Mapping[int, str] | None = None) -> str:
    """A page of a game, finished or not: board, slider, score track, and the log with the reasons of every award.

    title: what stands at the top; without one it is who played. docs: where the documentation lies, an address or a
    path from the page: rule ids then lead there, and without it to what the rules say, which is on the page itself.
    comments: by the number of the action that they follow, 0 for those before the first; the log shows them as text.
    Raises OptionError for an address that is none, ImportError without the extra for pictures.

    >>> import carcassonne
    >>> game = carcassonne.load_rules("base").new_game(["Ann & Bob", "Eve"], seed=7)
    >>> "<h1>Ann &amp; Bob, Eve</h1>" in page_html(game)
    True
    """
    from carcassonne.draw import require
    from carcassonne.pages.writing import written

    require()
    return written(game, title=title, docs=docs, comments=comments or {})
