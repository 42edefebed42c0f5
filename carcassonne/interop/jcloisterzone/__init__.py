"""Games saved by JCloisterZone: read, played again by these rules, and checked.

`read` reads a file, `replay` plays it, `check` says whether its own sentences hold, and `compare` plays it
against what that program reported on the way.

>>> from carcassonne.interop import jcloisterzone
>>> jcloisterzone.Status.PASS.name
'PASS'
"""

from __future__ import annotations

from carcassonne.interop.jcloisterzone.agreement import Comparison, Difference, compare, read_checkpoints
from carcassonne.interop.jcloisterzone.checking import Status, Verdict, check, verdict_of
from carcassonne.interop.jcloisterzone.files import Message, Saved, from_json, read
from carcassonne.interop.jcloisterzone.replaying import Replay, Stop, replay

__all__ = [
    "Comparison",
    "Difference",
    "Message",
    "Replay",
    "Saved",
    "Status",
    "Stop",
    "Verdict",
    "check",
    "compare",
    "from_json",
    "read",
    "read_checkpoints",
    "replay",
    "verdict_of",
]
