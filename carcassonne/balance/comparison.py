"""A comparison of two rulesets, and the match that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from carcassonne.balance.intervals import quantile_of
from carcassonne.balance.measures import Measure, measures_of
from carcassonne.balance.origins import Origins
from carcassonne.balance.playing import Pair, play_pairs
from carcassonne.bots import BOTS, Bot
from carcassonne.errors import OptionError
from carcassonne.read.source import cure_for
from carcassonne.testing.sources import Names, Source, names_of, source_of

if TYPE_CHECKING:
    from pathlib import Path

    from carcassonne.play.ruleset import Ruleset


@attrs.frozen
class Distribution:
    """How scores are spread; `middle` is the median, half of all lie from `quarter` to `three_quarters`."""

    least: float
    quarter: float
    middle: float
    three_quarters: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Distribution:
        """The distribution of some values, at least one.

        >>> Distribution.of([5, 1, 3])
        Distribution(least=1, quarter=2.0, middle=3.0, three_quarters=4.0, most=5)
        """
        ordered = sorted(values)
        quarter, middle, three_quarters = (quantile_of(ordered, part) for part in (0.25, 0.5, 0.75))
        return cls(ordered[0], quarter, middle, three_quarters, ordered[-1])


@attrs.frozen
class Side:
    """One of the two rulesets and what came of its games.

    names, options: as they were asked for. rules: the modules in play. scores: of every game. rule_ids: by the names
    of rules. counted: for each rule id what most of its points were for.
    """

    names: tuple[str, ...]
    options: Mapping[str, str]
    rules: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]
    rule_ids: Mapping[str, str]
    counted: Mapping[str, str]

    @property
    def distribution(self) -> Distribution:
        """The points of all players in all games."""
        return Distribution.of([score for scores in self.scores for score in scores])

    def __str__(self) -> str:
        return ", ".join([*self.names, *(f"{name}={value}" for name, value in self.options.items())])

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "names": list(self.names),
            "options": dict(self.options),
            "rules": list(self.rules),
            "points": attrs.asdict(self.distribution),
            "scores": [list(scores) for scores in self.scores],
            "rule_ids": dict(self.rule_ids),
            "counted": dict(self.counted),
        }


@attrs.frozen
class Comparison:
    """What bots made of two rulesets in games of the same seeds.

    seeds: those that were played; asked: how many games of each were asked for. bots: a name for each seat.
    confidence: that of all intervals. `str` gives the report, `to_dict` all figures.
    """

    a: Side
    b: Side
    bots: tuple[str, ...]
    about_bots: tuple[str, ...]
    seeds: tuple[int, ...]
    asked: int
    confidence: float
    measures: tuple[Measure, ...]

    @property
    def games(self) -> int:
        """How many games each ruleset has played."""
        return len(self.seeds)

    def of(self, group: str) -> tuple[Measure, ...]:
        """The measures of a group, in their order."""
        return tuple(measure for measure in self.measures if measure.group == group)

    def measure(self, name: str, group: str = "") -> Measure:
        """A measure by its name. Raises OptionError."""
        for measure in self.measures:
            if measure.name == name and group in ("", measure.group):
                return measure
        raise OptionError(f"nothing called {name!r} was compared; {cure_for(name, self._names, 'measures here')}")

    @property
    def _names(self) -> list[str]:
        return [measure.name for measure in self.measures]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the figures cannot tell, in whole sentences."""
        from carcassonne.balance.written import notes_of

        return notes_of(self)

    def to_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        return {
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "players": len(self.bots),
            "bots": list(self.bots),
            "seeds": list(self.seeds),
            "games": self.games,
            "asked": self.asked,
            "confidence": self.confidence,
            "intervals": "Student's t over games; differences over pairs of games with the same seed",
            "measures": [measure.to_dict() for measure in self.measures],
            "notes": list(self.notes),
        }

    def plots(self, folder: str | Path) -> tuple[Path, ...]:
        """Draw the comparison into a folder, each picture as SVG and as PNG; answers the files.

        Raises ImportError where the extra `plots` is not installed.
        """
        from carcassonne.balance.plots import write_plots

        return write_plots(self, folder)

    def __str__(self) -> str:
        from carcassonne.balance.written import report_of

        return report_of(self)


