"""Makes a line of play that breaks a law smaller, deterministically, as long as so many actions of trying last."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.play.setup import Setup
from carcassonne.testing.lawbook import Law, LawBrokenError, Step, error_text
from carcassonne.testing.lines import Line, line_of, line_up_to, play_to_the_end, setup_of, steps_of, told
from carcassonne.testing.sources import Source, simpler
from carcassonne.words.actions import Action, Choose, Draw, Pass, Place, Stand

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

CRASH: Final = "no crash"
LAST_STEPS: Final = 2
MOST_TO_THE_END: Final = 600
PASSING: Final = 10
"""How many actions of playing to the end count as one that is tried."""
MOST_TRIED: Final = 12_000
"""How many actions are played for making one line smaller; other rules that are loaded for it count as some."""
LOADING: Final = 200
LONG: Final = 24
"""Of a line of more actions the last of them are tried alone first, from the position before them."""
SMALL: Final = 5


@attrs.frozen
class Broken:
    """A line at whose end a law is broken, and how; `kind` is the type of the error for what crashes.

    stopped: what ended the making small before nothing helped any more; empty where nothing did.
    """

    line: Line
    message: str
    board: str
    kind: str = ""
    is_over: bool = False
    stopped: str = ""


class Shrinker:
    """Looks for smaller lines that break the same law in the same way.

    The same line is made the same smaller one everywhere, unless the seconds are over before `MOST_TRIED` actions are
    played.
    """

    def __init__(self, law: Law, found: Broken, rules: Ruleset, *, seconds: float, reloads: bool) -> None:
        self.law, self.best, self.kind = law, found, found.kind
        self.end, self.seconds, self.left = time.monotonic() + seconds, seconds, MOST_TRIED
        self.reloads = reloads
        self.given = {found.line.source: rules}
        self.load: Callable[[Source], Ruleset | None] = lru_cache(maxsize=8)(self._load)
        self.tried: set[str] = set()

    def _load(self, source: Source) -> Ruleset | None:
        self.left -= LOADING
        try:
            return source.load()
        except CarcassonneError:
            return None

    def rules_of(self, source: Source) -> Ruleset | None:
        """The rules of a source; None where it does not load."""
        return self.given.get(source) or self.load(source)

    def why_stopped(self) -> str:
        """Why no more is tried; empty as long as more is."""
        if self.left <= 0:
            return f"after {MOST_TRIED} actions of trying"
        return f"after {self.seconds:g} seconds" if time.monotonic() >= self.end else ""

    def run(self) -> Broken:
        """Make the line smaller until nothing helps, or enough is tried."""
        first = self.attempt(self.best.line.without_draws()) or self.attempt(self.best.line)
        line = self.best.line if first is None else first.line
        if line.rest is None and (first is None or first.is_over):
            first = self.attempt(attrs.evolve(line.without_draws(), rest=())) or first
        if first is None:
            return self.best  # it does not come again when played alone
        if len(first.line.actions) <= LONG:
            return self.smallest(first, self.fewer_turns)
        from_late = self.smallest(first, self.set_up)
        if from_late.line.size[0] <= SMALL or self.why_stopped():
            return from_late
        return min(from_late, self.smallest(first, self.fewer_turns), key=lambda found: found.line.size)

    def smallest(self, found: Broken, first: Callable[[], Iterator[Line]]) -> Broken:
        """Make a line smaller in all ways, one of them first, until nothing helps."""
        self.best = found
        self.tried.clear()
        self.go(first)
        ways = (self.fewer_turns, self.shorter_stock, self.set_up, self.fewer_set_up, self.less_said, self.less_around)
        while not self.why_stopped():
            before = self.best.line.size
            for way in ways:
                self.go(way)
            if self.best.line.size >= before:
                break
        return attrs.evolve(self.best, stopped=self.why_stopped())

    def go(self, way: Callable[[], Iterator[Line]]) -> None:
        """Take what a way offers while it helps."""
        helped = True
        while helped and not self.why_stopped():
            helped = False
            for line in way():
                if self.why_stopped():
                    return
                if line.size < self.best.line.size and repr(line) not in self.tried:
                    self.tried.add(repr(line))
                    found = self.attempt(line)
                    if found is not None and found.line.size < self.best.line.size:
                        self.best, helped = found, True
                        break

    # Playing ---------------------------------------------------------------------------------

    def attempt(self, line: Line) -> Broken | None:
        """What a line comes to when the law is still broken on it, cut there."""
        self.left -= 1 + len(line.actions) + (0 if line.setup is None else len(line.setup.tiles) // 4)
        rules = self.rules_of(line.source)
        if rules is None:
            return None
        try:
            game = line.new_game(rules)
        except CarcassonneError:
            return None
        law = self.law if rules is self.given.get(line.source) else self._same_law(rules)
        return None if law is None else self.played(line, game, law)

    def _same_law(self, rules: Ruleset) -> Law | None:
        """The law among the laws of other rules, where it is one that the files say."""
        from carcassonne.testing.written import laws_of_rules

        own = {law.name: law for law in laws_of_rules(rules)}
        return own.get(self.law.name, None if self.law.name in self.file_laws() else self.law)

    def file_laws(self) -> set[str]:
        """The names of the laws that the files of the rules first given say."""
        from carcassonne.testing.written import laws_of_rules

        return {law.name for rules in self.given.values() for law in laws_of_rules(rules)}

    def played(self, line: Line, game: Game, law: Law) -> Broken | None:
        """Play a line and ask the law at its last steps."""
        recent: list[Step] = []
        tried: list[Action] = []
        try:
            if law.of == "rules":
                return self.asked(line, game, law, game.rules)
            for step in steps_of(game, line.actions, tried):
                recent.append(attrs.evolve(step, after=game.copy()))
                del recent[:-LAST_STEPS]
            if law.of == "game":
                self.left -= sum(1 for _ in play_to_the_end(game, MOST_TO_THE_END)) // PASSING
                return self.asked(self.cut(line, game), game, law, game)
        except Exception as error:
            if law.name != CRASH or type(error).__name__ != self.kind:
                return None
            return self.crashed(line, game, error, tried)
        for step in recent:
            found = self.asked(self.cut(line, step.after), step.after, law, step if law.of == "step" else step.after)
            if found is not None:
                return found
        if not line.actions and law.of == "moment":
            return self.asked(line, game, law, game)
        return None

    def cut(self, line: Line, game: Game) -> Line:
        """The line up to a moment of its game."""
        short = line_up_to(line.source, game)
        if line.rest is None:
            return short
        return attrs.evolve(short, rest=tuple([*line.drawn, *line.rest][len(short.drawn) :]))

    def asked(self, line: Line, game: Game, law: Law, subject: object) -> Broken | None:
        """The line, when the law is broken there."""
        if law.name == CRASH:
            return None
        try:
            law.check(subject)
        except LawBrokenError as broken:
            return Broken(line, broken.message, told(game), self.kind, game.is_over)
        return None

    def crashed(self, line: Line, game: Game, error: Exception, tried: list[Action]) -> Broken:
        """The line, cut after the push that ended in an error."""
        done = line_of(line.source, game, with_draws=isinstance(tried[-1], Draw))
        cut = attrs.evolve(done, actions=(*done.actions, tried[-1]))
        if line.rest is not None:
            cut = attrs.evolve(cut, rest=tuple([*line.drawn, *line.rest][len(cut.drawn) :]))
        return Broken(cut, error_text(error), told(game), self.kind)

    # Ways ------------------------------------------------------------------------------------

    def fewer_turns(self) -> Iterator[Line]:
        """Without some turns, many at a time first."""
        line = self.best.line
        turns = turns_of(line.actions)
        size = len(turns) // 2 or 1
        while size:
            for start in range(0, len(turns), size):
                left = turns[:start] + turns[start + size :]
                yield attrs.evolve(line, actions=tuple(action for turn in left for action in turn))
            size //= 2

    def shorter_stock(self) -> Iterator[Line]:
        """With fewer tiles left to be drawn, or the stock of the rules."""
        line = self.best.line
        if line.rest:
            yield attrs.evolve(line, rest=None)
            yield attrs.evolve(line, rest=())
            for size in (len(line.rest) // 2, len(line.rest) - 1):
                yield attrs.evolve(line, rest=line.rest[:size])

    def set_up(self) -> Iterator[Line]:
        """Beginning from a position that has been reached, late ones first."""
        line = self.best.line
        rules = self.rules_of(line.source)
        if rules is None or self.law.of == "rules":
            return
        game = line.new_game(rules)
        found: list[Line] = []
        try:
            for step in steps_of(game, line.actions):
                if isinstance(step.action, Draw):
                    setup = setup_of(step.before)
                    done = sum(line.says_draws or not isinstance(action, Draw) for action in step.before.history)
                    if setup is not None and done:
                        found.append(attrs.evolve(line, actions=line.actions[done:], setup=setup))
        except Exception:
            pass  # the last push is the one that ends in an error
        for late in reversed(found):
            yield from (late, *_bare(late))

    def fewer_set_up(self) -> Iterator[Line]:
        """Without some of the tiles and figures that are set up."""
        line = self.best.line
        setup = line.setup
        if setup is None:
            return
        size = len(setup.tiles) // 2 or 1
        while size:
            for start in range(0, len(setup.tiles), size):
                kept = setup.tiles[:start] + setup.tiles[start + size :]
                if kept:
                    yield attrs.evolve(line, setup=_on_tiles(setup, kept))
            size //= 2
        for number in range(len(setup.figures)):
            figures = setup.figures[:number] + setup.figures[number + 1 :]
            yield attrs.evolve(line, setup=attrs.evolve(setup, figures=figures))
            if line.actions and isinstance(line.actions[-1], Place):  # with a figure in supply there is one to decline
                yield attrs.evolve(line, setup=attrs.evolve(setup, figures=figures), actions=(*line.actions, Pass()))
        yield attrs.evolve(line, setup=attrs.evolve(setup, scores={}))
        yield attrs.evolve(line, setup=attrs.evolve(setup, track={}))
        for number in range(len(setup.tokens)):
            tokens = setup.tokens[:number] + setup.tokens[number + 1 :]
            yield attrs.evolve(line, setup=attrs.evolve(setup, tokens=tokens))
        for number in range(len(setup.connections)):
            rest = setup.connections[:number] + setup.connections[number + 1 :]
            yield attrs.evolve(line, setup=attrs.evolve(setup, connections=rest))

    def less_said(self) -> Iterator[Line]:
        """Without single actions: a figure that is not put, a choice that is not made."""
        line = self.best.line
        for number, action in enumerate(line.actions):
            if isinstance(action, Stand | Choose | Pass):
                yield attrs.evolve(line, actions=line.actions[:number] + line.actions[number + 1 :])

    def less_around(self) -> Iterator[Line]:
        """With fewer players, modules and options."""
        line = self.best.line
        if line.setup is None:
            for count in range(1 if len(line.players) == 2 else 2, len(line.players)):
                yield attrs.evolve(line, players=line.players[:count])
        else:
            used = {owner for owner, _, _ in line.setup.figures} | set(line.setup.scores) | {line.setup.to_move}
            if not used & set(line.players[2:]):
                yield attrs.evolve(line, players=line.players[:2])
        for source in simpler(line.source) if self.reloads else ():
            yield attrs.evolve(line, source=source)


def turns_of(actions: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    """Actions in groups that begin with a draw, or with a placement where draws are not told."""
    first = Draw if any(isinstance(action, Draw) for action in actions) else Place
    turns: list[list[Action]] = []
    for action in actions:
        if isinstance(action, first) or not turns:
            turns.append([])
        turns[-1].append(action)
    return [tuple(turn) for turn in turns]


def _bare(line: Line) -> Iterator[Line]:
    """A line whose position keeps only the tiles near to what is played."""
    setup = line.setup
    places = [(action.x, action.y) for action in line.actions if isinstance(action, Place)]
    if setup is None or not places:
        return
    for reach in (1, 2, 3):
        near = tuple(
            tile for tile in setup.tiles if any(max(abs(tile[1] - x), abs(tile[2] - y)) <= reach for x, y in places)
        )
        if near and len(near) < len(setup.tiles):
            yield attrs.evolve(line, setup=attrs.evolve(_on_tiles(setup, near), scores={}))


def _on_tiles(setup: Setup, kept: tuple[tuple[str, int, int, int], ...]) -> Setup:
    """A position with only some of its tiles, and what lies and stands on them."""
    cells = {(x, y) for _, x, y, _ in kept}
    return attrs.evolve(
        setup,
        tiles=kept,
        figures=tuple(figure for figure in setup.figures if figure[2].cell in cells),
        tokens=tuple(token for token in setup.tokens if isinstance(token[0], str) or token[0] in cells),
        connections=tuple(pair for pair in setup.connections if pair[0].cell in cells),
    )
