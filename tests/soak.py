"""Random games of random modules and options, for as long as one likes, with everything checked on the way.

    python tests/soak.py [--minutes 60] [--jobs 2] [--seed 0] [--only ferries,messages] [--game 1234]

Game number n of a seed is always the same. Every module is played alone, with every other, in triples and in
larger groups, and all together. A line a minute says how far it is. A failure is made smaller as far as that
goes, written as a script to build/soak/, and printed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import combinations, count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import attrs  # noqa: E402
import invariants  # noqa: E402

import carcassonne  # noqa: E402
from carcassonne.read.expansions import read_rules  # noqa: E402
from carcassonne.shipped import data_folder  # noqa: E402
from carcassonne.testing.players import anything, close, eager  # noqa: E402

MOST_ACTIONS = 5_000
ALL = "big-box"
FAILURES = ROOT / "build" / "soak"


@attrs.frozen
class Game:
    """What settles a game: modules, options, players, a seed for all chance, and how players choose."""

    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int
    policy: str
    chance: str

    def __str__(self) -> str:
        chosen = "".join(f" {name}={value}" for name, value in self.options)
        return f"{'+'.join(self.modules)}, {self.players} players, seed {self.seed}, {self.policy}{chosen}"


@attrs.frozen
class Failure:
    """A game that went wrong: how, and after which actions (chance included)."""

    game: Game
    error: str
    where: str
    actions: tuple[str, ...]

    @property
    def script(self) -> str:
        """A program that plays to the fault."""
        actions = "\n".join(self.actions)
        names = ", ".join(map(repr, self.game.modules))
        comment = "\n".join(f"# {line}" for line in self.error.splitlines())
        return (
            f"{comment}\n# {self.where}\nimport carcassonne\n\n"
            f"rules = carcassonne.load_rules({names}, options={dict(self.game.options)!r})\n"
            f'game = rules.new_game({self.game.players}, seed={self.game.seed}, chance="explicit")\n'
            f'for text in """\\\n{actions}\n""".splitlines():\n'
            "    game.push(rules.parse_action(text, game))\n"
            "print(game)\n"
        )


# Which games -------------------------------------------------------------------------------------


@cache
def modules() -> tuple[str, ...]:
    """Every shipped module that says something itself; the base game, which is always there, is left out."""
    ids = sorted(path.stem for path in (data_folder() / "expansions").glob("*.yaml"))
    return tuple(name for name in ids if name not in ("base", ALL))


def groups() -> Iterator[tuple[str, ...]]:
    """Each module alone, every pair, and the twelve together: what every run should have seen."""
    yield ("base",)
    for name in modules():
        yield ("base", name)
    for pair in combinations(modules(), 2):
        yield ("base", *pair)
    yield (ALL,)


@cache
def options_of(names: tuple[str, ...]) -> tuple[Any, ...]:
    return read_rules(names).options


def game_number(number: int, seed: int = 0, only: Sequence[str] = ()) -> Game:
    """The game of a number: first all groups in turn, then others at random."""
    chance = random.Random(f"{seed}/{number}")
    known = list(groups())
    if number < len(known) and not only:
        names = known[number]
    else:
        some = [name for name in modules() if name not in only]
        more = chance.choice((0, 1, 1, 2, 2, 3, 5, 8, 11))
        names = ("base", *sorted({*only, *chance.sample(some, min(more, len(some)))}))
        names = (ALL,) if len(names) > len(modules()) or chance.random() < 0.15 else names
    return Game(
        modules=names,
        options=random_options(names, chance),
        players=chance.choice((1, 2, 2, 2, 3, 3, 4, 5, 6)),
        seed=chance.randrange(2**32),
        policy=chance.choice(sorted(POLICIES)),
        chance=chance.choice(("seeded", "explicit")),
    )


def random_options(names: tuple[str, ...], chance: random.Random) -> tuple[tuple[str, str], ...]:
    """None, some or many options at random."""
    often = chance.choice((0, 0.15, 0.5))
    chosen = {}
    for option in options_of(names):
        if chance.random() < often:
            if option.values:
                chosen[option.name] = chance.choice(option.values)
            elif option.number:
                chosen[option.name] = str(chance.randrange(12))
            else:
                bounds = sorted(chance.sample(range(1, 12), 3))
                chosen[option.name] = " ".join(f"{bound}:{chance.randrange(1, 6)}" for bound in bounds)
    return tuple(sorted(chosen.items()))


# How players choose ------------------------------------------------------------------------------


POLICIES: dict[str, Callable[[random.Random, Any], Any]] = {
    "anything": anything, "eager": eager, "close": close,
}  # fmt: skip


# One game ----------------------------------------------------------------------------------------


@cache
def rules_of(names: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Any:
    return carcassonne.load_rules(*names, options=dict(options))


def play(setting: Game) -> Failure | None:
    """Play a game with all checks; None when everything holds."""
    game: Any = None
    try:
        load = rules_of if len(setting.options) < 2 else rules_of.__wrapped__
        game = load(setting.modules, setting.options).new_game(
            setting.players, seed=setting.seed, chance=setting.chance
        )
        checked(setting, game)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        places = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames[-4:]))
        text = f"{type(error).__name__}: {error}".splitlines()[0] if str(error) else type(error).__name__
        return Failure(setting, text, places, tuple(map(str, game.history)) if game is not None else ())
    return None


def checked(setting: Game, game: Any) -> None:
    """Play to the end and back to the beginning."""
    chance = random.Random(setting.seed)
    choose = POLICIES[setting.policy]
    oracle = oracle_of(game)
    seen: list[str] = []
    while not game.is_over:
        assert len(game) < MOST_ACTIONS, "the game does not end"
        seen.append(game.fingerprint)
        before = len(game.events), game.scores
        game.push((anything if game.player == carcassonne.CHANCE else choose)(chance, game))
        invariants.after_push(game, *before)
        if oracle is not None:
            oracle()
        if not game.is_over and chance.random() < 0.03:
            invariants.now_and_then(game, chance)
        if chance.random() < 0.01:
            game = game.rules.game_from_dict(game.to_dict())
            oracle = oracle if oracle is None else oracle_of(game)
        if chance.random() < 0.02:
            for _ in range(chance.randrange(1, 12)):
                if len(game):
                    game.pop()
                    assert seen.pop() == game.fingerprint, "taken back, but not as it was"
            oracle = oracle if oracle is None else oracle_of(game)
    invariants.open_places_are_the_empty_neighbours(game)
    invariants.features_part_the_segments(game)
    invariants.awards_sum_to_scores(game)
    again = game.rules.game_from_dict(game.to_dict())
    invariants.assert_equal(game, again)
    while len(game):
        game.pop()
        assert seen.pop() == game.fingerprint, "taken back, but not as it was"


def oracle_of(game: Any) -> Callable[[], None] | None:
    """What compares the game with an oracle after every action, where there is one for these rules."""
    try:
        from oracle.soak import follow, knows  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    if not knows(game.rules):
        return None
    answer: Callable[[], None] | None = follow(game)
    return answer


def smaller(failure: Failure, seconds: float = 60) -> Failure:
    """The same fault with fewer modules, options and players, in a shorter game, while there is time."""
    end = time.monotonic() + seconds
    found: Failure | None = failure
    while found is not None:
        failure, found = found, None
        for game in simpler(failure.game):
            if time.monotonic() > end:
                break
            other = play(game)
            if other is not None and is_alike(other, failure) and size(other) < size(failure):
                found = other
                break
    return failure


def simpler(game: Game) -> Iterator[Game]:
    """Games that lack something, and the same with other chance."""
    names = ("base", *modules()) if game.modules == (ALL,) else game.modules
    for name in names[1:]:
        left = tuple(other for other in names if other != name)
        known = {option.name for option in options_of(left)}
        yield attrs.evolve(game, modules=left, options=tuple(o for o in game.options if o[0] in known))
    for option in game.options:
        yield attrs.evolve(game, options=tuple(other for other in game.options if other != option))
    if game.players > 2:
        yield attrs.evolve(game, players=2)
    for seed in range(3):
        yield attrs.evolve(game, seed=seed)


def is_alike(one: Failure, other: Failure) -> bool:
    """Whether two failures are of one type and from one place."""
    same_type = one.error.partition(":")[0] == other.error.partition(":")[0]
    return same_type and one.where.split()[0] == other.where.split()[0]


def size(failure: Failure) -> tuple[int, ...]:
    """How much there is to look at."""
    game = failure.game
    names = len(modules()) + 1 if game.modules == (ALL,) else len(game.modules)
    return names, len(game.options), game.players, len(failure.actions)


# A long run --------------------------------------------------------------------------------------


def run(number: int, seed: int, only: tuple[str, ...]) -> tuple[Game, Failure | None]:
    game = game_number(number, seed, only)
    failure = play(game)
    return game, failure if failure is None else smaller(failure)


def finished(chosen: argparse.Namespace, only: tuple[str, ...]) -> Iterator[tuple[Game, Failure | None]]:
    """Games as they come to an end, several at a time."""
    numbers = iter([chosen.game] if chosen.game is not None else count(chosen.start))
    with ProcessPoolExecutor(chosen.jobs) as pool:
        waiting: set[Future[tuple[Game, Failure | None]]] = set()
        try:
            while True:
                while len(waiting) < 2 * chosen.jobs and (number := next(numbers, None)) is not None:
                    waiting.add(pool.submit(run, number, chosen.seed, only))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in waiting:
                future.cancel()


def main() -> int:
    """Play until the time is up or somebody says stop; answers 1 when something failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=0, help="how long; without it until Ctrl-C")
    parser.add_argument("--games", type=int, default=0, help="how many games at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=0, help="another run has other games")
    parser.add_argument("--start", type=int, default=0, help="number of the first game")
    parser.add_argument("--game", type=int, default=None, help="play this game alone")
    parser.add_argument("--only", default="", help="modules that are always in play, with commas between")
    parser.add_argument("--failures", type=int, default=5, help="stop after so many different failures")
    chosen = parser.parse_args()
    only = tuple(name for name in chosen.only.split(",") if name)
    began = told = time.monotonic()
    played, actors, failures = 0, set(), {}
    wanted = set(groups())

    def tell() -> None:
        minutes = (time.monotonic() - began) / 60
        seen = len(wanted & actors)
        print(
            f"{minutes:6.1f} min  {played} games, {seen} of {len(wanted)} singles, pairs and all twelve, "
            f"{len(failures)} failures",
            flush=True,
        )

    try:
        for game, failure in finished(chosen, only):
            played += 1
            actors.add(game.modules)
            if failure is not None and failure.where not in failures:
                failures[failure.where] = failure
                report(failure, len(failures))
            if time.monotonic() - told > 60:
                told = time.monotonic()
                tell()
            out_of_time = chosen.minutes and time.monotonic() - began > 60 * chosen.minutes
            if out_of_time or len(failures) >= chosen.failures or (chosen.games and played >= chosen.games):
                break
    except KeyboardInterrupt:
        pass
    tell()
    return 1 if failures else 0


def report(failure: Failure, number: int) -> None:
    """Print a failure and write its script."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    file = FAILURES / f"failure-{int(time.time())}-{number}.py"
    file.write_text(failure.script, encoding="utf-8")
    print(f"\nFAILED: {failure.game}\n  {failure.error}\n  {failure.where}")
    print(f"  {len(failure.actions)} actions, in {file.relative_to(ROOT)}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
