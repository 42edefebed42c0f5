"""The verbs: what a step of a rule can do. Importing this package registers them all."""

from carcassonne.language.verbs import awards, deeds, scoring, turn

__all__ = ["awards", "deeds", "scoring", "turn"]
