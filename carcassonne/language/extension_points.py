"""Where rules of expansions can reach into the game, and how several of them combine. There are no other places.

Four ways of combining: *collect* (all act, in the order that `after` writes), *veto* (one that says no is enough),
*claim* (at most one may answer; two must say which is over the other), *fold* (the value passes through all in order).
"""

from __future__ import annotations

from typing import Final

import attrs

TURN: Final = frozenset(("player", "placement"))
PLAYER: Final = frozenset(("player",))
FEATURE: Final = frozenset(("feature",))
WITH_FEATURE: Final = TURN | {"feature"}
MOVED: Final = TURN | {"marker"}
SCORED: Final = frozenset(("feature", "player"))
APPLIED: Final = SCORED | {"points"}
IN_WORDS: Final = {
    "feature": "the feature",
    "player": "the player",
    "placement": "the placed tile",
    "marker": "the scoring figure",
    "points": "the points so far",
}
"""What expressions can ask about, for people."""


@attrs.frozen
class ExtensionPoint:
    """One place: its key in YAML, its name there, how rules combine, and what expressions can ask about.

    verbs: where not every game reaches it, the verbs of which rules in play must use one.
    """

    key: str
    name: str
    combines: str
    subjects: frozenset[str]
    about: str
    verbs: tuple[str, ...] = ()

    @property
    def asks(self) -> str:
        """What expressions can ask about there, in words."""
        return ", ".join(text for subject, text in IN_WORDS.items() if subject in self.subjects)


POINTS: Final = (
    ExtensionPoint(
        "on", "tile placed", "collect", TURN, "A tile was laid and joined with its neighbours.", ("place tile",)
    ),
    ExtensionPoint(
        "on",
        "feature completed",
        "collect",
        WITH_FEATURE,
        "A completed feature was paid; all stand on it still.",
        ("score completed",),
    ),
    ExtensionPoint(
        "on", "marker moved", "collect", MOVED, "A scoring figure of `this player` advanced during the game."
    ),
    ExtensionPoint(
        "on", "scoring ended", "collect", TURN, "What a part has completed is scored, or one award by itself is given."
    ),
    ExtensionPoint(
        "on",
        "connections changed",
        "collect",
        TURN,
        "Two segments of a tile were connected, or no longer are.",
        ("connect", "move connections"),
    ),
    ExtensionPoint("on", "part ended", "collect", TURN, "Everything of this part is done; parts that wait come after."),
    ExtensionPoint(
        "on", "turn ended", "collect", TURN, "No part waits any more; for each part of the turn, with its tile."
    ),
    ExtensionPoint("on", "game ending", "collect", TURN, "The last turn is over; nothing is scored at the end yet."),
    ExtensionPoint(
        "offers", "figure", "collect", TURN, "One more thing to do instead of placing a figure.", ("take action",)
    ),
    ExtensionPoint("forbids", "place", "veto", TURN, "A placement that fits.", ("place tile",)),
    ExtensionPoint(
        "forbids", "stand", "veto", WITH_FEATURE, "Putting a figure on a segment of the new tile.", ("take action",)
    ),
    ExtensionPoint("score changes", "replace", "claim", SCORED, "The formula of a kind of feature."),
    ExtensionPoint("score changes", "add", "collect", SCORED, "Points on top of the formula."),
    ExtensionPoint("score changes", "apply", "fold", APPLIED, "An operation on the points so far."),
    ExtensionPoint(
        "ties", "most, least, prefer", "fold", SCORED, "Who of those tied for a majority has it: who is in front stays."
    ),
    ExtensionPoint("ties", "pay", "claim", FEATURE, "What those get who are tied still."),
    ExtensionPoint("winner", "criterion", "fold", PLAYER, "Who wins: who is in front stays, all others are out."),
    ExtensionPoint(
        "standing", "keep", "veto", WITH_FEATURE, "Whether a figure may stay where it is, asked after every step."
    ),
    ExtensionPoint("turn", "a phase", "collect", TURN, "Steps of every part, between others."),
    ExtensionPoint("final", "a phase", "collect", TURN, "Steps at the end of the game, between others."),
)


def events() -> dict[str, frozenset[str]]:
    """The events that rules can act on, with the subjects at hand."""
    return {point.name: point.subjects for point in POINTS if point.key == "on"}


def forbidden() -> dict[str, frozenset[str]]:
    """The actions that rules can forbid, with the subjects at hand."""
    return {point.name: point.subjects for point in POINTS if point.key == "forbids"}
