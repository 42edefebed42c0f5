"""Holds the laws that a scenario names against every action of its play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from carcassonne.errors import DataError, Problem, Where
from carcassonne.read.source import cure_for
from carcassonne.testing.differences import Difference
from carcassonne.testing.lawbook import Law, LawBrokenError, Step, by_subject, error_text, push

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.read.scenarios import Scenario
    from carcassonne.words.actions import Action


@attrs.frozen
class LawWatch:
    """Laws by what they are about, and where the scenario begins."""

    laws: Mapping[str, tuple[Law, ...]]
    where: Where

    @classmethod
    def of(cls, scenario: Scenario, rules: Ruleset) -> LawWatch:
        """The laws of a scenario. Raises DataError for a name that is none."""
        from carcassonne.testing.laws import LAWS
        from carcassonne.testing.written import laws_of_rules

        known = {**LAWS, **{law.name: law for law in laws_of_rules(rules)}}
        problems = [
            Problem(
                scenario.where, f"laws: there is no law {name!r}", cure_for(name, known, "laws here"), code="CARC-S021"
            )
            for name in scenario.laws
            if name not in known
        ]
        if problems:
            raise DataError(problems)
        return cls(by_subject(known[name] for name in scenario.laws), scenario.where)

    def beginning(self, game: Game) -> list[Difference]:
        """What is wrong before anything is played."""
        return [*self._asked("rules", game.rules, self.where), *self._asked("moment", game, self.where)]

    def push(self, game: Game, action: Action, where: Where) -> list[Difference]:
        """Push an action and say what is wrong afterwards."""
        before = game.copy()
        try:
            push(game, action)
        except Exception as error:
            names = {law.name for law in self.laws["step"]}
            if "no crash" not in names:
                raise
            return [Difference(where, "law «no crash»", "it to hold", error_text(error))]
        found = [*self._asked("step", Step(before, action, game), where), *self._asked("moment", game, where)]
        return [*found, *self._asked("game", game, where)] if game.is_over else found

    def _asked(self, of: str, subject: object, where: Where) -> Iterator[Difference]:
        for law in self.laws[of]:
            try:
                law.check(subject)
            except LawBrokenError as broken:
                yield Difference(where, f"law «{law.name}»", "it to hold", broken.message)
