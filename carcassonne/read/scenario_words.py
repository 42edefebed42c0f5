"""Reads the lines that scenarios are made of: tiles, figures, segments, actions, points and counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeVar

import attrs

from carcassonne.errors import ActionSyntaxError, Problem
from carcassonne.read import source
from carcassonne.read.definitions import Definitions
from carcassonne.read.source import Node
from carcassonne.words.actions import Action, Draw, Place, Stand, parse_action
from carcassonne.words.lines import THE_TABLE
from carcassonne.words.segments import CELL, Segment

Line = TypeVar("Line")
LineReader = Callable[[Node, str, list[Problem]], Line | None]
"""Reads one text, or reports what is wrong with it and answers None."""

CHANCE_NAME: Final = "chance"
NOBODY: Final = "nobody"
NONE: Final = "none"
MOST: Final = 100_000
LONGEST: Final = 200
MOST_ITEMS: Final = 2_000

_CELL = re.compile(CELL)
_LAID = re.compile(rf"(\S+) at {CELL}(?: turned ([0-3]))?")
_AWARD = re.compile(r"(\S+) (-?\d{1,9})(?: for ([^=]+?))?(?: = (.+))?")
_CUT = re.compile(r"^-?\d+(?: turned \d)?$|\bat -?\d+$")
_WORTH = re.compile(r"(-?\d{1,9})(?: for (.+))?")


@attrs.frozen
class Laid:
    """A tile on the table."""

    tile: str
    x: int
    y: int
    turned: int

    def __str__(self) -> str:
        return f"{self.tile} at {self.x},{self.y} turned {self.turned}"


@attrs.frozen
class Figure:
    """A figure on the table; it is nobody's where `owner` is empty."""

    owner: str
    kind: str
    segment: Segment

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} on {self.segment}".lstrip()


@attrs.frozen
class ExpectedAward:
    """Points for a player; where they came from and of which items they consist is asked when it is said."""

    player: str
    points: int
    segment: Segment | None
    items: tuple[str, ...] | None

    def __str__(self) -> str:
        items = "" if self.items is None else f" = {', '.join(self.items)}"
        return f"{self.player} {self.points}" + (f" for {self.segment}" if self.segment else "") + items


@attrs.frozen
class ExpectedWorth:
    """What a feature would give; who would get it is asked when it is said."""

    points: int
    players: tuple[str, ...] | None

    def __str__(self) -> str:
        if self.players is None:
            return str(self.points)
        return f"{self.points} for {' and '.join(self.players) or NOBODY}"


