"""Scoring: what a feature is worth, and why; nothing here changes a game."""
