"""What can be done at a decision: frozen action values with a short text form that comes back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from carcassonne.errors import ActionSyntaxError
from carcassonne.words.segments import CELL, NAME, Segment, is_segment

CHANCE = -1
"""`game.player` while nobody but chance decides (drawing a tile, rolling a die)."""


class Action:
    """Any action. Actions of one decision sort in the order in which `legal_actions` lists them."""

    __slots__ = ()
    rank: ClassVar[int] = 0

    @property
    def key(self) -> tuple[Any, ...]:
        """What actions of one kind are sorted by."""
        return ()

    def __lt__(self, other: Action) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        if self.rank != other.rank:
            return self.rank < other.rank
        return self.key < other.key


def is_well_formed(action: object) -> bool:
    """Whether something is an action whose parts are of the right types."""
    texts: list[Any] = []
    numbers: list[Any] = []
    if isinstance(action, Draw):
        texts = [action.tile]
    elif isinstance(action, Place):
        texts, numbers = [action.tile], [action.x, action.y, action.turned]
    elif isinstance(action, Stand):
        if not is_segment(action.segment):
            return False
        texts = [action.figure]
    elif isinstance(action, Choose):
        texts = [action.about, action.value]
    elif not isinstance(action, Pass):
        return False
    return all(type(text) is str for text in texts) and all(type(number) is int for number in numbers)


@attrs.frozen(order=False)
class Pass(Action):
    """Do nothing at a decision that allows it."""

    def __str__(self) -> str:
        return "pass"


@attrs.frozen(order=False)
class Draw(Action):
    """Chance: this kind of tile is drawn."""

    tile: str
    rank: ClassVar[int] = 1

    @property
    def key(self) -> tuple[str]:
        return (self.tile,)

    def __str__(self) -> str:
        return f"draw {self.tile}"


@attrs.frozen(order=False)
class Place(Action):
    """Lay the drawn tile at `x`, `y`, turned clockwise by `turned` quarter turns."""

    tile: str
    x: int
    y: int
    turned: int = 0
    rank: ClassVar[int] = 2

    @property
    def key(self) -> tuple[int, int, int]:
        return (self.y, self.x, self.turned)

    def __str__(self) -> str:
        return f"place {self.tile} at {self.x},{self.y} turned {self.turned}"


@attrs.frozen(order=False)
class Stand(Action):
    """Put a figure of this kind from one's supply on a segment."""

    figure: str
    segment: Segment
    rank: ClassVar[int] = 3

    @property
    def key(self) -> tuple[tuple[int, int, str, int], str]:
        return (self.segment.key, self.figure)

    def __str__(self) -> str:
        return f"{self.figure} on {self.segment}"


@attrs.frozen(order=False)
class Choose(Action):
    """Choose `value` where the rule `about` asks: a figure on the table, a segment, a cell, a player, a word …"""

    about: str
    value: str
    order: tuple[Any, ...] = attrs.field(default=(), eq=False, repr=False)
    rank: ClassVar[int] = 4

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.about, self.order, self.value)

    def __str__(self) -> str:
        return f"{self.about}: {self.value}"


_DRAW = re.compile(r"draw (\S+)")
_PLACE = re.compile(rf"place (\S+) at {CELL}(?: turned ([0-3]))?")
_LONGEST = 1_000


def parse_action(text: str) -> Action:
    """The action that a text says; the inverse of `str`.

    Knows the form only, not whether the action is on offer. Raises ActionSyntaxError.

    >>> parse_action("place base/road-curve at 1,-2 turned 3")
    Place(tile='base/road-curve', x=1, y=-2, turned=3)
    """
    if not isinstance(text, str):
        raise ActionSyntaxError(repr(text), 1, "a text")
    line = " ".join(text.split()) if len(text) <= _LONGEST else text
    if len(line) > _LONGEST:
        raise ActionSyntaxError(text, _LONGEST, f"at most {_LONGEST} characters")
    if line == "pass":
        return Pass()
    if found := _DRAW.fullmatch(line):
        return Draw(found[1])
    if found := _PLACE.fullmatch(line):
        return Place(found[1], int(found[2]), int(found[3]), int(found[4] or 0))
    about, colon, value = line.partition(": ")
    if colon and about and value:
        return Choose(about, value)
    figure, on, place = line.rpartition(" on ")
    if on and figure:
        segment = Segment.parse(place)
        if segment is not None:
            return Stand(figure, segment)
    raise ActionSyntaxError(text, *_fault(text))


_WORD = re.compile(r"\S+")
_TILE = "a tile, as in 'SET/NAME'"
_CELL = "a cell, as in '1,-2'"
_AFTER: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "pass": (),
    "draw": ((_WORD, _TILE),),
    "place": (
        (_WORD, _TILE),
        (re.compile("at"), "'at' and a cell"),
        (re.compile(CELL), _CELL),
        (re.compile("turned"), "'turned' and a number, or nothing more"),
        (re.compile("[0-3]"), "a number of quarter turns from 0 to 3"),
    ),
    "on": (
        (re.compile(NAME), "a segment, as in 'KIND 2 at 1,-2'"),
        (re.compile(r"\d{1,3}"), "'at' and a cell, or the number of a segment"),
        (re.compile("at"), "'at' and a cell"),
        (re.compile(CELL), _CELL),
    ),
}
"""What comes after a word, in order, with how it is called."""


def _fault(text: str) -> tuple[int, str]:
    """Where a text that is no action goes wrong, as a column, and what is expected there."""
    words = [(found.start() + 1, found[0]) for found in _WORD.finditer(text)]
    end = len(text.rstrip()) + 1
    on = max((place for place, (_, word) in enumerate(words) if word == "on" and place), default=-1)
    if words and words[0][1] in ("pass", "draw", "place"):
        begin, kind = 0, words[0][1]
    elif on > 0:
        begin, kind = on, "on"
    elif words and words[-1][1].endswith(":"):
        return end, "what is chosen, as in 'RULE: CHOICE'"
    else:
        return (words[0][0] if words else 1), "'draw …', 'place … at …', '… on …', 'RULE: …' or 'pass'"
    rest = words[begin + 1 :]
    wanted = list(_AFTER[kind])
    if kind == "on" and len(rest) > 1 and rest[1][1] == "at":
        del wanted[1]
    for (column, word), (form, what) in zip(rest, wanted, strict=False):
        if not form.fullmatch(word):
            return column, what
    if len(rest) > len(wanted):
        return rest[len(wanted)][0], "nothing more"
    return end, wanted[len(rest)][1]
