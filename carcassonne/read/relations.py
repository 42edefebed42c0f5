"""Reads what comes together on a drawn tile: meetings, crossings, corners reached, and stated gaps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from carcassonne.errors import Problem, Where
from carcassonne.read import source
from carcassonne.read.drawings import HALVES, DrawnGap

if TYPE_CHECKING:
    from carcassonne.read.definitions import FeatureKind
    from carcassonne.read.drawings import DrawnSegment
    from carcassonne.read.source import Node
    from carcassonne.read.tiles import Vocabulary

RELATIONS: Final = ("meets", "crosses", "touches")
CORNERS: Final = ("NE", "SE", "SW", "NW")

_REFERENCE = re.compile(r"(?P<kind>.*?)(?: (?P<number>[0-9]{1,2}))?")


class DrawnTile:
    """What has been read of one tile so far, and the reader of how its segments lie to each other.

    `holders` tells which segment holds a side. The two flags say whether something was left out for its own
    fault, so that one fault is not reported twice.
    """

    def __init__(self, name: str, where: Where, vocabulary: Vocabulary, problems: list[Problem]) -> None:
        self.name = name
        self.where = where
        self.vocabulary = vocabulary
        self.problems = problems
        self.segments: list[DrawnSegment] = []
        self.symbols: list[tuple[str, int | str]] = []
        self.things: list[tuple[tuple[int, ...], str]] = []
        self.on_gaps: list[tuple[FeatureKind, Node]] = []
        self.holders: dict[int, int] = {}
        self.has_all_segments = True
        self.has_all_sides = True

    def report(self, where: Where, fault: str, cure: str = "", *, code: str) -> None:
        self.problems.append(Problem(where, f"tile {source.plainly(self.name)}: {fault}", cure, code=code))

    def what(self, key: str) -> str:
        return f"tile {source.plainly(self.name)}: {key}"

    # What comes together -----------------------------------------------------------------------

    def label(self, number: int) -> str:
        """A segment as relations name it: `road`, or `road 2` where there are several."""
        kind = self.segments[number].kind
        alike = [position for position, segment in enumerate(self.segments) if segment.kind == kind]
        return kind if len(alike) == 1 else f"{kind} {alike.index(number) + 1}"

    def segment(self, node: Node, what: str, *, thing_allowed: bool) -> int | None:
        """The number of the segment that a name such as `road 2` means.

        None for what is no segment: a thing that stands there, such as a village, or a fault.
        """
        text = node.value if isinstance(node.value, str) else ""
        match = _REFERENCE.fullmatch(text) if len(text) <= 80 else None
        kind = match["kind"] if match else ""
        alike = [position for position, segment in enumerate(self.segments) if segment.kind == kind]
        if match and alike:
            if match["number"] is None and len(alike) > 1:
                fault = f"{what}: which {kind}? There are {len(alike)}"
                self.report(node.where, fault, self.segments_here(), code="CARC-T021")
                return None
            number = int(match["number"] or 1)
            if 1 <= number <= len(alike):
                return alike[number - 1]
        elif match and thing_allowed and not match["number"] and self.is_thing(text):
            return None
        if self.has_all_segments:  # with one left out for its own fault, there is no telling what is missing
            name = source.shown(text) if text else source.found(node)
            cure = self.segments_here("" if alike else text)
            self.report(node.where, f"{what}: {name} is no segment of this tile", cure, code="CARC-T020")
        return None

    def segments_here(self, text: str = "") -> str:
        labels = [self.label(position) for position in range(len(self.segments))]
        return source.cure_for(text, labels, "segments here")

    def is_thing(self, text: str) -> bool:
        """Whether a word may name what stands on a tile: a lower-case word that is no slip for a kind."""
        kinds = self.vocabulary.kinds
        if text in kinds or not source.is_name(text):
            return False
        return text in self.vocabulary.symbols or not any(
            text[0] == kind[0] and source.nearest(text, [kind], alike=0.7) for kind in kinds
        )

    def groups(self, key: str, node: Node) -> list[tuple[int, ...]]:
        """The groups of one relation; a group of one segment and a thing joins nothing."""
        joins = []
        for item in source.as_list(node, self.what(key), self.problems) or ():
            members = source.as_list(item, self.what(f"{key}, each group"), self.problems)
            if members is None:
                continue
            numbers: list[int] = []
            things: list[str] = []
            for member in members:
                number = self.segment(member, key, thing_allowed=key != "crosses")
                if number is not None and number in numbers:
                    self.report(
                        member.where, f"{key}: {self.label(number)} stands twice in one group", code="CARC-T023"
                    )
                elif number is not None:
                    numbers.append(number)
                elif isinstance(member.value, str):
                    things.append(member.value)
            self.things += [(tuple(sorted(numbers)), thing) for thing in things]
            if len(members) < 2 or (key == "crosses" and len(members) != 2):
                wanted = "two segments" if key == "crosses" else "two or more names"
                self.report(item.where, f"{key}: expected {wanted} in a group, found {len(members)}", code="CARC-T024")
            elif len(numbers) > 1:
                joins.append(tuple(sorted(numbers)))
        return joins

    def side_holder(self, node: Node, what: str) -> int | None:
        number = self.segment(node, what, thing_allowed=False)
        if number is None:
            return None
        if self.vocabulary.kinds[self.segments[number].kind].borders == "nothing":
            self.report(node.where, f"{what}: {self.label(number)} holds no side", code="CARC-T022")
            return None
        return number

    def reaches(self, node: Node) -> tuple[tuple[int, int], ...]:
        """Corners that a segment runs to, as in `{city: SE}`."""
        found: dict[int, int] = {}
        for key, value in (source.as_mapping(node, self.what("reaches"), self.problems) or {}).items():
            what = self.what(f"reaches, {source.plainly(key)}")
            number = self.side_holder(source.Node(key, node.key_where[key]), "reaches")
            for item in value.value if isinstance(value.value, tuple) else (value,):
                word = source.as_choice(item, what, CORNERS, self.problems)
                if number is None or word is None:
                    continue
                corner = CORNERS.index(word)
                if found.setdefault(corner, number) != number:
                    self.report(
                        item.where, f"reaches: {self.label(found[corner])} reaches {word} already", code="CARC-T025"
                    )
        return tuple(sorted((number, corner) for corner, number in found.items()))

    # Stated gaps -------------------------------------------------------------------------------

    def gaps(self, node: Node) -> tuple[DrawnGap, ...]:
        """Gap segments as in `[{at: [Nw, Ne], touches: [city 1]}]`, or `none`."""
        if node.value == "none":
            return ()
        gaps = []
        taken: set[int] = set()
        for item in source.as_list(node, self.what("gaps"), self.problems) or ():
            source.check_keys(item, self.what("gaps"), ("at", "touches"), self.problems, required=("at",))
            keys = item.value if isinstance(item.value, Mapping) else {}
            halves = self.halves(keys["at"], taken) if "at" in keys else ()
            taken.update(halves)
            touches = self.gap_touches(keys["touches"]) if "touches" in keys else ()
            gaps.append(DrawnGap(halves, touches, item.where))
        left = [HALVES[half] for half in range(len(HALVES)) if half not in taken and self.is_free(half)]
        if left and self.has_all_sides:
            self.report(
                node.where,
                f"gaps: no gap has {', '.join(left)}",
                "Each free half side is part of one.",
                code="CARC-T026",
            )
        return tuple(gaps)

    def gap_touches(self, node: Node) -> tuple[int, ...]:
        names = source.as_list(node, self.what("gaps, touches"), self.problems) or ()
        numbers = [self.side_holder(name, "gaps, touches") for name in names]
        return tuple(sorted({number for number in numbers if number is not None}))

    def halves(self, node: Node, taken: set[int]) -> tuple[int, ...]:
        """Half sides as in `[Nw, Ne]`, or `inner` for a gap without border."""
        if node.value == "inner":
            return ()
        found: list[int] = []
        for item in node.value if isinstance(node.value, tuple) else (node,):
            word = source.as_choice(item, self.what("gaps, at"), HALVES, self.problems)
            half = HALVES.index(word) if word is not None else -1
            if half in taken or half in found:
                self.report(item.where, f"gaps: {word} is part of two gaps", code="CARC-T027")
            elif word is not None and not self.is_free(half):
                self.report(item.where, f"gaps: {word} lies in {self.label(self.holders[half // 2])}", code="CARC-T028")
            elif word is not None:
                found.append(half)
        return tuple(sorted(found))

    def is_free(self, half: int) -> bool:
        """Whether a half side is left free by what holds the side."""
        holder = self.holders.get(half // 2)
        return holder is None or self.vocabulary.kinds[self.segments[holder].kind].borders != "whole side"