@attrs.frozen
class Vocabulary:
    """The names that a scenario may use. Where the rules are not known every name is let pass."""

    players: tuple[str, ...]
    tiles: Collection[str] | None = None
    figure_kinds: Collection[str] | None = None
    kinds: Collection[str] | None = None
    token_kinds: Collection[str] | None = None

    @classmethod
    def of(cls, definitions: Definitions | None, players: tuple[str, ...]) -> Vocabulary:
        """The names of the rules and of the players."""
        if definitions is None:
            return cls(players)
        return cls(
            players,
            tiles=[tile.name for tile in definitions.tiles],
            figure_kinds=[figure.name for figure in definitions.figures],
            kinds=[feature.name for feature in definitions.features],
            token_kinds=[token.name for token in definitions.tokens],
        )

    # Single texts ----------------------------------------------------------------------------

    def known(
        self,
        name: str,
        names: Collection[str] | None,
        noun: str,
        node: Node,
        what: str,
        problems: list[Problem],
    ) -> bool:
        """Whether a name is one of those that there are; if not, that is reported."""
        if names is None or name in names:
            return True
        cure = source.cure_for(name, names, f"{noun}s here")
        problems.append(Problem(node.where, f"{what}: unknown {noun} {source.shown(name)}", cure, code="CARC-S011"))
        return False

    def player(self, node: Node, what: str, problems: list[Problem]) -> str | None:
        """Read the name of a player."""
        name = source.as_text(node, what, problems)
        return name if name and self.known(name, self.players, "player", node, what, problems) else None

    def actor(self, node: Node, what: str, problems: list[Problem]) -> str | None:
        """Read the name of a player, or `chance`."""
        name = source.as_text(node, what, problems)
        everyone = (*self.players, CHANCE_NAME)
        return name if name and self.known(name, everyone, "player", node, what, problems) else None

    def tile(self, node: Node, what: str, problems: list[Problem]) -> str | None:
        """Read the name of a tile."""
        name = source.as_text(node, what, problems)
        return name if name and self.known(name, self.tiles, "tile", node, what, problems) else None

    def tile_or_none(self, node: Node, what: str, problems: list[Problem]) -> str | None:
        """Read the name of a tile, or `none`."""
        return NONE if node.value == NONE else self.tile(node, what, problems)

    def laid(self, node: Node, what: str, problems: list[Problem]) -> Laid | None:
        """Read `SET/TILE at 0,1 turned 2`."""
        text = source.as_text(node, what, problems)
        found = _LAID.fullmatch(text) if text else None
        if text and not found:
            fault = f"{what}: expected a tile with its place, found {source.shown(text)}"
            problems.append(Problem(node.where, fault, _cure(text, "SET/TILE at 0,-1 turned 2"), code="CARC-S012"))
        if not found or not self.known(found[1], self.tiles, "tile", node, what, problems):
            return None
        return Laid(found[1], int(found[2]), int(found[3]), int(found[4] or 0))

    def segment(self, node: Node, what: str, problems: list[Problem]) -> Segment | None:
        """Read `KIND 2 at 0,1`."""
        text = source.as_text(node, what, problems)
        return self._segment(text, node, what, problems) if text else None

    def _segment(self, text: str, node: Node, what: str, problems: list[Problem]) -> Segment | None:
        segment = Segment.parse(text) if len(text) <= LONGEST else None
        if segment is None:
            fault = f"{what}: expected a segment, found {source.shown(text)}"
            problems.append(Problem(node.where, fault, _cure(text, "KIND at 0,-1", "KIND 2 at 0,-1"), code="CARC-S013"))
        elif not self.known(segment.kind, self.kinds, "feature kind", node, what, problems):
            return None
        return segment

    def figure(self, node: Node, what: str, problems: list[Problem]) -> Figure | None:
        """Read `blue FIGURE on KIND at 0,1`; without a player's name the figure is nobody's."""
        text = source.as_text(node, what, problems)
        if not text:
            return None
        front, on, place = text.partition(" on ")
        owner, _, kind = front.partition(" ")
        if owner not in self.players:
            owner, kind = "", front.removeprefix(f"{NOBODY} ")
        if not on or not kind:
            fault = f"{what}: expected a figure with its place, found {source.shown(text)}"
            problems.append(Problem(node.where, fault, _cure(text, "PLAYER FIGURE on KIND at 0,-1"), code="CARC-S014"))
            return None
        segment = self._segment(place, node, what, problems)
        if not self.known(kind, self.figure_kinds, "figure", node, what, problems) or segment is None:
            return None
        return Figure(owner, kind, segment)

    def action(self, node: Node, what: str, problems: list[Problem]) -> Action | None:
        """Read one action in its text form."""
        text = source.as_text(node, what, problems)
        return self._action(text, node, what, problems) if text else None

    def actions(self, node: Node, what: str, problems: list[Problem]) -> tuple[Action, ...]:
        """Read actions, in a list or with semicolons between them."""
        return lines_of(self.action)(node, what, problems)

    def _action(self, text: str, node: Node, what: str, problems: list[Problem]) -> Action | None:
        try:
            action = parse_action(text)
        except ActionSyntaxError as error:
            problems.append(Problem(node.where, f"{what}: {error}", _cure(text), code="CARC-S015"))
            return None
        known = True
        if isinstance(action, (Draw, Place)):
            known = self.known(action.tile, self.tiles, "tile", node, what, problems)
        if isinstance(action, Stand):
            known = self.known(action.figure, self.figure_kinds, "figure", node, what, problems)
            known &= self.known(action.segment.kind, self.kinds, "feature kind", node, what, problems)
        return action if known else None

    # Several at once -------------------------------------------------------------------------

    def numbers(self, node: Node | None, what: str, problems: list[Problem]) -> Mapping[str, int]:
        """Read a whole number for each of some players."""
        found: dict[str, int] = {}
        keys = source.as_mapping(node, what, problems) if node is not None else None
        for name, item in (keys or {}).items():
            if self.known(name, self.players, "player", _key_of(node, name), what, problems):
                number = source.as_whole_number(item, f"{what}, {name}", problems, least=None)
                if number is not None:
                    found[name] = number
        return found

    def supplies(self, node: Node | None, what: str, problems: list[Problem]) -> Mapping[str, Mapping[str, int]]:
        """Read a number for each figure of some players: how many, or where on the track it is."""
        found: dict[str, dict[str, int]] = {}
        keys = source.as_mapping(node, what, problems) if node is not None else None
        for name, item in (keys or {}).items():
            if self.known(name, self.players, "player", _key_of(node, name), what, problems):
                found[name] = self._counts(item, self.figure_kinds, "figure", f"{what}, {name}", problems)
        return found

    def hands(self, node: Node | None, what: str, problems: list[Problem]) -> Mapping[str, tuple[str, ...]]:
        """Read the tiles in the hands of some players."""
        found: dict[str, tuple[str, ...]] = {}
        keys = source.as_mapping(node, what, problems) if node is not None else None
        for name, item in (keys or {}).items():
            if self.known(name, self.players, "player", _key_of(node, name), what, problems):
                found[name] = lines_of(self.tile)(item, f"{what}, {name}", problems)
        return found

    def tracks(self, node: Node, what: str, problems: list[Problem]) -> Mapping[str, Mapping[str, int | str]]:
        """Read where on the track some figures of some players are; `none` for one that is not there."""
        found: dict[str, dict[str, int | str]] = {}
        for name, item in (source.as_mapping(node, what, problems) or {}).items():
            figures = source.as_mapping(item, f"{what}, {source.plainly(name)}", problems) or {}
            away = [kind for kind, place in figures.items() if place.value == NONE]
            there = {kind: place for kind, place in figures.items() if kind not in away}
            standing = Node({name: Node(there, item.where, item.key_where)}, node.where, node.key_where)
            found.update({name: {**places} for name, places in self.supplies(standing, what, problems).items()})
            for kind in away:
                if self.known(kind, self.figure_kinds, "figure", _key_of(item, kind), what, problems):
                    found.setdefault(name, {})[kind] = NONE
        return found

    def tokens(self, node: Node | None, what: str, problems: list[Problem]) -> Mapping[str, Mapping[str, int]]:
        """Read how many tokens of each kind some players, the table, cells or segments have."""
        found: dict[str, dict[str, int]] = {}
        keys = source.as_mapping(node, what, problems) if node is not None else None
        for name, item in (keys or {}).items():
            key = _key_of(node, name)
            if name != THE_TABLE and _CELL.fullmatch(name) is None and Segment.parse(name[:LONGEST]) is None:
                self.known(name, self.players, "player", key, what, problems)
            found[name] = self._counts(item, self.token_kinds, "token", f"{what}, {name[:LONGEST]}", problems)
        return found

    def _counts(
        self, node: Node, names: Collection[str] | None, noun: str, what: str, problems: list[Problem]
    ) -> dict[str, int]:
        found: dict[str, int] = {}
        for kind, item in (source.as_mapping(node, what, problems) or {}).items():
            if self.known(kind, names, noun, _key_of(node, kind), what, problems):
                number = source.as_whole_number(item, f"{what}, {kind}", problems, most=MOST)
                if number is not None:
                    found[kind] = number
        return found

    def worths(self, node: Node, what: str, problems: list[Problem]) -> Mapping[Segment, ExpectedWorth]:
        """Read `{KIND at 0,1: 6 for blue}`."""
        found: dict[Segment, ExpectedWorth] = {}
        for place, item in (source.as_mapping(node, what, problems) or {}).items():
            segment = self._segment(place, _key_of(node, place), what, problems)
            text = source.as_text(item, f"{what}, {place}", problems)
            points = _WORTH.fullmatch(text) if text else None
            if text and not points:
                fault = f"{what}: expected points, found {source.shown(text)}"
                problems.append(
                    Problem(item.where, fault, "Write them as in '6' or '6 for PLAYER and PLAYER'.", code="CARC-S017")
                )
            if segment is None or points is None:
                continue
            names = None if points[2] is None else tuple(points[2].split(" and "))
            names = () if names == (NOBODY,) else names
            if all(self.known(name, self.players, "player", item, what, problems) for name in names or ()):
                found[segment] = ExpectedWorth(int(points[1]), names)
        return found

    def forbidden(self, node: Node, what: str, problems: list[Problem]) -> Sequence[tuple[Action, str]]:
        """Read a list of actions, or a mapping of actions to the ids of the rules that forbid them."""
        found: list[tuple[Action, str]] = []
        if not isinstance(node.value, Mapping):
            return [(action, "") for action in lines_of(self.action)(node, what, problems)]
        for text, item in node.value.items():
            action = self._action(text, _key_of(node, text), what, problems)
            rule = source.as_text(item, f"{what}, {source.plainly(text)}", problems)
            if action is not None and rule:
                found.append((action, rule))
        return found

    def award(self, node: Node, what: str, problems: list[Problem]) -> ExpectedAward | None:
        """Read `blue 6 for KIND at 0,1 = 3 tiles × 2 (ID)`; all after the points may be left out."""
        text = source.as_text(node, what, problems)
        found = _AWARD.fullmatch(text) if text else None
        if text and not found:
            fault = f"{what}: expected an award, found {source.shown(text)}"
            cure = _cure(text, "PLAYER 6", "PLAYER 6 for KIND at 0,1", "PLAYER 6 = 3 tiles × 2 (ID)")
            problems.append(Problem(node.where, fault, cure, code="CARC-S016"))
        if not found or not self.known(found[1], self.players, "player", node, what, problems):
            return None
        segment = None if found[3] is None else self._segment(found[3], node, what, problems)
        items = None if found[4] is None else tuple(found[4].replace(" x ", " × ").split(", "))
        return ExpectedAward(found[1], int(found[2]), segment, items)


