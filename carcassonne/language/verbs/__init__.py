"""The verbs: what a step of a rule can do. Importing this package registers them all."""

from carcassonne.language.verbs import deeds, scoring, turn

__all__ = ["deeds", "scoring", "turn"]
