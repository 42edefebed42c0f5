"""Laws about one action: the game before it, and the game after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carcassonne.play.view import Worth
from carcassonne.testing.lawbook import NOT_HERE, Step, law
from carcassonne.testing.laws.moments import assert_equal, difference
from carcassonne.words.actions import CHANCE, Pass, Stand
from carcassonne.words.events import Award, Chosen, Completed, Event, Moved, Stood
from carcassonne.words.segments import Segment


@law("undo", of="step", often=0.3)
def undo(step: Step) -> None:
    """Taking a push back restores everything, and pushing it again leads to the same.

    Search and hints live on taking back; what it forgets stays wrong for the rest of the game.
    """
    game = step.after.copy()
    action = game.pop()
    assert_equal(step.before, game)
    game.push(action)
    if step.after.history[: len(game.history)] == game.history:  # else chance went another way, as it may when explicit
        assert game.position() == step.after.position(), (
            f"pushed again it leads elsewhere: {difference(game.position(), step.after.position())}"
        )


@law("awards", of="step")
def awards(step: Step) -> object:
    """Every point is told by an award, and every award by items that sum to it.

    One reported scoring fault in six in other programs is a player who could not see why.
    """
    awarded_points_are(step.gained, step.events)
    return None if any(isinstance(event, Award) for event in step.events) else NOT_HERE


def awarded_points_are(gained: Sequence[int], events: Iterable[Event]) -> None:
    """Raise AssertionError unless the awards among some events make these points for each player."""
    sums = [0] * len(gained)
    for event in events:
        if isinstance(event, Award):
            assert event.items, f"an award without reasons: {event}"
            assert event.points == sum(item.points for item in event.items), f"the items do not sum: {event}"
            sums[event.player] += event.points
    assert sums == list(gained), f"awards make {sums}, scores changed by {list(gained)}"


@law("completion", of="step", often=0.5)
def completion(step: Step) -> object:
    """What is complete stays complete, and what hangs together stays together, where no connection of it has changed.

    Tiles are only ever added, so a feature that opens again is a fault of the engine.
    """
    before, after = step.before, step.after
    if len(before.table) == len(after.table) and not before.rules.connected:
        return NOT_HERE
    state, now = before._state, after._state
    changed = {segment for pair in set(before.connections) ^ set(after.connections) for segment in pair}
    left_out = {state.find(number) for each in changed if (number := state.segment_number(each)) is not None}
    asked = False
    for number, cell in enumerate(state.cells):
        if state.find(number) != number or cell < 0 or number in left_out:
            continue
        segment = state.segment(number)
        same = now.segment_number(segment)
        assert same is not None, f"{segment} is gone"
        members = state.counts[number]
        assert now.tiles_of(same) >= state.tiles_of(number), f"the feature of {segment} has lost tiles ({members})"
        if state.is_complete(number):
            asked = True
            assert now.is_complete(same), f"{segment} was complete and is open again"
    return None if asked else NOT_HERE


@law("homecoming", of="step")
def homecoming(step: Step) -> object:
    """Whoever stood on what was completed is home again when the next part begins, unless a rule lets it stay.

    A follower that never comes home is missed only turns later.
    """
    after = step.after
    completed = [event.segment for event in step.events if isinstance(event, Completed)]
    if not completed or after.player != CHANCE or after.drawn_tile is not None or after.parts_waiting:
        return NOT_HERE
    stays = {figure.name: figure.stays or not figure.follower for figure in after.rules.definitions.figures}
    put = {event.segment for event in step.events if isinstance(event, Moved | Stood)}
    for segment in completed:
        feature = after.feature(segment)
        for at, kind, _ in after.figures:
            assert at not in feature or stays[kind] or at in put, f"{kind} is on {at} still, which was completed"
    return None


@law("worth", of="step")
def worth(step: Step) -> object:
    """What `worth` says of a completed feature is what its award then gives, to everybody it names.

    Players are shown what a place is worth before they decide; it must be the truth. Asked of what the last decision
    of a turn completes, and of awards for which somebody has to decide something first.
    """
    before = step.before
    if before.is_over or before.about in ("place", "draw"):
        return NOT_HERE
    given = [event for event in step.events if isinstance(event, Award) and not event.final]
    if before.about == "action" and isinstance(step.action, Pass | Stand):
        return _completed_now(step, given)
    return _decided_first(step, given)


def _completed_now(step: Step, given: Sequence[Award]) -> object:
    """Whether all that is completed, and paid in the same step, is paid as promised."""
    before = step.before
    completed = [event.segment for event in step.events if isinstance(event, Completed)]
    if not completed or any(isinstance(event, Chosen) for event in step.events):
        return NOT_HERE
    stood = step.action.segment if isinstance(step.action, Stand) else None
    asked = False
    for segment in completed:
        feature = before.feature(segment)
        promised = before.worth(segment)
        if not promised.complete or not promised.players or (stood is not None and stood in feature):
            continue
        there = [event for event in given if event.segment in feature]
        if not there and step.after.player != CHANCE and step.after.about not in ("place", "draw", ""):
            continue  # somebody decides before it is given
        asked = True
        paid = tuple(sorted({event.player for event in there}))
        assert set(promised.players) <= set(paid), (
            f"{segment} is worth {promised.points} to players {promised.players}, but {paid or 'nobody'} were paid"
        )
        kinds = {(event.player, event.items) for event in there}  # rules may give something else besides
        assert len(there) == len(kinds), f"{segment} paid {len(there)} times to {len(paid)} players"
        _as_promised(segment, promised, next(event for event in there if event.player == promised.players[0]))
    return None if asked else NOT_HERE


def _decided_first(step: Step, given: Sequence[Award]) -> object:
    """Whether the first that is paid after a decision is as it was promised then, where nothing else comes before."""
    first = next((event for event in step.events if not isinstance(event, Completed)), None)
    if not given or first is not given[0] or given[0].segment is None:
        return NOT_HERE
    promised = step.before.worth(given[0].segment)
    if not promised.complete or given[0].player not in promised.players[:1]:
        return NOT_HERE
    _as_promised(given[0].segment, promised, given[0])
    return None


def _as_promised(segment: Segment, promised: Worth, award: Award) -> None:
    assert award.items == promised.items, (
        f"{segment}: promised {', '.join(map(str, promised.items))}; given {', '.join(map(str, award.items))}"
    )


@law("forecast", of="step")
def forecast(step: Step) -> object:
    """What the score would be if the game ended is what it is when the game ends, where nothing comes between.

    It is asked at the last decision of the game, of what comes when it is passed and nothing else is scored or chosen.
    """
    before = step.before
    if before.tiles_left or before.is_over or before.about != "action" or Pass() not in before.legal_actions:
        return NOT_HERE
    ended = before.copy()
    ended.push(Pass())
    events = ended.events[len(before.events) :]
    if not ended.is_over or any(
        isinstance(event, Chosen | Completed) or (isinstance(event, Award) and not event.final) for event in events
    ):
        return NOT_HERE
    foretold = before.scores_if_ended()
    assert foretold == ended.scores, f"foretold {foretold}, came {ended.scores}"
    return None
