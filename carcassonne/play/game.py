"""The game that callers hold: legal actions, push and pop, scores, copies."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from carcassonne.errors import EmptyHistoryError, IllegalActionError, OptionError
from carcassonne.language.steps import Ask
from carcassonne.play.legal import LegalActions
from carcassonne.play.log import Events
from carcassonne.play.setup import Setup, begin
from carcassonne.play.state import State
from carcassonne.play.view import GameView
from carcassonne.words.actions import CHANCE, Action, Choose, is_well_formed

if TYPE_CHECKING:
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.play.saved import Resumed


_MOST_COMPARED: Final = 200


class Game(GameView):
    """A game under a ruleset: a tree of actions, chance included.

    >>> import carcassonne
    >>> game = carcassonne.load_rules("base").new_game(players=2, seed=7)
    >>> game.player, len(game.legal_actions) > 0
    (0, True)
    """

    __slots__ = ("_explicit", "_legal", "_moments", "_past", "_seed", "_setup", "_step", "_taken", "_tiles")

    def __init__(
        self,
        rules: Ruleset,
        state: State,
        names: tuple[str, ...],
        *,
        explicit: bool,
        seed: int,
        tiles: tuple[str, ...] | None,
        setup: Setup | Resumed | None,
    ) -> None:
        self.rules = rules
        self._state = state
        self._names = names
        self._explicit = explicit
        self._seed, self._tiles, self._setup = seed, tiles, setup
        self._past: list[tuple[Any, int, int]] = []  # for each push the mark before it, the actions and the moment then
        self._taken: list[Action] = []
        self._legal: LegalActions | None = None
        self._moments = 0
        self._step: Ask | None = None

    @classmethod
    def new(
        cls,
        rules: Ruleset,
        players: int | Sequence[str],
        *,
        seed: int,
        chance: str,
        tiles: Sequence[str] | None,
        table: Setup | None,
    ) -> Game:
        """Start a game: see `Ruleset.new_game`."""
        names = _player_names(players)
        if chance not in ("seeded", "explicit"):
            raise OptionError(f"chance is {chance!r}, expected 'seeded' or 'explicit'")
        if not _is_whole(seed) or not 0 <= seed < 1 << 64:
            raise OptionError("the seed is a whole number from 0 to 2 ** 64 - 1")
        state = begin(rules, len(names), seed=seed, tiles=tiles, setup=table, names=names)
        game = cls(
            rules,
            state,
            names,
            explicit=chance == "explicit",
            seed=seed,
            tiles=None if tiles is None else tuple(tiles),
            setup=table,
        )
        game._go_on()
        return game

    # Who decides, and what -------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The index of who decides now, or CHANCE; when the game is over, of who had the last turn."""
        step = self._step
        return self._state.active if step is None else step.who(self._state)

    @property
    def about(self) -> str:
        """What the decision is about: "draw", "place", "action" or the name of a rule; "" when the game is over."""
        step = self._step
        return "" if step is None else step.about or step.source

    @property
    def active_player(self) -> int:
        """The index of the player whose turn it is, whoever decides now."""
        return self._state.active

    @property
    def legal_actions(self) -> LegalActions:
        """Everything that may be done now, sorted; empty when the game is over."""
        if self._legal is None:
            step, state = self._step, self._state
            if step is not None and state.codes is None:
                state.codes = step.codes(state)
            self._legal = LegalActions(state, step, () if step is None else state.codes or ())
        return self._legal

    @property
    def chances(self) -> tuple[tuple[Action, int], ...]:
        """While chance decides: every outcome with its weight. Empty at other times."""
        step = self._step
        if step is None or self.player != CHANCE:
            return ()
        legal = self.legal_actions
        return tuple(zip(legal, step.weights(self._state, list(legal.codes)), strict=True))

    @property
    def drawn_tile(self) -> str | None:
        """The name of the tile that waits to be placed."""
        return None if self._state.drawn < 0 else self.rules.tiles.names[self._state.drawn]

    # Playing ---------------------------------------------------------------------------------

    def push(self, action: Action) -> None:
        """Play an action, and go on to the next decision.

        Raises IllegalActionError and changes nothing when it is not on offer.

        Raises RulesError, and changes nothing either, where the rules in play go round without end.
        """
        state, step, legal = self._state, self._step, self._legal
        listed = action
        code = None if legal is None else legal.made_of(action)
        if code is None and step is not None and is_well_formed(action):
            code = step.find(state, self.as_listed(action))
            listed = action if code is None else step.action(state, code)
        if code is None or step is None:
            raise IllegalActionError(action, self._reason(action))
        self._past.append((state.mark(), len(self._taken), state.moment))
        self._moments += 1
        state.moment = self._moments
        self._taken.append(listed)
        if self._explicit and step.who(state) == CHANCE:
            state.draws += 1
        self._legal = state.codes = None
        state.calls = 0
        try:
            step.take(state, code)
            self._go_on()
        except BaseException:
            self.pop()
            raise

    def pop(self) -> Action:
        """Take the last push back, with the chance that followed it, and return its action.

        Raises EmptyHistoryError when nothing was pushed.
        """
        if not self._past:
            raise EmptyHistoryError("nothing has been played that could be taken back")
        mark, actions, moment = self._past.pop()
        action = self._taken[actions]
        del self._taken[actions:]
        self._state.restore(mark)
        self._state.moment = moment
        self._step = self._waiting()
        self._legal = None
        return action

    def _go_on(self) -> None:
        """Carry out steps until somebody must decide, or nothing is left."""
        state = self._state
        while (step := state.next_asking()) is not None:
            if self._explicit or step.who(state) != CHANCE:
                break
            self._take_chance(step)
        self._step = step

    def _take_chance(self, step: Ask) -> None:
        """Let the seeded generator choose."""
        state = self._state
        code = step.sample(state)
        self._taken.append(step.action(state, code))
        state.codes = None
        step.take(state, code)

    def _waiting(self) -> Ask | None:
        """The step that asks in the present state."""
        state = self._state
        if state.over:
            return None
        step = self.rules.blocks[state.block][state.at]
        assert isinstance(step, Ask)
        return step

    def why_not(self, action: Action) -> str | None:
        """Why an action is not on offer, with the id of the rule; None when it is."""
        return None if action in self.legal_actions else self._reason(action)

    def _reason(self, action: object) -> str:
        step = self._step
        if step is None:
            return "the game is over"
        if not isinstance(action, Action):
            return f"{type(action).__name__} is no action"
        if not is_well_formed(action):
            return f"{type(action).__name__} with parts of wrong types"
        found = step.why_not(self._state, self.as_listed(action))
        if found is None:
            who = "chance" if self.player == CHANCE else self._names[self.player]
            return f"not on offer: {who} decides about {self.about} now{self._nearest(action)}"
        reason, rule = found
        return f"{reason} ({rule})" if rule else reason

    def _nearest(self, action: Action) -> str:
        """What is on offer and reads most like a choice that is not, for a message."""
        legal, text = self.legal_actions, str(action)
        if not isinstance(action, Choose) or len(legal) > _MOST_COMPARED:
            return ""
        texts = [str(action) for action in legal]
        near = get_close_matches(text, texts, n=3, cutoff=0.3) or texts[:3]
        more = ", …" if len(texts) > len(near) else ""
        return f" ({', '.join(map(repr, near))}{more})" if near else ""

    def as_listed(self, action: Action) -> Action:
        """The form in which `legal_actions` lists an action.

        Of turns in which a tile looks the same it is the first; the only segment of its kind on a tile has no number.
        """
        return self._state.as_listed(action)

    # What has come of it ---------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether everything is played and scored."""
        return self._state.over

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every player."""
        return self._state.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The indices of those with most points, once the game is over; until then nobody."""
        return self._state.winners() if self._state.over else ()

    @property
    def events(self) -> Events:
        """What happened so far: typed records, oldest first."""
        return Events(self._state)

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action so far, those of chance included: replaying them needs no seed."""
        return tuple(self._taken)

    def __len__(self) -> int:
        """How many pushes can be taken back."""
        return len(self._past)

    def __bool__(self) -> bool:
        return True

    def scores_if_ended(self) -> tuple[int, ...]:
        """The points of every player if the game ended now, without playing what is left of this turn.

        Where a rule asks somebody at the end, the first of what may be chosen is taken.
        """
        if self.is_over:
            return self.scores
        state = self._state
        mark, codes = state.mark(), state.codes
        state.leave_paid()
        state.block, state.at, state.bound, state.stack = self.rules.final, 0, {}, ()
        state.ending = True
        state.calls = 0
        try:
            while (step := state.next_asking()) is not None:
                first = (state.codes or step.codes(state))[0]
                state.codes = None
                step.take(state, first)
            return state.scores
        finally:
            state.restore(mark)
            state.codes = codes

    # Copies, comparison, saving --------------------------------------------------------------

    def copy(self) -> Game:
        """The same game, to be played on by itself; its pushes can be taken back too."""
        other = Game(
            self.rules,
            self._state.copy(),
            self._names,
            explicit=self._explicit,
            seed=self._seed,
            tiles=self._tiles,
            setup=self._setup,
        )
        other._past = self._past.copy()
        other._moments = self._moments
        other._step = self._step
        other._taken = self._taken.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(
            "a game cannot be pickled: save its to_dict(), and load that with game_from_dict of the same rules"
        )

    def position(self) -> tuple[Any, ...]:
        """Everything that matters for what comes, in a form that does not depend on how it came about."""
        from carcassonne.play.records import position_of

        return position_of(self._state)

    @property
    def fingerprint(self) -> str:
        """A short text that is the same for equal positions in every process."""
        from carcassonne.play.records import fingerprint_of

        return fingerprint_of(self._state)

    def __eq__(self, other: object) -> bool:
        """Whether rules, players and position are the same; how they came about does not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            (
                self.rules is other.rules
                or (self.rules.options == other.rules.options and self.rules.names == other.rules.names)
            )
            and self._names == other._names
            and self.position() == other.position()
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The whole game, ready for JSON: rules, options, players, chance and every action. See `game_from_dict`."""
        from carcassonne.play.records import game_to_dict

        return game_to_dict(self)

    def __str__(self) -> str:
        from carcassonne.report.board import board_text

        return board_text(self)

    def _repr_svg_(self) -> str | None:
        try:
            from carcassonne.draw import position

            return position(self, size=70).svg
        except ImportError:
            return None

    def __repr__(self) -> str:
        state = (
            "over" if self.is_over else f"{self.about} by {'chance' if self.player < 0 else self._names[self.player]}"
        )
        return f"<Game {dict(zip(self._names, self.scores, strict=True))}, {len(self._state.board)} tiles, {state}>"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _player_names(players: Any) -> tuple[str, ...]:
    if _is_whole(players):
        if not 1 <= players <= 6:
            raise OptionError(f"{players} players: between 1 and 6 can play, one for each colour")
        return ("blue", "red", "green", "yellow", "black", "pink")[:players]
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise OptionError(f"players is {players!r}, expected a number or a list of names")
    names = tuple(players)
    if not all(isinstance(name, str) and name.strip() for name in names) or len(set(names)) != len(names):
        raise OptionError(f"players are {list(names)!r}, expected different names")
    if not 1 <= len(names) <= 6:
        raise OptionError(f"{len(names)} players: between 1 and 6 can play, one for each colour")
    return names
