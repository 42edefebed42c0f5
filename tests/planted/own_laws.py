"""Laws in Python that a battery cannot know by itself: what a rule of an expansion means."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from carcassonne.testing import NOT_HERE, Step, law
from carcassonne.words.events import Award, Completed, TokenMoved

if TYPE_CHECKING:
    from carcassonne import Game

THEFT = "RO-12"


@law("one more part")
def one_more_part(game: Game) -> bool:
    """A builder gives one more part in a turn, never two."""
    return game.parts_waiting <= 1


@law("ingots in turn", of="step")
def ingots_in_turn(step: Step) -> object:
    """Those who share one completed feature take its ingots in turn: nobody gets two more than another."""
    if sum(isinstance(event, Completed) for event in step.events) != 1:
        return NOT_HERE
    sharers = {event.player for event in step.events if isinstance(event, Award) and not event.final}
    taken = Counter(dict.fromkeys(sharers, 0))
    for event in step.events:
        if isinstance(event, TokenMoved) and isinstance(event.holder, int):
            taken[event.holder] += event.count
    if len(sharers) < 2 or not any(taken.values()):
        return NOT_HERE
    assert max(taken.values()) - min(taken.values()) <= 1, f"ingots are shared as {dict(sorted(taken.items()))}"
    return None


@law("a robber robs nobody who robs", of="step")
def a_robber_robs_nobody_who_robs(step: Step) -> object:
    """A theft takes half of an award that is no theft itself."""
    awards = [event for event in step.events if isinstance(event, Award)]
    thefts = [event for event in awards if event.items[0].rule == THEFT]
    halves = {-(-event.points // 2) for event in awards if event not in thefts}
    for theft in thefts:
        assert theft.points in halves, f"{theft.points} points are stolen, the halves are {sorted(halves)}"
    return None if thefts else NOT_HERE


@law("goods to whoever lays", of="step")
def goods_to_whoever_lays(step: Step) -> object:
    """Goods go to the player who lays the tile, whoever owns the city."""
    given = [event for event in step.events if isinstance(event, TokenMoved) and event.count > 0]
    for event in given:
        assert event.holder == step.before.active_player, f"{event.token} went to player {event.holder}"
    return None if given else NOT_HERE
