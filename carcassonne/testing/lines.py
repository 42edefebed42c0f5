"""A line of play: rules, a position and what is played from it. It can be played again, cut, and written down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.play.setup import Setup
from carcassonne.report.events import event_text
from carcassonne.testing.lawbook import Step, push
from carcassonne.testing.sources import Source, setup_given, shown_name
from carcassonne.words.actions import CHANCE, Action, Draw, Pass, Place
from carcassonne.words.events import Discarded, HandChanged, PutBack

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

COLOURS: Final = ("blue", "red", "green", "yellow", "black", "pink")
MOST_REPAIRS: Final = 12


@attrs.frozen
class Line:
    """What was played. Draws are in `actions` only where placing a tile does not say which was drawn.

    That is so where tiles were in hand, or put back, or left the game, or where a draw is the last that happened.

    rest: the tiles that are still drawn after what is played, where the order of draws is fixed; None where the
    stock is that of the rules.
    """

    source: Source
    players: tuple[str, ...]
    actions: tuple[Action, ...] = ()
    rest: tuple[str, ...] | None = None
    setup: Setup | None = None

    @property
    def size(self) -> tuple[int, ...]:
        """How much there is to read: things done or set up, then what is around them."""
        table = self.setup
        there = 0 if table is None else len(table.tiles) + len(table.figures) + len(table.tokens) + len(table.scores)
        around = len(self.source.names) + len(self.source.options) + len(self.players)
        done = sum(not isinstance(action, Pass | Draw) for action in self.actions)
        return done + there, len(self.actions), around, len(self.rest or ()), table is not None

    @property
    def says_draws(self) -> bool:
        """Whether draws are among the actions."""
        return any(isinstance(action, Draw) for action in self.actions)

    @property
    def drawn(self) -> list[str]:
        """The tiles that are drawn for what is played, in order."""
        telling = Draw if self.says_draws else Place
        return [action.tile for action in self.actions if isinstance(action, telling)]

    def without_draws(self) -> Line:
        """The line that leaves it to placements which tiles are drawn."""
        return attrs.evolve(self, actions=tuple(action for action in self.actions if not isinstance(action, Draw)))

    def new_game(self, rules: Ruleset) -> Game:
        """The game before the first action."""
        tiles = None
        if self.rest is not None:
            tiles = [*self.drawn, *self.rest]
        return rules.new_game(self.players, chance="explicit", tiles=tiles, table=self.setup)


def line_of(source: Source, game: Game, *, with_draws: bool = False) -> Line:
    """The line of a game that has been played with explicit chance; draws are in it where they must be, or if asked."""
    told = with_draws or any(isinstance(event, HandChanged | PutBack | Discarded) for event in game.events)
    actions = tuple(action for action in game.history if told or not isinstance(action, Draw))
    rest = None
    if game._tiles is not None:
        drawn = min(sum(isinstance(action, Draw) for action in game.history), len(game._tiles))
        rest = game._tiles[drawn:]
    return Line(source, game.players, actions, rest, setup_given(game))


def line_up_to(source: Source, game: Game) -> Line:
    """The line of a game up to its last action, be it a draw."""
    return line_of(source, game, with_draws=any(isinstance(action, Draw) for action in game.history[-1:]))


def steps_of(game: Game, actions: Sequence[Action], tried: list[Action] | None = None) -> Iterator[Step]:
    """Play actions as far as they are on offer, with whatever must be decided between them. Raises what a push raises.

    What is not on offer is left out. Where a placement is wanted and something else is asked, it is passed. What is
    about to be pushed goes to `tried`.
    """
    for wanted in actions:
        for _ in range(MOST_REPAIRS):
            action, is_wanted = _next(game, wanted)
            if action is None:
                break
            before = game.copy()
            if tried is not None:
                tried.append(action)
            push(game, action)
            yield Step(before, action, game)
            if is_wanted:
                break


def _next(game: Game, wanted: Action) -> tuple[Action | None, bool]:
    """What to play on the way to an action, and whether it is that action; None where there is no way."""
    legal = game.legal_actions
    if not len(legal):
        return None, False
    meant = legal.meant(wanted)
    if meant is not None:
        return meant, True
    if game.player == CHANCE:
        if isinstance(wanted, Place) and Draw(wanted.tile) in legal:
            return Draw(wanted.tile), False
        is_draw = isinstance(legal[0], Draw)
        return (None if is_draw and len(legal) > 1 else legal[0]), False
    if isinstance(wanted, Place | Draw) and game.about != "place":
        return (Pass() if Pass() in legal else legal[0]), False
    return None, False


def play_to_the_end(game: Game, most: int) -> Iterator[Step]:
    """Play on by passing, or the first of what is on offer, until the game is over."""
    for _ in range(most):
        if game.is_over:
            return
        legal = game.legal_actions
        action = Pass() if Pass() in legal else legal[0]
        before = game.copy()
        game.push(action)
        yield Step(before, action, game)


def setup_of(game: Game) -> Setup | None:
    """The position of a game as something to begin from; None in the middle of a turn, or where it cannot be said."""
    if game.is_over or game.parts_waiting or game.drawn_tile is not None or game.about == "action":
        return None
    holders: list[tuple[str | tuple[int, int], str, int]] = []
    for holder, kind, count in game.tokens:
        if holder not in game.players and " at " in holder:
            return None
        cell = holder.split(",")
        holders.append((holder if holder in game.players else (int(cell[0]), int(cell[1])), kind, count))
    names = game.players
    held = {name: game.hand(player) for player, name in enumerate(names)}
    track = game.track
    plain = {name: places for name, places in track.items() if any(places.values())}
    several = game.rules.markers > 1 or any(len(places) > 1 for places in track.values())
    return Setup(
        tiles=tuple((name, x, y, turned) for (x, y), (name, turned) in game.table.items()),
        figures=tuple((None if who is None else names[who], kind, at) for at, kind, who in game.figures),
        scores={} if several else {name: sum(places.values()) for name, places in plain.items()},
        track=plain if several else {},
        to_move=names[game.active_player] if game.active_player else "",
        tokens=tuple(holders),
        connections=game.connections,
        hands=held if any(held.values()) or game.rules.dealing >= 0 or game.rules.given else None,
    )


# Written down ------------------------------------------------------------------------------------


def scenario_text(
    line: Line, rules: Ruleset, title: str, *, laws: Sequence[str] = (), comment: str = "", folder: Path | None = None
) -> str:
    """The line as a scenario file. laws: those that must hold on the way; without any the scores are expected."""
    keys = [f"# {part}" for part in comment.splitlines()]
    keys.append(f"scenario: {quoted(title)}")
    keys.append(f"rules: [{', '.join(quoted(shown_name(name, folder or Path.cwd())) for name in line.source.names)}]")
    if line.source.options:
        keys += ["options:", *(f"  {name}: {quoted(value)}" for name, value in line.source.options)]
    if line.players != COLOURS[:2]:
        known = line.players == COLOURS[: len(line.players)]
        keys.append(f"players: {len(line.players)}" if known else f"players: [{', '.join(line.players)}]")
    if line.setup is not None:
        keys += _position(line.setup)
    game = line.new_game(rules)
    if line.rest is not None:
        keys.append(f"draws: [{', '.join(quoted(tile) for tile in game._tiles or ())}]")
    keys.append("rotations: none")
    if laws:
        keys.append(f"laws: [{', '.join(map(quoted, laws))}]")
    keys += _play(line, game)
    if not laws:
        scores = ", ".join(f"{name}: {points}" for name, points in zip(game.players, game.scores, strict=True))
        keys += ["expect:", f"  scores: {{{scores}}}"]
    return "\n".join(keys) + "\n"


def _position(setup: Setup) -> list[str]:
    keys = ["table:", *(f"  - {quoted(f'{tile} at {x},{y} turned {turn}')}" for tile, x, y, turn in setup.tiles)]
    if setup.figures:
        figures = [f"{kind} on {at}" if who is None else f"{who} {kind} on {at}" for who, kind, at in setup.figures]
        keys += ["figures:", *(f"  - {quoted(figure)}" for figure in figures)]
    if setup.connections:
        keys += ["connections:", *(f"  - {quoted(f'{one}; {other}')}" for one, other in setup.connections)]
    keys += _mapping("scores", setup.scores)
    keys += _mapping("track", setup.track)
    keys += _mapping("hands", {name: f"[{', '.join(tiles)}]" for name, tiles in (setup.hands or {}).items()})
    tokens: dict[str, dict[str, int]] = {}
    for holder, kind, count in setup.tokens:
        name = holder if isinstance(holder, str) else f"{holder[0]},{holder[1]}"
        tokens.setdefault(name, {})[kind] = count
    keys += _mapping("tokens", tokens)
    if setup.to_move:
        keys.append(f"to move: {setup.to_move}")
    return keys


def _mapping(key: str, values: Mapping[str, Any]) -> list[str]:
    if not values:
        return []
    return [f"{key}:"] + [
        f"  {quoted(name)}: " + (_flow(value) if isinstance(value, Mapping) else str(value))
        for name, value in values.items()
    ]


def _flow(value: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{quoted(name)}: {number}" for name, number in value.items()) + "}"


def _play(line: Line, game: Game) -> list[str]:
    """The acts of the players and of chance, those of one player after the other in one line."""
    acts: list[tuple[str, list[str]]] = []
    try:
        for step in steps_of(game, line.actions):
            if isinstance(step.action, Draw) and (line.rest is not None or not line.says_draws):
                continue
            who = "chance" if step.before.player == CHANCE else game.players[step.before.player]
            if acts and acts[-1][0] == who and not isinstance(step.action, Place):
                acts[-1][1].append(str(step.action))
            else:
                acts.append((who, [str(step.action)]))
    except Exception:  # a push that ends in an error: it is the one that the scenario is about
        who = "chance" if game.player == CHANCE else game.players[game.player]
        acts.append((who, [str(line.actions[-1])]))
    return ["play:", *(f"  - {who}: {quoted('; '.join(said))}" for who, said in acts)] if acts else []


def quoted(text: str) -> str:
    """A text as YAML: in quotes where it needs them.

    >>> quoted("base"), quoted("place base/C1 at 0,1; pass")
    ('base', '"place base/C1 at 0,1; pass"')
    """
    is_plain = re.fullmatch(r"[a-zA-Z]([\w./ -]*[\w])?", text) is not None
    if is_plain and text.lower() not in ("on", "off", "yes", "no", "true", "false", "null"):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def is_playable(line: Line, rules: Ruleset) -> bool:
    """Whether the position of a line can be set up."""
    try:
        line.new_game(rules)
    except CarcassonneError:
        return False
    return True


def told(game: Game, *, last: int = 6) -> str:
    """The table as text, with the last things that happened: awards with their items, figures that went home."""
    happened = [event_text(event, game.players) for event in game.events[-last:]]
    return "\n".join([str(game), "", "What happened last:", *(f"  {text}" for text in happened)])
