"""Modules: what the shipped files say, how modules, changes and options join, and what a wrong file earns."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne.errors import DataError, OptionError, Problem, Where
from carcassonne.read.definitions import Definitions, Phrase, Points, Value
from carcassonne.read.expansions import check_file, read_rules
from carcassonne.read.schema import plain, schema, schema_problems
from carcassonne.read.source import read_source, read_text

PROJECT = Path(__file__).resolve().parents[2]
EXPANSIONS = PROJECT / "data" / "expansions"
BAD_FOLDER = PROJECT / "tests" / "bad_data" / "expansions"
BAD = sorted(BAD_FOLDER.glob("*.yaml"))
MODULES = ("base", "river", "abbot")

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes modules into an empty folder, which is the current one, and answers the path of the last."""
    monkeypatch.chdir(tmp_path)

    def write_files(**files: str) -> Path:
        for name, text in files.items():
            Path(f"{name}.yaml").write_text(text, encoding="utf-8")
        return Path(f"{name}.yaml")

    return write_files


def faults(*names: str | Path, **options: object) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_rules(names, {name.replace("__", "."): value for name, value in options.items()})
    return [plainly(problem) for problem in caught.value.problems]


def plainly(problem: Problem) -> str:
    """A problem without its code and its line."""
    return f"{problem.where}: {problem.fault}" + (f"\n    {problem.cure}" if problem.cure else "")


def refusal(*names: str, **options: object) -> str:
    with pytest.raises(OptionError) as caught:
        read_rules(names, {name.replace("__", "."): value for name, value in options.items()})
    return str(caught.value)


def rule_names(rules: Definitions) -> list[str]:
    return [rule.name for rule in rules.rules]


# The shipped modules ---------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(EXPANSIONS.glob("*.yaml")), ids=lambda file: file.stem)
def test_a_shipped_module_is_without_fault_with_every_value_of_its_options(file: Path) -> None:
    assert [] == check_file(file)


@pytest.mark.parametrize("file", sorted((PROJECT / "data" / "tiles").glob("*.yaml")), ids=lambda file: file.stem)
def test_a_shipped_tile_set_is_without_fault(file: Path) -> None:
    assert [] == check_file(file)


@pytest.mark.parametrize("file", sorted(EXPANSIONS.glob("*.yaml")), ids=lambda file: file.stem)
def test_a_shipped_module_is_called_as_its_file(file: Path) -> None:
    assert file.stem == read_rules([file.stem]).modules[-1].id


def test_base_says_what_its_file_says() -> None:
    rules = read_rules(["base"])
    divides = {"city": True, "road": True, "cloister": False, "field": False}
    assert divides == {feature.name: feature.divides for feature in rules.features}
    assert (("monasteries", ("cloister",)),) == rules.groups
    assert [("meeple", 7, True, 1, ""), ("marker", 1, False, 0, "score")] == [
        (figure.name, figure.each, figure.follower, figure.weight, figure.track) for figure in rules.figures
    ]
    assert {"city", "road", "cloister", "field"} == set(rules.figures[0].stands_on)
    assert ["draw", "place", "figure", "score"] == [phase.name for phase in rules.turn]
    assert ("draw tile", "place tile", "take action", "score completed") == tuple(
        phase.steps[0].verb for phase in rules.turn
    )
    scores = {score.kind: score for score in rules.scores}
    assert scores["city"].complete is not None
    assert ("2 * tiles + 2 * pennant", "B-61") == (
        scores["city"].complete.points.text,
        scores["city"].complete.rule,
    )
    assert "data/expansions/base.yaml" == scores["city"].complete.points.where.file
    assert scores["field"].complete is None
    assert 72 == sum(tile.count for tile in rules.tiles)
    assert ["base"] == [each.name for each in rules.tile_sets]
    assert [("start tile", "base/city-cap-road-straight")] == [(setup.name, setup.lay) for setup in rules.setups]


def test_a_value_in_a_step_keeps_the_places_of_its_keys() -> None:
    (step,) = read_rules(["base"]).turn[0].steps
    assert step.argument is not None
    assert isinstance(step.argument.value, dict)
    assert {"replace": "B-27", "none left": "B-28"} == {key: each.value for key, each in step.argument.value.items()}
    assert {"data/expansions/base.yaml"} == {where.file for where in step.argument.key_where.values()}


