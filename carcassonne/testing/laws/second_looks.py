"""Laws that look a second time: at what is told, what the end pays, and what may be drawn and stood."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from carcassonne.play.resume import game_from_position
from carcassonne.play.saved import position_to_dict
from carcassonne.read.definitions import FigureKind, Value
from carcassonne.testing.interpreting import Interpreter, Unknown
from carcassonne.testing.lawbook import NOT_HERE, Step, law
from carcassonne.testing.laws.moments import assert_equal_now, left_in_stock
from carcassonne.testing.recount import Recount, fitting, recount
from carcassonne.testing.sources import is_from_the_beginning, setup_given
from carcassonne.words.actions import Action, Stand
from carcassonne.words.events import (
    Award,
    Completed,
    Discarded,
    HandChanged,
    Moved,
    Placed,
    Returned,
    Stood,
    StoodBeside,
    TokenMoved,
)
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

SEED = 11
PUSHES = 24


@law("told", of="step")
def told(step: Step) -> object:
    """Figures, tokens and tiles in hand are where the events of the game say that they went.

    What moves without being told cannot be shown, and a figure that is told to go home and stays is worse.
    """
    figures: Counter[tuple[Segment, str, int | None]] = Counter()
    tokens: Counter[tuple[str, str]] = Counter()
    hands: Counter[tuple[int, str]] = Counter()
    for event in step.events:
        if isinstance(event, HandChanged):
            hands[event.player, event.tile] += event.count
        if isinstance(event, Stood | Moved):
            figures[event.segment, event.figure, event.player] += 1
        if isinstance(event, Returned):
            figures[event.segment, event.figure, event.player] -= 1
        if isinstance(event, Moved):
            figures[event.origin, event.figure, event.player] -= 1
        if isinstance(event, TokenMoved):
            holder = step.after.players[event.holder] if isinstance(event.holder, int) else event.holder
            tokens[holder, event.token] += event.count
    _as_told(figures, Counter(step.before.figures), Counter(step.after.figures), "figures")
    held = [Counter({(who, kind): n for who, kind, n in game.tokens}) for game in (step.before, step.after)]
    _as_told(tokens, held[0], held[1], "tokens")
    if step.after.rules.given or any(isinstance(event, HandChanged) for event in step.after.events):
        _as_told(hands, _held(step.before), _held(step.after), "tiles in hand")
    _beside_as_told(step)
    return None if step.events else NOT_HERE


def _held(game: Game) -> Counter[tuple[int, str]]:
    return Counter((player, tile) for player in range(len(game.players)) for tile in game.hand(player))


def _as_told(moved: Counter[Any], before: Counter[Any], after: Counter[Any], what: str) -> None:
    for key in dict.fromkeys((*before, *after, *moved)):
        told, found = moved[key], after[key] - before[key]
        named = ", ".join(map(str, key)) if isinstance(key, tuple) else key
        assert told == found, f"{what} ({named}) changed by {found}, told was {told}"


def _beside_as_told(step: Step) -> None:
    spaces = {(event.player, event.figure): event.space for event in step.events if isinstance(event, StoodBeside)}
    for (player, kind), space in spaces.items():
        if player is not None:
            found = step.after.track[step.after.players[player]].get(kind)
            assert found == space, f"the {kind} is told to be on the space {space} of the track, and is on {found}"


@law("progress", of="step", often=0.3)
def progress(step: Step) -> None:
    """Every action changes the position: nothing can be done again and again.

    A choice that leads back to itself is a game that need not end, and there are players who would use it.
    """
    assert step.before.position() != step.after.position(), f"after «{step.action}» everything is as before"


@law("noticed", of="step")
def noticed(step: Step) -> object:
    """What the tile just laid has completed is told to be completed, before the next tile is drawn.

    A feature that is complete and not noticed is never paid, and whoever stands there waits for ever.
    """
    before, after = step.before, step.after
    if before.about not in ("place", "action") or (after.about != "draw" and not after.is_over):
        return NOT_HERE
    completed = [event.segment for event in step.events if isinstance(event, Completed)]
    laid = [(event.x, event.y) for event in step.events if isinstance(event, Placed)]
    new = before._state.new
    cells = laid or ([] if new is None else [before.rules.place_of(new.cell)])
    asked = False
    for cell in cells[:1]:
        for segment in after.segments(*cell):
            if after.worth(segment).complete:
                asked = True
                there = after.feature(segment)
                assert any(each in there for each in completed), f"{segment} is complete, but nothing came of it"
    return None if asked else NOT_HERE


@law("last scoring", of="step")
def last_scoring(step: Step) -> object:
    """At the end every feature that is then scored pays what `worth` says of it, to everybody it names, once.

    What is forgotten or paid twice in the last scoring is seen by nobody: the game is over.
    """
    if not step.after.is_over:
        return NOT_HERE
    game = step.after
    final = [event for event in step.events if isinstance(event, Award) and event.final and event.segment]
    asked, apart = False, _awarded_apart(game.rules)
    again = recount(game)
    for feature in Interpreter(game, again).features if game.rules.weighs else again.features:
        if feature.kind not in _scored_at_the_end(game.rules) or not any(feature.strengths):
            continue
        if game.rules.ties and len(feature.majority) > 1:
            continue  # what tells them apart may have changed since
        first, there = feature.segments[0], set(feature.segments)
        worth = game.worth(first)
        paid = [event for event in final if event.segment in there]
        if any({item.rule for item in event.items} <= apart for event in paid):
            continue  # for something else that is there
        asked = True
        assert sorted(event.player for event in paid) == list(worth.players), (
            f"{first} is worth {worth.points} to players {worth.players}, at the end it paid "
            f"{[event.player for event in paid]}"
        )
        for event in paid[:1]:
            assert event.items == worth.items, f"{first} is worth {worth.items}, at the end it paid {event}"
    return None if asked else NOT_HERE


def _scored_at_the_end(rules: Ruleset) -> set[str]:
    """The kinds of features of which the rules say at the end: score features."""
    steps = [step for phase in rules.definitions.final if phase.condition is None for step in phase.steps]
    named: set[str] = set()
    for step in steps:
        if step.verb == "score features" and step.argument is not None and step.condition is None:
            value = step.argument.value
            named |= {str(getattr(item, "value", item)) for item in (value if isinstance(value, tuple) else (value,))}
    return named


def _awarded_apart(rules: Ruleset) -> set[str]:
    """The rule ids of what steps at the end award by themselves, such as for a figure that claims nothing."""
    found: set[str] = set()
    steps = [step for phase in rules.definitions.final for step in phase.steps]
    waiting: list[object] = [{step.verb: step.argument} for step in steps]
    while waiting:
        value = waiting.pop()
        value = value.value if isinstance(value, Value) else value
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, Mapping):
            waiting += value.values()
            award = value.get("award")
            if isinstance(award, Value) and isinstance(award.value, Mapping):
                rule = award.value.get("rule")
                found.add(str(rule.value) if isinstance(rule, Value) else "")
    return found


@law("stands", often=0.5)
def stands(game: Game) -> object:
    """A figure can be put on the new tile exactly where its kind, its supply and its condition let it stand.

    The condition is read word by word and asked of the table counted again: *unclaimed*, most of all.
    """
    state = game._state
    if game.about != "action" or state.new is None or not _stands_are_on_offer(game):
        return NOT_HERE
    again = recount(game)
    interpreter = Interpreter(game, again)
    listed = {action for action in game.legal_actions if isinstance(action, Stand)}
    supply = game.supply(game.player)
    vetoed = bool(game.rules.stand_vetoes[state.new.turned.tile])
    cell = game.rules.place_of(state.new.cell)
    for kind in game.rules.definitions.figures:
        for segment in game.segments(*cell):
            wanted = bool(supply.get(kind.name)) and _may_stand(kind, segment, interpreter, again, game.player)
            if wanted is None or (wanted and vetoed):
                continue
            found = Stand(kind.name, segment) in listed
            assert found == wanted, f"{kind.name} on {segment} is {'' if found else 'not '}on offer"
    return None


def _stands_are_on_offer(game: Game) -> bool:
    return bool(getattr(game._step, "stand", ""))


def _may_stand(
    kind: FigureKind, segment: Segment, interpreter: Interpreter, again: Recount, player: int
) -> bool | None:
    """Whether a kind of figure may stand on a segment; None where only the engine knows."""
    if segment.kind not in {each for name in kind.stands_on for each in interpreter.groups.get(name, (name,))}:
        return False
    if kind.condition is None:
        return True
    try:
        return bool(interpreter.number(kind.condition, interpreter.by_root[again.root(segment)], player))
    except Unknown:
        return None


@law("discards", of="step")
def discards(step: Step) -> object:
    """A drawn tile leaves the game only where it fits nowhere.

    Trying every place in every turn says so, where no rule forbids placements of it.
    """
    asked = False
    for event in step.events:
        if (
            isinstance(event, Discarded)
            and not step.after.rules.place_vetoes[step.after.rules.tiles.numbers[event.tile]]
        ):
            asked = True
            fits = sorted(fitting(step.after, event.tile))
            assert not fits, f"{event.tile} left the game, but fits at {fits[0][0]},{fits[0][1]} turned {fits[0][2]}"
    return None if asked else NOT_HERE


@law("draws", often=0.3)
def draws(game: Game) -> object:
    """What is drawn is one of the tiles that are left, every copy as likely as every other.

    As many as the rules have, less those on the table and in hand, and those that have left the game.
    """
    if not game.chances or game.about != "draw" or game._tiles is not None or not is_from_the_beginning(game):
        return NOT_HERE
    if setup_given(game) is not None:
        return NOT_HERE
    rules = game.rules
    left = left_in_stock(game)
    for action, weight in game.chances:
        tile = getattr(action, "tile", "")
        assert weight == left[tile] > 0, f"{tile} is drawn with weight {weight}, but {left[tile]} are left"
    if len(rules.piles) == 1:
        offered = {getattr(action, "tile", "") for action, _ in game.chances}
        missing = sorted(name for name, count in left.items() if count > 0 and name not in offered)
        assert not missing, f"{missing[0]} is left and cannot be drawn"
    return None


@law("positions", often=0.03)
def positions(game: Game) -> object:
    """A position that is saved as JSON and gone on from is the same position with the same choices.

    It carries no history: all that matters must be in it, connections, tokens and what waits to be decided.
    """
    if game.is_over:
        return NOT_HERE
    other = game_from_position(game.rules, json.loads(json.dumps(position_to_dict(game))))
    assert_equal_now(game, other)
    return None


@law("chance", of="rules")
def chance(rules: Ruleset) -> None:
    """A seed and the same choices give the same game, and a push that is taken back meets the same chance again.

    A draw from anywhere but the game's own generator makes records, hints and undo lie.
    """
    games = [rules.new_game(2, seed=SEED) for _ in range(2)]
    choose = random.Random(SEED)
    for _ in range(PUSHES):
        if games[0].is_over:
            break
        action: Action = games[0].legal_actions[choose.randrange(len(games[0].legal_actions))]
        for game in games:
            game.push(action)
        assert games[0].history == games[1].history, f"after «{action}» two games of one seed differ"
        was = games[0].history
        games[0].pop()
        games[0].push(action)
        assert games[0].history == was, f"«{action}», taken back and played again, is followed by other chance"
