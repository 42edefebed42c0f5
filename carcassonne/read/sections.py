"""Turns merged sections into definitions: declarations here, scoring and rules in the next module."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from string import ascii_uppercase
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.read.definitions import FeatureKind, FigureKind, Symbol, TileChange
from carcassonne.read.fields import Fields, Reader
from carcassonne.read.merge import Entry, Merged
from carcassonne.read.names import Known, some_names, with_groups
from carcassonne.read.source import Node, found
from carcassonne.read.supplies import Pile, Setup, Token, Track

BORDERS: Final = ("whole side", "middle", "gaps", "nothing")
HOLDS_SIDES: Final = ("whole side", "middle")
COMPLETES: Final = ("when closed", "when surrounded", "never")
SYMBOL_VALUES: Final = ("count", "direction", "word")
WHOLE_TILE: Final = "tile"
MOST_FIGURES: Final = 99
MOST_WEIGHT: Final = 99
MOST_SPACES: Final = 10_000
MOST_TOKENS: Final = 9_999
MOST_DEALT: Final = 20
SET_UP: Final = ("lay", "remove", "deal", "give")
"""What happens before the first turn: each setup says one of these."""
_WEIGHT: Final = re.compile(r"-?[0-9]+")


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


def read_declarations(merged: Merged, problems: list[Problem]) -> Declared:
    """Read features, groups, symbols, figures, tracks, tokens and piles."""
    reader = Reader(merged, problems)
    features = reader.all("features", _feature(reader))
    _check_features(reader, features)
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
        keys, required = ("borders", "completes", "letter", "divides", "glyph", "colour"), ("borders", "completes")
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
            colour=fields.colour(),
        )

    return read


def _check_features(reader: Reader, features: tuple[FeatureKind, ...]) -> None:
    def place(feature: FeatureKind, key: str) -> Where:
        said = reader.merged.entries["features"][feature.name].node.value
        return said[key].where if isinstance(said, Mapping) and key in said else feature.where

    letters: dict[str, FeatureKind] = {}
    gaps = [feature for feature in features if feature.borders == "gaps"]
    for feature in features:
        other = letters.setdefault(feature.letter, feature)
        if other is not feature:
            fault = f"feature kind {feature.name!r}: the letter {feature.letter!r} is that of {other.name!r}"
            free = ", ".join(sorted({*ascii_uppercase} - {each.letter for each in features}))
            cure = f"{other.name!r} is defined at {other.where}. Name another letter; these are free: {free}."
            reader.problems.append(Problem(place(feature, "letter"), fault, cure, code="CARC-E021"))
    for feature in gaps[1:]:
        fault = f"feature kind {feature.name!r}: {gaps[0].name!r} takes the gaps already"
        reader.problems.append(
            Problem(place(feature, "borders"), fault, "Only one feature kind borders 'gaps'.", code="CARC-E023")
        )


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
        fields = reader.fields("symbols", name, entry, ("on", "value", "glyph", "colour"), ("on",))
        before = len(reader.problems)
        on = fields.names("on", places)
        if "on" in fields and not on and len(reader.problems) == before:
            return None  # all that it could stand on is switched off
        value = fields.choice("value", SYMBOL_VALUES, "count")
        return Symbol(name, on, value, entry.where, fields.glyph(), fields.colour())

    return read


def _figure(reader: Reader, kinds: Known) -> Callable[[str, Entry], FigureKind]:
    keys = ("each", "shared", "follower", "weight", "stands on", "if", "track", "stays", "why", "glyph", "colour")
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
        if "colour" in fields and "each" in fields:
            fault = "it has the colour of the player whose it is: 'colour' says nothing"
            fields.report("colour", fault, "Leave 'colour' out.", code="CARC-E046")
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
            colour=fields.colour(),
        )

    return read


def _track(reader: Reader) -> Callable[[str, Entry], Track]:
    def read(name: str, entry: Entry) -> Track:
        fields = reader.fields("tracks", name, entry, ("spaces",), ("spaces",))
        return Track(name, fields.number("spaces", 1, least=1, most=MOST_SPACES), entry.where)

    return read


def _token(reader: Reader) -> Callable[[str, Entry], Token]:
    def read(name: str, entry: Entry) -> Token:
        fields = reader.fields("tokens", name, entry, ("supply", "each", "table", "glyph", "colour"))
        supply = fields.number("supply", 0, most=MOST_TOKENS) if "supply" in fields else None
        each, table = (fields.number(key, 0, most=MOST_TOKENS) for key in ("each", "table"))
        return Token(name, supply, entry.where, each, table, fields.glyph(), fields.colour())

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
        if _lacks_a_name(name, entry, problems):
            return None
        fields = reader.fields("setup", name, entry, (*SET_UP, "rest", "hands"))
        said = [key for key in SET_UP if key in fields]
        if fields.is_whole and len(said) != 1 and (said or "hands" not in fields):
            fields.report("", "expected one of 'lay', 'remove', 'deal' and 'give'", code="CARC-E028")
        if fields.is_whole and "rest" in fields and said != ["give"]:
            fields.report("rest", "'rest' is about the tile of 'give'", code="CARC-E028")
        if fields.is_whole and "hands" in fields and said in (["lay"], ["remove"]):
            fields.report("hands", "'hands' stands alone, or beside 'deal' or 'give'", code="CARC-E028")
        removed = fields.text("remove").removesuffix("?")
        may_lack = removed != fields.text("remove")
        if may_lack and tile_names is not None and removed not in tile_names:
            return None  # of a printing that is not in play
        unknown = set()  # they are reported here, and need not be looked for again
        for key in ("lay", "give") if may_lack else ("lay", "remove", "give"):
            if tile_names is not None and fields.name(key, Known("tile", tile_names)) is None:
                unknown.add(key)
        return Setup(
            name,
            "" if "lay" in unknown else fields.text("lay"),
            "" if "remove" in unknown else removed,
            entry.where,
            deal=fields.number("deal", 0, least=1, most=MOST_DEALT),
            give="" if "give" in unknown else fields.text("give"),
            no_more=fields.choice("rest", ("remove", "stay"), "stay") == "remove",
            is_open=fields.choice("hands", ("open", "hidden"), "hidden") == "open",
        )

    return reader.all("setup", read)


def _lacks_a_name(name: str, entry: Entry, problems: list[Problem]) -> bool:
    """Whether a setup is written as `deal: 3` alone; it is reported."""
    if name not in SET_UP or not isinstance(entry.node.value, str):
        return False
    fault = f"setup {name!r}: expected a mapping, found {found(entry.node)}"
    cure = f"Give it a name of its own, as in 'start: {{{name}: {entry.node.value}}}'."
    problems.append(Problem(entry.node.where, fault, cure, code="CARC-F001"))
    return True


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
