"""Says whether the sentences of a saved game hold: PASS, FAIL, or UNSUPPORTED with what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import attrs

from carcassonne.interop.jcloisterzone.files import Saved
from carcassonne.interop.jcloisterzone.replaying import Replay, replay
from carcassonne.interop.jcloisterzone.sentences import Ending, evaluate


class Status(Enum):
    """What came of checking a saved game."""

    PASS = "PASS"
    FAIL = "FAIL"
    UNSUPPORTED = "UNSUPPORTED"


@attrs.frozen
class Verdict:
    """What came of checking a saved game, with the reasons where it did not pass, and warnings."""

    status: Status
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    replay: Replay

    def __str__(self) -> str:
        return ": ".join([self.status.value, *(["; ".join(self.reasons)] if self.reasons else [])])


def check(saved: Saved) -> Verdict:
    """Play a saved game and see whether its sentences hold.

    What cannot be played or does not hold is UNSUPPORTED, and not FAIL, where the file uses or declares something
    that is not known here and that may be the reason.
    """
    return verdict_of(replay(saved))


def verdict_of(played: Replay) -> Verdict:
    """Whether the sentences of a saved game hold at the end of its replay."""
    declared = played.warnings
    if played.stop is not None:
        reasons = (str(played.stop), *(declared if played.stop.lacking else ()))
        return Verdict(Status.UNSUPPORTED if played.stop.lacking else Status.FAIL, reasons, declared, played)
    if played.used:
        return Verdict(Status.UNSUPPORTED, played.used, declared, played)
    failed: list[str] = []
    unknown: list[str] = []
    for sentence, found, lacking in _failures(played):
        (unknown if lacking or declared else failed).append(f"{sentence!r}: {lacking or found}")
    if failed:
        return Verdict(Status.FAIL, tuple(failed), declared, played)
    if unknown:
        return Verdict(Status.UNSUPPORTED, (*declared, *unknown), declared, played)
    return Verdict(Status.PASS, (), declared, played)


def _failures(played: Replay) -> Iterator[tuple[str, str, str]]:
    """Every sentence that does not hold, with what was found and what it is about that is not known here."""
    assert played.timeline is not None
    ending = Ending(played.saved.players, played.timeline, played.may_undo)
    for sentence in played.saved.sentences:
        outcome = evaluate(sentence, ending)
        if not outcome.holds:
            yield sentence, f"found {outcome.found}", outcome.unknown
