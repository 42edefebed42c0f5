"""The names that a ruleset's files declare, resolved to the numbers that a game works with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

import attrs

from carcassonne.compile.tiles import Counters, KindTable
from carcassonne.errors import Problem, Where
from carcassonne.language import registry
from carcassonne.read.definitions import Definitions, NamedQuantity, Phrase, Symbol
from carcassonne.read.source import cure_for

RENAME: Final = "Give it another name."


def refuse_reserved(definitions: Definitions, problems: list[Problem]) -> None:
    """Report names that would stand for something else where they are used."""
    symbols = {symbol.name for symbol in definitions.symbols}
    asked: list[Symbol | NamedQuantity] = [*definitions.symbols, *definitions.quantities]
    words = {*registry.names("quantity"), *registry.names("condition")}
    for thing in asked:
        name, what = thing.name, "symbol" if isinstance(thing, Symbol) else "quantity"
        joint = next((word for word in name.split() if word in ("and", "or", "not")), "")
        if joint:
            problems.append(
                Problem(
                    thing.where,
                    f"{what} {name!r}: {joint!r} joins conditions and cannot be in its name",
                    code="CARC-L050",
                )
            )
        elif name in words:
            problems.append(
                Problem(
                    thing.where, f"{what} {name!r}: this is a word of the language already", RENAME, code="CARC-L050"
                )
            )
        elif what == "quantity" and name in symbols:
            problems.append(
                Problem(thing.where, f"quantity {name!r}: a symbol is called so already", RENAME, code="CARC-L050")
            )
    for feature in definitions.features:
        for word in sorted({"on", "at"} & set(feature.name.split())):
            problems.append(
                Problem(
                    feature.where,
                    f"feature kind {feature.name!r}: {word!r} cannot be in its name",
                    RENAME,
                    code="CARC-L050",
                )
            )
    for figure in definitions.figures:
        if figure.name == "followers":
            problems.append(
                Problem(
                    figure.where,
                    "figure 'followers': this means all figures that are followers",
                    RENAME,
                    code="CARC-L050",
                )
            )


def refuse_tracks(definitions: Definitions, problems: list[Problem]) -> None:
    """Report tracks beyond the first: points move along one track only."""
    first, *others = definitions.tracks or (None,)
    for track in others:
        fault = f"track {track.name!r}: there is the track {first.name!r} already" if first else ""
        problems.append(
            Problem(track.where, fault, "Count with tokens what is no points: own tokens(NAME).", code="CARC-L051")
        )


@attrs.frozen(eq=False)
class Names:
    """Declared names by section. `problems` collects every name that is not there, with the nearest spelling.

    scorers: figures with a track. showing: the tiles that show a symbol or a kind. removed: kinds that an option has
    switched off. faulty: names that reading has refused already, so that nothing more is said of them.
    used: figures of which something is said beyond their declaration, and quantities that something asks.
    """

    kinds: KindTable
    groups: Mapping[str, tuple[str, ...]]
    counters: Counters
    tile_symbols: Collection[str]
    figures: Mapping[str, int]
    followers: tuple[int, ...]
    companions: tuple[str, ...]
    tokens: Mapping[str, int]
    options: Mapping[str, int]
    tables: Mapping[str, tuple[tuple[int, int], ...]]
    quantities: Mapping[str, Phrase]
    problems: list[Problem]
    scorers: Collection[str] = ()
    showing: Callable[[str], frozenset[int]] = lambda name: frozenset()
    removed: Collection[str] = ()
    faulty: Collection[str] = ()
    used: dict[str, None] = attrs.field(factory=dict)

    def kind(self, name: str, where: Where, thing: str) -> int | None:
        """The number of a feature kind; None for one that is switched off."""
        return None if name in self.removed else self._number(name, self.kinds.names, where, thing, "feature kind")

    def kinds_of(self, name: str, where: Where, thing: str) -> tuple[int, ...]:
        """The numbers of a kind, or of all kinds of a group."""
        if name == "any":
            return tuple(range(len(self.kinds.names)))
        if name in self.groups:
            return tuple(self.kinds.names.index(kind) for kind in self.groups[name])
        if name in self.removed:
            return ()
        number = self._number(name, (*self.kinds.names, *self.groups), where, thing, "feature kind")
        return () if number is None else (number,)

    def figure(self, name: str, where: Where, thing: str) -> int | None:
        """The number of a figure kind."""
        found = self._number(name, tuple(self.figures), where, thing, "figure")
        self.used[name] = None
        return None if found is None else self.figures[name]

    def on_tiles(self, name: str, where: Where, thing: str) -> int | None:
        """The number of a figure kind that may stand on tiles: a scoring figure never does."""
        if name in self.scorers:
            cure = "It stands on its track; points move it."
            self.problems.append(
                Problem(where, f"{thing}: {name!r} is a scoring figure and never on a tile", cure, code="CARC-L052")
            )
            return None
        return self.figure(name, where, thing)

    def companion(self, name: str, where: Where, thing: str) -> int | None:
        """The number of a figure kind that stands beside scoring figures."""
        found = self._number(name, self.companions, where, thing, "companion")
        return None if found is None else self.figures[name]

    def token(self, name: str, where: Where, thing: str) -> int | None:
        """The number of a kind of token."""
        found = self._number(name, tuple(self.tokens), where, thing, "token")
        return None if found is None else self.tokens[name]

    def _number(self, name: str, known: tuple[str, ...], where: Where, thing: str, what: str) -> int | None:
        if name in known:
            return known.index(name)
        if name not in self.faulty:
            cure = cure_for(name, known, f"{what}s here")
            self.problems.append(Problem(where, f"{thing}: unknown {what} {name!r}", cure, code="CARC-E012"))
        return None
