"""How a game begins: the start tile on an empty table, or a position that somebody has set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from carcassonne.compile.tiles import STEPS
from carcassonne.errors import OptionError, ScenarioError
from carcassonne.play.hands import NOTHING_HELD
from carcassonne.play.journal import Column
from carcassonne.play.position import NOTHING
from carcassonne.play.state import State
from carcassonne.read.source import cure_for
from carcassonne.words.lines import THE_TABLE
from carcassonne.words.segments import Segment, is_segment

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules


def _rows(value: Any, *parts: str) -> tuple[Any, ...]:
    """Tuples of so many parts; raises ScenarioError for anything else."""
    try:
        found = tuple(map(tuple, value))
    except TypeError:
        found = ((),)
    if any(len(row) != len(parts) for row in found):
        raise ScenarioError(f"expected a list of ({', '.join(parts)})")
    return found


def _figures(value: Any) -> tuple[tuple[str | None, str, Segment], ...]:
    return _rows(value, "owner", "figure", "segment")


def _tokens(value: Any) -> tuple[tuple[str | tuple[int, int], str, int], ...]:
    return _rows(value, "holder", "token", "how many")


def _connections(value: Any) -> tuple[tuple[Segment, Segment], ...]:
    return _rows(value, "segment", "segment")


def _tiles(value: Any) -> tuple[tuple[str, int, int, int], ...]:
    return _rows(value, "tile", "x", "y", "quarter turns")


def _mapping(what: str) -> Callable[[Any, Any, Any], None]:
    """Checks that something is a mapping; raises ScenarioError."""

    def check(setup: Any, field: Any, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise ScenarioError(f"{field.name}: expected a mapping from players' names to {what}")

    return check


def _mappings(setup: Any, field: Any, value: Any) -> None:
    """Checks that something is a mapping of mappings; raises ScenarioError."""
    _mapping("figures")(setup, field, value)
    for inner in value.values():
        if not isinstance(inner, Mapping):
            raise ScenarioError(f"{field.name}: expected a mapping from figures to numbers for each player")


def _hands(value: Any) -> Mapping[str, tuple[str, ...]] | None:
    """Tuples of tiles by player's name; raises ScenarioError for anything else."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or any(
        isinstance(tiles, str) or not isinstance(tiles, Sequence) for tiles in value.values()
    ):
        raise ScenarioError("hands: expected a mapping from players' names to lists of tiles")
    return {name: tuple(tiles) for name, tiles in value.items()}