def test_the_river_changes_the_start_tile() -> None:
    rules = read_rules(["river"])
    assert ["base", "river"] == [module.id for module in rules.modules]
    assert {"start tile": "river/river-spring", "second start": ""} == {s.name: s.lay for s in rules.setups}
    assert "river/river-spring-road-curve" == read_rules(["river"], {"river.edition": 3}).setups[0].lay


def test_a_module_sets_defaults_and_a_choice_wins() -> None:
    assert "1" == dict(read_rules(["base"]).chosen)["base.edition"]
    assert "2" == dict(read_rules(["abbot"]).chosen)["base.edition"]
    assert "1" == dict(read_rules(["abbot"], {"base.edition": 1}).chosen)["base.edition"]


def test_what_tiles_show_of_modules_not_in_play_is_left_out() -> None:
    with_gardens, without = read_rules(["abbot"]), read_rules(["base"], {"base.edition": 2})
    assert 8 == sum(tile.count for tile in with_gardens.tiles if any(s.kind == "garden" for s in tile.segments))
    assert not any(segment.kind == "garden" for tile in without.tiles for segment in tile.segments)
    switched_off = read_rules(["abbot"], {"abbot.gardens": "none"})
    assert [tile.segments for tile in without.tiles] == [tile.segments for tile in switched_off.tiles]


def test_the_order_in_which_modules_are_named_does_not_show() -> None:
    first, *others = (read_rules(names) for names in itertools.permutations(MODULES))
    for other in others:
        assert first == other
    assert ["base", "abbot", "river"] == [module.id for module in read_rules(["river", "abbot"]).modules]


def test_every_two_values_of_options_go_together() -> None:
    options = read_rules(MODULES).options
    for one, two in itertools.combinations(options, 2):
        for first, second in itertools.product(one.values, two.values):
            chosen = dict(read_rules(MODULES, {one.name: first, two.name: second}).chosen)
            assert (first, second) == (chosen[one.name], chosen[two.name])


def test_what_is_like_something_switched_off_is_off_too() -> None:
    both = {"abbot.recall_exclusive": "followers_only"}
    assert ["recall", "recall after a figure"] == rule_names(read_rules(["abbot"], both))
    assert [] == rule_names(read_rules(["abbot"], both | {"abbot.recall": "off"}))


def test_names_that_an_option_switched_off_are_passed_over() -> None:
    options = {"abbot.gardens": "none", "abbot.gardens_count_as_monasteries": True}
    assert (("monasteries", ("cloister",)),) == read_rules(["abbot"], options).groups
    gardens = read_rules(["abbot"], {"base.farmers": False}).final[-1]
    assert ("gardens", ("unfinished",), ()) == (gardens.name, gardens.after, gardens.before)


def test_tile_changes_split_the_banks() -> None:
    rules = read_rules(["river"], {"river.spring_lake_field": "split"})
    changed = [d.name for each in rules.tile_sets for d in each.drawings if d.splits == ("river",)]
    assert ["river/river-spring", "river/river-lake"] == changed


# Options ---------------------------------------------------------------------------------------