def _key_of(node: Node | None, key: str) -> Node:
    """A node that stands where a key of a mapping stands."""
    assert node is not None
    return Node(key, node.key_where[key])


def _cure(text: str, *examples: str) -> str:
    """How to write a line, with a word about commas where the text looks cut at one."""
    shown = " or ".join(f"'{example}'" for example in examples)
    comma = "Inside [ ] and { } a text with a comma stands in quotes."
    cures = ([f"Write it as in {shown}."] if shown else []) + ([comma] if _CUT.search(text) else [])
    return " ".join(cures)


def items_of(node: Node, what: str, problems: list[Problem]) -> tuple[Node, ...]:
    """The items of a list, which may also be written as one text with semicolons between them."""
    if not isinstance(node.value, str) or not node.value:
        listed = source.as_list(node, what, problems) or ()
        return listed if len(listed) <= MOST_ITEMS else _too_many(node, what, problems)
    if node.value.count(";") >= MOST_ITEMS:
        return _too_many(node, what, problems)
    items = []
    at = 0
    for part in node.value.split(";"):
        skipped = len(part) - len(part.lstrip())
        place = attrs.evolve(node.where, column=node.where.column + at + skipped)
        items.append(Node(part.strip(), place))
        at += len(part) + 1
    return tuple(items)


