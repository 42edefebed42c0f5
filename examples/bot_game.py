"""Two bots play a game of the Big Box, all twelve modules together; the score sheet explains every point.

    python examples/bot_game.py [SEED]

One bot looks one step ahead, the other plays at random.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable

import carcassonne
from carcassonne import Action, Award, Game

WIDTH = 78
NAMES = ["Ada the greedy", "Rolf the random"]
Bot = Callable[[Game, random.Random], Action]


def at_random(game: Game, rng: random.Random) -> Action:
    """Take any action."""
    return rng.choice(game.legal_actions)


def greedy(game: Game, rng: random.Random) -> Action:
    """Take the action after which this player would be furthest ahead if the game ended there."""
    me = game.player

    def lead(action: Action) -> int:
        game.push(action)
        scores = game.scores_if_ended()
        game.pop()
        return scores[me] - max(score for player, score in enumerate(scores) if player != me)

    return max(rng.sample(game.legal_actions, len(game.legal_actions)), key=lead)


def score_sheet(game: Game) -> str:
    """Write for every player what each award was for, item by item with the rule that gives it."""
    lines = []
    for player, name in enumerate(game.players):
        awards = [event for event in game.events if isinstance(event, Award) and event.player == player]
        lines += ["", f"{name}: {game.scores[player]} points", "=" * WIDTH]
        lines += [line_of(award) for award in awards if not award.final]
        lines.append("     at the end of the game ".ljust(WIDTH, "."))
        lines += [line_of(award) for award in awards if award.final]
        lines += ["-" * WIDTH, f"{sum(award.points for award in awards):>4} in total"]
    return "\n".join(lines)


def line_of(award: Award) -> str:
    """One award: its points, its feature, and its items, whose sum they are."""
    source = str(award.segment) if award.segment else ""
    return f"{award.points:>4} {source:<24} " + "; ".join(map(str, award.items))


def table(game: Game) -> str:
    """The table and what belongs to it, unless the terminal is too narrow."""
    text = str(game)
    width, columns = max(map(len, text.splitlines())), shutil.get_terminal_size().columns
    if sys.stdout.isatty() and width > columns:
        return f"(The table is {width} characters wide, this terminal shows {columns}.)"
    return text


def main(seed: int) -> None:
    """Play one game and print the table and the score sheet."""
    rules = carcassonne.load_rules("big-box")
    game = rules.new_game(players=NAMES, seed=seed)
    bots: list[Bot] = [greedy, at_random]
    rng = random.Random(seed)
    while not game.is_over:
        game.push(bots[game.player](game, rng))
    print(table(game))
    print(score_sheet(game))
    print()
    print("Won by " + " and ".join(NAMES[player] for player in game.winners) + ".")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
