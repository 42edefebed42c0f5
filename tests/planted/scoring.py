"""Faults of scoring: who is paid, for what, how often, and what is shown of it."""

from __future__ import annotations

from typing import Any

from planted.fault import planted

import carcassonne.play.state
from carcassonne.compile import scores
from carcassonne.language.scope import Scope
from carcassonne.language.verbs.scoring import ScoreFeatures
from carcassonne.play.game import Game
from carcassonne.play.position import Position
from carcassonne.play.state import State
from carcassonne.play.table import Table
from carcassonne.play.view import GameView, Worth
from carcassonne.score.value import formula_lines
from carcassonne.words.lines import total

# Majorities --------------------------------------------------------------------------------------


@planted(State, "majority", found_by="majority, worth, seats", size=12)
def a_tie_pays_nobody(majority: Any, state: Any, segment: int) -> Any:
    """Where two players have the majority, none of them is paid."""
    found = majority(state, segment)
    return found if len(found) < 2 else ()


@planted(State, "majority", found_by="majority, seats", size=12)
def a_tie_pays_only_the_first(majority: Any, state: Any, segment: int) -> Any:
    """Where two players have the majority, the one who sits first is paid."""
    return majority(state, segment)[:1]


@planted(Position, "strengths", rules="inns-and-cathedrals", found_by="majority", games=20, size=7)
def a_large_follower_counts_one(strengths: Any, state: Any, segment: int) -> list[int]:
    """A large follower weighs as much as any other."""
    heads = [0] * state.players
    for _, piece in state.holders[state.find(segment)]:
        heads[state.owner(piece)] += state.rules.figures[state.figure(piece)].follower
    return heads


@planted(Position, "strengths", rules="traders-and-builders", found_by="majority, worth", games=12, size=10)
def a_builder_counts_in_the_majority(strengths: Any, state: Any, segment: int) -> Any:
    """Builders and pigs weigh as much as a follower."""
    heads = strengths(state, segment)
    for _, piece in state.holders[state.find(segment)]:
        heads[state.owner(piece)] += not state.rules.figures[state.figure(piece)].follower
    return heads


@planted(State, "majority", found_by="majority, names", size=12)
def a_tie_is_broken_by_name(majority: Any, state: Any, segment: int) -> Any:
    """Of several players with most followers the first in the alphabet is paid."""
    found = majority(state, segment)
    return (min(found, key=lambda player: state.names[player]),) if found else ()


# What is paid ------------------------------------------------------------------------------------


@planted(Table, "count_of", found_by="counts, points", games=12, size=8)
def a_city_counts_one_pennant(count_of: Any, table: Any, segment: int, shift: int) -> int:
    """A symbol counts once in a feature, on however many tiles it stands."""
    return min(1, count_of(table, segment, shift))


@planted(Table, "_join_shared", found_by="counts, points, features", games=12, size=10)
def a_city_is_paid_per_contact(join_shared: Any, table: Any, a: int, b: int) -> int:
    """A tile with two segments of one city counts twice."""
    join_shared(table, a, b)
    return 0


@planted(carcassonne.play.state, "feature_lines", rules="festival.yaml", found_by="points", games=20, size=10)
def the_witch_halves_before_the_mage_adds(
    feature_lines: Any, points: Any, play: Any, feature: int, *, complete: bool, player: int
) -> list[Any]:
    """Operations are applied before additions are made."""
    scope = Scope(feature, player, play.new)
    formula = points.complete if complete else points.unfinished
    lines = formula_lines(formula, play, scope) if formula is not None else []
    for change in points.operations:
        if change.condition is None or change.condition(play, scope):
            scope.points = total(lines)
            operation = change.if_complete if complete else change.if_unfinished
            lines.append((change.name, 1, int(operation(play, scope)) - total(lines), change.rule))
    for change in points.additions:
        added = change.complete if complete else change.unfinished
        if added is not None and (change.condition is None or change.condition(play, scope)):
            lines += formula_lines(added, play, scope)
    return lines


