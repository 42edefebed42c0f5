"""The page in a real browser, with a file that is edited while it looks on.

Tests take `serve` before `tab`: the page must be closed before nobody answers it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browser import NARROW, Tab
from studio.conftest import Serve, change

import carcassonne
from carcassonne.bots import play_out
from carcassonne.studio.server import Studio

pytestmark = pytest.mark.xdist_group("browser")
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
HEAD = "expansion: anger\nneeds: [base]\ntokens: {coin: {}}\n"
ROUND = "turn: {fury: {after: score, while: 1 = 1, do: [{award: {to: active player, points: 1}}]}}\n"


def opened(tab: Tab, studio: Studio) -> None:
    tab.allowed = (studio.url, "data:")
    tab.open(studio.url)
    tab.page.wait_for_selector(".card svg, #sets .empty")


def card(name: str) -> str:
    return f'.card[data-name="{name}"]'


def test_a_faulty_tile_has_its_finding_beside_it_until_it_is_mended(serve: Serve, tab: Tab, mill: Path) -> None:
    opened(tab, serve(mill))
    assert ["mill-road\n× 2", "two-caps\n× 1", "shield\n× 1"] == tab.texts(".card h3")
    assert ["road", "city", "field", "pennant"] == tab.texts(".legend li")
    assert "no findings" == tab.page.inner_text("#state")
    other = tab.page.locator(card("mill/two-caps")).element_handle()

    change(mill, "pennant: 1", "penant: 1")
    tab.page.wait_for_selector(f"{card('mill/shield')} .finding")
    assert ["city 1: unknown symbol 'penant'"] == tab.texts(".finding .said")
    assert ["symbols here: pennant. Did you mean 'pennant'?"] == tab.texts(".finding .cure")
    assert "● Fault · mill.yaml, line 8, column 31" == tab.page.inner_text(".finding .head")
    assert ["as it was before"] == [
        note.get_attribute("data-note") for note in tab.page.locator(".card.before .picture").all()
    ]
    assert "1 fault" == tab.page.inner_text("#state")
    assert other.is_visible()  # it is the same element: what has not changed is left alone
    assert 3 == tab.page.locator(".card svg").count()

    change(mill, "penant: 1", "pennant: 1")
    tab.page.wait_for_selector(".finding", state="detached")
    assert "no findings" == tab.page.inner_text("#state")
    change(mill, "tiles: 4}", "tiles: 5}")
    tab.page.wait_for_selector("#general .finding.warning")
    change(mill, "set:", "set: [")
    tab.page.wait_for_selector("#general .finding.fault")
    assert 3 == tab.page.locator(".card.before svg").count()


def test_pointing_at_a_field_shows_how_far_it_reaches_and_what_it_touches(serve: Serve, tab: Tab, mill: Path) -> None:
    opened(tab, serve(mill))
    picture = tab.page.locator(f"{card('mill/two-caps')} svg")
    box = picture.bounding_box()
    assert box is not None

    def point(x: float, y: float) -> None:
        tab.page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])

    point(0.1, 0.4)
    assert "field 1\nEn Wn · touches city 1 and road" == tab.page.inner_text("#tip")
    assert {"city 1", "road"} == {
        part.get_attribute("data-touched") for part in picture.locator(".over [data-touched]").all()
    }
    strong, weak = picture.locator(".zone.strong").all(), picture.locator(".zone.weak").all()
    assert (["field 1"], ["field 2"]) == tuple([z.get_attribute("data-zone") for z in some] for some in (strong, weak))
    assert ["field 1\nEn Wn · touches city 1 and road"] == tab.texts("#close-up .lit")

    point(0.5, 0.05)
    assert "city 1\nN · touched by field 1" == tab.page.inner_text("#tip")
    assert ["field 1"] == [zone.get_attribute("data-zone") for zone in picture.locator(".zone.strong").all()]

    tab.page.locator(f"{card('mill/shield')} [data-symbol]").hover()
    assert "pennant\nsymbol" == tab.page.inner_text("#tip")
    point(0.1, 0.4)
    change(mill, "tiles: 4}", "tiles: 5}")
    tab.page.wait_for_selector("#general .finding")
    assert 0 == tab.page.locator(".zone, .over").count()
    point(0.1, 0.42)
    tab.page.locator(f"{card('mill/two-caps')} h3").hover()
    tab.page.mouse.move(2, 2)
    assert 0 == tab.page.locator(".zone, .over").count()
    tab.page.locator("#close-up li button[data-segment='field 1']").focus()
    assert 2 == tab.page.locator(".zone.strong").count()  # in the card and in the close-up


def test_a_playout_runs_to_its_end(serve: Serve, tab: Tab, tmp_path: Path) -> None:
    folder = tmp_path / "canal"
    shutil.copytree(EXAMPLES / "canal", folder, ignore=shutil.ignore_patterns("scenarios"))
    studio = serve(folder / "canal.yaml")
    opened(tab, studio)
    tab.page.locator("#table-tab").click()
    tab.page.wait_for_selector("#board svg")
    tab.page.locator("#seed").fill("5")
    tab.page.keyboard.press("Enter")
    tab.page.locator("#players").select_option("3")
    tab.page.wait_for_selector("#scores li:nth-child(3)")
    tab.page.locator("#step").click()
    tab.page.wait_for_selector("body[data-decisions='1']")
    tab.page.locator("#play").click()
    tab.page.wait_for_selector("#log li:nth-child(12)")
    tab.page.locator("#play", has_text="Pause").click()
    assert "Play" == tab.page.inner_text("#play")
    tab.page.locator("#finish").click()
    tab.page.wait_for_selector("body[data-over='true']")

    game = play_out(carcassonne.load_rules(folder / "canal.yaml"), ["random"] * 3, 5)
    served, _ = studio.workbench.tables[int(tab.page.get_attribute("body", "data-table") or 0)]
    assert game == served.game
    assert [str(score) for score in game.scores] == tab.texts("#scores b")
    assert len(game.events) == tab.page.locator("#log li").count()
    assert tab.texts("#log li")[-1].startswith("the game is over: ")
    assert len(game.table) == tab.page.locator("#board [data-cell]").count()

    change(
        folder / "canal-tiles.yaml", "canal-straight:              {count: 2", "canal-straight:              {count: 9"
    )
    tab.page.locator("#again").click()
    tab.page.wait_for_selector("#changed", state="hidden")
    tab.dark()
    tab.page.wait_for_selector("#board rect[fill='#1c1e20']")
    change(folder / "canal-tiles.yaml", "canal: S-W", "canal: S-X")
    tab.page.wait_for_selector("#state.bad")
    tab.page.locator("#again").click()
    tab.page.wait_for_selector("#refused .finding")
    change(folder / "canal-tiles.yaml", "canal: S-X", "canal: S-W")
    tab.page.wait_for_selector("#board svg")


def test_rules_without_end_are_told_and_the_page_goes_on(serve: Serve, tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "anger.yaml"
    file.write_text(HEAD + ROUND, encoding="utf-8")
    opened(tab, serve(file))
    tab.page.locator("#table-tab").click()
    tab.page.locator("#finish").click()
    tab.page.wait_for_selector("#fault:not([hidden])")
    assert "the rules go round without end: the steps of 'fury'" in tab.page.inner_text("#fault")
    assert tab.page.locator("#step").is_disabled()
    file.write_text(HEAD, encoding="utf-8")
    tab.page.locator("#again").click()
    tab.page.wait_for_selector("#fault", state="hidden")
    tab.page.locator("#finish").click()
    tab.page.wait_for_selector("body[data-over='true']")


def test_what_a_file_says_is_never_a_page(serve: Serve, tab: Tab, tmp_path: Path) -> None:
    evil = "<img src=x onerror=document.title=1>"
    (tmp_path / f"{evil.replace('/', '')}.yaml").write_text(
        f"variant: odd\ntitle: '{evil}'\nextends: [base]\nfeatures: {{moat: {{borders: '{evil}', {evil}: 1}}}}\n",
        encoding="utf-8",
    )
    opened(tab, serve(tmp_path))
    tab.page.wait_for_selector("#general .finding")
    assert evil in tab.page.inner_text("#title")
    assert any(evil in text for text in tab.texts(".finding .said"))
    assert 0 == tab.page.locator("img").count()
    assert tab.page.title().endswith("Carcassonne studio")


def test_a_folder_on_a_narrow_screen(serve: Serve, tab: Tab, mill: Path) -> None:
    (mill.parent / "later.yaml").write_text("tiles: later\nuses: [base]\nset: {end: {road: N}}\n", encoding="utf-8")
    tab.size(*NARROW)
    opened(tab, serve(mill.parent))
    tab.page.locator("#files button", has_text="mill.yaml").click()
    tab.page.wait_for_selector(card("mill/shield"))
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    mill.unlink()
    tab.page.wait_for_selector(card("later/end"))
