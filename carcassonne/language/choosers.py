"""What may be chosen: figures, features, words, players, cells, spaces … Written the same in offers and in steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from carcassonne.language.scope import Scope
from carcassonne.language.steps import bound_to
from carcassonne.words.segments import Segment, SegmentNumber

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Play


class Chooser:
    """A way to list what may be chosen. Codes are frozen values, listed in the order in which they are shown.

    `binds_type` is what later steps know of the choice.
    """

    binds_type: ClassVar[str] = "value"

    def codes(self, play: Play, scope: Scope) -> list[Any]:
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


@attrs.frozen(eq=False)
class Figures(Chooser):
    """Figures on the table: of certain kinds, of one player or of anybody, for which a condition holds."""

    binds_type: ClassVar[str] = "figure"
    kinds: tuple[int, ...]
    of: str
    condition: Function | None

    def codes(self, play: Play, scope: Scope) -> list[tuple[int, int]]:
        if not any(map(play.is_out, self.kinds)):
            return []
        found: list[tuple[tuple[int, int], int, int]] = []
        for segment, pieces in play.standing.items():
            for piece in dict.fromkeys(pieces):
                if play.figure(piece) not in self.kinds or not self._belongs(play, scope, play.owner(piece)):
                    continue
                about = Scope(segment, scope.player, scope.placement)
                if self.condition is None or self.condition(play, about):
                    found.append((play.first_place_of_segment(segment), piece, segment))
        return [(piece, segment) for _, piece, segment in sorted(found)]

    def _belongs(self, play: Play, scope: Scope, owner: int) -> bool:
        if self.of == "other players":
            return owner not in (scope.player, play.players)
        if self.of == "nobody":
            return owner == play.players
        return self.of == "anybody" or owner == (play.active if self.of == "active player" else scope.player)

    def text(self, play: Play, code: tuple[int, int]) -> str:
        owner = play.owner(code[0])
        named = self.of in ("other players", "anybody") and owner != play.players
        return (f"{play.names[owner]} " if named else "") + play.figure_text(*code)

    def order(self, play: Play, code: tuple[int, int]) -> tuple[Any, ...]:
        return (play.segment(code[1]).key, play.rules.figures[play.figure(code[0])].name, play.owner(code[0]))

    def binds(self, play: Play, name: str, code: tuple[int, int]) -> Mapping[str, Any]:
        return {name: (code[0], SegmentNumber(code[1])), "feature": SegmentNumber(code[1])}


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

    segments: list every segment for itself. place: lists the cells to look at (None for the whole table). figure: the
    name that a figure kind is bound to, which must be one that stands there. extreme: of all those only the ones where
    this number is largest (or, with `sign` -1, smallest).
    """

    binds_type: ClassVar[str] = "segment"
    kinds: tuple[int, ...]
    condition: Function | None
    segments: bool
    place: Callable[[Any], list[int]] | None = None
    figure: str = ""
    extreme: Function | None = None
    sign: int = 1

    def codes(self, play: Play, scope: Scope) -> list[int]:
        kinds = self.kinds
        if self.figure:
            may = play.rules.figures[bound_to(play, self.figure)].stands_on
            kinds = tuple(kind for kind in kinds if kind in may)
        found: dict[int, int] = {}
        listed = play.segments_of(kinds, None if self.place is None else self.place(play))
        for segment in listed if self.segments else sorted(listed, key=play.first_place_of_segment):
            key = segment if self.segments else play.find(segment)
            if key in found:
                continue
            if self.condition is None or self.condition(play, Scope(segment, scope.player, scope.placement)):
                found[key] = segment
        codes = sorted(found.values(), key=play.first_place_of_segment)
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

    def codes(self, play: Play, scope: Scope) -> list[tuple[int, int, int]]:
        where = {play.piece(figure, play.players): -1 for figure in self.figures}
        for segment, pieces in play.standing.items():
            where.update({piece: segment for piece in pieces if piece in where})
        roots = {piece: play.find(origin) for piece, origin in where.items() if origin >= 0}
        free: list[int] = []
        own: dict[int, list[int]] = {}
        for root, members in self._features(play, scope).items():
            here = [piece for piece, at in roots.items() if at == root]
            if not here:
                free += self._places(play, members)
            elif self.may_stay and len(here) == 1:
                cell = play.cells[where[here[0]]]
                own[here[0]] = self._places(play, [member for member in members if play.cells[member] != cell])
        free.sort(key=play.first_place_of_segment)
        return [
            (piece, origin, place)
            for piece, origin in sorted(where.items())
            if origin >= 0 or not self.only_standing
            for place in (sorted(free + own[piece], key=play.first_place_of_segment) if piece in own else free)
        ]

    def _features(self, play: Play, scope: Scope) -> dict[int, list[int]]:
        """The features for which the condition holds, by root, with those of their segments that lie on the place."""
        found: dict[int, list[int]] = {}
        for segment in play.segments_of(self.kinds, None if self.place is None else self.place(play)):
            found.setdefault(play.find(segment), []).append(segment)
        if self.condition is None:
            return found
        condition, player, placement = self.condition, scope.player, scope.placement
        return {root: members for root, members in found.items() if condition(play, Scope(root, player, placement))}

    def _places(self, play: Play, members: list[int]) -> list[int]:
        """Where on a feature a figure may come to stand, of some of its segments."""
        if self.segments and members and play.kind(members[0]) in play.rules.connected:
            return members
        return sorted(members, key=play.first_place_of_segment)[:1]

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
    """A cell with a tile: around the new tile, or anywhere."""

    binds_type: ClassVar[str] = "cell"
    which: str

    def codes(self, play: Play, scope: Scope) -> list[int]:
        if self.which == "anywhere" or scope.placement is None:
            return sorted(play.board)
        return play.cells_around(scope.placement.cell)

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


def is_of_feature(play: Play, segment: int, text: str) -> bool:
    """Whether a text names a segment of the same feature."""
    named = Segment.parse(text)
    number = None if named is None else play.segment_number(named)
    return number is not None and play.find(number) == play.find(segment)
