"""What the page is told of files and tables, without a browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from studio.conftest import change

import carcassonne
from carcassonne.bots import play_out
from carcassonne.shipped import data_folder
from carcassonne.studio import reading, workbench
from carcassonne.studio.workbench import Workbench

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
HEAD = "expansion: anger\nneeds: [base]\ntokens: {coin: {}}\n"
ROUND = "turn: {fury: {after: score, while: 1 = 1, do: [{award: {to: active player, points: 1}}]}}\n"


def seen(bench: Workbench, number: int = 0) -> dict[str, Any]:
    view = bench.view(number, known=0, dark=False)
    assert view is not None
    return view


def tiles(view: dict[str, Any]) -> dict[str, tuple[bool, bool, list[str]]]:
    """Of every tile whether it has a picture, whether that is an old one, and its findings."""
    return {
        tile["name"]: (tile["picture"] is not None, tile["before"], [found["fault"] for found in tile["findings"]])
        for sheet in view["file"]["sheets"]
        for tile in sheet["tiles"]
    }


FINE: tuple[bool, bool, list[str]] = (True, False, [])


def test_one_faulty_tile_leaves_the_others(mill: Path) -> None:
    bench = Workbench(mill)
    view = seen(bench)
    assert {"mill/mill-road": FINE, "mill/two-caps": FINE, "mill/shield": FINE} == tiles(view)
    assert (0, 0, []) == (view["file"]["faults"], view["file"]["warnings"], view["file"]["general"])
    assert bench.view(0, known=view["version"], dark=False) is None

    change(mill, "pennant: 1", "penant: 1")
    view = seen(bench)
    fault = "tile mill/shield: city 1: unknown symbol 'penant'"
    assert {"mill/mill-road": FINE, "mill/two-caps": FINE, "mill/shield": (True, True, [fault])} == tiles(view)
    (finding,) = view["file"]["sheets"][0]["tiles"][2]["findings"]
    assert (8, 31, "CARC-T008", "fault") == tuple(finding[key] for key in ("line", "column", "code", "severity"))
    assert finding["cure"].endswith("Did you mean 'pennant'?")
    assert {"mill/shield": (False, False, [fault])}.items() <= tiles(seen(Workbench(mill))).items()

    change(mill, "penant: 1", "pennant: 1")
    assert {"mill/mill-road": FINE, "mill/two-caps": FINE, "mill/shield": FINE} == tiles(seen(bench))


def test_what_is_about_no_tile_stands_above(mill: Path) -> None:
    change(mill, "tiles: 4}", "tiles: 5}")
    view = seen(Workbench(mill))
    assert ["totals, tiles: the file promises 5, its tiles show 4"] == [
        finding["fault"] for finding in view["file"]["general"]
    ]
    assert (0, 1) == (view["file"]["faults"], view["file"]["warnings"])


def test_a_warning_stands_beside_a_tile_that_is_drawn(mill: Path) -> None:
    change(mill, "  shield: ", "  again: {road: N-S}\n  shield: ")
    shown, is_old, (warning,) = tiles(seen(Workbench(mill)))["mill/again"]
    assert (True, False, "tile mill/again: it is the same as mill/mill-road") == (shown, is_old, warning)


def test_tiles_on_one_line_have_their_own_findings(tmp_path: Path) -> None:
    file = tmp_path / "short.yaml"
    file.write_text("tiles: short\nset: {a: {citi: N}, b: {road: X}, c: {road: N}}\nuses: [base]\n", encoding="utf-8")
    found = tiles(seen(Workbench(file)))
    assert [1, 1, 0] == [len(findings) for _, _, findings in found.values()]
    assert [False, False, True] == [shown for shown, _, _ in found.values()]


def test_what_cannot_be_read_at_all_leaves_the_tiles_as_they_were(mill: Path) -> None:
    bench = Workbench(mill)
    seen(bench)
    change(mill, "set:", "set: [")
    view = seen(bench)
    assert [(True, True, [])] * 3 == list(tiles(view).values())
    assert ["CARC-Y008"] == [finding["code"] for finding in view["file"]["general"]]
    change(mill, "set: [", "sat:")
    assert [(True, True, [])] * 3 == list(tiles(seen(bench)).values())
    mill.unlink()
    view = seen(bench)
    assert ["there is no such file"] == [finding["fault"] for finding in view["file"]["general"]]


def test_an_expansion_shows_its_tiles_and_reads_again_when_their_file_is_saved(tmp_path: Path) -> None:
    for name in ("canal.yaml", "canal-tiles.yaml"):
        (tmp_path / name).write_bytes((EXAMPLES / "canal" / name).read_bytes())
    bench = Workbench(tmp_path / "canal.yaml")
    view = seen(bench)
    assert [FINE] * 8 == list(tiles(view).values())
    assert ["road", "city", "field", "canal", "pennant", "lock"] == [
        sign["name"] for sign in view["file"]["sheets"][0]["legend"]
    ]
    change(tmp_path / "canal-tiles.yaml", "{count: 2, canal: S-W}", "{count: 2, canal: S-X}")
    view = seen(bench)
    assert (1, True) == (view["file"]["faults"], tiles(view)["canal/canal-bend"][1])
    assert 7 == list(tiles(view).values()).count(FINE)
    change(tmp_path / "canal.yaml", "rule: CN-6}", "rule: CN-6, spare: 1}")
    assert 2 == seen(bench)["file"]["faults"]


def test_a_tile_says_what_its_fields_touch(mill: Path) -> None:
    caps = seen(Workbench(mill))["file"]["sheets"][0]["tiles"][1]["picture"]
    assert [
        ("city 1", ["N"], []),
        ("city 2", ["S"], []),
        ("field 1", ["En", "Wn"], ["city 1", "road"]),
        ("field 2", ["Es", "Ws"], ["city 2", "road"]),
        ("road", ["E", "W"], []),
    ] == [(segment["name"], segment["at"], sorted(segment["touches"])) for segment in caps["segments"]]


def test_a_folder_shows_all_its_files_and_those_that_come(mill: Path) -> None:
    bench = Workbench(mill.parent)
    assert ["mill.yaml"] == [file["name"] for file in seen(bench)["files"]]
    (mill.parent / "new.yaml").write_text("tiles: new\nset: {}\n", encoding="utf-8")
    assert [("mill.yaml", 0), ("new.yaml", 1)] == [(file["name"], file["faults"]) for file in seen(bench)["files"]]
    assert "new.yaml" == seen(bench, 2)["file"]["name"]
    (mill.parent / "new.yaml").unlink()
    assert "mill.yaml" == seen(bench, 2)["file"]["name"]
    (mill.parent / "other.yaml").write_text("", encoding="utf-8")
    assert [("mill.yaml", 1), ("other.yaml", 3)] == [(file["name"], file["number"]) for file in seen(bench)["files"]]


def test_much_is_drawn_bit_by_bit_and_very_much_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbench, "MOST_TILES", 12)
    monkeypatch.setattr(workbench, "MOST_DRAWN", 5)
    file = tmp_path / "many.yaml"
    explained = "expected warnings: {CARC-W006: {" + ", ".join(f"many/t{n}: meant" for n in range(1, 30)) + "}}\n"
    text = "tiles: many\nuses: [base]\n" + explained + "set:\n"
    file.write_text(text + "".join(f"  t{n}: {{road: N}}\n" for n in range(30)), encoding="utf-8")
    bench = Workbench(file)
    drawn = [sum(shown for shown, _, _ in tiles(seen(bench)).values()) for _ in range(3)]
    view = seen(bench)
    assert [5, 10, 12] == drawn
    assert (18, False) == (view["file"]["sheets"][0]["hidden"], view["more"])
    file.write_text("#" * 2_000_000, encoding="utf-8")
    assert ["CARC-Y003"] == [finding["code"] for finding in seen(bench)["file"]["general"]]


# Tables ----------------------------------------------------------------------------------------


def begun(path: Path, *, players: int = 2, seed: int = 5, own_only: bool = False) -> tuple[Workbench, dict[str, Any]]:
    bench = Workbench(path)
    seen(bench)
    return bench, bench.begin(1, players=players, seed=seed, own_only=own_only, dark=False)


def to_the_end(bench: Workbench, table: dict[str, Any]) -> dict[str, Any]:
    log = table["log"]
    while not table["over"] and not table["fault"]:
        table = bench.go_on(table["table"], decisions=50, since=table["events"], dark=False)
        log += table["log"]
    return table | {"log": log}


def test_a_playout_is_the_game_that_the_seed_says() -> None:
    file = EXAMPLES / "canal" / "canal.yaml"
    end = to_the_end(*begun(file, players=3))
    game = play_out(carcassonne.load_rules(file), ["random"] * 3, 5)
    assert list(game.scores) == [player["score"] for player in end["players"]]
    assert [number in game.winners for number in range(3)] == [player["wins"] for player in end["players"]]
    assert len(game) == end["decisions"]
    assert end["log"][-1].startswith("the game is over: ")
    assert len(game.events) == len(end["log"])


@pytest.mark.parametrize(("own_only", "left"), [(False, 75), (True, 4)])
def test_tiles_alone_are_played_with_what_they_use(mill: Path, own_only: bool, left: int) -> None:
    bench, table = begun(mill, own_only=own_only)
    assert (True, left) == (table["has_others"], table["left"] + (table["drawn"] != ""))
    assert to_the_end(bench, table)["over"]


def test_another_edition_takes_the_place_of_the_first() -> None:
    bench, table = begun(data_folder() / "tiles" / "base-2.yaml")
    assert (False, 71) == (table["has_others"], table["left"] + 1)
    assert to_the_end(bench, table)["over"]


def test_rules_without_end_are_told_and_nothing_hangs(tmp_path: Path) -> None:
    file = tmp_path / "anger.yaml"
    file.write_text(HEAD + ROUND, encoding="utf-8")
    end = to_the_end(*begun(file))
    assert "the rules go round without end: the steps of 'fury'" in end["fault"]
    assert not end["over"]


def test_a_game_that_asks_for_ever_is_ended(mill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carcassonne.studio.playout.MOST_DECISIONS", 20)
    end = to_the_end(*begun(mill))
    assert (20, False) == (end["decisions"], end["over"])
    assert end["fault"].startswith("After 20 decisions the game is not over")


def test_what_cannot_be_played_is_refused_with_its_findings(mill: Path) -> None:
    change(mill, "N-E", "N-X")
    _, refused = begun(mill)
    assert ["CARC-T003"] == [finding["code"] for finding in refused["findings"]]
    _, refused = begun(EXAMPLES / "canal" / "scenarios" / "boatmen-only.yaml")
    assert "Nothing can be played: expected tiles, an expansion or a variant." == refused["refused"]
    bench, refused = begun(mill, players=40)
    assert "40 players: expected 1 to 6." == refused["refused"]
    assert "There is no such file any more." == bench.begin(7, players=2, seed=0, own_only=False, dark=True)["refused"]
    assert "gone" in bench.go_on(3, decisions=1, since=0, dark=False)["refused"]


def test_only_the_latest_tables_are_kept(mill: Path) -> None:
    bench, first = begun(mill)
    for _ in range(workbench.MOST_TABLES):
        last = bench.begin(1, players=2, seed=1, own_only=True, dark=False)
    assert "refused" in bench.go_on(first["table"], decisions=1, since=0, dark=False)
    assert 1 == bench.go_on(last["table"], decisions=1, since=0, dark=False)["decisions"]
    change(mill, "count: 2", "count: 3")
    assert bench.go_on(last["table"], decisions=1, since=0, dark=False)["is_old"]


# Files of every kind ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two words.yml", "é🎲.yaml", 'it\'s "odd".yaml', "{a: b}.yaml", "studio-table.yaml"])
def test_tiles_are_played_whatever_their_file_is_called(mill: Path, name: str) -> None:
    _, table = begun(mill.rename(mill.with_name(name)))
    assert 75 == table["left"] + 1


@pytest.mark.parametrize("name", ["mill.txt", "mill", "new\nline.yaml", "back\\slash.yaml", "caf\udce9.yaml"])
def test_a_file_that_no_module_can_name_is_refused(mill: Path, name: str) -> None:
    _, refused = begun(mill.rename(mill.with_name(name)))
    assert f"No module can put a file in play that is called {name!r}" in refused["refused"]
    assert [] == refused["findings"]


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    bench = Workbench(tmp_path)
    view = bench.view(0, known=0, dark=False)
    assert view is not None
    assert ([], None) == (view["files"], view["file"])
    assert bench.view(0, known=view["version"], dark=False) is None


def test_a_file_that_was_away_is_the_same_again(mill: Path) -> None:
    (mill.parent / "new.yaml").write_text("tiles: new\nset: {}\n", encoding="utf-8")
    bench = Workbench(mill.parent)
    seen(bench)
    away = mill.rename(mill.with_name("mill.yaml~"))
    assert "new.yaml" == seen(bench, 1)["file"]["name"]
    away.rename(mill)
    change(mill, "pennant: 1", "penant: 1")
    view = seen(bench, 1)
    assert "mill.yaml" == view["file"]["name"]
    assert tiles(view)["mill/shield"][:2] == (True, True), "it is still known how it was"


def test_a_save_within_one_tick_of_the_clock_is_seen(mill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are saved twice in a few milliseconds may show the same time, size and number."""
    was = mill.stat().st_mtime_ns
    monkeypatch.setattr(reading, "time_ns", lambda: was + 1_000_000)
    bench = Workbench(mill)
    view = seen(bench)
    assert bench.view(0, known=view["version"], dark=False) is None
    change(mill, "road: E-W}\n  two", "road: N-S}\n  two")
    os.utime(mill, ns=(was, was))
    assert ["N", "S"] == seen(bench)["file"]["sheets"][0]["tiles"][0]["picture"]["segments"][-1]["at"]
    monkeypatch.setattr(reading, "time_ns", lambda: was + 2_000_000_000)
    last = seen(bench)["version"]
    monkeypatch.setattr(workbench, "read", None)  # what is older is not read again
    assert bench.view(0, known=last, dark=False) is None


