"""The command `carcassonne`: importing this needs the core alone, running it the extra `cli`."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave: 0 fine, 1 the thing checked is wrong, 2 the call is wrong."""
    if find_spec("typer") is None or find_spec("rich") is None:
        print("the command line needs two more packages: pip install 'carcassonne[cli]'", file=sys.stderr)
        sys.exit(2)
    from carcassonne.cli.app import run

    run()
