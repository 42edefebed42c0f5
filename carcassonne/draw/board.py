"""A position as a picture: tiles, figures, tokens, open places, the last move, scores and the track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
import drawsvg

from carcassonne.draw.catalogue import Catalogue
from carcassonne.draw.curves import SIZE
from carcassonne.draw.layout import Layout, Standing
from carcassonne.draw.paint import Canvas, attribute, placed
from carcassonne.draw.panel import panel
from carcassonne.draw.picture import Picture
from carcassonne.draw.pieces import COIN, FIGURE, fill_coin, fill_figure, fill_link
from carcassonne.report.marks import marks_for
from carcassonne.words.actions import Place
from carcassonne.words.events import Placed

if TYPE_CHECKING:
    from carcassonne.play.game import Game

_EDGE: Final = 34.0
_LEAST_WIDE: Final = 1000.0


@attrs.frozen
class Shown:
    """What a picture of a position shows besides tiles, figures and tokens."""

    mark_last: bool = True
    open_places: bool = True
    coordinates: bool = True
    panel: bool = True
    defs: bool = True


def position_picture(game: Game, catalogue: Catalogue, *, size: int, shown: Shown) -> Picture:
    """The position of a game."""
    return _Board(game, catalogue, shown).picture(size)


class _Board:
    def __init__(self, game: Game, catalogue: Catalogue, shown: Shown) -> None:
        self.game, self.shown, self.catalogue = game, shown, catalogue
        self.canvas = Canvas(catalogue)
        self.looks = catalogue.looks
        self.colours = self.looks.players(game.players)
        self.marks = marks_for(game.players)
        self.layout = Layout(game, catalogue)
        self.table = self.layout.table
        self.open = () if game.is_over or not shown.open_places else game.open_places
        cells = [*self.table, *self.open] or [(0, 0)]
        self.left, self.right = min(x for x, _ in cells), max(x for x, _ in cells)
        self.top, self.bottom = min(y for _, y in cells), max(y for _, y in cells)

    def picture(self, size: int) -> Picture:
        margin = _EDGE if self.shown.coordinates else 6.0
        x, y = self.left * SIZE - margin, self.top * SIZE - margin
        width = (self.right - self.left + 1) * SIZE + 2 * margin
        height = (self.bottom - self.top + 1) * SIZE + 2 * margin
        layers = [self.places(), self.tiles(), self.tokens(), self.links(), self.figures()]
        if self.shown.coordinates:
            layers.append(self.coordinates())
        if self.shown.mark_last:
            layers.append(self.last())
        if self.shown.panel:
            wide = max(width, _LEAST_WIDE)
            x -= (wide - width) / 2
            below = panel(self.canvas, self.game, self.colours, self.marks, (x, y + height), wide)
            layers.append(below.group)
            width, height = wide, height + below.height
        paper = drawsvg.Rectangle(x, y, width, height, fill=self.looks.colour("background"))
        return self.canvas.written(
            [paper, *layers], (x, y, width, height), size / SIZE, self.title(), defs=self.shown.defs
        )

    def title(self) -> str:
        scores = ", ".join(f"{name} {points}" for name, points in zip(self.game.players, self.game.scores, strict=True))
        return f"{len(self.table)} tiles; {scores}"

    # The table -------------------------------------------------------------------------------

    def places(self) -> drawsvg.Group:
        """The open places; those where the drawn tile may be laid stand out."""
        group = drawsvg.Group()
        legal = {(action.x, action.y) for action in self.game.legal_actions if isinstance(action, Place)}
        for x, y in self.open:
            is_legal = (x, y) in legal
            colour = self.looks.colour("accent" if is_legal else "open")
            group.append(
                drawsvg.Rectangle(
                    x * SIZE + 7,
                    y * SIZE + 7,
                    SIZE - 14,
                    SIZE - 14,
                    rx=10,
                    fill=colour,
                    fill_opacity=0.16 if is_legal else 0.06,
                    stroke=colour,
                    stroke_width=3 if is_legal else 1.6,
                    stroke_dasharray="9 6",
                    stroke_opacity=0.9 if is_legal else 0.55,
                    data_open=f"{x},{y}",
                )
            )
            if is_legal:
                cross = f"M{x * SIZE + 50:g} {y * SIZE + 39:g}v22m-11-11h22"
                group.append(drawsvg.Path(cross, stroke=colour, stroke_width=4, stroke_linecap="round", fill="none"))
        return group

    def tiles(self) -> drawsvg.Group:
        group = drawsvg.Group()
        for (x, y), (name, turn) in self.table.items():
            group.append(self.canvas.tile(self.catalogue.number(name), turn, (x * SIZE, y * SIZE), cell=(x, y)))
        return group

    def links(self) -> drawsvg.Group:
        """What connects two segments of a tile: a line of planks from one to the other."""
        group = drawsvg.Group()
        for link in self.layout.links():
            fill_link(group, self.canvas, link.path)
        return group

    # What stands there -----------------------------------------------------------------------

    def figures(self) -> drawsvg.Group:
        group = drawsvg.Group()
        for standing in self.layout.standing():
            group.append(self.figure(standing))
        return group

    def figure(self, standing: Standing) -> drawsvg.Group:
        look, owner = self.looks.figure(standing.figure), standing.owner
        group = drawsvg.Group(
            transform=placed(*standing.at, FIGURE * look.size),
            color=look.fill if owner is None else self.colours[owner].fill,
            data_figure=attribute(standing.figure),
            data_segment=attribute(str(standing.segment)),
            data_owner=attribute("" if owner is None else self.game.players[owner]),
        )
        if owner is None:
            return fill_figure(group, self.canvas, look, lies=standing.lies)
        return fill_figure(group, self.canvas, look, self.marks[owner], self.colours[owner], lies=standing.lies)

    def tokens(self) -> drawsvg.Group:
        """Tokens on tiles and on segments."""
        group = drawsvg.Group()
        for lying in self.layout.lying():
            coin = drawsvg.Group(transform=placed(*lying.at, COIN), data_token=attribute(lying.token))
            group.append(fill_coin(coin, self.canvas, lying.token, lying.count))
        return group

    # Around it -------------------------------------------------------------------------------

    def last(self) -> drawsvg.Group:
        """A frame around the tile that was laid last."""
        group = drawsvg.Group()
        events = self.game.events
        for number in range(len(events) - 1, -1, -1):
            event = events[number]
            if isinstance(event, Placed):
                group.append(
                    drawsvg.Rectangle(
                        event.x * SIZE + 1,
                        event.y * SIZE + 1,
                        SIZE - 2,
                        SIZE - 2,
                        rx=5,
                        fill="none",
                        stroke=self.looks.colour("accent"),
                        stroke_width=5,
                        data_last=f"{event.x},{event.y}",
                    )
                )
                break
        return group

    def coordinates(self) -> drawsvg.Group:
        group = drawsvg.Group()
        for x in range(self.left, self.right + 1):
            for edge in (self.top * SIZE - 10, (self.bottom + 1) * SIZE + 24):
                group.append(self.canvas.text(str(x), 18, (x * SIZE + 50, edge), colour="faint", anchor="middle"))
        for y in range(self.top, self.bottom + 1):
            for beside, anchor in ((self.left * SIZE - 8, "end"), ((self.right + 1) * SIZE + 8, "start")):
                group.append(self.canvas.text(str(y), 18, (beside, y * SIZE + 56), colour="faint", anchor=anchor))
        return group
