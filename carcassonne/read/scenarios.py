"""Reads scenario files: rules in play, a position, what is played, and what must come of it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from carcassonne.errors import ActionSyntaxError, DataError, OptionError, Problem, Where
from carcassonne.read import source
from carcassonne.read.definitions import Definitions
from carcassonne.read.expansions import read_rules
from carcassonne.read.expectations import Expectation, Figure, Laid, Vocabulary, read_expectation
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.names import Known
from carcassonne.read.schema import schema_problems
from carcassonne.read.sections import Declared
from carcassonne.read.source import Node
from carcassonne.read.tile_sets import finish_tiles
from carcassonne.read.tiles import Vocabulary as TileWords
from carcassonne.read.tiles import read_tile_set
from carcassonne.words.actions import Action, parse_action

KEYS: Final = (
    "scenario", "rules", "options", "covers", "players", "tiles", "table", "figures", "scores", "supply", "to move",
    "draws", "rotations", "play", "expect",
)  # fmt: skip
PLAYERS: Final = ("blue", "red")
COLOURS: Final = ("blue", "red", "green", "yellow", "black", "pink")
CHANCE_NAME: Final = "chance"
EXPECT: Final = "expect"
OWN_SET: Final = "scenario"
MOST_STEPS: Final = 2_000
MOST_POINTS: Final = 100_000

_RULE_ID = re.compile(r"(?:[A-Z]+-)+[A-Z]*[0-9]+[a-z]?")
_PLAYER = re.compile(r"[^\W\d_][\w-]*")


@attrs.frozen
class Act:
    """What one player, or chance, does: one action after the other."""

    player: str
    actions: tuple[Action, ...]
    where: Where


@attrs.frozen(eq=False)
class Scenario:
    """A scenario as it stands in its file.

    table: None where the rules' own start is meant. draws: None where the play itself says what is drawn.
    play: acts and expectations in order; the one under `expect` is the last. raises: the text of the error that
    loading the rules must give, else empty. definitions: what the rules say, the scenario's own tiles included; None
    where they must not load. places: where the lines of the position stand, by their text.
    """

    title: str
    rules: tuple[str, ...]
    options: Mapping[str, str]
    covers: tuple[str, ...]
    players: tuple[str, ...]
    table: tuple[Laid, ...] | None
    figures: tuple[Figure, ...]
    scores: Mapping[str, int]
    supply: Mapping[str, Mapping[str, int]]
    to_move: str
    draws: tuple[str, ...] | None
    is_turned: bool
    play: tuple[Act | Expectation, ...]
    raises: str
    definitions: Definitions | None
    where: Where
    places: Mapping[str, Where]

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.where.file


def read_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Read a scenario. Raises DataError with every fault of the file, and of the rules that it names."""
    problems = Faults()
    try:
        node = source.read_source(Path(path), problems)
        scenario = None if node is None else _ScenarioReader(node, Path(path).parent, problems).read()
        if scenario is not None and not problems:
            return scenario
    except EnoughFaults:
        pass
    raise DataError(problems)


def check_scenario(path: str | os.PathLike[str]) -> list[Problem]:
    """Every fault of a scenario file, in order of place: the checker for files that begin with `scenario`."""
    try:
        read_scenario(path)
    except DataError as error:
        return list(error.problems)
    node = source.read_source(Path(path), [])
    return [] if node is None else schema_problems(node, "scenario")


def definitions_of(rules: Sequence[str], options: Mapping[str, str], folder: Path) -> Definitions:
    """Read the rules of a scenario; paths count from the scenario's folder. Raises DataError or OptionError."""
    return read_rules([folder / name if _is_path(name) else name for name in rules], options)


def _is_path(name: str) -> bool:
    return name.endswith((".yaml", ".yml"))


class _ScenarioReader:
    """One scenario file; what is at fault is reported and left out."""

    def __init__(self, node: Node, folder: Path, problems: list[Problem]) -> None:
        self.node, self.folder, self.problems = node, folder, problems
        self.keys: Mapping[str, Node] = node.value if isinstance(node.value, Mapping) else {}
        self.places: dict[str, Where] = {}
        self.raises = ""

    def read(self) -> Scenario | None:
        if not source.check_keys(self.node, "scenario", KEYS, self.problems, required=("scenario", "rules")):
            return None
        title = source.as_text(self.keys["scenario"], "scenario", self.problems) or ""
        rules = self.texts("rules")
        if isinstance(self.keys["rules"].value, tuple) and not rules:
            self.report("rules", "there are no rules in it", "Name at least one module, as in 'rules: [base]'.")
        options = self.options()
        covers = self.texts("covers")
        for rule in covers:
            if not _RULE_ID.fullmatch(rule):
                fault, cure = f"{source.shown(rule)} is no rule id", "Rule ids look like B-12 or X-AB3."
                self.problems.append(Problem(self.item_where("covers", rule), f"covers: {fault}", cure))
        players = self.players()
        self.raises = self.raised()
        definitions = None if self.raises or self.problems else self.definitions(rules, options)
        words = Vocabulary.of(definitions, players)
        table = self.lines("table", words.laid) if "table" in self.keys else None
        figures = self.lines("figures", words.figure)
        scores = words.numbers(self.keys.get("scores"), "scores", self.problems, most=MOST_POINTS)
        supply = words.supplies(self.keys.get("supply"), "supply", self.problems)
        draws = self.lines("draws", words.tile) if "draws" in self.keys else None
        play = self.play(words)
        return Scenario(
            title=title, rules=rules, options=options, covers=covers, players=players, table=table, figures=figures,
            scores=scores, supply=supply, to_move=self.to_move(words), draws=draws, is_turned=self.is_turned(),
            play=play, raises=self.raises, definitions=definitions, where=self.node.where, places=self.places,
        )  # fmt: skip

    def report(self, key: str, fault: str, cure: str = "") -> None:
        self.problems.append(Problem(self.keys[key].where, f"{key}: {fault}", cure))

    def items(self, key: str) -> tuple[Node, ...]:
        node = self.keys.get(key)
        return () if node is None else source.as_list(node, key, self.problems) or ()

    def item_where(self, key: str, text: str) -> Where:
        return next(item.where for item in self.items(key) if item.value == text)

    def texts(self, key: str) -> tuple[str, ...]:
        found = (source.as_text(item, key, self.problems) for item in self.items(key))
        return tuple(text for text in found if text)

    def lines(self, key: str, read: source.LineReader[source.Line]) -> tuple[source.Line, ...]:
        """Read a list of texts, each by a function that reports what is wrong with it."""
        found: list[source.Line] = []
        for item in self.items(key):
            line = read(item, key, self.problems)
            if line is not None:
                found.append(line)
                self.places.setdefault(str(line), item.where)
        return tuple(found)
