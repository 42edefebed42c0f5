"""Pictures of a comparison, by Matplotlib: scores, shares of points, seats, and the rules that differ most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final

from carcassonne.balance.measures import ACTED, AWARDS, BY_KIND, BY_MODULE, SEATS, Measure

if TYPE_CHECKING:
    from carcassonne.balance.comparison import Comparison
    from carcassonne.balance.intervals import Interval

COLOURS: Final = ("#0072b2", "#d55e00")
"""Of A and B: told apart by everybody, and in grey."""
_MOST_RULES: Final = 15
_LOOK: Final[dict[str, Any]] = {
    "svg.hashsalt": "carcassonne", "svg.fonttype": "path", "font.size": 10.0, "axes.spines.top": False,
    "axes.spines.right": False, "figure.constrained_layout.use": True,
}  # fmt: skip


def write_plots(comparison: Comparison, folder: str | Path) -> tuple[Path, ...]:
    """Write every picture as SVG and as PNG; answers the files. The same comparison gives the same pictures."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ImportError(
            f"plots need {error.name}, which is not installed: pip install 'carcassonne[plots]'"
        ) from None
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    look: Any = {**matplotlib.rcParamsDefault, **_LOOK}
    with matplotlib.rc_context(look):
        for name, (draw, height) in _pictures(comparison).items():
            figure = Figure(figsize=(8, height))
            draw(figure, comparison)
            for suffix, metadata in (("svg", {"Date": None}), ("png", {})):
                file = target / f"{name}.{suffix}"
                figure.savefig(file, metadata=metadata, dpi=110)
                written.append(file)
    return tuple(written)


def _pictures(comparison: Comparison) -> dict[str, tuple[Callable[[Any, Comparison], None], float]]:
    """The pictures by the names of their files, each with its height in inches."""
    sources = sum(len(comparison.of(group)) + 1 for group in _source_groups(comparison))
    found: dict[str, tuple[Callable[[Any, Comparison], None], float]] = {
        "points": (_points, 4.5),
        "sources": (_sources, 1.5 + 0.5 * sources),
        "rules": (_rules, 1.8 + 0.35 * len(_changed(comparison))),
    }
    if comparison.of(SEATS):
        found["seats"] = (_seats, 4.0)
    return found


def _name(comparison: Comparison) -> str:
    bots = ", ".join(dict.fromkeys(comparison.bots))
    return f"{comparison.games} games of each, {len(comparison.bots)} players, bots: {bots}"


def _labels(comparison: Comparison) -> tuple[str, str]:
    """What A and B are called; long lists of modules are cut."""
    return shorten(f"A: {comparison.a}", 100, placeholder=" …"), shorten(f"B: {comparison.b}", 100, placeholder=" …")


def _legend(figure: Any, axes: Any) -> None:
    """One legend below everything."""
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", frameon=False, fontsize=9)


def _points(figure: Any, comparison: Comparison) -> None:
    """How the points of all players are spread: for every number of points the part of players with no more."""
    axes = figure.subplots()
    for side, colour, label in zip((comparison.a, comparison.b), COLOURS, _labels(comparison), strict=True):
        points = sorted(score for scores in side.scores for score in scores)
        parts = [100 * (number + 1) / len(points) for number in range(len(points))]
        axes.step([points[0], *points], [0, *parts], where="post", color=colour, label=label)
    for measure_side, colour in zip(("a", "b"), COLOURS, strict=True):
        interval: Interval = getattr(comparison.measure("a player's points"), measure_side)
        if interval.low is not None and interval.high is not None:
            axes.axvspan(interval.low, interval.high, color=colour, alpha=0.25, linewidth=0)
        axes.axvline(interval.mean, color=colour, linestyle=":")
    axes.set_ylim(0, 100)
    axes.set_xlabel("points")
    axes.set_ylabel("players with no more points, %")
    percent = f"{100 * comparison.confidence:g} %"
    axes.set_title(f"{_name(comparison)}\ndotted: means, shaded: their {percent} intervals", fontsize=10)
    _legend(figure, axes)


