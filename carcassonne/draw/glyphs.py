"""Glyphs and badges as SVG, in a box of 24 by 24 units."""

from __future__ import annotations

from typing import Any, Final

import drawsvg

from carcassonne.draw.letters import HEIGHT, WIDTH, stroke_of
from carcassonne.draw.looks import Look, Looks

BOX: Final = 24.0
OWNER: Final = "currentColor"
PAWN: Final = "M12 1.6A4.6 4.6 0 0 1 15.4 9.2C18.4 10.6 20 15 20.6 22.4H3.4C4 15 5.6 10.6 8.6 9.2A4.6 4.6 0 0 1 12 1.6Z"
_BADGES: Final = {
    "kind": "M12 .8A11.2 11.2 0 1 0 12 23.2A11.2 11.2 0 1 0 12 .8Z",
    "symbol": "M4 1.4H20A2.6 2.6 0 0 1 22.6 4V20A2.6 2.6 0 0 1 20 22.6H4A2.6 2.6 0 0 1 1.4 20V4A2.6 2.6 0 0 1 4 1.4Z",
    "token": "M12 .8A11.2 11.2 0 1 0 12 23.2A11.2 11.2 0 1 0 12 .8Z",
}


def glyph(look: Look, looks: Looks, what: str) -> drawsvg.Group:
    """The glyph of a look; a badge with its letter where it has none."""
    group = drawsvg.Group()
    ink, paper = looks.colour("ink"), looks.colour("paper")
    if not look.glyph:
        badge(group, look, what, ink, paper)
        return group
    inner = group
    if what == "token":
        group.append(drawsvg.Circle(12, 12, 12, fill=look.fill, stroke=ink, stroke_width=1.3))
        group.append(drawsvg.Circle(12, 12, 8.8, fill=paper, stroke=ink, stroke_width=0.8))
        inner = drawsvg.Group(transform="translate(5.4 5.4) scale(.55)")
        group.append(inner)
    elif look.badge:
        group.append(drawsvg.Circle(12, 12, 12, fill=paper, stroke=ink, stroke_width=1.2))
        inner = drawsvg.Group(transform="translate(3.1 3.1) scale(.74)")
        group.append(inner)
    for role, path in look.glyph:
        inner.append(_layer(role, path, look.fill, look.edge, paper))
    return group


def figure(look: Look, looks: Looks) -> drawsvg.Group:
    """A figure in the colour of its owner, with a light rim so that it stands out from whatever it stands on."""
    group = drawsvg.Group()
    ink, paper = looks.colour("ink"), looks.colour("paper")
    layers = look.glyph or (("main", PAWN),)
    for role, path in layers:
        if role == "main":
            group.append(drawsvg.Path(path, fill="none", stroke=paper, stroke_width=4.4, stroke_linejoin="round"))
    for role, path in layers:
        group.append(_layer(role, path, OWNER, ink, paper))
    if not look.glyph and look.letter:
        group.append(drawsvg.Circle(12, 16, 5.2, fill=paper, stroke=ink, stroke_width=0.8))
    return group


def signs(look: Look, looks: Looks, owner: str, colour: str, *, lies: bool) -> list[drawsvg.Path]:
    """The letters on a figure, upright: its owner's, and its own where it has no glyph."""

    def at(height: float) -> tuple[float, float]:
        return (height, 12.0) if lies else (12.0, height)

    if look.glyph or not look.letter:
        return [letter(owner, colour, 6.3, at(15.3), width=1.7)] if owner else []
    own = [letter(look.letter[0], looks.colour("ink"), 6.2, at(16.0), width=1.5)]
    return [*own, letter(owner, colour, 4.8, at(6.2), width=1.3)] if owner else own


def badge(group: drawsvg.Group, look: Look, what: str, ink: str, paper: str) -> None:
    """A plain shape with up to two letters."""
    if not look.letter:
        group.append(drawsvg.Circle(12, 12, 10, fill=paper, stroke=ink, stroke_width=4))
        return
    group.append(drawsvg.Path(_BADGES.get(what, _BADGES["symbol"]), fill=paper, stroke=ink, stroke_width=1.4))
    group.append(
        drawsvg.Path(_BADGES.get(what, _BADGES["symbol"]), fill=look.fill, transform="translate(2.4 2.4) scale(.8)")
    )
    text = look.letter[:2]
    for number, character in enumerate(text):
        off = (number - (len(text) - 1) / 2) * 7.6
        group.append(letter(character, paper, 11.0, (12 + off, 12), width=4.4))
        group.append(letter(character, ink, 11.0, (12 + off, 12)))


def letter(
    character: str, colour: str, height: float, centre: tuple[float, float], *, width: float = 2.0
) -> drawsvg.Path:
    """A letter or digit around a place."""
    scale = height / HEIGHT
    x, y = centre[0] - WIDTH / 2 * scale, centre[1] - HEIGHT / 2 * scale
    return drawsvg.Path(
        stroke_of(character),
        fill="none",
        stroke=colour,
        stroke_width=round(width / scale, 2),
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"translate({x:.2f} {y:.2f}) scale({scale:.3f})",
    )


def _layer(role: str, path: str, main: str, ink: str, paper: str) -> drawsvg.Path:
    options: dict[str, Any] = {"stroke": ink, "stroke_width": 1.3, "stroke_linejoin": "round"}
    if role == "line":
        return drawsvg.Path(
            path, fill="none", stroke=ink, stroke_width=1.9, stroke_linecap="round", stroke_linejoin="round"
        )
    if role == "ink":
        return drawsvg.Path(path, fill=ink)
    return drawsvg.Path(path, fill=main if role == "main" else paper, **options)
