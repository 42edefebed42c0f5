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
class Failure:
    """A sentence that does not hold: what it expects and what was found.

    unknown: what it is about that is not known here, or "".
    """

    sentence: str
    expected: str
    found: str
    unknown: str

    def __str__(self) -> str:
        reason = (
            f"{self.unknown} is not known here" if self.unknown else f"expected {self.expected}, found {self.found}"
        )
        return f"{self.sentence!r}: {reason}"


@attrs.frozen
class Verdict:
    """What came of checking a saved game: the reasons where it did not pass, and warnings.

    failures: the sentences that do not hold.
    """

    status: Status
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    replay: Replay
    failures: tuple[Failure, ...] = ()

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
    failures = tuple(_failures(played))
    failed = [failure for failure in failures if not (failure.unknown or declared)]
    if failed:
        return Verdict(Status.FAIL, tuple(map(str, failed)), declared, played, failures)
    if failures:
        return Verdict(Status.UNSUPPORTED, (*declared, *map(str, failures)), declared, played, failures)
    return Verdict(Status.PASS, (), declared, played)


def _failures(played: Replay) -> Iterator[Failure]:
    """Every sentence that does not hold."""
    assert played.timeline is not None
    ending = Ending(played.saved.players, played.timeline, played.may_undo)
    for sentence in played.saved.sentences:
        outcome = evaluate(sentence, ending)
        if not outcome.holds:
            yield Failure(sentence, outcome.expected, outcome.found, outcome.unknown)
