"""What the page asks: how a file looks now, and a table to watch. It reads again whatever was saved since."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final

import attrs

from carcassonne.checking.codes import catalogue
from carcassonne.errors import CarcassonneError, DataError, Problem
from carcassonne.read.modules import HEADS
from carcassonne.read.source import SUFFIXES
from carcassonne.studio.album import Album, Facts, legend
from carcassonne.studio.choices import Choices
from carcassonne.studio.playout import Playout
from carcassonne.studio.reading import TILES, Card, Reading, Sheet, read

MOST_FILES: Final = 200
MOST_LOOKED_AT: Final = 5_000
MOST_TILES: Final = 400
MOST_DRAWN: Final = 100
MOST_TABLES: Final = 8
MOST_READINGS: Final = 4
MOST_STEPS: Final = 50
PLAYERS: Final = range(1, 7)
NOTHING: Final = "Nothing can be played: expected tiles, an expansion or a variant."
HAS_FAULTS: Final = "The file has faults."
ASIDE_SECONDS: Final = 0.2
"""So long other files of a folder are looked at while the page asks for one."""


@attrs.define
class _Entry:
    """A file that the page may show.

    readings: as it was read with some choices, the latest last. sound: its tiles as they were when nothing was wrong
    with them.
    """

    number: int
    file: Path
    name: str
    readings: dict[Choices, Reading] = attrs.field(factory=dict)
    sound: dict[tuple[str, str], tuple[Sheet, Card]] = attrs.field(factory=dict)

    @property
    def reading(self) -> Reading | None:
        """How it was read last."""
        return next(reversed(self.readings.values()), None)

    def keep(self, choices: Choices, reading: Reading) -> bool:
        """Keep a reading; tells whether it says anything that the one before did not."""
        is_new = self.readings.pop(choices, None) != reading
        self.readings[choices] = reading
        while len(self.readings) > MOST_READINGS:
            del self.readings[next(iter(self.readings))]
        self.remember(reading)
        return is_new

    def remember(self, reading: Reading) -> None:
        """Keep the tiles that are sound now, and of those that are at fault how they were; forget what is gone."""
        now = {(sheet.name, card.name): (sheet, card) for sheet in reading.sheets for card in sheet.cards}
        there = {sheet.name for sheet in reading.sheets if sheet.cards}
        kept = {key: pair for key, pair in self.sound.items() if key in now or key[0] not in there}
        self.sound = kept | {key: pair for key, pair in now.items() if pair[1].drawing}


class Workbench:
    """A file or a folder, as the page sees it. Everything is done by one request at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.album = Album()
        self.entries: dict[int, _Entry] = {}
        self.known: dict[Path, _Entry] = {}
        self.tables: dict[int, tuple[Playout, Reading]] = {}
        self.numbers = count(1)
        self.version = 0
        self.begun = 0
        self.lock = Lock()

    # Files -----------------------------------------------------------------------------------

    def view(self, number: int, *, known: int, dark: bool, choices: Choices = ()) -> Facts | None:
        """How a file looks, with all files there are; None where nothing has changed since version `known`.

        choices: options of the file with their values; those that cannot be made are left out, and told.
        """
        with self.lock:
            self._list_files()
            entry = self.entries.get(number) or next(iter(self.entries.values()), None)
            if entry is not None:
                self._refresh(entry, choices)
            self._look_aside()
            if known == self.version:
                return None
            shown = {"file": None, "more": False} if entry is None else self._shown(entry, choices, dark)
            files = [self._line_of(each) for each in self.entries.values()]
            return {"version": self.version, "path": str(self.path), "files": files, **shown}

    def _list_files(self) -> None:
        """Look which files there are; one that was away for a moment, as when it is saved, is still the same."""
        found = files_below(self.path) if self.path.is_dir() else [self.path]
        if self.version and found == [entry.file for entry in self.entries.values()]:
            return
        self.version += 1
        for file in found:
            if file not in self.known:
                self.known[file] = _Entry(next(self.numbers), file, self._name_of(file))
        self.entries = {self.known[file].number: self.known[file] for file in found}
        for file in [file for file in self.known if file not in found][:-MOST_FILES]:
            del self.known[file]

    def _name_of(self, file: Path) -> str:
        return str(file.relative_to(self.path)) if file != self.path else file.name

    def _refresh(self, entry: _Entry, choices: Choices) -> Reading:
        """Read a file again if it, or another that it needs, was saved since."""
        reading = entry.readings.get(choices)
        if reading is None or reading.is_old:
            reading = read(entry.file, choices)
            self.version += entry.keep(choices, reading)
        return reading

    def _look_aside(self) -> None:
        end = monotonic() + ASIDE_SECONDS
        for entry in self.entries.values():
            if monotonic() > end:
                return
            self._refresh(entry, next(reversed(entry.readings), ()))

    def _line_of(self, entry: _Entry) -> Facts:
        reading = entry.reading
        said = {"number": entry.number, "name": entry.name, "kind": "", "faults": 0, "warnings": 0}
        if reading is not None:
            warnings = len(reading.findings) - reading.faults
            said |= {"kind": reading.kind, "faults": reading.faults, "warnings": warnings}
        return said | {"read": reading is not None}

    # Tiles -----------------------------------------------------------------------------------

    def _shown(self, entry: _Entry, choices: Choices, dark: bool) -> Facts:
        reading = self._refresh(entry, choices)
        artist = _Artist(self.album, dark)
        sheets = [self._sheet(entry, sheet, artist) for sheet in reading.sheets]
        there = {sheet.name for sheet in reading.sheets if sheet.cards}
        lost = dict.fromkeys(name for name, _ in entry.sound if name not in there)
        sheets += [self._lost(entry, name, artist) for name in lost if name in reading.sets or not reading.kind]
        file = self._line_of(entry) | {
            "title": reading.title,
            "general": [*map(finding_facts, reading.general)],
            "sheets": [sheet for sheet in sheets if sheet["tiles"]],
            "options": None if reading.choosing is None else reading.choosing.facts(reading.tile_options),
            "dropped": dict(reading.dropped),
        }
        return {"file": file, "more": artist.is_behind}

    def _sheet(self, entry: _Entry, sheet: Sheet, artist: _Artist) -> Facts:
        shown = _most_telling(sheet.cards)
        now = artist.pictures(sheet, shown)
        tiles = []
        for card in shown:
            before = None
            if card.drawing is None and (sheet.name, card.name) in entry.sound:
                before = artist.pictures(*_alone(entry.sound[sheet.name, card.name])).get(card.name)
            tiles.append(_tile(card, now.get(card.name) or before, before is not None))
        return self._facts_of(sheet, tiles) | {
            "hidden": len(sheet.cards) - len(shown),
            "count": sheet.count,
            "legend": legend(sheet.words, now.values(), dark=artist.dark),
        }

    def _lost(self, entry: _Entry, name: str, artist: _Artist) -> Facts:
        """A set that cannot be read now, as it was."""
        kept = [pair for (of, _), pair in entry.sound.items() if of == name][:MOST_TILES]
        tiles = [_tile(card, artist.pictures(sheet, [card]).get(card.name), True) for sheet, card in kept]
        cards = [attrs.evolve(card, findings=()) for _, card in kept]
        sheet = attrs.evolve(kept[0][0], cards=tuple(cards))
        return self._facts_of(sheet, tiles) | {"hidden": 0, "count": sheet.count, "legend": []}

    def _facts_of(self, sheet: Sheet, tiles: list[Facts]) -> Facts:
        return {"name": sheet.name, "edition": sheet.edition, "file": Path(sheet.file).name, "tiles": tiles}

    # Tables ----------------------------------------------------------------------------------

    def begin(
        self, number: int, *, players: int, seed: int, own_only: bool, dark: bool, choices: Choices = ()
    ) -> Facts:
        """A new table with what a file says now, or why it cannot be played."""
        with self.lock:
            entry = self.entries.get(number)
            if entry is None:
                return _refused("There is no such file any more.")
            reading = self._refresh(entry, choices)
            if players not in PLAYERS:
                return _refused(f"{players} players: expected {PLAYERS[0]} to {PLAYERS[-1]}.")
            if reading.kind not in (TILES, *HEADS):
                return _refused(NOTHING, reading.general)
            if reading.kind == TILES and reading.faults:
                return _refused(HAS_FAULTS, reading.findings)
            try:
                playout = Playout(entry.file, reading, players=players, seed=seed, own_only=own_only)
            except DataError as error:
                return _refused(HAS_FAULTS, error.problems)
            except CarcassonneError as error:
                return _refused(str(error))
            self.begun += 1
            self.tables[self.begun] = playout, reading
            while len(self.tables) > MOST_TABLES:
                del self.tables[next(iter(self.tables))]
            return self._table(self.begun, since=0, dark=dark)

    def go_on(self, table: int, *, decisions: int, since: int, dark: bool) -> Facts:
        """A table after some more decisions, at most `MOST_STEPS`."""
        with self.lock:
            if table not in self.tables:
                return _refused("This table is gone: begin a new game.")
            self.tables[table] = self.tables.pop(table)  # the one that was asked for last goes last
            self.tables[table][0].go_on(min(max(decisions, 0), MOST_STEPS))
            return self._table(table, since=since, dark=dark)

    def _table(self, table: int, *, since: int, dark: bool) -> Facts:
        playout, reading = self.tables[table]
        facts = playout.facts(since=max(0, since), dark=dark)
        return facts | {"table": table, "has_others": playout.has_others, "is_old": reading.is_changed}


