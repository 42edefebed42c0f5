"""Reads the features of one tile of the XML: their sides, what they adjoin, and what meets what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from carcassonne.errors import Problem, Where
from carcassonne.interop.jcloisterzone.tile_pictures import CITY, Field
from carcassonne.interop.jcloisterzone.tile_symbols import MEETS
from carcassonne.interop.jcloisterzone.tile_words import FIELD, words
from carcassonne.interop.jcloisterzone.tile_xml import Element
from carcassonne.read.drawings import SIDES, DrawnSegment
from carcassonne.read.source import shown
from carcassonne.read.tiles import MOST_SEGMENTS

# Half sides in our order, Nw first; left and right are seen from the middle of the tile.
HALF_NAMES: Final = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
INNER: Final = ("I", "II")
BORDERS_NOTHING: Final = ("cloister", "garden")

Printed = Callable[[Element, str], tuple[tuple[str, int], ...]]


@attrs.frozen
class Features:
    """The features of a tile: segments in order, fields, and the groups of segments that meet.

    Without any field, though there is room for one, `fields` is None: the picture has to tell.
    """

    segments: tuple[DrawnSegment, ...]
    fields: tuple[Field, ...] | None
    meets: tuple[tuple[int, ...], ...]


class FeatureReader:
    """Reads the features of one tile; every fault is reported under its name.

    `printed` tells which symbols stand on the feature of an element.
    """

    def __init__(self, name: str, printed: Printed, problems: list[Problem], warnings: list[Problem]) -> None:
        self.name = name
        self.printed = printed
        self.problems = problems
        self.warnings = warnings
        self.segments: list[DrawnSegment] = []
        self.fields: list[Field] = []
        self.meeting: dict[str, list[int]] = {}
        self.holders: dict[int, int] = {}

    def report(self, where: Where, fault: str, cure: str = "", *, code: str) -> None:
        self.problems.append(Problem(where, f"tile {shown(self.name)}: {fault}", cure, code=code))

    def read(self, tile: Element) -> Features:
        order = list(words().kinds)
        features = [child for child in tile.children if child.name in order]
        if len(features) > MOST_SEGMENTS:
            self.report(tile.where, f"more than {MOST_SEGMENTS} features on one tile", code="CARC-X010")
            return Features((), (), ())
        for child in sorted(features, key=lambda child: order.index(child.name)):
            kind = words().kinds[child.name].kind
            if kind != FIELD:
                self.read_segment(child, kind)
        for child in features:
            if words().kinds[child.name].kind == FIELD:
                self.read_field(child)
        has_fields = self.check_border(tile)
        meets = dict.fromkeys(tuple(group) for group in self.meeting.values() if len(group) > 1)
        return Features(tuple(self.segments), tuple(self.fields) if has_fields else None, tuple(meets))

    def read_segment(self, element: Element, kind: str) -> None:
        sides = () if kind in BORDERS_NOTHING else self.sides(element)
        number = len(self.segments)
        for side in sides:
            if side in self.holders:
                fault = f"{element.name}: side {SIDES[side]} is held by another feature already"
                self.report(element.where, fault, code="CARC-X011")
            self.holders.setdefault(side, number)
        for group in dict.fromkeys(element.attributes.get(MEETS, "").split()):
            self.meeting.setdefault(group, []).append(number)
        self.segments.append(DrawnSegment(kind, sides, self.printed(element, kind), element.where))

    def sides(self, element: Element) -> tuple[int, ...]:
        names = element.text.split()
        if not names or len(set(names)) < len(names) or not set(names) <= set(SIDES):
            cure = "Sides are N, E, S, W, with spaces between."
            fault = f"{element.name}: expected its sides, found {shown(element.text)}"
            self.report(element.where, fault, cure, code="CARC-X012")
            return ()
        return tuple(sorted(SIDES.index(name) for name in names))

    # Fields ----------------------------------------------------------------------------------------

    def read_field(self, element: Element) -> None:
        names = element.text.split()
        halves: list[int] = []
        for name in names if len(names) != 1 or names[0] not in INNER else ():
            if name not in HALF_NAMES:
                cure = f"Half sides are {', '.join(HALF_NAMES)}; a field without border is I."
                self.report(element.where, f"field: expected half sides, found {shown(name)}", cure, code="CARC-X013")
                continue
            half = HALF_NAMES.index(name)
            holder = self.holders.get(half // 2)
            if holder is not None and self.segments[holder].kind == CITY:
                self.report(element.where, f"field: {name} lies in a city", code="CARC-X014")
            elif half in halves or any(half in field.halves for field in self.fields):
                self.report(element.where, f"field: {name} is part of two fields", code="CARC-X014")
            else:
                halves.append(half)
        if not names:
            fault = "field: expected its half sides, found nothing"
            self.report(element.where, fault, "A field without border is I.", code="CARC-X013")
        found = [self.city(side, element.where) for side in element.attributes.get("city", "").split()]
        cities = tuple(sorted({number for number in found if number is not None}))
        self.fields.append(Field(tuple(sorted(halves)), cities, self.printed(element, FIELD), element.where))

    def city(self, side: str, where: Where) -> int | None:
        """The city that holds a side."""
        holder = self.holders.get(SIDES.index(side)) if side in SIDES else None
        if holder is None or self.segments[holder].kind != CITY:
            self.report(where, f"field: there is no city at {shown(side)}", code="CARC-X015")
            return None
        return holder

    def check_border(self, tile: Element) -> bool:
        """Half sides that belong to nothing become fields. False where no field is stated, though there is room."""
        held = {half for field in self.fields for half in field.halves}
        left = {}
        for side, name in enumerate(SIDES):
            holder = self.holders.get(side)
            halves = tuple(half for half in (2 * side, 2 * side + 1) if half not in held)
            if halves and (holder is None or self.segments[holder].kind != CITY):
                left[name] = halves
        if left and not self.fields:
            fault = f"tile {shown(self.name)}: it has no fields"
            cure = "They are worked out from what is drawn."
            self.warnings.append(Problem(tile.where, fault, cure, code="CARC-W108"))
            return False
        if left:
            fault = f"tile {shown(self.name)}: nothing is said of the border at {', '.join(left)}"
            cure = "It is written as a field; here each side is something."
            self.warnings.append(Problem(tile.where, fault, cure, code="CARC-W109"))
            self.fields += [Field(halves, (), (), tile.where) for halves in left.values()]
        return True
