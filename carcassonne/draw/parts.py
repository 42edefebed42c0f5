"""Single tiles, figures and tokens as definitions, light and dark, for pages that put boards together themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import drawsvg

from carcassonne.draw.catalogue import of_rules
from carcassonne.draw.paint import Canvas, placed
from carcassonne.draw.pieces import COIN, FIGURE, fill_coin, fill_figure, fill_link
from carcassonne.report.marks import marks_for

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.draw.looks import Colours

THEMES: Final = (False, True)  # dark or not


class Parts:
    """What has been asked for, each part once: a method returns the name of its definition.

    A tile lies with its upper left corner at the origin, a figure or token has its middle there.
    """

    def __init__(self, rules: Rules, players: Sequence[str]) -> None:
        self.catalogue = of_rules(rules, dark=False)
        self._canvases = [Canvas(of_rules(rules, dark=dark)) for dark in THEMES]
        self._colours = self.catalogue.looks.players(players)
        self._marks = marks_for(players)
        self._names: dict[tuple[object, ...], str] = {}

    def tile(self, name: str, turn: int) -> str:
        """A tile in one turn; its segments say in `data-segment` which they are, without a place."""
        number = self.catalogue.number(name)
        return self._part(("tile", name, turn), lambda canvas: canvas.tile(number, turn, (0.0, 0.0)))

    def figure(self, name: str, owner: int | None, *, lies: bool = False) -> str:
        """A figure in its owner's colour and with his letter."""
        return self._part(("figure", name, owner, lies), lambda canvas: self._figure(canvas, name, owner, lies))

    def token(self, name: str, count: int) -> str:
        """A token, with how many they are unless it is one."""
        return self._part(("token", name, count), lambda canvas: self._token(canvas, name, count))

    def link(self, path: str) -> str:
        """What connects two segments, drawn along a path."""
        return self._part(("link", path), lambda canvas: fill_link(drawsvg.Group(), canvas, path))

    def colours(self, player: int) -> Colours:
        """The colours of a player, which are the same light and dark."""
        return self._colours[player]

    def mark(self, player: int) -> str:
        """The letter of a player."""
        return self._marks[player]

    def definitions(self, *, dark: bool) -> str:
        """An SVG element of no size with the definitions of everything that was asked for."""
        return self._canvases[dark].written([], (0, 0, 0, 0), 1.0, "definitions", defs=True).svg

    def _part(self, key: tuple[object, ...], make: Callable[[Canvas], Any]) -> str:
        if key not in self._names:
            name = self._names[key] = f"part-{len(self._names)}"
            for canvas in self._canvases:
                canvas.define(name, make(canvas))
        return self._names[key]

    def _figure(self, canvas: Canvas, name: str, owner: int | None, lies: bool) -> drawsvg.Group:
        look = canvas.looks.figure(name)
        place = placed(0, 0, FIGURE * look.size)
        if owner is None:
            return fill_figure(drawsvg.Group(transform=place, color=look.fill), canvas, look, lies=lies)
        colours = self._colours[owner]
        group = drawsvg.Group(transform=place, color=colours.fill)
        return fill_figure(group, canvas, look, self._marks[owner], colours, lies=lies)

    def _token(self, canvas: Canvas, name: str, count: int) -> drawsvg.Group:
        return fill_coin(drawsvg.Group(transform=placed(0, 0, COIN)), canvas, name, count)