def _too_many(node: Node, what: str, problems: list[Problem]) -> tuple[Node, ...]:
    problems.append(Problem(node.where, f"{what}: more than {MOST_ITEMS} items", code="CARC-S018"))
    return ()


def lines_of(read: LineReader[Line]) -> Callable[[Node, str, list[Problem]], tuple[Line, ...]]:
    """Make a reader of lists from a reader of their items."""

    def read_list(node: Node, what: str, problems: list[Problem]) -> tuple[Line, ...]:
        items = (read(item, what, problems) for item in items_of(node, what, problems))
        return tuple(item for item in items if item is not None)

    return read_list


def groups_of(read: LineReader[Line]) -> Callable[[Node, str, list[Problem]], tuple[tuple[Line, ...], ...]]:
    """Make a reader of groups: a list of texts with semicolons, or one such text for a single group."""

    def read_groups(node: Node, what: str, problems: list[Problem]) -> tuple[tuple[Line, ...], ...]:
        nodes = node.value if isinstance(node.value, tuple) else (node,)
        groups = tuple(lines_of(read)(item, what, problems) for item in nodes)
        for item, group in zip(nodes, groups, strict=True):
            if len(group) == 1:
                fault = f"{what}: expected two or more, found {source.found(item)}"
                problems.append(Problem(item.where, fault, "Write semicolons between them.", code="CARC-S019"))
        return tuple(group for group in groups if group)

    return read_groups
