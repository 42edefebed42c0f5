"""Two bots play a whole game with The River and The Abbot; the score sheet explains every point.

    python examples/bot_game.py [SEED]

One bot looks one step ahead, the other plays at random.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import carcassonne
from carcassonne import Action, Award, Game

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
    for player, name in enumerate(NAMES):
        lines += ["", f"{name}: {game.scores[player]} points", "=" * 78]
        total, final = 0, False
        for award in (event for event in game.events if isinstance(event, Award) and event.player == player):
            if award.final and not final:
                lines.append(f"{'':5}at the end of the game".ljust(78, " ."))
                final = True
            total += award.points
            lines.append(f"{award.points:>4} {award.segment}".ljust(36) + "; ".join(map(str, award.items)))
        lines += ["-" * 78, f"{total:>4} in total"]
    return "\n".join(lines)


def main(seed: int) -> None:
    """Play one game and print the table and the score sheet."""
    rules = carcassonne.load_rules("base", "river", "abbot")
    game = rules.new_game(players=NAMES, seed=seed)
    bots: list[Bot] = [greedy, at_random]
    rng = random.Random(seed)
    while not game.is_over:
        game.push(bots[game.player](game, rng))
    print(game)
    print(score_sheet(game))
    print()
    print("Won by " + " and ".join(NAMES[player] for player in game.winners) + ".")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
