"""A page for each shipped expansion, made from its rules, its tile sets and its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import gallery_pages
from proof_pages import rules_and_scenarios
from shipped_modules import Module, code, keys, modules, options_of, rules_of

import carcassonne
from carcassonne.read.drawings import TileSet
from carcassonne.read.source import Node
from carcassonne.report.explain import SECTIONS, explain
from carcassonne.report.marks import marks_for
from carcassonne.report.picture import picture
from carcassonne.report.written import lines_of

FOLDER = "shipped"
TOGETHER = "together"
COLUMNS, WIDE = 4, 24
NOT_LISTED = ("option",)  # has a table of its own


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
        parts += rules_and_scenarios(module.family, module.file)
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
    """A table of everything that the file declares, as it is read with the default options."""
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
        table.append(f"| {what} | {name} | {'<br>'.join(map(code, lines))} | {line} |")
    yield "\n".join(table)


def _groups(module: Module) -> list[tuple[str, str, list[str], int]]:
    own = keys(keys(module.node).get("groups"))
    kinds = dict(module.definitions.groups)
    return [("group", name, [", ".join(kinds[name])], own[name].where.line) for name in own if name in kinds]


def _changes(module: Module) -> list[tuple[str, str, list[str], int]]:
    rows = []
    for section, node in keys(keys(module.node).get("changes")).items():
        for name, change in keys(node).items():
            rows.append((f"change in {section}", name, [_written(change)], change.where.line))
    for name, value in keys(keys(module.node).get("defaults")).items():
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
    fragments = [*options_of(module).values()]
    places = [keys(module.node).get("tiles")]
    places += [keys(value).get("tiles") for fragment in fragments for value in keys(fragment).values()]
    return any(name in keys(place) for place in places)


def _touches_tiles(module: Module, option: str, value: str) -> bool:
    return "tiles" in keys(keys(options_of(module).get(option)).get(value))


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
    yield gallery_pages.shown(Path(tile_set.where.file).stem, f"The tiles of {tile_set.name}", folder="../pictures")
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
        parts += [
            f"## {module.title} {{ #{module.name} }}",
            f"{module.summary} See [its page]({module.name}.md).",
        ]
        parts += [option_table(module)] if module.options else []
    return "\n\n".join(parts)


# Text ------------------------------------------------------------------------------------------


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
