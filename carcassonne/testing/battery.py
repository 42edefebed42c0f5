"""The battery: plays many games under a ruleset, asks every law on the way, and makes what it finds small."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import CarcassonneError, OptionError
from carcassonne.testing.coverage import Coverage, Watch
from carcassonne.testing.effects import Effect, effects_of
from carcassonne.testing.lawbook import Law, LawBrokenError, Step, by_subject, error_text, push, shipped_laws
from carcassonne.testing.laws.whole_games import most_actions
from carcassonne.testing.lines import Line, line_of, line_up_to, scenario_text, told
from carcassonne.testing.players import POLICIES, Setting, begin, setting_of
from carcassonne.testing.reporting import Finding, LawResult, Report
from carcassonne.testing.shrinking import CRASH, Broken, Shrinker
from carcassonne.testing.sources import Names, Source, can_reload, names_of, own_files, source_of
from carcassonne.testing.written import exceptions_of, laws_of_rules
from carcassonne.words.actions import Action, Draw

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

Progress = Callable[[int, int, float], "bool | None"]
"""Called with games, actions and seconds; True stops the run."""
TOLD_EVERY: Final = 50
MOST_VARIATIONS: Final = 12
OPTIONS: Final = "options"
"""The law of which the second half is to look by play for what options do."""
SHARE_OF_OPTIONS: Final = 0.2


def check_variant(
    rules: Ruleset | Names,
    *,
    options: Mapping[str, str] | None = None,
    budget: float | None = 10.0,
    games: int | None = None,
    seed: int = 0,
    first: int = 0,
    stride: int = 1,
    laws: Iterable[Law | str] | None = None,
    shrink: float = 30.0,
    at_most: int = 1,
    coverage: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Play games under some rules and ask every law on the way.

    rules: a ruleset, or ids and paths of modules, then with `options`. budget: seconds of playing, None for no limit.
    games: how many games at most; game number n of a seed is always the same. first, stride: the numbers of the games
    to play, so that several processes can share them. laws: all of the kit and those that the files say, or some of
    them by name, or laws of your own. shrink: seconds at most for making each finding small. at_most: stop after so
    many laws are found broken, 0 for never. progress: called now and then with games, actions and seconds; it may
    answer True to stop.
    Raises DataError and OptionError as `load_rules` does.

    >>> report = check_variant("base", games=1, budget=None, laws=["awards", "figures"], coverage=False)
    >>> report.passed, report.games
    (True, 1)
    """
    return Battery(rules, options=options, seed=seed, laws=laws, shrink=shrink, at_most=at_most, coverage=coverage).run(
        budget=budget, games=games, first=first, stride=stride, progress=progress
    )


@attrs.frozen(eq=False)
class Table:
    """Rules to play under: as loaded, and as they are watched, with the laws that are asked."""

    source: Source
    rules: Ruleset
    watch: Watch | None
    laws: Mapping[str, tuple[Law, ...]]

    @property
    def played(self) -> Ruleset:
        """The rules that games are begun with."""
        return self.rules if self.watch is None else self.watch.rules


