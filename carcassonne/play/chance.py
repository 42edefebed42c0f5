"""Seeded chance without a state of its own: a seed and a counter give the next number.

Undo, copy and save cost nothing this way, and a move taken back and played again meets the same draw.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


def number_at(seed: int, counter: int, below: int) -> int:
    """A number from 0 to `below` - 1 for this seed and counter; every seed of any size gives its own sequence.

    The mixing is that of the published generator SplitMix64.

    >>> [number_at(7, counter, 6) for counter in range(8)] == [number_at(7, counter, 6) for counter in range(8)]
    True
    """
    mixed = (_start(seed) + (counter + 1) * _STEP) & _MASK
    return _mix(mixed) * below >> 64


@lru_cache(maxsize=1024)
def _start(seed: int) -> int:
    """Where the sequence of a seed begins: asked anew for every number of a game."""
    return _mix(seed & _MASK) + (seed >> 64)


def _mix(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _MASK
    return value ^ value >> 31
