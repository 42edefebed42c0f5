"""Patterns that fill areas, so that kinds differ without colours too."""

from __future__ import annotations

from typing import Final

import drawsvg

_PATHS: Final = {
    "tufts": (25, "M4 7l1.6-3M7 7l-.4-3.4M16.5 19.5l1.6-3M19.5 19.5l-.4-3.4", 1.0, 1.0),
    "roofs": (
        20,
        "M1.5 7.6l3.6-3.4 3.6 3.4M2.6 6.8v3.6h5V6.8M11.5 17.6l3.6-3.4 3.6 3.4M12.6 16.8v3.2h5V16.8",
        1.2,
        0.3,
    ),
    "stripes": (10, "M-2 2L2-2M-2 12L12-2M8 12L12 8", 1.8, 0.55),
    "dots": (10, "M2.5 2.5h.1M7.5 7.5h.1", 2.8, 0.6),
    "grid": (12, "M0 6H12M6 0V12", 1.4, 0.5),
    "bars": (9, "M0 4.5H9", 2.0, 0.5),
    "waves": (20, "M0 6c2.5-3 7.5-3 10 0s7.5 3 10 0M0 16c2.5-3 7.5-3 10 0s7.5 3 10 0", 1.4, 0.6),
}


def pattern(name: str, colour: str) -> drawsvg.Pattern:
    """A pattern in a colour."""
    side, path, width, opacity = _PATHS[name]
    made = drawsvg.Pattern(width=side, height=side, patternUnits="userSpaceOnUse")
    made.append(
        drawsvg.Path(
            path,
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_opacity=opacity,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    )
    return made
