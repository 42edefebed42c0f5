"""What a battery has found: law by law how often it was exercised, and the smallest line that breaks it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from carcassonne.testing.coverage import Coverage
from carcassonne.testing.effects import Effect
from carcassonne.testing.sources import shown_name

if TYPE_CHECKING:
    from carcassonne.testing.lines import Line


@attrs.frozen
class Finding:
    """A law that is broken, with the smallest line of play found for it.

    scenario: a file that says it, with paths as from the folder where the battery was called. board: the table there.
    actions: what is played. size: actions and things set up. game: the number of the game in which it was found.
    stopped: what ended the making small before nothing helped any more; by seconds, another machine may go further.
    """

    law: str
    message: str
    scenario: str
    board: str
    actions: tuple[str, ...]
    size: int
    game: int
    stopped: str = ""
    line: Line | None = attrs.field(default=None, repr=False, eq=False)

    def write(self, folder: Path) -> Path:
        """Write the scenario to a file in a folder, with paths as from there, and answer which."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.law.replace(' ', '-')}-{self.game}.yaml"
        text = self.scenario
        for name in () if self.line is None else self.line.source.names:
            text = text.replace(shown_name(name, Path.cwd()), shown_name(name, folder))
        file.write_text(text, encoding="utf-8")
        return file

    def __str__(self) -> str:
        stopped = f"\n(It may be possible in less: making it small was stopped {self.stopped}.)" if self.stopped else ""
        return f"«{self.law}» does not hold: {self.message}\n\n{self.scenario}\n{self.board}".rstrip() + stopped

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "law": self.law,
            "message": self.message,
            "scenario": self.scenario,
            "board": self.board,
            "actions": list(self.actions),
            "size": self.size,
            "game": self.game,
            "stopped": self.stopped,
        }


@attrs.frozen
class LawResult:
    """One law: how often there was something to check, and what was found. skipped: why the rules are exempt."""

    name: str
    of: str
    why: str
    exercised: int
    finding: Finding | None = None
    skipped: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "law": self.name,
            "of": self.of,
            "why": self.why,
            "exercised": self.exercised,
            "skipped": self.skipped,
            "finding": None if self.finding is None else self.finding.to_dict(),
        }

    def merged(self, other: LawResult) -> LawResult:
        """Two runs together; of two findings the smaller."""
        found = [finding for finding in (self.finding, other.finding) if finding is not None]
        smallest = min(found, key=lambda finding: (finding.size, finding.game), default=None)
        return attrs.evolve(self, exercised=self.exercised + other.exercised, finding=smallest)


@attrs.frozen
class Report:
    """What came of a battery. effects: what each value of an option that is not in play did in play."""

    rules: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    games: int
    actions: int
    seconds: float
    laws: tuple[LawResult, ...]
    coverage: Coverage | None = None
    effects: tuple[Effect, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, in the order of the laws."""
        return tuple(law.finding for law in self.laws if law.finding is not None)

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def of(self, name: str) -> LawResult:
        """The result of one law. Raises KeyError."""
        return {law.name: law for law in self.laws}[name]

    def expect_clean(self) -> None:
        """Raise AssertionError with everything that was found."""
        if not self.passed:
            raise AssertionError("\n\n".join(map(str, self.findings)))

    @property
    def unasked(self) -> tuple[LawResult, ...]:
        """The laws that files say, or that are one's own, which were never asked: they prove nothing."""
        from carcassonne.testing.laws import LAWS

        return tuple(law for law in self.laws if not law.exercised and not law.skipped and law.name not in LAWS)

    @property
    def effects_text(self) -> str:
        """What values of options did in play: how many made a difference, and those of which none was seen."""
        seen = sum(bool(effect.first) for effect in self.effects)
        lines = [f"values of options that made a difference in play: {seen} of {len(self.effects)}"]
        unseen = [f"{each.option}={each.value}" for each in self.effects if not each.first and each.games]
        if unseen:
            lines.append(f"not seen: {', '.join(unseen)}")
        if untried := sum(not each.games for each in self.effects):
            lines.append(f"not tried for want of time: {untried}")
        return "; ".join(lines)

    def merged(self, other: Report) -> Report:
        """Two runs of one battery together."""
        others = {law.name: law for law in other.laws}
        coverage = self.coverage
        if coverage is not None and other.coverage is not None:
            coverage = coverage.merged(other.coverage)
        return attrs.evolve(
            self,
            games=self.games + other.games,
            actions=self.actions + other.actions,
            seconds=max(self.seconds, other.seconds),
            laws=tuple(law.merged(others[law.name]) if law.name in others else law for law in self.laws),
            coverage=coverage or other.coverage,
            effects=self.effects or other.effects,
        )

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "rules": list(self.rules),
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "passed": self.passed,
            "laws": [law.to_dict() for law in self.laws],
            "coverage": None if self.coverage is None else self.coverage.to_dict(),
            "effects": [effect.to_dict() for effect in self.effects],
            "never": None if self.coverage is None else [list(key) for key in self.coverage.missing],
        }

    def __str__(self) -> str:
        head = f"{', '.join(self.rules)}: {self.games} games, {self.actions} actions, {len(self.findings)} findings"
        width = max((len(law.name) for law in self.laws), default=0)
        lines = [head]
        for law in self.laws:
            found = "BROKEN" if law.finding else f"skipped: {law.skipped}" if law.skipped else ""
            lines.append(f"  {law.name:{width}}  {law.exercised:>8}  {found}".rstrip())
        lines += [f"never asked, though it is a law of your own: {law.name}" for law in self.unasked]
        lines += [self.effects_text] if self.effects else []
        lines += [str(self.coverage)] if self.coverage is not None else []
        return "\n".join([*lines, *(f"\n{finding}" for finding in self.findings)])
