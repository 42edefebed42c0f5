"""Sections of a position about what there is: tiles, connections, figures, points, tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from carcassonne.errors import NotationError
from carcassonne.notation.places import is_short_segment, long_segment, parse_cell, short_segment
from carcassonne.notation.words import Words, written

NOBODY: Final = "nobody"
TABLE: Final = "table"


def write_counts(values: Mapping[str, int]) -> str | None:
    """Names with numbers, as in `one=1 two=2`."""
    return " ".join(f"{written(name)}={value}" for name, value in values.items()) or None


def read_counts(words: Words) -> dict[str, int]:
    """The inverse of `write_counts`."""
    found: dict[str, int] = {}
    while words.sees_name():
        name = words.name("a name")
        words.sign("=")
        found[name] = words.number()
    return found


def write_table(tiles: list[list[Any]]) -> str | None:
    """Tiles with the cells where they lie; `+1` to `+3` are quarter turns."""
    texts = []
    for name, group in groupby(tiles, key=lambda tile: tile[0]):
        cells = " ".join(f"{x},{y}+{turned}" if turned else f"{x},{y}" for _, x, y, turned in group)
        texts.append(f"{written(name)} {cells}")
    return " ".join(texts) or None


def read_table(words: Words) -> list[list[Any]]:
    """The inverse of `write_table`."""
    tiles = []
    while words.sees_name():
        name = words.name("a tile")
        if not words.sees("word") or words.sees_name():
            words.expect("a cell")
        while words.sees("word") and not words.sees_name():
            tiles.append([name, *_read_laid(words)])
    return tiles


def _read_laid(words: Words) -> tuple[int, int, int]:
    """A cell, with a turn where there is one: `1,-2+3`."""
    assert words.now is not None
    column = words.now.column
    cell, plus, turned = words.bare("a cell").partition("+")
    if plus and turned not in ("1", "2", "3"):
        words.fail(f"expected a turn from 1 to 3 after '+', found {turned[:10]!r}", column + len(cell) + 1)
    x, y = _cell(words, cell, column)
    return x, y, int(turned or 0)


def _cell(words: Words, text: str, column: int) -> tuple[int, int]:
    try:
        return parse_cell(text)
    except NotationError as error:
        words.fail(error.fault, column)


def read_cell(words: Words) -> str:
    """A cell."""
    column = words.now.column if words.now is not None else 0
    return "{},{}".format(*_cell(words, words.bare("a cell"), column))


def read_segment(words: Words) -> str:
    """A segment in the short form."""
    if words.now is None or words.now.kind != "word" or not is_short_segment(words.now.text):
        words.expect("a segment as in 'KIND.2@1,-2'")
    return long_segment(words.bare("a segment"))


def sees_segment(words: Words) -> bool:
    """Whether a segment is next."""
    return words.now is not None and words.now.kind == "word" and "@" in words.now.text


def write_pairs(pairs: list[list[str]]) -> str | None:
    """Pairs of connected segments."""
    return " ".join(f"{short_segment(one)}={short_segment(other)}" for one, other in pairs) or None


def read_pairs(words: Words) -> list[list[str]]:
    """The inverse of `write_pairs`."""
    pairs = []
    while sees_segment(words):
        one = read_segment(words)
        words.sign("=")
        pairs.append([one, read_segment(words)])
    return pairs


def owner_text(owner: str | None) -> str:
    """A player's name, or the word for nobody."""
    return NOBODY if owner is None else written(owner)


def read_owner(words: Words) -> str | None:
    """An owner with a colon."""
    if words.sees_bare(NOBODY):
        words.step()
        owner = None
    else:
        owner = words.name("a player")
    words.sign(":")
    return owner


def sees_owner(words: Words) -> bool:
    """Whether an owner is next."""
    return words.sees_bare(NOBODY) or words.sees_name()