def test_a_table_that_is_watched_is_kept(mill: Path) -> None:
    bench, first = begun(mill)
    for _ in range(2 * workbench.MOST_TABLES):
        bench.begin(1, players=2, seed=1, own_only=True, dark=False)
        assert "refused" not in bench.go_on(first["table"], decisions=0, since=0, dark=False)


def test_a_choice_that_cannot_be_seen_changes_nothing() -> None:
    """Where all tiles are those of the file, it makes no difference to draw only these."""
    file = data_folder() / "tiles" / "base-2.yaml"
    (one, first), (other, second) = (begun(file, own_only=own) for own in (False, True))
    assert to_the_end(one, first)["log"] == to_the_end(other, second)["log"]


# Options ---------------------------------------------------------------------------------------


def options(view: dict[str, Any]) -> dict[str, tuple[str, bool]]:
    return {each["name"]: (each["value"], each["tiles"]) for each in view["file"]["options"]}


def test_options_are_those_of_the_rules_with_the_defaults_that_a_module_sets() -> None:
    bench = Workbench(data_folder() / "expansions" / "big-box.yaml")
    found = options(seen(bench))
    assert {"base.edition": ("2", False), "base.farmers": ("on", False)}.items() <= found.items()
    view = bench.view(1, known=0, dark=False, choices=(("base.edition", "1"), ("base.farmers", "off")))
    assert view is not None
    assert {"base.edition": ("1", False), "base.farmers": ("off", False)}.items() <= options(view).items()
    usual = {each["name"]: each["usual"] for each in view["file"]["options"]}
    assert ("2", "on") == (usual["base.edition"], usual["base.farmers"])


