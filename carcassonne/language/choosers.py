"""What may be chosen: figures, features, words, players, cells, spaces … Written the same in offers and in steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from carcassonne.language.rows import Rows
from carcassonne.language.scope import Scope
from carcassonne.language.steps import is_of_feature, lying
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Play


class Chooser:
    """A way to list what may be chosen. Codes are frozen values, listed in the order in which they are shown.

    `binds_type` is what later steps know of the choice, `event` how it is told.
    """

    binds_type: ClassVar[str] = "value"
    event: ClassVar[str] = "chosen"

    def codes(self, play: Play, scope: Scope) -> Sequence[Any]:
        """Everything that may be chosen now."""
        raise NotImplementedError

    def text(self, play: Play, code: Any) -> str:
        """A choice in words, different from every other."""
        return str(code)

    def order(self, play: Play, code: Any) -> tuple[Any, ...]:
        """Sorts the choices among themselves."""
        return ()

    def binds(self, play: Play, name: str, code: Any) -> Mapping[str, Any]:
        """What later steps can refer to once this is chosen."""
        return {name: code}

    def means(self, play: Play, code: Any, value: str) -> bool:
        """Whether another text than `text` names this choice too: a feature by any of its segments."""
        return False

    def why_not(self, play: Play, value: str) -> str:
        """Why a value is not among the choices."""
        return f"'{value}' cannot be chosen now"

    def place_of(self, code: Any) -> int:
        """The segment that a choice is about, -1 for none."""
        return -1


@attrs.frozen(eq=False)
class Figures(Chooser):
    """Figures on the table: of certain kinds, of one player or of anybody, for which a condition holds.

    place: lists the cells on which they stand (None for the whole table).
    """

    binds_type: ClassVar[str] = "figure"
    kinds: tuple[int, ...]
    of: str
    condition: Function | None
    place: Callable[[Any], list[int]] | None = None

    def codes(self, play: Play, scope: Scope) -> list[tuple[int, int]]:
        posts, stride = play.posts, play.stride
        there = None if self.place is None else self.place(play)
        found: list[tuple[int, int, int]] = []
        for owner in self._owners(play, scope):
            for kind in self.kinds:
                for segment in dict.fromkeys(posts.get(kind * stride + owner, ())):
                    if there is not None and play.cells[segment] not in there:
                        continue
                    about = Scope(segment, scope.player, scope.placement)
                    if self.condition is None or self.condition(play, about):
                        found.append((play.cells[segment], segment, kind * stride + owner))
        return [(piece, segment) for _, segment, piece in sorted(found)]

    def _owners(self, play: Play, scope: Scope) -> Sequence[int]:
        if self.of == "other players":
            return [owner for owner in range(play.players) if owner != scope.player]
        if self.of == "nobody":
            return (play.players,)
        if self.of == "anybody":
            return range(play.stride)
        return (play.active if self.of == "active player" else scope.player,)

    def text(self, play: Play, code: tuple[int, int]) -> str:
        owner = play.owner(code[0])
        named = self.of in ("other players", "anybody") and owner != play.players
        return (f"{play.names[owner]} " if named else "") + play.figure_text(*code)

    def order(self, play: Play, code: tuple[int, int]) -> tuple[Any, ...]:
        return (play.segment(code[1]).key, play.rules.figures[play.figure(code[0])].name, play.owner(code[0]))

    def binds(self, play: Play, name: str, code: tuple[int, int]) -> Mapping[str, Any]:
        return {name: (code[0], SegmentNumber(code[1])), "feature": SegmentNumber(code[1])}

    def place_of(self, code: tuple[int, int]) -> int:
        return code[1]


@attrs.frozen(eq=False)
class Supply(Chooser):
    """A kind of figure of which the player has one in supply.

    standing_on: only kinds that may stand on one of these.
    """

    binds_type: ClassVar[str] = "figure kind"
    kinds: tuple[int, ...]
    standing_on: tuple[int, ...]

    def codes(self, play: Play, scope: Scope) -> list[int]:
        return [
            kind
            for kind in sorted(self.kinds)
            if play.supply[play.piece(kind, scope.player)]
            and (not self.standing_on or any(k in play.rules.figures[kind].stands_on for k in self.standing_on))
        ]

    def text(self, play: Play, code: int) -> str:
        return play.rules.figures[code].name

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return (code,)


@attrs.frozen(eq=False)
class Features(Chooser):
    """Features of certain kinds for which a condition holds, each named by its first segment; or single segments.

    segments: list every segment for itself. place: lists the cells to look at (None for the whole table). figure:
    answers a kind of figure, which must be one that stands there. extreme: of all those only the ones where this
    number is largest (or, with `sign` -1, smallest).
    """

    binds_type: ClassVar[str] = "segment"
    kinds: tuple[int, ...]
    condition: Function | None
    segments: bool
    place: Callable[[Any], list[int]] | None = None
    figure: Callable[[Any], int] | None = None
    extreme: Function | None = None
    sign: int = 1

    def codes(self, play: Play, scope: Scope) -> list[int]:
        kinds = self.kinds
        if self.figure is not None:
            may = play.rules.figures[self.figure(play)].stands_on
            kinds = tuple(kind for kind in kinds if kind in may)
        found: dict[int, int] = {}
        listed = play.segments_of(kinds, None if self.place is None else self.place(play))
        for segment in listed if self.segments else in_reading_order(play, listed):
            key = segment if self.segments else play.find(segment)
            if key in found:
                continue
            if self.condition is None or self.condition(play, Scope(segment, scope.player, scope.placement)):
                found[key] = segment
        codes = in_reading_order(play, list(found.values()))
        if self.extreme is not None and codes:
            values = [self.sign * self.extreme(play, Scope(code, scope.player, scope.placement)) for code in codes]
            codes = [code for code, value in zip(codes, values, strict=True) if value == max(values)]
        return codes

    def text(self, play: Play, code: int) -> str:
        return str(play.segment(code))

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return play.segment(code).key

    def means(self, play: Play, code: int, value: str) -> bool:
        return not self.segments and is_of_feature(play, code, value)

    def binds(self, play: Play, name: str, code: int) -> Mapping[str, Any]:
        return {name: SegmentNumber(code), "feature": SegmentNumber(code)}

    def place_of(self, code: int) -> int:
        return code


@attrs.frozen(eq=False)
class Moves(Chooser):
    """A figure of nobody's and a place for it: a feature on which none of these figures stands.

    From beside the table or from where it stands. A feature is named by its first segment; with `segments` every
    segment of it is listed where connections may part such features later. may_stay: where a figure stands alone,
    another tile of its own feature will do too. place: lists the cells on which it may come to stand.
    """

    binds_type: ClassVar[str] = "move"
    figures: tuple[int, ...]
    kinds: tuple[int, ...]
    condition: Function | None
    segments: bool
    may_stay: bool
    only_standing: bool
    place: Callable[[Any], list[int]] | None = None

    def codes(self, play: Play, scope: Scope) -> Rows:
        pieces = [play.piece(figure, play.players) for figure in self.figures]
        where = {piece: play.posts.get(piece, (-1,))[-1] for piece in pieces}
        standing: dict[int, list[int]] = {}
        for piece, origin in where.items():
            if origin >= 0:
                standing.setdefault(play.find(origin), []).append(piece)
        free: list[int] = []
        own: dict[int, list[int]] = {}
        for root, members in self._features(play, scope).items():
            here = standing.get(root)
            if here is None:
                free += members if len(members) == 1 else self._places(play, members)
            elif self.may_stay and len(here) == 1:
                cell = play.cells[where[here[0]]]
                own[here[0]] = self._places(play, [member for member in members if play.cells[member] != cell])
        places = in_reading_order(play, free)
        return Rows(
            ((piece, origin), in_reading_order(play, free + own[piece]) if piece in own else places)
            for piece, origin in sorted(where.items())
            if origin >= 0 or not self.only_standing
        )

    def _features(self, play: Play, scope: Scope) -> dict[int, list[int]]:
        """The features for which the condition holds, by root, with those of their segments that lie on the place."""
        about, condition = Scope(-1, scope.player, scope.placement), self.condition
        if self.place is None:
            whole: dict[int, list[int]] = {}
            for root in play.roots_of(self.kinds):
                about.feature = root
                if condition is None or condition(play, about):
                    whole[root] = play.members(root)
            return whole
        found: dict[int, list[int]] = {}
        for segment in play.segments_of(self.kinds, self.place(play)):
            found.setdefault(play.find(segment), []).append(segment)
        return {root: members for root, members in found.items() if self._holds(play, about, root)}

    def _holds(self, play: Play, about: Scope, feature: int) -> bool:
        about.feature = feature
        return self.condition is None or bool(self.condition(play, about))

    def _places(self, play: Play, members: list[int]) -> list[int]:
        """Where on a feature a figure may come to stand, of some of its segments."""
        if len(members) < 2 or (self.segments and play.kind(members[0]) in play.rules.connected):
            return members
        return in_reading_order(play, members)[:1]

    def text(self, play: Play, code: tuple[int, int, int]) -> str:
        return f"{play.rules.figures[play.figure(code[0])].name} to {play.segment(code[2])}"

    def order(self, play: Play, code: tuple[int, int, int]) -> tuple[Any, ...]:
        return (play.rules.figures[play.figure(code[0])].name, play.segment(code[2]).key)

    def means(self, play: Play, code: tuple[int, int, int], value: str) -> bool:
        figure, _, place = value.partition(" to ")
        return figure == play.rules.figures[play.figure(code[0])].name and is_of_feature(play, code[2], place)

    def binds(self, play: Play, name: str, code: tuple[int, int, int]) -> Mapping[str, Any]:
        origin = SegmentNumber(code[1]) if code[1] >= 0 else -1
        return {name: (code[0], origin, SegmentNumber(code[2])), "feature": SegmentNumber(code[2])}


@attrs.frozen(eq=False)
class Pairs(Chooser):
    """Two segments of these kinds on the new tile, to be connected."""

    binds_type: ClassVar[str] = "pair"
    kinds: tuple[int, ...]

    def codes(self, play: Play, scope: Scope) -> list[tuple[int, int]]:
        if scope.placement is None:
            return []
        ends = play.segments_of(self.kinds, [scope.placement.cell])
        return [(a, b) for position, a in enumerate(ends) for b in ends[position + 1 :]]

    def text(self, play: Play, code: tuple[int, int]) -> str:
        return play.pair_text(*code)

    def order(self, play: Play, code: tuple[int, int]) -> tuple[Any, ...]:
        return (play.segment(code[0]).key, play.segment(code[1]).key)

    def binds(self, play: Play, name: str, code: tuple[int, int]) -> Mapping[str, Any]:
        return {name: (SegmentNumber(code[0]), SegmentNumber(code[1]))}


@attrs.frozen(eq=False)
class Words(Chooser):
    """One of a few words, each perhaps with a condition."""

    binds_type: ClassVar[str] = "word"
    words: tuple[tuple[str, Any], ...]

    def codes(self, play: Play, scope: Scope) -> list[str]:
        return [word for word, condition in self.words if condition is None or condition(play, scope)]


@attrs.frozen(eq=False)
class Players(Chooser):
    """A player for whom a condition holds: any, or any but the one who chooses.

    extreme: of those only the ones for whom a number is largest (or, with `sign` -1, smallest).
    """

    binds_type: ClassVar[str] = "player"
    which: str
    condition: Function | None = None
    extreme: Function | None = None
    sign: int = 1

    def codes(self, play: Play, scope: Scope) -> list[int]:
        found = [player for player in range(play.players) if self.which == "all" or player != scope.player]
        about = {player: Scope(scope.feature, player, scope.placement) for player in found}
        if self.condition is not None:
            found = [player for player in found if self.condition(play, about[player])]
        if self.extreme is not None and found:
            values = {player: self.sign * self.extreme(play, about[player]) for player in found}
            found = [player for player in found if values[player] == max(values.values())]
        return found

    def text(self, play: Play, code: int) -> str:
        return play.names[code]

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return (code,)


@attrs.frozen(eq=False)
class Cells(Chooser):
    """A cell with a tile, of those that `place` lists, for which a condition holds as if it were just placed."""

    binds_type: ClassVar[str] = "cell"
    place: Callable[[Any], list[int]] | None
    condition: Function | None = None

    def codes(self, play: Play, scope: Scope) -> list[int]:
        found = sorted(play.board if self.place is None else set(self.place(play)).intersection(play.board))
        if self.condition is None:
            return found
        condition, player = self.condition, scope.player
        return [cell for cell in found if condition(play, Scope(-1, player, lying(play, cell)))]

    def text(self, play: Play, code: int) -> str:
        x, y = play.rules.place_of(code)
        return f"{x},{y}"

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return (code,)


@attrs.frozen(eq=False)
class Spaces(Chooser):
    """A space of the track with another player's scoring figure.

    figure: a companion that is not to stay where it is.
    """

    binds_type: ClassVar[str] = "space"
    figure: int

    def codes(self, play: Play, scope: Scope) -> list[int]:
        markers = range(play.rules.markers)
        spaces = {play.space_of(p, m): None for p in range(play.players) if p != scope.player for m in markers}
        now = play.track.get(play.piece(self.figure, scope.player))
        return sorted(space for space in spaces if space != now)

    def text(self, play: Play, code: int) -> str:
        return f"space {code}"

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return (code,)


@attrs.frozen(eq=False)
class Choice:
    """What a step asks: by whom, whether it may be declined, and what is done where nothing can be chosen."""

    chooser: Chooser
    by: Callable[[Any], int] | None
    may_pass: bool
    otherwise: int
    pass_if: Any = None


def in_reading_order(play: Play, segments: list[int]) -> list[int]:
    """Segments by their cells, then by their place on the tile: those of a tile are numbered in that order."""
    return sorted(sorted(segments), key=play.cells.__getitem__)
