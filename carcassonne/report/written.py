"""Definitions written out again, a line for each thing that they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from carcassonne.read import definitions as said
from carcassonne.read import supplies
from carcassonne.read.definitions import Phrase, Step, Value
from carcassonne.read.options import allowed

if TYPE_CHECKING:
    from carcassonne.errors import Where

Line = tuple[str, "Where | None"]


def note(rule: str) -> str:
    """The id of a rule in parentheses, nothing where there is none."""
    return f" ({rule})" if rule else ""


def condition_text(condition: Phrase | None) -> str:
    """A condition as it follows what it is for."""
    return f", if {condition.text}" if condition is not None else ""


def value_text(value: Value) -> str:
    """A value as it could stand in a file, on one line.

    >>> from carcassonne.errors import Where
    >>> here = Where("x.yaml", 1, 1)
    >>> value_text(Value({"of": Value("a", here), "to": Value((Value("b", here),), here)}, here))
    '{of: a, to: [b]}'
    """
    held = value.value
    if isinstance(held, str):
        return held
    if isinstance(held, tuple):
        return "[" + ", ".join(map(value_text, held)) + "]"
    return "{" + ", ".join(f"{key}: {value_text(item)}" for key, item in held.items()) + "}"


def step_lines(steps: Iterable[Step]) -> Iterator[Line]:
    """The steps of a `do` list, each with its place."""
    for step in steps:
        argument = f": {value_text(step.argument)}" if step.argument is not None else ""
        binds = f", as {step.binds}" if step.binds else ""
        yield f"{step.verb}{argument}{binds}{condition_text(step.condition)}", step.where


def lines_of(thing: Any) -> Iterator[Line]:
    """What a definition says; nothing for kinds of definitions that say no more than their name."""
    write = _WRITERS.get(type(thing))
    if write is not None:
        yield from write(thing)


def _feature(kind: said.FeatureKind) -> Iterator[Line]:
    divides = "" if kind.divides or kind.borders == "gaps" else ", does not divide what lies beside it"
    yield f"borders: {kind.borders}, completes: {kind.completes}, letter: {kind.letter}{divides}", None


def _figure(figure: said.FigureKind) -> Iterator[Line]:
    if figure.track:
        yield f"{figure.each} a player, on the track {figure.track}", None
        return
    number = f"{figure.each} a player" if figure.each else f"{figure.shared} that belong to nobody"
    weight = figure.weight if figure.weigh is None else figure.weigh.text
    follower = f"a follower of weight {weight}" if figure.follower else "no follower"
    yield f"{number}, {follower}", None
    places = ", ".join(figure.stands_on) or "nothing by itself; rules put it"
    yield f"stands on: {places}{condition_text(figure.condition)}", None
    if figure.stays:
        yield "stays when its feature is scored", None
    for reason, rule in figure.why:
        yield f"refused because of {reason}: {rule}", None


def _rule(rule: said.Rule) -> Iterator[Line]:
    head = next(
        f"{key}: {name}" for key, name in (("on", rule.on), ("offers", rule.offers), ("forbids", rule.forbids)) if name
    )
    tiles = f", tiles with {rule.tiles_with}" if rule.tiles_with else ""
    limit = f", {rule.limit}" if rule.limit else ""
    yield f"{head}{tiles}{limit}{condition_text(rule.condition)}{note(rule.rule)}", None
    if rule.choose is not None:
        yield f"choose: {value_text(rule.choose)}", rule.choose.where
    yield from step_lines(rule.steps)
    for reason, why in rule.why:
        yield f"refused because of {reason}: {why}", None
    yield from _order(after=rule.after, over=rule.over)


def _order(**names: tuple[str, ...]) -> Iterator[Line]:
    for key, others in names.items():
        if others:
            yield f"{key}: {', '.join(others)}", None


def _phase(phase: said.Phase) -> Iterator[Line]:
    if phase.condition is not None:
        yield f"if {phase.condition.text}", phase.condition.where
    if phase.repeat is not None:
        yield f"again and again while {phase.repeat.text}", phase.repeat.where
    yield from step_lines(phase.steps)
    yield from _order(after=phase.after, before=phase.before)


def _change(change: said.ScoreChange) -> Iterator[Line]:
    yield f"of: {', '.join(change.of)}{condition_text(change.condition)}{note(change.rule)}", None
    for state, formula in (("complete", change.complete), ("unfinished", change.unfinished)):
        if formula is not None:
            yield f"{change.layer} when {state}: {formula.text}", formula.where
    yield from _order(after=change.after, over=change.over)


def _tie(tie: said.Tie) -> Iterator[Line]:
    what = tie.pay if tie.by is None else tie.by.text
    yield f"of {', '.join(tie.of)}, {tie.how} {what}{condition_text(tie.condition)}{note(tie.rule)}", tie.where
    yield from _order(after=tie.after, over=tie.over)


def _criterion(criterion: said.Criterion) -> Iterator[Line]:
    yield f"{criterion.how} {criterion.by.text}{note(criterion.rule)}", criterion.by.where
    yield from _order(after=criterion.after, before=criterion.before)


def _option(option: said.Option) -> Iterator[Line]:
    yield option.about, None
    yield f"values: {allowed(option)}; default: {option.default}", None


def _symbol(symbol: said.Symbol) -> Iterator[Line]:
    yield f"printed on: {', '.join(symbol.on)}, value: {symbol.value}", None


def _standing(standing: said.Standing) -> Iterator[Line]:
    yield f"{standing.figure} goes home unless {standing.keep.text}{note(standing.rule)}", None


def _token(token: supplies.Token) -> Iterator[Line]:
    yield "as many as needed" if token.supply is None else f"{token.supply} in all", None
    if token.each or token.table:
        yield f"in the beginning {token.each} a player and {token.table} on the table", None


def _track(track: supplies.Track) -> Iterator[Line]:
    yield f"{track.spaces} spaces", None


def _pile(pile: supplies.Pile) -> Iterator[Line]:
    for key, others in (("before", pile.before), ("after", pile.after)):
        if others:
            yield f"drawn {key}: {', '.join(others)}", None


def _setup(setup: supplies.Setup) -> Iterator[Line]:
    if setup.lay:
        yield f"lay {setup.lay} at 0,0", None
    if setup.remove:
        yield f"one {setup.remove} leaves the game", None
    if setup.deal:
        yield f"tiles that every player draws into the hand: {setup.deal}", None
    if setup.give:
        rest = "; what is left of it leaves the game" if setup.no_more else ""
        yield f"every player gets one {setup.give} in hand{rest}", None
    if setup.is_open:
        yield "everybody may see all tiles in hand", None


def _quantity(quantity: said.NamedQuantity) -> Iterator[Line]:
    yield f"= {quantity.value.text}", quantity.value.where


def _companion(companion: said.Companion) -> Iterator[Line]:
    yield (
        f"takes {companion.takes.text} of what is given beside it{note(companion.rule)}",
        companion.takes.where,
    )


_WRITERS: Mapping[type, Callable[[Any], Iterator[Line]]] = {
    said.FeatureKind: _feature,
    said.FigureKind: _figure,
    said.Rule: _rule,
    said.Phase: _phase,
    said.ScoreChange: _change,
    said.Tie: _tie,
    said.Criterion: _criterion,
    said.Option: _option,
    said.Symbol: _symbol,
    said.Standing: _standing,
    supplies.Token: _token,
    supplies.Track: _track,
    supplies.Pile: _pile,
    supplies.Setup: _setup,
    said.NamedQuantity: _quantity,
    said.Companion: _companion,
}