class _Artist:
    """Draws for one answer, so much and no more."""

    def __init__(self, album: Album, dark: bool) -> None:
        self.album, self.dark = album, dark
        self.left = MOST_DRAWN
        self.is_behind = False

    def pictures(self, sheet: Sheet, cards: list[Card]) -> dict[str, Facts]:
        found, drawn = self.album.pictures(sheet, cards, dark=self.dark, most=self.left)
        self.left -= drawn
        self.is_behind |= len(found) < sum(card.drawing is not None for card in cards)
        return found


def _alone(kept: tuple[Sheet, Card]) -> tuple[Sheet, list[Card]]:
    return kept[0], [kept[1]]


def _most_telling(cards: Iterable[Card]) -> list[Card]:
    """As many tiles as a page can show, those with findings in any case."""
    kept: list[Card] = []
    for number, card in enumerate(cards):
        if number < MOST_TILES or (card.findings and len(kept) < 2 * MOST_TILES):
            kept.append(card)
    return kept


def _tile(card: Card, picture: Facts | None, is_before: bool) -> Facts:
    return {
        "name": card.name,
        "count": card.count,
        "line": card.line,
        "findings": [*map(finding_facts, card.findings)],
        "picture": picture,
        "before": is_before,
    }


def _refused(reason: str, problems: Iterable[Problem] = ()) -> Facts:
    return {"refused": reason, "findings": [*map(finding_facts, problems)]}


def finding_facts(problem: Problem) -> dict[str, Any]:
    """A finding with what the catalogue says of its code."""
    entry = catalogue().get(problem.code)
    return {
        "severity": problem.severity,
        "file": Path(problem.where.file).name,
        "line": problem.where.line,
        "column": problem.where.column,
        "fault": problem.fault,
        "cure": problem.cure,
        "marked": problem.where.marked,
        "code": problem.code,
        "title": "" if entry is None else entry.title,
        "why": "" if entry is None else entry.why.strip(),
        "right": "" if entry is None else entry.right[entry.shown_from :].strip(),
    }


def files_below(folder: Path) -> list[Path]:
    """The YAML files of a folder and of those in it, hidden ones left out; no more than a page can list."""
    return sorted(_below(folder))[:MOST_FILES]


def _below(folder: Path) -> Iterator[Path]:
    looked_at = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place, name) for name in files if name.endswith(SUFFIXES) and not name.startswith("."))
        looked_at += len(files) + len(folders)
        if looked_at > MOST_LOOKED_AT:
            return
