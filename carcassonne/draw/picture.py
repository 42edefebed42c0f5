"""A finished picture: SVG text, and PNG where the extra for pictures is installed."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Final

import attrs

from carcassonne.errors import OptionError

MOST_PIXELS: Final = 20_000
NEEDED: Final = "{what} needs the extra 'draw': pip install 'carcassonne[draw]'"


@attrs.frozen
class Picture:
    """A picture: its SVG as text, and its size in pixels. Notebooks show it by themselves."""

    svg: str = attrs.field(repr=False)
    width: int
    height: int

    def png(self, *, scale: float = 1.0) -> bytes:
        """The picture as PNG, `scale` times as large.

        Raises ImportError without the extra, OptionError for a picture beyond all measure.
        """
        try:
            from resvg_py import svg_to_bytes
        except ImportError:
            raise ImportError(NEEDED.format(what="a PNG")) from None
        if not 0 < scale * max(self.width, self.height) <= MOST_PIXELS:
            raise OptionError(
                f"a PNG of {scale * self.width:g} x {scale * self.height:g} pixels: at most {MOST_PIXELS:,} a side"
            )
        return bytes(
            svg_to_bytes(
                svg_string=self.svg,
                width=max(1, round(self.width * scale)),
                height=max(1, round(self.height * scale)),
                font_family="DejaVu Sans",
                sans_serif_family="DejaVu Sans",
            )
        )

    def save(self, path: str | PathLike[str], *, scale: float = 1.0) -> Path:
        """Write a file: PNG where its name ends so, else SVG. Returns its path."""
        file = Path(path)
        if file.suffix.lower() == ".png":
            file.write_bytes(self.png(scale=scale))
        else:
            file.write_text(self.svg, encoding="utf-8")
        return file

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture {self.width} x {self.height}>"
