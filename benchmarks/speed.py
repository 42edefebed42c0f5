"""Print how fast the engine is, beside a loop written by hand that is measured in the same run.

Everything goes through the public API, journal and events on, in plain Python on one core. Times are
processor times, so that other work on the machine disturbs them little.

    python benchmarks/speed.py [--quick] [--json] [--check] [--rules NAMES] [--against "PROGRAM ARGUMENTS"]

`--rules` names the modules of the second kind of game, by default all twelve. `--check` exits with 1 when a
figure misses its target. `--against` runs another program that prints
"N games per second …" and takes its figure for the ratio instead of the loop's.
"""

from __future__ import annotations

import argparse
import copy
import gc
import json
import random
import re
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs
import loop

import carcassonne
from carcassonne import notation

SET = 72  # tiles of the base game
ALL = "big-box"
ENGINE = "engine, two random players"
MANY = 10_000
OWN_LOOP = 0.47  # what 0.55 of the first hand-written loop is of this one, which is faster


@attrs.frozen
class Figure:
    """One figure: its name, its value, and the target that it has to reach or to stay under."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        if self.target is None:
            return True
        return self.value >= self.target if self.at_least else self.value <= self.target

    def __str__(self) -> str:
        text = f"{self.name:<58}{self.value:>10.{2 if self.value < 100 else 0}f} {self.unit:<8}"
        if self.target is None:
            return text
        sign = ">=" if self.at_least else "<="
        return f"{text}{sign} {self.target:g}{'' if self.is_met else '   MISSED'}"


@contextmanager
def collector_off() -> Iterator[None]:
    """Keep the collector of cycles out of short measurements."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def play_out(game: carcassonne.Game, uniform: Callable[[], float], most: int = sys.maxsize) -> list[carcassonne.Action]:
    """Push uniformly random actions until the game is over, or so many were pushed; return them."""
    push = game.push
    actions: list[carcassonne.Action] = []
    while not game.is_over and len(actions) < most:
        offered = game.legal_actions
        action = offered[int(uniform() * len(offered))]
        push(action)
        actions.append(action)
    return actions


def games_per_second(rules: carcassonne.Ruleset, games: int) -> tuple[float, float]:
    """Whole games of two random players per second of processor time, and their mean score."""
    rng = random.Random(1)
    for number in range(30):  # fills the tables of what fits where
        play_out(rules.new_game(players=2, seed=number), rng.random)
    total = 0
    begin = time.process_time()
    for number in range(games):
        game = rules.new_game(players=2, seed=number)
        play_out(game, rng.random)
        total += sum(game.scores)
    return games / (time.process_time() - begin), total / games / 2


def ratio(rules: carcassonne.Ruleset, games: int, against: str) -> list[Figure]:
    """Measure engine and loop in turns, so that a slower moment of the machine meets both."""
    tables = loop.prepare(loop.base_tiles())
    ours, theirs, other = [], [], []
    points = mean = 0.0
    for part in range(3):
        speed, points = games_per_second(rules, games)
        ours.append(speed)
        speed, mean = loop.measure(tables, 3 * games, seed=part)
        theirs.append(speed)
        if against:
            other.append(measured_elsewhere(against))
    engine, reference = statistics.median(ours), statistics.median(theirs)
    figures = [
        Figure("loop written by hand", reference, "games/s"),
        Figure(ENGINE, engine, "games/s"),
        Figure("mean score a player: loop", mean, "points"),
        Figure("mean score a player: engine", points, "points"),
        Figure("engine / loop", engine / reference, "", None if against else OWN_LOOP, at_least=True),
    ]
    if against:
        figures += [
            Figure("the other program", statistics.median(other), "games/s"),
            Figure("engine / the other program", engine / statistics.median(other), "", 0.55, at_least=True),
        ]
    return figures


def with_modules(names: str, games: int, base: float) -> list[Figure]:
    """Measure whole games under more rules, and how dear a game of theirs is beside one of the base game."""
    rules = carcassonne.load_rules(*names.split(","))
    speeds = [games_per_second(rules, games)[0] for _ in range(3)]
    target = 60 if names == ALL else None
    speed = statistics.median(speeds)
    return [
        Figure(f"engine, {names}, two random players", speed, "games/s", target, at_least=True),
        Figure(f"engine, {names} / base", speed / base, ""),
    ]


