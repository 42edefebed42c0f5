"""Runs scenarios: what is played, what must come of it, and every difference when something else does."""