@attrs.frozen
class Setup:
    """A position to begin from.

    tiles: (name, x, y, quarter turns), which must match where they meet but need not hang together.
    figures: (player's name or None, figure kind, segment). scores: by player's name.
    supply: figures that a player has instead of what the table leaves of the full number, by name and kind.
    to_move: the name of whose turn it is. track: by player's name where scoring figures and figures beside them stand
    (points of a scoring figure, the space of another). tokens: (player's name, "the table" or cell, kind of token,
    how many); whoever is named has no others. connections: pairs of segments of one tile that something connects.
    hands: the tiles in hand by player's name, where nobody is dealt any; None to let the rules give and deal them.
    Raises ScenarioError for values of other forms.
    """

    tiles: tuple[tuple[str, int, int, int], ...] = attrs.field(default=(), converter=_tiles)
    figures: tuple[tuple[str | None, str, Segment], ...] = attrs.field(default=(), converter=_figures)
    scores: Mapping[str, int] = attrs.field(factory=dict, validator=_mapping("points"))
    supply: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict, validator=_mappings)
    to_move: str = ""
    track: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict, validator=_mappings)
    tokens: tuple[tuple[str | tuple[int, int], str, int], ...] = attrs.field(default=(), converter=_tokens)
    connections: tuple[tuple[Segment, Segment], ...] = attrs.field(default=(), converter=_connections)
    hands: Mapping[str, tuple[str, ...]] | None = attrs.field(default=None, converter=_hands)

    def to_dict(self) -> dict[str, Any]:
        """The setup, ready for JSON."""
        return {
            "tiles": [list(tile) for tile in self.tiles],
            "figures": [[owner, kind, str(segment)] for owner, kind, segment in self.figures],
            "scores": dict(self.scores),
            "supply": {name: dict(figures) for name, figures in self.supply.items()},
            "to_move": self.to_move,
            "track": {name: dict(figures) for name, figures in self.track.items()},
            "tokens": [
                [holder if isinstance(holder, str) else list(holder), kind, n] for holder, kind, n in self.tokens
            ],
            "connections": [[str(one), str(other)] for one, other in self.connections],
            **({} if self.hands is None else {"hands": {name: list(tiles) for name, tiles in self.hands.items()}}),
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Setup:
        """The inverse of `to_dict`. Raises ValueError, TypeError or KeyError for anything else."""
        figures = [(owner, str(kind), _segment(text)) for owner, kind, text in saved["figures"]]
        supply = {str(name): dict(kinds) for name, kinds in saved["supply"].items()}
        track = {str(name): dict(figures) for name, figures in saved.get("track", {}).items()}
        tokens = [
            (holder if isinstance(holder, str) else (holder[0], holder[1]), str(kind), count)
            for holder, kind, count in saved.get("tokens", ())
        ]
        connections = [(_segment(one), _segment(other)) for one, other in saved.get("connections", ())]
        return cls(
            saved["tiles"],
            tuple(figures),
            dict(saved["scores"]),
            supply,
            str(saved["to_move"]),
            track,
            tokens,
            connections,
            saved.get("hands"),
        )


def _segment(text: str) -> Segment:
    segment = Segment.parse(text)
    if segment is None:
        raise ValueError(f"{text!r} is no segment")
    return segment


def begin(
    rules: Rules, players: int, *, seed: int, tiles: Sequence[str] | None, setup: Setup | None, names: Sequence[str]
) -> State:
    """The state before the first turn. Raises OptionError or ScenarioError."""
    if tiles is not None and (isinstance(tiles, str) or not isinstance(tiles, Sequence)):
        raise OptionError(f"tiles is a {type(tiles).__name__}, expected a list of names")
    if setup is not None and not isinstance(setup, Setup):
        raise OptionError(f"table is a {type(setup).__name__}, expected a Setup")
    fixed = None if tiles is None else [_tile(rules, name) for name in tiles]
    state = State.fresh(rules, players, seed=seed, fixed=fixed)
    state.names = tuple(names)
    for token, each, table in rules.token_starts:
        for holder, count in [(("player", player), each) for player in range(players)] + [(("table", 0), table)]:
            state.add_tokens(token, holder, count)
    for tile in rules.removed:
        state.stock[tile] = max(0, state.stock[tile] - 1)
    if setup is None:
        for tile in rules.start:
            state.stock[tile] = max(0, state.stock[tile] - 1)
            state.lay(rules.tiles.turned[tile][0], 0)
    else:
        _set_up(state, setup, names)
    _fill_hands(state, None if setup is None else setup.hands, names)
    if fixed is not None:
        state.stock[:] = [0] * len(state.stock)
    state.events.clear()
    state.journal.entries.clear()
    state.events.append(("turn", state.active))
    return state


def _fill_hands(state: State, hands: Mapping[str, tuple[str, ...]] | None, names: Sequence[str]) -> None:
    """Give everybody the tiles that a setup says, or those of the rules, which may deal more before the first turn.

    Where there are fewer copies of a tile than players those whose turn comes first have one.
    """
    rules = state.rules
    held: dict[int, list[int]] = {}
    if hands is None:
        for tile, no_more in rules.given:
            for seat in range(min(state.players, state.stock[tile])):
                held.setdefault((state.active + seat) % state.players, []).append(tile)
            state.stock[tile] = 0 if no_more else max(0, state.stock[tile] - state.players)
        if rules.dealing >= 0:
            state.stack, state.block = ((rules.part, 0, NOTHING),), rules.dealing
    for name, tiles in (hands or {}).items():
        held[_player(names, name)] = [_held_tile(rules, name, tile) for tile in tiles]
        for tile in held[_player(names, name)]:
            state.stock[tile] = max(0, state.stock[tile] - 1)
    state.hands = {player: tuple(sorted(tiles)) for player, tiles in sorted(held.items()) if tiles} or NOTHING_HELD


def _held_tile(rules: Rules, name: str, tile: object) -> int:
    number = rules.tiles.numbers.get(tile) if isinstance(tile, str) else None
    if number is None:
        cure = cure_for(str(tile), rules.tiles.names, "tiles here")
        raise ScenarioError(f"the hand of {name}: no tile {tile!r}; {cure}")
    return number


def _tile(rules: Rules, name: object) -> int:
    number = rules.tiles.numbers.get(name) if isinstance(name, str) else None
    if number is None:
        raise OptionError(f"no tile {name!r}; {cure_for(str(name), rules.tiles.names, 'tiles here')}")
    return number


def _set_up(state: State, setup: Setup, names: Sequence[str]) -> None:
    rules = state.rules
    for name, x, y, turned in setup.tiles:
        if type(name) is not str or not all(type(number) is int for number in (x, y, turned)):
            raise ScenarioError(f"tile {name!r}: expected a name, two coordinates and a turn")
        cell = rules.cell_of(x, y)
        number = rules.tiles.numbers.get(name)
        if number is None:
            raise ScenarioError(f"no tile {name!r}; {cure_for(name, rules.tiles.names, 'tiles here')}")
        if cell is None or turned not in range(4):
            raise ScenarioError(f"{name} at {x},{y} turned {turned}: there is no such place or turn")
        if cell in state.board:
            raise ScenarioError(f"{name} at {x},{y}: there is a tile already")
        _check_edges(state, number, turned, cell)
        state.stock[number] = max(0, state.stock[number] - 1)
        state.lay(rules.tiles.turned[number][turned], cell)
    for one, other in setup.connections:
        _connect(state, one, other)
    for owner, kind, segment in setup.figures:
        _stand(state, names, owner, kind, segment)
    for player, points in setup.scores.items():
        _check_count(points, f"the points of {player}", most=1_000_000)
        state.give(_player(names, player), points)
    for player, places in setup.track.items():
        for kind, place in places.items():
            _put_on_track(state, _player(names, player), kind, place)
    for name in dict.fromkeys(holder for holder, _, _ in setup.tokens if isinstance(holder, str)):
        _take_tokens(state, names, name)
    for holder, kind, count in setup.tokens:
        _put_tokens(state, names, holder, kind, count)
    for player, kinds in setup.supply.items():
        for kind, count in kinds.items():
            _check_count(count, f"the supply of {player}, {kind}", most=99)
            state.supply[state.piece(_figure(state, kind), _player(names, player))] = count
    if setup.to_move:
        state.active = _player(names, setup.to_move)


def _check_edges(state: State, tile: int, turned: int, cell: int) -> None:
    mine = state.tiles.turned[tile][turned]
    for side, step in enumerate(STEPS):
        there = state.board.get(cell + step)
        if there is not None and there[0].edges[(side + 2) % 4] != mine.edges[side]:
            x, y = state.rules.place_of(cell)
            raise ScenarioError(
                f"{mine.name} at {x},{y} turned {turned}: its {'NESW'[side]} edge does not match {there[0].name}"
            )


def _stand(state: State, names: Sequence[str], owner: str | None, kind: str, segment: Segment) -> None:
    number = state.segment_number(segment) if is_segment(segment) else None
    if number is None:
        raise ScenarioError(f"{kind}: there is no {segment}")
    if state.rules.figures[_figure(state, kind)].track:
        raise ScenarioError(f"a {kind} never stands on a tile")
    player = state.players if owner is None else _player(names, owner)
    piece = state.piece(_figure(state, kind), player)
    if not state.supply[piece]:
        raise ScenarioError(f"{owner or 'nobody'} has no {kind} left to stand on {segment}")
    state.journal.set(Column.SUPPLY, piece, state.supply[piece] - 1)
    state.put(piece, number)


def _check_count(value: object, what: str, *, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise ScenarioError(f"{what}: expected a whole number from 0 to {most}")


def _connect(state: State, one: Segment, other: Segment) -> None:
    numbers = [state.segment_number(segment) if is_segment(segment) else None for segment in (one, other)]
    if None in numbers or one.cell != other.cell or numbers[0] == numbers[1]:
        raise ScenarioError(f"{one} and {other}: expected two segments of one tile")
    state.link(min(n for n in numbers if n is not None), max(n for n in numbers if n is not None))


def _put_on_track(state: State, player: int, kind: str, place: int) -> None:
    _check_count(place, f"the place of the {kind}", most=1_000_000)
    figure = _figure(state, kind)
    if figure in state.rules.scorers:
        state.give(player, place, state.rules.scorers.index(figure))
    elif figure in state.rules.companions:
        state.stand_beside(state.piece(figure, player), place)
    else:
        raise ScenarioError(f"a {kind} never stands on the track")


def _put_tokens(state: State, names: Sequence[str], holder: Any, kind: str, count: int) -> None:
    if kind not in state.rules.tokens:
        raise ScenarioError(f"no token {kind!r}; {cure_for(str(kind), state.rules.tokens, 'tokens here')}")
    _check_count(count, f"tokens {kind}", most=999)
    if isinstance(holder, str):
        state.add_tokens(state.rules.tokens.index(kind), _holder(names, holder), count)
        return
    if type(holder) is not tuple or [type(part) for part in holder] != [int, int]:
        raise ScenarioError(f"tokens {kind}: expected a player's name or a cell, found {holder!r}")
    cell = state.rules.cell_of(*holder)
    if cell is None or cell not in state.board:
        raise ScenarioError(f"tokens {kind}: there is no tile at {holder[0]},{holder[1]}")
    state.add_tokens(state.rules.tokens.index(kind), ("cell", cell), count)


def _holder(names: Sequence[str], name: str) -> tuple[str, int]:
    """A player by name, or the table."""
    return ("table", 0) if name == THE_TABLE and name not in names else ("player", _player(names, name))


def _take_tokens(state: State, names: Sequence[str], name: str) -> None:
    """Whoever is given tokens by a setup has only these."""
    holder = _holder(names, name)
    for token in range(len(state.rules.tokens)):
        state.add_tokens(token, holder, -state.tokens_at(token, holder))


def _figure(state: State, kind: Any) -> int:
    number = state.rules.figure_numbers.get(kind) if isinstance(kind, str) else None
    if number is None:
        raise ScenarioError(
            f"no figure {kind!r}; {cure_for(str(kind), tuple(state.rules.figure_numbers), 'figures here')}"
        )
    return number


def _player(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise ScenarioError(f"no player {name!r}; {cure_for(str(name), names, 'players here')}")
    return names.index(name)
