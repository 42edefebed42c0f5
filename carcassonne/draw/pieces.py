"""What lies and stands on tiles, as SVG elements: figures, tokens, and what connects two segments."""

from __future__ import annotations

from typing import Final

import drawsvg

from carcassonne.draw import glyphs
from carcassonne.draw.looks import Colours, Look
from carcassonne.draw.paint import Canvas

FIGURE: Final = 15.0
"""How far a figure reaches from its middle."""
COIN: Final = 10.5
"""How far a token reaches from its middle."""
_NOBODY: Final = Colours("", "")


def fill_figure(
    group: drawsvg.Group, canvas: Canvas, look: Look, mark: str = "", owner: Colours = _NOBODY, *, lies: bool = False
) -> drawsvg.Group:
    """Put a figure into a group that has its colour and its place: its body, and the letters on it."""
    body = canvas.figure(look)
    if lies:
        body.args["transform"] = "rotate(-90 12 12)"
    group.append(body)
    for sign in glyphs.signs(look, canvas.looks, mark, owner.ink, lies=lies):
        group.append(sign)
    return group


def fill_coin(group: drawsvg.Group, canvas: Canvas, token: str, count: int) -> drawsvg.Group:
    """Put a token into a group that has its place, with how many they are unless it is one."""
    group.append(canvas.glyph(canvas.looks.token(token), "token"))
    if count != 1:
        group.append(canvas.count(count))
    return group


def fill_link(group: drawsvg.Group, canvas: Canvas, path: str) -> drawsvg.Group:
    """Put a line of planks along a path into a group."""
    for colour, width, dashes in (("ink", 12, ""), ("paper", 8, ""), ("bridge", 8, "3 5")):
        group.append(
            drawsvg.Path(
                path,
                fill="none",
                stroke=canvas.looks.colour(colour),
                stroke_width=width,
                stroke_dasharray=dashes or None,
            )
        )
    return group
