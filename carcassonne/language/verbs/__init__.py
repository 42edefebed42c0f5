"""The verbs: what a step of a rule can do. Importing this package registers them all."""

from carcassonne.language.verbs import awards, connections, deeds, hands, scoring, sharing, turn

__all__ = ["awards", "connections", "deeds", "hands", "scoring", "sharing", "turn"]
