"""Reads the laws that a file says: what must hold of every game, for the test kit to ask."""

from __future__ import annotations

from typing import Final

from carcassonne.errors import Problem
from carcassonne.read.definitions import WrittenLaw
from carcassonne.read.fields import Reader
from carcassonne.read.merge import Entry, Merged
from carcassonne.read.sections import Declared

KEYS: Final = ("every", "of", "if", "holds", "skip", "why")
ABOUT: Final = {
    "moment": "after every action, once; the player is the one whose turn it is",
    "player": "after every action, of each player",
    "feature": "after every action, of each feature on the table, or of those of the kinds under `of`",
    "award": "of every award: `points` are its points, the player is who gets it, the feature what it is for",
    "step": "of each player after every action: `points` are those that it has given",
    "end": "of each player when the game is over",
}
"""What a law can be asked of, and when."""


def read_laws(merged: Merged, declared: Declared, problems: list[Problem]) -> tuple[WrittenLaw, ...]:
    """Read the section `laws`."""
    reader = Reader(merged, problems)

    def read(name: str, entry: Entry) -> WrittenLaw | None:
        fields = reader.fields("laws", name, entry, KEYS)
        skips = "skip" in fields
        for key in ("every", "holds"):
            if fields.is_whole and not skips and key not in fields:
                cure = "Write what it is asked of and what must hold: {every: award, holds: points <= 60}."
                fields.report("", f"the key {key!r} is missing", cure, code="CARC-E043")
        for key in ("every", "of", "if", "holds"):
            if skips and key in fields:
                fields.report(key, f"{key!r} says nothing beside 'skip'", "Leave one of them out.", code="CARC-E043")
        every = fields.choice("every", tuple(ABOUT), "moment")
        if "of" in fields and every not in ("feature", "award"):
            fields.report("of", f"'of' says nothing of every {every}", "Write 'every: feature'.", code="CARC-E043")
        return WrittenLaw(
            name=name,
            every=every,
            of=fields.names("of", declared.kinds),
            condition=fields.phrase("if"),
            holds=fields.phrase("holds"),
            skip=fields.text("skip"),
            why=fields.text("why"),
            where=entry.where,
        )

    return reader.all("laws", read)