def measured_elsewhere(command: str) -> float:
    """Run a program that prints its games per second and return the figure."""
    printed = subprocess.run(shlex.split(command), capture_output=True, text=True, check=True).stdout
    found = re.search(r"([\d.]+) games per second", printed)
    if found is None:
        raise SystemExit(f"{command!r} printed no games per second: {printed[:200]!r}")
    return float(found[1])


def recorded(rules: carcassonne.Ruleset, seed: int) -> tuple[carcassonne.Game, list[carcassonne.Action]]:
    """Play a game, take everything back, and return it at its start with the actions that were played."""
    game = rules.new_game(players=2, seed=seed)
    actions = play_out(game, random.Random(seed).random)
    for _ in actions:
        game.pop()
    return game, actions


def push_and_pop(rules: carcassonne.Ruleset, games: int) -> list[Figure]:
    """Time pushing recorded actions, and taking them back; listing what is legal is not counted."""
    pushing = popping = 0.0
    pushes = 0
    for seed in range(games):
        game, actions = recorded(rules, seed)
        with collector_off():
            begin = time.process_time()
            for action in actions:
                game.push(action)
            middle = time.process_time()
            for _ in actions:
                game.pop()
            end = time.process_time()
        pushing, popping, pushes = pushing + middle - begin, popping + end - middle, pushes + len(actions)
    return [
        Figure("push", 1e6 * pushing / pushes, "µs"),
        Figure("pop", 1e6 * popping / pushes, "µs"),
        Figure("pop / push", popping / pushing, "", 1.0),
    ]


def copying(rules: carcassonne.Ruleset, times: int) -> list[Figure]:
    """Time `copy()` of a game at half, and a deep copy of all that it consists of, with its rules shared.

    `copy.deepcopy` of a game is `copy()`, so it is the parts that are copied deeply.
    """
    quick, slow = [], []
    for seed in range(5):
        game = rules.new_game(players=2, seed=seed)
        play_out(game, random.Random(seed).random, SET)
        parts = [getattr(game, name) for name in ("_state", "_past", "_taken")]
        with collector_off():
            begin = time.process_time()
            for _ in range(times):
                game.copy()
            quick.append((time.process_time() - begin) / times)
            begin = time.process_time()
            for _ in range(5):
                copy.deepcopy(parts, {id(rules): rules})
            slow.append((time.process_time() - begin) / 5)
    ours, deep = statistics.median(quick), statistics.median(slow)
    return [
        Figure("copy of a game at half", 1e6 * ours, "µs", 60),
        Figure("deepcopy of the same", 1e6 * deep, "µs"),
        Figure("copy / deepcopy", ours / deep, "", 0.05),
    ]


def long_table(rules: carcassonne.Ruleset, tiles: int) -> list[Figure]:
    """Time the pushes of a turn near the end of a set, and with so many tiles on the table.

    The game is played once to find its actions, then again with nothing but pushes.
    """
    names = [tile.name for tile in loop.base_tiles() for _ in range(tile.count)]
    rng = random.Random(1)
    order: list[str] = []
    while len(order) < tiles:
        rng.shuffle(names)
        order += names
    game = rules.new_game(players=2, seed=1, tiles=order[:tiles])
    actions = play_out(game, rng.random, 2 * tiles - 4)
    for _ in actions:
        game.pop()
    begin, last, window = SET, len(actions), 2 * SET
    few = many = float("inf")
    for _ in range(3):
        with collector_off():
            for action in actions[:begin]:
                game.push(action)
            few = min(few, timed(game, actions[begin : begin + window]))
            for action in actions[begin + window : last - 5 * window]:
                game.push(action)
            many = min(many, *(timed(game, actions[n : n + window]) for n in range(last - 5 * window, last, window)))
            for _ in range(last):
                game.pop()
    return [
        Figure(f"turn at about {SET} tiles, listing left out", 1e6 * few / SET, "µs"),
        Figure(f"turn at {tiles} tiles, listing left out", 1e6 * many / SET, "µs"),
        Figure(f"turn at {tiles} tiles / at about {SET}", many / few, "", 1.3),
    ]


