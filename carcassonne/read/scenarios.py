"""Reads scenario files: rules in play, a position, what is played, and what must come of it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from carcassonne.errors import DataError, OptionError, Problem, Where
from carcassonne.read import source
from carcassonne.read.definitions import Definitions
from carcassonne.read.expansions import read_rules
from carcassonne.read.expectations import Expectation, read_expectation
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.names import Known
from carcassonne.read.scenario_words import (
    CHANCE_NAME,
    Figure,
    Laid,
    Line,
    LineReader,
    Vocabulary,
    groups_of,
    items_of,
)
from carcassonne.read.sections import Declared
from carcassonne.read.source import SUFFIXES, Node
from carcassonne.read.tile_sets import finish_tiles
from carcassonne.read.tiles import Vocabulary as TileWords
from carcassonne.read.tiles import read_tile_set
from carcassonne.words.actions import Action
from carcassonne.words.segments import Segment

KEYS: Final = (
    "scenario", "rules", "options", "covers", "players", "tiles", "table", "figures", "connections", "scores",
    "supply", "track", "tokens", "hands", "to move", "draws", "rotations", "laws", "play", "expect",
)  # fmt: skip
PLAYERS: Final = ("blue", "red")
COLOURS: Final = ("blue", "red", "green", "yellow", "black", "pink")
EXPECT: Final = "expect"
OWN_SET: Final = "scenario"
LONGEST_NAME: Final = 80

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
    hands: None where the rules give and deal them.
    play: acts and expectations in order; the one under `expect` is the last. raises: the text of the error
    that loading the rules must give, else empty. laws: those that must hold after every action.
    definitions: what the rules say, the scenario's own tiles included; None where they must not load.
    places: where the lines of the position stand, by their text.
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
    track: Mapping[str, Mapping[str, int]]
    tokens: Mapping[str, Mapping[str, int]]
    connections: tuple[tuple[Segment, ...], ...]
    hands: Mapping[str, tuple[str, ...]] | None
    to_move: str
    draws: tuple[str, ...] | None
    is_turned: bool
    play: tuple[Act | Expectation, ...]
    raises: str
    laws: tuple[str, ...]
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
    return []


def definitions_of(rules: Sequence[str], options: Mapping[str, str], folder: Path) -> Definitions:
    """Read the rules of a scenario; paths count from its folder. Raises DataError or OptionError."""
    return read_rules([folder / name if _is_path(name) else name for name in rules], options)


def _is_path(name: str) -> bool:
    return name.endswith(SUFFIXES)


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
            self.report(
                "rules", "there are no rules in it", "Name one module or more: 'rules: [base]'.", code="CARC-S001"
            )
        options = self.options()
        covers = self.texts("covers")
        for rule in covers:
            if not _RULE_ID.fullmatch(rule):
                fault, cure = f"{source.shown(rule)} is no rule id", "Rule ids look like B-12 or X-AB3."
                self.problems.append(
                    Problem(self.item_where("covers", rule), f"covers: {fault}", cure, code="CARC-S002")
                )
        players = self.players()
        self.raises = self.raised()
        definitions = None if self.raises or self.problems else self.definitions(rules, options)
        words = Vocabulary.of(definitions, players)
        table = self.lines("table", words.laid) if "table" in self.keys else None
        figures = self.lines("figures", words.figure)
        scores = words.numbers(self.keys.get("scores"), "scores", self.problems)
        supply = words.supplies(self.keys.get("supply"), "supply", self.problems)
        track = words.supplies(self.keys.get("track"), "track", self.problems)
        tokens = words.tokens(self.keys.get("tokens"), "tokens", self.problems)
        for holder in tokens:
            if " at " in holder:
                cure = "At first they lie before players, on the table and on tiles; segments get theirs in play."
                self.report("tokens", f"{source.shown(holder)} is no player and no cell", cure, code="CARC-S010")
        draws = self.lines("draws", words.tile) if "draws" in self.keys else None
        play = self.play(words)
        return Scenario(
            title=title,
            rules=rules,
            options=options,
            covers=covers,
            players=players,
            table=table,
            figures=figures,
            scores=scores,
            supply=supply,
            track=track,
            tokens=tokens,
            connections=self.connections(words),
            hands=words.hands(self.keys["hands"], "hands", self.problems) if "hands" in self.keys else None,
            to_move=self.to_move(words),
            draws=draws,
            is_turned=self.is_turned(),
            play=play,
            raises=self.raises,
            laws=self.texts("laws"),
            definitions=definitions,
            where=self.node.where,
            places=self.places,
        )

    def report(self, key: str, fault: str, cure: str = "", *, code: str) -> None:
        self.problems.append(Problem(self.keys[key].where, f"{key}: {fault}", cure, code=code))

    def items(self, key: str) -> tuple[Node, ...]:
        node = self.keys.get(key)
        return () if node is None else items_of(node, key, self.problems)

    def item_where(self, key: str, text: str) -> Where:
        return next(item.where for item in self.items(key) if item.value == text)

    def texts(self, key: str) -> tuple[str, ...]:
        found = (source.as_text(item, key, self.problems) for item in self.items(key))
        return tuple(text for text in found if text)

    def lines(self, key: str, read: LineReader[Line]) -> tuple[Line, ...]:
        """Read a list of texts, each by a function that reports what is wrong with it."""
        found: list[Line] = []
        for item in self.items(key):
            line = read(item, key, self.problems)
            if line is not None:
                found.append(line)
                self.places[str(line)] = item.where
        return tuple(found)

    # Rules -----------------------------------------------------------------------------------

    def options(self) -> dict[str, str]:
        node = self.keys.get("options")
        found = {}
        for name, item in (source.as_mapping(node, "options", self.problems) or {} if node else {}).items():
            value = source.as_text(item, f"options, {source.plainly(name)}", self.problems)
            if value:
                found[name] = value
        return found

    def players(self) -> tuple[str, ...]:
        node = self.keys.get("players")
        if node is None:
            return PLAYERS
        if isinstance(node.value, str):
            count = source.as_whole_number(node, "players", self.problems, least=1, most=len(COLOURS))
            return COLOURS[: count or len(PLAYERS)]
        names: list[str] = []
        self.places[f"{len(self.items('players'))} players"] = node.where
        for item in self.items("players"):
            name = item.value if isinstance(item.value, str) else ""
            if not _PLAYER.fullmatch(name) or len(name) > LONGEST_NAME or name in (CHANCE_NAME, EXPECT):
                fault = f"players: expected a name of one word, found {source.found(item)}"
                self.problems.append(Problem(item.where, fault, code="CARC-S003"))
            elif name in names:
                self.problems.append(
                    Problem(item.where, f"players: {source.shown(name)} stands there twice", code="CARC-F009")
                )
            else:
                names.append(name)
        return tuple(names)

    def definitions(self, rules: tuple[str, ...], options: Mapping[str, str]) -> Definitions | None:
        """The rules with the tiles of the scenario; None when they do not load."""
        if self.names_no_file():
            return None
        try:
            definitions = definitions_of(rules, options, self.folder)
        except DataError as error:
            self.problems += error.problems
            return None
        except OptionError as error:
            self.problems.append(Problem(self.culprit(str(error)), str(error), code="CARC-S004"))
            return None
        if "tiles" not in self.keys:
            return definitions
        return self.with_tiles(definitions)

    def names_no_file(self) -> bool:
        """Whether a file of rules is named that is not there: reported where it is named."""
        named = [(str(item.value), item.where) for item in self.items("rules")]
        missing = [(name, where) for name, where in named if _is_path(name) and not source.is_file(self.folder / name)]
        for name, where in missing:
            path = self.folder / name
            near = source.nearest(path.name, [each.name for each in path.parent.glob("*.y*ml")], alike=0.8)
            cure = f"Did you mean {str(Path(name).with_name(near))!r}?" if near else "Paths count from this file."
            self.problems.append(
                Problem(where, f"rules: there is no file {source.shown(name)}", cure, code="CARC-Y001")
            )
        return bool(missing)

    def culprit(self, message: str) -> Where:
        """The place of the rule or option of which an error speaks first."""
        options = self.keys.get("options")
        places = [(str(item.value), item.where) for item in self.items("rules")]
        places += list((options.key_where if options else {}).items())
        named = [(message.find(repr(name)), where) for name, where in places if repr(name) in message]
        return min(named)[1] if named else (options or self.keys["rules"]).where

    def with_tiles(self, definitions: Definitions) -> Definitions:
        """The definitions with the scenario's own tiles beside those of the modules."""
        node = self.keys["tiles"]
        if node.is_mapping and not node.value:
            return definitions
        drawn = Node(
            {"tiles": Node(OWN_SET, node.where), "set": node},
            node.where,
            {"tiles": node.where, "set": node.where},
        )
        kinds = {feature.name: feature for feature in definitions.features}
        symbols = {symbol.name: symbol for symbol in definitions.symbols}
        before = len(self.problems)
        own = read_tile_set(drawn, TileWords(kinds, symbols), self.problems)
        piles = [pile.name for pile in definitions.piles]
        for drawing in own.drawings:
            if drawing.pile not in piles:
                cure = source.cure_for(drawing.pile, piles, "piles here")
                fault = f"tile {drawing.name}: unknown pile {source.shown(drawing.pile)}"
                self.problems.append(Problem(drawing.where, fault, cure, code="CARC-T029"))
        if len(self.problems) > before:
            return definitions
        sets, tiles = finish_tiles((own,), definitions.tile_changes, _declared(definitions))
        return attrs.evolve(definitions, tile_sets=(*definitions.tile_sets, *sets), tiles=(*definitions.tiles, *tiles))

    # Position and play -----------------------------------------------------------------------

    def to_move(self, words: Vocabulary) -> str:
        node = self.keys.get("to move")
        return "" if node is None else words.player(node, "to move", self.problems) or ""

    def connections(self, words: Vocabulary) -> tuple[tuple[Segment, ...], ...]:
        """Pairs of segments that something on their tile connects."""
        node = self.keys.get("connections")
        pairs = () if node is None else groups_of(words.segment)(node, "connections", self.problems)
        if node is not None and any(len(pair) != 2 for pair in pairs):
            self.report("connections", "a connection is between two segments", code="CARC-S009")
        return pairs

    def is_turned(self) -> bool:
        node = self.keys.get("rotations")
        return node is None or source.as_choice(node, "rotations", ("all", "none"), self.problems) != "none"

    def raised(self) -> str:
        """The error that loading the rules must give; then nothing else is expected and nothing played."""
        node = self.keys.get(EXPECT)
        if node is None or not isinstance(node.value, Mapping) or "raises" not in node.value:
            return ""
        if len(node.value) > 1 or "play" in self.keys:
            fault = "expect: with 'raises' nothing is played and nothing else expected"
            self.problems.append(Problem(node.key_where["raises"], fault, code="CARC-S006"))
        return source.as_text(node.value["raises"], "expect, raises", self.problems) or ""

    def play(self, words: Vocabulary) -> tuple[Act | Expectation, ...]:
        steps = [self.step(item, words) for item in self.items("play")]
        if EXPECT in self.keys and not self.raises:
            steps.append(read_expectation(self.keys[EXPECT], words, self.problems))
        if not (self.raises or self.problems or "laws" in self.keys) and not any(
            isinstance(step, Expectation) for step in steps
        ):
            cure = "Add 'expect' with what must hold at the end."
            self.problems.append(Problem(self.node.where, "scenario: nothing is expected", cure, code="CARC-S005"))
        return tuple(step for step in steps if step is not None)

    def step(self, node: Node, words: Vocabulary) -> Act | Expectation | None:
        keys = source.as_mapping(node, "play", self.problems)
        if keys is None:
            return None
        if len(keys) != 1:
            fault = f"play: expected one player with what he does, found {len(keys)} keys"
            self.problems.append(
                Problem(node.where, fault, "Begin each step with a hyphen of its own.", code="CARC-S007")
            )
            return None
        ((name, item),) = keys.items()
        if name == EXPECT:
            return read_expectation(item, words, self.problems)
        who = words.actor(Node(name, node.key_where[name]), "play", self.problems)
        actions = words.actions(item, f"play, {source.plainly(name)}", self.problems)
        return Act(who, actions, node.where) if who else None


def _declared(definitions: Definitions) -> Declared:
    """The declarations in the form in which the reading of tiles asks for them."""
    kinds = Known("feature kind", [feature.name for feature in definitions.features])
    symbols = Known("symbol", [symbol.name for symbol in definitions.symbols])
    return Declared(
        features=definitions.features,
        groups=definitions.groups,
        symbols=definitions.symbols,
        figures=definitions.figures,
        tracks=definitions.tracks,
        tokens=definitions.tokens,
        piles=definitions.piles,
        kinds=kinds,
        printed=symbols,
        pieces=Known("figure", ()),
        removed=False,
    )
