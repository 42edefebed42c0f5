"""Where the tiles and expansions that come with the library lie."""

from __future__ import annotations

from pathlib import Path


def data_folder() -> Path:
    """Return the folder that holds `tiles/` and `expansions/`.

    In an installed package that is `carcassonne/data`; in a checkout it is the top-level `data`.

    >>> (data_folder() / "expansions" / "base.yaml").is_file()
    True
    """
    package = Path(__file__).resolve().parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"
