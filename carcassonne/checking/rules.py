"""What looks suspicious about rules in play: figures without a place, and points that nobody gets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem
from carcassonne.read.definitions import (
    FOLLOWERS,
    Definitions,
    FeatureKind,
    FigureKind,
    Phase,
    Phrase,
    Rule,
    Step,
    Value,
)
from carcassonne.read.names import ANY

SHOWS_NOTHING: Final = "no tile in play shows {}"
ON_NEW_TILES: Final = "on the new tile"
ON_THE_TABLE: Final = ("choose", "take back all")
"""Steps that, under the key `figures`, list figures which stand somewhere already."""


def suspicious_rules(definitions: Definitions) -> Iterator[Suspicion]:
    """Everything suspicious about the figures and the points of one ruleset, with the options that are chosen."""
    yield from _homeless_figures(definitions)
    yield from _without_figures(definitions)
    yield from _never_scored(definitions)


# Figures ---------------------------------------------------------------------------------------


def _homeless_figures(definitions: Definitions) -> Iterator[Suspicion]:
    """Figures that never stand anywhere."""
    drawn = drawn_in(definitions)
    placed = words_that_place(definitions)
    given = frozenset(words_in((*definitions.rules, *definitions.turn)))
    for figure in definitions.figures:
        if not figure.track and (homeless := _homeless(figure, placed, given, drawn)):
            why, cure = homeless
            fault = f"figure {figure.name!r} can stand nowhere: {why}"
            yield Suspicion(figure.name, Problem(figure.where, fault, cure, code="CARC-W004"))


def _homeless(
    figure: FigureKind, placed: frozenset[str], given: frozenset[str], drawn: frozenset[str]
) -> tuple[str, str] | None:
    """Why a figure never stands anywhere, and a cure; None if it can."""
    if not figure.each and not figure.shared and not ("change supply" in given and figure.name in given):
        return "nobody has one", "Say how many under 'each', or let a rule give some: 'change supply'."
    if figure.name in placed:
        return None
    if figure.shared:
        kind = next(iter(figure.stands_on), ANY)
        steps = f"[{{choose: {{move: {figure.name}, to: [{kind}]}}}}, {{move: it}}]"
        return "it belongs to nobody, and no rule puts it anywhere", f"Let a rule put it there: do: {steps}"
    cure = "Name a feature kind that tiles show under 'stands on', or a rule that puts it somewhere."
    if not figure.stands_on:
        return "it has no 'stands on', and no rule puts it anywhere", cure
    if drawn.isdisjoint(figure.stands_on):
        return SHOWS_NOTHING.format(" or ".join(figure.stands_on)), cure
    if ON_NEW_TILES not in placed:
        cure = f"Let a phase of 'turn' ask them: do: [{{take action: {{offers: figure, stand: {ON_NEW_TILES}}}}}]"
        return f"no 'take action' lets players put figures {ON_NEW_TILES}", cure
    return None


def words_that_place(definitions: Definitions) -> frozenset[str]:
    """Every text of the rules, less the figures that they look for where these stand already."""
    found = {companion.name for companion in definitions.companions}
    for phase in (*definitions.turn, *definitions.final):
        found.update(_placing(phase.steps, ""))
    for rule in definitions.rules:
        found.update(_placing(rule.choose, "choose"))
        found.update(_placing(rule.steps, ""))
    if FOLLOWERS in found:
        found.update(figure.name for figure in definitions.figures if figure.follower)
    return frozenset(found)


def _placing(thing: object, verb: str) -> Iterator[str]:
    if isinstance(thing, Step):
        yield from _placing({thing.verb: thing.argument}, "")
    elif isinstance(thing, Value):
        yield from _placing(thing.value, verb)
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            if key != "change supply" and not (key == "figures" and verb in ON_THE_TABLE):
                yield from _placing(value, key)
    elif isinstance(thing, tuple):
        for item in thing:
            yield from _placing(item, verb)
    elif isinstance(thing, str):
        yield thing.removesuffix("?")


# Points ----------------------------------------------------------------------------------------


def _without_figures(definitions: Definitions) -> Iterator[Suspicion]:
    """Kinds that can be scored, though no figure that counts may stand on them and no rule names them."""
    claimed = {kind for figure in definitions.figures if _counts(figure) for kind in figure.stands_on}
    scored = {score.kind for score in definitions.scores}
    for kind in definitions.features:
        if kind.name not in scored or kind.name in claimed or _is_said(kind, definitions):
            continue
        there = next((figure for figure in definitions.figures if kind.name in figure.stands_on), None)
        if there is not None:
            fault = f"{there.name!r}, which stands there, is no follower: it counts in no majority"
            cure = f"Write 'follower: true' under {there.name!r}, or let another figure stand there too."
        else:
            fault = "no figure may stand on it"
            standing = next(filter(_counts, definitions.figures), None)
            listed = ", ".join((*standing.stands_on, kind.name)) if standing else kind.name
            name = standing.name if standing else "meeple"
            cure = f"Let one stand there: changes: {{figures: {{{name}: {{stands on: [{listed}]}}}}}}"
        fault = f"feature kind {kind.name!r}: it is worth points, but {fault}"
        yield Suspicion(kind.name, Problem(kind.where, fault, cure, code="CARC-W010"))


def _counts(figure: FigureKind) -> bool:
    """Whether a figure counts in a majority; most stand where they are told to."""
    return bool(figure.stands_on) and (figure.weight > 0 or figure.weigh is not None)


def _is_said(kind: FeatureKind, definitions: Definitions) -> bool:
    """Whether a rule may bring a figure to a kind or give its points, which it names or calls `worth`."""
    said = "\n".join(words_in((*definitions.turn, *definitions.rules)))
    names = (kind.name, *(group for group, kinds in definitions.groups if kind.name in kinds), ANY, "worth")
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said) for name in names)


def _never_scored(definitions: Definitions) -> Iterator[Suspicion]:
    """Kinds whose unfinished features have points, though nothing scores them at the end of the game."""
    named = _kinds_named((*definitions.final, *definitions.rules), definitions)
    for score in definitions.scores:
        if score.unfinished is not None and score.kind not in named:
            fault = f"score of {score.kind}: 'unfinished' has points, but no phase of 'final' scores {score.kind!r}"
            cure = f"Add a phase: final: {{{score.kind} at the end: {{do: [{{score features: {score.kind}}}]}}}}"
            yield Suspicion(score.kind, Problem(score.where, fault, cure, code="CARC-W011"))


def _kinds_named(things: Iterable[Phase | Rule], definitions: Definitions) -> set[str]:
    """The feature kinds that steps name, by themselves or by a group."""
    words = {word for thing in things for step in thing.steps for word in words_in(step)}
    if ANY in words:
        return {kind.name for kind in definitions.features}
    return words.union(*(kinds for group, kinds in definitions.groups if group in words))


# What is said and shown ------------------------------------------------------------------------


def drawn_in(definitions: Definitions) -> frozenset[str]:
    """Everything that the tiles in play show: feature kinds and symbols."""
    found: set[str] = set()
    for tile in definitions.tiles:
        found.update(name for name, _ in tile.symbols)
        for segment in tile.segments:
            found.add(segment.kind)
            found.update(name for name, _ in segment.symbols)
    return frozenset(found)


def words_of(definitions: Definitions) -> Iterator[str]:
    """Every verb, key and text of the rules in play: whatever a rule could mean."""
    for each in (*definitions.turn, *definitions.final, *definitions.rules, *definitions.standing):
        yield from words_in(each)


def words_in(thing: object) -> Iterator[str]:
    """Every text in a part of the definitions, the names of parts and verbs among them."""
    if isinstance(thing, Phrase):
        yield thing.text
    elif isinstance(thing, Step):
        yield thing.verb
        yield from words_in(thing.argument)
    elif isinstance(thing, Value):
        if isinstance(thing.value, str):
            yield thing.value.removesuffix("?")
        elif isinstance(thing.value, Mapping):
            yield from thing.value
            for value in thing.value.values():
                yield from words_in(value)
        else:
            yield from words_in(thing.value)
    elif isinstance(thing, tuple):
        for item in thing:
            yield from words_in(item)
    elif attrs.has(kind := type(thing)):
        for field in attrs.fields(kind):
            if field.name != "where":
                yield from words_in(getattr(thing, field.name))
