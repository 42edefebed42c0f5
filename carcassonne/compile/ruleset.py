"""A compiled set of rules: everything a game asks, settled once and never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import attrs

from carcassonne.compile.formulas import Points
from carcassonne.compile.laws import Law
from carcassonne.compile.ties import Preference, Ties
from carcassonne.compile.tiles import HALF_SPAN, Counters, KindTable, TileTable, cell_number, cell_place
from carcassonne.language.steps import Function, Step
from carcassonne.read.definitions import Definitions
from carcassonne.words.actions import Draw

if TYPE_CHECKING:
    from carcassonne.language.choosers import Chooser


@attrs.frozen(eq=False)
class Figure:
    """A figure kind, ready for play. spots: for each tile the positions of the segments that it may stand on.

    refusals: the parts of the condition, each with its text and the rule that it stands for. weigh: what it weighs
    besides `weight`, where that depends on the feature. stays: whether it stays where its feature is scored.
    """

    name: str
    each: int
    shared: int
    follower: bool
    weight: int
    weigh: Function | None
    stays: bool
    track: str
    stands_on: tuple[int, ...]
    spots: tuple[tuple[int, ...], ...]
    unclaimed: bool
    condition: Function | None
    refusals: tuple[tuple[Function, str, str], ...]
    why: Mapping[str, str]


@attrs.frozen(eq=False)
class Veto:
    """Forbids an action when its condition holds."""

    name: str
    condition: Function | None
    rule: str


@attrs.frozen(eq=False)
class Handler:
    """What a rule does on an event. tiles: the tiles on which it acts, None for all."""

    name: str
    event: str
    tiles: frozenset[int] | None
    condition: Function | None
    block: int
    limit: str
    rule: str


@attrs.frozen(eq=False)
class Offer:
    """One more thing to choose at a decision. tiles: the new tiles with which it is offered, None for all.

    refusals: the parts of the condition on what may be chosen, each with its text and the rule that it stands for.
    """

    name: str
    tiles: frozenset[int] | None
    condition: Function | None
    chooser: Chooser
    block: int
    limit: str
    rule: str
    refusals: tuple[tuple[Function, str, str], ...] = ()


@attrs.frozen(eq=False)
class Home:
    """A figure that goes home as soon as a condition no longer holds where it stands.

    when_less: whether only something that leaves the table can make it fail.
    """

    name: str
    figure: int
    keep: Function
    when_less: bool
    rule: str


@attrs.frozen(eq=False)
class Companion:
    """A figure beside scoring figures: the operation that makes its share of an award."""

    name: str
    operation: Callable[[int], int]
    may_stay: bool
    whole_phase: bool
    rule: str


@attrs.frozen(eq=False)
class Rules:
    """Rules ready to be played; `play.ruleset.Ruleset` adds the games.

    blocks: lists of compiled steps; `part` is the one that makes a part of a turn, its step `part_end` the one that
    ends it, `final` the scoring at the end, `settling` the scoring of completed features where rules act on it.
    connected: the feature kinds of which connections can join segments, and part them again. token_starts: for each
    kind of token how many every player, and how many the table begins with. weighs: whether some figure's weight
    depends on its feature. stayers: the kinds of figures that stay where their feature is scored. winner: what
    decides who wins, one after the other; most points where it is empty. ties: for each feature kind what becomes of
    ties for the majority; empty where all who are tied have it. given: the tiles of which every player
    gets a copy in hand, each with whether those that are left then leave the game. dealing: the steps that deal hands
    before the first turn, -1 where none are dealt. open_hands: whether everybody may see all hands.
    """

    definitions: Definitions
    names: tuple[str, ...]
    options: Mapping[str, str]
    tiles: TileTable
    counters: Counters
    figures: tuple[Figure, ...]
    figure_numbers: Mapping[str, int]
    placeable: tuple[int, ...]
    scorers: tuple[int, ...]
    tokens: tuple[str, ...]
    token_starts: tuple[tuple[int, int, int], ...]
    piles: tuple[str, ...]
    pile_tiles: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]
    removed: tuple[int, ...]
    kind_ranks: tuple[int, ...]
    points: tuple[Points, ...]
    blocks: tuple[tuple[Step, ...], ...]
    connected: tuple[int, ...]
    part: int
    part_end: int
    final: int
    settling: int
    handlers: Mapping[str, tuple[Handler, ...]]
    offer_rules: tuple[Offer, ...]
    offers: Mapping[str, tuple[int, ...]]
    place_vetoes: tuple[tuple[Veto, ...], ...]
    stand_vetoes: tuple[tuple[Veto, ...], ...]
    homes: tuple[Home, ...]
    draws: tuple[Draw, ...]
    spaces: int
    laps_are_alike: bool
    companions: Mapping[int, Companion]
    companion_may_stay: bool
    companions_at_end: bool
    weighs: bool
    stayers: frozenset[int]
    awarding: int
    sharing: int
    round_end: int
    dealing: int
    given: tuple[tuple[int, bool], ...]
    open_hands: bool
    laws: tuple[Law, ...]
    winner: tuple[Preference, ...]
    ties: tuple[Ties, ...]

    @property
    def tells_order(self) -> bool:
        """Whether it matters in which order points are given, and to which scoring figure."""
        return self.markers > 1 or bool(self.companions) or "marker moved" in self.handlers

    @property
    def marker_names(self) -> tuple[str, ...]:
        """The scoring figures of every player, by number; where there is none the points are kept without one."""
        return tuple(self.figures[number].name for number in self.scorers) or ("",)

    def share_of(self, figure: int, points: int) -> int:
        """What a companion takes of an award."""
        return self.companions[figure].operation(points)

    @property
    def markers(self) -> int:
        """How many scoring figures every player has on the track, and 1 where points are kept without one."""
        return len(self.scorers) or 1

    @property
    def kinds(self) -> KindTable:
        """The feature kinds by number."""
        return self.tiles.kinds

    def cell_of(self, x: int, y: int) -> int | None:
        """The number of a cell, or None where no table reaches."""
        if -HALF_SPAN < x < HALF_SPAN - 1 and -HALF_SPAN < y < HALF_SPAN - 1:
            return cell_number(x, y)
        return None

    def place_of(self, cell: int) -> tuple[int, int]:
        """The (x, y) of a cell."""
        return cell_place(cell)

    def __repr__(self) -> str:
        tiles = sum(self.tiles.counts)
        return f"<{type(self).__name__} {', '.join(self.names)}: {tiles} tiles, {len(self.figures)} kinds of figures>"
