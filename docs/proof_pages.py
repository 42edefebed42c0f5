"""The rules of an expansion one by one, with what proves them; and the scenarios with their tables."""

from __future__ import annotations

from pathlib import Path

import rule_ids
from rule_ids import ROOT, Named, Scenario, family, in_order
from shipped_modules import EXPANSIONS, TILES, code, escaped, keys, modules, options_of, rules_of

from carcassonne import Setup
from carcassonne.errors import CarcassonneError
from carcassonne.read.scenario_words import Vocabulary
from carcassonne.read.source import Node
from carcassonne.report.board import board_of

SHOWING = ("tiles", "features", "tile changes", "symbols")  # sections that change what a table looks like


def rules_and_scenarios(letters: str, file: str = "") -> list[str]:
    """The rules of a family one by one, with where they are written and what proves them; then the scenarios.

    file: the file of the page, whose lines are named by their numbers alone.
    """
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
        places = "<br>".join(_place(named, file) for named in written.get(rule, []))
        proofs = [f"[{escaped(each.title)}](#{each.name})" for each in proving.get(rule, [])]
        proofs += [f"{escaped(what)} ({code(file)})" for file, what in tested.get(rule, ())]
        rows.append(f"| {rule} {{ #{rule.lower()} }} | {places} | {'<br>'.join(proofs)} |")
    about = (
        "Ids with D are decisions, with I what two expansions do together, with X worked examples, "
        "with A choices between readings. A rule that is written nowhere follows from others, or from "
        "how the engine works."
    )
    parts = ["## Rule by rule", about, "\n".join(rows)]
    return parts + (["## Scenarios", *map(_scenario, shown)] if shown else [])


def _place(named: Named, file: str) -> str:
    line = f"line {named.line}" if named.file == file else f"{Path(named.file).name}, line {named.line}"
    return f"{line}: {code(named.text)}" if named.text else line


def _scenario(scenario: Scenario) -> str:
    path = scenario.path.relative_to(ROOT)
    text = scenario.path.read_text(encoding="utf-8").rstrip()
    drawn = board(scenario)
    parts = [f'```yaml title="{path}"', text, "```"]
    if drawn:
        parts += ["", "```text", drawn, "```"]
    inner = "\n".join(f"    {line}".rstrip() for line in "\n".join(parts).splitlines())
    title = scenario.title.replace('"', "'")
    return f'<a id="{scenario.name}"></a>\n\n??? example "{title}"\n\n{inner}'


def board(scenario: Scenario) -> str:
    """The table that a scenario begins from, unless it is the rules' own or has tiles of its own."""
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
    by_name = {name: (module, node) for module in modules() for name, node in options_of(module).items()}
    found = []
    for name, value in scenario.mapping("options").items():
        if name in by_name and any(key in SHOWING for key in keys(keys(by_name[name][1]).get(value))):
            found.append((name, value))
    return tuple(sorted(found))
