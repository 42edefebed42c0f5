"""Games as data: the record of actions that is the game, positions to compare, and fingerprints."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import CarcassonneError, RecordError
from carcassonne.play.game import Game
from carcassonne.play.setup import Setup
from carcassonne.words.actions import CHANCE, Action, parse_action
from carcassonne.words.segments import SegmentNumber

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.play.state import State

FORMAT: Final = "carcassonne-game"
BEHAVIOUR: Final = 2
"""Grows whenever the same record would play differently; every record says which one it was made with."""
_MOST_ACTIONS: Final = 1_000_000
_FEATURES: Final = ("awards", "completed", "feature", "settling")
"""What steps bind that means features, whichever of their segments is named."""


def position_of(state: State) -> tuple[Any, ...]:
    """Everything that matters for what comes; equal however it came about."""
    rules = state.rules
    stock = tuple(state.stock) if state.fixed is None else state.fixed[state.fixed_at :]
    put_back = state.fixed is not None and any(state.stock)
    held = (("hands", *sorted(state.hands.items())),) if state.hands else ()
    place = state.first_place_of_segment
    return (
        tuple(
            (cell, turned.name, turned.turn) for cell, (turned, _) in sorted(state.board.items(), key=lambda i: i[0])
        ),
        tuple(sorted((place(segment), pieces) for segment, pieces in state.standing.items())),
        tuple(sorted((place(a), place(b)) for a, others in state.links.items() for b in others)),
        tuple(state.supply),
        (*state.totals, *sorted(state.track.items())),
        stock,
        tuple(sorted((token, _plain(state, holder), count) for (token, holder), count in state.tokens.items())),
        tuple(
            (block, at, _plain(state, with_features(state, bound)))
            for block, at, bound in (*state.stack, (state.block, state.at, state.bound))
        ),
        (
            state.active,
            state.drawn,
            None if state.new is None else state.new.cell,
            tuple(new.cell for new in state.laid),
        ),
        (
            tuple(sorted(state.stacks.items())),
            _plain(state, as_features(state, state.settled)),
            _plain(state, state.relinked),
        ),
        (
            tuple(attrs.astuple(part) for part in state.parts),
            tuple(sorted(state.fired)),
            state.stood,
            state.ending,
            state.over,
        ),
        (rules.names, tuple(sorted(rules.options.items()))),
        *held,
        *((("put back", tuple(state.stock)),) if put_back else ()),
    )


def with_features(state: State, bound: Mapping[str, Any]) -> dict[str, Any]:
    """What steps have bound, with the names that stand for features at hand canonical."""
    return {name: as_features(state, value) if name in _FEATURES else value for name, value in bound.items()}


def as_features(state: State, value: Any) -> Any:
    """A value in which segments stand for their features: each becomes the first segment of its feature."""
    if isinstance(value, SegmentNumber):
        return SegmentNumber(state.first_segment(value))
    return tuple(as_features(state, item) for item in value) if isinstance(value, tuple) else value


def _plain(state: State, value: Any) -> Any:
    """A value with segments named by their places, and mappings as sorted pairs."""
    if isinstance(value, SegmentNumber):
        return state.first_place_of_segment(value)
    if isinstance(value, Mapping):
        return tuple(sorted((name, _plain(state, item)) for name, item in value.items()))
    if isinstance(value, tuple):
        return tuple(_plain(state, item) for item in value)
    return value


def fingerprint_of(state: State) -> str:
    """Thirty-two hexadecimal digits that equal positions share in every process."""
    return blake2b(repr(position_of(state)).encode(), digest_size=16).hexdigest()


def game_to_dict(game: Game) -> dict[str, Any]:
    """The record of a game, ready for JSON."""
    return {
        "format": FORMAT,
        "behaviour": BEHAVIOUR,
        "rules": list(game.rules.names),
        "options": dict(game.rules.options),
        "players": list(game.players),
        "chance": "explicit" if game._explicit else "seeded",
        "seed": game._seed,
        "tiles": None if game._tiles is None else list(game._tiles),
        "table": None if game._setup is None else game._setup.to_dict(),
        "actions": [str(action) for action in game.history],
        "scores": list(game.scores),
        "fingerprint": game.fingerprint,
    }


def game_from_dict(rules: Ruleset, saved: Mapping[str, Any]) -> Game:
    """The game that a record says, at the same moment, with everything that can be taken back.

    Raises RecordError when the record is none, is of another behaviour or ruleset, or does not come out as it says.
    """
    replay = Replay.of(rules, saved)
    for number, text in enumerate(saved["actions"], 1):
        try:
            replay.play(parse_action(text))
        except CarcassonneError as error:
            raise RecordError(f"action {number}: {error}") from error
    game = replay.finish()
    check_outcome(game, saved)
    return game


def check_outcome(game: Game, saved: Mapping[str, Any]) -> None:
    """Raise RecordError where a game that was replayed does not come out as its record says."""
    if saved.get("fingerprint") not in (None, game.fingerprint) or saved.get("scores") not in (None, list(game.scores)):
        raise RecordError("the record does not come out as it says: it was changed, or made by other rules")


@attrs.define
class Replay:
    """A record that is played again, action by action: the game with all chance left to the record until `finish`."""

    game: Game
    seeded: bool
    _decided: list[Any] = attrs.field(factory=list)

    @classmethod
    def of(cls, rules: Ruleset, saved: Mapping[str, Any]) -> Replay:
        """The beginning of a record's game. Raises RecordError."""
        return cls(beginning(rules, saved), saved["chance"] == "seeded")

    def play(self, action: Action) -> None:
        """Play the next action. Raises IllegalActionError, and goes on as if nothing had been tried."""
        by_chance = self.game.player == CHANCE
        self.game.push(action)
        if not by_chance:
            self._decided.append(self.game._past[-1])

    def finish(self) -> Game:
        """The game as it was recorded; the generator decides about chance from now on where it did before."""
        game = self.game
        if self.seeded:
            game._past[:] = self._decided
            game._explicit = False
            game._legal = game._state.codes = None
            game._go_on()
        return game