def test_choices_may_be_words_numbers_or_truth_values() -> None:
    given = {
        "base.edition": 2,
        "base.farmers": False,
        "river.separates_fields": False,
        "abbot.recall": True,
        "base.farm_scoring": "first",
    }
    chosen = dict(read_rules(MODULES, given).chosen)
    assert ["2", "off", "false", "on", "first"] == [chosen[name] for name in given]


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (
            ["base"],
            {"base.farmers": "of"},
            "option 'base.farmers': 'of' is no value; allowed: on, off. Did you mean 'off'?",
        ),
        (["base"], {"base.edition": 7}, "option 'base.edition': '7' is no value; allowed: 1, 2"),
        (
            ["base"],
            {"base.edition": 10**80},
            f"option 'base.edition': '1{'0' * 56}...' is no value; allowed: 1, 2",
        ),
        (
            ["base"],
            {"base.edition": 10**9_999},
            "option 'base.edition': 'something of type int' is no value; allowed: 1, 2",
        ),
        (["base"], {"base.edition": None}, "option 'base.edition': 'None' is no value; allowed: 1, 2"),
        (["base"], {"base.edition": 2.0}, "option 'base.edition': '2.0' is no value; allowed: 1, 2"),
        (["base"], {"base.edition": True}, "option 'base.edition': 'true' is no value; allowed: 1, 2"),
        (["base"], {"river.uturn": "none"}, "option 'river.uturn' belongs to 'river', which is not in play"),
        (
            ["base"],
            {"base.farmer": "off"},
            "unknown option 'base.farmer'; options here: base.edition, base.farm_scoring, base.farmers, "
            "base.tiny_city_points, core.feature_order. Did you mean 'base.farmers'?",
        ),
        (
            ["base"],
            {"river.uturns": "none"},
            "unknown option 'river.uturns'. Did you mean 'river.uturn' of 'river', which is not in play?",
        ),
        (["base"], {3: "x"}, "an option's name is a text, found 3"),
        (
            ["base"],
            {"base.edition": "x", "river.edition": 2},
            "option 'base.edition': 'x' is no value; allowed: 1, 2\n"
            "option 'river.edition' belongs to 'river', which is not in play",
        ),
    ],
)
def test_a_choice_that_is_not_offered_is_refused(names: list[str], options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_rules(names, options)
    assert message == str(caught.value)


def test_an_unknown_module_is_refused() -> None:
    here = ", ".join(sorted(file.stem for file in EXPANSIONS.glob("*.yaml")))
    assert refusal("bsae") == f"there is no module 'bsae'; modules here: {here}. Did you mean 'base'?"
    assert refusal() == f"no rules are named; modules here: {here}."


NUMBER = """
expansion: market
needs: [base]
options:
  market.bonus: {about: Points., number: true, default: 10}
  market.price: {about: The price., number: true, default: high, high: {figures: {meeple: {each: 6}}}}
"""


def test_a_number_may_be_any_whole_number(write: Write) -> None:
    market = write(market=NUMBER)
    assert [] == check_file(market)
    assert ("market.bonus", "10") in read_rules([market]).chosen
    assert ("market.bonus", "-25") in read_rules([market], {"market.bonus": -25}).chosen
    assert 6 == read_rules([market]).figures[0].each
    assert 7 == read_rules([market], {"market.price": "8"}).figures[0].each
    with pytest.raises(OptionError, match=r"'1[.]5' is no value; allowed: high, any whole number"):
        read_rules([market], {"market.price": "1.5"})


# Joining modules -------------------------------------------------------------------------------

ISLE = """
expansion: isle
title: The Isle
needs: [base]
features: {lagoon: {borders: middle, completes: never}}
symbols:
  shell: {on: [lagoon, monasteries]}
  wind: {on: tile, value: direction}
tokens: {pearl: {supply: 12}, sand: {}}
figures:
  fisher: {each: 2, follower: true, stands on: [lagoon, garden?], if: unclaimed}
  big fisher: {like: fisher, each: 1, weight: 2}
  ghost: {shared: 1}
score: {lagoon: {unfinished: tiles}}
score changes:
  shells: {of: monasteries, if: shell > 0, add: {complete: shell}, rule: IS-1}
  storm: {of: [lagoon, road], apply: double, after: calm?, rule: IS-2}
standing: {fisher stays: {figure: fisher, keep: own followers > 0, rule: IS-3}}
turn:
  fish:
    {after: [place, messages?], before: figure, if: tiles > 0, do: [{award: {to: it}, if: tiles, as: prize}]}
rules:
  wind blows: {on: tile placed, tiles with: wind, limit: once a turn, do: [add part], after: rain?}
changes: {figures: {meeple: {each: 5, stands on: [city, road]}}}
"""


def test_an_expansion_declares_scores_and_adds(write: Write) -> None:
    isle = write(isle=ISLE)
    assert [] == check_file(isle)
    rules = read_rules([isle])
    assert "L" == rules.features[-1].letter
    assert ("lagoon", "cloister") == rules.symbols[1].on
    assert ("wind", ("tile",), "direction") == (
        rules.symbols[2].name,
        rules.symbols[2].on,
        rules.symbols[2].value,
    )
    assert [("pearl", 12), ("sand", None)] == [(token.name, token.supply) for token in rules.tokens]
    fisher, big, ghost = rules.figures[2:]
    assert ("lagoon",) == fisher.stands_on == big.stands_on
    assert (1, 2, True) == (big.each, big.weight, big.follower)
    assert (0, 1, False, 0) == (ghost.each, ghost.shared, ghost.follower, ghost.weight)
    assert Where("isle.yaml", 12, 3) == big.where
    assert Points(Phrase("tiles", Where("isle.yaml", 14, 30)), "") == rules.scores[-1].unfinished
    shells, storm = rules.score_changes
    assert ("add", ("cloister",), None) == (shells.layer, shells.of, shells.unfinished)
    assert storm.complete == storm.unfinished == Phrase("double", Where("isle.yaml", 17, 38))
    assert () == storm.after
    (step,) = rules.turn[-1].steps
    assert ("award", "prize") == (step.verb, step.binds)
    assert Value({"to": Value("it", step.argument.value["to"].where)}, step.argument.where) == step.argument  # type: ignore[union-attr,call-overload,index]
    assert ("once a turn", "wind", ()) == (
        rules.rules[0].limit,
        rules.rules[0].tiles_with,
        rules.rules[0].after,
    )
    assert (5, ("city", "road")) == (rules.figures[0].each, rules.figures[0].stands_on)


def test_a_house_rule_is_three_lines(write: Write) -> None:
    variant = write(house="variant: house\nextends: [base]\nscore changes: {big: {of: city, if: tiles >= 8, add: 5}}\n")
    rules = read_rules([variant])
    assert ["base", "house"] == [module.id for module in rules.modules]
    assert [("big", "add")] == [(change.name, change.layer) for change in rules.score_changes]


def test_a_variant_patches_adds_and_switches_off(write: Write) -> None:
    variant = write(
        isle=ISLE,
        house="variant: house\nextends: [isle]\n"
        "figures: {fisher: off, meeple: {if: off}, extra: {like: meeple, each: 1}}\n"
        "defaults: {base.tiny_city_points: 2}\n",
    )
    rules = read_rules([variant])
    assert [("meeple", 5), ("marker", 1), ("ghost", 0), ("extra", 1)] == [(f.name, f.each) for f in rules.figures]
    assert [None] * 4 == [figure.condition for figure in rules.figures]
    assert () == rules.standing
    assert "2" == dict(rules.chosen)["base.tiny_city_points"]


def test_files_named_by_path_serve_the_needs_of_others(write: Write) -> None:
    isle = write(other="expansion: other\nneeds: [isle]\n", isle=ISLE)
    assert ["base", "isle", "other"] == [module.id for module in read_rules(["other.yaml"]).modules]
    assert ["base", "isle", "other"] == [module.id for module in read_rules(["other.yaml", isle]).modules]
    assert ["isle.yaml"] == [module.file for module in read_rules([isle]).modules if module.id == "isle"]


def test_folders_to_search_come_before_the_shipped_one(write: Write) -> None:
    write(isle=ISLE, base="expansion: base\ntitle: My base\nsetup: {}\n")
    assert "isle" == read_rules(["isle"], search=[EXPANSIONS, "."]).modules[1].id
    assert ["My base"] == [module.title for module in read_rules(["base"], search=["."]).modules]


def test_an_entry_defined_twice_names_both_places(write: Write) -> None:
    write(isle=ISLE, isle2=ISLE.replace("expansion: isle", "expansion: isle2").replace("lagoon", "bay"))
    message = "figure 'fisher' is defined already at isle.yaml:11:3\n    Put it under 'changes:' to change it."
    assert f"isle2.yaml:11:3: {message}" in faults("isle.yaml", "isle2.yaml")


def test_one_module_from_two_files_is_refused(write: Write) -> None:
    write(isle=ISLE, copy=ISLE)
    assert ["copy.yaml:2:1: module 'isle' is in play already, from isle.yaml"] == faults("isle.yaml", "copy.yaml")


def change(name: str, needs: str, each: int) -> str:
    return f"expansion: {name}\nneeds: [{needs}]\nchanges: {{figures: {{meeple: {{each: {each}}}}}}}\n"


DISPUTE = (
    "two.yaml:3:36: this changes what one.yaml:3:36 says, and neither module needs the other\n"
    "    Write a variant that extends both and says which holds."
)


@pytest.mark.parametrize("names", [("one.yaml", "two.yaml"), ("two.yaml", "one.yaml")])
def test_modules_that_change_one_value_without_knowing_of_each_other_are_refused(
    write: Write, names: tuple[str, str]
) -> None:
    write(one=change("one", "base", 8), two=change("two", "base", 9))
    assert [DISPUTE] == faults(*names)


def test_a_module_that_needs_another_may_change_what_it_changed(write: Write) -> None:
    write(one=change("one", "base", 8), two=change("two", "one", 9))
    assert 9 == read_rules(["two.yaml"]).figures[0].each


def test_two_modules_may_make_the_same_change(write: Write) -> None:
    write(one=change("one", "base", 8), two=change("two", "base", 8))
    assert 8 == read_rules(["one.yaml", "two.yaml"]).figures[0].each


def test_a_third_module_settles_a_dispute_if_it_needs_both(write: Write) -> None:
    write(one=change("one", "base", 8), two=change("two", "base", 9), three=change("three", "one, two", 10))
    assert 10 == read_rules(["three.yaml"]).figures[0].each
    write(three=change("three", "two", 10))
    assert 1 == len(faults("one.yaml", "three.yaml"))


def default(name: str, needs: str, value: str) -> str:
    return f"variant: {name}\nextends: [{needs}]\ndefaults: {{base.farm_scoring: {value}}}\n"


def test_defaults_that_disagree_are_refused_until_somebody_settles_it(write: Write) -> None:
    write(one=default("one", "base", "first"), two=default("two", "base", "second"))
    assert [
        "two.yaml:3:31: default of 'base.farm_scoring': 'two' sets it to 'second', 'one' to 'first'\n"
        "    Choose a value for 'base.farm_scoring'. The other is at one.yaml:3:31."
    ] == faults("one.yaml", "two.yaml")
    chosen = dict(read_rules(["one.yaml", "two.yaml"], {"base.farm_scoring": "third"}).chosen)
    assert "third" == chosen["base.farm_scoring"]
    write(three=default("three", "one, two", "third"))
    assert "third" == dict(read_rules(["three.yaml"]).chosen)["base.farm_scoring"]
    write(four=default("four", "one", "third"))
    assert "third" == dict(read_rules(["four.yaml"]).chosen)["base.farm_scoring"]


def test_what_is_off_stays_off_in_whatever_order_options_stand(write: Write) -> None:
    text = "variant: v\nextends: [isle]\noptions:\n"
    off = "  v.off: {default: on, on: {rules: {wind blows: off}}}\n"
    patch = "  v.patch: {default: on, on: {rules: {wind blows: {limit: once a part}}}}\n"
    for options in (off + patch, patch + off):
        write(isle=ISLE, v=text + options)
        assert () == read_rules(["v.yaml"]).rules


# Tile sets -------------------------------------------------------------------------------------

TILES = "tiles: isle\nuses: [base, isle]\npile: main\nset:\n  bend: {count: 2, lagoon: N-E, city: S}\n"


def test_an_expansion_brings_tiles_from_beside_it(write: Write) -> None:
    write(tiles=TILES)
    for value in ("1", "isle-tiles.yaml"):
        isle = write(**{"isle-1": TILES, "isle-tiles": TILES, "isle": f"{ISLE}tiles: {{isle: {value}}}\n"})
        assert ("isle/bend", 2) == [(tile.name, tile.count) for tile in read_rules([isle]).tiles][-1]
        assert [] == check_file(isle)


def test_a_tile_file_must_hold_the_set_the_edition_and_known_piles(write: Write) -> None:
    isle = write(other=TILES.replace("main", "mian"), isle=f"{ISLE}tiles: {{shells: other.yaml}}\n")
    assert [
        "isle.yaml:25:9: tile set 'shells': the file other.yaml holds the set 'isle'",
        "other.yaml:5:3: tile isle/bend: unknown pile 'mian'\n    piles here: main. Did you mean 'main'?",
    ] == faults(isle)
    isle = write(**{"isle-2": TILES, "isle": f"{ISLE}tiles: {{isle: 2}}\n"})
    assert ["isle.yaml:25:9: tile set 'isle': the file isle-2.yaml holds edition '1', not '2'"] == faults(isle)


def test_a_tile_file_is_checked_with_the_words_of_what_it_uses(write: Write) -> None:
    tiles = write(tiles=TILES.replace("[base, isle]", "[base, isel]"))
    here = ", ".join(sorted(file.stem for file in EXPANSIONS.glob("*.yaml")))
    problems = [plainly(problem) for problem in check_file(tiles)]
    assert f"tiles.yaml:2:7: uses: there is no module 'isel'\n    modules here: {here}." == problems[0]
    assert 1 == len(problems)  # with a module missing, no word of the tiles can be called unknown
    write(isle=ISLE.replace("{", "[", 1), tiles=TILES)
    assert ["CARC-E014"] == [problem.code for problem in check_file(tiles, search=["."])]
    write(isle=ISLE, tiles=TILES.replace("[base, isle]", "[base]"))
    forgotten = [plainly(problem) for problem in check_file(tiles, search=["."])]
    assert [
        "tiles.yaml:5:20: unknown word 'lagoon': it is declared by 'isle' (isle.yaml, beside this file)\n"
        "    Add isle to 'uses'."
    ] == forgotten
    write(isle=ISLE, tiles=TILES)
    assert [] == check_file(tiles, search=["."])


# Wrong files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_earns_its_message(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD_FOLDER)
    problems = check_file(path.name, search=["helpers"])
    assert path.with_suffix(".txt").read_text(encoding="utf-8") == "".join(f"{problem}\n" for problem in problems)
    assert problems


def test_there_are_bad_files() -> None:
    assert len(BAD) >= 50


def test_an_unknown_need_is_named_with_what_there_is(write: Write) -> None:
    shop = write(shop="expansion: shop\nneeds: [base, rivers]\n")
    here = ", ".join(sorted(file.stem for file in EXPANSIONS.glob("*.yaml")))
    message = f"there is no module 'rivers'\n    modules here: {here}. Did you mean 'river'?"
    assert [f"shop.yaml:2:15: {message}"] == faults(shop)


def test_a_default_of_an_unknown_option_shows_in_a_check(write: Write) -> None:
    shop = write(shop="expansion: shop\nneeds: [base]\ndefaults: {base.farmer: off, river.uturn: none}\n")
    (problem,) = check_file(shop)
    assert Where("shop.yaml", 3, 25) == problem.where
    assert "default of 'base.farmer': there is no such option" == problem.fault
    assert problem.cure.endswith(" Did you mean 'base.farmers'?")
    assert read_rules([shop]).modules


def test_a_missing_file_is_a_data_error() -> None:
    assert ["nowhere.yaml:1:1: there is no such file"] == faults("nowhere.yaml")
    missing = Problem(Where("nowhere.yaml", 1, 1), "there is no such file", code="CARC-Y001")
    assert [missing] == check_file("nowhere.yaml")


def test_other_stages_check_their_own_files(write: Write) -> None:
    scenario = write(scenario="scenario: a road\nrules: [base]\n")
    assert ["scenario.yaml:1:1: this is no file of ours: it begins with 'scenario'"] == [
        plainly(problem).splitlines()[0] for problem in check_file(scenario)
    ]
    wrong = Problem(Where("scenario.yaml", 2, 1), "wrong")
    assert [wrong] == check_file(scenario, checkers={"scenario": lambda path: [wrong]})


def test_at_most_a_hundred_faults_are_told(write: Write) -> None:
    kinds = ", ".join(f"kind {number}" for number in range(5_000))
    shop = write(shop=f"expansion: shop\nneeds: [base]\nfigures: {{trader: {{each: 1, stands on: [{kinds}]}}}}\n")
    assert 100 == len(faults(shop)) == len(check_file(shop))


HEAD = "expansion: shop\nneeds: [base]\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "groups:\n" + "".join(f"  g{n}: [city, road]\n" for n in range(3_000)),
        HEAD + "figures:\n" + "".join(f"  f{n}: {{like: f{n + 1}}}\n" for n in range(4_000)),
        HEAD + "piles:\n" + "".join(f"  p{n}: {{before: p{(n + 1) % 4_000}}}\n" for n in range(4_000)),
        HEAD + "options:\n" + "".join(f"  x.o{n}: {{default: a, a: {{}}}}\n" for n in range(2_000)),
        HEAD + "defaults:\n" + "".join(f"  base.farmers{n}: on\n" for n in range(9_000)),
        HEAD + f"needs: [{', '.join(f'base{n}' for n in range(9_000))}]\n",
        HEAD + f"figures: {{a: {{like: {'x' * 900_000}}}}}\n",
        HEAD + "rules: {a: " + "{b: " * 37 + "1" + "}" * 37 + "}\n",
        "expansion: " + "x" * 900_000 + "\n",
    ],
    ids=["groups", "like", "piles", "options", "defaults", "needs", "long", "deep", "name"],
)
def test_a_hostile_file_costs_little(write: Write, text: str) -> None:
    shop = write(shop=text)
    begin = time.process_time()
    check_file(shop)
    try:
        read_rules([shop])
    except DataError as error:
        assert len(str(error)) < 100_000
    assert time.process_time() - begin < 10


