"""A page for each shipped expansion, made from its rules, its tile sets and its scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import rule_ids
from rule_ids import ROOT, Named, Scenario, family, in_order

import carcassonne
from carcassonne import Setup
from carcassonne.errors import CarcassonneError
from carcassonne.read.definitions import Definitions, Option, TileSet
from carcassonne.read.scenario_words import Vocabulary
from carcassonne.read.source import Node, read_source
from carcassonne.report.board import board_of
from carcassonne.report.explain import SECTIONS, explain
from carcassonne.report.marks import marks_for
from carcassonne.report.picture import HEIGHT, picture
from carcassonne.report.written import lines_of

EXPANSIONS = ROOT / "data" / "expansions"
TILES = ROOT / "data" / "tiles"
FOLDER = "shipped"
TOGETHER = "together"
COLUMNS, WIDE = 4, 24
SHOWING = ("tiles", "features", "tile changes", "symbols")  # sections that change what a table looks like
NOT_LISTED = ("option",)  # has a table of its own


@attrs.frozen
class Module:
    """A shipped expansion: its file as it is written, and what it says with all that it needs."""

    name: str
    path: Path
    node: Node
    definitions: Definitions

    @property
    def file(self) -> str:
        return str(self.path.relative_to(ROOT))

    def own(self, things: Iterable[Any]) -> list[Any]:
        """Those of some definitions that stand in this file."""
        return [thing for thing in things if thing.where.file == self.file]

    @property
    def options(self) -> list[Option]:
        return self.own(self.definitions.options)

    @property
    def needs(self) -> list[str]:
        return [module.id for module in self.definitions.modules if module.id != self.name]

    @property
    def title(self) -> str:
        return next(module.title for module in self.definitions.modules if module.id == self.name)

    @property
    def summary(self) -> str:
        return next(module.summary for module in self.definitions.modules if module.id == self.name)

    @property
    def family(self) -> str:
        """The letters that its rule ids begin with: those that its file names most."""
        counted = Counter(family(rule) for rule, _ in rule_ids.lines_naming(self.path))
        return counted.most_common(1)[0][0] if counted else ""


@cache
def modules() -> tuple[Module, ...]:
    """All shipped expansions: the base game, then by name, those that only gather others last."""
    found = []
    for path in sorted(EXPANSIONS.glob("*.yaml")):
        node = read_source(path, [])
        assert node is not None, path
        found.append(Module(path.stem, path, node, rules_of((path.stem,)).definitions))
    return tuple(sorted(found, key=lambda module: (bool(module.needs), not module.family, module.name)))


@cache
def rules_of(names: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> carcassonne.Ruleset:
    """A ruleset, made once."""
    return carcassonne.load_rules(*names, options=dict(options))


def pages() -> dict[str, str]:
    """Every generated page by its path in the documentation."""
    made = {f"{FOLDER}/{module.name}.md": page(module) for module in modules()}
    return made | {f"{FOLDER}/{TOGETHER}.md": page_of_several()}


def titles() -> list[tuple[str, str]]:
    """The pages for the navigation: (title, path)."""
    listed = [(module.title, f"{FOLDER}/{module.name}.md") for module in modules()]
    return [*listed, ("Several together", f"{FOLDER}/{TOGETHER}.md")]


def page(module: Module) -> str:
    """The page of one expansion."""
    ids = f" Its rule ids begin with {module.family}." if module.family else ""
    needs = f" It brings {_listed(_link(name) for name in module.needs)} with it." if module.needs else ""
    parts = [
        f"# {module.title}",
        f"{module.summary}{needs}{ids}",
        f'```python\nrules = carcassonne.load_rules("{module.name}")\n```',
        "## What it adds",
        *adds(module),
        *tile_sets(module),
        *options(module),
    ]
    if module.family:
        parts += rules_and_scenarios(module.family)
    else:
        parts += [_explained(module.name, "turn"), _explained(module.name, "final")]
    text = module.path.read_text(encoding="utf-8").rstrip()
    parts += ["## The file", f'```yaml title="{module.file}" linenums="1"\n{text}\n```']
    return "\n\n".join(parts) + "\n"


def page_of_several() -> str:
    """The page of the rules on several expansions at once: they stand in no file of their own."""
    parts = [
        "# Several expansions together",
        "In which order things happen when several expansions are in play, and what holds where they meet. "
        "Rule ids begin with OP.",
        _explained("big-box", "turn"),
        _explained("big-box", "final"),
        *rules_and_scenarios("OP"),
    ]
    return "\n\n".join(parts) + "\n"


def _explained(name: str, what: str) -> str:
    (entry,) = (each for each in explain(rules_of((name,)), what) if each.what == what)
    heads = {"turn": "The turn", "final": "The end of the game"}
    return f"## {heads[what]}\n\n```text\n{entry}\n```"


# What it adds ----------------------------------------------------------------------------------


def adds(module: Module) -> Iterator[str]:
    """A table of everything that the file declares, as the library understands it with the default options."""
    rows = []
    for what, section in SECTIONS:
        if what not in NOT_LISTED:
            for thing in module.own(getattr(module.definitions, section)):
                lines = [text for text, _ in lines_of(thing)]
                rows.append((what, thing.name, lines, thing.where.line))
    for score in module.own(module.definitions.scores):
        states = (("complete", score.complete), ("unfinished", score.unfinished))
        lines = [f"{state}: {points.points.text} ({points.rule})" for state, points in states if points]
        rows.append(("points of", score.kind, lines, score.where.line))
    rows += _groups(module)
    rows += _changes(module)
    if not rows:
        yield "Nothing of its own."
        return
    rows.sort(key=lambda row: row[3])
    yield "As it is with the default options; the line is that of the file [below](#the-file)."
    table = ["| what | name | it says | line |", "| --- | --- | --- | ---: |"]
    for what, name, lines, line in rows:
        table.append(f"| {what} | {name} | {'<br>'.join(map(_code, lines))} | {line} |")
    yield "\n".join(table)


def _groups(module: Module) -> list[tuple[str, str, list[str], int]]:
    own = _keys(_keys(module.node).get("groups"))
    kinds = dict(module.definitions.groups)
    return [("group", name, [", ".join(kinds[name])], own[name].where.line) for name in own if name in kinds]


def _changes(module: Module) -> list[tuple[str, str, list[str], int]]:
    rows = []
    for section, node in _keys(_keys(module.node).get("changes")).items():
        for name, change in _keys(node).items():
            rows.append((f"change in {section}", name, [_written(change)], change.where.line))
    for name, value in _keys(_keys(module.node).get("defaults")).items():
        rows.append(("default", name, [_written(value)], value.where.line))
    return rows


def _written(node: Node) -> str:
    if isinstance(node.value, str):
        return node.value
    if isinstance(node.value, tuple):
        return "[" + ", ".join(map(_written, node.value)) + "]"
    return "{" + ", ".join(f"{name}: {_written(item)}" for name, item in node.value.items()) + "}"


# Tiles -----------------------------------------------------------------------------------------


def tile_sets(module: Module) -> Iterator[str]:
    """Every tile set of an expansion with its totals and a picture of each tile."""
    shown: dict[str, None] = {}
    found: list[tuple[str, TileSet, carcassonne.Ruleset]] = []
    for chosen in ("", *(f"{o.name}={value}" for o in module.options for value in o.values)):
        name, _, value = chosen.partition("=")
        if chosen and not _touches_tiles(module, name, value):
            continue
        rules = rules_of((module.name,), ((name, value),) if chosen else ())
        for tile_set in rules.definitions.tile_sets:
            if tile_set.where.file not in shown and _names_set(module, tile_set.name):
                shown[tile_set.where.file] = None
                by_default = tile_set in rules_of((module.name,)).definitions.tile_sets
                found.append(("" if by_default else f"with `{chosen.replace('=', ': ')}`", tile_set, rules))
    if found:
        yield "## Tiles"
        yield _legend(found[0][2])
    for condition, tile_set, rules in found:
        yield from _tile_set(condition, tile_set, rules)


def _names_set(module: Module, name: str) -> bool:
    """Whether the file itself brings a tile set into play, and not what it needs."""
    fragments = [*_options(module).values()]
    places = [_keys(module.node).get("tiles")]
    places += [_keys(value).get("tiles") for fragment in fragments for value in _keys(fragment).values()]
    return any(name in _keys(place) for place in places)


def _options(module: Module) -> Mapping[str, Node]:
    return _keys(_keys(module.node).get("options"))


def _touches_tiles(module: Module, option: str, value: str) -> bool:
    return "tiles" in _keys(_keys(_options(module).get(option)).get(value))


def _legend(rules: carcassonne.Ruleset) -> str:
    kinds = [f"`{kind.letter}` {kind.name}" for kind in rules.kinds.kinds if kind.borders != "gaps"]
    kinds += [f"`.` {kind.name}" for kind in rules.kinds.kinds if kind.borders == "gaps"]
    kinds += [f"`{mark}` {name}" for name, mark in _symbols(rules).items()]
    return f"A tile is a block of seven by three characters: {', '.join(kinds)}, `+` a bridge."


def _symbols(rules: carcassonne.Ruleset) -> dict[str, str]:
    names = sorted(symbol.name for symbol in rules.definitions.symbols)
    return dict(zip(names, marks_for(names), strict=True))


def _tile_set(condition: str, tile_set: TileSet, rules: carcassonne.Ruleset) -> Iterator[str]:
    count = sum(drawing.count for drawing in tile_set.drawings)
    yield f"### {tile_set.name}, edition {tile_set.edition}: {count} tiles" + (f", {condition}" if condition else "")
    totals = ", ".join(f"{number} {what}" for what, number, _ in tile_set.totals)
    yield f"Totals that are checked when `{tile_set.where.file}` is read: {totals}."
    blocks = []
    for drawing in tile_set.drawings:
        number = rules.tiles.numbers[drawing.name]
        drawn = picture(rules, rules.tiles.turned[number][0], _symbols(rules))
        name = drawing.name.partition("/")[2]
        blocks.append([*_wrapped(name), f"× {drawing.count}", *drawn.lines])
    rows = []
    for first in range(0, len(blocks), COLUMNS):
        row = blocks[first : first + COLUMNS]
        height = max(map(len, row))
        row = [[""] * (height - len(block)) + block for block in row]
        rows += ["".join(block[line].ljust(WIDE) for block in row).rstrip() for line in range(height)]
        rows.append("")
    yield "```text\n" + "\n".join(rows[:-1]) + "\n```"


def _wrapped(name: str) -> list[str]:
    """A name of a tile in lines that fit into a column, broken at hyphens."""
    lines = [""]
    for part in name.split("-"):
        piece = part if lines == [""] else f"-{part}"
        if lines[-1] and len(lines[-1] + piece) > WIDE - 3:
            lines.append("")
        lines[-1] += piece
    return lines


# Options ---------------------------------------------------------------------------------------


def options(module: Module) -> Iterator[str]:
    """A table of the options of an expansion."""
    if module.options:
        yield "## Options"
        yield option_table(module)


def option_table(module: Module) -> str:
    """What may be chosen, and what holds without a choice."""
    rows = ["| option | what it decides | values, the default first | line |", "| --- | --- | --- | ---: |"]
    for option in module.options:
        others = [value for value in option.values if value != option.default]
        values = ", ".join(f"`{value}`" for value in [option.default, *others])
        values += " or any whole number" if option.number else ""
        values += " or any such table: from this number on, this value" if option.table else ""
        rows.append(f"| `{option.name}` | {option.about} | {values} | {option.where.line} |")
    return "\n".join(rows)


def all_options() -> str:
    """Every shipped expansion with its options."""
    parts = []
    for module in modules():
        parts += [f"## {module.title} {{ #{module.name} }}", f"{module.summary} See [its page]({module.name}.md)."]
        parts += [option_table(module)] if module.options else []
    return "\n\n".join(parts)


# Rules and scenarios ---------------------------------------------------------------------------


def rules_and_scenarios(letters: str) -> list[str]:
    """The rules of a family one by one, with where they are written and what proves them; then the scenarios."""
    written: dict[str, list[Named]] = {}
    for path in [*sorted(EXPANSIONS.glob("*.yaml")), *sorted(TILES.glob("*.yaml"))]:
        for rule, named in rule_ids.lines_naming(path):
            if family(rule) == letters:
                written.setdefault(rule, []).append(named)
    proving: dict[str, list[Scenario]] = {}
    for scenario in rule_ids.scenarios():
        for rule in scenario.covers:
            if family(rule) == letters:
                proving.setdefault(rule, []).append(scenario)
    tested = {rule: tests for rule, tests in rule_ids.tests().items() if family(rule) == letters}
    rules = sorted({*written, *proving, *tested}, key=in_order)
    if not rules:
        return []
    shown = list({scenario.name: scenario for rule in rules for scenario in proving.get(rule, [])}.values())
    rows = ["| rule | where it is written | what proves it |", "| --- | --- | --- |"]
    for rule in rules:
        places = "<br>".join(map(_place, written.get(rule, [])))
        proofs = [f"[{_escaped(each.title)}](#{each.name})" for each in proving.get(rule, [])]
        proofs += [f"{_escaped(what)} ({_code(file)})" for file, what in tested.get(rule, ())]
        rows.append(f"| {rule} {{ #{rule.lower()} }} | {places} | {'<br>'.join(proofs)} |")
    about = (
        "Ids with D are decisions, with I what two expansions do together, with X worked examples, with A choices "
        "between readings. A rule that is written nowhere follows from others, or from how the engine works."
    )
    parts = ["## Rule by rule", about, "\n".join(rows)]
    return parts + (["## Scenarios", *map(_scenario, shown)] if shown else [])


def _place(named: Named) -> str:
    line = f"{named.file.removeprefix('data/')}:{named.line}"
    return f"{_code(line)} {_code(named.text)}" if named.text else _code(line)


def _scenario(scenario: Scenario) -> str:
    path = scenario.path.relative_to(ROOT)
    text = scenario.path.read_text(encoding="utf-8").rstrip()
    drawn = board(scenario)
    parts = [f'```yaml title="{path}"', text, "```"]
    if drawn:
        parts += ["", "```text", drawn, "```"]
    inner = "\n".join(f"    {line}".rstrip() for line in parts)
    title = scenario.title.replace('"', "'")
    return f'<a id="{scenario.name}"></a>\n\n??? example "{title}"\n\n{inner}'


def board(scenario: Scenario) -> str:
    """The table from which a scenario begins; nothing where it begins as the rules say, or has tiles of its own."""
    lines = scenario.lines("table")
    if not lines or scenario.lines("tiles") or any("/" in name and name.endswith(".yaml") for name in _names(scenario)):
        return ""
    try:
        rules = rules_of(_names(scenario), _chosen(scenario))
        players = _players(scenario)
        words = Vocabulary.of(rules.definitions, players)
        where = scenario.node.where
        laid = [words.laid(Node(line, where), "table", []) for line in lines]
        figures = [words.figure(Node(line, where), "figures", []) for line in scenario.lines("figures")]
        table = Setup(
            tiles=[(each.tile, each.x, each.y, each.turned) for each in laid if each],
            figures=[(each.owner or None, each.kind, each.segment) for each in figures if each],
        )
        if not table.tiles:
            return ""
        return board_of(rules.new_game(players, chance="explicit", table=table)).text
    except CarcassonneError:
        return ""


def _names(scenario: Scenario) -> tuple[str, ...]:
    return tuple(scenario.lines("rules"))


def _players(scenario: Scenario) -> tuple[str, ...]:
    said = scenario.text("players")
    colours = ("blue", "red", "green", "yellow", "black", "pink")
    return colours[: int(said)] if said.isdecimal() else tuple(scenario.lines("players")) or colours[:2]


def _chosen(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The options of a scenario that change what its table looks like."""
    by_name = {name: (module, node) for module in modules() for name, node in _options(module).items()}
    found = []
    for name, value in scenario.mapping("options").items():
        if name in by_name and any(key in SHOWING for key in _keys(_keys(by_name[name][1]).get(value))):
            found.append((name, value))
    return tuple(sorted(found))


# Text ------------------------------------------------------------------------------------------


def _keys(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, Mapping) else {}


def _code(text: str) -> str:
    """A text in the fixed font that may stand in a cell of a table."""
    return f"`{text.replace('|', '¦').replace('`', chr(39))}`"


def _escaped(text: str) -> str:
    return text.replace("|", "¦").replace("[", "(").replace("]", ")").replace("<", "&lt;").replace("*", "\\*")


def _link(name: str) -> str:
    return f"[{name}]({name}.md)"


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def described() -> Sequence[str]:
    """A row for each expansion: its title with its page, how it is called, and what it is."""
    rows = ["| expansion | id | rule ids | what it is |", "| --- | --- | --- | --- |"]
    for module in modules():
        letters = f"{module.family}-…" if module.family else ""
        rows.append(f"| [{module.title}]({module.name}.md) | `{module.name}` | {letters} | {module.summary} |")
    return rows
