"""Words of the one-line notation: bare ones, quoted ones, and the few signs between them."""

from __future__ import annotations

import json
import re
from typing import Final, NoReturn

import attrs

from carcassonne.errors import NotationError
from carcassonne.notation.places import shown

BARE: Final = r"[^\s\"\\;:=(){}]+"
QUOTED: Final = r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"'
_TOKEN = re.compile(rf"[ \t\r\n]*(?:({BARE})|({QUOTED})|([;:=()]))")
_BARE = re.compile(BARE)
_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?\d{1,20}")
_MEANS_MORE = re.compile(r"[-+,/\d]*|.*@.*|true|false|none|nobody|table|last|optional", re.ASCII)
LONGEST: Final = 1_000_000


@attrs.frozen
class Word:
    """A word, where it begins, and whether it stood in quotes. A sign has the kind of itself."""

    text: str
    column: int
    kind: str


def written(text: str) -> str:
    """A name as a word: bare where it can be mistaken for nothing else, else in quotes.

    >>> written("Ann"), written("Ann B"), written("12")
    ('Ann', '"Ann B"', '"12"')
    """
    if not text.isprintable():
        return json.dumps(text)
    if _BARE.fullmatch(text) and not is_special(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def is_special(text: str) -> bool:
    """Whether a bare word means something else than a name."""
    return _MEANS_MORE.fullmatch(text) is not None


class Words:
    """Goes through the words of a line, one at a time."""

    def __init__(self, text: str, line: int = 1, first: int = 1) -> None:
        self.line = line
        self.first = first
        self.text = text
        self.at = 0
        self.end = len(text)
        self.now: Word | None = None
        self.step()

    def step(self) -> Word | None:
        """Take the word that is next and look at the one after it."""
        taken = self.now
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            space = _SPACE.match(self.text, self.at)
            assert space is not None
            if space.end() < self.end:
                self.fail(f"{shown(self.text[space.end() : space.end() + 12])} is no word here", space.end() + 1)
            self.now = None
            return taken
        self.at = found.end()
        kind = "word" if found[1] else "quoted" if found[2] else found[3]
        text = found[found.lastindex or 0]
        column = found.start(found.lastindex or 0) + 1
        if kind == "quoted":
            text = json.loads(text)
        self.now = Word(text, column, kind)
        return taken

    def fail(self, fault: str, column: int = 0) -> NoReturn:
        """Raise NotationError at a column, or at the next word."""
        at = column or (self.now.column if self.now is not None else self.end + 1)
        raise NotationError(fault, self.line, at + self.first - 1)

    def expect(self, what: str) -> NoReturn:
        """Raise NotationError: something else should stand here."""
        found = "the end" if self.now is None else shown(self.now.text)
        self.fail(f"expected {what}, found {found}")

    def sees(self, kind: str) -> bool:
        """Whether the next word is of a kind, or a sign."""
        return self.now is not None and self.now.kind == kind

    def skip(self, sign: str) -> bool:
        """Take a sign if it is next."""
        if not self.sees(sign):
            return False
        self.step()
        return True

    def sign(self, sign: str) -> None:
        """Take a sign that must be next."""
        if not self.skip(sign):
            self.expect(f"'{sign}'")

    def sees_name(self) -> bool:
        """Whether a name is next."""
        return self.now is not None and (
            self.now.kind == "quoted" or (self.now.kind == "word" and not is_special(self.now.text))
        )

    def name(self, what: str) -> str:
        """Take a name."""
        if self.now is None or not self.sees_name():
            self.expect(what)
        name = self.now.text
        self.step()
        return name

    def sees_bare(self, *texts: str) -> bool:
        """Whether one of some bare words is next."""
        return self.now is not None and self.now.kind == "word" and self.now.text in texts

    def bare(self, what: str) -> str:
        """Take a bare word of any form."""
        if self.now is None or self.now.kind != "word":
            self.expect(what)
        text = self.now.text
        self.step()
        return text

    def sees_number(self) -> bool:
        """Whether a whole number is next."""
        return self.now is not None and self.now.kind == "word" and _NUMBER.fullmatch(self.now.text) is not None

    def number(self, what: str = "a whole number") -> int:
        """Take a whole number."""
        if self.now is None or not self.sees_number():
            self.expect(what)
        number = int(self.now.text)
        self.step()
        return number
