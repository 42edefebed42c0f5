"""The quantities and conditions that expressions may name. Importing this package registers them all."""

from carcassonne.language.quantities import features, numbers, placements, players

__all__ = ["features", "numbers", "placements", "players"]
