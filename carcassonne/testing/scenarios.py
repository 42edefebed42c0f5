"""Plays scenarios and reports how they come out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.compile.compiler import compile_rules
from carcassonne.errors import CarcassonneError, DataError, Problem, Where
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.setup import Setup
from carcassonne.read.expectations import Expectation
from carcassonne.read.scenario_words import CHANCE_NAME
from carcassonne.read.scenarios import Act, Scenario, definitions_of, read_scenario
from carcassonne.read.source import SUFFIXES
from carcassonne.testing.differences import Difference, differences, listed
from carcassonne.testing.turning import Turning
from carcassonne.testing.watching import LawWatch
from carcassonne.words.actions import CHANCE, Action, Choose, Draw, Place
from carcassonne.words.events import Chosen
from carcassonne.words.lines import THE_TABLE

if TYPE_CHECKING:
    from carcassonne.play.game import Game

FIRST_KEY: Final = "scenario:"
_PLACE: Final = re.compile(r"^.* on | turned [0-3]$")


@attrs.frozen
class Result:
    """How a scenario came out: nothing under `problems` and `differences` when all is as expected.

    problems: faults of the file; then it was not played. board: the table as it was at the first difference.
    """

    file: str
    title: str
    covers: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    differences: tuple[Difference, ...] = ()
    board: str = ""

    @property
    def passed(self) -> bool:
        """Whether the file is sound and everything came as expected."""
        return not self.problems and not self.differences

    def __str__(self) -> str:
        if self.passed:
            return f"{self.file}: {self.title}"
        elsewhere = self.problems and all(p.where.file != self.file for p in self.problems)
        untitled = "its rules cannot be loaded" if elsewhere else "this is no scenario"
        head = f"{self.file}: {self.title or untitled}"
        lines = [head, *map(str, self.problems), *map(str, self.differences), self.board]
        return "\n".join(lines).rstrip()


def run_files(paths: Iterable[str | os.PathLike[str]]) -> list[Result]:
    """Run the scenarios of files, and of all those in folders; a bad file is a result like others."""
    return [run_file(path) for path in scenario_files(paths)]


def scenario_files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    """The files that paths name: a folder stands for the scenarios in it and below, sorted."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from filter(is_scenario_file, sorted(path.rglob("*")))
        else:
            yield path


def is_scenario_file(path: Path) -> bool:
    """Whether a file is YAML whose first key is `scenario`."""
    return begins_with(path, FIRST_KEY)


def begins_with(path: Path, *keys: str) -> bool:
    """Whether a file is YAML whose first key is one of these, each with its colon."""
    if path.suffix not in SUFFIXES or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.strip() and not line.startswith(("#", "---")):
                return line.startswith(keys)
    return False


def run_file(path: str | os.PathLike[str]) -> Result:
    """Run one scenario file; its faults are part of the result."""
    scenario = None
    try:
        scenario = read_scenario(path)
        return run_scenario(scenario)
    except DataError as error:
        title = "" if scenario is None else scenario.title
        return Result(os.fspath(path), title, problems=error.problems)


def run_scenario(scenario: Scenario) -> Result:
    """Play a scenario, also with the table turned, taken back and saved, and collect all differences.

    Raises DataError when its rules do not compile or its position is impossible.
    """
    if scenario.raises:
        return _result(scenario, _raised(scenario))
    assert scenario.definitions is not None
    rules = compile_rules(scenario.definitions, Ruleset)
    for quarters in range(4 if scenario.is_turned else 1):
        run = _Run(scenario, rules, quarters)
        run.play()
        if run.found:
            return _result(scenario, run.found, run.board)
    return _result(scenario, [])


def _result(scenario: Scenario, found: list[Difference], board: str = "") -> Result:
    return Result(scenario.file, scenario.title, scenario.covers, differences=tuple(found), board=board)


def _raised(scenario: Scenario) -> list[Difference]:
    """Load rules that must not load."""
    found = "the rules load"
    try:
        folder = Path(scenario.file).parent
        rules = compile_rules(definitions_of(scenario.rules, scenario.options, folder), Ruleset)
        rules.new_game(scenario.players)
    except CarcassonneError as error:
        found = str(error)
    if scenario.raises in found:
        return []
    return [Difference(scenario.where, "loading the rules", f"an error with {scenario.raises!r}", found)]


