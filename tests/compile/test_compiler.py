"""Definitions become one ruleset: nothing merged where nothing is changed, and everything wrong refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compile.house import house_rules, problems_of
from oracle.settings import MODULES, OPTIONS, rules_with

from carcassonne import Segment, Setup

CITY = Segment(0, 0, "city")
TWO_CAPS = Setup((("base/city-cap", 0, 0, 0), ("base/city-cap", 0, -1, 2)), (("blue", "meeple", CITY),))


def worth_of_two_caps(rules: Any) -> Any:
    return rules.new_game(["blue", "red"], tiles=["base/cloister"], table=TWO_CAPS).worth(CITY)


def test_the_base_game_has_no_hooks_and_no_changes() -> None:
    rules = rules_with(("base",))
    assert rules.handlers == {}
    assert rules.offer_rules == ()
    assert rules.homes == ()
    assert not any(rules.place_vetoes)
    assert not any(rules.stand_vetoes)
    for points in rules.points:
        assert (points.replacements, points.additions, points.operations) == ((), (), ())


def test_an_option_changes_only_what_it_names() -> None:
    rules = rules_with(("base",), (("base.tiny_city_points", "2"),))
    changed = [kind for kind, points in zip(rules.kinds.names, rules.points, strict=True) if points.replacements]
    assert changed == ["city"]
    assert worth_of_two_caps(rules).points == 2
    assert worth_of_two_caps(rules_with(("base",))).points == 4


def test_rules_that_forbid_are_asked_only_for_their_tiles() -> None:
    rules = rules_with(("base", "river"))
    asked = {name for name, vetoes in zip(rules.tiles.names, rules.place_vetoes, strict=True) if vetoes}
    assert asked == {name for name in rules.tiles.names if name.startswith("river/")}


def test_figures_stand_where_their_lines_say() -> None:
    rules = rules_with(("base", "abbot"))
    figures = {figure.name: figure for figure in rules.figures}
    assert sorted(figures) == ["abbot", "marker", "meeple"]
    assert [rules.figures[number].name for number in rules.placeable] == ["abbot", "meeple"]
    assert [rules.figures[number].name for number in rules.scorers] == ["marker"]
    garden = rules.tiles.numbers["base/city-cap-garden"]
    kinds = [rules.kinds.names[kind] for kind in rules.tiles.turned[garden][0].kinds]
    assert [kinds[position] for position in figures["abbot"].spots[garden]] == ["garden"]
    assert [kinds[position] for position in figures["meeple"].spots[garden]] == ["city", "field"]


def test_piles_are_drawn_in_their_order() -> None:
    rules = rules_with(("base", "river"))
    assert rules.piles == ("river", "lake", "main")
    assert [sum(rules.tiles.counts[tile] for tile in pile) for pile in rules.pile_tiles] == [11, 1, 72]


@pytest.mark.parametrize("modules", MODULES)
def test_every_value_of_every_option_compiles(modules: tuple[str, ...]) -> None:
    for module in modules:
        for name, values in OPTIONS[module].items():
            for value in values:
                rules = rules_with(modules, ((name, value),))
                assert rules.options[name] == value
                assert len(rules.new_game(2).legal_actions) > 0


def test_options_of_the_yaml_are_all_known_to_these_tests() -> None:
    rules = rules_with(("base", "river", "abbot"))
    known = {name: set(values) for options in OPTIONS.values() for name, values in options.items()}
    assert {option.name: set(option.values) for option in rules.definitions.options} == known


def test_a_ruleset_shows_itself() -> None:
    assert repr(rules_with(("base",))) == "<Ruleset base: 72 tiles, 2 kinds of figures>"


# Layers of scoring ---------------------------------------------------------------------------------


def test_points_pass_through_replace_add_and_apply_in_this_order(tmp_path: Path) -> None:
    rules = house_rules(
        tmp_path,
        "score changes:\n"
        "  z halves: {of: city, apply: 'half, rounded up', rule: H-3}\n"
        "  y adds: {of: city, add: 5, rule: H-2}\n"
        "  x replaces: {of: city, replace: 3 * tiles, rule: H-1}\n",
    )
    worth = worth_of_two_caps(rules)
    assert [(item.what, item.points, item.rule) for item in worth.items] == [
        ("tiles", 6, "H-1"),
        ("points", 5, "H-2"),
        ("z halves", -5, "H-3"),
    ]
    assert worth.points == 6


def test_operations_are_applied_in_their_written_order(tmp_path: Path) -> None:
    doubled = "  a doubles: {of: city, apply: double, rule: H-1, after: [b halves]}\n"
    halved = "  b halves: {of: city, apply: 'half, rounded down', rule: H-2}\n"
    odd = "  c adds: {of: city, add: 1, rule: H-3}\n"
    assert worth_of_two_caps(house_rules(tmp_path, "score changes:\n" + doubled + halved + odd)).points == 4
    early = doubled.replace(", after: [b halves]", "")
    assert worth_of_two_caps(house_rules(tmp_path, "score changes:\n" + early + halved + odd)).points == 5


def test_two_replacements_must_say_which_is_over_the_other(tmp_path: Path) -> None:
    one = "  siege: {of: city, replace: tiles, rule: H-1}\n"
    other = "  catapult: {of: city, replace: 9, rule: H-2}\n"
    (problem,) = problems_of(tmp_path, "score changes:\n" + one + other)
    assert "both replace the points of 'city'" in problem.fault
    assert "over: " in problem.cure
    over = other.replace("rule: H-2", "rule: H-2, over: [siege]")
    assert worth_of_two_caps(house_rules(tmp_path, "score changes:\n" + one + over)).points == 9


# Refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault", "cure"),
    [
        (
            "rules:\n  r: {on: tile laid, do: [add part]}\n",
            "unknown event 'tile laid'",
            "Did you mean 'tile placed'?",
        ),
        ("rules:\n  r: {on: tile placed, do: [ad part]}\n", "no verb 'ad part'", "Did you mean 'add part'?"),
        (
            "rules:\n  r: {forbids: plce, if: bend(road) = 0}\n",
            "unknown action 'plce'",
            "Did you mean 'place'?",
        ),
        ("rules:\n  r: {offers: figure, do: [add part]}\n", "an offer says what is chosen", "Add 'choose'; where"),
        ("rules:\n  r: {on: tile placed, do: [{award: {to: nobody, points: 2}}]}\n", "nobody", ""),
        ("rules:\n  r: {on: tile placed, do: [{award: {points: 2}}]}\n", "to", ""),
        ("score changes:\n  s: {of: city, apply: triple, rule: H-1}\n", "no operation 'triple'", ""),
        ("setup:\n  s: {remove: base/city-cup}\n", "base/city-cup", "base/city-cap"),
        ("figures:\n  dog: {each: 1, stands on: [rod]}\n", "rod", "road"),
        (
            "score changes:\n"
            "  a: {of: city, add: 1, rule: H-1, after: [b]}\n"
            "  b: {of: city, add: 1, rule: H-1, after: [a]}\n",
            "circle",
            "",
        ),
        ("final:\n  cities: {do: [{score features: [town]}]}\n", "unknown feature kind 'town'", ""),
    ],
)
def test_wrong_rules_are_refused(tmp_path: Path, text: str, fault: str, cure: str) -> None:
    found = problems_of(tmp_path, text)
    assert any(fault in problem.fault for problem in found), found
    assert any(cure in problem.cure for problem in found), found
    assert all(problem.where.file.endswith("house.yaml") for problem in found)


# Rules that act ------------------------------------------------------------------------------------


def test_a_rule_on_an_event_acts_and_can_be_taken_back(tmp_path: Path) -> None:
    rules = house_rules(
        tmp_path,
        "rules:\n"
        "  toll: {on: tile placed, tiles with: cloister, rule: H-1,\n"
        "         do: [{award: {to: active player, points: 2, rule: H-1}}]}\n",
    )
    game = rules.new_game(2, tiles=["base/cloister", "base/road-straight"])
    game.push(game.legal_actions[0])
    assert game.scores == (2, 0)
    game.pop()
    assert game.scores == (0, 0)
    game.push(game.legal_actions[0])
    game.push(game.legal_actions[0])
    game.push(game.legal_actions[0])
    assert game.scores == (2, 0)


def test_a_part_more_is_the_same_players(tmp_path: Path) -> None:
    rules = house_rules(
        tmp_path, "rules:\n  again: {on: tile placed, tiles with: cloister, do: [add part], rule: H-1}\n"
    )
    game = rules.new_game(2, tiles=["base/cloister", "base/road-straight", "base/road-straight"])
    decided = []
    while not game.is_over:
        decided.append((game.player, game.about))
        game.push(game.legal_actions[0])
    assert decided == [(0, "place"), (0, "action")] * 2 + [(1, "place"), (1, "action")]


def test_a_rule_of_once_a_turn_acts_once_a_turn(tmp_path: Path) -> None:
    rules = house_rules(
        tmp_path,
        "rules:\n"
        "  again: {on: tile placed, do: [add part], limit: once a turn, rule: H-1}\n"
        "  toll: {on: tile placed, limit: once a turn, rule: H-2,\n"
        "         do: [{award: {to: active player, points: 1}}]}\n",
    )
    game = rules.new_game(2, tiles=["base/cloister"] * 6)
    players = []
    while not game.is_over:
        if game.about == "place":
            players.append(game.player)
        game.push(game.legal_actions[0])
    assert players == [0, 0, 1, 1, 0, 0]
    assert game.scores == (2, 1)
