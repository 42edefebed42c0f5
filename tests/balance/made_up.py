"""Games that nobody played, for tests that know every figure."""

from __future__ import annotations

from carcassonne.balance.facts import Facts, Origin
from carcassonne.balance.origins import Origins


def facts(*scores: int, **others: object) -> Facts:
    """A game of which only the scores matter, and what is named besides; the points are for roads by the rule R-1."""
    named: dict[str, object] = {
        "scores": scores,
        "winners": tuple(seat for seat, score in enumerate(scores) if score == max(scores)),
        "turns": 10, "tiles": 10, "decisions": 20, "options": 100, "forced": 2,
        "points": {Origin("road", "R-1", "tiles"): sum(scores)},
        "at_end": 0, "awards": {"R-1": 3}, "acted": {},
    }  # fmt: skip
    return Facts(**(named | others))  # type: ignore[arg-type]


def origins(*, by_rule: dict[str, str] | None = None, rules: dict[str, str] | None = None) -> Origins:
    """What a ruleset of one module knows."""
    return Origins(("house",), ("road",), by_rule or {"R-1": "house"}, {}, rules or {})
