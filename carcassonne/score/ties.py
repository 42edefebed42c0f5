"""Who is in front of the others: at the end of the game, and where several have most strength on a feature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carcassonne.language.scope import Scope
from carcassonne.language.steps import as_this_player
from carcassonne.words.lines import Line, total

if TYPE_CHECKING:
    from carcassonne.compile.ties import Payment, Preference, Ties
    from carcassonne.words.play import Play


def preferred(preference: Preference, play: Play, players: Sequence[int], feature: int = -1) -> tuple[int, ...]:
    """Those of some players who are in front by one preference."""

    def rank(player: int) -> int:
        return int(as_this_player(play, player, lambda: preference.rank(play, Scope(feature, player, play.new))))

    ranks = [rank(player) for player in players]
    best = max(ranks)
    return tuple(player for player, rank in zip(players, ranks, strict=True) if rank == best)


def told_apart(ties: Ties, play: Play, feature: int, tied: tuple[int, ...]) -> tuple[tuple[int, ...], list[Preference]]:
    """Those of the tied whom no preference leaves out, and the preferences that left somebody out."""
    used = []
    for preference in ties.preferences:
        if _holds(preference, play, feature):
            left = preferred(preference, play, tied, feature)
            if len(left) < len(tied):
                used.append(preference)
                tied = left
            if len(tied) == 1:
                break
    return tied, used


def broken(ties: Ties, play: Play, feature: int, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Those of several tied players who have the majority in the end; nobody where a tie is worth nothing."""
    left, _ = told_apart(ties, play, feature, tied)
    payment = _payment(ties, play, feature) if len(left) > 1 else None
    return () if payment is not None and payment.nobody else left


def tie_lines(
    ties: Ties, play: Play, feature: int, player: int, lines: Sequence[Line], winners: tuple[int, ...] | None
) -> list[Line]:
    """What a tie changes in the points of a feature, and by which rules the player came out of it in front.

    A line for each preference that left somebody out, worth nothing, then one for what a share or a tie that pays
    nobody takes. winners: who had the majority when it was settled; None to ask now. For a player who is not among
    them there is no tie: it is as though they had the majority alone. Where rules have changed since what a preference
    asks about, all that hold are told.
    """
    tied = play.strongest(feature)
    left, used = told_apart(ties, play, feature, tied) if len(tied) > 1 else (tied, [])
    if winners is not None and winners != left:
        used = [each for each in ties.preferences if _holds(each, play, feature)] if len(winners) < len(tied) else []
    sharing = left if winners is None else winners
    if player not in sharing:
        return []
    found: list[Line] = [(_label(each), 1, 0, each.rule) for each in used]
    payment = _payment(ties, play, feature) if len(sharing) > 1 else None
    if payment is not None and (payment.split or (payment.nobody and winners is None)):
        points = total(lines)
        share = payment.split * (payment.split * points // len(sharing)) if payment.split else 0
        found.append((_label(payment), 1, share - points, payment.rule))
    return found


def _payment(ties: Ties, play: Play, feature: int) -> Payment | None:
    """What holds of those who are tied still: the first that says so."""
    return next((payment for payment in ties.payments if _holds(payment, play, feature)), None)


def _holds(tie: Preference | Payment, play: Play, feature: int) -> bool:
    return tie.condition is None or bool(tie.condition(play, Scope(feature)))


def _label(tie: Preference | Payment) -> str:
    return f"tie: {tie.name}"
