"""Faults of figures and tokens: those that stay, come home twice, are put where they may not be, or change hands."""

from __future__ import annotations

from typing import Any

from planted import own_laws
from planted.fault import planted

from carcassonne.language.verbs.sharing import ShareTokens
from carcassonne.play.position import Position
from carcassonne.play.state import State
from carcassonne.play.turns import Turns


@planted(State, "empty", found_by="homecoming, worth", games=12, size=8)
def a_figure_never_comes_home(empty: Any, state: Any, features: Any) -> None:
    """The last of the features that a tile completes keeps its followers."""
    empty(state, list(features)[:-1])


@planted(Position, "send_home", found_by="figures")
def two_come_home_for_one(send_home: Any, state: Any, piece: int, segment: int) -> None:
    """A figure that comes home brings another one."""
    send_home(state, piece, segment)
    state.supply[piece] += 1


@planted(Turns, "stands", found_by="legality, stands, figures", games=12, size=16)
def the_supply_goes_below_zero(stands: Any, state: Any) -> Any:
    """Figures are on offer when none is left."""
    supply = state.supply
    state.supply = [1] * len(supply)
    try:
        return stands(state)
    finally:
        state.supply = supply


@planted(Position, "is_claimed", found_by="stands")
def a_follower_joins_others(is_claimed: Any, state: Any, segment: int) -> bool:
    """A follower may stand where another one is already."""
    return False


@planted(Turns, "send_strays_home", rules="wanderers.yaml", found_by="standing", games=20, size=10)
def a_builder_stays_alone(send_strays_home: Any, state: Any) -> None:
    """A builder stays where its player has no follower any more."""
    state.changed = 0


@planted(State, "move_figure", rules="mage-and-witch", found_by="told", games=12, size=8)
def a_move_is_not_told(move_figure: Any, state: Any, piece: int, origin: int, segment: int) -> None:
    """The mage moves and nobody is told."""
    move_figure(state, piece, origin, segment)
    state.events.pop()


# Tokens and thefts -------------------------------------------------------------------------------


@planted(Position, "move_tokens", rules="goldmines", found_by="told", games=12, size=14)
def an_ingot_is_doubled(move_tokens: Any, state: Any, token: int, giver: Any, taker: Any, count: int) -> None:
    """Whoever takes an ingot gets two."""
    move_tokens(state, token, giver, taker, count)
    state.add_tokens(token, taker, count)


@planted(
    ShareTokens,
    "who",
    rules="gold-rush.yaml",
    own=[own_laws.ingots_in_turn],
    found_by="ingots in turn",
    alone=True,
    games=20,
    size=14,
    first=60,
)
def all_ingots_go_to_the_first(who: Any, step: Any, play: Any) -> int:
    """Of players who share a feature the first takes all the gold."""
    claimants = {player for players in step.claims(play).values() for player in players}
    order = [(play.active + turn) % play.players for turn in range(play.players)]
    return next((player for player in order if player in claimants), play.active)


@planted(
    State, "advance_share", rules="many-robbers.yaml", own=[own_laws.a_robber_robs_nobody_who_robs],
    found_by="a robber robs nobody who robs", games=60, size=16,
)  # fmt: skip
def a_robber_is_robbed(advance_share: Any, state: Any) -> None:
    """Stolen points are stolen from, again."""
    stolen = ("robber", 1, state.bound["points"], own_laws.THEFT)
    state.award_all([[(state.bound["player"], -1, [stolen])]])
