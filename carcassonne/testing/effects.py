"""What a value of an option does in play: the same games with it and without it, up to the first difference."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.compiler import compile_rules
from carcassonne.errors import CarcassonneError
from carcassonne.play.ruleset import Ruleset
from carcassonne.read.definitions import Option
from carcassonne.read.modules import Library
from carcassonne.report.events import event_text
from carcassonne.testing.lawbook import push
from carcassonne.testing.players import POLICIES, Setting, begin, short_stock
from carcassonne.testing.sources import definitions_with, own_files

if TYPE_CHECKING:
    from carcassonne.play.game import Game

LIKING_WHAT_IS_RARE: Final = ("closing", "eager", "joining")
MOST_ACTIONS: Final = 400
GAMES: Final = 12
OWN_TILES: Final = 16


@attrs.frozen
class Effect:
    """A value of an option against the value that is in play.

    games: how many pairs of games were compared. first: what differed first, and where; empty when nothing was seen.
    """

    option: str
    value: str
    games: int = 0
    first: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return attrs.asdict(self)

    def __str__(self) -> str:
        seen = self.first or (f"not seen in {self.games} games" if self.games else "not tried")
        return f"{self.option}={self.value}: {seen}"


def values_of(rules: Ruleset) -> Iterator[tuple[Option, str]]:
    """Every value that is not in play of the options of one's own files, or of all where there are no such files."""
    definitions = rules.definitions
    files = own_files(definitions)
    for option in definitions.options:
        if files and option.where.file not in files:
            continue
        chosen = dict(definitions.chosen).get(option.name, option.default)
        if option.number:
            yield option, str(int(chosen) + 1)
        elif option.table:
            yield option, " ".join(f"{start}:{int(value) + 1}" for start, value in _rows(chosen))
        else:
            yield from ((option, value) for value in option.values if value != chosen)


def _rows(table: str) -> list[list[str]]:
    return [row.split(":") for row in table.split()]


