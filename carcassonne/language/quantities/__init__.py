"""The quantities and conditions that expressions may name. Importing this package registers them all."""

from carcassonne.language.quantities import features, hands, judging, numbers, placements, places, players

__all__ = ["features", "hands", "judging", "numbers", "placements", "places", "players"]