def write_figures(rows: list[list[Any]]) -> str | None:
    """Figures where they stand, by owner and kind."""
    texts = []
    for owner, group in groupby(rows, key=lambda row: row[0]):
        texts.append(f"{owner_text(owner)}:")
        for kind, places in groupby(group, key=lambda row: row[1]):
            texts += [written(kind), *(short_segment(row[2]) for row in places)]
    return " ".join(texts) or None


def read_figures(words: Words) -> list[list[Any]]:
    """The inverse of `write_figures`."""
    rows: list[list[Any]] = []
    for owner, kind in _read_owned(words):
        if not sees_segment(words):
            words.expect("a segment as in 'KIND.2@1,-2'")
        while sees_segment(words):
            rows.append([owner, kind, read_segment(words)])
    return rows


def _read_owned(words: Words) -> Iterator[tuple[str | None, str]]:
    """Owners with figures of theirs: the owner is said once for all that follow."""
    owner: str | None = None
    is_first = True
    while sees_owner(words):
        word = None if words.sees_bare(NOBODY) else words.step()
        if word is None:
            words.step()
        if words.skip(":"):
            owner, is_first = None if word is None else word.text, False
            yield owner, words.name("a figure")
        elif word is None or is_first:
            words.expect("':'")
        else:
            yield owner, word.text


def write_pieces(rows: list[list[Any]]) -> str | None:
    """Numbers of figures, by owner and kind."""
    groups = groupby(rows, key=lambda row: row[0])
    return (
        " ".join(f"{owner_text(owner)}: {write_counts({r[1]: r[2] for r in group})}" for owner, group in groups) or None
    )


def read_pieces(words: Words) -> list[list[Any]]:
    """The inverse of `write_pieces`."""
    rows: list[list[Any]] = []
    for owner, kind in _read_owned(words):
        words.sign("=")
        rows.append([owner, kind, words.number()])
    return rows


def write_points(rows: list[list[int]]) -> str | None:
    """Points by player, those of several scoring figures with `/` between; nothing where there are none."""
    return " ".join("/".join(map(str, row)) for row in rows) if any(map(any, rows)) else None


def read_points(words: Words) -> list[list[int]]:
    """The inverse of `write_points`."""
    rows = []
    while words.sees("word"):
        column = words.now.column if words.now is not None else 0
        parts = words.bare("points").split("/")
        if not all(part.removeprefix("-").isdecimal() and part.isascii() and len(part) < 16 for part in parts):
            words.fail("expected points, as in '12' or '12/3'", column)
        rows.append([int(part) for part in parts])
    return rows


def write_tokens(rows: list[list[Any]]) -> str | None:
    """Tokens by holder: a player, a cell, a segment, or the table."""
    groups = groupby(rows, key=lambda row: (row[0], row[1]))
    return (
        " ".join(f"{_holder(*about)}: {write_counts({r[2]: r[3] for r in group})}" for about, group in groups) or None
    )


def _holder(kind: str, name: str) -> str:
    if kind == "player":
        return written(name)
    return short_segment(name) if kind == "segment" else name or TABLE


def read_tokens(words: Words) -> list[list[Any]]:
    """The inverse of `write_tokens`."""
    rows: list[list[Any]] = []
    about: list[str] = []
    while words.sees("word") or words.sees("quoted"):
        assert words.now is not None
        word, is_name = words.now, words.sees_name()
        words.step()
        if words.skip(":"):
            about = _read_holder(words, word.text, is_name, word.column)
            token = words.name("a token")
        elif not about or not is_name:
            words.expect("':'")
        else:
            token = word.text
        words.sign("=")
        rows.append([*about, token, words.number()])
    return rows


def _read_holder(words: Words, text: str, is_name: bool, column: int) -> list[str]:
    if is_name:
        return ["player", text]
    if text == TABLE:
        return [TABLE, ""]
    if is_short_segment(text):
        return ["segment", long_segment(text)]
    return ["cell", "{},{}".format(*_cell(words, text, column))]
