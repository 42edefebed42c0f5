"""Plays games that were saved with checkpoints, and says where these rules and that program differ.

    python tests/agree.py [FOLDER]

Each `NAME.jcz` in the folder and below is played beside its `NAME.checkpoints.json`: every message must be on our list
of legal actions, and at every checkpoint points, entries, tokens, supplies and what comes next must be the same. At the
end the sentences of the file must hold. A game without checkpoints is checked by its sentences alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from carcassonne.errors import RecordError  # noqa: E402
from carcassonne.interop import jcloisterzone  # noqa: E402

GAMES = ROOT.parent / "shared" / "interop" / "games"


def difference(path: Path) -> str:
    """The first difference in a saved game, or "" when there is none."""
    checkpoints = path.with_name(f"{path.stem}.checkpoints.json")
    try:
        saved = jcloisterzone.read(path)
        if checkpoints.is_file():
            compared = jcloisterzone.compare(saved, jcloisterzone.read_checkpoints(checkpoints))
            if not compared.agrees:
                return f"{compared.agreed} of {compared.total} checkpoints, then {compared.difference}"
            verdict = jcloisterzone.verdict_of(compared.replay)
        else:
            verdict = jcloisterzone.check(saved)
    except RecordError as error:
        return str(error)
    return "" if verdict.status is jcloisterzone.Status.PASS else str(verdict)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for every game that differs, and how many agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=GAMES)
    folder = parser.parse_args(arguments).folder
    paths = sorted(path for path in folder.rglob("*.jcz") if path.is_file()) if folder.is_dir() else []
    if not paths:
        print(f"{folder}: there are no saved games")
        return 2
    different = 0
    for path in paths:
        if found := difference(path):
            different += 1
            print(f"{path.relative_to(folder).with_suffix('')}: {found}")
    print(f"{len(paths) - different} of {len(paths)} games agree")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