WORDS = st.sampled_from(
    "expansion,variant,needs,extends,changes,options,default,features,figures,score,score changes,rules,turn,"
    "do,on,off,like,if,base,city,meeple,each,of,add,tiles,shop,shop.price,1,groups,piles,before,tile changes,"
    "tiles with,standing,quantities,defaults".split(",")
)
TREES = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=25,
)


@given(tree=st.dictionaries(WORDS, TREES, max_size=6))
def test_no_module_breaks_the_reader(tmp_path_factory: pytest.TempPathFactory, tree: dict[str, object]) -> None:
    import json

    path = tmp_path_factory.getbasetemp() / "tree.yaml"
    path.write_text(json.dumps({"expansion": "shop", "needs": ["base"]} | tree), encoding="utf-8")
    problems = check_file(path)
    if not problems:
        assert read_rules([path]).modules


# The schema ------------------------------------------------------------------------------------


def test_the_schema_is_a_schema() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema("module"))


@pytest.mark.parametrize("file", sorted(EXPANSIONS.glob("*.yaml")), ids=lambda file: file.stem)
def test_the_schema_accepts_the_shipped_modules(file: Path) -> None:
    node = read_source(file, [])
    assert node is not None
    assert [] == schema_problems(node, "module")


@pytest.mark.parametrize(
    "text",
    [ISLE, NUMBER, "variant: v\nextends: base\nfigures: {fisher: off, meeple: {if: off, each: off}}\n"],
)
def test_the_schema_accepts_what_the_reader_accepts(text: str) -> None:
    node = read_text(text, "isle.yaml", [])
    assert node is not None
    assert [] == schema_problems(node, "module")


STRUCTURAL = [
    "key-unknown",
    "variant-without-extends",
    "section-is-a-list",
    "entry-is-a-text",
    "entry-name-with-capitals",
    "changes-of-an-unknown-section",
    "feature-without-borders",
    "feature-borders-oddly",
    "feature-letter-too-long",
    "figure-of-nobody",
    "symbol-on-nothing-known",
    "score-change-in-two-layers",
    "rule-with-an-unknown-symbol",
    "option-without-dot",
    "option-value-with-an-unknown-section",
    "step-with-two-verbs",
    "expression-empty",
    "condition-is-a-list",
    "tile-change-without-effect",
    "standing-of-an-unknown-figure",
]


@pytest.mark.parametrize("name", STRUCTURAL)
def test_the_schema_refuses_what_is_wrong_in_form(name: str) -> None:
    node = read_source(BAD_FOLDER / f"{name}.yaml", [])
    assert node is not None
    assert schema_problems(node, "module")


def test_plain_is_the_tree_without_places() -> None:
    node = read_text("{a: [1, {b: on}]}", "x.yaml", [])
    assert node is not None
    assert {"a": ["1", {"b": "on"}]} == plain(node)
