"""What is compared: every measure of two lists of games, with intervals, and how far it can be believed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from carcassonne.balance.facts import Facts, Origin
from carcassonne.balance.intervals import (
    Interval,
    believed,
    chance_of,
    interval_of,
    pairs_to_show,
    share_values,
    shows_from,
)
from carcassonne.balance.origins import NO_ID, Origins
from carcassonne.errors import OptionError
from carcassonne.report.sheet import OTHER

DIFFERS, PERHAPS, UNSEEN, SAME = "differs", "perhaps", "", "same"
POINTS, SEATS, LENGTH, CHOICES = "points", "seats", "length", "choices"
BY_KIND, BY_MODULE, BY_RULE = "share of points by kind", "share of points by expansion", "share of points by rule id"
AWARDS, ACTED = "awards a game by rule id", "times a game that a rule acted"
GROUPS: Final = (POINTS, SEATS, LENGTH, CHOICES, BY_KIND, BY_MODULE, BY_RULE, AWARDS, ACTED)

Value = Callable[[Facts], float]


@attrs.frozen
class Measure:
    """One thing that is compared.

    group, name: what it is. is_share: whether it is a part of a whole, 0.25 for 25 %. a, b: each side alone.
    difference: B less A, of the pairs of games with the same seed. chance: how likely a difference at least as large
    is where there is none. verdict: "differs" where that holds together with all other measures that differ (Holm),
    "perhaps" where it holds for this one alone, "same" where the games of every pair agree, "only in A", "only in B",
    or "". shows_from: a smaller true difference would be missed in more than one of five such comparisons.
    """

    group: str
    name: str
    is_share: bool
    a: Interval
    b: Interval
    difference: Interval
    chance: float
    verdict: str
    shows_from: float | None

    def games_for(self, difference: float, confidence: float = 0.95) -> int:
        """About how many games of each ruleset show a true difference in four of five comparisons.

        Raises OptionError for a difference of nothing.
        """
        if not difference:
            raise OptionError("a difference of 0 is never seen")
        return pairs_to_show(difference, self.difference.sd, confidence)

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "group": self.group,
            "name": self.name,
            "is_share": self.is_share,
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "difference": self.difference.to_dict(),
            "chance": round(self.chance, 6),
            "verdict": self.verdict,
            "shows_from": None if self.shows_from is None else round(self.shows_from, 6),
        }


@attrs.frozen
class Question:
    """A measure before it is asked of games: the value of a game, or the part and the whole whose sums make a ratio.

    values: the value on each side, which differ where sources are named by the rules. only: "A" or "B" where the
    other ruleset does not know such a thing.
    """

    group: str
    name: str
    values: tuple[Value, Value]
    whole: Value | None = None
    is_share: bool = False
    only: str = ""

    def ask(self, games: tuple[Sequence[Facts], Sequence[Facts]], confidence: float) -> Measure:
        """The measure, judged by itself alone."""
        a, b = (self._of(value, facts) for value, facts in zip(self.values, games, strict=True))
        pairs = [theirs - ours for ours, theirs in zip(a, b, strict=True)]
        difference = interval_of(pairs, confidence)
        chance = chance_of(difference, len(pairs))
        verdict = f"only in {self.only}" if self.only else SAME if not any(pairs) else UNSEEN
        if verdict == UNSEEN and chance < 1 - confidence:
            verdict = PERHAPS
        return Measure(
            self.group, self.name, self.is_share, self._kept(interval_of(a, confidence), 0.0),
            self._kept(interval_of(b, confidence), 0.0), self._kept(difference, -1.0), chance, verdict,
            shows_from(difference.sd, len(pairs), confidence),
        )  # fmt: skip

    def _kept(self, found: Interval, least: float) -> Interval:
        """An interval of shares keeps to the shares that there can be, where its mean is one of them."""
        if not self.is_share or found.low is None or found.high is None or not least <= found.mean <= 1:
            return found
        return attrs.evolve(found, low=max(found.low, least), high=min(found.high, 1.0))

    def _of(self, value: Value, games: Sequence[Facts]) -> list[float]:
        values = [value(facts) for facts in games]
        return values if self.whole is None else share_values(values, [self.whole(facts) for facts in games])


def measures_of(
    games: tuple[Sequence[Facts], Sequence[Facts]], origins: tuple[Origins, Origins], confidence: float
) -> tuple[Measure, ...]:
    """Everything that is compared of two lists of games, pair by pair."""
    asked = [question.ask(games, confidence) for question in _questions(games, origins)]
    judged = [measure for measure in asked if measure.verdict in (PERHAPS, UNSEEN)]
    sure = {
        (measure.group, measure.name)
        for measure, holds in zip(judged, believed([m.chance for m in judged], confidence), strict=True)
        if holds
    }
    return tuple(attrs.evolve(m, verdict=DIFFERS) if (m.group, m.name) in sure else m for m in asked)


def _questions(games: tuple[Sequence[Facts], Sequence[Facts]], origins: tuple[Origins, Origins]) -> Iterator[Question]:
    players = len(games[0][0].scores)
    for group, name, value in (*_plain(players), *_seats(players)):
        yield Question(group, name, _both(value), is_share=group == SEATS and name.startswith("won"))
    for name, value, is_share in _CHOICES:
        yield Question(CHOICES, name, _both(value), whole=lambda facts: facts.decisions, is_share=is_share)
    yield Question(POINTS, "points given at the end", _both(lambda facts: facts.at_end), _given, is_share=True)
    yield from _sources(games, origins)
    yield from _rules(games, origins)


def _both(value: Value) -> tuple[Value, Value]:
    return value, value


def _plain(players: int) -> Iterator[tuple[str, str, Value]]:
    """What one number of a game says."""
    yield POINTS, "a player's points", lambda facts: sum(facts.scores) / players
    if players > 1:
        yield POINTS, "the winner's points", lambda facts: max(facts.scores)
        yield POINTS, "the last player's points", lambda facts: min(facts.scores)
        yield POINTS, "winner's lead over the last", lambda facts: max(facts.scores) - min(facts.scores)
    yield LENGTH, "turns", lambda facts: facts.turns
    yield LENGTH, "decisions", lambda facts: facts.decisions
    yield LENGTH, "tiles laid", lambda facts: facts.tiles


def _seats(players: int) -> Iterator[tuple[str, str, Value]]:
    """Who wins; a win that is shared counts as a part for each."""
    if players == 1:
        return

    def wins(seat: int) -> Value:
        return lambda facts: (seat in facts.winners) / max(1, len(facts.winners))

    for seat in range(players):
        yield SEATS, f"won by seat {seat + 1}", wins(seat)
    yield SEATS, "won by several", lambda facts: len(facts.winners) > 1

    def ahead(facts: Facts) -> float:
        return facts.scores[0] - sum(facts.scores[1:]) / (players - 1)

    yield SEATS, "seat 1's points above the others'", ahead


_CHOICES: Final[tuple[tuple[str, Value, bool], ...]] = (
    ("legal actions at a decision", lambda facts: facts.options, False),
    ("decisions with one action only", lambda facts: facts.forced, True),
)


def _sources(games: tuple[Sequence[Facts], Sequence[Facts]], origins: tuple[Origins, Origins]) -> Iterator[Question]:
    """Shares of all points, by where they came from; those of a group sum to 1."""
    a, b = origins
    kinds, modules, ids = (
        (set(a.kinds), set(b.kinds)),
        (set(a.modules), set(b.modules)),
        (set(a.by_rule), set(b.by_rule)),
    )
    for group, names, known, listed in (
        (BY_KIND, (_kind, _kind), kinds, kinds),
        (BY_MODULE, (a.module, b.module), modules, ()),
        (BY_RULE, (_rule, _rule), ids, ()),
    ):
        sums = [_added(_named_points(facts, name) for facts in each) for each, name in zip(games, names, strict=True)]
        for name in _ranked(sums, listed):
            values = _points_of(names[0], name), _points_of(names[1], name)
            yield Question(group, name, values, _given, True, _only(name, known))


def _given(facts: Facts) -> float:
    return facts.given


def _kind(origin: Origin) -> str:
    return origin.kind


def _rule(origin: Origin) -> str:
    return origin.rule or NO_ID


def _named_points(facts: Facts, name_of: Callable[[Origin], str]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for origin, points in facts.points.items():
        sums[name_of(origin)] = sums.get(name_of(origin), 0) + points
    return sums


def _points_of(name_of: Callable[[Origin], str], name: str) -> Value:
    return lambda facts: sum(points for origin, points in facts.points.items() if name_of(origin) == name)


def _ranked(sums: Sequence[Mapping[str, int]], listed: Iterable[Collection[str]] = ()) -> list[str]:
    """All names, those with most of both sides together first."""
    names = {name for each in (*sums, *listed) for name in each}
    return sorted(names, key=lambda name: (-sum(each.get(name, 0) for each in sums), name))


def _only(name: str, known: tuple[Collection[str], Collection[str]]) -> str:
    """The side that alone knows a name; "" where both do, or where it is no name of the rules."""
    if name in (OTHER, NO_ID) or (name in known[0]) == (name in known[1]):
        return ""
    return "A" if name in known[0] else "B"


def _rules(games: tuple[Sequence[Facts], Sequence[Facts]], origins: tuple[Origins, Origins]) -> Iterator[Question]:
    """How often rules gave points, and how often those with a name acted."""
    a, b = origins

    def awards(rule: str) -> Value:
        return lambda facts: facts.awards.get(rule, 0)

    def acted(name: str) -> Value:
        return lambda facts: facts.acted.get(name, 0)

    ids = set(a.by_rule), set(b.by_rule)
    for name in _ranked([_added(facts.awards for facts in each) for each in games]):
        yield Question(AWARDS, name, _both(awards(name)), only=_only(name, ids))
    named = set(a.rules), set(b.rules)
    for name in _ranked([_added(facts.acted for facts in each) for each in games], named):
        yield Question(ACTED, name, _both(acted(name)), only=_only(name, named))


def _added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for each in counts:
        for name, count in each.items():
            sums[name] = sums.get(name, 0) + count
    return sums
