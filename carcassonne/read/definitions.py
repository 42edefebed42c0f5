"""What the files say, as frozen values: the result of reading, before anything is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from carcassonne.errors import Where
from carcassonne.read.drawings import Tile, TileSet
from carcassonne.read.expected import Explanation
from carcassonne.read.supplies import Pile, Setup, Token, Track

FOLLOWERS: Final = "followers"
"""Stands for all kinds of figures that are followers."""


@attrs.frozen
class Phrase:
    """An expression of the language as it stands in a file, not yet parsed."""

    text: str
    where: Where


@attrs.frozen
class FeatureKind:
    """How a kind of feature borders its neighbours and when it is complete.

    borders: "whole side", "middle", "gaps" (what the others leave free) or "nothing".
    completes: "when closed", "when surrounded" or "never".
    divides: whether it parts the gaps on its two sides.
    glyph: how pictures show it: path data in a box of 24 by 24, or one or two characters.
    colour: the name of the colour that pictures give it.
    """

    name: str
    borders: str
    completes: str
    letter: str
    divides: bool
    where: Where
    glyph: str = ""
    colour: str = ""


@attrs.frozen
class Symbol:
    """Something printed: `on` names feature kinds, or is ("tile",); `value` is "count", "direction" or "word"."""

    name: str
    on: tuple[str, ...]
    value: str
    where: Where
    glyph: str = ""
    colour: str = ""


@attrs.frozen
class FigureKind:
    """A kind of figure. `each` a player, or `shared` by nobody; `track` for scoring figures (no place on tiles).

    condition: what a segment must fulfil besides its kind being in `stands_on`.
    why: rule ids by reason: "supply", "new tile", "stands on", "unclaimed", "condition", or a part of the condition.
    weigh: what it weighs besides, by an expression about the feature. stays: whether it stays when that is scored.
    """

    name: str
    each: int
    shared: int
    follower: bool
    weight: int
    stands_on: tuple[str, ...]
    condition: Phrase | None
    track: str
    why: tuple[tuple[str, str], ...]
    where: Where
    weigh: Phrase | None = None
    stays: bool = False
    glyph: str = ""
    colour: str = ""


@attrs.frozen
class Companion:
    """A figure that stands on the track beside scoring figures and takes a share of what others are given there.

    takes: an operation. may_stay: whether its owner may let it stay when a figure beside it advances by a share.
    laps_differ: whether a space of another lap is another space. at_end: whether it acts at the end of the game.
    whole_phase: whether its owner names the figure to share with before any feature of a part is scored.
    """

    name: str
    takes: Phrase
    may_stay: bool
    laps_differ: bool
    at_end: bool
    whole_phase: bool
    rule: str
    where: Where


@attrs.frozen
class NamedQuantity:
    """A quantity made of others, which formulas may name and other modules may change."""

    name: str
    value: Phrase
    where: Where


@attrs.frozen
class Points:
    """A scoring formula with the rule id that its points are given by."""

    points: Phrase
    rule: str


@attrs.frozen
class Score:
    """What features of a kind are worth in each state."""

    kind: str
    complete: Points | None
    unfinished: Points | None
    where: Where


@attrs.frozen
class ScoreChange:
    """A change to the points of `of` kinds: layer "replace", "add" or "apply".

    complete / unfinished: the formulas; for "apply" the words of one of the registered operations.
    after: names of changes of the same layer that come first; over: names that this one supersedes.
    """

    name: str
    of: tuple[str, ...]
    condition: Phrase | None
    layer: str
    complete: Phrase | None
    unfinished: Phrase | None
    after: tuple[str, ...]
    over: tuple[str, ...]
    rule: str
    where: Where


@attrs.frozen
class Criterion:
    """Who is in front of the others: `how` is "most" or "least" of a number, or "prefer" with a condition."""

    name: str
    how: str
    by: Phrase
    after: tuple[str, ...]
    before: tuple[str, ...]
    rule: str
    where: Where
    order_where: tuple[Where, ...] = ()


@attrs.frozen
class Tie:
    """What becomes of a tie for the majority of features of `of` kinds.

    how: as of a criterion, which tells some of those who are tied from the others; or "pay", and then `pay` says what
    those get who are tied still.
    """

    name: str
    of: tuple[str, ...]
    condition: Phrase | None
    how: str
    by: Phrase | None
    pay: str
    after: tuple[str, ...]
    over: tuple[str, ...]
    rule: str
    where: Where


@attrs.frozen
class Value:
    """An argument in a step: text, list or mapping of further values, each with its place.

    `key_where` tells where each key of a mapping stands.
    """

    value: str | tuple[Value, ...] | Mapping[str, Value]
    where: Where
    key_where: Mapping[str, Where] = attrs.field(factory=dict, eq=False, repr=False)


@attrs.frozen
class Step:
    """One step of a `do` list: a verb with its argument, perhaps with a condition and a name for its result.

    A step that could not be read has the verb "": later steps may speak of what it would have named.
    """

    verb: str
    argument: Value | None
    condition: Phrase | None
    binds: str
    where: Where


@attrs.frozen
class Phase:
    """A named part of the turn (section `turn`) or of the end of the game (section `final`).

    repeat: carried out again and again while this holds (`while`). order_where: where `after` and `before` stand.
    """

    name: str
    after: tuple[str, ...]
    before: tuple[str, ...]
    condition: Phrase | None
    repeat: Phrase | None
    steps: tuple[Step, ...]
    where: Where
    order_where: tuple[Where, ...] = ()


@attrs.frozen
class Rule:
    """A named rule. Exactly one of `on` (an event), `offers` (a decision) and `forbids` (an action) is set.

    tiles_with: a symbol or feature kind that the new tile must show, "" for any tile.
    choose: what is chosen before the steps run (`offers` only): a mapping as written.
    limit: "", "once a part" or "once a turn". occasion: where the event, the decision or the action stands.
    """

    name: str
    on: str
    offers: str
    forbids: str
    tiles_with: str
    condition: Phrase | None
    choose: Value | None
    steps: tuple[Step, ...]
    after: tuple[str, ...]
    over: tuple[str, ...]
    limit: str
    why: tuple[tuple[str, str], ...]
    rule: str
    where: Where
    occasion: Where


@attrs.frozen
class Standing:
    """A figure that goes home as soon as `keep` no longer holds for it."""

    name: str
    figure: str
    keep: Phrase
    rule: str
    where: Where


@attrs.frozen
class WrittenLaw:
    """What must hold of every game: the test kit asks it, the engine does not.

    every: what it is asked of ("moment", "player", "feature", "award", "step" or "end"); of: feature kinds.
    condition: when it is asked. skip: instead of all that, why a law of the kit with this name need not hold here.
    """

    name: str
    every: str
    of: tuple[str, ...]
    condition: Phrase | None
    holds: Phrase | None
    skip: str
    why: str
    where: Where


@attrs.frozen
class TileChange:
    """A change to all drawings that show `tiles_with`: so far `split_banks`, a feature kind."""

    tiles_with: str
    split_banks: str
    where: Where


@attrs.frozen
class Option:
    """A named choice between published or house variants.

    values: the texts that may be chosen, in order. number: any whole number is allowed, and expressions may name it.
    table: any table of numbers is allowed, written `1:1 4:2 7:3` (from this number on, this value).
    """

    name: str
    about: str
    default: str
    values: tuple[str, ...]
    number: bool
    table: bool
    where: Where


@attrs.frozen
class Module:
    """An expansion or variant in play: its id, title and file, and the warnings that it explains."""

    id: str
    title: str
    summary: str
    file: str
    expected: tuple[Explanation, ...] = ()


@attrs.frozen
class Definitions:
    """Everything that the files of one ruleset say, options applied; names are unique within each section.

    switched_off: names of sections that an option or a variant has taken away. faulty: names that the files give to
    something that could not be read.
    """

    modules: tuple[Module, ...]
    chosen: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    features: tuple[FeatureKind, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    symbols: tuple[Symbol, ...]
    figures: tuple[FigureKind, ...]
    tracks: tuple[Track, ...]
    piles: tuple[Pile, ...]
    setups: tuple[Setup, ...]
    turn: tuple[Phase, ...]
    final: tuple[Phase, ...]
    scores: tuple[Score, ...]
    score_changes: tuple[ScoreChange, ...]
    rules: tuple[Rule, ...]
    standing: tuple[Standing, ...]
    tile_changes: tuple[TileChange, ...]
    tile_sets: tuple[TileSet, ...]
    tiles: tuple[Tile, ...]
    tokens: tuple[Token, ...] = ()
    quantities: tuple[NamedQuantity, ...] = ()
    companions: tuple[Companion, ...] = ()
    laws: tuple[WrittenLaw, ...] = ()
    winner: tuple[Criterion, ...] = ()
    ties: tuple[Tie, ...] = ()
    switched_off: Mapping[str, frozenset[str]] = attrs.field(factory=dict)
    faulty: frozenset[str] = frozenset()
