"""Laws that count the table again from the drawings and compare: what the engine keeps up to date step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne.testing.interpreting import Interpreter, Unknown
from carcassonne.testing.lawbook import NOT_HERE, law
from carcassonne.testing.recount import fitting, recount
from carcassonne.testing.written_ties import majority_of, points_of
from carcassonne.words.actions import Place
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game


@law("features", often=0.12)
def features(game: Game) -> None:
    """Features are what a flood fill over the table finds, and each segment is in one of them.

    The engine joins and cuts as tiles are laid; the flood fill knows no history.
    """
    again = recount(game)
    named = {segment for x, y in game.table for segment in game.segments(x, y)}
    assert named == set(again.pieces), f"segments differ: {_few(named ^ set(again.pieces))}"
    for members in again.members.values():
        wanted = tuple(sorted(members))
        for segment in {wanted[0], wanted[-1]}:
            found = game.feature(segment)
            assert found == wanted, f"the feature of {segment} is {_few(found)}, but {_few(wanted)} hang together"


@law("counts", often=0.12)
def counts(game: Game) -> None:
    """Tiles, open ends, symbols and completeness of every feature are what counting again gives.

    A symbol lost on a turn, a tile counted twice and a feature complete one neighbour short all show here.
    """
    state, rules = game._state, game.rules
    again = recount(game)
    for feature in again.features:
        first = feature.segments[0]
        number = state.segment_number(first)
        assert number is not None, f"there is no {first}"
        found = (state.tiles_of(number), state.open_ends(number), state.is_complete(number))
        wanted = (feature.tiles, feature.ends, feature.complete)
        assert found == wanted, f"(tiles, open ends, complete) of {first} are {found}, counted again {wanted}"
        symbols = dict(feature.symbols)
        for name in rules.counters.symbols:
            count = state.count_of(number, rules.counters.place(name))
            assert count == symbols.get(name, 0), f"{first} has {count} {name}, counted again {symbols.get(name, 0)}"
        if again.pictures.is_gap(feature.kind):
            along = again.touched(feature)
            for kind, kind_name in enumerate(rules.kinds.names):
                there = {again.root(state.segment(root)) for root in state.touched(number, kind)}
                wanted_here = {segment for segment in along if segment.kind == kind_name}
                assert len(state.touched(number, kind)) == len(there), f"{first} touches a {kind_name} twice"
                assert there == wanted_here, f"{first} touches {_few(there)}, counted again {_few(wanted_here)}"


@law("majority", often=0.3)
def majority(game: Game) -> object:
    """Everybody with most strength on a feature has the majority, ties included, and nobody else has.

    Counted again from the figures on the table, weights that are expressions included, less those whom a written tie
    leaves out: a tie that pays nobody where no rule says so is the oldest fault there is.
    """
    if not game.figures:
        return NOT_HERE
    state, again = game._state, recount(game)
    interpreter = Interpreter(game, again) if game.rules.weighs or game.rules.ties else None
    for feature in again.features if interpreter is None else interpreter.features:
        number = state.segment_number(feature.segments[0])
        assert number is not None
        if any(feature.strengths) or state.majority(number):
            found = tuple(state.majority(number))
            wanted = feature.majority if interpreter is None else majority_of(interpreter, feature)
            assert found == wanted, (
                f"majority on {feature.segments[0]}: players {found}, strengths are {feature.strengths}"
            )
    return None


@law("points", often=0.3)
def points(game: Game) -> object:
    """What a feature is worth is what its written formula gives, read word by word and counted from the drawings.

    Replacement, additions and operations are applied in the order in which the rules have them; formulas with
    words that only the engine knows are left out.
    """
    if not game.figures:
        return NOT_HERE
    again = recount(game)
    interpreter = Interpreter(game, again)
    asked = False
    for feature in interpreter.features:
        if not any(feature.strengths):
            continue
        worth = game.worth(feature.segments[0])
        try:
            best = worth.players or majority_of(interpreter, feature) or feature.majority
            wanted = points_of(interpreter, feature, best[0])
        except Unknown:
            continue
        asked = True
        assert worth.points == wanted, (
            f"{feature.segments[0]} is worth {worth.points}, its formula makes {wanted}: "
            + ", ".join(map(str, worth.items))
        )
    return None if asked else NOT_HERE


@law("placements", often=0.5)
def placements(game: Game) -> object:
    """Where a tile may be laid is what trying every place in every turn finds, less what a rule forbids.

    The engine keeps tables of what fits where; trying knows only edges.
    """
    if game.about != "place" or game.drawn_tile is None:
        return NOT_HERE
    tile = game.drawn_tile
    number = game.rules.tiles.numbers[tile]
    same, vetoes = game.rules.tiles.same[number], game.rules.place_vetoes[number]
    listed = {action for action in game.legal_actions if isinstance(action, Place)}
    assert all(action.tile == tile for action in listed), "another tile than the drawn one is on offer"
    found = {(action.x, action.y, action.turned) for action in listed}
    tried = {(x, y, same[turn]) for x, y, turn in fitting(game, tile)}
    assert found <= tried, f"{tile} does not fit at {_few(found - tried)}"
    for x, y, turn in sorted(tried - found):
        reason = game.why_not(Place(tile, x, y, turn)) or "it is on offer"
        assert vetoes and "the rule «" in reason, f"{tile} fits at {x},{y} turned {turn}, but is not on offer: {reason}"
    return None


def _few(things: object) -> str:
    """Some of many things in short."""
    assert isinstance(things, set | tuple | frozenset)
    listed = sorted(things, key=lambda thing: thing.key if isinstance(thing, Segment) else thing)
    more = ", …" if len(listed) > 6 else ""
    return ", ".join(map(str, listed[:6])) + more if listed else "nothing"
