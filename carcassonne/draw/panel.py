"""What stands below a board: the players with their points and supplies, who decides, and the track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs
import drawsvg

from carcassonne.draw import glyphs
from carcassonne.draw.curves import Point
from carcassonne.draw.looks import Colours
from carcassonne.draw.paint import Canvas, attribute, placed
from carcassonne.play.view import hand_in_sight
from carcassonne.words.actions import CHANCE

if TYPE_CHECKING:
    from carcassonne.play.game import Game

_ROW: Final = 46.0
_PAD: Final = 18.0
_MOST_SPACES: Final = 200
_IN_A_ROW: Final = 25


@attrs.frozen
class Panel:
    """The panel and how high it is."""

    group: drawsvg.Group
    height: float


def panel(
    canvas: Canvas, game: Game, colours: Sequence[Colours], marks: Sequence[str], at: Point, width: float
) -> Panel:
    """The panel of a game, as wide as is asked for."""
    return _Panel(canvas, game, colours, marks).made(at, width)


class _Panel:
    def __init__(self, canvas: Canvas, game: Game, colours: Sequence[Colours], marks: Sequence[str]) -> None:
        self.canvas, self.game, self.colours, self.marks = canvas, game, colours, marks
        self.looks = canvas.looks

    def made(self, at: Point, width: float) -> Panel:
        group = drawsvg.Group(transform=f"translate({at[0]:g} {at[1]:g})")
        rows = len(self.game.players)
        track = self.track(width - 2 * _PAD)
        high = _PAD + rows * _ROW + _PAD + (track.height + _PAD if track.height else 0)
        high = max(high, 150.0)
        group.append(
            drawsvg.Rectangle(
                8,
                4,
                width - 16,
                high - 12,
                rx=12,
                fill=self.looks.colour("panel"),
                stroke=self.looks.colour("faint"),
                stroke_opacity=0.4,
            )
        )
        for player in range(rows):
            group.append(self.player(player, (_PAD + 8, _PAD + player * _ROW)))
        group.append(self.now((width - _PAD - 10, _PAD)))
        if track.height:
            track.group.args["transform"] = f"translate({_PAD:g} {2 * _PAD + rows * _ROW:g})"
            group.append(track.group)
        return Panel(group, high)

    # Players ---------------------------------------------------------------------------------

    def player(self, player: int, at: Point) -> drawsvg.Group:
        x, y = at
        name = self.game.players[player]
        group = drawsvg.Group(data_player=attribute(name))
        if player == self.game.active_player and not self.game.is_over:
            group.append(drawsvg.Path(f"M{x - 12:g} {y + 12:g}l10 8l-10 8z", fill=self.looks.colour("accent")))
        colour = self.colours[player]
        group.append(
            drawsvg.Rectangle(
                x + 4, y + 4, 32, 32, rx=7, fill=colour.fill, stroke=self.looks.colour("paper"), stroke_width=1.5
            )
        )
        group.append(glyphs.letter(self.marks[player], colour.ink, 17, (x + 20, y + 20), width=3))
        shown = name if len(name) <= 14 else f"{name[:13]}…"
        group.append(self.canvas.text(shown, 22, (x + 48, y + 28), bold=player in self.game.winners))
        group.append(self.canvas.text(str(self.game.scores[player]), 26, (x + 268, y + 29), anchor="end", bold=True))
        self.supply(group, player, (x + 300, y + 20))
        return group

    def supply(self, group: drawsvg.Group, player: int, at: Point) -> None:
        """Figures in supply and tokens, each with how many."""
        x, y = at
        for name, count in self.game.supply(player).items():
            look = self.looks.figure(name)
            item = drawsvg.Group(
                transform=placed(x, y, 13), color=self.colours[player].fill, opacity=None if count else 0.25
            )
            item.append(self.canvas.figure(look))
            for sign in glyphs.signs(look, self.looks, "", "", lies=False):
                item.append(sign)
            group.append(item)
            group.append(self.canvas.text(str(count), 17, (x + 16, y + 6)))
            x += 47 if count < 10 else 56
        own = self.game.players[player]
        for holder, name, count in self.game.tokens:
            if holder == own:
                item = drawsvg.Group(transform=placed(x + 4, y, 13), data_token=attribute(name))
                item.append(self.canvas.glyph(self.looks.token(name), "token"))
                group.append(item)
                group.append(self.canvas.text(str(count), 17, (x + 20, y + 6)))
                x += 51
        seen = hand_in_sight(self.game, player)
        for tile in () if seen is None else seen:
            where = f"translate({x - 10:g} {y - 17:g}) scale(.34)"
            frame = drawsvg.Group(transform=where, data_in_hand=attribute(tile))
            frame.append(self.canvas.tile(self.canvas.catalogue.number(tile), 0, (0.0, 0.0)))
            group.append(frame)
            x += 40
        if seen is None and self.game.hand(player):
            group.append(self.canvas.text(f"{len(self.game.hand(player))} in hand", 17, (x, y + 6), colour="faint"))

    def now(self, at: Point) -> drawsvg.Group:
        """Who decides about what, the tile to place, and how many are left."""
        game, (x, y) = self.game, at
        group = drawsvg.Group()
        lines: list[tuple[str, float, str]] = []
        if game.is_over:
            won = " and ".join(game.players[player] for player in game.winners)
            lines = [("The game is over", 19, "text"), (f"{won} won" if won else "", 17, "faint")]
        else:
            who = "chance" if game.player == CHANCE else game.players[game.player]
            lines = [(f"{who}: {game.about}", 19, "text"), (f"{game.tiles_left} tiles left", 17, "faint")]
        if game.drawn_tile is not None:
            number = self.canvas.catalogue.number(game.drawn_tile)
            frame = drawsvg.Group(transform=f"translate({x - 92:g} {y:g}) scale(.92)")
            frame.append(self.canvas.tile(number, 0, (0.0, 0.0)))
            group.append(frame)
            x -= 106
        for row, (text, size, colour) in enumerate(lines):
            group.append(self.canvas.text(text, size, (x, y + 24 + 24 * row), colour=colour, anchor="end"))
        return group

    # The track -------------------------------------------------------------------------------

    def track(self, width: float) -> Panel:
        """The spaces of the score track with what stands on them."""
        group = drawsvg.Group()
        tracks = self.game.rules.definitions.tracks
        if not tracks or not 1 < tracks[0].spaces <= _MOST_SPACES:
            return Panel(group, 0.0)
        spaces = tracks[0].spaces
        step = width / _IN_A_ROW
        high = max(36.0, step * 0.72)
        for space in range(spaces):
            x, y = self.space(space, step, high)
            group.append(
                drawsvg.Rectangle(
                    x,
                    y,
                    step - 3,
                    high - 3,
                    rx=4,
                    fill=self.looks.colour("background"),
                    stroke=self.looks.colour("faint"),
                    stroke_opacity=0.35,
                    data_space=space,
                )
            )
            group.append(self.canvas.text(str(space), 10.5, (x + 4, y + high - 8), colour="faint"))
        self.pawns(group, spaces, step, high)
        return Panel(group, -(-spaces // _IN_A_ROW) * high)

    def space(self, space: int, step: float, high: float) -> Point:
        """Where a space lies."""
        return space % _IN_A_ROW * step, space // _IN_A_ROW * high

    def pawns(self, group: drawsvg.Group, spaces: int, step: float, high: float) -> None:
        standing: dict[int, list[tuple[int, str, int]]] = {}
        for player, name in enumerate(self.game.players):
            for figure, points in self.game.track[name].items():
                standing.setdefault(points % spaces, []).append((player, figure, points))
        for space, those in standing.items():
            x, y = self.space(space, step, high)
            in_row = len(those) if len(those) < 3 else -(-len(those) // 2)
            rows, radius = (1, 11.0) if len(those) < 3 else (2, 8.0)
            room = (step - 2 * radius - 2) / max(1, in_row - 1)
            for place, (player, figure, points) in enumerate(those):
                across = (place % in_row - (min(in_row, len(those)) - 1) / 2) * min(room, 2 * radius)
                down = (place // in_row - (rows - 1) / 2) * 15
                look = self.looks.figure(figure)
                pawn = drawsvg.Group(
                    transform=placed(x + step / 2 - 1.5 + across, y + high / 2 - 1.5 + down, radius),
                    color=self.colours[player].fill,
                    data_figure=attribute(figure or "points"),
                    data_owner=attribute(self.game.players[player]),
                    data_points=points,
                )
                pawn.append(self.canvas.figure(look))
                for sign in glyphs.signs(look, self.looks, self.marks[player], self.colours[player].ink, lies=False):
                    pawn.append(sign)
                group.append(pawn)
