"""Slips that load no more: words that mean nothing where they stand, and all faults of a file in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import house_rules, problems_of

import carcassonne
from carcassonne.errors import DataError

PHASE = "turn:\n  visit:\n    after: place\n    do:\n"
BOUND = "the order goes round in a circle: figure → place → figure"


def faults_of(folder: Path, text: str) -> list[tuple[str, str, str]]:
    """What is wrong with house rules: where, what, and the cure."""
    found = problems_of(folder, text)
    assert all(Path(problem.where.file).name == "house.yaml" for problem in found)
    return [(f"{problem.where.line}:{problem.where.column}", problem.fault, problem.cure) for problem in found]


@pytest.mark.parametrize(
    ("steps", "fault", "cure"),
    [
        (
            "[choose: {words: [sell, keep]}, {add part: {}, if: chosen(sel)}]",
            "no choice before offers the word 'sel'",
            "words here: keep, sell. Did you mean 'sell'?",
        ),
        (
            "[{add part: {}, if: chosen(sell)}]",
            "no choice before offers the word 'sell'",
            "A choice of 'words' comes first",
        ),
        ("[choose: {supply: [marker]}]", "'marker' is a scoring figure and never on a tile", "points move it"),
        ("[{roll: [1, 2], as: pennant}]", "'pennant' has a meaning already", "another name"),
        ("[{roll: [1, 2], as: players}]", "'players' has a meaning already", "another name"),
        ("[{roll: [1, 2], as: completed}]", "'completed' has a meaning already", "another name"),
        ("[roll: 6]", "a die has several faces, found one", "[1, 2, 3, 4, 5, 6]"),
        ("[take action: {offers: trade}]", "no rule offers anything for the decision 'trade'", "decisions of rules"),
        ("[take back: meeple]", "no figure is called 'meeple'", "'choose: {figures: [meeple], ...}'"),
        ("[take back: {figures: followers}]", "found a choice", "'take back all'"),
        (
            "[turn up: {stack: cards, of: [1, 2]}, turn up: {stack: cards, of: [1, 3]}]",
            "the stack 'cards' has other cards elsewhere",
            "the same cards",
        ),
        ("[choose: {figure: meeple}]", "expected exactly one of cells", "Did you mean 'figures'?"),
        (
            "[{award: {to: active player, points: 'tokens of(owner, coin)'}}]",
            "no player is called 'owner'",
            "players here: active player, left neighbour, next player, previous player, right neighbour, this player.",
        ),
    ],
)
def test_steps(tmp_path: Path, steps: str, fault: str, cure: str) -> None:
    text = f"tokens: {{coin: {{}}}}\nturn: {{visit: {{after: place, do: {steps}}}}}\n"
    ((_, found, cured),) = faults_of(tmp_path, text)
    assert fault in found
    assert cure in cured


@pytest.mark.parametrize(
    ("text", "fault", "cure"),
    [
        (
            "rules: {z: {on: marker moved, if: marker is(mesenger), do: [add part]}}",
            "no scoring figure is called 'mesenger'",
            "scoring figures here: marker.",
        ),
        ("quantities: {spare: nosuch}", "quantity 'spare': unknown quantity 'nosuch'", ""),
        ("quantities: {one: two, two: one}", "is made of itself", ""),
        ("figures: {meple: {each: 5}}", "nothing says where it stands", "Did you mean 'meeple'?"),
        ("tracks: {fame: {spaces: 20}}", "there is the track 'score' already", "own tokens(NAME)"),
        (
            "rules: {z: {offers: place, choose: {figures: followers}, do: [take back: it]}}",
            "unknown decision 'place'",
            "decisions here: figure.",
        ),
        (
            "final: {last: {before: unfinished, do: [draw tile]}}",
            "'draw tile' belongs into the turn",
            "phases of 'turn'",
        ),
        ("changes: {turn: {figure: {before: place}}}", BOUND, "Take one 'after' or 'before' away."),
        ("score changes: {x: {of: city, add: double}}", "unknown quantity 'double'", "write 'apply: double'"),
        ("score changes: {x: {of: city, add: tiles / 2}}", "found '/'", "half up(…)"),
        (
            "score changes: {x: {of: city, add: around feature(wel)}}",
            "no symbol and no feature kind is called 'wel'",
            "",
        ),
        ("figures: {mayor: {each: 1, stands on: [city], weight: heavy}}", "weight: unknown quantity 'heavy'", ""),
        (
            "figures: {mayor: {each: 1, stands on: [city], weight: own rank}}",
            "asks for the majority, which is made of what is just being said here",
            "",
        ),
    ],
)
def test_files(tmp_path: Path, text: str, fault: str, cure: str) -> None:
    ((where, found, cured),) = faults_of(tmp_path, f"{text}\n")
    assert where.startswith("5:")
    assert fault in found
    assert cure in cured


def test_a_scoring_figure_is_not_put_on_a_tile(tmp_path: Path) -> None:
    text = f"{PHASE}      - choose: {{segments: [city], on: the new tile}}\n      - stand: {{figure: marker, on: it}}\n"
    ((where, found, _),) = faults_of(tmp_path, text)
    assert (where, found) == ("10:25", "turn, visit, stand: 'marker' is a scoring figure and never on a tile")


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("on: tile plced, do: [add part]", "unknown event 'tile plced'"),
        ("forbids: layy, if: tiles left < 3", "unknown action 'layy'"),
        ("offers: rest, choose: {words: [nap]}, do: [add part]", "unknown decision 'rest'"),
    ],
)
def test_the_occasion_of_a_rule_that_nobody_knows_is_marked(tmp_path: Path, rule: str, fault: str) -> None:
    ((where, found, cure),) = faults_of(tmp_path, f"rules:\n  z: {{{rule}}}\n")
    assert ("6:" + str(9 + rule.index(": ")), f"rule 'z': {fault}") == (where, found)
    assert "here: " in cure


def test_a_follower_that_comes_from_the_supply_by_a_rule_needs_no_place_of_its_own(tmp_path: Path) -> None:
    figures = "figures: {scout: {each: 1, follower: true}}\n"
    assert len(problems_of(tmp_path, figures)) == 1
    rules = house_rules(tmp_path, figures + "rules: {call: {on: part ended, do: [choose: {supply: followers}]}}\n")
    assert {"meeple": 7, "scout": 1} == rules.new_game(2).supply(0)


def test_faults_of_reading_do_not_hide_those_of_compiling(tmp_path: Path) -> None:
    text = (
        "figures: {trader: {each: 1, stands on: [rod]}}\n"
        "rules:\n"
        "  z:\n"
        "    on: tile plaed\n"
        "    do: [{award: {to: nobdy, points: tils}}, {}]\n"
        "score changes: {x: {of: city, add: pennnt}}\n"
    )
    found = [(where, fault.rpartition(": ")[2]) for where, fault, _ in faults_of(tmp_path, text)]
    assert found == [
        ("5:41", "unknown feature kind 'rod'"),
        ("8:9", "unknown event 'tile plaed'"),
        ("9:23", "no player is called 'nobdy'"),
        ("9:38", "unknown quantity 'tils'"),
        ("9:46", "expected exactly one verb, found none"),
        ("10:36", "unknown quantity 'pennnt'"),
    ]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("tokns: {coin: {}}\nscore changes: {x: {of: city, add: own tokens(coin)}}", ["unknown key 'tokns'"]),
        ("symbols: {Wine: {on: city}}\nscore changes: {x: {of: city, add: Wine}}", ["'Wine' is no name"]),
        (
            "figures: {guide: {like: nobody}}\n"
            "turn: {v: {after: place, do: [{choose: {supply: [guide]}, as: k}, {choose: {segments: any, for: k}}]}}",
            ["there is no 'nobody' to be like"],
        ),
        (
            f"{PHASE}      - {{choose: {{figur: x}}, as: who}}\n"
            "      - take back: who\n      - award: {to: who, points: tiles}",
            ["expected exactly one of"],
        ),
        ("score: {hill: {complete: 3}}\nfeatures: {hill: {borders: nothing, completes: never}}", ["never complete"]),
    ],
)
def test_one_fault_is_told_once_and_what_follows_from_it_is_not(tmp_path: Path, text: str, faults: list[str]) -> None:
    found = faults_of(tmp_path, f"{text}\n")
    assert [fault in each for fault, (_, each, _) in zip(faults, found, strict=True)] == [True], found


def test_thousands_of_faults_make_a_message_that_can_be_read(tmp_path: Path) -> None:
    steps = "\n".join("      - award: {to: nobody, points: 1}" for _ in range(2_000))
    assert len(faults_of(tmp_path, f"{PHASE}{steps}\n")) == 100


def test_what_a_variant_switches_off_is_left_out_where_others_name_it(tmp_path: Path) -> None:
    file = tmp_path / "plain.yaml"
    file.write_text("variant: plain\nextends: [house]\nfeatures: {field: off}\n", encoding="utf-8")
    text = "score changes: {x: {of: city, if: not is(field), add: touched(field)}}\n"
    house_rules(tmp_path, text, str(file)).new_game(seed=1)


def test_a_missing_module_hides_nothing_but_names(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "expansion: house\nneeds: [base, nosuch]\n"
        "score changes: {f: {of: well, add: tiels / 2}, g: {of: city, add: water, aply: 1}}\n"
        "turn: {v: {after: place, do: [awrd]}}\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError) as caught:
        carcassonne.load_rules(str(file))
    assert [problem.fault.rpartition(": ")[2] for problem in caught.value.problems] == [
        "there is no module 'nosuch'",
        "found '/', expected an operator or the end",
        "unknown key 'aply'",
        "no verb 'awrd'",
    ]


@pytest.mark.parametrize(
    ("text", "place", "fault", "cure"),
    [
        (
            "changes: {winner: {points: {least: own points}}}",
            "5:36:",
            "expected exactly one of 'most', 'least' and 'prefer'",
            "What this is laid over says 'most' already: write 'most: off' beside it.",
        ),
        ("setup: {deal: 3}", "5:15:", "setup 'deal': expected a mapping", "as in 'start: {deal: 3}'"),
        (
            "rules: {z: {on: part ended, do: [award: {to: next player, points: -tokens of(next player, coin)}]}}",
            "5:",
            "verb 'award': unknown argument 'coin)'",
            "A comma within { } ends a value: put an expression that holds one in quotes.",
        ),
    ],
)
def test_the_cure_is_where_the_hand_slipped(tmp_path: Path, text: str, place: str, fault: str, cure: str) -> None:
    ((where, found, cured),) = faults_of(tmp_path, f"{text}\n")
    assert f"{where}:".startswith(place)
    assert fault in found
    assert cure in cured