def _sources(figure: Any, comparison: Comparison) -> None:
    """Shares of points by kind of feature and, where there are several, by expansion, with their intervals."""
    groups = _source_groups(comparison)
    heights = [len(comparison.of(group)) + 1 for group in groups]
    parts = figure.subplots(len(groups), height_ratios=heights, squeeze=False)[:, 0]
    for axes, group in zip(parts, groups, strict=True):
        _bars(axes, comparison, comparison.of(group), 100.0)
        axes.set_xlabel(f"{group}, %")
    _legend(figure, parts[0])
    figure.suptitle(_name(comparison), fontsize=10)


def _source_groups(comparison: Comparison) -> list[str]:
    return [group for group in (BY_KIND, BY_MODULE) if group == BY_KIND or len(comparison.of(group)) > 1]


def _seats(figure: Any, comparison: Comparison) -> None:
    """Who wins, with intervals, and where all seats would win alike."""
    axes = figure.subplots()
    seats = [measure for measure in comparison.of(SEATS) if measure.is_share]
    _bars(axes, comparison, seats, 100.0)
    axes.axvline(100 / len(comparison.bots), color="#666666", linestyle=":", linewidth=1)
    axes.set_xlabel("games, %; dotted: an equal part for each seat")
    axes.set_title(_name(comparison), fontsize=10)
    _legend(figure, axes)


def _bars(axes: Any, comparison: Comparison, measures: Sequence[Measure], unit: float) -> None:
    """Two bars for each measure, with their intervals."""
    for number, (side, colour) in enumerate(zip(("a", "b"), COLOURS, strict=True)):
        intervals: list[Interval] = [getattr(measure, side) for measure in measures]
        places = [place + 0.4 * number - 0.2 for place in range(len(measures))]
        axes.barh(
            places, [unit * interval.mean for interval in intervals], height=0.38, color=colour,
            label=_labels(comparison)[number], xerr=_reach(intervals, unit), ecolor="#333333", capsize=2,
        )  # fmt: skip
    axes.set_yticks(range(len(measures)), [measure.name for measure in measures])
    axes.invert_yaxis()


def _reach(intervals: Sequence[Interval], unit: float) -> list[list[float]]:
    """How far the intervals go to the left and to the right."""
    left = [0.0 if each.low is None else unit * (each.mean - each.low) for each in intervals]
    right = [0.0 if each.high is None else unit * (each.high - each.mean) for each in intervals]
    return [left, right]


def _rules(figure: Any, comparison: Comparison) -> None:
    """The differences in how often rules acted or gave points, the largest beside their intervals first."""
    axes = figure.subplots()
    measures = _changed(comparison)
    for place, measure in enumerate(measures):
        interval = measure.difference
        is_seen = measure.chance < 1 - comparison.confidence
        colour = COLOURS[interval.mean > 0] if is_seen else "#333333"
        axes.errorbar(
            [interval.mean], [place], xerr=_reach([interval], 1.0), fmt="o", color=colour, capsize=3, markersize=5
        )
    named = [f"{measure.name}{' (awards)' if measure.group == AWARDS else ''}" for measure in measures]
    axes.set_yticks(range(len(measures)), named)
    axes.set_ylim(len(measures) - 0.5, -0.5)
    axes.axvline(0, color="#666666", linewidth=1)
    percent = f"{100 * comparison.confidence:g} %"
    axes.set_xlabel(f"times a game, B less A, with {percent} intervals")
    axes.set_title(f"{_name(comparison)}\nrules by how surely they differ; grey: no difference seen", fontsize=10)
    if not measures:
        axes.text(0.5, 0.5, "no rule acted", transform=axes.transAxes)


def _changed(comparison: Comparison) -> list[Measure]:
    """The rules whose counts differ most for their spread."""
    measures = [*comparison.of(ACTED), *comparison.of(AWARDS)]
    moved = [measure for measure in measures if measure.difference.mean]
    ranked = sorted(moved or measures, key=lambda m: (m.chance, -abs(m.difference.mean), m.name))
    return ranked[:_MOST_RULES]