class _Run:
    """One playing of a scenario, with the table turned by some quarters."""

    def __init__(self, scenario: Scenario, rules: Ruleset, quarters: int) -> None:
        self.scenario, self.rules = scenario, rules
        self.turning = Turning(quarters)
        self.found: list[Difference] = []
        self.board = ""
        self.game = self.begin()
        self.watch = LawWatch.of(scenario, rules) if scenario.laws else None

    def begin(self) -> Game:
        """The game in the position from which the scenario begins."""
        scenario = self.scenario
        try:
            setup = self.setup()
            game = self.rules.new_game(scenario.players, chance="explicit", tiles=scenario.draws, table=setup)
        except CarcassonneError as error:
            raise DataError([Problem(self.culprit(str(error)), str(error), code="CARC-S020")]) from error
        return game

    def setup(self) -> Setup | None:
        """The position as the scenario says it, or that of the rules; None where that need not be touched."""
        scenario, turning = self.scenario, self.turning
        said = (
            scenario.figures, scenario.scores, scenario.supply, scenario.track, scenario.tokens,
            scenario.connections, scenario.to_move,
        )  # fmt: skip
        if scenario.table is None and not any(said) and scenario.hands is None and not turning.quarters:
            return None
        if scenario.table is None:
            own = self.rules.new_game(scenario.players, chance="explicit")
            tiles = [(name, x, y, turned) for (x, y), (name, turned) in own.table.items()]
            standing = [(None if who is None else own.players[who], kind, at) for at, kind, who in own.figures]
        else:
            tiles = [(laid.tile, laid.x, laid.y, laid.turned) for laid in scenario.table]
            standing = []
        quarters = turning.quarters
        figures = [
            *standing,
            *((figure.owner or None, figure.kind, figure.segment) for figure in scenario.figures),
        ]
        return Setup(
            tiles=[(name, *turning.cell(x, y), (turned + quarters) % 4) for name, x, y, turned in tiles],
            figures=[(owner, kind, turning.segment(segment)) for owner, kind, segment in figures],
            scores=scenario.scores,
            supply=scenario.supply,
            to_move=scenario.to_move,
            hands=scenario.hands,
            track=scenario.track,
            tokens=[
                (self.holder(name), kind, count)
                for name, kinds in scenario.tokens.items()
                for kind, count in kinds.items()
            ],
            connections=[(turning.segment(one), turning.segment(other)) for one, other in scenario.connections],
        )

    def holder(self, name: str) -> str | tuple[int, int]:
        """Who or what has tokens: a player's name, the table, or a cell."""
        if name in self.scenario.players or name == THE_TABLE:
            return name
        x, y = map(int, name.split(","))
        return self.turning.cell(x, y)

    def culprit(self, message: str) -> Where:
        """The place of the tile or figure of which an error speaks."""
        places = self.scenario.places
        named = [line for line in places if line in message]
        near = [line for line in places if _PLACE.search(line) and _PLACE.sub("", line) in message]
        found = next(iter((*named, *near)), None)
        return self.scenario.where if found is None else places[found]

    # Playing ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Play everything, and compare where something is expected; an act that cannot be played ends it."""
        beginning = self.game.fingerprint
        if self.watch is not None:
            self.note(self.watch.beginning(self.game))
        self.draw_what_is_fixed()
        for step in self.scenario.play:
            if isinstance(step, Expectation):
                for check in step.checks:
                    self.note(differences(check, self.game, self.turning))
            elif not all(self.act(step, action) for action in step.actions):
                return
        if not self.found and not self.turning.quarters:
            self.save_and_take_back(beginning)

    def note(self, found: Iterable[Difference]) -> None:
        """Keep differences, and say by how much the table was turned."""
        degrees = 90 * self.turning.quarters
        turned = f" (with the table turned by {degrees}°)" if degrees else ""
        self.found += [attrs.evolve(each, what=each.what + turned) for each in found]
        if self.found and not self.board:
            self.board = str(self.game)

    def act(self, step: Act, written: Action) -> bool:
        """Play one action, after the draw of the tile that it lays; whether that was possible."""
        game = self.game
        action = self.turning.action(written)
        if isinstance(written, Place):
            self.turning.note(written, self.rules.tiles)
            draw = Draw(written.tile)
            if game.player == CHANCE and step.player != CHANCE_NAME and draw in game.legal_actions:
                self.push(draw, step.where)
        action = listed(action, game)
        who = CHANCE_NAME if game.player == CHANCE else game.players[game.player]
        asked: Action = action
        if isinstance(action, Place) and game.player == CHANCE:
            asked = Draw(action.tile)  # no such tile is left, or it was not this player's turn to draw
        reason = game.why_not(asked)
        if reason is None and who != step.player:
            reason = f"{who} decides now"
        if reason is not None:
            reason += self.taken_by_itself(asked) + self.where_instead(asked)
            self.note([Difference(step.where, f"{step.player}: {action}", "this to be possible", reason)])
            return False
        self.push(action, step.where)
        self.draw_what_is_fixed()
        return not (self.watch is not None and self.found)

    def push(self, action: Action, where: Where) -> None:
        """Push an action; where laws are named they must hold of it."""
        if self.watch is None:
            self.game.push(action)
        else:
            self.note(self.watch.push(self.game, action, where))

    def taken_by_itself(self, action: Action) -> str:
        """A hint where a choice that cannot be played had one possibility and was taken without asking."""
        if not isinstance(action, Choose):
            return ""
        about = action.about
        happened = [event for event in self.game.events if isinstance(event, Chosen) and event.about == about]
        asked = [taken for taken in self.game.history if isinstance(taken, Choose) and taken.about == about]
        if len(happened) <= len(asked):
            return ""
        return f"; {f'{about}: {happened[-1].value}'!r} had no alternative and was taken without asking"

    def where_instead(self, action: Action) -> str:
        """Where the copies of a tile are that cannot be drawn, and what to write instead."""
        game, tiles = self.game, self.rules.tiles
        number = tiles.numbers.get(action.tile) if isinstance(action, Draw) else None
        if number is None or game.player != CHANCE:
            return ""
        name, copies = tiles.names[number], tiles.tiles[number].count
        laid = sum(tile == name for tile, _ in game.table.values())
        if laid >= copies:
            all_of_it = "its only copy lies" if copies == 1 else f"all its {copies} copies lie"
            return f": {all_of_it} on the table; lay another tile, or leave one out of the table"
        coming = sorted({draw.tile for draw in game.legal_actions if isinstance(draw, Draw)})
        first = sorted({tiles.tiles[tiles.numbers[tile]].pile for tile in coming} - {tiles.tiles[number].pile})
        if first:
            return f": it lies in pile {tiles.tiles[number].pile!r}, before which {' and '.join(first)!r} is drawn"
        beside = f", {laid} on the table" if laid else ""
        return f": of its {copies} copies {copies - laid} are out of the game{beside}; name another tile"

    def draw_what_is_fixed(self) -> None:
        """Draw as long as the order of draws leaves no choice: tiles that fit nowhere go by themselves."""
        game = self.game
        while self.scenario.draws is not None and game.player == CHANCE and not game.is_over:
            actions = game.legal_actions
            if len(actions) != 1 or not isinstance(actions[0], Draw):
                return
            self.push(actions[0], self.scenario.where)

    # What must hold of every game ------------------------------------------------------------

    def save_and_take_back(self, beginning: str) -> None:
        """A game that is saved and read is the same; taking everything back leads to the beginning."""
        game = self.game
        where = self.scenario.where
        again = self.rules.game_from_dict(game.to_dict())
        if again != game:
            self.note([Difference(where, "saving and reading the game", "the same game", "another")])
        while len(game):
            game.pop()
        if game.fingerprint != beginning:
            self.note([Difference(where, "taking everything back", "the first position", "another")])
