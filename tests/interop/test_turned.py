"""A game on a turned table is the same game: names of sides, half sides, cells and turns go together."""

import random
from typing import Any

import pytest

import carcassonne
from carcassonne.interop import jcloisterzone
from carcassonne.interop.jcloisterzone.places import HALVES, INNER, SIDES, sides_of

MODULES = ("river", "abbot", "flying-machines", "ferries", "mage-and-witch", "crop-circles", "goldmines")


def turned(value: Any, key: str = "") -> Any:
    """A part of a saved game with everything turned once, clockwise."""
    if key == "location":
        return location(value)
    if key == "rotation":
        return f"R{(int(value[1:]) + 90) % 360}" if isinstance(value, str) else (value + 90) % 360
    if isinstance(value, dict) and "x" in value:
        return {**value, "x": -value["y"], "y": value["x"], "rotation": turned(value["rotation"], "rotation")}
    if isinstance(value, dict):
        return {name: turned(inner, name) for name, inner in value.items()}
    if isinstance(value, list) and key in ("position", "pointer", "to"):
        x, y = value
        return [-y, x]
    return [turned(inner) for inner in value] if isinstance(value, list) else value


def location(name: str) -> str:
    sides = sides_of(name)
    if name in INNER:
        return name
    if sides is not None:
        return SIDES[frozenset((side + 1) % 4 for side in sides)]
    return ".".join(HALVES[half] for half in sorted((HALVES.index(part) + 2) % 8 for part in name.split(".")))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turned_table(seed: int) -> None:
    game = carcassonne.load_rules("base", *MODULES).new_game(3, seed=seed)
    chance = random.Random(seed)
    while len(game) < 110:
        game.push(chance.choice(game.legal_actions))
    saved = jcloisterzone.to_json(game)
    for _ in range(3):
        saved["setup"]["start"], saved["replay"] = turned(saved["setup"]["start"]), turned(saved["replay"])
        found = jcloisterzone.check(jcloisterzone.from_json(saved))
        assert "PASS" == str(found)
        assert found.replay.game is not None
        supplies = [found.replay.game.supply(player) for player in range(3)]
        assert [game.supply(player) for player in range(3)] == supplies
        assert sorted(kind for _, kind, _ in game.figures) == sorted(kind for _, kind, _ in found.replay.game.figures)
