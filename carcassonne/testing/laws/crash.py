"""The law that nothing which may be done raises an error."""

from __future__ import annotations

from carcassonne.testing.lawbook import NOT_HERE, Law, Step, push


def _no_crash(step: Step) -> object:
    """What is on offer can be played: no push of a legal action and no law's question ends in an error.

    An error in the middle of a rule loses a game that somebody plays. To see what is on offer next belongs to the
    push. The battery itself notes what it raises; asked alone, the law plays the step once more.
    """
    if step.before.is_over:
        return NOT_HERE
    push(step.before.copy(), step.action)
    return None


no_crash = Law("no crash", "step", _no_crash, 0.0, " ".join((_no_crash.__doc__ or "").split()))
