"""What a game begins with, as frozen values: tracks, tokens, piles, and what happens before the first turn."""

from __future__ import annotations

import attrs

from carcassonne.errors import Where


@attrs.frozen
class Track:
    """A track that scoring figures go round, and how many spaces a lap has."""

    name: str
    spaces: int
    where: Where


@attrs.frozen
class Token:
    """A kind of token. `supply` is how many there are, None for as many as needed.

    each, table: how many every player and the table have when the game begins.
    """

    name: str
    supply: int | None
    where: Where
    each: int = 0
    table: int = 0
    glyph: str = ""
    colour: str = ""


@attrs.frozen
class Pile:
    """A pile of tiles, with the piles that are drawn from after it and before it."""

    name: str
    before: tuple[str, ...]
    where: Where
    after: tuple[str, ...] = ()


@attrs.frozen
class Setup:
    """Before the first turn: a tile to lay at 0,0 (`lay`), or a copy that leaves the game (`remove`).

    deal: how many tiles every player draws into the hand. give: a tile of which every player gets a copy in hand;
    no_more: whether the copies that are left then leave the game. is_open: whether everybody may see all hands.
    """

    name: str
    lay: str
    remove: str
    where: Where
    deal: int = 0
    give: str = ""
    no_more: bool = False
    is_open: bool = False
