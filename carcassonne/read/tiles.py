"""Reads a file of tiles, drawn as a person sees them, into a set of drawings with every fault reported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read import source
from carcassonne.read.drawings import DIRECTIONS, HALVES, SIDES, Drawing, DrawnMark, DrawnSegment, TileSet
from carcassonne.read.expected import KEY, read_expected
from carcassonne.read.faces import gaps_of
from carcassonne.read.relations import RELATIONS, DrawnTile

if TYPE_CHECKING:
    from carcassonne.read.definitions import FeatureKind, Symbol
    from carcassonne.read.source import Node

FILE_KEYS: Final = ("tiles", "edition", "uses", "pile", "totals", KEY, "set")
TILE_KEYS: Final = ("count", "pile", *RELATIONS, "reaches", "gaps")
MOST_COPIES: Final = 999
MOST_SEGMENTS: Final = 20
MOST_SYMBOLS: Final = 99
MAIN_PILE: Final = "main"
NO_COPY: Final = (
    "A tile of which there is no copy is not in the set: take it out, or put a # before it. "
    "A game without one that is there says so in its rules: setup: {{one less: {{remove: {}}}}}"
)

_SURE: Final = ("CARC-T001", "CARC-T002", "CARC-T003")
"""Faults of tiles that are so whatever words there are."""
_TILE_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@attrs.frozen
class Vocabulary:
    """The feature kinds and symbols that a tile file may name: those of everything that it `uses`.

    is_whole: False when something that it uses cannot be read, so that no word can be called unknown.
    instead: what to report then, in place of the faults that may come from this.
    """

    kinds: Mapping[str, FeatureKind]
    symbols: Mapping[str, Symbol]
    is_whole: bool = True
    instead: tuple[Problem, ...] = ()

    def symbols_on(self, place: str) -> list[str]:
        """The symbols that may stand on a feature kind, or on the tile itself (`tile`)."""
        return [symbol.name for symbol in self.symbols.values() if place in symbol.on]

    @property
    def drawn_kinds(self) -> list[str]:
        """The kinds that a tile draws; gaps are derived."""
        return [kind.name for kind in self.kinds.values() if kind.borders != "gaps"]


def used_modules(node: Node, problems: list[Problem]) -> tuple[str, ...]:
    """The names under `uses`, which tell from where the vocabulary of a file comes."""
    if not isinstance(node.value, Mapping) or "uses" not in node.value:
        return ()
    return source.as_names(node.value["uses"], "uses", problems)


def read_tile_set(node: Node, vocabulary: Vocabulary, problems: list[Problem]) -> TileSet:
    """The tiles of a file. What is at fault is reported and left out, so a set with problems is not complete.

    Whether the tiles add up to the totals, and whether the piles and the modules under `uses` exist, is not
    asked here.
    """
    found: list[Problem] = []
    tile_set = _read_file(node, vocabulary, found if not vocabulary.is_whole else problems)
    if unsure := [each for each in found if each.code.startswith("CARC-T") and each.code not in _SURE]:
        problems += vocabulary.instead
    problems += [each for each in found if each not in unsure]
    return tile_set


def _read_file(node: Node, vocabulary: Vocabulary, problems: list[Problem]) -> TileSet:
    source.check_keys(node, "tile file", FILE_KEYS, problems, required=("tiles", "set"))
    keys = node.value if isinstance(node.value, Mapping) else {}
    name = _tile_name(keys["tiles"], "tiles", problems) if "tiles" in keys else None
    edition = source.as_text(keys["edition"], "edition", problems) if "edition" in keys else None
    pile = source.as_name(keys["pile"], "pile", problems) if "pile" in keys else None
    totals = _read_totals(keys["totals"], problems) if "totals" in keys else ()
    expected = read_expected(keys[KEY], problems) if KEY in keys else ()
    drawings: list[Drawing] = []
    faults_before = len(problems)
    if "set" in keys:
        tiles = source.as_mapping(keys["set"], "set", problems)
        if tiles is not None and not tiles:
            problems.append(Problem(keys["set"].where, "set: there are no tiles in it", code="CARC-T002"))
        for key, tile in (tiles or {}).items():
            reader = _TileReader(f"{name or 'tile'}/{key}", keys["set"].key_where[key], vocabulary, problems)
            if not _TILE_NAME.fullmatch(key) or len(key) > 80:
                reader.report(
                    reader.where, "a tile's name is made of lower-case letters, digits and hyphens", code="CARC-T001"
                )
            drawings.append(reader.read(tile, pile or MAIN_PILE))
    tile_set = TileSet(
        name=name or "",
        edition=edition or "1",
        uses=used_modules(node, problems),
        drawings=tuple(drawings),
        totals=totals,
        expected=expected,
        where=node.where,
    )
    if len(problems) == faults_before:
        _check_totals(tile_set, vocabulary, problems)
    return tile_set


def _tile_name(node: Node, what: str, problems: list[Problem]) -> str | None:
    if isinstance(node.value, str) and _TILE_NAME.fullmatch(node.value) and len(node.value) <= 80:
        return node.value
    fault = f"{what}: expected the name of the set, found {source.found(node)}"
    problems.append(
        Problem(node.where, fault, "A name is made of lower-case letters, digits and hyphens.", code="CARC-T001")
    )
    return None


# Totals ----------------------------------------------------------------------------------------


def _read_totals(node: Node, problems: list[Problem]) -> tuple[tuple[str, int, Where], ...]:
    totals = []
    for name, item in (source.as_mapping(node, "totals", problems) or {}).items():
        number = source.as_whole_number(item, f"totals, {source.plainly(name)}", problems)
        if number is not None:
            totals.append((name, number, node.key_where[name]))
    return tuple(totals)


def count_of(tile_set: TileSet, name: str) -> int:
    """How often the tiles of a set, copies counted, show a thing.

    `tiles` counts all tiles, a symbol counts as often as it is printed, a feature kind counts tiles with it.
    """
    if name == "tiles":
        return sum(drawing.count for drawing in tile_set.drawings)
    total = 0
    for drawing in tile_set.drawings:
        once = int(any(segment.kind == name for segment in drawing.segments))
        printed = list(drawing.symbols) + [pair for segment in drawing.segments for pair in segment.symbols]
        printed += [pair for mark in drawing.marks for pair in mark.symbols]
        once += sum(value if isinstance(value, int) else 1 for symbol, value in printed if symbol == name)
        total += once * drawing.count
    return total


def _check_totals(tile_set: TileSet, vocabulary: Vocabulary, problems: list[Problem]) -> None:
    countable = ["tiles", *vocabulary.drawn_kinds, *vocabulary.symbols]
    for name, _, where in tile_set.totals:
        if name not in countable:
            cure = source.cure_for(name, countable, "what can be counted here")
            problems.append(Problem(where, f"totals: unknown word {source.shown(name)}", cure, code="CARC-T018"))


# One tile --------------------------------------------------------------------------------------


class _TileReader(DrawnTile):
    """Reads one tile; every fault is reported under its name."""

    def read(self, node: Node, pile: str) -> Drawing:
        keys = self.keys_of(node)
        faults_before = len(self.problems)
        for key, value in keys.items():
            if key not in TILE_KEYS:
                self.read_shown(key, value, node.key_where[key])
        count = 1
        if "count" in keys:
            cure = NO_COPY.format(self.name if self.name.isprintable() else "SET/TILE")
            what, most = self.what("count"), MOST_COPIES
            count = source.as_whole_number(keys["count"], what, self.problems, least=1, most=most, none=cure) or 1
        if "pile" in keys:
            pile = source.as_name(keys["pile"], self.what("pile"), self.problems) or pile
        relations = [group for key in RELATIONS if key in keys for group in self.groups(key, keys[key])]
        drawing = Drawing(
            name=self.name,
            count=count,
            pile=pile,
            segments=tuple(self.segments),
            joins=tuple(dict.fromkeys(relations)),
            reaches=self.reaches(keys["reaches"]) if "reaches" in keys else (),
            gaps=self.gaps(keys["gaps"]) if "gaps" in keys else None,
            symbols=tuple(self.symbols),
            where=self.where,
            marks=self.marks(),
            things=tuple(self.things),
        )
        if drawing.marks and len(self.problems) == faults_before:
            self.check_marks(drawing)
        return drawing

    def keys_of(self, node: Node) -> Mapping[str, Node]:
        """The keys of the tile; one that is called like a key of tiles is probably a line too far out."""
        word = self.name.rpartition("/")[2]
        if isinstance(node.value, Mapping) or word not in (*TILE_KEYS, *self.vocabulary.drawn_kinds):
            return source.as_mapping(node, f"tile {source.plainly(self.name)}", self.problems) or {}
        fault = f"tile {self.name}: expected a mapping, found {source.found(node)}"
        cure = f"Is {word!r} a key of the tile above? Then it stands further in."
        self.problems.append(Problem(node.where, fault, cure, code="CARC-F001"))
        return {}

    # What is drawn -----------------------------------------------------------------------------

    def read_shown(self, key: str, value: Node, where: Where) -> None:
        """A key that is a feature kind, or a symbol of the whole tile."""
        kind = self.vocabulary.kinds.get(key)
        symbol = self.vocabulary.symbols.get(key)
        if kind is not None and kind.borders == "gaps":
            items = value.value if isinstance(value.value, tuple) else (value,)
            if not items or not all(isinstance(item.value, Mapping) for item in items):
                fault = f"{key!r} is not drawn, it lies where nothing else is"
                cure = "Use 'gaps' to state it, or {at: Se, SYMBOL: 1} for what is printed on it."
                self.report(where, fault, cure, code="CARC-T011")
            elif len(items) > MOST_SEGMENTS:
                self.report(value.where, f"{key}: more than {MOST_SEGMENTS} marks on one tile", code="CARC-T012")
            else:
                self.on_gaps += [(kind, item) for item in items]
        elif kind is not None:
            items = value.value if isinstance(value.value, tuple) else (value,)
            room = MOST_SEGMENTS - len(self.segments)
            if not items:
                self.report(value.where, f"{key}: expected something, found an empty list", code="CARC-T013")
            if len(items) > room:
                self.report(value.where, f"{key}: more than {MOST_SEGMENTS} segments on one tile", code="CARC-T012")
                self.has_all_segments = False
            for item in items[:room]:
                self.read_segment(kind, item)
        elif symbol is not None and "tile" in symbol.on:
            number = self.symbol_value(symbol, value, f"symbol {key}")
            if number is not None:
                self.symbols.append((key, number))
        elif symbol is not None:
            cure = f"Write it inside the feature: {symbol.on[0] if symbol.on else 'kind'}: {{at: …, {key}: 1}}"
            self.report(
                where, f"symbol {key!r} stands on {' or '.join(symbol.on)}, not on the tile", cure, code="CARC-T009"
            )
        else:
            known = [*self.vocabulary.drawn_kinds, *self.vocabulary.symbols_on("tile"), *TILE_KEYS]
            cure = source.cure_for(key, known, "words here")
            self.report(where, f"unknown word {source.shown(key)}", cure, code="CARC-T010")
            self.has_all_segments = self.has_all_sides = False

    def read_segment(self, kind: FeatureKind, node: Node) -> None:
        """One segment: its sides as in `W-N-E`, or a mapping with `at` and symbols."""
        label = f"{kind.name} {1 + sum(segment.kind == kind.name for segment in self.segments)}"
        at = node
        symbols: tuple[tuple[str, int], ...] = ()
        if isinstance(node.value, Mapping):
            symbols = self.segment_symbols(kind, node, label)
            if "at" in node.value:
                at = node.value["at"]
        sides: tuple[int, ...] = ()
        if kind.borders != "nothing":
            if at is node and isinstance(node.value, Mapping):
                self.report(
                    node.where, f"{label}: the key 'at' is missing", "Name its sides: at: W-N-E", code="CARC-T005"
                )
            else:
                sides = self.sides(at, label)
        elif at is not node:
            self.report(at.where, f"{label}: {kind.name!r} borders no side", "Leave 'at' out.", code="CARC-T006")
        elif not isinstance(node.value, Mapping) and node.value != "true":
            self.report(node.where, f"{label}: expected true, found {source.found(node)}", code="CARC-T007")
        for side in sides:
            if side in self.holders:
                holder = self.label(self.holders[side])
                fault = f"{label}: side {SIDES[side]} is held by {holder} already"
                self.report(at.where, fault, self.sides_free(sides), code="CARC-T004")
            self.holders.setdefault(side, len(self.segments))
        self.segments.append(DrawnSegment(kind.name, sides, symbols, node.where))

    def sides_free(self, wanted: tuple[int, ...]) -> str:
        """The cure for a side that is taken: the sides that nothing else wants."""
        free = [SIDES[side] for side in range(len(SIDES)) if side not in self.holders and side not in wanted]
        left = f"Sides still free: {', '.join(free)}." if free else "No side is free."
        return f"{left} A side has one owner: take it from one of the two."

    def sides(self, node: Node, label: str) -> tuple[int, ...]:
        """Sides as in `N`, `E-W` or `W-N-E`, in any order."""
        words = node.value.split("-") if isinstance(node.value, str) else []
        if not 1 <= len(words) <= len(SIDES) or len(set(words)) < len(words) or not set(words) <= set(SIDES):
            guess = "-".join(words).upper()
            meant = guess if guess != node.value and set(guess) <= set("NESW-") else ""
            cure = "Sides are N, E, S, W, joined by hyphens." + (f" Did you mean {meant!r}?" if meant else "")
            self.report(
                node.where, f"{label}: expected sides as in W-N-E, found {source.found(node)}", cure, code="CARC-T003"
            )
            self.has_all_sides = False
            return ()
        return tuple(sorted(SIDES.index(word) for word in words))

    def segment_symbols(self, kind: FeatureKind, node: Node, label: str) -> tuple[tuple[str, int], ...]:
        allowed = self.vocabulary.symbols_on(kind.name)
        symbols = []
        assert isinstance(node.value, Mapping)
        for key, value in node.value.items():
            symbol = self.vocabulary.symbols.get(key)
            if key == "at":
                continue
            if symbol is None:
                cure = source.cure_for(key, allowed, "symbols here")
                self.report(node.key_where[key], f"{label}: unknown symbol {source.shown(key)}", cure, code="CARC-T008")
            elif key not in allowed:
                cure = source.cure_for(key, allowed, "symbols here")
                self.report(
                    node.key_where[key],
                    f"{label}: symbol {key!r} does not stand on {kind.name}",
                    cure,
                    code="CARC-T009",
                )
            else:
                number = self.symbol_value(symbol, value, f"{label}, {key}")
                if isinstance(number, str):
                    fault = f"{label}, {key}: a symbol with a {symbol.value} stands on tiles only"
                    self.report(value.where, fault, code="CARC-T017")
                elif number is not None:
                    symbols.append((key, number))
        return tuple(symbols)

    # What is printed on gaps ---------------------------------------------------------------------

    def marks(self) -> tuple[DrawnMark, ...]:
        """What is printed on gap segments, as in `{at: Se, SYMBOL: 1}`; `at` is a half side, or `inner`."""
        found = []
        for kind, node in self.on_gaps:
            assert isinstance(node.value, Mapping)
            symbols = self.segment_symbols(kind, node, kind.name)
            at = node.value.get("at")
            if at is None:
                self.report(
                    node.where, f"{kind.name}: the key 'at' is missing", "Name a half side: at: Se", code="CARC-T005"
                )
                continue
            if not symbols and set(node.value) == {"at"}:
                cure = "Add a symbol, or leave it out."
                self.report(node.where, f"{kind.name}: nothing is printed on it", cure, code="CARC-T014")
            word = source.as_choice(at, self.what(f"{kind.name}, at"), (*HALVES, "inner"), self.problems)
            half = HALVES.index(word) if word in HALVES else -1
            if half >= 0 and not self.is_free(half):
                self.report(
                    at.where, f"{kind.name}: {word} lies in {self.label(self.holders[half // 2])}", code="CARC-T015"
                )
            elif word is not None and symbols:
                found.append(DrawnMark(half, symbols, at.where))
        return tuple(found)

    def check_marks(self, drawing: Drawing) -> None:
        """Every mark must mean one gap segment of the tile."""
        gaps = [halves for halves, _ in gaps_of(drawing, self.vocabulary.kinds)]
        for mark in drawing.marks:
            meant = [halves for halves in gaps if mark.half in halves or (mark.half < 0 and not halves)]
            if len(meant) != 1:
                word = HALVES[mark.half] if mark.half >= 0 else "inner"
                there = f"there are {len(meant)}" if meant else "there is none"
                self.report(mark.where, f"at {word}: expected one gap there, but {there}", code="CARC-T016")

    def symbol_value(self, symbol: Symbol, node: Node, label: str) -> int | str | None:
        """How often a symbol is printed (`true` is once), or the direction or word that it shows."""
        if symbol.value == "direction":
            return source.as_choice(node, self.what(label), DIRECTIONS, self.problems)
        if symbol.value == "word":
            return source.as_name(node, self.what(label), self.problems)
        if node.value == "true":
            return 1
        return source.as_whole_number(
            node, self.what(label), self.problems, least=1, most=MOST_SYMBOLS, none="What is not there is left out."
        )
