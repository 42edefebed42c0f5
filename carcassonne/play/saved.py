"""A position as data, ready for JSON: everything that a game goes on from, and nothing of how it came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import RecordError
from carcassonne.language.steps import Ask
from carcassonne.play.position import New
from carcassonne.play.records import BEHAVIOUR, as_features, with_features
from carcassonne.read.source import cure_for
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.play.game import Game
    from carcassonne.play.state import State

FORMAT: Final = "carcassonne-position"


@attrs.frozen(eq=False)
class Resumed:
    """The position that a game went on from, in place of a `Setup`."""

    position: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """What stands for it in the record of a game."""
        return {"position": dict(self.position)}


def position_to_dict(game: Game) -> dict[str, Any]:
    """The position of a game at this moment. What is as it always is at the start is left out of it.

    supply and stock: only what differs from the full number less what lies on the table. hands: only where somebody
    has tiles in hand.
    """
    state, rules = game._state, game.rules
    writer = _Writer(state, game.players)
    return {
        "format": FORMAT,
        "behaviour": BEHAVIOUR,
        "rules": list(rules.names),
        "options": dict(rules.options),
        "players": list(game.players),
        "chance": "explicit" if game._explicit else "seeded",
        "seed": game._seed,
        "counter": state.draws,
        "table": writer.table(),
        "connections": [list(map(writer.segment, pair)) for pair in writer.pairs()],
        "figures": writer.figures(),
        "points": [
            state.totals[player * rules.markers : (player + 1) * rules.markers] for player in range(state.players)
        ],
        "beside": [[*writer.piece(piece), space] for piece, space in sorted(state.track.items())],
        "supply": [
            [*writer.piece(piece), state.supply[piece]]
            for piece, usual in enumerate(usual_supply(state))
            if state.supply[piece] != usual
        ],
        "tokens": writer.tokens(),
        "stock": {
            rules.tiles.names[tile]: state.stock[tile]
            for tile, usual in enumerate(usual_stock(state))
            if state.stock[tile] != usual
        },
        "draws": None if state.fixed is None else [rules.tiles.names[n] for n in state.fixed[state.fixed_at :]],
        "turn": game.players[state.active],
        "drawn": game.drawn_tile,
        **({"hands": writer.hands()} if state.hands else {}),
        "new": None if state.new is None else writer.new(state.new),
        "laid": [writer.new(new) for new in state.laid],
        "parts": [list(attrs.astuple(part)) for part in state.parts],
        "fired": [list(entry) for entry in state.fired],
        "stood": [writer.piece(piece) for piece in state.stood],
        "stacks": {name: list(cards) for name, cards in sorted(state.stacks.items())},
        "settled": [[writer.segment(feature), list(winners)] for feature, winners in as_features(state, state.settled)],
        "relinked": [writer.segment(segment) for segment in state.relinked],
        "agenda": writer.agenda(),
        "ending": state.ending,
        "over": state.over,
        "fingerprint": game.fingerprint,
    }


class _Writer:
    """Names what stands in a state by numbers."""

    def __init__(self, state: State, names: Sequence[str]) -> None:
        self.state, self.names = state, names

    def segment(self, number: int) -> str:
        return str(self.state.segment(number))

    def cell(self, cell: int) -> str:
        return "{},{}".format(*self.state.rules.place_of(cell))

    def piece(self, piece: int) -> list[str | None]:
        state = self.state
        owner = state.owner(piece)
        return [None if owner == state.players else self.names[owner], state.rules.figures[state.figure(piece)].name]

    def table(self) -> list[list[Any]]:
        board, place_of = self.state.board, self.state.rules.place_of
        return [[board[cell][0].name, *place_of(cell), board[cell][0].turn] for cell in sorted(board)]

    def pairs(self) -> list[tuple[int, int]]:
        state = self.state
        found = [(a, b) for a, others in state.links.items() for b in others if a < b]
        return sorted(found, key=lambda pair: (state.first_place_of_segment(pair[0]), pair))

    def figures(self) -> list[list[Any]]:
        state = self.state
        return [
            [*self.piece(piece), self.segment(segment)]
            for segment in sorted(state.standing, key=state.first_place_of_segment)
            for piece in state.standing[segment]
        ]

    def tokens(self) -> list[list[Any]]:
        found = []
        for (token, holder), count in self.state.tokens.items():
            kind, number = holder
            if kind == "player":
                shown = self.names[number]
            elif kind == "segment":
                shown = self.segment(number)
            else:
                shown = self.cell(number) if kind == "cell" else ""
            found.append([kind, shown, self.state.rules.tokens[token], count])
        return sorted(found)

    def hands(self) -> dict[str, list[str]]:
        names = self.state.rules.tiles.names
        return {self.names[player]: [names[n] for n in tiles] for player, tiles in sorted(self.state.hands.items())}

    def new(self, new: New) -> list[Any]:
        """A cell; with the segments that the tile surrounded where they are not those that the table shows."""
        cell = self.cell(new.cell)
        if sorted(new.surrounded) == surrounded_by(self.state, new.cell):
            return [cell]
        return [cell, [self.segment(segment) for segment in new.surrounded]]

    def agenda(self) -> list[list[Any]]:
        state = self.state
        names = block_names(state.rules)
        frames = (*state.stack, (state.block, state.at, state.bound))
        return [
            [names[block], at, {name: self.value(value) for name, value in sorted(with_features(state, bound).items())}]
            for block, at, bound in frames
        ]

    def value(self, value: Any) -> Any:
        """Something that a step has bound: segments by their names, all else as it is."""
        if isinstance(value, SegmentNumber):
            return {"segment": self.segment(value)}
        if isinstance(value, tuple | list):
            return [self.value(item) for item in value]
        return value


def block_names(rules: Rules) -> tuple[str, ...]:
    """A name for every block of steps, the same as long as the rules are: what it is for, or the rule it is of.

    Blocks of one rule are told apart by `#2`, `#3` …
    """
    own = {
        rules.part: "part",
        rules.final: "final",
        rules.settling: "settling",
        rules.awarding: "awarding",
        rules.sharing: "sharing",
        rules.round_end: "round end",
        rules.dealing: "dealing",
    }
    count: Counter[str] = Counter()
    names: list[str] = []
    for number, steps in enumerate(rules.blocks):
        name = own.get(number) or next((step.source for step in steps if step.source), "steps")
        count[name] += 1
        names.append(name if count[name] == 1 else f"{name}#{count[name]}")
    return tuple(names)


def usual_supply(state: State) -> list[int]:
    """What is in supply of every piece as far as the table and the track tell."""
    left = [0] * len(state.supply)
    for number, figure in enumerate(state.rules.figures):
        first = number * state.stride
        left[first : first + state.players] = [figure.each] * state.players
        left[first + state.players] = figure.shared
    for pieces in state.standing.values():
        for piece in pieces:
            left[piece] -= 1
    for piece in state.track:
        left[piece] -= 1
    return left


def usual_stock(state: State) -> list[int]:
    """How many of each tile wait as far as the table, the hands and the drawn tile tell."""
    rules = state.rules
    if state.fixed is not None:
        return [0] * len(state.stock)
    left = list(rules.tiles.counts)
    for tile in rules.removed:
        left[tile] -= 1
    for turned, _ in state.board.values():
        left[turned.tile] -= 1
    for tile in (state.drawn, *(tile for tiles in state.hands.values() for tile in tiles)):
        if tile >= 0:
            left[tile] -= 1
    return [max(0, count) for count in left]


def surrounded_by(state: State, cell: int) -> list[int]:
    """The segments that want to be surrounded, are so, and have a tile among what surrounds them."""
    found = []
    for near in (cell, *state.cells_around(cell)):
        turned, base = state.board[near]
        found += [base + position for position in turned.centres if not state.open_ends(base + position)]
    return sorted(found)


def named(names: Sequence[str], name: Any, what: str) -> int:
    """The number of a name. Raises RecordError where there is none."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    shown = repr(name)[:80]
    raise RecordError(f"no {what} {shown}; {cure_for(shown, names, f'{what}s here')}")


def asking_step(state: State) -> Ask | None:
    """The step on which the agenda stands, where it is one that asks."""
    steps = state.rules.blocks[state.block]
    step = steps[state.at] if state.at < len(steps) else None
    return step if isinstance(step, Ask) else None