class Battery:
    """A run of the laws over the games of a ruleset.

    Every fourth game has another value of one of the options that files of one's own declare.
    """

    def __init__(
        self,
        rules: Ruleset | Names,
        *,
        options: Mapping[str, str] | None,
        seed: int,
        laws: Iterable[Law | str] | None,
        shrink: float,
        at_most: int,
        coverage: bool,
    ) -> None:
        self.rules, self.source = _loaded(rules, options or {})
        self.reloads = can_reload(self.source, self.rules)
        self.seed, self.shrink, self.at_most = seed, shrink, at_most
        self.written = laws_of_rules(self.rules)
        self.skipped = exceptions_of(self.rules)
        self.laws = self._chosen(laws)
        self.watches = coverage
        self.first = self.table(self.source, self.rules)
        self.others = [self.table(*each) for each in _variations(self.source, self.rules)] if self.reloads else []
        self.exercised: dict[str, int] = {law.name: 0 for law in self.laws}
        self.findings: dict[str, Finding] = {}
        self.effects: tuple[Effect, ...] = ()
        self.games = self.actions = 0
        self.spent, self.is_stopped = 0.0, False
        self.progress: Progress | None = None

    def table(self, source: Source, rules: Ruleset) -> Table:
        """Rules made ready to be played; the laws that they write are made for them."""
        own = {law.name: law for law in laws_of_rules(rules)}
        asked = [own.get(law.name, law) for law in self.laws if law.name not in self.skipped]
        return Table(source, rules, Watch(rules) if self.watches else None, by_subject(asked))

    def table_of(self, number: int) -> Table:
        """The rules of a game."""
        if number % 4 == 3 and self.others:
            return self.others[number // 4 % len(self.others)]
        return self.first

    def _chosen(self, laws: Iterable[Law | str] | None) -> tuple[Law, ...]:
        if laws is None:
            return (*shipped_laws(), *self.written)
        own = {law.name: law for law in self.written}
        found: dict[str, Law] = {}
        for named in laws:
            for law in (named,) if isinstance(named, Law) else (own.get(named) or shipped_laws(named)[0],):
                found[law.name] = law
        return tuple(found.values())

    # A run -----------------------------------------------------------------------------------

    def run(
        self, *, budget: float | None, games: int | None, first: int, stride: int, progress: Progress | None
    ) -> Report:
        """Play until the budget is used up."""
        if budget is None and games is None:
            raise OptionError("neither a budget nor a number of games: this would never end")
        spent, began, self.progress, self.is_stopped = 0.0, time.monotonic(), progress, False
        for law in self.first.laws["rules"] if not first else ():
            self.ask_about_rules(law)
        spent += 0.0 if first else self.look_at_options(budget)
        for number in count(first, stride):
            if self.has_enough(games) or (budget is not None and spent >= budget):
                break
            began_game = time.monotonic()
            self.spent = spent
            broken = self.play(number, None if budget is None else began_game + budget - spent)
            spent += time.monotonic() - began_game
            for law, found in broken:
                self.note(law, found, number, self.table_of(number).rules)
            self.tell(spent)
        return self.report(time.monotonic() - began)

    def has_enough(self, games: int | None) -> bool:
        """Whether no more games are wanted, whatever time is left."""
        enough = self.at_most and len(self.findings) >= self.at_most
        return bool(self.is_stopped or enough or (games is not None and self.games >= games))

    def look_at_options(self, budget: float | None) -> float:
        """Look for what options do in play, where the law on them is asked; the seconds that this took."""
        began = time.monotonic()
        if self.reloads and any(law.name == OPTIONS for law in self.first.laws["rules"]):
            seconds = None if budget is None else budget * SHARE_OF_OPTIONS
            self.effects = effects_of(self.rules, seed=self.seed, seconds=seconds, is_stopped=self.hears_stop)
        return time.monotonic() - began

    def hears_stop(self) -> bool:
        """Whether somebody wants to stop, asked where nothing is played for the laws."""
        self.tell(self.spent)
        return self.is_stopped

    def tell(self, seconds: float) -> None:
        """Say how far it is, and hear whether to go on."""
        if self.progress is not None and self.progress(self.games, self.actions, seconds):
            self.is_stopped = True

    def report(self, seconds: float) -> Report:
        """What has been found so far."""
        return Report(
            rules=self.source.names,
            options=dict(self.source.options),
            seed=self.seed,
            games=self.games,
            actions=self.actions,
            seconds=seconds,
            laws=tuple(
                LawResult(
                    law.name, law.of, law.why, self.exercised[law.name],
                    self.findings.get(law.name), self.skipped.get(law.name, ""),
                )
                for law in self.laws
            ),
            coverage=self.coverage(),
            effects=self.effects,
        )  # fmt: skip

    def coverage(self) -> Coverage | None:
        """What all tables have seen together."""
        found: Coverage | None = None
        for table in (self.first, *self.others):
            if table.watch is not None:
                found = table.watch.coverage if found is None else found.merged(table.watch.coverage)
        return found

    # One game --------------------------------------------------------------------------------

    def play(self, number: int, end: float | None) -> list[tuple[Law, Broken]]:
        """Play one game with all laws; what is broken ends it."""
        began = time.monotonic()
        table = self.table_of(number)
        setting = setting_of(table.rules, self.seed, number)
        chance = random.Random(f"laws/{self.seed}/{number}")
        game = begin(table.played, setting)
        self.games += 1
        broken = self.ask(table, "moment", game, game, chance, always=True)
        choose = random.Random(f"moves/{self.seed}/{number}")
        most = most_actions(game)
        while not broken and not game.is_over and len(game) <= most:
            if self.is_stopped or (end is not None and time.monotonic() > end and self.games > 1):
                return []
            before = game.copy()
            try:
                action = POLICIES[setting.policy](choose, game)
                push(game, action)
            except Exception as error:
                return self.crashed(table, before, error)
            self.actions += 1
            if self.actions % TOLD_EVERY == 0:
                self.tell(self.spent + time.monotonic() - began)
            step = Step(before, action, game)
            if table.watch is not None:
                table.watch.note(before, step.events)
            self.count(CRASH)
            broken = [*self.ask(table, "step", step, game, chance), *self.ask(table, "moment", game, game, chance)]
        if not broken:
            broken = self.ask(table, "game", game, game, chance, always=number % 3 == 0)
        if table.watch is not None:
            table.watch.note_table(game)
        return broken

    def ask(
        self, table: Table, of: str, subject: object, game: Game, chance: random.Random, *, always: bool = False
    ) -> list[tuple[Law, Broken]]:
        """Ask the laws about something, each as often as it says."""
        broken = []
        for law in table.laws[of]:
            if law.often < 1 and (not law.often or (chance.random() >= law.often and not always)):
                continue
            if law.name in self.findings:
                continue
            try:
                if law.check(subject):
                    self.count(law.name)
            except LawBrokenError as error:
                self.count(law.name)
                line = line_up_to(table.source, game)
                broken.append((law, Broken(line, error.message, told(game), "", game.is_over)))
        return broken

    def count(self, name: str) -> None:
        """Count that a law was exercised."""
        if name in self.exercised:
            self.exercised[name] += 1

    def crashed(self, table: Table, before: Game, error: Exception) -> list[tuple[Law, Broken]]:
        """What a push comes to that ended in an error."""
        law = next((law for law in self.laws if law.name == CRASH), None)
        if law is None:
            raise error
        legal = list(before.legal_actions)
        action = self._culprit(before, type(error)) or legal[0]
        line = line_of(table.source, before, with_draws=isinstance(action, Draw))
        line = attrs.evolve(line, actions=(*line.actions, action))
        return [(law, Broken(line, error_text(error), told(before), type(error).__name__))]

    def _culprit(self, before: Game, kind: type[Exception]) -> Action | None:
        """The first action on offer that ends in such an error."""
        for action in before.legal_actions:
            try:
                push(before.copy(), action)
            except kind:
                return action
            except Exception:
                continue
        return None

    def ask_about_rules(self, law: Law) -> None:
        """Ask a law about the ruleset."""
        try:
            self.exercised[law.name] += law.check(self.rules)
        except LawBrokenError as error:
            self.exercised[law.name] += 1
            line = Line(self.source, ("blue", "red"))
            self.keep(law, Broken(line, error.message, ""), 0)

    # Findings --------------------------------------------------------------------------------

    def note(self, law: Law, found: Broken, number: int, rules: Ruleset) -> None:
        """Make a finding small and keep it, the first of each law."""
        if law.name in self.findings:
            return
        if self.shrink > 0:
            found = Shrinker(law, found, rules, seconds=self.shrink, reloads=self.reloads).run()
        self.keep(law, found, number)

    def keep(self, law: Law, found: Broken, number: int) -> None:
        """Keep a finding."""
        known = {each.name for each in (*shipped_laws(), *self.written)}
        comment = f"The law «{law.name}» does not hold at the end of this:\n{found.message}"
        text = scenario_text(
            found.line, self.rules if found.line.source == self.source else found.line.source.load(),
            f"{law.name} holds", laws=[law.name] if law.name in known else [], comment=comment, folder=Path.cwd(),
        )  # fmt: skip
        self.findings[law.name] = Finding(
            law=law.name,
            message=found.message,
            scenario=text,
            board=found.board,
            actions=tuple(map(str, found.line.actions)),
            size=found.line.size[0],
            game=number,
            line=found.line,
            stopped=found.stopped,
        )


def _variations(source: Source, rules: Ruleset) -> list[tuple[Source, Ruleset]]:
    """The rules with one option of one's own files chosen otherwise; values that cannot be chosen are left out."""
    definitions = rules.definitions
    files = own_files(definitions)
    found: list[tuple[Source, Ruleset]] = []
    for option in definitions.options:
        given = dict(source.options)
        if option.where.file not in files or option.name in given:
            continue
        for value in option.values:
            if value != rules.options[option.name] and len(found) < MOST_VARIATIONS:
                other = attrs.evolve(source, options=tuple(sorted({**given, option.name: value}.items())))
                with suppress(CarcassonneError):  # the law on options tells it
                    found.append((other, other.load()))
    return found


def _loaded(rules: Ruleset | Names, options: Mapping[str, str]) -> tuple[Ruleset, Source]:
    from carcassonne.play.ruleset import Ruleset

    if isinstance(rules, Ruleset):
        if options:
            raise OptionError("options are chosen when rules are loaded: give names, or a ruleset without options")
        return rules, source_of(rules)
    source = Source(names_of(rules), tuple(sorted((name, str(value)) for name, value in options.items())))
    return source.load(), source


__all__ = ["Battery", "Setting", "check_variant"]
