"""Words that are used in a wrong way are refused with their place, their fault and a cure."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules, problems_of

STEPS = "turn:\n  visit:\n    after: place\n    do:\n"


def faults_of(folder: Path, text: str) -> list[str]:
    """What is wrong with house rules, with the cures."""
    return [f"{problem.fault} | {problem.cure}".removesuffix(" | ") for problem in problems_of(folder, text)]


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("choose: {players: others, least: own points, most: own points}", "expected 'least' or 'most', not both"),
        ("choose: {players: others, most: own points > 3}", "'own points > 3' is a condition, expected a number"),
        ("choose: {players: others, if: own points}", "'own points' is a number, expected a condition (yes or no)"),
        ("choose: {cells: anywhere, most: 1}", "unknown key 'most'"),
        ("choose: {features: any, on: it}", "unknown words 'it'"),
        ("choose: {features: any, on: around it}", "unknown words 'around it'"),
        ("choose: {features: anything}", "unknown feature kind 'anything'"),
        ("choose: {cells: beside it}", "unknown words 'beside it'"),
        ("choose: {figures: followers, on: it}", "unknown words 'it'"),
        ("choose: {features: any, for: dog}", "no kind of figure is called 'dog', and none is bound to it"),
        ("award: {to: active player, points: 'at(it, around(city))'}", "no cell or segment or figure is called 'it'"),
        (
            "award: {to: active player, points: 'at(new tile, tiles)'}",
            "'tiles' asks for a feature, but there is none here",
        ),
        ("award: {to: active player, points: most of players(active)}", "'active' is a condition, expected a number"),
        ("take back all: {cells: anywhere}", "expected figures, such as {figures: followers, of: anybody}"),
        ("take back all: followers", "expected a mapping such as {figures: [...], of: ...}"),
        ("take back all: {figures: followers, of: everybody}", "unknown words 'everybody'"),
        ("award: {to: active player, points: tiles}", "'tiles' asks for a feature, but there is none here"),
    ],
)
def test_steps(tmp_path: Path, step: str, fault: str) -> None:
    found = faults_of(tmp_path, f"{STEPS}      - {step}\n")
    assert [fault in each for each in found] == [True], found


def test_a_move_may_say_where(tmp_path: Path) -> None:
    text = f"figures: {{dragon: {{shared: 1, stands on: [city]}}}}\n{STEPS}"
    house_rules(tmp_path, f"{text}      - choose: {{move: dragon, to: any, on: the new tile}}\n")
    (fault,) = faults_of(tmp_path, f"{text}      - choose: {{move: dragon, to: any, on: the tile}}\n")
    assert "unknown words 'the tile'" in fault and "the new tile" in fault


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("apply: doubel", "no operation 'doubel'"),
        ("apply: half down", "It is a quantity: write 'half down(points)'."),
        ("apply: points > 3", "'points > 3' is a condition, expected a number"),
        ("add: points", "'points' asks for points that are given, but there is none here"),
        ("if: 'is([city, road])', add: 1", "Several kinds stand in the parentheses of the word itself, with commas"),
        ("if: 'is(city, lake)', add: 1", "unknown feature kind 'lake'"),
        ("if: always > 0, add: 1", "'always' is a condition, expected a number"),
        ("add: 'max(1)'", "'max'"),
    ],
)
def test_score_changes(tmp_path: Path, change: str, fault: str) -> None:
    found = faults_of(tmp_path, f"score changes:\n  own way: {{of: city, {change}}}\n")
    assert [fault in each for each in found] == [True], found


def test_a_standing_rule_for_one_kind_or_for_followers(tmp_path: Path) -> None:
    house_rules(tmp_path, "standing:\n  all: {figure: followers, keep: not complete}\n")
    (fault,) = faults_of(tmp_path, "standing:\n  all: {figure: folowers, keep: not complete}\n")
    assert "unknown figure 'folowers'" in fault


def test_any_stands_for_all_kinds_wherever_kinds_may_stand(tmp_path: Path) -> None:
    house_rules(tmp_path, "score changes:\n  more: {of: any, add: 1}\nfigures:\n  dog: {each: 1, stands on: any}\n")
    (fault,) = faults_of(tmp_path, "score:\n  any: {complete: {points: 1}}\n")
    assert "unknown feature kind 'any'" in fault


def test_a_text_with_brackets_stands_in_quotes(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "rules:\n  no: {forbids: stand, if: is([city, road]), rule: H-1}\n")
    assert "a text with a comma or a bracket stands in quotes" in fault
