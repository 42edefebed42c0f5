"""What a fast person and slow answers make of the page: every order of answers that matters, one after the other.

A gate stands before the workbench, so no test depends on how long anything takes.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import Tab
from studio.conftest import Gate, Serve

from carcassonne.studio.server import Studio

pytestmark = pytest.mark.xdist_group("browser")
DARK = 'svg [fill="#b57f40"]'  # of a city
TWO = "tiles: two\nuses: [base]\nset: {end: {road: N}, all: {city: N-E-S-W}}\n"


def gated(studio: Studio, name: str, monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate(getattr(studio.workbench, name))
    monkeypatch.setattr(studio.workbench, name, gate)
    return gate


def opened(tab: Tab, studio: Studio) -> None:
    tab.allowed = (studio.url, "data:")
    tab.open(studio.url)
    tab.page.wait_for_selector(".card svg")


def at_a_table(tab: Tab, studio: Studio) -> None:
    opened(tab, studio)
    tab.page.locator("#table-tab").click()
    tab.page.wait_for_selector("#board svg")


def test_every_step_of_a_fast_person_is_taken(
    serve: Serve, tab: Tab, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = serve(mill)
    at_a_table(tab, studio)
    gate = gated(studio, "go_on", monkeypatch)
    step = tab.page.locator("#step")
    step.click()
    first = gate.next()
    for _ in range(4):
        step.click()
    first.set()
    gate.next().set()  # the four in one request
    tab.page.wait_for_selector("body[data-decisions='5']")
    assert len(tab.texts("#log li")) == len(studio.workbench.tables[1][0].game.events), "no line twice, none lost"


def test_the_latest_game_is_shown_whatever_is_answered_first(
    serve: Serve, tab: Tab, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = serve(mill)
    at_a_table(tab, studio)
    go_on, begin = (gated(studio, name, monkeypatch) for name in ("go_on", "begin"))
    tab.page.locator("#step").click()
    late = go_on.next()
    tab.page.locator("#players").select_option("3")
    three = begin.next()
    assert tab.page.locator("#step").is_disabled(), "there is no game to go on with"
    tab.page.locator("#players").select_option("4")
    begin.next().set()
    tab.page.wait_for_selector("#scores li:nth-child(4)")
    three.set()
    late.set()
    tab.page.locator("#step").click()
    go_on.next().set()
    tab.page.wait_for_selector("body[data-decisions='1']")
    assert 4 == tab.page.locator("#scores li").count()
    shown = int(tab.page.get_attribute("body", "data-table") or 0)
    assert 4 == len(studio.workbench.tables[shown][0].game.players)


def test_saves_while_a_game_comes_begin_no_second_one(
    serve: Serve, tab: Tab, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = serve(mill)
    opened(tab, studio)
    gate = gated(studio, "begin", monkeypatch)
    tab.page.locator("#table-tab").click()
    way = gate.next()
    mill.write_text(TWO.replace("two", "mill"), encoding="utf-8")
    tab.page.locator("#tiles-tab").click()
    tab.page.wait_for_selector('.card[data-name="mill/all"]')
    way.set()
    tab.page.wait_for_selector("#board svg", state="attached")
    assert gate.waiting.empty()


def test_what_is_wanted_while_an_answer_comes_is_asked_for(
    serve: Serve, tab: Tab, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dark and another file are not lost, though the answer that comes knows nothing of them."""
    (mill.parent / "two.yaml").write_text(TWO, encoding="utf-8")
    studio = serve(mill.parent)
    opened(tab, studio)
    gate = gated(studio, "view", monkeypatch)
    way = gate.next()
    tab.dark()
    mill.write_text(mill.read_text(encoding="utf-8").replace("count: 2", "count: 3"), encoding="utf-8")
    way.set()
    gate.open()
    tab.page.wait_for_selector(f'.card[data-name="mill/shield"] {DARK}', state="attached")
    gate = gated(studio, "view", monkeypatch)
    way = gate.next()
    tab.page.locator("#files button", has_text="two.yaml").click()
    way.set()
    gate.open()
    tab.page.wait_for_selector(f'.card[data-name="two/all"] {DARK}', state="attached")
    assert "two.yaml" == tab.page.inner_text("#title")


def test_a_board_turns_dark_though_a_step_is_on_its_way(
    serve: Serve, tab: Tab, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = serve(mill)
    at_a_table(tab, studio)
    gate = gated(studio, "go_on", monkeypatch)
    tab.page.locator("#step").click()
    way = gate.next()
    tab.dark()
    way.set()
    gate.open()
    tab.page.wait_for_selector("#board rect[fill='#1c1e20']")
    tab.page.wait_for_selector("body[data-decisions='1']")
