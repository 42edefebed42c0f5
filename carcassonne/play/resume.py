"""A game that goes on from a saved position; what a position says is checked before it is believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from carcassonne.compile.tiles import STEPS, Turned
from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.play.game import Game
from carcassonne.play.journal import Column
from carcassonne.play.position import New, Part
from carcassonne.play.records import check_form, check_rules
from carcassonne.play.saved import (
    FORMAT,
    Resumed,
    asking_step,
    block_names,
    named,
    surrounded_by,
    usual_stock,
    usual_supply,
)
from carcassonne.play.shapes import check_bound
from carcassonne.play.state import State
from carcassonne.words.actions import CHANCE
from carcassonne.words.segments import Segment, SegmentNumber

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset

MOST: Final = 1_000_000_000_000
MOST_DEPTH: Final = 12
MOST_THINGS: Final = 100_000


def game_from_position(rules: Ruleset, saved: Mapping[str, Any]) -> Game:
    """The game at a saved position, which goes on as the one that was saved. Raises RecordError.

    What was played before is not part of a position: nothing can be taken back, and `history` and `events` are empty.

    >>> import carcassonne
    >>> from carcassonne.play.saved import position_to_dict
    >>> rules = carcassonne.load_rules("base")
    >>> game = rules.new_game(players=["Ann", "Bob"], seed=7)
    >>> game_from_position(rules, position_to_dict(game)) == game
    True
    """
    game = begin_at(rules, saved)
    if saved.get("chance") == "seeded":
        game._explicit = False
        if game._step is not None and game.player == CHANCE:
            game._legal = game._state.codes = None
            game._go_on()
    return game


def begin_at(rules: Ruleset, saved: Any) -> Game:
    """The game at a saved position, with all chance left to the caller. Raises RecordError."""
    _check_head(rules, saved)
    try:
        game = _Reader(rules, saved).game()
        _look_at(game)
        mark = game.fingerprint
    except RecordError:
        raise
    except (CarcassonneError, ArithmeticError, AttributeError, AssertionError, LookupError, TypeError, ValueError) as e:
        detail = e if isinstance(e, CarcassonneError) else f"{type(e).__name__}: {e}"
        raise RecordError(f"the position does not hang together: {detail}") from e
    if saved.get("fingerprint") not in (None, mark):
        raise RecordError("the position does not come out as it says: it was changed, or made by other rules")
    return game


def _look_at(game: Game) -> None:
    """Ask what any caller will ask first, so that an agenda that makes no sense is found out."""
    if game.player != CHANCE and game.player not in range(len(game.players)):
        raise RecordError("agenda: there is no player who decides there")
    list(game.legal_actions)
    list(game.chances)


def _check_head(rules: Ruleset, saved: Any) -> None:
    check_form(saved, FORMAT, called="position", what="position")
    check_rules(rules, saved, "position")


class _Reader:
    """Makes a state of a saved position, section by section."""

    def __init__(self, rules: Ruleset, saved: Mapping[str, Any]) -> None:
        self.rules, self.saved = rules, saved
        self.names: tuple[str, ...] = tuple(self.texts("players"))
        if (
            not 1 <= len(self.names) <= 6
            or len(set(self.names)) != len(self.names)
            or not all(map(str.strip, self.names))
        ):
            raise RecordError("players: expected between one and six different names")
        draws = None if saved.get("draws") is None else [self.tile(name) for name in self.texts("draws")]
        seed = self.number(saved.get("seed"), "seed", most=(1 << 64) - 1)
        self.state = State.fresh(rules, len(self.names), seed=seed, fixed=draws)
        self.state.names = self.names
        self.state.draws = self.number(saved.get("counter"), "counter", most=(1 << 62))

    def game(self) -> Game:
        """The game, in which nothing has happened yet."""
        state, saved = self.state, self.saved
        if saved.get("chance") not in ("seeded", "explicit"):
            raise RecordError("chance: expected 'seeded' or 'explicit'")
        self.table()
        self.figures()
        self.points()
        self.tokens()
        self.turn()
        self.agenda()
        state.stock[:] = usual_stock(state)
        for name, count in self.mapping("stock").items():
            state.stock[self.tile(name)] = self.number(count, f"stock, {name}", most=9_999)
        state.events.clear()
        state.journal.entries.clear()
        game = Game(
            self.rules, state, self.names, explicit=True, seed=state.seed, tiles=None, setup=Resumed(dict(saved))
        )
        game._step = None if state.over else asking_step(state)
        if not state.over and (game._step is None or not game.legal_actions):
            raise RecordError("agenda: nobody has anything to decide there")
        return game

    # What there is ---------------------------------------------------------------------------

    def table(self) -> None:
        state, rules = self.state, self.rules
        found = [
            (self.cell(f"{x},{y}"), self.tile(name), self.number(turn, f"table, {name}, turn", most=3))
            for name, x, y, turn in self.rows("table", 4)
        ]
        for cell, tile, turn in sorted(found):
            if cell in state.board:
                raise RecordError("table: there are two tiles at {},{}".format(*rules.place_of(cell)))
            turned = rules.tiles.turned[tile][turn]
            self.check_edges(turned, cell)
            state.lay(turned, cell)
        for one, other in self.rows("connections", 2):
            a, b = self.segment(one), self.segment(other)
            if a == b or state.kind(a) != state.kind(b) or state.cells[a] != state.cells[b]:
                raise RecordError(f"connections: {one} and {other} are not two segments of a kind on one tile")
            state.link(min(a, b), max(a, b))

    def check_edges(self, turned: Turned, cell: int) -> None:
        for side, step in enumerate(STEPS):
            there = self.state.board.get(cell + step)
            if there is not None and there[0].edges[(side + 2) % 4] != turned.edges[side]:
                x, y = self.rules.place_of(cell)
                edge = f"the {'NESW'[side]} edge of {turned.name} at {x},{y}"
                raise RecordError(f"table: {edge} does not match {there[0].name}")

    def figures(self) -> None:
        state = self.state
        for owner, kind, segment in self.rows("figures", 3):
            state.put(self.piece(owner, kind), self.segment(segment))
        for owner, kind, space in self.rows("beside", 3):
            piece = self.piece(owner, kind)
            if state.figure(piece) not in state.rules.companions or state.owner(piece) == state.players:
                raise RecordError(f"beside: no {kind} stands beside scoring figures")
            state.journal.set(Column.TRACK, piece, self.number(space, f"beside, {kind}", most=MOST))
        state.supply[:] = usual_supply(state)
        for owner, kind, count in self.rows("supply", 3):
            state.supply[self.piece(owner, kind)] = self.number(count, f"supply, {kind}", most=9_999)
        if any(count < 0 for count in state.supply):
            raise RecordError("figures: there are more of a kind than its owner has")

    def points(self) -> None:
        state, markers = self.state, self.rules.markers
        rows = self.rows("points", markers) or [[0] * markers] * state.players
        if len(rows) != state.players:
            raise RecordError(f"points: expected those of {state.players} players")
        state.totals[:] = [self.number(points, "points", least=-MOST, most=MOST) for row in rows for points in row]

    def tokens(self) -> None:
        state, kinds = self.state, {"player": self.player, "cell": self.laid_cell, "segment": self.segment}
        kinds["table"] = lambda name: 0
        state.tokens.clear()
        for kind, name, token, count in self.rows("tokens", 4):
            if kind not in kinds:
                raise RecordError(f"tokens: {kind!r} holds no tokens")
            key = named(self.rules.tokens, token, "token"), (kind, kinds[kind](name))
            state.journal.set(Column.TOKENS, key, self.number(count, f"tokens, {token}", least=-MOST, most=MOST))

    # Where in the turn -----------------------------------------------------------------------

    def turn(self) -> None:
        state, saved = self.state, self.saved
        state.active = self.player(saved.get("turn"))
        state.drawn = -1 if saved.get("drawn") is None else self.tile(saved["drawn"])
        for name, tiles in self.mapping("hands").items() if "hands" in saved else ():
            held = sorted(self.tile(tile) for tile in self.listed(tiles, "hands"))
            if held:
                state.hands = {**state.hands, self.player(name): tuple(held)}
        state.new = None if saved.get("new") is None else self.new(saved["new"])
        state.laid = tuple(self.new(entry) for entry in self.entries("laid"))
        state.parts = tuple(
            Part(self.text(rule, "parts"), self.flag(last, "parts"), self.flag(optional, "parts"))
            for rule, last, optional in self.rows("parts", 3)
        )
        state.fired = tuple((self.text(a, "fired"), self.text(b, "fired")) for a, b in self.rows("fired", 2))
        state.stood = tuple(self.piece(owner, kind) for owner, kind in self.rows("stood", 2))
        state.stacks = {
            name: tuple(self.number(card, "stacks", least=-MOST, most=MOST) for card in self.listed(cards, "stacks"))
            for name, cards in self.mapping("stacks").items()
        }
        state.settled = tuple(
            (self.segment(segment), tuple(self.number(n, "settled", most=state.players - 1) for n in winners))
            for segment, winners in self.rows("settled", 2)
        )
        state.relinked = tuple(self.segment(segment) for segment in self.entries("relinked"))
        state.ending = self.flag(saved.get("ending"), "ending")
        state.over = self.flag(saved.get("over"), "over")

    def new(self, entry: Any) -> New:
        row = self.listed(entry, "new")
        if len(row) not in (1, 2):
            raise RecordError("new: expected a cell, and perhaps what the tile surrounded")
        cell = self.laid_cell(row[0])
        turned, base = self.state.board[cell]
        if len(row) == 1:
            return New(cell, base, turned, tuple(surrounded_by(self.state, cell)))
        return New(cell, base, turned, tuple(self.segment(text) for text in self.listed(row[1], "new")))

    def agenda(self) -> None:
        state, rules = self.state, self.rules
        names = block_names(rules)
        frames = []
        for name, at, bound in self.rows("agenda", 3):
            if not isinstance(bound, Mapping):
                raise RecordError(f"agenda: what {name!r} has bound is no mapping")
            block = named(names, name, "block of steps")
            self.number(at, f"agenda, {name}", most=len(rules.blocks[block]))
            values = {self.text(key, "agenda"): self.value(item, 0) for key, item in bound.items()}
            check_bound(state, name, rules.blocks[block][at:], values)
            frames.append((block, at, values))
        if not frames or frames[0][0] not in (rules.part, rules.final):
            raise RecordError("agenda: expected 'part' or 'final' first")
        *stack, (state.block, state.at, state.bound) = frames
        state.stack = tuple(stack)

    def value(self, value: Any, depth: int) -> Any:
        """Something that a step has bound."""
        if depth > MOST_DEPTH:
            raise RecordError("agenda: lists within lists without end")
        if isinstance(value, Mapping):
            if list(value) != ["segment"]:
                raise RecordError("agenda: expected a segment, a list, a text, a number or a truth value")
            return self.segment(value["segment"])
        if isinstance(value, list):
            return tuple(self.value(item, depth + 1) for item in value)
        if type(value) is int:
            return self.number(value, "agenda", least=-MOST, most=MOST)
        if not isinstance(value, str | bool | None):
            raise RecordError("agenda: expected a segment, a list, a text, a number or a truth value")
        return value

    # Forms -----------------------------------------------------------------------------------

    def number(self, value: Any, what: str, *, least: int = 0, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise RecordError(f"{what}: expected a whole number from {least} to {most}")
        return value

    def flag(self, value: Any, what: str) -> bool:
        if type(value) is not bool:
            raise RecordError(f"{what}: expected true or false")
        return value

    def text(self, value: Any, what: str) -> str:
        if not isinstance(value, str):
            raise RecordError(f"{what}: expected a text")
        return value

    def listed(self, value: Any, what: str) -> list[Any]:
        if not isinstance(value, list) or len(value) > MOST_THINGS:
            raise RecordError(f"{what}: expected a list of at most {MOST_THINGS:,}")
        return value

    def entries(self, section: str) -> list[Any]:
        return self.listed(self.saved.get(section), section)

    def texts(self, section: str) -> list[str]:
        return [self.text(value, section) for value in self.entries(section)]

    def rows(self, section: str, parts: int) -> list[list[Any]]:
        rows = self.entries(section)
        if not all(isinstance(row, list) and len(row) == parts for row in rows):
            raise RecordError(f"{section}: expected lists of {parts}")
        return rows

    def mapping(self, section: str) -> Mapping[str, Any]:
        value = self.saved.get(section)
        if not isinstance(value, Mapping):
            raise RecordError(f"{section}: expected a mapping")
        return value

    # Names -----------------------------------------------------------------------------------

    def tile(self, name: Any) -> int:
        return named(self.rules.tiles.names, name, "tile")

    def player(self, name: Any) -> int:
        return named(self.names, name, "player")

    def piece(self, owner: Any, kind: Any) -> int:
        figure = named(tuple(self.rules.figure_numbers), kind, "figure")
        return self.state.piece(figure, self.state.players if owner is None else self.player(owner))

    def segment(self, text: Any) -> SegmentNumber:
        found = Segment.parse(text) if isinstance(text, str) else None
        number = None if found is None else self.state.segment_number(found)
        if number is None:
            raise RecordError(f"there is no segment {repr(text)[:80]}")
        return SegmentNumber(number)

    def cell(self, text: Any) -> int:
        x, _, y = text.partition(",") if isinstance(text, str) and len(text) < 20 else ("", "", "")
        try:
            cell = self.rules.cell_of(int(x), int(y))
        except ValueError:
            cell = None
        if cell is None:
            raise RecordError(f"there is no cell {repr(text)[:80]}")
        return cell

    def laid_cell(self, text: Any) -> int:
        cell = self.cell(text)
        if cell not in self.state.board:
            raise RecordError(f"there is no tile at {text}")
        return cell
