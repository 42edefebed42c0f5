"""The whole state of a game: the table, figures, points, stock, tokens, and what is waiting for a decision.

Large things are columns under the journal. The few small ones that say where in the turn we are form the header,
which is remembered whole at every mark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import attrs

from carcassonne.compile.tiles import Turned
from carcassonne.errors import RulesError
from carcassonne.language.scope import Scope
from carcassonne.play.hands import NOTHING_HELD, Hands
from carcassonne.play.journal import GONE, Column
from carcassonne.play.stock import STOCK
from carcassonne.play.table import LESS, MORE
from carcassonne.words.lines import MOST_POINTS, Line, total
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules

SUPPLY, TOTALS, TOKENS, TRACK = map(int, (Column.SUPPLY, Column.TOTALS, Column.TOKENS, Column.TRACK))
NOTHING: Final[Mapping[str, Any]] = {}
HEADER: Final = (
    *("block", "at", "bound", "stack", "active", "drawn", "new", "parts", "fired", "stood", "draws", "fixed_at"),
    *("ending", "over", "stacks", "settled", "relinked", "laid", "hands"),
)
"""What is remembered whole at every mark: everything small that says where in the turn we are."""
MOST_CALLS: Final = 1_000
CALLS_A_TILE: Final = 20
"""How many blocks of steps may be carried out between two decisions: that many, and so many for each tile laid."""


@attrs.frozen
class Part:
    """A part of a turn that waits to be played, with the rule that gave it; `last` ones wait for all others."""

    rule: str
    last: bool = False
    optional: bool = False


class New(NamedTuple):
    """The tile laid in this part: its cell, its first segment, and the segments that it surrounded."""

    cell: int
    base: int
    turned: Turned
    surrounded: tuple[int, ...]


def _watched(rules: Rules) -> int:
    """After which changes standing rules are to be asked: many can only fail where there is less on the table."""
    if not rules.homes:
        return 0
    return LESS if all(home.when_less for home in rules.homes) else MORE | LESS


class Position(Hands):
    """The state of a game under a ruleset.

    block, at, bound, stack: the agenda: which steps are being carried out, how far, what they have bound, and what
    goes on afterwards. It is data, so a game can be saved, copied and taken back in the middle of any rule.
    settled: the features completed in this part, with who had the majority. relinked: segments whose connections
    changed in this part. calls: how many blocks have been carried out since somebody decided. laid: the tiles
    laid in this turn, where a rule acts on its end. stacks: for each stack of cards those seen, the next one
    first once all are known.
    """

    __slots__ = (
        "active",
        "at",
        "block",
        "bound",
        "calls",
        "codes",
        "ending",
        "fired",
        "laid",
        "moment",
        "names",
        "new",
        "over",
        "parts",
        "players",
        "relinked",
        "settled",
        "stack",
        "stacks",
        "stood",
        "stride",
        "supply",
        "tokens",
        "totals",
        "track",
        "watched",
    )

    def __init__(
        self,
        rules: Rules,
        players: int,
        columns: list[Any],
        *,
        seed: int,
        fixed: Sequence[int] | None,
        groups: dict[int, dict[int, int]] | None = None,
        entries: list[Any] | None = None,
        events: list[tuple[Any, ...]] | None = None,
        names: tuple[str, ...] | None = None,
        watched: int | None = None,
    ) -> None:
        super().__init__(rules.tiles, columns, {} if groups is None else groups, [] if entries is None else entries)
        self.rules = rules
        self.players = players
        self.stride = players + 1
        self.seed = seed
        self.fixed = None if fixed is None else tuple(fixed)
        self.events: list[tuple[Any, ...]] = [] if events is None else events
        self.supply: list[int] = columns[SUPPLY]
        self.totals: list[int] = columns[TOTALS]
        self.stock: list[int] = columns[STOCK]
        self.tokens: dict[tuple[int, tuple[str, int]], int] = columns[TOKENS]
        self.track: dict[int, int] = columns[TRACK]
        self.watched = _watched(rules) if watched is None else watched
        self.codes: Sequence[Any] | None = None
        self.calls = 0
        self.block: int = rules.part
        self.at = 0
        self.bound: Mapping[str, Any] = NOTHING
        self.stack: tuple[tuple[int, int, Mapping[str, Any]], ...] = ()
        self.active = 0
        self.drawn = -1
        self.new: New | None = None
        self.parts: tuple[Part, ...] = ()
        self.fired: tuple[tuple[str, str], ...] = ()
        self.stood: tuple[int, ...] = ()
        self.draws = 0
        self.fixed_at = 0
        self.moment = 0
        self.names: tuple[str, ...] = names or tuple(f"player {number + 1}" for number in range(players))
        self.ending = False
        self.over = False
        self.stacks: Mapping[str, tuple[int, ...]] = NOTHING
        self.settled: tuple[tuple[SegmentNumber, tuple[int, ...]], ...] = ()
        self.relinked: tuple[SegmentNumber, ...] = ()
        self.laid: tuple[New, ...] = ()
        self.hands = NOTHING_HELD

    @classmethod
    def fresh(cls, rules: Rules, players: int, *, seed: int, fixed: Sequence[int] | None) -> Self:
        """An empty table with all figures in supply and all tiles in the stock."""
        stride = players + 1
        supply = [0] * (len(rules.figures) * stride)
        for number, figure in enumerate(rules.figures):
            supply[number * stride : number * stride + players] = [figure.each] * players
            supply[number * stride + players] = figure.shared
        columns: list[Any] = [
            [],
            [],
            [],
            [],
            [],
            [],
            {},
            {},
            {},
            {},
            {},
            {},
            {},
            supply,
            [0] * (players * rules.markers),
        ]
        columns += [list(rules.tiles.counts), {}, {}]
        return cls(rules, players, columns, seed=seed, fixed=fixed)

    def copy(self) -> Self:
        """The same state on columns of its own. What stands in the columns is never changed, so it is shared."""
        groups = {demand: group.copy() for demand, group in self.groups.items()}
        other = type(self)(
            self.rules,
            self.players,
            [column.copy() for column in self.columns],
            seed=self.seed,
            fixed=self.fixed,
            groups=groups,
            entries=self.journal.entries.copy(),
            events=self.events.copy(),
            names=self.names,
            watched=self.watched,
        )
        other.header = self.header
        other.moment = self.moment
        other.codes = self.codes
        return other

    # Marks -----------------------------------------------------------------------------------

    @property
    def header(self) -> tuple[Any, ...]:
        """Everything that is no column, to be remembered at a mark: what `HEADER` names, in that order.

        Written out, because it is asked for at every push, and going by names would cost five times as much.
        """
        return (
            self.block,
            self.at,
            self.bound,
            self.stack,
            self.active,
            self.drawn,
            self.new,
            self.parts,
            self.fired,
            self.stood,
            self.draws,
            self.fixed_at,
            self.ending,
            self.over,
            self.stacks,
            self.settled,
            self.relinked,
            self.laid,
            self.hands,
        )

    @header.setter
    def header(self, saved: tuple[Any, ...]) -> None:
        self.block, self.at, self.bound, self.stack, self.active, self.drawn = saved[:6]
        self.new, self.parts, self.fired, self.stood, self.draws, self.fixed_at = saved[6:12]
        self.ending, self.over, self.stacks, self.settled, self.relinked, self.laid, self.hands = saved[12:]

    def mark(self) -> tuple[Any, ...]:
        """Remember this moment for `restore`."""
        return len(self.journal.entries), len(self.parent), len(self.events), self.header

    def restore(self, mark: tuple[Any, ...]) -> None:
        """Be exactly as at the mark."""
        entries, segments, events, header = mark
        self.back(entries, segments)
        del self.events[events:]
        self.header = header
        self.codes = None

    # The agenda ------------------------------------------------------------------------------

    def call(self, block: int, bound: Mapping[str, Any]) -> None:
        """Carry out another block of steps before going on with this one."""
        self.count_call(block)
        self.stack = (*self.stack, (self.block, self.at, self.bound))
        self.block, self.at, self.bound = block, 0, bound

    def count_call(self, block: int) -> None:
        """Raise RulesError where blocks are carried out again and again and nobody is ever asked."""
        self.calls += 1
        if self.calls > MOST_CALLS + CALLS_A_TILE * len(self.board):
            waiting = (block, *(number for number, _, _ in reversed(self.stack)))
            inner = [number for number in waiting if number not in (self.rules.part, self.rules.final)]
            name = next((step.source for number in inner for step in self.rules.blocks[number] if step.source), "")
            raise RulesError(
                f"the rules go round without end: {f'the steps of {name!r} are' if name else 'a turn is'} "
                f"carried out again and again, and nobody is asked in between"
            )

    def bind(self, name: str, value: Any) -> None:
        """Give a value a name for the steps that follow in this block."""
        self.bound = {**self.bound, name: value}

    def leave(self) -> None:
        """The block is carried out: go on with what waits below it."""
        self.block, self.at, self.bound = self.stack[-1]
        self.stack = self.stack[:-1]

    def skip_to_end(self, *, at_once: bool = False) -> None:
        """Drop what is left of this part, or of the end of the game: the steps of all blocks up to its own end.

        at_once: what rules do when the part has ended, too.
        """
        self.stack = ()
        if self.ending:
            self.block, self.bound, self.at = self.rules.final, NOTHING, len(self.rules.blocks[self.rules.final]) - 1
            return
        self.block, self.bound = self.rules.part, NOTHING
        self.at = len(self.rules.blocks[self.rules.part]) - 1 if at_once else self.rules.part_end

    # Figures ---------------------------------------------------------------------------------

    def piece(self, figure: int, owner: int) -> int:
        """The number of a figure kind of an owner; the owner `players` is nobody."""
        return figure * self.stride + owner

    def posted(self, figure: int) -> list[int]:
        """The pieces of a figure kind that stand on the table, by owner; `posts` says where."""
        posts, first = self.posts, figure * self.stride
        return [piece for piece in range(first, first + self.stride) if piece in posts]

    def posts_of(self, figure: int) -> list[int]:
        """The segments on which pieces of a figure kind stand, by owner."""
        posts = self.posts
        found: list[int] = []
        for piece in range(figure * self.stride, (figure + 1) * self.stride):
            if piece in posts:
                found += posts[piece]
        return found

    def owner(self, piece: int) -> int:
        return piece % self.stride

    def figure(self, piece: int) -> int:
        return piece // self.stride

    def stand(self, piece: int, segment: int) -> None:
        """Put a figure from its supply on a segment."""
        self.journal.entries.append((SUPPLY, piece, self.supply[piece]))
        self.supply[piece] -= 1
        self.put(piece, segment)
        self.events.append(("stood", piece, segment))

    def send_home(self, piece: int, segment: int) -> None:
        """Take a figure off its segment, back to its supply."""
        self.lift(piece, segment)
        self.journal.entries.append((SUPPLY, piece, self.supply[piece]))
        self.supply[piece] += 1
        self.events.append(("returned", piece, segment))

    def is_claimed(self, segment: int) -> bool:
        """Whether a follower stands on the feature."""
        figures, stride = self.rules.figures, self.stride
        return any(figures[piece // stride].follower for _, piece in self.holders[self.find(segment)])

    def strengths(self, segment: int) -> list[int]:
        """What each player's followers on the feature weigh together."""
        figures, stride = self.rules.figures, self.stride
        heads = [0] * stride
        for _, piece in self.holders[self.find(segment)]:
            heads[piece % stride] += figures[piece // stride].weight
        if self.rules.weighs:
            for _, piece in self.holders[self.find(segment)]:
                weigh, owner = figures[piece // stride].weigh, piece % stride
                if weigh is not None:
                    heads[owner] += max(0, weigh(self, Scope(segment, owner)))
        return heads[:-1]

    # Points ----------------------------------------------------------------------------------

    def give(self, player: int, points: int, marker: int = 0) -> None:
        """Move one of a player's scoring figures forward."""
        place = player * self.rules.markers + marker
        self.journal.entries.append((TOTALS, place, self.totals[place]))
        self.totals[place] += points

    def give_now(self, player: int, segment: int, lines: Sequence[Line], marker: int = 0) -> None:
        """Give points with their reasons: (what, how many, points each, rule) a line; `segment` is -1 for none."""
        self.give(player, total(lines), marker)
        self.events.append(("award", player, segment, tuple(lines), self.ending))

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of every player."""
        markers = self.rules.markers
        return tuple(sum(self.totals[p * markers : (p + 1) * markers]) for p in range(self.players))

    # Tokens ----------------------------------------------------------------------------------

    def tokens_at(self, token: int, holder: tuple[str, int]) -> int:
        """How many tokens of a kind a holder has: ("player", n), ("cell", c), ("segment", s) or ("table", 0)."""
        return self.tokens.get((token, holder), 0)

    def move_tokens(self, token: int, giver: tuple[str, int], taker: tuple[str, int], count: int) -> None:
        """Let tokens change hands."""
        for holder, number in ((giver, -count), (taker, count)):
            self.add_tokens(token, holder, number)
            self.events.append(("tokens", token, holder, number))

    def add_tokens(self, token: int, holder: tuple[str, int], count: int) -> None:
        """Give tokens to a holder, or take them when `count` is negative."""
        if not count:
            return
        self.changed = MORE | LESS
        now = self.tokens.get((token, holder), 0) + count
        if not -MOST_POINTS <= now <= MOST_POINTS:
            raise RulesError(f"a rule gives more than {MOST_POINTS:,} tokens {self.rules.tokens[token]!r}")
        self.journal.set(TOKENS, (token, holder), now if now else GONE)
