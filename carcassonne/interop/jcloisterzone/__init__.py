"""Games saved by JCloisterZone: read, played again by these rules, and checked; and its tile files.

`read` reads a file, `replay` plays it, `check` says whether its own sentences hold, and `compare` plays it
against what that program reported on the way. `write` writes a game of ours in that form. `tiles_from_xml` and
`tiles_to_xml` turn its tile files into ours, and ours into its.

>>> from carcassonne.interop import jcloisterzone
>>> jcloisterzone.Status.PASS.name
'PASS'
"""

from __future__ import annotations

from carcassonne.interop.jcloisterzone.agreement import Comparison, Difference, compare, read_checkpoints
from carcassonne.interop.jcloisterzone.checking import Failure, Status, Verdict, check, verdict_of
from carcassonne.interop.jcloisterzone.files import Message, Saved, from_json, read
from carcassonne.interop.jcloisterzone.replaying import Replay, Stop, replay
from carcassonne.interop.jcloisterzone.tile_files import TileFile
from carcassonne.interop.jcloisterzone.tile_reading import tiles_from_xml
from carcassonne.interop.jcloisterzone.tile_writing import tiles_to_xml
from carcassonne.interop.jcloisterzone.writing import InteropError, to_json, write

__all__ = [
    "Comparison",
    "Difference",
    "Failure",
    "InteropError",
    "Message",
    "Replay",
    "Saved",
    "Status",
    "Stop",
    "TileFile",
    "Verdict",
    "check",
    "compare",
    "from_json",
    "read",
    "read_checkpoints",
    "replay",
    "tiles_from_xml",
    "tiles_to_xml",
    "to_json",
    "verdict_of",
    "write",
]
