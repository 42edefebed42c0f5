"""From a file to what a person who writes it wants to see: its tiles, and every finding beside what it is about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import time_ns
from typing import Final

import attrs

from carcassonne.checking.findings import findings_of, sets_named
from carcassonne.errors import OptionError, Problem, Where
from carcassonne.read.definitions import Definitions
from carcassonne.read.drawings import Drawing
from carcassonne.read.expansions import read_drawn_tiles
from carcassonne.read.modules import HEADS, Library
from carcassonne.read.source import Node, read_text
from carcassonne.read.tiles import Vocabulary
from carcassonne.studio.choices import Choices, Choosing, choosing, options_of_tiles, rules_read
from carcassonne.studio.shelf import Shelf, Stamp, stamp_of

TILES: Final = "tiles"
_TICK: Final = 1_000_000_000
"""A file that was saved so many nanoseconds before it was read may be saved again without a later time of change."""


@attrs.frozen
class Card:
    """A tile as it stands in a file.

    drawing: what is drawn, None where the tile is at fault. text: its lines, as written. findings: those about it.
    """

    name: str
    count: int
    pile: str
    line: int
    text: str
    drawing: Drawing | None
    findings: tuple[Problem, ...]


@attrs.frozen
class Sheet:
    """The tiles of one set with the words that they are drawn with."""

    name: str
    edition: str
    file: str
    uses: tuple[str, ...]
    cards: tuple[Card, ...]
    words: Vocabulary

    @property
    def count(self) -> int:
        """How many tiles there are, copies counted."""
        return sum(card.count for card in self.cards)


@attrs.frozen
class Reading:
    """What a file says at one moment.

    kind: its first key, such as "tiles". general: the findings that are about no tile. sets: the names of all sets
    that the file names, whether they can be shown or not. choosing: the options, None where they cannot be read now.
    tile_options: the names of those that change what is shown. stamps: every file that was read, as it was before.
    folder: that of the file, where a file that is missing may come to be. at: when it was read.
    """

    kind: str
    title: str
    findings: tuple[Problem, ...]
    general: tuple[Problem, ...]
    sheets: tuple[Sheet, ...]
    sets: tuple[str, ...]
    choosing: Choosing | None
    tile_options: tuple[str, ...]
    stamps: Mapping[Path, Stamp]
    folder: tuple[Path, Stamp] = attrs.field(eq=False)
    at: int = attrs.field(eq=False)

    @property
    def faults(self) -> int:
        """How many findings are no warnings."""
        return sum(not finding.is_warning for finding in self.findings)

    @property
    def choices(self) -> Choices:
        """The choices with which it was read."""
        return () if self.choosing is None else self.choosing.choices

    @property
    def dropped(self) -> tuple[tuple[str, str], ...]:
        """The choices that cannot be made any more; none while the file has faults, which may be the reason."""
        return () if self.choosing is None or self.faults else self.choosing.dropped

    @property
    def is_changed(self) -> bool:
        """Whether a file that was read has changed since."""
        looked_at = [*self.stamps.items(), self.folder] if self.faults else self.stamps.items()
        return any(stamp_of(file) != stamp for file, stamp in looked_at)

    @property
    def is_old(self) -> bool:
        """Whether to read again: a file has changed, or was so new that it may have without a sign of it."""
        return self.is_changed or any(0 <= self.at - changed < _TICK for changed, *_ in self.stamps.values())


def read(file: Path, choices: Choices = ()) -> Reading:
    """Read a file as it is now, with the choices that can be made.

    >>> from carcassonne.shipped import data_folder
    >>> reading = read(data_folder() / "tiles" / "base-1.yaml")
    >>> reading.kind, reading.sheets[0].count, reading.findings
    ('tiles', 72, ())
    """
    at, before, folder = time_ns(), stamp_of(file), (file.parent, stamp_of(file.parent))
    shelf = Shelf()
    findings = tuple(findings_of(file, shelf))
    node = shelf.tree(file, shelf.shown(file), [])
    keys = node.value if node is not None and isinstance(node.value, Mapping) else {}
    kind = next(iter(keys), "")
    sheets: tuple[Sheet, ...] = ()
    sets: tuple[str, ...] = ()
    made: Choosing | None = None
    if node is not None and kind == TILES:
        sheets = (_sheet(node, shelf, None, findings),)
        sets = (sheets[0].name,)
        made = _choosing_for_tiles(file, sheets[0], choices, shelf)
    elif node is not None and kind in HEADS:
        sets = tuple(dict.fromkeys(name for name, _ in sets_named(node)))
        rules = rules_read(file, (), shelf)
        made = None if rules is None else choosing(rules, choices)
        if made is not None and made.choices:
            rules = rules_read(file, made.choices, shelf)
        sheets = tuple(_sheets_of_module(rules, shelf, sets, findings))
    beside = {finding for sheet in sheets for card in sheet.cards for finding in card.findings}
    return Reading(
        kind=kind,
        title=str(keys["title"].value) if "title" in keys else "",
        findings=findings,
        general=tuple(finding for finding in findings if finding not in beside),
        sheets=sheets,
        sets=sets,
        choosing=made,
        tile_options=() if made is None or kind == TILES else options_of_tiles(made.options, sets),
        stamps=shelf.stamps | {file: before},
        folder=folder,
        at=at,
    )


def _choosing_for_tiles(file: Path, sheet: Sheet, choices: Choices, shelf: Shelf) -> Choosing | None:
    """The options of the modules that tiles use."""
    try:
        rules = rules_read(shelf.with_tiles(file, sheet.name, sheet.uses), (), shelf)
    except OptionError:
        return None
    return None if rules is None else choosing(rules, choices)


def _sheets_of_module(
    rules: Definitions | None, library: Library, sets: Sequence[str], findings: Sequence[Problem]
) -> Iterable[Sheet]:
    """The sets that a module itself names, as its rules have them."""
    for tile_set in () if rules is None else rules.tile_sets:
        node = read_text(tile_set.where.text, tile_set.where.file, [])
        if node is not None and (tile_set.name in sets or not tile_set.name):
            yield _sheet(node, library, rules, findings, changed=tile_set.drawings)


def _sheet(
    node: Node,
    library: Library,
    play: Definitions | None,
    findings: Iterable[Problem],
    *,
    changed: Iterable[Drawing] = (),
) -> Sheet:
    """A set as a file has it. changed: the drawings as the rules have changed them."""
    own: list[Problem] = []
    tile_set, words = read_drawn_tiles(node, library, own, play=play)
    lines = node.where.text.splitlines()
    here = [finding for finding in findings if finding.where.file == node.where.file]
    starts = [_place(drawing.where) for drawing in tile_set.drawings]
    borders = [*starts, _end(node, (len(lines) + 1, 1))]
    faults, about = _by_tile(own, borders), _by_tile(here, borders)
    in_play = {drawing.name: drawing for drawing in changed}
    cards = []
    for number, drawing in enumerate(tile_set.drawings):
        said = about.get(number) or faults.get(number, [])
        sound = None if number in faults else in_play.get(drawing.name, drawing)
        text = _written(lines, borders[number], borders[number + 1])
        cards.append(Card(drawing.name, drawing.count, drawing.pile, borders[number][0], text, sound, tuple(said)))
    return Sheet(tile_set.name, tile_set.edition, node.where.file, tile_set.uses, tuple(cards), words)


def _place(where: Where) -> tuple[int, int]:
    return where.line, where.column


def _by_tile(problems: Iterable[Problem], borders: Sequence[tuple[int, int]]) -> dict[int, list[Problem]]:
    """Problems by the number of the tile in which they are: a tile ends where the next begins."""
    found: dict[int, list[Problem]] = {}
    for problem in problems:
        number = bisect_right(borders, _place(problem.where)) - 1
        if 0 <= number < len(borders) - 1:
            found.setdefault(number, []).append(problem)
    return found


def _written(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """What stands from one place to another."""
    found = list(lines[start[0] - 1 : end[0]])
    if found and len(found) == end[0] - start[0] + 1:
        found[-1] = found[-1][: end[1] - 1]
    if found:
        found[0] = found[0][start[1] - 1 :]
    return "\n".join(found)


def _end(node: Node, last: tuple[int, int]) -> tuple[int, int]:
    """Where the key after the tiles stands, or the end of the file."""
    if "set" not in node.key_where:
        return last
    begin = _place(node.key_where["set"])
    later = [_place(where) for key, where in node.key_where.items() if key != "set"]
    return min((place for place in later if place > begin), default=last)
