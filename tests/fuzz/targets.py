"""What strangers may hand in, one function for each sort: it ends soon, in a value or in an error of the library."""

from __future__ import annotations

import random
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, Final

import carcassonne
from carcassonne import notation
from carcassonne.checking.findings import findings_of
from carcassonne.compile import compiler
from carcassonne.compile.compiler import compile_rules
from carcassonne.compile.tiles import TileTable
from carcassonne.errors import CarcassonneError, DataError, Where
from carcassonne.interop import jcloisterzone
from carcassonne.language.expression import text
from carcassonne.language.grammar import parse
from carcassonne.play.ruleset import Ruleset
from carcassonne.read import scenarios as reading
from carcassonne.read.definitions import Phrase
from carcassonne.read.expansions import read_rules, read_what_can_be
from carcassonne.read.modules import Library
from carcassonne.read.scenarios import read_scenario
from carcassonne.testing.scenarios import run_scenario

Target = Callable[[bytes], None]

SOON: Final = 2.0
"""Seconds of processor time for one input."""
ACTIONS: Final = 12
"""How far a game is played by rules, or from a position, that somebody handed in."""
LONGEST: Final = 20_000
KEPT: Final = 500
"""How many inputs one library remembers."""
PLAYED: Final = 4
"""One good file of so many is played: reading is what strangers' files try most."""
PLACES: Final = (
    "score changes: {{own: {{of: city, add: {0}, rule: H-1}}}}",
    "score changes: {{own: {{of: road, if: {0}, replace: 1, rule: H-1}}}}",
    "rules: {{own: {{on: part ended, if: {0}, do: [{{award: {0}, to: active, rule: H-1}}], rule: H-1}}}}",
    "laws: {{own: {{every: feature, holds: {0}}}}}",
)
"""Where an expression may stand, with other things at hand in each."""

TARGETS: dict[str, Target] = {}


class TooSlowError(AssertionError):
    """An input that costs more than it may."""


def target(function: Target) -> Target:
    """Register a target: it allows the errors of the library and nothing else, and no input that takes long."""

    @wraps(function)
    def timed(data: bytes) -> None:
        start = time.process_time()
        try:
            function(data[:LONGEST])
        except CarcassonneError as error:
            assert str(error), "an error without a message"
        seconds = time.process_time() - start
        if seconds > SOON:
            raise TooSlowError(f"{function.__name__}: {seconds:.1f} s of processor time")

    TARGETS[function.__name__] = timed
    return timed


class _Desk:
    """Where files are handed in: a folder without other files, and a library that has read the shipped ones."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.taken = 0
        self.is_quick = False
        self.forget()

    def hurry(self) -> None:
        """Keep what inputs have in common in this whole process: for looking for new ones, where nothing else runs.

        Most of the time would go into reading shipped modules for scenarios, and into the tables of their tiles.
        """
        self.is_quick = True
        self.forget()
        vars(compiler)["TileTable"] = self.table

    def forget(self) -> None:
        """Begin with a library and tables that are new."""
        self.library = Library()
        self.tables: dict[str, tuple[object, TileTable]] = {}
        if self.is_quick:
            vars(reading)["read_rules"] = partial(read_rules, search=self.library)

    def table(self, tiles: Any, kinds: Any, counters: Any, symbols: Mapping[str, Any]) -> TileTable:
        """A table of tiles, made once for the same tiles and words; the library keeps the tiles themselves."""
        key = f"{id(tiles)} {kinds} {counters} {symbols}"
        if key not in self.tables:
            self.tables[key] = tiles, TileTable(tiles, kinds, counters, symbols)
        return self.tables[key][1]

    def file(self, data: bytes) -> Path:
        """Write a file under a name that the library does not know yet."""
        self.taken += 1
        if self.taken % KEPT == 0:
            self.forget()
        path = Path(self.folder.name) / f"handed-in-{self.taken % KEPT}.yaml"
        path.write_bytes(data)
        return path

    def rules(self, file: Path) -> Ruleset:
        """Load rules as `load_rules` does."""
        definitions, problems = read_what_can_be([file], search=self.library)
        if definitions is None:
            raise DataError(problems)
        return compile_rules(definitions, Ruleset, problems)


@cache
def _desk() -> _Desk:
    return _Desk()


def hurry() -> None:
    """Make the targets quicker in this process, which is one of the fuzzer."""
    _desk().hurry()


def _play(game: Any) -> None:
    """Play a little: what could be read must also be playable, or say why not."""
    chance = random.Random(0)
    for _ in range(ACTIONS):
        if game.is_over:
            break
        game.push(chance.choice(game.legal_actions))
    str(game)
    notation.position_text(game)


def _is_played(data: bytes) -> bool:
    return zlib.crc32(data) % PLAYED == 0


@target
def reader(data: bytes) -> None:
    """Files of tiles, expansions and variants; the first key says which. Some of the good ones are played."""
    if data.lstrip().startswith(b"scenario"):
        return
    file = _desk().file(data)
    problems = findings_of(file, _desk().library)
    for problem in problems:
        assert problem.fault and str(problem)
    if any(not problem.is_warning for problem in problems) or data.lstrip().startswith(b"tiles"):
        return
    if _is_played(data):
        _play(_desk().rules(file).new_game(2, seed=1))


@target
def scenarios(data: bytes) -> None:
    """Scenarios; some of the good ones are run."""
    try:
        scenario = read_scenario(_desk().file(data))
    except DataError as error:
        for problem in error.problems:
            assert problem.fault and str(problem)
        return
    if _is_played(data):
        str(run_scenario(scenario))


@target
def expressions(data: bytes) -> None:
    """One expression, wherever one may stand: the first byte says where."""
    place = PLACES[data[0] % len(PLACES)] if data else PLACES[0]
    written = data[1:].decode("utf-8", "replace")
    parsed = parse(Phrase(written, Where("handed-in", 1, 1)), [])
    if parsed is None:
        return
    assert parsed == parse(Phrase(text(parsed), Where("handed-in", 1, 1)), [])
    quoted = "'" + written.replace("'", "''") + "'"
    file = _desk().file(f"variant: handed-in\nextends: [base]\n{place.format(quoted)}\n".encode())
    _play(_desk().rules(file).new_game(2, seed=1))


@target
def texts(data: bytes) -> None:
    """A game, a position or an action as text or JSON; what is an action is asked of a game."""
    given = data.decode("utf-8", "replace")
    try:
        game = notation.read_game(given, partial=True).game
    except CarcassonneError:
        action = notation.parse_action(given)
        assert action == notation.parse_action(str(action))
        _game().why_not(action)
    else:
        assert game == notation.parse_position(notation.position_text(game))
        _play(game)


@cache
def _game() -> Any:
    return carcassonne.load_rules("base").new_game(2, seed=1)


@target
def saved_games(data: bytes) -> None:
    """A game saved by JCloisterZone: read, played, and its sentences asked."""
    file = _desk().file(data)
    jcloisterzone.check(jcloisterzone.read(file))


@target
def tile_xml(data: bytes) -> None:
    """A tile file of JCloisterZone: what can be read gives files of ours without a fault."""
    for made in jcloisterzone.tiles_from_xml(data):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "tiles.yaml"
            file.write_text(made.to_yaml(), encoding="utf-8")
            if made.module in made.tile_set.uses:
                (Path(folder) / f"{made.module}.yaml").write_text(made.expansion_yaml(file.name), encoding="utf-8")
            faults = [problem for problem in carcassonne.check(folder) if not problem.is_warning]
            assert not faults, f"a fault in what we write: {DataError(faults)}"
