"""What a game shows without changing: tiles, figures, supplies, features and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from carcassonne.play.state import State
from carcassonne.words.events import Item
from carcassonne.words.lines import THE_TABLE, total
from carcassonne.words.segments import Segment, is_segment


@attrs.frozen
class Worth:
    """What a feature would give now: the items, who would get them, and whether it is complete."""

    items: tuple[Item, ...]
    players: tuple[int, ...]
    complete: bool

    @property
    def points(self) -> int:
        """The sum of the items."""
        return sum(item.points for item in self.items)


if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset


class GameView:
    """The part of a game that only looks."""

    __slots__ = ("_names", "_state", "rules")

    rules: Ruleset
    _state: State
    _names: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in order of turns."""
        return self._names

    @property
    def table(self) -> Mapping[tuple[int, int], tuple[str, int]]:
        """The tiles on the table: (x, y) to (name, quarter turns), in reading order."""
        state = self._state
        return {
            self.rules.place_of(cell): (state.board[cell][0].name, state.board[cell][0].turn)
            for cell in sorted(state.board)
        }

    @property
    def open_places(self) -> tuple[tuple[int, int], ...]:
        """The places next to a tile that hold none, in reading order."""
        return tuple(self.rules.place_of(cell) for cell in sorted(self._state.frontier))

    @property
    def figures(self) -> tuple[tuple[Segment, str, int | None], ...]:
        """Every figure on the table: its segment, its kind, and its owner's index (None for nobody)."""
        state = self._state
        found = []
        for number in sorted(state.standing, key=state.first_place_of_segment):
            for piece in state.standing[number]:
                owner = state.owner(piece)
                name = self.rules.figures[state.figure(piece)].name
                found.append((state.segment(number), name, None if owner == state.players else owner))
        return tuple(found)

    @property
    def tokens(self) -> tuple[tuple[str, str, int], ...]:
        """All tokens in play: (holder, kind, how many). A holder is a player's name, a cell "x,y" or a segment."""
        state, found = self._state, []
        for (token, (kind, number)), count in state.tokens.items():
            if kind == "player":
                holder = self._names[number]
            elif kind == "cell":
                holder = "{},{}".format(*self.rules.place_of(number))
            elif kind == "table":
                holder = THE_TABLE
            else:
                holder = str(state.segment(number))
            found.append((holder, self.rules.tokens[token], count))
        return tuple(sorted(found))

    @property
    def track(self) -> dict[str, dict[str, int]]:
        """By player's name: the points of each scoring figure, and the space of each figure beside them."""
        state, markers = self._state, self.rules.markers
        shown = {
            name: {marker: state.totals[player * markers + n] for n, marker in enumerate(self.rules.marker_names)}
            for player, name in enumerate(self._names)
        }
        for piece, space in sorted(state.track.items()):
            shown[self._names[state.owner(piece)]][self.rules.figures[state.figure(piece)].name] = space
        return shown

    @property
    def connections(self) -> tuple[tuple[Segment, Segment], ...]:
        """Pairs of segments that something on their tile connects, sorted."""
        state = self._state
        pairs = ((a, b) for a, others in state.links.items() for b in others if a < b)
        return tuple(sorted((state.segment(a), state.segment(b)) for a, b in pairs))

    @property
    def parts_waiting(self) -> int:
        """How many more parts the active player will play in this turn."""
        return len(self._state.parts)

    def hand(self, player: int) -> tuple[str, ...]:
        """The tiles that a player has in hand, sorted. Raises IndexError when there is no such player.

        Who may see them is said by `rules.open_hands`; see `as_seen_by`.
        """
        if player not in range(len(self._names)):
            raise IndexError(f"no player {player}: there are {len(self._names)}")
        return tuple(self.rules.tiles.names[tile] for tile in self._state.hand(player))

    def as_seen_by(self, player: int, *, seed: int = 0) -> Game:
        """A game that this player cannot tell from the real one: hidden hands and all that is to come are dealt anew.

        It goes on from this moment without history; `seed` says which of many such games it is. Search that may not
        look into other hands, nor ahead, plays on several of them. What is asked now can be asked in it too, and where
        this player decides it offers the same. Raises IndexError when there is no such player.
        """
        from carcassonne.play.guessing import guessed

        if player not in range(len(self._names)):
            raise IndexError(f"no player {player}: there are {len(self._names)}")
        return guessed(self, player, seed)

    @property
    def tiles_left(self) -> int:
        """How many tiles can still be drawn."""
        return self._state.tiles_left

    def supply(self, player: int) -> dict[str, int]:
        """The figures in a player's supply, by kind. Raises IndexError when there is no such player."""
        state = self._state
        if player not in range(len(self._names)):
            raise IndexError(f"no player {player}: there are {len(self._names)}")
        return {
            figure.name: state.supply[state.piece(number, player)]
            for number, figure in enumerate(self.rules.figures)
            if figure.each and not figure.track
        }

    def segments(self, x: int, y: int) -> tuple[Segment, ...]:
        """The segments of the tile at a cell; none where there is no tile."""
        cell = self.rules.cell_of(x, y)
        there = self._state.board.get(cell) if cell is not None else None
        if there is None:
            return ()
        turned, base = there
        return tuple(self._state.segment(base + position) for position in range(turned.size))

    def feature(self, segment: Segment) -> tuple[Segment, ...]:
        """All segments of the feature that a segment belongs to, sorted. Raises ValueError when there is none."""
        state = self._state
        return tuple(sorted(state.segment(member) for member in state.members(self._number(segment))))

    def worth(self, segment: Segment) -> Worth:
        """What the feature of a segment would give as it is now, and to whom.

        That of a complete one is its value when completed, that of any other its value if the game ended now.
        Raises ValueError when there is no such segment.
        """
        state, number = self._state, self._number(segment)
        winners = state.majority(number)
        tied = winners or state.still_tied(number)  # a tie that pays nobody is told by what one of those tied would get
        lines = state.feature_lines(number, tied[0] if tied else state.active)
        return Worth(tuple(Item(*line) for line in lines), winners if total(lines) else (), state.is_complete(number))

    def majority(self, segment: Segment) -> tuple[int, ...]:
        """Everybody with most strength on the feature of a segment, less those whom a rule on ties leaves out.

        Nobody where none has any, or where a tie is worth nothing.
        Raises ValueError when there is no such segment.
        """
        return self._state.majority(self._number(segment))

    def can_place(self, tile: str) -> bool:
        """Whether a tile fits somewhere on the table, whatever was drawn. Raises ValueError for a name of none."""
        number = self.rules.tiles.numbers.get(tile)
        if number is None:
            raise ValueError(f"there is no tile {tile!r}")
        return self._state.has_placement(number)

    def _number(self, segment: Segment) -> int:
        number = self._state.segment_number(segment) if is_segment(segment) else None
        if number is None:
            raise ValueError(f"there is no {segment}")
        return number


def hand_in_sight(game: Game, player: int) -> tuple[str, ...] | None:
    """A player's tiles in hand as whoever decides now may see them; None where only their number may be known.

    One's own, all of them where hands are open, and at the end of the game.
    """
    if game.rules.open_hands or game.is_over or player == game.player:
        return game.hand(player)
    return None
