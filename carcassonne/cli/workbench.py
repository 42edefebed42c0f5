"""`carcassonne studio`: a page in the browser that shows a file of tiles or rules while it is being written."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from carcassonne.cli.common import WrongCallError, example, guarded

NAME = "studio"
EXAMPLES = example("studio my-tiles.yaml", "studio my-rules.yaml --port 8000 --no-browser", "studio my-folder")
NEEDED = "the studio needs the extra 'studio': pip install 'carcassonne[studio]'"


@guarded
def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", exists=True, show_default=False, help="Tiles, an expansion, a variant, or a folder of them."
        ),
    ],
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Where to; 0 is any that is free.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
) -> None:
    """Watch tiles and rules while you write them.

    Opens a page that shows the tiles of the file as they are drawn, and every finding beside the tile that it is
    about, again after every save; on a table there you can watch a game that plays itself. The page is for this
    computer alone: its address holds a secret that is made anew each time. Ctrl-C ends it.
    """
    if find_spec("bottle") is None or find_spec("drawsvg") is None:
        raise WrongCallError(NEEDED)
    from carcassonne.studio.server import Studio

    try:
        studio = Studio(file, port=port)
    except OSError as error:
        raise WrongCallError(f"port {port}: {error.strerror}") from None
    print(studio.url, flush=True)
    print("Ctrl-C ends it.", file=sys.stderr)
    if not no_browser:
        import webbrowser

        webbrowser.open(studio.url)
    with suppress(KeyboardInterrupt):
        studio.run()
