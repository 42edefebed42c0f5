"""One game at the terminal: shows the table, asks people, lets bots move."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from carcassonne.bots import Bot
from carcassonne.cli.colours import coloured_board
from carcassonne.cli.common import console
from carcassonne.errors import CarcassonneError
from carcassonne.play.game import Game
from carcassonne.report.board import facts_of
from carcassonne.report.events import event_lines
from carcassonne.report.sheet import score_sheet
from carcassonne.words.actions import Action, Place
from carcassonne.words.segments import Segment

HELP = """\
  NUMBER          take the choice of that number
  ACTION          the same in words, as the list shows it: pass
  undo            take back everything since your last decision, and that one
  why ACTION      which rule forbids an action: why place SET/TILE at 1,0 turned 2
  worth X,Y       what the features of a tile would give now, and to whom; also worth SEGMENT
  board, choices  show the table, or the list of choices, again
  sheet           what every point was for
  save FILE       write the game to a file; `carcassonne play --load FILE` goes on with it
  help            this list
  quit            leave the game"""

QUIT = "quit"
_CELL = re.compile(r"(-?\d{1,5}) ?, ?(-?\d{1,5})")
_WIDE = 100


class Session:
    """A game with its seats: a bot for each, or None for a person."""

    def __init__(self, game: Game, seats: Sequence[Bot | None], rng: Random) -> None:
        self.game, self.seats, self.rng = game, seats, rng
        self.out = console()
        self.told = 0
        self.decided: list[int] = []
        self.commands: Mapping[str, Callable[[str], None]] = {
            "undo": self.undo, "why": self.why, "worth": self.worth, "board": self.show,
            "choices": self.choices, "sheet": self.sheet, "save": self.save, "help": self.help,
        }  # fmt: skip

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        game = self.game
        while not game.is_over:
            bot = self.seats[game.player]
            if bot is not None:
                game.push(bot(game, self.rng))
                continue
            self.tell()
            self.show("")
            asked = self.ask()
            if asked is None:
                scores = ", ".join(f"{name} {score}" for name, score in zip(game.players, game.scores, strict=True))
                print(f"You left the game at {scores}.")
                return
            self.decided.append(len(game))
            game.push(asked)
        self.tell()
        self.show("")
        print()
        print(score_sheet(game))

    def ask(self) -> Action | None:
        """What a person decides, after whatever else they say; None when they leave."""
        while True:
            before = len(self.game)
            try:
                said = input(f"{self.game.players[self.game.player]}> ").strip()
            except EOFError:
                print()
                return None
            if not sys.stdin.isatty():
                print(said)
            word, _, rest = said.partition(" ")
            if word in (QUIT, "exit") and not rest:
                return None
            if word in self.commands and ": " not in said:
                self.commands[word](rest.strip())
                if len(self.game) != before:
                    self.show("")
                continue
            action = self.understood(said) if said else None
            if action is not None:
                return action

    def understood(self, said: str) -> Action | None:
        """The action that a person means by a number or in words; says what is wrong with it otherwise."""
        legal = self.game.legal_actions
        if said.isdecimal():
            if 1 <= int(said[:9]) <= len(legal):
                return legal[int(said[:9]) - 1]
            print(f"  the choices are numbered from 1 to {len(legal)}")
            return None
        try:
            action = self.game.rules.parse_action(said, self.game)
        except CarcassonneError:
            print(f"  {said!r} is neither a number nor a command nor an action; say help")
            return None
        reason = self.game.why_not(action)
        if reason is not None:
            print(f"  not possible: {reason}")
            return None
        return action

    # What is shown ---------------------------------------------------------------------------

    def tell(self) -> None:
        """Everything that happened since the last time."""
        reader = None if self.game.is_over else self.game.player
        lines = event_lines(self.game.events[self.told :], self.game.players, seen_by=reader)
        self.told = len(self.game.events)
        print("\n".join(lines))

    def show(self, _: str) -> None:
        """The table with the numbers of the choices, and the list of them."""
        self.out.print()
        self.out.print(coloured_board(self.game, self.game.legal_actions, self.out.width), soft_wrap=True)
        self.out.print()
        self.out.print("\n".join(facts_of(self.game)), soft_wrap=True)
        self.choices("")

    def choices(self, _: str) -> None:
        """The numbered choices; placements are grouped by place."""
        for line in choice_lines(self.game.legal_actions):
            self.out.print(line, soft_wrap=True)

    def sheet(self, _: str) -> None:
        """What every point was for so far."""
        print(score_sheet(self.game))

    def help(self, _: str) -> None:
        """What may be said."""
        print(HELP)

    # What is asked ---------------------------------------------------------------------------

    def undo(self, _: str) -> None:
        """Take back to the last decision of a person."""
        if not self.decided:
            print("  there is no decision of yours to take back")
            return
        target = self.decided.pop()
        while len(self.game) > target:
            self.game.pop()
        self.told = len(self.game.events)
        print("  taken back")

    def why(self, text: str) -> None:
        """Which rule forbids an action."""
        try:
            action = self.game.rules.parse_action(text, self.game)
        except CarcassonneError as error:
            print(f"  {error}")
            return
        reason = self.game.why_not(action)
        number = list(self.game.legal_actions).index(action) + 1 if reason is None else 0
        print(f"  not possible: {reason}" if reason is not None else f"  possible: it is choice {number}")

    def worth(self, text: str) -> None:
        """What a feature would give now."""
        game = self.game
        cell = _CELL.fullmatch(text)
        segment = Segment.parse(text)
        if cell is not None:
            asked = game.segments(int(cell[1]), int(cell[2]))
        else:
            asked = (segment,) if segment is not None and segment in game.segments(*segment.cell) else ()
        if not asked:
            print(f"  nothing is there: {text or 'say worth X,Y'}")
        for each in asked:
            worth = game.worth(each)
            who = " and ".join(game.players[player] for player in worth.players) or "nobody"
            state = "complete" if worth.complete else "not complete"
            items = "; ".join(map(str, worth.items)) or "nothing"
            print(f"  {each}: {state}, {worth.points} points for {who}: {items}")

    def save(self, text: str) -> None:
        """Write the record of the game."""
        if not text:
            print("  save where? save FILE")
            return
        try:
            Path(text).write_text(json.dumps(self.game.to_dict(), ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            print(f"  {text}: {error.strerror}")
        else:
            print(f"  saved as {text}")


def choice_lines(actions: Sequence[Action]) -> list[str]:
    """Actions with their numbers from 1; the turns of a tile at one place come together."""
    lines: list[str] = []
    places: dict[tuple[int, int], list[tuple[int, Place]]] = {}
    for number, action in enumerate(actions, 1):
        if isinstance(action, Place):
            places.setdefault((action.x, action.y), []).append((number, action))
        else:
            lines.append(f"{number:>4}  {action}")
    grouped = []
    for (x, y), there in places.items():
        turns = ", ".join(
            f"{number}\N{NO-BREAK SPACE}turned\N{NO-BREAK SPACE}{action.turned}" for number, action in there
        )
        grouped.append(f"{x},{y}:\N{NO-BREAK SPACE}{turns}".replace(" ", "\N{NO-BREAK SPACE}"))
    wrapped = textwrap.wrap(
        "  ".join(grouped), _WIDE, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )
    return lines + [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped]
