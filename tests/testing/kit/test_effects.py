"""What values of options do in play, as a battery looks for it."""

from __future__ import annotations

from pathlib import Path

import carcassonne
from carcassonne.testing import check_variant
from carcassonne.testing.effects import effects_of

HOUSE = """variant: house
extends: [base]
options:
  house.roads:
    about: What a finished road gives more.
    default: plain
    plain: {}
    good: {score changes: {good: {of: road, if: complete, add: 1}}}
  house.rare:
    about: What a city of sixty tiles gives more.
    default: no
    no: {}
    yes: {score changes: {rare: {of: city, if: tiles >= 60, add: 1}}}
  house.cloisters:
    about: What a cloister gives.
    default: nine
    nine: {score: {cloister: {complete: {points: 1 + neighbours}}}}
    same: {score: {cloister: {complete: {points: 1 + neighbours}}}}
  house.bonus: {about: What a large city gives more., default: 3, number: true}
score changes:
  large city: {of: city, if: complete and tiles >= 3, add: house.bonus}
"""


def house(folder: Path, text: str = HOUSE) -> str:
    file = folder / "house.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_first_difference_in_play_is_told(tmp_path: Path) -> None:
    effects = effects_of(carcassonne.load_rules(house(tmp_path)), games=6)
    found = {f"{effect.option}={effect.value}": effect for effect in effects}
    assert ["house.roads=good", "house.rare=yes", "house.cloisters=same", "house.bonus=4"] == list(found)
    road, bonus = found["house.roads=good"], found["house.bonus=4"]
    assert "points for road" in road.first and "instead of" in road.first, road
    assert "points for city" in bonus.first and bonus.games <= 6, bonus
    assert "house.rare=yes: not seen in 6 games" == str(found["house.rare=yes"])
    assert effects == effects_of(carcassonne.load_rules(house(tmp_path)), games=6), "the same seed, the same answer"


def test_what_is_not_seen_is_told_and_no_fault(tmp_path: Path) -> None:
    lines = HOUSE.splitlines(keepends=True)
    file = house(tmp_path, "".join(line for line in lines if "same:" not in line))
    report = check_variant(file, budget=None, games=1, laws=["options"])
    report.expect_clean()
    told = "values of options that made a difference in play: 2 of 3; not seen: house.rare=yes"
    assert told == report.effects_text and told in str(report)
    assert ["house.rare"] == [effect["option"] for effect in report.to_dict()["effects"] if not effect["first"]]


def test_values_that_say_the_same_at_two_places_are_a_fault(tmp_path: Path) -> None:
    (finding,) = check_variant(house(tmp_path), budget=None, games=1, laws=["options"]).findings
    assert finding.message.startswith("house.cloisters=same gives the same rules as nine")


def test_without_time_nothing_is_claimed() -> None:
    effects = effects_of(carcassonne.load_rules("base"), seconds=0)
    assert {"not tried"} == {str(effect).partition(": ")[2] for effect in effects}
    assert effects == effects_of(carcassonne.load_rules("base"), is_stopped=lambda: True)


def test_supplies_stocks_and_choices_count() -> None:
    rules = carcassonne.load_rules("inns-and-cathedrals", "traders-and-builders")
    first = {f"{each.option}={each.value}": each.first for each in effects_of(rules, games=2)}
    assert first["inns.large_follower=off"].startswith("game 0, after 0 actions: supply of blue:")
    assert "0 copies of inns-and-cathedrals/four-city-caps instead of 1" == first["inns.edition=2"]
    assert "is on offer only without it" in first["base.farmers=off"]
