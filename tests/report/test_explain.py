"""Names explained, with the place of everything."""

from __future__ import annotations

from pathlib import Path

import pytest

import carcassonne
from carcassonne import Ruleset
from carcassonne.compile.choices import ABOUT, BINDS, CHOICES
from carcassonne.language.extension_points import POINTS
from carcassonne.report.explain import Entry, explain, names_of, overview, place

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return carcassonne.load_rules("base", "river", "abbot", options={"base.tiny_city_points": 2})


def only(rules: Ruleset, name: str, what: str) -> Entry:
    return next(entry for entry in explain(rules, name) if entry.what == what)


def texts(entry: Entry) -> list[str]:
    return [text for text, _ in entry.lines]


def line_at(where: str) -> str:
    file, _, number = where.rpartition(":")
    return (ROOT / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]


def test_a_kind_of_feature_with_its_points_in_layers(rules: Ruleset) -> None:
    entry = only(rules, "city", "feature kind")
    assert [
        "  borders: whole side, completes: when closed, letter: C",
        "  points when complete",
        "    2 * tiles + 2 * pennant (B-61)",
        "    replace, tiny city: tiles + pennant, if complete and tiles = 2 (B-63)",
        "  points when unfinished",
        "    tiles + pennant (B-92)",
        "    replace, tiny city: tiles + pennant, if complete and tiles = 2 (B-63)",
        "  meeple may stand there, if unclaimed",
    ] == texts(entry)
    assert "B-61" in line_at(place(entry.lines[2][1]))
    assert "tiles + pennant" in line_at(place(entry.lines[3][1]))
    assert line_at(place(entry.where)).strip().startswith("city:")


def test_the_order_of_the_end_is_merged(rules: Ruleset) -> None:
    entry = only(rules, "final", "final")
    phases = [text for text in texts(entry) if not text.startswith("     ")]
    assert ["  1. unfinished", "  2. gardens", "  3. fields"] == phases
    assert "abbot.yaml" in place(entry.lines[2][1])


def test_the_order_of_the_turn(rules: Ruleset) -> None:
    phases = [text for text in texts(only(rules, "turn", "turn")) if not text.startswith("     ")]
    assert ["  1. draw", "  2. place", "  3. figure", "  4. score"] == phases


def test_an_extension_point_with_the_rules_that_come_together_there(rules: Ruleset) -> None:
    entry = only(rules, "place", "forbids")
    assert "  several combine by: veto" in texts(entry)
    assert "  1. follow the river" in texts(entry)
    assert "       forbids: place, tiles with river, if joined(river) = 0 (RV-10)" in texts(entry)
    offers = only(rules, "figure", "offers")
    assert "       choose: {figures: [abbot], of: active player, if: not complete}" in texts(offers)


def test_an_extension_point_says_what_can_be_asked_about(rules: Ruleset) -> None:
    assert "  what can be asked about: the player, the placed tile" in texts(only(rules, "tile placed", "on"))
    assert "  what can be asked about: the feature, the player, the points so far" in texts(
        only(rules, "apply", "score changes")
    )
    for point in POINTS:
        assert explain(rules, f"{point.key}: {point.name}"), "as the overview writes it"


def test_a_choice_with_its_keys(rules: Ruleset) -> None:
    assert [
        "  Segments, each for itself: a feature of three tiles is listed three times.",
        "  keys beside it: on, if, least, most, for, along, distance, by, or, or if, else",
        "  later steps know: a segment",
    ] == texts(only(rules, "segments", "choice"))
    assert set(CHOICES) == set(ABOUT) == set(BINDS)


def test_the_overview_has_headings_in_the_plural(rules: Ruleset) -> None:
    heads = [entry.what for entry in overview(rules)]
    assert "choices" in heads and "phases of the turn" in heads and "phases of the end" in heads
    assert "quantities" in heads and "setups" in heads