@planted(scores, "_applied", rules="mage-and-witch", found_by="points", games=20, size=10, compiles=True)
def half_is_rounded_down(applied: Any, phrase: Any, thing: str, names: Any) -> Any:
    """Half of an odd number of points loses the half point."""
    return lambda play, scope: scope.points // 2


@planted(Position, "give_now", found_by="awards")
def items_do_not_sum(give_now: Any, state: Any, player: int, segment: int, lines: Any, marker: int = 0) -> None:
    """One point more is given than is told."""
    give_now(state, player, segment, lines, marker)
    state.give(player, 1, marker)


@planted(State, "feature_lines", found_by="points, seats, worth")
def the_first_seat_gets_a_point_more(feature_lines: Any, state: Any, feature: int, player: int, *winners: Any) -> Any:
    """Whoever sits first is paid one point more, and it is told as if it were a rule."""
    return [*feature_lines(state, feature, player, *winners), *([("first", 1, 1, "")] if player == 0 else [])]


@planted(Position, "give_now", found_by="worth, names, seats, last scoring")
def a_name_gets_a_point_more(give_now: Any, state: Any, player: int, segment: int, lines: Any, marker: int = 0) -> None:
    """Whoever's name comes first in the alphabet is paid one point more."""
    more = [("luck", 1, 1, "")] if state.names[player] == min(state.names) else []
    give_now(state, player, segment, [*lines, *more], marker)


@planted(State, "pay", found_by="worth", size=8)
def the_active_player_is_paid(pay: Any, state: Any, settled: Any, committed: Any = ()) -> None:
    """Points go to whoever lays the tile, and not to whoever has the majority."""
    pay(state, (settled[0], (state.active,)), committed)


@planted(State, "pay", rules="inns-and-cathedrals", found_by="worth", games=12, size=8)
def a_large_follower_is_paid_twice(pay: Any, state: Any, settled: Any, committed: Any = ()) -> None:
    """A feature pays once for every unit that a follower weighs."""
    pay(state, settled, committed)
    pieces = [piece for _, piece in state.holders[state.find(settled[0])]]
    if any(state.rules.figures[state.figure(piece)].weight > 1 for piece in pieces):
        pay(state, settled, committed)


@planted(Table, "touched", found_by="counts, points", games=12, size=10)
def a_field_counts_a_city_twice(touched: Any, table: Any, segment: int, kind: int) -> list[int]:
    """A city counts as often as a field meets it."""
    found = []
    for member in table.members(segment):
        turned, base = table.board[table.cells[member]]
        found += [table.find(base + place) for place in turned.touching[member - base].get(kind, ())]
    return sorted(found)


# The end, and what is shown --------------------------------------------------------------------------


@planted(State, "occupied", found_by="last scoring", size=8)
def the_end_forgets_a_feature(occupied: Any, state: Any, kind: int) -> Any:
    """Of several features of a kind the last one is left out at the end."""
    found = occupied(state, kind)
    return found[:-1] if len(found) > 1 else found


@planted(ScoreFeatures, "run", found_by="last scoring")
def the_end_pays_twice(run: Any, step: Any, play: Any) -> None:
    """What is left at the end of the game is scored once more."""
    run(step, play)
    run(step, play)


@planted(GameView, "worth", found_by="points, worth, last scoring")
def worth_tells_only_the_first_reason(worth: Any, game: Any, segment: Any) -> Worth:
    """What a feature is said to be worth leaves out bonuses."""
    found = worth(game, segment)
    return Worth(found.items[:1], found.players, found.complete)


@planted(Game, "scores_if_ended", found_by="forecast")
def the_forecast_forgets_the_end(scores_if_ended: Any, game: Game) -> Any:
    """The score if the game ended now is the score of now."""
    return game.scores


@planted(Game, "scores_if_ended", found_by="questions")
def the_forecast_ends_the_game(scores_if_ended: Any, game: Game) -> Any:
    """Asking for the score if the game ended leaves the game in its last scoring."""
    found = scores_if_ended(game)
    game._state.ending = True
    return found
