"""Whether a river has room ahead, counted row by row (the look-ahead of A-RV5)."""

from __future__ import annotations

from collections.abc import Mapping

from oracle.pictures import STEPS, Picture

Tiles = Mapping[tuple[int, int], Picture]


def has_room(tiles: Tiles, picture: Picture, x: int, y: int) -> bool:
    """Nothing lies ahead of where the tile lets the river flow, nor does the river flow beside itself."""
    for side in open_sides(tiles, picture, x, y):
        if any(is_ahead(side, a - x, b - y) for a, b in tiles):
            return False
    laid = {**tiles, (x, y): picture}
    rows = [
        (side, a if side in (0, 2) else b) for (a, b), tile in laid.items() for side in open_sides(laid, tile, a, b)
    ]
    return not any((side, row + 1) in rows for side, row in rows)


def is_ahead(side: int, dx: int, dy: int) -> bool:
    """Whether a place lies in the three rows ahead: north, east, south or west."""
    if side in (0, 2):
        return abs(dx) <= 1 and (dy < 0 if side == 0 else dy > 0)
    return abs(dy) <= 1 and (dx > 0 if side == 1 else dx < 0)


def open_sides(tiles: Tiles, picture: Picture, x: int, y: int) -> list[int]:
    """The river sides of a tile at which none lies."""
    sides = [side for piece in picture.pieces if piece.kind == "river" for side in piece.sides]
    return [side for side in sides if (x + STEPS[side][0], y + STEPS[side][1]) not in tiles]