def beginning(rules: Ruleset, saved: Mapping[str, Any]) -> Game:
    """The game of a record before its first action, with all chance left to the caller. Raises RecordError."""
    _check_head(rules, saved)
    table = saved.get("table")
    if isinstance(table, Mapping) and "position" in table:
        from carcassonne.play.resume import begin_at

        return begin_at(rules, table["position"])
    try:
        setup = None if table is None else Setup.from_dict(table)
        return Game.new(
            rules, saved["players"], seed=saved["seed"], chance="explicit", tiles=saved["tiles"], table=setup
        )
    except (CarcassonneError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RecordError(f"the record cannot begin: {error}") from error


def check_rules(rules: Ruleset, saved: Mapping[str, Any], what: str) -> None:
    """Raise RecordError where something saved is of other rules than these, or of other options."""
    if saved.get("rules") != list(rules.names):
        raise RecordError(
            f"the {what} is of the rules {repr(saved.get('rules'))[:300]}, these rules are {list(rules.names)!r}"
        )
    options = saved.get("options")
    if not isinstance(options, Mapping):
        raise RecordError(f"the {what} does not say its options")
    for name in (*rules.options, *options):
        if options.get(name) != rules.options.get(name):
            raise RecordError(
                f"the {what} has {repr(options.get(name))[:80]} for the option {str(name)[:80]!r}, "
                f"these rules have {rules.options.get(name)!r}"
            )


def check_form(saved: Any, expected: str, *, called: str, what: str) -> None:
    """Raise RecordError unless a saved game or position is of a form and a behaviour that this version plays."""
    if not isinstance(saved, Mapping) or saved.get("format") != expected:
        raise RecordError(f"this is no {called}: expected 'format': '{expected}'")
    if type(saved.get("behaviour")) is not int or saved["behaviour"] != BEHAVIOUR:
        raise RecordError(
            f"the {what} is of behaviour {repr(saved.get('behaviour'))[:80]}, "
            f"this version plays behaviour {BEHAVIOUR}: use the version that wrote it"
        )


def _check_head(rules: Ruleset, saved: Any) -> None:
    check_form(saved, FORMAT, called="record of a game", what="record")
    check_rules(rules, saved, "record")
    if saved.get("chance") not in ("seeded", "explicit") or not isinstance(saved.get("players"), list):
        raise RecordError("the record does not say its players and its chance")
    if "seed" not in saved or not isinstance(saved.get("tiles", ""), list | None):
        raise RecordError("the record does not say its seed and its tiles")
    actions = saved.get("actions")
    if not isinstance(actions, list) or len(actions) > _MOST_ACTIONS:
        raise RecordError("the record has no list of actions")