def test_options_and_what_is_chosen(rules: Ruleset) -> None:
    entry = only(rules, "options", "options")
    assert "  base.tiny_city_points = 2, default 4" in texts(entry)
    assert "  base.farmers = on" in texts(entry)
    assert "  chosen here: 2" in texts(only(rules, "base.tiny_city_points", "option"))


def test_a_figure_a_rule_a_pile_a_group_a_word(rules: Ruleset) -> None:
    assert "  7 a player, a follower of weight 1" in texts(only(rules, "meeple", "figure"))
    assert "  take back: it" in texts(only(rules, "recall", "rule"))
    assert "  drawn before: lake" in texts(only(rules, "river", "pile"))
    assert ["  cloister"] == texts(only(rules, "monasteries", "group"))
    assert "  ### `neighbours`" in texts(only(rules, "neighbours", "quantity"))


def test_a_tile_tells_its_fields(rules: Ruleset) -> None:
    """What the studio shows on hover, as text: where each segment lies, and what a field touches."""
    assert [
        "  ..CCC..",
        "  RRRRRRR",
        "  .......",
        "  4 in the pile 'main'",
        "  city: at N",
        "  field 1: at En, Wn; touches city, road",
        "  field 2: at Es, Se, Sw, Ws; touches road",
        "  road: at E, W",
    ] == texts(only(rules, "base/city-cap-road-straight", "tile"))


def test_an_expansion_lists_what_it_says(rules: Ruleset) -> None:
    entry = only(rules, "abbot", "expansion")
    assert "  feature kind garden" in texts(entry)
    assert "  points of garden" in texts(entry)
    assert all("abbot.yaml" in place(where) for _, where in entry.lines if where is not None)


def test_the_id_of_a_rule_leads_to_its_lines(rules: Ruleset) -> None:
    (entry,) = explain(rules, "B-61")
    assert ["rule B-61"] == [f"{entry.what} {entry.name}"]
    assert all("B-61" in line_at(place(where)) for _, where in entry.lines)
    (comment,) = explain(rules, "B-73")
    assert "data/expansions/base.yaml" in place(comment.lines[0][1])


def test_unknown_names_explain_nothing(rules: Ruleset) -> None:
    assert [] == explain(rules, "nothing")
    assert [] == explain(rules, "ZZ-1")


def test_every_name_can_be_explained(rules: Ruleset) -> None:
    for name in names_of(rules):
        assert [str(entry) for entry in explain(rules, name)], name
    assert all(str(entry) for entry in overview(rules))


def test_a_standing_rule_for_followers_is_told_of_each(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    text = "variant: house\nextends: [base]\nstanding:\n  calm: {figure: followers, keep: not complete}\n"
    house.write_text(text, encoding="utf-8")
    entry = only(carcassonne.load_rules(str(house)), "meeple", "figure")
    assert "  goes home unless not complete" in texts(entry)


def test_a_figure_that_only_rules_put_says_so(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    rule = "on: feature completed, do: [stand: {figure: keep, on: completed}]"
    text = f"variant: house\nextends: [base]\nfigures: {{keep: {{each: 2, stays: true}}}}\nrules: {{r: {{{rule}}}}}\n"
    house.write_text(text, encoding="utf-8")
    entry = only(carcassonne.load_rules(str(house)), "keep", "figure")
    assert ["  2 a player, no follower", "  stands on: nothing by itself; rules put it"] == texts(entry)[:2]


def test_a_setup_says_what_players_get_in_hand(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    setups = "  hands: {deal: 3, hands: open}\n  chapel: {give: base/cloister, rest: remove}\n"
    file.write_text(f"variant: house\nextends: [base]\nsetup:\n{setups}", encoding="utf-8")
    rules = carcassonne.load_rules(str(file))
    dealt = ["  tiles that every player draws into the hand: 3", "  everybody may see all tiles in hand"]
    assert dealt == texts(only(rules, "hands", "setup"))
    given = "  every player gets one base/cloister in hand; what is left of it leaves the game"
    assert [given] == texts(only(rules, "chapel", "setup"))
