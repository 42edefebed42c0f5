"""What a name of the rules in play means, where that is written, and in which order things come together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.choices import ABOUT, ALWAYS, BINDS, CHOICES
from carcassonne.compile.order import in_order
from carcassonne.language import registry
from carcassonne.language.extension_points import POINTS, ExtensionPoint
from carcassonne.read import definitions as said
from carcassonne.read.drawings import HALVES, SIDES
from carcassonne.read.modules import Library
from carcassonne.read.options import allowed
from carcassonne.report.written import condition_text, lines_of, note, step_lines
from carcassonne.shipped import data_folder

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Rules
    from carcassonne.errors import Where
    from carcassonne.read.definitions import Definitions, Module

SECTIONS: Final = (
    ("feature kind", "features"),
    ("figure", "figures"),
    ("companion", "companions"),
    ("symbol", "symbols"),
    ("token", "tokens"),
    ("track", "tracks"),
    ("pile", "piles"),
    ("setup", "setups"),
    ("phase of the turn", "turn"),
    ("phase of the end", "final"),
    ("score change", "score_changes"),
    ("tie", "ties"),
    ("criterion of winning", "winner"),
    ("quantity", "quantities"),
    ("rule", "rules"),
    ("standing rule", "standing"),
    ("option", "options"),
)
PLURALS: Final = {
    "phase of the turn": "phases of the turn",
    "phase of the end": "phases of the end",
    "criterion of winning": "criteria of winning",
    "quantity": "quantities",
}
LAYERS: Final = ("replace", "add", "apply")
_RULE_ID = re.compile(r"[A-Z][A-Z-]*-[A-Z]*\d+[a-z]?")
_WIDE = 84

Line = tuple[str, "Where | None"]


@attrs.frozen
class Entry:
    """One meaning of a name: what it is, where it is written, and lines with their own places."""

    what: str
    name: str
    where: Where | None
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        head = f"{self.what} {self.name}" if self.name else self.what
        return "\n".join(_placed(text, where) for text, where in ((head, self.where), *self.lines))


def place(where: Where | None) -> str:
    """A place without its column: file:line."""
    return f"{where.file}:{where.line}" if where is not None else ""


def explain(rules: Rules, name: str) -> list[Entry]:
    """Every meaning of a name, or an empty list.

    A name is "options", "turn", "final", "winner", that of anything declared, of an extension point, of a choice, of
    a module, of a word of the language, of a tile, or the id of a rule.
    """
    said_here = rules.definitions
    found: list[Entry] = [_tile(rules, name)] if name in rules.tiles.numbers else []
    if name == "options":
        found.append(_options(said_here))
    for section in ("turn", "final"):
        if name == section:
            found.append(_phases(section, getattr(said_here, section)))
    if name == "winner":
        found.append(_winner(said_here))
    found += [_module(said_here, module) for module in said_here.modules if module.id == name]
    for what, section in SECTIONS:
        for thing in getattr(said_here, section):
            if thing.name == name:
                found.append(Entry(what, name, thing.where, tuple(_about(said_here, thing))))
    found += [
        Entry("group", name, None, (("  " + ", ".join(kinds), None),))
        for group, kinds in said_here.groups
        if group == name
    ]
    found += [_point(said_here, point) for point in POINTS if name in (point.name, f"{point.key}: {point.name}")]
    found += [_choice(name)] if name in CHOICES else []
    found += [
        Entry(
            word.kind,
            name,
            None,
            tuple((f"  {line}".rstrip(), None) for line in registry.page(word).splitlines()),
        )
        for word in registry.words()
        if word.name == name
    ]
    return found or _by_id(said_here, name)


def names_of(rules: Rules) -> list[str]:
    """Every name that can be explained, ids of rules left out."""
    said_here = rules.definitions
    names = [
        "options",
        "turn",
        "final",
        "winner",
        *(module.id for module in said_here.modules),
        *(point.name for point in POINTS if point.name != "a phase"),
        *CHOICES,
    ]
    names += [thing.name for _, section in SECTIONS for thing in getattr(said_here, section)]
    names += [group for group, _ in said_here.groups] + [word.name for word in registry.words()]
    return list(dict.fromkeys([*names, *rules.tiles.names]))


def overview(rules: Rules) -> list[Entry]:
    """What there is to explain, by section, with places."""
    said_here = rules.definitions
    others = [name for name in Library().ids() if name not in {module.id for module in said_here.modules}]
    entries = [
        Entry(
            "expansions",
            "",
            None,
            tuple((f"  {module.id}: {module.summary}", None) for module in said_here.modules),
        ),
        Entry("expansions not in play", "", None, tuple((f"  {name}", None) for name in others)),
        Entry("extension points", "", None, tuple((f"  {point.key}: {point.name}", None) for point in POINTS)),
        Entry("choices", "", None, tuple((f"  {name}", None) for name in CHOICES)),
    ]
    for what, section in SECTIONS:
        things = getattr(said_here, section)
        if things:
            lines = tuple((f"  {thing.name}", thing.where) for thing in things)
            entries.append(Entry(PLURALS.get(what, f"{what}s"), "", None, lines))
    return entries


def _placed(text: str, where: Where | None) -> str:
    return f"{text:<{_WIDE}}  {place(where)}" if where is not None else text


# What things are -------------------------------------------------------------------------------


def _about(here: Definitions, thing: Any) -> Iterator[Line]:
    yield from ((f"  {text}", where) for text, where in lines_of(thing))
    if isinstance(thing, said.FeatureKind):
        yield from _points(here, thing.name)
        for figure in here.figures:
            if thing.name in _kinds(here, figure.stands_on):
                yield f"  {figure.name} may stand there{condition_text(figure.condition)}", figure.where
    if isinstance(thing, said.FigureKind):
        for standing in here.standing:
            if standing.figure == thing.name or (standing.figure == said.FOLLOWERS and thing.follower):
                yield f"  goes home unless {standing.keep.text}{note(standing.rule)}", standing.where
    if isinstance(thing, said.Option):
        yield f"  chosen here: {dict(here.chosen)[thing.name]}", None


def _tile(rules: Rules, name: str) -> Entry:
    """A tile as text, and each of its segments: where it reaches the border, what it shows, what it touches."""
    from carcassonne.play.tiles import Tile

    drawn, shown = rules.tiles.tiles[rules.tiles.numbers[name]], Tile.of(rules, name)
    gaps = {kind.name for kind in rules.definitions.features if kind.borders == "gaps"}
    lines = [f"  {line}" for line in str(shown).splitlines()]
    lines.append(f"  {drawn.count} in the pile {drawn.pile!r}")
    lines += [f"  shows {symbol}: {value}" for symbol, value in drawn.symbols]
    for label, segment in zip(shown.segments, drawn.segments, strict=True):
        ports = [(HALVES if segment.kind in gaps else SIDES)[port] for port in segment.ports]
        parts = [f"at {', '.join(ports)}" if ports else "within the tile"]
        parts += [f"{symbol} {count}" for symbol, count in segment.symbols]
        parts += [f"touches {', '.join(shown.segments[other] for other in segment.touches)}"] if segment.touches else []
        lines.append(f"  {label}: {'; '.join(parts)}")
    return Entry("tile", name, drawn.where, tuple((line, None) for line in lines))


def _kinds(here: Definitions, names: Iterable[str]) -> Iterator[str]:
    groups = dict(here.groups)
    for name in names:
        yield from groups.get(name, (name,))


def _points(here: Definitions, kind: str) -> Iterator[Line]:
    """The formulas of a kind in their layers: its own, what replaces it, what is added, what is applied."""
    own = next((score for score in here.scores if score.kind == kind), None)
    changes = in_order(here.score_changes, [], first=lambda change: change.over)
    for state in ("complete", "unfinished"):
        formula: said.Points | None = getattr(own, state, None)
        layers: list[Line] = []
        if formula is not None:
            layers.append((f"    {formula.points.text}{note(formula.rule)}", formula.points.where))
        for layer in LAYERS:
            for change in changes:
                written: said.Phrase | None = getattr(change, state)
                if change.layer == layer and written is not None and kind in _kinds(here, change.of):
                    text = f"    {layer}, {change.name}: {written.text}"
                    text += condition_text(change.condition) + note(change.rule)
                    layers.append((text, written.where))
        if layers:
            yield f"  points when {state}", None
            yield from layers
    ties = [tie for tie in _ties(here) if kind in _kinds(here, tie.of)]
    if ties:
        yield "  ties for the majority", None
    for tie in ties:
        text, where = next(lines_of(tie))
        yield f"    {tie.name}: {text}", where


def _ties(here: Definitions) -> list[said.Tie]:
    """All ties in the order in which they are asked: who is in front first, then what is paid."""
    return sorted(in_order(here.ties, [], first=lambda tie: tie.over), key=lambda tie: bool(tie.pay))


def _winner(here: Definitions) -> Entry:
    """What decides who wins, in its order."""
    lines: list[Line] = []
    for number, criterion in enumerate(in_order(here.winner, []), 1):
        text, where = next(lines_of(criterion))
        lines.append((f"  {number}. {criterion.name}: {text}", where))
    return Entry("winner", "", None, tuple(lines) or (("  most points", None),))


def _options(here: Definitions) -> Entry:
    chosen = dict(here.chosen)
    lines: list[Line] = []
    for option in here.options:
        default = "" if chosen[option.name] == option.default else f", default {option.default}"
        lines.append((f"  {option.name} = {chosen[option.name]}{default}", option.where))
        lines.append((f"      {option.about} ({allowed(option)})", None))
    return Entry("options", "", None, tuple(lines))


def _phases(section: str, phases: Iterable[said.Phase]) -> Entry:
    lines: list[Line] = []
    for number, phase in enumerate(in_order(tuple(phases), []), 1):
        repeat = f", while {phase.repeat.text}" if phase.repeat is not None else ""
        lines.append((f"  {number}. {phase.name}{condition_text(phase.condition)}{repeat}", phase.where))
        lines += [(f"       {text}", where) for text, where in step_lines(phase.steps)]
    return Entry(section, "", None, tuple(lines))


def _module(here: Definitions, module: Module) -> Entry:
    lines: list[Line] = [(f"  {module.title}: {module.summary}", None), (f"  {module.file}", None)]
    for what, section in SECTIONS:
        for thing in getattr(here, section):
            if thing.where.file == module.file:
                lines.append((f"  {what} {thing.name}", thing.where))
    for score in here.scores:
        if score.where.file == module.file:
            lines.append((f"  points of {score.kind}", score.where))
    for tile_set in (each for each in here.tile_sets if each.name == module.id):
        tiles = sum(drawing.count for drawing in tile_set.drawings)
        lines.append((f"  tile set {tile_set.name}, edition {tile_set.edition}: {tiles} tiles", tile_set.where))
    return Entry("expansion", module.id, None, tuple(lines))


# Extension points ------------------------------------------------------------------------------

_ON: Final[dict[str, Callable[[said.Rule], str]]] = {
    "on": lambda rule: rule.on,
    "offers": lambda rule: rule.offers,
    "forbids": lambda rule: rule.forbids,
}


def _point(here: Definitions, point: ExtensionPoint) -> Entry:
    """What comes together at an extension point, in the order in which it acts."""
    lines: list[Line] = [
        (f"  {point.about}", None),
        (f"  what can be asked about: {point.asks}", None),
        (f"  several combine by: {point.combines}", None),
    ]
    if point.key in _ON:
        gone = {name for rule in here.rules for name in rule.over}
        acting = tuple(rule for rule in here.rules if rule.name not in gone)
        things: Iterable[Any] = (r for r in in_order(acting, []) if _ON[point.key](r) == point.name)
    elif point.key == "score changes":
        ordered = in_order(here.score_changes, [], first=lambda change: change.over)
        things = (change for change in ordered if change.layer == point.name)
    elif point.key == "ties":
        things = (tie for tie in _ties(here) if (point.name == "pay") == bool(tie.pay))
    elif point.key == "winner":
        things = in_order(here.winner, [])
    else:
        things = getattr(here, point.key)
    for number, thing in enumerate(things, 1):
        lines.append((f"  {number}. {thing.name}", thing.where))
        lines += [(f"       {text}", where) for text, where in lines_of(thing)]
    return Entry(point.key, point.name, None, tuple(lines))


def _choice(name: str) -> Entry:
    """What a choice lists, and the keys that it may have."""
    lines = (
        ABOUT[name].replace("`", "'"),
        f"keys beside it: {', '.join((*CHOICES[name], *ALWAYS))}",
        f"later steps know: a {BINDS[name]}",
    )
    return Entry("choice", name, None, tuple((f"  {line}", None) for line in lines))


# Ids of rules ----------------------------------------------------------------------------------


def _by_id(here: Definitions, name: str) -> list[Entry]:
    """The lines of the files in play, comments included, and the words of the language, that name a rule."""
    if not _RULE_ID.fullmatch(name):
        return []
    lines: list[Line] = []
    files = [module.file for module in here.modules] + [tile_set.where.file for tile_set in here.tile_sets]
    for file in dict.fromkeys(files):
        lines += _lines_with(file, name)
    lines += [
        (f"  {word.kind} {word.name}: {word.about.splitlines()[0]}", None)
        for word in registry.words()
        if name in word.rules
    ]
    return [Entry("rule", name, None, tuple(lines))] if lines else []


def _lines_with(file: str, name: str) -> Iterator[Line]:
    from carcassonne.errors import Where

    path = Path(file)
    if not path.is_file() and path.parts[:1] == ("data",):
        path = data_folder().joinpath(*path.parts[1:])
    wanted = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := wanted.search(line):
            yield f"  {' '.join(line.split())}", Where(file, number, found.start() + 1)