@attrs.define
class Match:
    """Games of two rulesets with the same seeds, as far as they are played: `comparison` may be asked in between."""

    a: Ruleset
    b: Ruleset
    bots: tuple[str | Bot, ...]
    seeds: tuple[int, ...]
    confidence: float = 0.95
    pairs: list[Pair] = attrs.field(factory=list)

    def play(self, *, jobs: int = 1, progress: Callable[[int], bool | None] | None = None) -> None:
        """Play what is left. progress: called with the number of seeds played; True stops."""
        played = {pair.seed for pair in self.pairs}
        left = [seed for seed in self.seeds if seed not in played]
        playing = play_pairs(self.a, self.b, self.bots, left, jobs=jobs)
        try:
            for pair in playing:
                self.pairs.append(pair)
                if progress is not None and progress(len(self.pairs)):
                    break
        finally:
            playing.close()

    def comparison(self) -> Comparison:
        """What the games played so far say. Raises OptionError where there are none."""
        if not self.pairs:
            raise OptionError("no seed was played to its end under both rulesets: there is nothing to compare")
        pairs = sorted(self.pairs, key=lambda pair: pair.seed)
        games = [pair.a for pair in pairs], [pair.b for pair in pairs]
        origins = Origins.of(self.a), Origins.of(self.b)
        return Comparison(
            a=_side(self.a, games[0], origins[0]),
            b=_side(self.b, games[1], origins[1]),
            bots=tuple(map(_name, self.bots)),
            about_bots=tuple(dict.fromkeys(map(_about, self.bots))),
            seeds=tuple(pair.seed for pair in pairs),
            asked=len(self.seeds),
            confidence=self.confidence,
            measures=measures_of(games, origins, self.confidence),
        )


def compare(
    a: Ruleset | Names,
    b: Ruleset | Names,
    *,
    games: int = 100,
    players: int = 2,
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    seed: int = 0,
    jobs: int = 1,
    confidence: float = 0.95,
    progress: Callable[[int], bool | None] | None = None,
) -> Comparison:
    """Let bots play the same seeds under two rulesets and compare what came of it.

    a, b: rulesets, or ids and paths of modules. games: how many of each; game number n has the seed `seed + n - 1`.
    bots: one for all seats, or one for each: names, or functions of a game and a generator. jobs: processes; the
    result is the same for any number. progress: called with the number of seeds played; it may answer True to stop.
    Raises DataError and OptionError as `load_rules` does, and RulesError where rules go round without end.

    >>> result = compare("base", "base", games=2, bots="random")
    >>> result.measure("a player's points").difference.mean
    0.0
    """
    match = match_of(a, b, games=games, players=players, bots=bots, seed=seed, confidence=confidence)
    match.play(jobs=jobs, progress=progress)
    return match.comparison()


def match_of(
    a: Ruleset | Names,
    b: Ruleset | Names,
    *,
    games: int,
    players: int,
    bots: str | Bot | Sequence[str | Bot],
    seed: int,
    confidence: float = 0.95,
) -> Match:
    """A match that nothing is played of yet: see `compare`."""
    if games < 1:
        raise OptionError(f"{games} games: at least one must be played")
    if not 0 < confidence < 1:
        raise OptionError(f"confidence is {confidence}, expected a part of 1 such as 0.95")
    rules = _loaded(a), _loaded(b)
    for each in rules:
        each.new_game(players=players, seed=seed + games - 1)
    return Match(*rules, bots=_seats(bots, players), seeds=tuple(range(seed, seed + games)), confidence=confidence)


def _loaded(rules: Ruleset | Names) -> Ruleset:
    from carcassonne.play.ruleset import Ruleset

    return rules if isinstance(rules, Ruleset) else Source(names_of(rules)).load()


def _seats(bots: str | Bot | Sequence[str | Bot], players: int) -> tuple[str | Bot, ...]:
    seats = (bots,) * players if isinstance(bots, str) or callable(bots) else tuple(bots)
    for bot in seats:
        if isinstance(bot, str) and bot not in BOTS:
            raise OptionError(f"there is no bot {bot!r}; {cure_for(bot, BOTS, 'bots here')}")
    if len(seats) != players:
        raise OptionError(f"{len(seats)} bots for {players} seats: name one for all, or one for each")
    return seats


def _name(bot: str | Bot) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def _about(bot: str | Bot) -> str:
    """What a bot says of itself: its name and its first sentence."""
    function = BOTS[bot] if isinstance(bot, str) else bot
    told = " ".join((function.__doc__ or "").split("\n\n")[0].split()).rstrip(".")
    return f"{_name(bot)}: {told[:1].lower() + told[1:]}" if told else _name(bot)


def _side(rules: Ruleset, games: Sequence[Any], origins: Origins) -> Side:
    source = source_of(rules)
    points: dict[str, dict[str, int]] = {}
    for facts in games:
        for origin, number in facts.points.items():
            counted = points.setdefault(origin.rule, {})
            counted[origin.what] = counted.get(origin.what, 0) + abs(number)
    return Side(
        names=_asked_for(source),
        options=dict(source.options),
        rules=rules.names,
        scores=tuple(facts.scores for facts in games),
        rule_ids={name: rule for name, rule in origins.rules.items() if rule},
        counted={
            rule: max(sorted(counted), key=lambda what: counted[what]) for rule, counted in sorted(points.items())
        },
    )


def _most(counted: Mapping[str, int]) -> str:
    """What was counted for most points."""
    return max(sorted(counted), key=lambda what: counted[what])


def _asked_for(source: Source) -> tuple[str, ...]:
    """The modules in play, files by their names."""
    return tuple(name.replace("\\", "/").rsplit("/", 1)[-1] if "/" in name else name for name in source.names)