def timed(game: carcassonne.Game, actions: list[carcassonne.Action]) -> float:
    """Push the actions and return the seconds that it took."""
    begin = time.process_time()
    for action in actions:
        game.push(action)
    return time.process_time() - begin


def saving(names: str, games: int) -> list[Figure]:
    """Time writing and reading whole games under such rules, and positions in the middle of one (medians)."""
    rules = carcassonne.load_rules(*names.split(","))
    forms: dict[str, tuple[Callable[..., str], Callable[..., carcassonne.Game]]] = {
        "text": (notation.game_text, notation.parse_game),
        "JSON": (notation.game_json, notation.game_from_json),
        "a position": (notation.position_text, notation.parse_position),
    }
    figures = []
    for form, (write, read) in forms.items():
        writing, reading = [], []
        for seed in range(games):
            game = rules.new_game(players=2, seed=seed)
            play_out(game, random.Random(seed).random, 150 if form == "a position" else sys.maxsize)
            with collector_off():
                begin = time.process_time()
                text = write(game)
                middle = time.process_time()
                read(text, rules=rules)
                end = time.process_time()
            writing.append(1000 * (middle - begin))
            reading.append(1000 * (end - middle))
        figures += [
            Figure(f"saving a game of {names} as {form}", statistics.median(writing), "ms", 5),
            Figure(f"loading a game of {names} from {form}", statistics.median(reading), "ms", 50),
        ]
    return figures


def cold(statement: str, times: int) -> float:
    """Milliseconds that a statement takes in a new process, its own start left out (median)."""
    program = f"import time; begin = time.process_time(); {statement}; print(time.process_time() - begin)"
    seconds = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
        for _ in range(times)
    ]
    return 1000 * statistics.median(seconds)


def starting(times: int) -> list[Figure]:
    """Time import, and import with loading and compiling the base rules, in new processes."""
    importing = cold("import carcassonne", times)
    loading = cold("import carcassonne; carcassonne.load_rules('base')", times)
    return [
        Figure("import carcassonne, cold", importing, "ms", 60),
        Figure("load and compile the base rules, cold, import left out", loading - importing, "ms", 150),
    ]


def drawing(names: str) -> list[Figure]:
    """Time the picture of a board of 100 tiles, in a new process and again."""
    play = f"import random, carcassonne; game = carcassonne.load_rules(*{names.split(',')!r}).new_game(2, seed=7)"
    turn = "while len(game.table) < 100: game.push(chance.choice(game.legal_actions))"
    program = f"""{play}
chance = random.Random(1)
{turn}
import time
from carcassonne import draw
begin = time.process_time()
draw.position(game, size=60)
middle = time.process_time()
draw.position(game, size=60)
print(middle - begin, time.process_time() - middle)"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    first, again = (1000 * float(seconds) for seconds in printed.split())
    return [
        Figure("picture of a board of 100 tiles, the first", first, "ms", 500),
        Figure("picture of a board of 100 tiles, again", again, "ms", 100),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a short run with less certain figures")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a target is missed")
    parser.add_argument("--against", default="", help="a program whose games per second the ratio is taken to")
    parser.add_argument("--rules", default=ALL, help="modules of the second kind of game, with commas between")
    chosen = parser.parse_args()
    rules = carcassonne.load_rules("base")
    quick = chosen.quick
    figures = ratio(rules, 100 if quick else 500, chosen.against)
    (base,) = (figure.value for figure in figures if figure.name == ENGINE)
    figures += with_modules(chosen.rules, 20 if quick else 100, base)
    figures += push_and_pop(rules, 20 if quick else 100)
    figures += copying(rules, 500 if quick else 2000)
    figures += saving(chosen.rules, 10 if quick else 30)
    figures += starting(5 if quick else 11)
    figures += drawing(ALL)
    figures += long_table(rules, 2000 if quick else MANY)
    if chosen.json:
        print(json.dumps([attrs.asdict(figure) | {"is_met": figure.is_met} for figure in figures], indent=2))
    else:
        print(f"Python {sys.version.split()[0]}, carcassonne {carcassonne.__version__}")
        print("\n".join(map(str, figures)))
    return 1 if chosen.check and not all(figure.is_met for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
