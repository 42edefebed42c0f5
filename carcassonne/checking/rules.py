"""What looks suspicious about rules in play: what has no place or occasion, idle options, points nobody gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from carcassonne.checking.suspicion import Suspicion
from carcassonne.errors import Problem
from carcassonne.language.extension_points import POINTS
from carcassonne.read.definitions import Definitions, FigureKind, Option, Phase, Phrase, Rule, Step, Value
from carcassonne.read.names import ANY
from carcassonne.read.source import Node

TOLD: Final = ("about", "title", "summary")
"""Keys whose texts are for people."""
SHOWS_NOTHING: Final = "no tile in play shows {}"


def suspicious_rules(definitions: Definitions) -> Iterator[Suspicion]:
    """Everything suspicious about the rules of one ruleset; options have their defaults."""
    words = frozenset(_words_of(definitions))
    drawn = _drawn(definitions)
    for figure in definitions.figures:
        if why := _homeless(figure, words, drawn):
            fault = f"figure {figure.name!r} can stand nowhere: {why}"
            cure = "Name a feature kind that tiles show under 'stands on', or a rule that puts it somewhere."
            yield Suspicion(figure.name, Problem(figure.where, fault, cure, code="CARC-W004"))
    for rule in definitions.rules:
        if why := _unreached(rule, definitions, words, drawn):
            fault = f"rule {rule.name!r}: it is never asked: {why}"
            yield Suspicion(rule.name, Problem(rule.where, fault, code="CARC-W005"))
    yield from _without_figures(definitions)
    yield from _never_scored(definitions)


def _without_figures(definitions: Definitions) -> Iterator[Suspicion]:
    """Kinds that can be scored, though no figure may stand on them and no rule names them."""
    stood_on = {kind for figure in definitions.figures for kind in figure.stands_on}
    stood_on |= _kinds_named((*definitions.turn, *definitions.rules), definitions)
    scored = {score.kind for score in definitions.scores}
    for kind in definitions.features:
        if kind.name in scored and kind.name not in stood_on:
            fault = f"feature kind {kind.name!r}: it is worth points, but no figure may stand on it"
            standing = next((figure for figure in definitions.figures if figure.stands_on), None)
            listed = ", ".join((*standing.stands_on, kind.name)) if standing else kind.name
            name = standing.name if standing else "meeple"
            cure = f"Let one stand there: changes: {{figures: {{{name}: {{stands on: [{listed}]}}}}}}"
            yield Suspicion(kind.name, Problem(kind.where, fault, cure, code="CARC-W010"))


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
    words = {word for thing in things for step in thing.steps for word in _words_in(step)}
    if ANY in words:
        return {kind.name for kind in definitions.features}
    return words.union(*(kinds for group, kinds in definitions.groups if group in words))


def idle_options(options: Iterable[Option], node: Node) -> Iterator[Suspicion]:
    """Options of a file that change nothing and that no expression of it names."""
    section = node.value.get("options") if isinstance(node.value, Mapping) else None
    written = section.value if section is not None and isinstance(section.value, Mapping) else {}
    texts = tuple(_texts(node))
    for option in options:
        entry = written.get(option.name)
        values = entry.value if entry is not None and isinstance(entry.value, Mapping) else {}
        changes = any(values[value].value for value in option.values if value in values)
        if not changes and not any(option.name in text for text in texts):
            fault = f"option {option.name!r}: nothing reads it, so every value gives the same game"
            cure = "Write under a value what it changes, or name the option in an expression."
            yield Suspicion(option.name, Problem(option.where, fault, cure, code="CARC-W008"))


def _homeless(figure: FigureKind, words: frozenset[str], drawn: frozenset[str]) -> str:
    """Why a figure never stands anywhere; empty if it can."""
    if figure.track or figure.name in words:
        return ""
    if not figure.stands_on:
        return "it has no 'stands on', and no rule names it"
    if drawn.isdisjoint(figure.stands_on):
        return SHOWS_NOTHING.format(" or ".join(figure.stands_on))
    return ""


def _unreached(rule: Rule, definitions: Definitions, words: frozenset[str], drawn: frozenset[str]) -> str:
    """Why no game ever comes to a rule; empty if it can."""
    if rule.tiles_with and rule.tiles_with not in drawn:
        return SHOWS_NOTHING.format(rule.tiles_with)
    for point in POINTS:
        if point.name == getattr(rule, point.key, None) and point.verbs and words.isdisjoint(point.verbs):
            return f"nothing in play brings {point.name!r} (step {' or '.join(map(repr, point.verbs))})"
    if rule.offers and rule.offers not in words:
        return f"no 'take action' asks for offers {rule.offers!r}"
    if rule.on == "marker moved" and not any(figure.track for figure in definitions.figures):
        return "there is no scoring figure in play"
    return ""


def _drawn(definitions: Definitions) -> frozenset[str]:
    """Everything that the tiles in play show: feature kinds and symbols."""
    found: set[str] = set()
    for tile in definitions.tiles:
        found.update(name for name, _ in tile.symbols)
        for segment in tile.segments:
            found.add(segment.kind)
            found.update(name for name, _ in segment.symbols)
    return frozenset(found)


def _words_of(definitions: Definitions) -> Iterator[str]:
    """Every verb, key and text of the rules in play, also word by word: whatever a rule could mean."""
    for each in (*definitions.turn, *definitions.final, *definitions.rules, *definitions.standing):
        yield from _words_in(each)
    for companion in definitions.companions:
        yield companion.name


def _words_in(thing: object) -> Iterator[str]:
    if isinstance(thing, Phrase):
        yield thing.text
    elif isinstance(thing, Step):
        yield thing.verb
        yield from _words_in(thing.argument)
    elif isinstance(thing, Value):
        if isinstance(thing.value, str):
            yield thing.value.removesuffix("?")
        elif isinstance(thing.value, Mapping):
            yield from thing.value
            for value in thing.value.values():
                yield from _words_in(value)
        else:
            yield from _words_in(thing.value)
    elif isinstance(thing, tuple):
        for item in thing:
            yield from _words_in(item)
    elif attrs.has(kind := type(thing)):
        for field in attrs.fields(kind):
            if field.name != "where":
                yield from _words_in(getattr(thing, field.name))


def _texts(node: Node) -> Iterator[str]:
    """Every text of a file that is not for people."""
    if isinstance(node.value, str):
        yield node.value
    elif isinstance(node.value, tuple):
        for item in node.value:
            yield from _texts(item)
    else:
        for key, item in node.value.items():
            if key not in TOLD:
                yield from _texts(item)
