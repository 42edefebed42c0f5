"""What happened in a game: typed records, with the reasons of every award."""

from __future__ import annotations

import attrs

from carcassonne.words.segments import Segment


@attrs.frozen
class Item:
    """One line of an award: `count` of something, worth `each`, making `points`, given by a rule.

    For things that are not so many at so much (a half, a minimum) `count` is 1 and `each` is the difference made.
    """

    what: str
    count: int
    each: int
    rule: str

    @property
    def points(self) -> int:
        return self.count * self.each

    def __str__(self) -> str:
        sign = f"{self.count} {self.what} × {self.each}" if self.count != 1 else f"{self.what} {self.each:+d}"
        return f"{sign} ({self.rule})" if self.rule else sign


@attrs.frozen
class Event:
    """Something that happened."""

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        """Which players may see it; None for everybody."""
        return None


@attrs.frozen
class Drawn(Event):
    """A tile was drawn and shown to all."""

    tile: str


@attrs.frozen
class Discarded(Event):
    """A drawn tile fitted nowhere and left the game."""

    tile: str
    rule: str


@attrs.frozen
class HandChanged(Event):
    """A tile came into a player's hand (then `count` is 1), or left it (-1).

    way: "drawn", "kept" or "passed on"; "to place", "put back", "removed" or "passed on".
    hidden: whether nobody else may see which tile it is.
    """

    player: int
    tile: str
    count: int
    way: str
    hidden: bool

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.player,) if self.hidden else None


@attrs.frozen
class PutBack(Event):
    """The drawn tile went back into its pile."""

    tile: str


@attrs.frozen
class Removed(Event):
    """A rule took a tile out of the game, from a hand or before it was placed."""

    tile: str


@attrs.frozen
class Placed(Event):
    """A tile was laid, turned clockwise by `turned` quarter turns."""

    player: int
    tile: str
    x: int
    y: int
    turned: int


@attrs.frozen
class Stood(Event):
    """A figure was put on a segment from its owner's supply. `player` is None for a figure of nobody's."""

    player: int | None
    figure: str
    segment: Segment


@attrs.frozen
class Moved(Event):
    """A figure went from one segment to another."""

    player: int | None
    figure: str
    origin: Segment
    segment: Segment


@attrs.frozen
class Returned(Event):
    """A figure went back from a segment to its owner's supply."""

    player: int | None
    figure: str
    segment: Segment


@attrs.frozen
class Completed(Event):
    """A feature was completed; `segment` is one of it."""

    segment: Segment


@attrs.frozen
class Award(Event):
    """Points for one player at one moment. `segment` is one of the feature, None for points of another source.

    final: whether it was given at the end of the game.
    """

    player: int
    segment: Segment | None
    items: tuple[Item, ...]
    final: bool

    @property
    def points(self) -> int:
        """The sum of the items."""
        return sum(item.points for item in self.items)

    def __str__(self) -> str:
        source = f" for {self.segment}" if self.segment else ""
        return f"{self.points} points{source}: " + ", ".join(map(str, self.items))


@attrs.frozen
class Chosen(Event):
    """A player chose something that a rule asked for."""

    player: int
    about: str
    value: str


@attrs.frozen
class TileChosen(Chosen):
    """A player chose a tile in hand; `value` is its name."""

    hidden: bool

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.player,) if self.hidden else None


@attrs.frozen
class TokenMoved(Event):
    """`count` tokens came to `holder`, or left it when negative.

    A holder is a player's index, the text of a cell or segment, or "the table".
    """

    token: str
    holder: int | str
    count: int


@attrs.frozen
class StoodBeside(Event):
    """A figure came to a space of the score track, or went home from it (then `space` is None)."""

    player: int | None
    figure: str
    space: int | None


@attrs.frozen
class Rolled(Event):
    """A die was thrown."""

    face: int


@attrs.frozen
class TurnedUp(Event):
    """A card of a stack was turned up."""

    stack: str
    card: int


@attrs.frozen
class Connected(Event):
    """Two segments of a tile were connected by something that lies there."""

    one: Segment
    other: Segment


@attrs.frozen
class Supplied(Event):
    """A player has got figures of a kind into the supply, or with a `count` below zero has lost some from it."""

    player: int
    figure: str
    count: int


@attrs.frozen
class PartAdded(Event):
    """The player will lay another tile in this turn."""

    player: int
    rule: str


@attrs.frozen
class TurnBegan(Event):
    """A player's turn began."""

    player: int


@attrs.frozen
class Ended(Event):
    """The game is over and everything is scored."""

    winners: tuple[int, ...]
