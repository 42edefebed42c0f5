"""The score sheet: for every player what each point was for, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from carcassonne.words.events import Award

if TYPE_CHECKING:
    from carcassonne.play.game import Game

OTHER = "other"
_WIDE = 78


def awards_of(game: Game) -> list[Award]:
    """Every award so far, oldest first."""
    return [event for event in game.events if isinstance(event, Award)]


def score_sheet(game: Game) -> str:
    """For every player the awards one by one with their items, and the points by kind of feature.

    What was there before the first action (a prepared table) is a line of its own.
    """
    awards = awards_of(game)
    blocks = [_player_sheet(game, player, awards) for player in range(len(game.players))]
    return "\n\n".join("\n".join(block) for block in blocks)


def points_by_kind(awards: Iterable[Award]) -> dict[str, int]:
    """Points by the kind of feature that they were for, most first; "other" for those of no feature."""
    return _ranked((award.segment.kind if award.segment else OTHER, award.points) for award in awards)


def points_by_rule(awards: Iterable[Award]) -> dict[str, int]:
    """Points by the rule that gave them, most first; "other" for those without a rule."""
    return _ranked((item.rule or OTHER, item.points) for award in awards for item in award.items)


def _ranked(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for name, points in pairs:
        sums[name] = sums.get(name, 0) + points
    return dict(sorted(sums.items(), key=lambda pair: (-pair[1], pair[0])))


def _player_sheet(game: Game, player: int, awards: Sequence[Award]) -> list[str]:
    own = [award for award in awards if award.player == player]
    lines = [f"{game.players[player]}: {game.scores[player]} points", "=" * _WIDE]
    before = game.scores[player] - sum(award.points for award in own)
    if before:
        lines.append(f"{before:>4} at the beginning")
    final = False
    for award in own:
        if award.final and not final:
            lines.append(f"{'':4} at the end of the game".ljust(_WIDE, "."))
            final = True
        source = str(award.segment) if award.segment else ""
        lines.append(f"{award.points:>4} {source:<24} " + "; ".join(map(str, award.items)))
    lines.append("-" * _WIDE)
    shares = ", ".join(f"{kind} {points}" for kind, points in points_by_kind(own).items())
    lines.append(f"{game.scores[player]:>4} in total" + (f" ({shares})" if shares else ""))
    return [line.rstrip() for line in lines]
