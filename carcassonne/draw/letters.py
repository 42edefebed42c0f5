"""Capital letters and digits as strokes, so that a badge looks the same where no font is installed."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

WIDTH: Final = 4.0
HEIGHT: Final = 6.0

STROKES: Final = {
    "A": "M0 6L2 0L4 6M.7 4H3.3",
    "B": "M0 0V6H2.4A1.6 1.6 0 0 0 2.4 2.8H0M2.2 2.8A1.4 1.4 0 0 0 2.2 0H0",
    "C": "M4 1.2C2.6-.8 0 0 0 3S2.6 6.8 4 4.8",
    "D": "M0 0V6H1.6C4.8 6 4.8 0 1.6 0Z",
    "E": "M4 0H0V6H4M0 3H3",
    "F": "M4 0H0V6M0 3H3",
    "G": "M4 1.2C2.6-.8 0 0 0 3S2.6 6.8 4 5V3.2H2.4",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M2 0V6M.8 0H3.2M.8 6H3.2",
    "J": "M1.4 0H3.6V4.2A1.8 1.8 0 0 1 0 4.2",
    "K": "M0 0V6M4 0L0 3.6M1.4 2.4L4 6",
    "L": "M0 0V6H4",
    "M": "M0 6V0L2 3.4L4 0V6",
    "N": "M0 6V0L4 6V0",
    "O": "M2 0C-.6 0-.6 6 2 6S4.6 0 2 0Z",
    "P": "M0 6V0H2.4A1.7 1.7 0 0 1 2.4 3.4H0",
    "Q": "M2 0C-.6 0-.6 6 2 6S4.6 0 2 0ZM2.4 4.2L4 6.4",
    "R": "M0 6V0H2.4A1.7 1.7 0 0 1 2.4 3.4H0M2 3.4L4 6",
    "S": "M3.8 1C3-.5.3-.3.3 1.5S3.8 2.8 3.8 4.5S.8 6.6.1 4.9",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V4A2 2 0 0 0 4 4V0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 2.4L3 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3V6",
    "Z": "M0 0H4L0 6H4",
    "0": "M2 0C-.4 0-.4 6 2 6S4.4 0 2 0Z",
    "1": "M.8 1.2L2.2 0V6",
    "2": "M.2 1.4C.6-.6 3.8-.4 3.8 1.6C3.8 3.2.2 4.6.2 6H4",
    "3": "M.3.9C1.2-.5 3.6-.2 3.6 1.5S1.6 2.8 1.6 2.8S3.9 2.8 3.9 4.4S1 6.6.1 5",
    "4": "M3 6V0L0 4.2H4",
    "5": "M3.6 0H.6L.3 2.6C1.4 1.8 3.9 2 3.9 4S1 6.7.1 5.1",
    "6": "M3.5.4C1.4-.2.1 2 .1 4.1S3.9 6.6 3.9 4.2S.8 1.9.2 3.6",
    "7": "M0 0H4L1.6 6",
    "8": "M2 2.8C-.2 2.8-.2 0 2 0S4.2 2.8 2 2.8ZM2 2.8C-.7 2.8-.7 6 2 6S4.7 2.8 2 2.8Z",
    "9": "M.5 5.6C2.6 6.2 3.9 4 3.9 1.9S.1-.6.1 1.8S3.2 4.1 3.8 2.4",
    "?": "M.2 1.4C.4-.6 3.8-.4 3.8 1.6C3.8 3 2 3 2 4.3M2 5.8V6",
}


def stroke_of(character: str) -> str:
    """The path of a letter or digit in a box of 4 by 6, without its accents; a question mark's for what has none.

    >>> stroke_of("l") == stroke_of("L")
    True
    >>> stroke_of("Ç") == stroke_of("C")
    True
    """
    return STROKES.get(normalize("NFD", character.upper())[:1], STROKES["?"])
