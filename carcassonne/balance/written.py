"""A comparison as a report to read: tables, and in sentences what the figures cannot tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from carcassonne.balance.measures import (
    ACTED,
    AWARDS,
    BY_MODULE,
    BY_RULE,
    CHOICES,
    DIFFERS,
    GROUPS,
    LENGTH,
    PERHAPS,
    POINTS,
    SAME,
    SEATS,
    Measure,
)

if TYPE_CHECKING:
    from carcassonne.balance.comparison import Comparison, Side

_WIDE: Final = 110
_MOST_ROWS: Final = 12
_FEW_GAMES: Final = 30
_POINTS: Final = "a player's points"


def report_of(comparison: Comparison) -> str:
    """The whole report."""
    blocks = [_head(comparison), _distributions(comparison)]
    for group in GROUPS:
        measures = comparison.of(group)
        if measures and (group != BY_MODULE or len(measures) > 1):
            blocks.append(_table(comparison, group, measures))
    blocks.append("\n".join(_paragraph(f"- {note}") for note in notes_of(comparison)))
    return "\n\n".join(blocks)


def _paragraph(text: str) -> str:
    return "\n".join(wrap(text, _WIDE, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def _head(comparison: Comparison) -> str:
    seats = ", ".join(comparison.bots)
    lines = [
        f"{comparison.games} games of each, {len(comparison.bots)} players ({seats}), {_seeds(comparison.seeds)}",
        _paragraph(f"A: {comparison.a}"),
        _paragraph(f"B: {comparison.b}"),
        "",
        _paragraph(summary_of(comparison)),
    ]
    return "\n".join(lines)


def _seeds(seeds: Sequence[int]) -> str:
    return f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"


def summary_of(comparison: Comparison) -> str:
    """What differs, in a sentence or two; shares and rules only by their number."""
    measures = comparison.measures
    if all(measure.verdict == SAME for measure in measures):
        return "The same in every pair of games, in all that is compared."
    found = [measure for measure in measures if measure.verdict == DIFFERS]
    perhaps = [measure for measure in measures if measure.verdict == PERHAPS]
    told = f"{len(found)} of {len(measures)} measures differ: {_listed(found)}." if found else "No difference is sure."
    return told + (f" Perhaps {len(perhaps)}{' more' if found else ''}: {_listed(perhaps)}." if perhaps else "")


def _listed(measures: Sequence[Measure]) -> str:
    """The names of measures; shares and counts by their number."""
    plain = [measure.name for measure in measures if measure.group in (POINTS, SEATS, LENGTH, CHOICES)]
    rest = len(measures) - len(plain)
    return ", ".join([*plain, *([f"{rest} of shares and counts"] if rest else [])])


def _distributions(comparison: Comparison) -> str:
    heads = ("least", "quarter", "middle", "3 quarters", "most")
    lines = ["points of all players  " + "".join(f"{head:>12}" for head in heads)]
    for name, side in (("A", comparison.a), ("B", comparison.b)):
        spread = side.distribution
        values = (spread.least, spread.quarter, spread.middle, spread.three_quarters, spread.most)
        lines.append(f"{name:<23}" + "".join(f"{value:>12.1f}" for value in values))
    return "\n".join(lines)


# Tables ------------------------------------------------------------------------------------------


def _table(comparison: Comparison, group: str, measures: Sequence[Measure]) -> str:
    shown = measures[:_MOST_ROWS]
    percent = f"{100 * comparison.confidence:g} %"
    rows: list[tuple[str, ...]] = [(group, "A", "B", "B - A", percent, "shows from", "")]
    rows += [(_label(comparison, measure), *_figures(measure)) for measure in shown]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    widths[0] = max(widths[0], 34)
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(row[n].rjust(max(widths[n], 7)) for n in range(1, 6)), row[6]]).rstrip()
        for row in rows
    ]
    lines.insert(1, "-" * len(lines[0]))
    if len(measures) > len(shown):
        lines.append(f"… and {len(measures) - len(shown)} more")
    return "\n".join(lines)


def _label(comparison: Comparison, measure: Measure) -> str:
    """The name, with the id of a rule or what it counts."""

    def known(side: Side) -> str:
        return side.rule_ids.get(measure.name, "") if measure.group == ACTED else side.counted.get(measure.name, "")

    if measure.group not in (BY_RULE, AWARDS, ACTED):
        return measure.name
    more = known(comparison.a) or known(comparison.b)
    if len(more) > 30:
        more = more[:29] + "…"
    return f"{measure.name} ({more})" if more else measure.name


def _figures(measure: Measure) -> tuple[str, ...]:
    """The cells of a row: numbers below 10 with two places, all others with one, shares in percent."""
    unit, sign = (100, " %") if measure.is_share else (1, "")
    places = 2 if not measure.is_share and max(abs(measure.a.mean), abs(measure.b.mean)) < 10 else 1

    def said(value: float | None, *, signed: bool = False) -> str:
        if value is None:
            return ""
        number = round(unit * value, places) + 0.0  # no -0.0
        return f"{number:+.{places}f}" if signed and number else f"{number:.{places}f}"

    low, high = measure.difference.low, measure.difference.high
    return (
        said(measure.a.mean) + sign,
        said(measure.b.mean) + sign,
        said(measure.difference.mean, signed=True) + sign,
        "" if low is None else f"{said(low, signed=True)} … {said(high, signed=True)}",
        "" if measure.shows_from is None else said(measure.shows_from) + sign,
        measure.verdict,
    )


# What the figures cannot tell ----------------------------------------------------------------------


def notes_of(comparison: Comparison) -> tuple[str, ...]:
    """What to keep in mind: who played, how far the figures reach, and what would not show."""
    return tuple(_notes(comparison))


def _notes(comparison: Comparison) -> Iterator[str]:
    games = comparison.games
    if games < comparison.asked:
        yield f"Stopped after {games} of {comparison.asked} games of each."
    yield (
        f"The players are bots ({'; '.join(comparison.about_bots)}). They look no further than their own turn, never "
        "bargain, and learn nothing about a new rule. The figures tell what these bots make of the rules, not what "
        "people would, and a way of winning that no bot tries is not in them. What holds for several bots is more "
        "likely to hold for people."
    )
    if len(set(comparison.bots)) > 1:
        yield "The seats have different bots: what is said of a seat is said of its bot too."
    if games == 1:
        yield "One game of each tells nothing about chance: there are no intervals."
    else:
        yield from _about_chance(comparison)


def _about_chance(comparison: Comparison) -> Iterator[str]:
    games, confidence = comparison.games, comparison.confidence
    yield (
        f"Intervals of {100 * confidence:g} % by Student's t. A and B are compared game by game: both games of a seed "
        "draw alike until somebody chooses otherwise."
    )
    yield from _reach(comparison)
    judged = sum(measure.verdict in ("", PERHAPS, DIFFERS) for measure in comparison.measures)
    yield (
        "'differs' holds for all measures that differ together (Holm's method); 'perhaps' holds for a measure alone, "
        f"and of {judged} measures about {judged * (1 - confidence):.1f} would look so by chance where nothing differs."
    )
    rare = 100 * min(1.0, 3 / games)
    yield f"What came up in none of the {games} games of a side may still come up in up to {rare:.1f} % of games."
    if games < _FEW_GAMES:
        yield (
            f"{games} games are few: intervals are only right where figures spread evenly around their mean. "
            f"Play {_FEW_GAMES} or more."
        )


def _reach(comparison: Comparison) -> Iterator[str]:
    """What difference in points would show, and how many games a point needs."""
    measure = comparison.measure(_POINTS)
    if not measure.shows_from:
        return
    needed = measure.games_for(1.0, comparison.confidence)
    seen = "" if measure.verdict in (DIFFERS, PERHAPS) else "No difference in a player's points is seen. "
    yield (
        f"{seen}With {comparison.games} games of each, a true difference of less than {measure.shows_from:.1f} points "
        "a player would be missed in more than one of five comparisons like this; one of 1 point needs about "
        f"{needed:,} games of each. The column 'shows from' tells the same of every measure."
    )
