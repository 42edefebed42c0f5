"""A tile set that was read from another program's file, and its text as a file of ours."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from carcassonne.errors import Problem
from carcassonne.interop.jcloisterzone.tables import tables
from carcassonne.interop.jcloisterzone.tile_pictures import Hints
from carcassonne.interop.jcloisterzone.tile_words import FIELD, words
from carcassonne.read.definitions import Symbol
from carcassonne.read.drawings import HALVES, SIDES, Drawing, TileSet
from carcassonne.read.relations import CORNERS
from carcassonne.read.tiles import MAIN_PILE

WIDEST: Final = 120
_LABELS: Final = ("meets", "crosses", "touches")


@attrs.frozen
class TileFile:
    """A tile set as a file of ours.

    ids: what the other program calls the tiles, one by one. hints: by which words each drawing says how its
    segments lie. symbols: what no module of ours declares; `module` is the one that must. warnings: what the
    person who converts should know.
    """

    id: str
    source: str
    tile_set: TileSet
    ids: tuple[str, ...]
    hints: tuple[Hints, ...]
    symbols: tuple[Symbol, ...]
    module: str
    warnings: tuple[Problem, ...]

    def renamed(self, name: str) -> TileFile:
        """The same under another name of the set, which is a name of ours."""
        module = f"{name}-expansion"
        uses = tuple(module if used == self.module else used for used in self.tile_set.uses)
        drawings = tuple(
            attrs.evolve(drawing, name=f"{name}/{_own_name(drawing)}") for drawing in self.tile_set.drawings
        )
        tile_set = attrs.evolve(self.tile_set, name=name, uses=uses, drawings=drawings)
        return attrs.evolve(self, tile_set=tile_set, module=module)

    def to_yaml(self) -> str:
        """The tile file, as a person would write it: a tile a line where it fits, with its id behind it."""
        tile_set = self.tile_set
        count = sum(drawing.count for drawing in tile_set.drawings)
        of = f"{_plain(self.id)} of {_plain(self.source)}" if self.id else _plain(self.source)
        pile = _common_pile(tile_set.drawings)
        lines = [
            f"# {count} tile{'s' * (count != 1)}, from {of}.",
            f"tiles: {tile_set.name}",
            *([f"edition: {tile_set.edition}"] if tile_set.edition != "1" else []),
            f"uses: [{', '.join(tile_set.uses)}]",
            *([f"pile: {pile}"] if pile != MAIN_PILE else []),
            f"totals: {_flow({name: str(total) for name, total, _ in tile_set.totals})}",
            "",
            "set:",
        ]
        shown = [_shown(drawing, hints, pile) for drawing, hints in zip(tile_set.drawings, self.hints, strict=True)]
        names = [_own_name(drawing) for drawing in tile_set.drawings]
        widest = max((len(name) for name, keys in zip(names, shown, strict=True) if _fits(name, keys)), default=0)
        for name, keys, tile_id in zip(names, shown, self.ids, strict=True):
            lines += _tile_lines(name, keys, _plain(tile_id), widest)
        return "\n".join(lines) + "\n"

    def expansion_yaml(self, file: str) -> str:
        """An expansion that declares the new symbols and puts the tiles, which stand in `file`, into play.

        A set by the name of a shipped one is not put into play: the modules that have it say with which edition.
        """
        needs = [module for module in self.tile_set.uses if module != self.module]
        name = self.tile_set.name
        known = {ours.partition("/")[0] for ours in tables().tiles.values()}
        does = "Declares what {} shows" if name in known else "Puts the tiles of {} into play"
        lines = [
            f"# {does.format(_plain(file))}." + (" No rule asks for the new symbols yet." * bool(self.symbols)),
            f"expansion: {self.module}",
            f"title: {name.replace('-', ' ').capitalize()}",
            f"needs: [{', '.join(needs)}]",
        ]
        if self.symbols:
            lines += ["", "symbols:"]
        for symbol in self.symbols:
            on = symbol.on[0] if len(symbol.on) == 1 else f"[{', '.join(symbol.on)}]"
            value = "" if symbol.value == "count" else f", value: {symbol.value}"
            lines.append(f"  {symbol.name}: {{on: {on}{value}}}")
        if name not in known:
            lines += ["", f"tiles: {{{name}: {json.dumps(_plain(file), ensure_ascii=False)}}}"]
        return "\n".join(lines) + "\n"


def _fits(name: str, keys: dict[str, str]) -> bool:
    """Whether a tile fits on a line, with some room for what stands behind it."""
    return len(name) + len(_flow(keys)) <= WIDEST - 16


def _tile_lines(name: str, keys: dict[str, str], comment: str, widest: int) -> list[str]:
    if not _fits(name, keys):
        return [f"  {name}:   # {comment}", *(f"    {key}: {text}" for key, text in keys.items())]
    line = f"  {name + ':':<{widest + 1}} {_flow(keys)}"
    if len(line) + len(comment) + 5 > WIDEST:
        line = f"  {name}: {_flow(keys)}"
    return [f"{line}   # {comment}" if len(line) + len(comment) + 5 <= WIDEST else line]


def _shown(drawing: Drawing, hints: Hints, pile: str) -> dict[str, str]:
    """The keys of a tile, in the order of ours."""
    shown: dict[str, str] = {}
    if drawing.count != 1:
        shown["count"] = str(drawing.count)
    kinds = dict.fromkeys(segment.kind for segment in drawing.segments)
    for kind in sorted(kinds, key=lambda kind: [*(each.kind for each in words().kinds.values()), kind].index(kind)):
        shown[kind] = _one_or_list(
            _segment(segment.sides, segment.symbols) for segment in drawing.segments if segment.kind == kind
        )
    if drawing.marks:
        shown[FIELD] = _one_or_list(
            _flow({"at": HALVES[mark.half] if mark.half >= 0 else "inner", **_values(mark.symbols)})
            for mark in drawing.marks
        )
    shown |= _values(drawing.symbols)
    labels = _labels(drawing)
    for key in _LABELS:
        if groups := getattr(hints, key):
            shown[key] = _list(_list(labels[number] for number in group) for group in groups)
    if drawing.reaches:
        corners: dict[str, list[str]] = {}
        for number, corner in drawing.reaches:
            corners.setdefault(labels[number], []).append(CORNERS[corner])
        shown["reaches"] = _flow({label: _one_or_list(names) for label, names in corners.items()})
    if drawing.gaps is not None:
        shown["gaps"] = _list(_gap(gap.halves, gap.touches, labels) for gap in drawing.gaps) if drawing.gaps else "none"
    if drawing.pile != pile:
        shown["pile"] = drawing.pile
    return shown


def _segment(sides: tuple[int, ...], symbols: Sequence[tuple[str, int | str]]) -> str:
    at = {"at": _sides(sides)} if sides else {}
    if symbols:
        return _flow({**at, **_values(symbols)})
    return at.get("at", "true")


def _sides(sides: tuple[int, ...]) -> str:
    """Sides clockwise without a gap where there is none: `W-N`, not `N-W`.

    >>> _sides((0, 3)), _sides((1, 3)), _sides((0, 1, 3))
    ('W-N', 'E-W', 'W-N-E')
    """
    first = next((side for side in sides if (side - 1) % 4 not in sides), sides[0])
    return "-".join(SIDES[side] for side in sorted(sides, key=lambda side: (side - first) % 4))


def _gap(halves: tuple[int, ...], touches: tuple[int, ...], labels: Sequence[str]) -> str:
    at = _list(HALVES[half] for half in halves) if halves else "inner"
    return _flow({"at": at, **({"touches": _list(labels[number] for number in touches)} if touches else {})})


def _labels(drawing: Drawing) -> list[str]:
    """The segments as relations name them: `road`, or `road 2` where there are several."""
    kinds = [segment.kind for segment in drawing.segments]
    return [
        kind if kinds.count(kind) == 1 else f"{kind} {kinds[: number + 1].count(kind)}"
        for number, kind in enumerate(kinds)
    ]


def _values(symbols: Sequence[tuple[str, int | str]]) -> dict[str, str]:
    counted = {name for name, word in words().symbols.items() if word.counted}
    return {name: "true" if value == 1 and name not in counted else str(value) for name, value in symbols}


def _common_pile(drawings: Sequence[Drawing]) -> str:
    """The pile of most tiles, which the file says once."""
    piles = [drawing.pile for drawing in drawings]
    return max(dict.fromkeys(piles), key=piles.count, default=MAIN_PILE)


def _own_name(drawing: Drawing) -> str:
    return drawing.name.partition("/")[2]


def _one_or_list(texts: Iterable[str]) -> str:
    items = list(texts)
    return items[0] if len(items) == 1 else _list(items)


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(texts)}]"


def _flow(entries: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in entries.items()) + "}"


def _plain(text: str) -> str:
    """A text of the other file as part of a comment: nothing in it may end the line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:80]
