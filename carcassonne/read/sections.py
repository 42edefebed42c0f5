"""Turns merged sections into definitions: declarations here, scoring and rules in the next module."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from string import ascii_uppercase
from typing import Final, TypeVar

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read.definitions import (
    FeatureKind,
    FigureKind,
    Phrase,
    Pile,
    Setup,
    Symbol,
    TileChange,
    Token,
    Track,
    Value,
)
from carcassonne.read.merge import NAMED, Entry, Merged
from carcassonne.read.names import Known, one_name, some_names, with_groups
from carcassonne.read.source import (
    Node,
    as_choice,
    as_mapping,
    as_text,
    as_whole_number,
    as_yes_or_no,
    check_keys,
)

BORDERS: Final = ("whole side", "middle", "gaps", "nothing")
HOLDS_SIDES: Final = ("whole side", "middle")
COMPLETES: Final = ("when closed", "when surrounded", "never")
SYMBOL_VALUES: Final = ("count", "direction", "word")
WHOLE_TILE: Final = "tile"
MOST_FIGURES: Final = 99
MOST_WEIGHT: Final = 99
MOST_SPACES: Final = 10_000
MOST_TOKENS: Final = 9_999
GLYPH: Final = re.compile(r"M[MLHVCSQTAZmlhvcsqtaz0-9 ,.+-]{2,1500}|[A-Za-z0-9]{1,2}")
_WEIGHT: Final = re.compile(r"-?[0-9]+")

Read = TypeVar("Read")


class Fields:
    """The keys of one entry, asked for one by one; a key that is missing or at fault gives the default."""

    def __init__(
        self,
        thing: str,
        node: Node,
        allowed: Collection[str],
        problems: list[Problem],
        *,
        required: Collection[str] = (),
    ) -> None:
        before = len(problems)
        check_keys(node, thing, allowed, problems, required=required)
        self.is_whole = len(problems) == before
        self.thing = thing
        self.node = node
        self.problems = problems
        self.nodes: Mapping[str, Node] = node.value if isinstance(node.value, Mapping) else {}

    def __contains__(self, key: str) -> bool:
        return key in self.nodes

    def what(self, key: str) -> str:
        return f"{self.thing}, {key}"

    def key_where(self, key: str) -> Where:
        return self.node.key_where[key]

    def report(self, key: str, fault: str, cure: str = "", *, code: str) -> None:
        """Report what is wrong with the value of a key, or with the whole when there is no such key."""
        where = self.nodes[key].where if key in self.nodes else self.node.where
        self.problems.append(Problem(where, f"{self.thing}: {fault}", cure, code=code))

    def text(self, key: str, default: str = "") -> str:
        node = self.nodes.get(key)
        return default if node is None else as_text(node, self.what(key), self.problems) or default

    def glyph(self) -> str:
        """Read how pictures show it: path data in a box of 24 by 24, or one or two characters."""
        text = self.text("glyph")
        if text and not GLYPH.fullmatch(text):
            cure = "Path data begins with M, as in 'M4 4H20V20Z', and lies in a box of 24 by 24."
            self.report("glyph", "expected path data, or one or two characters", cure, code="CARC-E029")
        return text

    def choice(self, key: str, choices: Collection[str], default: str) -> str:
        node = self.nodes.get(key)
        return default if node is None else as_choice(node, self.what(key), choices, self.problems) or default

    def yes_or_no(self, key: str, default: bool) -> bool:
        node = self.nodes.get(key)
        answer = None if node is None else as_yes_or_no(node, self.what(key), self.problems)
        return default if answer is None else answer

    def number(self, key: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        node = self.nodes.get(key)
        number = None if node is None else as_whole_number(node, self.what(key), self.problems, least=least, most=most)
        return default if number is None else number

    def phrase(self, key: str) -> Phrase | None:
        node = self.nodes.get(key)
        return None if node is None else as_phrase(node, self.what(key), self.problems)

    def name(self, key: str, known: Known) -> str | None:
        node = self.nodes.get(key)
        return None if node is None else one_name(node, self.what(key), known, self.problems)

    def names(self, key: str, known: Known) -> tuple[str, ...]:
        node = self.nodes.get(key)
        return () if node is None else some_names(node, self.what(key), known, self.problems)

    def reasons(self, key: str) -> tuple[tuple[str, str], ...]:
        """Read a mapping of texts to rule ids."""
        node = self.nodes.get(key)
        if node is None:
            return ()
        reasons = as_mapping(node, self.what(key), self.problems) or {}
        return tuple(
            (name, as_text(rule, f"{self.what(key)}, {name}", self.problems) or "") for name, rule in reasons.items()
        )


def as_phrase(node: Node, what: str, problems: list[Problem]) -> Phrase | None:
    """Read an expression as it stands, to be parsed when its words are known."""
    text = as_text(node, what, problems)
    return None if text is None else Phrase(text, node.where)


def as_value(node: Node) -> Value:
    """Keep a value as it is written, with all its places."""
    if isinstance(node.value, str):
        return Value(node.value, node.where)
    if isinstance(node.value, tuple):
        return Value(tuple(map(as_value, node.value)), node.where)
    inner = {key: as_value(value) for key, value in node.value.items()}
    return Value(inner, node.where, node.key_where)


@attrs.frozen
class Declared:
    """What the declaring sections say, and the names by which the others may speak of it.

    removed: whether an option has switched off a feature kind or a symbol.
    """

    features: tuple[FeatureKind, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    symbols: tuple[Symbol, ...]
    figures: tuple[FigureKind, ...]
    tracks: tuple[Track, ...]
    tokens: tuple[Token, ...]
    piles: tuple[Pile, ...]
    kinds: Known
    printed: Known
    pieces: Known
    removed: bool


class Reader:
    """Reads entry after entry of merged sections, collecting problems."""

    def __init__(self, merged: Merged, problems: list[Problem]) -> None:
        self.merged = merged
        self.problems = problems

    def known(self, section: str, *, noun: str = "") -> Known:
        return Known(noun or NAMED[section], self.merged.entries[section], self.merged.removed[section])

    def fields(
        self, section: str, name: str, entry: Entry, allowed: Collection[str], required: Collection[str] = ()
    ) -> Fields:
        return Fields(f"{NAMED[section]} {name!r}", entry.node, allowed, self.problems, required=required)

    def all(self, section: str, read: Callable[[str, Entry], Read | None]) -> tuple[Read, ...]:
        """Read every entry of a section; those that cannot be used are left out."""
        things = (read(name, entry) for name, entry in self.merged.entries[section].items())
        return tuple(thing for thing in things if thing is not None)


def read_declarations(merged: Merged, problems: list[Problem]) -> Declared:
    """Read features, groups, symbols, figures, tracks, tokens and piles."""
    reader = Reader(merged, problems)
    features = reader.all("features", _feature(reader))
    _check_features(features, problems)
    plain = reader.known("features")
    groups = reader.all("groups", _group(reader, plain))
    kinds = with_groups(plain, groups)
    symbols = reader.all("symbols", _symbol(reader, kinds))
    figures = reader.all("figures", _figure(reader, kinds))
    piles = reader.all("piles", _pile(reader))
    later = {pile.name: tuple(each.name for each in piles if pile.name in each.after) for pile in piles}
    order = [(pile.name, (*pile.before, *later[pile.name]), pile.where) for pile in piles]
    _check_circle(order, "pile", "comes before itself", problems)
    return Declared(
        features=features,
        groups=groups,
        symbols=symbols,
        figures=figures,
        tracks=reader.all("tracks", _track(reader)),
        tokens=reader.all("tokens", _token(reader)),
        piles=piles,
        kinds=kinds,
        printed=Known(
            "symbol or feature kind",
            (*merged.entries["symbols"], *merged.entries["features"]),
            merged.removed["symbols"] | merged.removed["features"],
            plural="symbols and feature kinds",
        ),
        pieces=reader.known("figures"),
        removed=bool(merged.removed["features"] or merged.removed["symbols"]),
    )


def _feature(reader: Reader) -> Callable[[str, Entry], FeatureKind | None]:
    def read(name: str, entry: Entry) -> FeatureKind | None:
        keys, required = ("borders", "completes", "letter", "divides", "glyph"), ("borders", "completes")
        fields = reader.fields("features", name, entry, keys, required)
        borders = fields.choice("borders", BORDERS, "nothing")
        letter = fields.text("letter", name[0].upper())
        if not (len(letter) == 1 and "A" <= letter <= "Z"):
            fields.report("letter", f"expected one capital letter, found {letter!r}", code="CARC-E020")
        if "divides" in fields and borders not in HOLDS_SIDES:
            fields.report(
                "divides", f"a kind that borders {borders!r} divides nothing", "Leave 'divides' out.", code="CARC-E022"
            )
        return FeatureKind(
            name=name,
            borders=borders,
            completes=fields.choice("completes", COMPLETES, "never"),
            letter=letter,
            divides=fields.yes_or_no("divides", borders in HOLDS_SIDES),
            where=entry.where,
            glyph=fields.glyph(),
        )

    return read


def _check_features(features: tuple[FeatureKind, ...], problems: list[Problem]) -> None:
    letters: dict[str, FeatureKind] = {}
    gaps = [feature for feature in features if feature.borders == "gaps"]
    for feature in features:
        other = letters.setdefault(feature.letter, feature)
        if other is not feature:
            fault = f"feature kind {feature.name!r}: the letter {feature.letter!r} is that of {other.name!r}"
            free = ", ".join(sorted({*ascii_uppercase} - {each.letter for each in features}))
            cure = f"{other.name!r} is defined at {other.where}. Name another letter; these are free: {free}."
            problems.append(Problem(feature.where, fault, cure, code="CARC-E021"))
    for feature in gaps[1:]:
        fault = f"feature kind {feature.name!r}: {gaps[0].name!r} takes the gaps already"
        problems.append(Problem(feature.where, fault, "Only one feature kind borders 'gaps'.", code="CARC-E023"))


def _group(reader: Reader, kinds: Known) -> Callable[[str, Entry], tuple[str, tuple[str, ...]]]:
    def read(name: str, entry: Entry) -> tuple[str, tuple[str, ...]]:
        if name in kinds.names:
            fault = f"group {name!r}: a feature kind has this name"
            reader.problems.append(Problem(entry.where, fault, code="CARC-E024"))
        return name, some_names(entry.node, f"group {name!r}", kinds, reader.problems)

    return read


def _symbol(reader: Reader, kinds: Known) -> Callable[[str, Entry], Symbol | None]:
    places = attrs.evolve(kinds, names=(*kinds.names, WHOLE_TILE))

    def read(name: str, entry: Entry) -> Symbol | None:
        fields = reader.fields("symbols", name, entry, ("on", "value", "glyph"), ("on",))
        before = len(reader.problems)
        on = fields.names("on", places)
        if "on" in fields and not on and len(reader.problems) == before:
            return None  # all that it could stand on is switched off
        return Symbol(name, on, fields.choice("value", SYMBOL_VALUES, "count"), entry.where, fields.glyph())

    return read


def _figure(reader: Reader, kinds: Known) -> Callable[[str, Entry], FigureKind]:
    keys = ("each", "shared", "follower", "weight", "stands on", "if", "track", "stays", "why", "glyph")
    tracks = reader.known("tracks")

    def read(name: str, entry: Entry) -> FigureKind:
        fields = reader.fields("figures", name, entry, keys)
        each, shared = (fields.number(key, 0, most=MOST_FIGURES) for key in ("each", "shared"))
        if fields.is_whole and ("each" in fields) == ("shared" in fields):
            fault = "expected either 'each', how many a player has, or 'shared', how many belong to nobody"
            fields.report("", fault, code="CARC-E025")
        follower = fields.yes_or_no("follower", False)
        track = fields.name("track", tracks) or ""
        is_number = _WEIGHT.fullmatch(str(fields.nodes["weight"].value)) is not None if "weight" in fields else True
        for key in ("stands on", "if"):
            if track and key in fields:
                fields.report(key, f"a figure on a track stands on no tile: {key!r} says nothing", code="CARC-E026")
        return FigureKind(
            name=name,
            each=each,
            shared=shared,
            follower=follower,
            weight=fields.number("weight", int(follower), most=MOST_WEIGHT) if is_number else 0,
            weigh=None if is_number else fields.phrase("weight"),
            stays=fields.yes_or_no("stays", False),
            stands_on=fields.names("stands on", kinds),
            condition=fields.phrase("if"),
            track=track,
            why=fields.reasons("why"),
            where=entry.where,
            glyph=fields.glyph(),
        )

    return read


def _track(reader: Reader) -> Callable[[str, Entry], Track]:
    def read(name: str, entry: Entry) -> Track:
        fields = reader.fields("tracks", name, entry, ("spaces",), ("spaces",))
        return Track(name, fields.number("spaces", 1, least=1, most=MOST_SPACES), entry.where)

    return read


def _token(reader: Reader) -> Callable[[str, Entry], Token]:
    def read(name: str, entry: Entry) -> Token:
        fields = reader.fields("tokens", name, entry, ("supply", "each", "table", "glyph"))
        supply = fields.number("supply", 0, most=MOST_TOKENS) if "supply" in fields else None
        each, table = (fields.number(key, 0, most=MOST_TOKENS) for key in ("each", "table"))
        return Token(name, supply, entry.where, each, table, fields.glyph())

    return read


def _pile(reader: Reader) -> Callable[[str, Entry], Pile]:
    piles = reader.known("piles")

    def read(name: str, entry: Entry) -> Pile:
        fields = reader.fields("piles", name, entry, ("before", "after"))
        return Pile(name, fields.names("before", piles), entry.where, fields.names("after", piles))

    return read


def read_setups(merged: Merged, tile_names: Collection[str] | None, problems: list[Problem]) -> tuple[Setup, ...]:
    """Read what happens before the first turn; tile names are checked when they are known."""
    reader = Reader(merged, problems)

    def read(name: str, entry: Entry) -> Setup | None:
        fields = reader.fields("setup", name, entry, ("lay", "remove"))
        if fields.is_whole and ("lay" in fields) == ("remove" in fields):
            fields.report("", "expected either 'lay' or 'remove', the name of a tile", code="CARC-E028")
        for key in ("lay", "remove"):
            if tile_names is not None:
                fields.name(key, Known("tile", tile_names))
        return Setup(name, fields.text("lay"), fields.text("remove"), entry.where)

    return reader.all("setup", read)


def read_tile_changes(nodes: Collection[Node], declared: Declared, problems: list[Problem]) -> tuple[TileChange, ...]:
    """Read the list of changes to drawings; what speaks of something switched off is left out."""
    changes = []
    for node in nodes:
        keys = ("tiles with", "split banks")
        fields = Fields("tile change", node, keys, problems, required=keys)
        shows, kind = fields.name("tiles with", declared.printed), fields.name("split banks", declared.kinds)
        if shows and kind:
            changes.append(TileChange(shows, kind, node.where))
    return tuple(changes)


def _check_circle(
    things: Collection[tuple[str, tuple[str, ...], Where]], noun: str, fault: str, problems: list[Problem]
) -> None:
    """Report what comes back to itself: what is left when all with nothing ahead or behind is gone."""
    ahead = {name: set(names) for name, names, _ in things}
    behind: dict[str, set[str]] = {name: set() for name in ahead}
    for name, names in ahead.items():
        for other in names:
            behind[other].add(name)
    loose = [name for name in ahead if not ahead[name] or not behind[name]]
    for name in loose:  # grows as it goes
        for these, those in ((ahead, behind), (behind, ahead)):
            for other in these.pop(name, ()):
                those[other].discard(name)
                if not those[other] and other in these:
                    loose.append(other)
    for name, _, where in things:
        if name in ahead:
            problems.append(Problem(where, f"{noun} {name!r} {fault}", code="CARC-E027"))