def test_a_view_is_that_of_its_choices() -> None:
    """Two windows with other choices do not disturb each other."""
    bench = Workbench(data_folder() / "expansions" / "inns-and-cathedrals.yaml")
    choices = (("inns.edition", "2"),)
    for _ in range(2):
        editions = [
            view["file"]["sheets"][0]["edition"]
            for chosen in ((), choices)
            if (view := bench.view(1, known=-1, dark=False, choices=chosen)) is not None
        ]
        assert ["1", "2"] == editions
    assert bench.view(1, known=bench.version, dark=False, choices=choices) is None


def test_what_cannot_be_chosen_is_told_once_the_file_is_sound(mill: Path) -> None:
    bench = Workbench(mill)
    choices = (("base.farmers", "sometimes"), ("base.tiny_city_points", "2"), ("mill.wind", "strong"))
    view = bench.view(1, known=0, dark=False, choices=choices)
    assert view is not None
    assert {
        "base.farmers": "base.farmers cannot be 'sometimes': it is 'on' again.",
        "mill.wind": "There is no option 'mill.wind' any more: the choice 'strong' is gone.",
    } == view["file"]["dropped"]
    assert ("2", False) == options(view)["base.tiny_city_points"]
    table = bench.begin(1, players=2, seed=1, own_only=False, dark=False, choices=choices)
    assert "2" == dict(bench.tables[table["table"]][0].rules.options)["base.tiny_city_points"]
    change(mill, "uses: [base]", "uses: [base, gone]")
    view = bench.view(1, known=0, dark=False, choices=choices)
    assert view is not None
    assert {} == view["file"]["dropped"]
