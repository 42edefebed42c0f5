"""What may be chosen: figures on the table, features, words, players, cells. Written the same in offers and steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from carcassonne.language.scope import Scope
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.language.steps import Function
    from carcassonne.words.play import Play


class Chooser:
    """A way to list what may be chosen. Codes are frozen values, listed in the order in which they are shown."""

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

    def why_not(self, play: Play, value: str) -> str:
        """Why a value is not among the choices."""
        return f"'{value}' cannot be chosen now"


class Figures(Chooser):
    """Figures on the table: of certain kinds, of one player or of anybody, for which a condition holds."""

    def __init__(self, kinds: tuple[int, ...], of: str, condition: Function | None) -> None:
        self.kinds, self.of, self.condition = kinds, of, condition

    def codes(self, play: Play, scope: Scope) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for segment in play.standing:
            for piece in dict.fromkeys(play.standing[segment]):
                if play.figure(piece) not in self.kinds or not self._belongs(play, scope, play.owner(piece)):
                    continue
                about = Scope(segment, scope.player, scope.placement)
                if self.condition is None or self.condition(play, about):
                    found.append((piece, segment))
        return sorted(found, key=lambda code: self.order(play, code))

    def _belongs(self, play: Play, scope: Scope, owner: int) -> bool:
        if self.of == "other players":
            return owner not in (scope.player, play.players)
        return self.of == "anybody" or owner == scope.player

    def text(self, play: Play, code: tuple[int, int]) -> str:
        owner = play.owner(code[0])
        whose = "" if self.of == "active player" or owner == play.players else f"player {owner + 1}'s "
        return whose + play.figure_text(*code)

    def order(self, play: Play, code: tuple[int, int]) -> tuple[Any, ...]:
        return (play.segment(code[1]).key, play.rules.figures[play.figure(code[0])].name, play.owner(code[0]))

    def binds(self, play: Play, name: str, code: tuple[int, int]) -> Mapping[str, Any]:
        return {name: (code[0], SegmentNumber(code[1])), "feature": SegmentNumber(code[1])}


class Features(Chooser):
    """Features of certain kinds for which a condition holds, each named by its first segment; or single segments."""

    def __init__(self, kinds: tuple[int, ...], condition: Function | None, *, on_new_tile: bool, segments: bool) -> None:
        self.kinds, self.condition = kinds, condition
        self.on_new_tile, self.segments = on_new_tile, segments

    def codes(self, play: Play, scope: Scope) -> list[int]:
        found: dict[int, int] = {}
        for segment in play.segments_of(self.kinds, scope.placement if self.on_new_tile else None):
            key = segment if self.segments else play.find(segment)
            if key in found:
                continue
            if self.condition is None or self.condition(play, Scope(segment, scope.player, scope.placement)):
                found[key] = segment
        return sorted(found.values(), key=play.first_place_of_segment)

    def text(self, play: Play, code: int) -> str:
        return str(play.segment(code))

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return play.segment(code).key

    def binds(self, play: Play, name: str, code: int) -> Mapping[str, Any]:
        return {name: SegmentNumber(code), "feature": SegmentNumber(code)}


class Words(Chooser):
    """One of a few words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = tuple(sorted(words))

    def codes(self, play: Play, scope: Scope) -> list[str]:
        return list(self.words)


class Players(Chooser):
    """A player: any, or any but the one who chooses."""

    def __init__(self, which: str) -> None:
        self.which = which

    def codes(self, play: Play, scope: Scope) -> list[int]:
        return [player for player in range(play.players) if self.which == "all" or player != scope.player]

    def text(self, play: Play, code: int) -> str:
        return f"player {code + 1}"

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return (code,)

    def binds(self, play: Play, name: str, code: int) -> Mapping[str, Any]:
        return {name: code}


class Cells(Chooser):
    """A cell with a tile: around the new tile, or anywhere."""

    def __init__(self, which: str) -> None:
        self.which = which

    def codes(self, play: Play, scope: Scope) -> list[int]:
        if self.which == "anywhere" or scope.placement is None:
            return sorted(play.board)
        return play.cells_around(scope.placement.cell)

    def text(self, play: Play, code: int) -> str:
        x, y = play.rules.place_of(code)
        return f"{x},{y}"

    def order(self, play: Play, code: int) -> tuple[Any, ...]:
        return (code,)
