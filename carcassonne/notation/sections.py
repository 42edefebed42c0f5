"""The sections of a position: how each is written, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from carcassonne.notation import lying
from carcassonne.notation.agenda import read_frames, write_frames
from carcassonne.notation.lying import (
    owner_text,
    read_cell,
    read_counts,
    read_owner,
    read_segment,
    sees_owner,
    sees_segment,
    write_counts,
)
from carcassonne.notation.places import short_segment
from carcassonne.notation.words import Words, written

Write = Callable[[Any], str | None]


def _write_names(names: Iterable[str] | None) -> str | None:
    return " ".join(map(written, names)) or None if names is not None else None


def _read_names(words: Words) -> list[str]:
    names = []
    while words.sees_name():
        names.append(words.name("a name"))
    return names


def _write_draws(names: list[str] | None) -> str | None:
    return None if names is None else " ".join(map(written, names))


def _read_draws(words: Words) -> list[str] | None:
    return _read_names(words)


def _write_name(name: str | None) -> str | None:
    return None if name is None else written(name)


def _read_name(words: Words) -> str | None:
    return words.name("a name")


def _write_settings(values: Mapping[str, Any]) -> str | None:
    return " ".join(f"{written(name)}={_setting(value)}" for name, value in values.items()) or None


def _setting(value: str) -> str:
    return value if value.isalnum() and value.isascii() else written(value)


def _read_options(words: Words) -> dict[str, str]:
    found: dict[str, str] = {}
    while words.sees_name():
        name = words.name("an option")
        words.sign("=")
        found[name] = words.name("a value") if words.sees("quoted") else words.bare("a value")
    return found


def _write_chance(value: tuple[str, int, int]) -> str:
    return f"{value[0]} {value[1]} {value[2]}"


def _read_chance(words: Words) -> tuple[str, int, int]:
    return words.bare("'seeded' or 'explicit'"), words.number("a seed"), words.number("a counter")


def _write_stood(rows: list[list[Any]]) -> str | None:
    return " ".join(f"{owner_text(owner)}:{written(kind)}" for owner, kind in rows) or None


def _read_stood(words: Words) -> list[list[Any]]:
    rows = []
    while sees_owner(words):
        rows.append([read_owner(words), words.name("a figure")])
    return rows


def write_hands(hands: Mapping[str, list[str]]) -> str | None:
    """Players with the tiles that they have in hand, as in `Ann (one two) Bob (one)`."""
    return " ".join(f"{written(name)} ({' '.join(map(written, tiles))})" for name, tiles in hands.items()) or None


def read_hands(words: Words) -> dict[str, list[str]]:
    """The inverse of `write_hands`."""
    found: dict[str, list[str]] = {}
    while words.sees_name():
        name = words.name("a player")
        words.sign("(")
        found[name] = _read_names(words)
        words.sign(")")
    return found


def _write_new(new: list[Any] | None) -> str | None:
    if new is None:
        return None
    return new[0] if len(new) == 1 else f"{new[0]} ({' '.join(map(short_segment, new[1]))})"


def _read_new(words: Words) -> list[Any]:
    entry: list[Any] = [read_cell(words)]
    if words.skip("("):
        surrounded = []
        while sees_segment(words):
            surrounded.append(read_segment(words))
        entry.append(surrounded)
        words.sign(")")
    return entry


def _write_laid(news: list[list[Any]]) -> str | None:
    return " ".join(filter(None, map(_write_new, news))) or None


def _read_laids(words: Words) -> list[list[Any]]:
    found = []
    while words.sees("word"):
        found.append(_read_new(words))
    return found


def _write_parts(parts: list[list[Any]]) -> str | None:
    def part(rule: str, last: bool, optional: bool) -> str:
        flags = " ".join(["last"] * last + ["optional"] * optional)
        return written(rule) + (f" ({flags})" if flags else "")

    return " ".join(part(*row) for row in parts) or None


def _read_parts(words: Words) -> list[list[Any]]:
    parts = []
    while words.sees_name():
        rule = words.name("a rule")
        flags = []
        if words.skip("("):
            while words.sees_bare("last", "optional"):
                flags.append(words.bare("last"))
            words.sign(")")
        parts.append([rule, "last" in flags, "optional" in flags])
    return parts


def _write_fired(rows: list[list[str]]) -> str | None:
    return " ".join(f"{written(limit)}={written(name)}" for limit, name in rows) or None


def _read_fired(words: Words) -> list[list[str]]:
    rows = []
    while words.sees_name():
        limit = words.name("a limit")
        words.sign("=")
        rows.append([limit, words.name("a rule")])
    return rows


def _numbers(words: Words) -> Iterator[int]:
    while words.sees_number():
        yield words.number()


def _write_stacks(stacks: Mapping[str, list[int]]) -> str | None:
    return " ".join(f"{written(name)}: {' '.join(map(str, cards))}" for name, cards in stacks.items()) or None


def _read_stacks(words: Words) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    while words.sees_name():
        name = words.name("a stack")
        words.sign(":")
        found[name] = list(_numbers(words))
    return found


def _write_settled(rows: list[list[Any]]) -> str | None:
    return " ".join(f"{short_segment(place)} ({' '.join(map(str, winners))})" for place, winners in rows) or None


def _read_settled(words: Words) -> list[list[Any]]:
    rows = []
    while sees_segment(words):
        place = read_segment(words)
        words.sign("(")
        rows.append([place, list(_numbers(words))])
        words.sign(")")
    return rows


def _write_segments(segments: list[str]) -> str | None:
    return " ".join(map(short_segment, segments)) or None


def _read_segments(words: Words) -> list[str]:
    found = []
    while sees_segment(words):
        found.append(read_segment(words))
    return found


def _write_flag(flag: bool) -> str | None:
    return "" if flag else None


def _read_flag(words: Words) -> bool:
    return True


def _read_check(words: Words) -> str:
    return words.bare("a fingerprint")


def _write_check(mark: str | None) -> str | None:
    return mark


SECTIONS: Final[Mapping[str, tuple[Write, Callable[[Words], Any]]]] = {
    "rules": (_write_names, _read_names),
    "options": (_write_settings, _read_options),
    "players": (_write_names, _read_names),
    "chance": (_write_chance, _read_chance),
    "table": (lying.write_table, lying.read_table),
    "connections": (lying.write_pairs, lying.read_pairs),
    "figures": (lying.write_figures, lying.read_figures),
    "points": (lying.write_points, lying.read_points),
    "beside": (lying.write_pieces, lying.read_pieces),
    "supply": (lying.write_pieces, lying.read_pieces),
    "tokens": (lying.write_tokens, lying.read_tokens),
    "stock": (write_counts, read_counts),
    "draws": (_write_draws, _read_draws),
    "turn": (_write_name, _read_name),
    "drawn": (_write_name, _read_name),
    "hands": (write_hands, read_hands),
    "new": (_write_new, _read_new),
    "laid": (_write_laid, _read_laids),
    "parts": (_write_parts, _read_parts),
    "fired": (_write_fired, _read_fired),
    "stood": (_write_stood, _read_stood),
    "stacks": (_write_stacks, _read_stacks),
    "settled": (_write_settled, _read_settled),
    "relinked": (_write_segments, _read_segments),
    "agenda": (write_frames, read_frames),
    "ending": (_write_flag, _read_flag),
    "over": (_write_flag, _read_flag),
    "fingerprint": (_write_check, _read_check),
}
"""The sections in their order, each with how it is written (None: left out) and read."""

EMPTY: Final[Mapping[Callable[[Words], Any], Callable[[], Any]]] = {
    _read_options: dict,
    read_counts: dict,
    _read_stacks: dict,
    read_hands: dict,
    _read_draws: lambda: None,
    _read_name: lambda: None,
    _read_new: lambda: None,
    _read_check: lambda: None,
    _read_flag: lambda: False,
}
"""What a section that is left out says; a list of nothing where it is not among these."""
