"""Figures made ready: where each may stand, what refuses it, and when it goes home by itself."""

from __future__ import annotations

import attrs

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import Names
from carcassonne.compile.ruleset import Figure, Home
from carcassonne.compile.tiles import TileTable
from carcassonne.language import registry
from carcassonne.language.extension_points import SCORED, WITH_FEATURE
from carcassonne.language.grammar import Binary, Name, Number, conjuncts, parse, text
from carcassonne.language.steps import Function
from carcassonne.read.definitions import FOLLOWERS, FigureKind, Phrase, Standing


def compile_figure(figure: FigureKind, names: Names, tiles: TileTable) -> Figure:
    """Make a figure kind ready; problems are noted where its names are."""
    thing = f"figure {figure.name!r}"
    stands = tuple(k for name in figure.stands_on for k in names.kinds_of(name, figure.where, thing))
    unclaimed, rest = _without_unclaimed(figure.condition, names)
    condition = Compiler(names, WITH_FEATURE, f"{thing}, if").condition(rest)
    return Figure(
        name=figure.name,
        each=figure.each,
        shared=figure.shared,
        follower=figure.follower,
        weight=figure.weight,
        weigh=None
        if figure.weigh is None
        else Compiler(names, SCORED, f"{thing}, weight", scores=True, weighs=True).number(figure.weigh),
        stays=figure.stays,
        track=figure.track,
        stands_on=stands,
        spots=tuple(tuple(i for i, kind in enumerate(turned[0].kinds) if kind in stands) for turned in tiles.turned),
        unclaimed=unclaimed,
        condition=condition,
        refusals=() if condition is None else refusals(rest, figure.why, f"{thing}, if", names),
        why=dict(figure.why),
    )


def _without_unclaimed(condition: Phrase | None, names: Names) -> tuple[bool, Phrase | None]:
    """Take the commonest part of a condition out of it, since a game asks that one in a quicker way."""
    expression = parse(condition, names.problems) if condition is not None else None
    if condition is None or expression is None:
        return False, None
    parts = conjuncts(expression)
    rest = [part for part in parts if part != Name("unclaimed")]
    if len(rest) == len(parts):
        return False, condition
    if not rest:
        return True, None
    return True, attrs.evolve(condition, text=" and ".join(f"({text(part)})" for part in rest))


def refusals(
    condition: Phrase | None, reasons: tuple[tuple[str, str], ...], thing: str, names: Names
) -> tuple[tuple[Function, str, str], ...]:
    """The parts of a condition, to tell which of them fails: each with its text and its rule."""
    expression = parse(condition, []) if condition is not None else None
    if condition is None or expression is None:
        return ()
    why, found = dict(reasons), []
    for part in map(text, conjuncts(expression)):
        asked = Compiler(names, WITH_FEATURE, thing).condition(attrs.evolve(condition, text=part))
        if asked is not None:
            found.append((asked, part, why.get(part, why.get("condition", ""))))
    return tuple(found)


def compile_homes(standing: Standing, names: Names) -> tuple[Home, ...]:
    """Make a standing rule ready: once for its figure, or for each kind of follower."""
    thing = f"standing rule {standing.name!r}"
    figures: tuple[int | None, ...] = tuple(names.followers)
    if standing.figure != FOLLOWERS:
        figures = (names.on_tiles(standing.figure, standing.where, thing),)
    keep = Compiler(names, WITH_FEATURE, thing).condition(standing.keep)
    if keep is None:
        return ()
    shrinks = _fails_when_less(standing.keep)
    return tuple(Home(standing.name, f, keep, shrinks, standing.rule) for f in figures if f is not None)


def _fails_when_less(condition: Phrase) -> bool:
    """Whether a condition asks only that numbers which grow with the table are large enough."""
    expression = parse(condition, [])
    return expression is not None and all(
        isinstance(part, Binary)
        and part.operator in (">", ">=")
        and isinstance(part.left, Name)
        and isinstance(part.right, Number)
        and (word := registry.find("quantity", part.left.text)) is not None
        and word.grows
        for part in conjuncts(expression)
    )
