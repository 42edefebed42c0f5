"""From the setup of a saved game to rules of ours: modules, options, players, the table and the stock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.interop.jcloisterzone.files import Saved
from carcassonne.interop.jcloisterzone.stock import Stock
from carcassonne.interop.jcloisterzone.tables import Silent, Tables, tables
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.setup import Setup

if TYPE_CHECKING:
    from carcassonne.play.game import Game

MOST_PLAYERS: Final = 6
BASE: Final = "base"


class Unsupported(Exception):
    """The setup cannot be played by these rules; the arguments are the reasons."""


@attrs.frozen
class Plan:
    """How a saved game is begun here.

    lacking: what it declares that is not known here, each in words. silent: those of them that act without a
    message. declined: the phases here in which a message may decline what they offer. whole_stock: whether every set of
    tiles is known, so that draws by chance can be told. draws_from_stock: whether tiles are drawn from the stock of the
    rules, not in an order that is fixed. choices: what was chosen where that program does not ask.
    """

    rules: Ruleset
    players: tuple[str, ...]
    table: Setup | None
    lacking: tuple[str, ...]
    silent: Mapping[str, Silent]
    declined: frozenset[str]
    stock: Stock
    whole_stock: bool
    draws_from_stock: bool
    choices: tuple[str, ...]

    def begin(self, tiles: Iterable[str]) -> Game:
        """The game before its first draw; it has exactly these tiles in this order, if not those of its rules."""
        order = None if self.draws_from_stock else list(tiles)
        return self.rules.new_game(self.players, chance="explicit", tiles=order, table=self.table)


def plan(saved: Saved, needs: Mapping[str, object] | None = None) -> Plan:
    """How to play a saved game. needs: options that go before those that follow from it. Raises Unsupported."""
    return _Planner(saved, tables(), {} if needs is None else needs).plan()


@lru_cache(maxsize=32)
def _rules(modules: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Ruleset:
    from carcassonne.compile.compiler import compile_rules
    from carcassonne.read.expansions import read_rules

    return compile_rules(read_rules(modules, dict(options)), Ruleset)


class _Planner:
    def __init__(self, saved: Saved, known: Tables, needs: Mapping[str, object]) -> None:
        self.saved, self.known, self.needs = saved, known, needs
        self.lacking = [
            *(f"tile set {name}" for name in saved.sets if name not in known.sets),
            *(f"element {name}" for name in saved.elements if name not in known.elements),
        ]

    def plan(self) -> Plan:
        saved, known = self.saved, self.known
        modules = self.modules()
        options = self.options(modules)
        if not 1 <= len(saved.players) <= MOST_PLAYERS:
            raise Unsupported(f"{len(saved.players)} players: here 1 to {MOST_PLAYERS} can play")
        try:
            rules = _rules(modules, tuple(sorted(options.items())))
            players = _names(saved.players)
            table = self.table(rules, players)
            rules.new_game(players, tiles=[], table=table)
        except CarcassonneError as error:
            raise Unsupported(*self.lacking, str(error)) from error
        own = saved.own
        return Plan(
            rules=rules,
            players=players,
            table=table,
            lacking=tuple(self.lacking),
            silent=self.silent(),
            declined=frozenset(known.declined[name] for name in saved.elements if name in known.declined),
            stock=Stock.of(saved, known),
            whole_stock=own is None and all(name in known.sets for name in saved.sets),
            draws_from_stock=own is not None and own.stock,
            choices=() if own is None else own.choices,
        )

    def silent(self) -> dict[str, Silent]:
        """The unknown elements that act without a message, if no variant prevents it."""
        found = {name: self.known.silent[name] for name in self.saved.elements if name in self.known.silent}
        return {name: part for name, part in found.items() if not part.unless.items() & self.saved.rules.items()}

    def modules(self) -> tuple[str, ...]:
        """The modules that sets and elements call for, in the order of the tables."""
        known, saved = self.known, self.saved
        asked = {part.module for name, part in known.sets.items() if name in saved.sets}
        asked |= {part.module for name, part in known.elements.items() if name in saved.elements}
        order = dict.fromkeys(part.module for part in (*known.sets.values(), *known.elements.values()))
        return tuple(module for module in order if module and (module in asked or module == BASE))

    def options(self, modules: tuple[str, ...]) -> dict[str, str]:
        """What sets, elements and variants choose, what goes for every such game, and what is asked for."""
        known, saved = self.known, self.saved
        options: dict[str, str] = {}
        for module, always in known.always.items():
            options |= always if module in modules else {}
        asked: dict[str, str] = {}
        for part in (part for name, part in known.sets.items() if name in saved.sets):
            for option, value in part.when_there.items():
                asked[option] = value if asked.get(option, value) == value else known.several[option]
            for module, apart in part.apart.items():
                asked |= apart if module not in modules else {}
        options |= asked
        for name, part in known.elements.items():
            if part.of in modules:
                options |= part.when_there if name in saved.elements else part.when_not
        self.variants(modules, options)
        wanted: dict[str, object] = {}
        if saved.own is not None:
            wanted |= {name: value for name, value in saved.own.options.items() if name in known.fixed_options()}
        wanted |= self.needs
        owners = {option.name for option in _rules(modules, ()).definitions.options} if wanted else set()
        options |= {name: _text(value) for name, value in wanted.items() if name in owners}
        return options

    def variants(self, modules: tuple[str, ...], options: dict[str, str]) -> None:
        """Add the options of the file's variants."""
        for name, value in self.saved.rules.items():
            variant = self.known.rules.get(name)
            if variant is None:
                if name not in self.known.other_rules:
                    self.lacking.append(f"rule {name}")
            elif value not in variant.values:
                self.lacking.append(f"rule {name} with the value {value}")
            elif variant.of in modules:
                options |= variant.values[value]

    def table(self, rules: Ruleset, players: tuple[str, ...]) -> Setup | None:
        """The table to begin from, where it is not that of the rules or figures are of another number."""
        known, saved = self.known, self.saved
        start = [(_here(known.names_of(t.tile), rules), t.x, t.y, t.turned) for t in saved.start]
        for tile, (name, *_) in zip(saved.start, start, strict=True):
            if name not in rules.tiles.numbers:
                raise Unsupported(*self.lacking, f"start tile {tile.tile}")
        if not start:
            raise Unsupported(*self.lacking, "no start tile")
        counts = {part.figure: saved.elements.get(name, 0) for name, part in known.elements.items() if part.figure}
        supply = {
            figure.name: counts[figure.name]
            for figure in rules.figures
            if figure.name in counts and counts[figure.name] != figure.each
        }
        usual = [(rules.tiles.names[number], 0, 0, 0) for number in rules.start]
        if start == usual and not supply:
            return None
        return Setup(tiles=tuple(start), supply=dict.fromkeys(players, supply) if supply else {})


def _here(names: tuple[str, ...], rules: Ruleset) -> str:
    """Of names that are alike the one of these rules."""
    return next((name for name in names if name in rules.tiles.numbers), "")


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _names(given: tuple[str, ...]) -> tuple[str, ...]:
    """Names that differ and are not empty, as near to the given ones as can be."""
    names: list[str] = []
    for number, name in enumerate(given, 1):
        wanted = name if name.strip() else f"player {number}"
        while wanted in names:
            wanted += f" {number}"
        names.append(wanted)
    return tuple(names)