def effects_of(
    rules: Ruleset,
    *,
    seed: int = 0,
    games: int = GAMES,
    seconds: float | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[Effect, ...]:
    """Play short games under some rules and under those with another value, one value after the other.

    The same seed gives the same games, moves and draws for both. Every value gets its first pair of games before one
    gets its second; what has shown a difference is done with. seconds: how long at most; values that this leaves no
    time for are told as not tried. Which value comes first is settled by the seed. is_stopped: asked now and then.

    >>> import carcassonne
    >>> [effect] = [each for each in effects_of(carcassonne.load_rules("base"), games=1) if each.value == "off"]
    >>> print(effect)
    base.farmers=off: game 0, after 2 actions: «meeple on field at 0,1» is on offer only without it
    """
    end = None if seconds is None else time.monotonic() + seconds
    values = {(option.name, value): option for option, value in values_of(rules)}
    found = {key: Effect(*key) for key in values}
    open_keys = list(found)
    random.Random(f"effects/{seed}").shuffle(open_keys)
    library, others = Library(), dict[tuple[str, str], Ruleset]()
    for number in range(games):
        for key in tuple(open_keys):
            if is_stopped() or (end is not None and time.monotonic() > end):
                return tuple(found.values())
            try:
                other = others.get(key) or _with(rules, key, library)
            except CarcassonneError:  # the law on options tells it
                open_keys.remove(key)
                continue
            others[key] = other
            first = _stocks(rules, other) if not number else ""
            first = first or _compared(rules, other, values[key], seed, number)
            found[key] = attrs.evolve(found[key], games=number + 1, first=first)
            if first:
                open_keys.remove(key)
                del others[key]
    return tuple(found.values())


def _with(rules: Ruleset, choice: tuple[str, str], library: Library) -> Ruleset:
    """The rules with a value chosen; the table of tiles is that of the others where the tiles are."""
    definitions, before = definitions_with(rules, dict([choice]), library=library), rules.definitions
    of_tiles = [(each.tiles, each.features, each.symbols) for each in (definitions, before)]
    return compile_rules(definitions, Ruleset, tiles=rules.tiles if of_tiles[0] == of_tiles[1] else None)


def _compared(rules: Ruleset, other: Ruleset, option: Option, seed: int, number: int) -> str:
    """What differs first in one pair of games; empty when they are the same to their end.

    In every other one the stock is mostly of tiles that came with the module of the option.
    """
    chance = random.Random(f"effects/{seed}/{number}")
    policy = POLICIES[LIKING_WHAT_IS_RARE[number % len(LIKING_WHAT_IS_RARE)]]
    stock = short_stock(rules, chance)
    setting = Setting(2 + number % 2, "", _own_tiles(rules, option, stock, chance) if number % 2 else stock)
    game = begin(rules, setting)
    try:
        same = begin(other, setting)
    except CarcassonneError as error:
        return f"game {number} cannot begin with it: {str(error).partition(';')[0].partition(chr(10))[0]}"
    told = 0
    for count in range(MOST_ACTIONS):
        difference = _difference(game, same, told)
        if difference or game.is_over:
            return f"game {number}, after {count} actions: {difference}" if difference else ""
        told = len(game.events)
        try:
            action = policy(chance, game)
            push(game, action)
        except Exception:
            return ""  # the law «no crash» tells it
        try:
            push(same, action)
        except Exception as error:
            return f"game {number}, after {count} actions: «{action}» ends in {type(error).__name__} with it"
    return ""


def _stocks(rules: Ruleset, other: Ruleset) -> str:
    """The first tile of which one has more copies than the other."""
    counts = [dict(zip(each.tiles.names, each.tiles.counts, strict=True)) for each in (rules, other)]
    for name in sorted({**counts[0], **counts[1]}):
        without, having = (each.get(name, 0) for each in counts)
        if without != having:
            return f"{having} copies of {name} instead of {without}"
    return ""


def _own_tiles(rules: Ruleset, option: Option, stock: tuple[str, ...], chance: random.Random) -> tuple[str, ...]:
    """A stock with some tiles of the module that declares an option among the others, of the last pile."""
    definitions = rules.definitions
    module = next((each.id for each in definitions.modules if each.file == option.where.file), "")
    last = [rules.tiles.names[tile] for tile in rules.pile_tiles[-1]]
    own = [name for name in last if name.startswith(module)]
    if not own:
        return stock
    added = chance.choices(own, k=OWN_TILES)
    first, rest = [tile for tile in stock if tile not in last], [tile for tile in stock if tile in last]
    mixed = [*added, *rest[:OWN_TILES]]
    chance.shuffle(mixed)
    return (*first, *mixed)


def _difference(game: Game, other: Game, told: int) -> str:
    """What differs between two games, in which so many events were told before and were the same."""
    happened = [[event_text(event, each.players) for event in each.events[told:]] for each in (game, other)]
    for without, having in zip(*happened, strict=False):
        if without != having:
            return f"«{having}» instead of «{without}»"
    if happened[0] != happened[1]:
        longer = max(happened, key=len)
        return f"«{longer[min(map(len, happened))]}» only with{'out' if longer is happened[0] else ''} it"
    if game.scores != other.scores:
        return f"scores are {other.scores} instead of {game.scores}"
    if (game.about, game.player) != (other.about, other.player):
        return f"«{other.about}» is decided instead of «{game.about}»"
    offered = [dict.fromkeys(map(str, each.legal_actions)) for each in (game, other)]
    for with_it, (mine, theirs) in (("without", offered), ("with", offered[::-1])):
        for text in mine:
            if text not in theirs:
                return f"«{text}» is on offer only {with_it} it"
    for what, held in _held(game, other):
        if held[0] != held[1]:
            return f"{what}: {held[1]} instead of {held[0]}"
    return ""


def _held(game: Game, other: Game) -> Iterator[tuple[str, list[Any]]]:
    both = (game, other)
    yield "table", [each.table for each in both]
    yield "figures", [each.figures for each in both]
    yield "tokens", [each.tokens for each in both]
    yield "track", [each.track for each in both]
    for player, name in enumerate(game.players):
        yield f"supply of {name}", [each.supply(player) for each in both]
