"""Everything that boards of some rules refer to, in one element that a page holds once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.draw.catalogue import Catalogue
from carcassonne.draw.paint import Canvas

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules


def definitions_svg(catalogue: Catalogue, rules: Rules) -> str:
    """The definitions of every tile, figure and token, in an SVG element of no size."""
    canvas = Canvas(catalogue)
    for number in range(len(catalogue.table.tiles)):
        canvas.tile(number, 0, (0.0, 0.0))
    for figure in rules.definitions.figures:
        canvas.figure(canvas.looks.figure(figure.name))
    for token in rules.definitions.tokens:
        canvas.glyph(canvas.looks.token(token.name), "token")
    canvas.figure(canvas.looks.figure(""))
    hidden = canvas.written([], (0, 0, 0, 0), 1.0, "definitions", defs=True).svg
    return hidden.replace("<svg ", '<svg style="position:absolute;width:0;height:0" aria-hidden="true" ', 1)
