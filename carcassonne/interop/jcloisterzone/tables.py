"""The tables of names: what that program calls sets, tiles, elements and pieces, and what they are here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from carcassonne.errors import DataError, Problem
from carcassonne.read.schema import plain
from carcassonne.read.source import read_source

Options = Mapping[str, str]
DEFAULT_GROUP: Final = "default"


@attrs.frozen
class Part:
    """A set of tiles or an element: the module that it needs, and the options that go with it.

    of: the module whose options these are. figure: the piece that an element gives, or "". is_enforced: whether a set
    brings the element, so that no file names it. beside: the element that brings it along. is_number: whether its
    value is written as a number. alone: options of which one makes it written without its module. apart: options
    that go with a set where no set is there of another module, which is named.
    """

    module: str
    of: str
    figure: str
    when_there: Options
    when_not: Options
    is_enforced: bool = False
    beside: str = ""
    is_number: bool = False
    alone: Options = attrs.field(factory=dict)
    apart: Mapping[str, Options] = attrs.field(factory=dict)


@attrs.frozen
class Silent:
    """What brings a part about that acts without a message. unless: the variants that prevent it."""

    completing: str
    module: str
    tiles: tuple[str, ...]
    unless: Mapping[str, str]


@attrs.frozen
class Variant:
    """A rule with values: the module whose options it chooses, and which for each value."""

    of: str
    default: str
    values: Mapping[str, Options]


@attrs.frozen
class Tables:
    """Everything in `parts.yaml` and `tiles.yaml`."""

    features: Mapping[str, str]
    figures: Mapping[str, str]
    classes: Mapping[str, str]
    tokens: Mapping[str, str]
    entries: Mapping[str, str]
    circles: Mapping[str, str]
    phases: Mapping[str, str]
    sets: Mapping[str, Part]
    several: Options
    elements: Mapping[str, Part]
    rules: Mapping[str, Variant]
    other_rules: tuple[str, ...]
    always: Mapping[str, Options]
    silent: Mapping[str, Silent]
    declined: Mapping[str, str]
    unasked: tuple[str, ...]
    tiles: Mapping[str, str]
    twins: Mapping[str, str]
    groups: Mapping[str, str]
    at_most_one: tuple[str, ...]
    removes: Mapping[str, str]
    one_more: Mapping[str, str]
    packs: Mapping[str, Mapping[str, int]]

    def tile_of(self, name: str) -> str | None:
        """What a tile of ours is called there; None when it is not known there."""
        return _ids().get(name)

    def names_of(self, tile: str) -> tuple[str, ...]:
        """What a tile is called here: by one name, by several that are alike, or by none."""
        ours = self.tiles.get(tile)
        twins = (name for name, twin in self.twins.items() if twin == tile)
        return () if ours is None else (ours, *twins)

    def fixed_options(self) -> frozenset[str]:
        """The options of which that program knows one value only."""
        return frozenset(option for options in self.always.values() for option in options)

    def feature_of(self, kind: str) -> str:
        """What a kind of feature of ours is called there."""
        return next((name for name, ours in self.features.items() if ours == kind), kind)

    def figure_of(self, kind: str) -> str:
        """What a figure of ours is called there."""
        return next((name for name, ours in self.figures.items() if ours == kind), kind)

    def token_of(self, kind: str) -> str:
        """What a token of ours is called there."""
        return next((name for name, ours in self.tokens.items() if ours == kind), kind)


@cache
def tables() -> Tables:
    """The tables, read once."""
    parts, tiles = _load("parts"), _load("tiles")
    elements = {name: _part(entry) for name, entry in parts["elements"].items()}
    groups = {tile: group for group, members in tiles["groups"].items() for tile in members}
    return Tables(
        features=parts["features"],
        figures=parts["figures"],
        classes=parts["classes"],
        tokens=parts["tokens"],
        entries={ours: name for name, all_ours in parts["entries"].items() for ours in all_ours},
        circles=parts["circles"],
        phases=parts["phases"],
        sets={name: _part(entry) for name, entry in parts["sets"].items()},
        several=parts["several"],
        elements=elements,
        rules={name: _variant(entry) for name, entry in parts["rules"].items()},
        other_rules=tuple(parts["other rules"]),
        always=parts["always"],
        silent={name: _silent(entry) for name, entry in parts["silent"].items()},
        declined=parts["declined"],
        unasked=tuple(parts["unasked"]),
        tiles=tiles["tiles"],
        twins=tiles["twins"],
        groups=groups,
        at_most_one=tuple(tiles["at most one"]),
        removes=tiles["removes"],
        one_more=tiles["one more"],
        packs={name: {tile: int(count) for tile, count in pack.items()} for name, pack in tiles["sets"].items()},
    )


@cache
def _ids() -> Mapping[str, str]:
    """Our names of tiles, with those there."""
    return {ours: tile for tile, ours in tables().tiles.items()} | dict(tables().twins)


def _load(name: str) -> Any:
    problems: list[Problem] = []
    node = read_source(Path(__file__).with_name(f"{name}.yaml"), problems)
    if node is None or problems:
        raise DataError(problems)
    return plain(node)


def _part(entry: Any) -> Part:
    module = entry.get("module", "") if entry else ""
    given = entry or {}
    return Part(
        module=module,
        of=given.get("of", module),
        figure=given.get("figure", ""),
        when_there=given.get("options", given.get("with", {})),
        when_not=given.get("without", {}),
        is_enforced="enforced" in given,
        beside=given.get("beside", ""),
        is_number="number" in given or "figure" in given,
        alone=given.get("alone", {}),
        apart=given.get("apart", {}),
    )


def _silent(entry: Mapping[str, Any]) -> Silent:
    tiles, unless = tuple(entry.get("tiles", ())), entry.get("unless", {})
    return Silent(entry.get("completing", ""), entry.get("module", ""), tiles, unless)


def _variant(entry: Mapping[str, Any]) -> Variant:
    values = {key: options for key, options in entry.items() if key not in ("of", "default")}
    return Variant(entry["of"], entry["default"], values)
