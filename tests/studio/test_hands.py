"""The page with a finger, with the keyboard alone, and with files that come and go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import NARROW, Tab
from studio.conftest import Serve, change

from carcassonne.studio.server import Studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.xdist_group("browser")
CAPS = '.card[data-name="mill/two-caps"]'
TWO = "tiles: two\nuses: [base]\nset: {end: {road: N}, all: {city: N-E-S-W}}\n"


def opened(tab: Tab, studio: Studio) -> None:
    tab.allowed = (studio.url, "data:")
    tab.open(studio.url)
    tab.page.wait_for_selector(".card svg")


def test_a_finger_on_a_field_shows_how_far_it_reaches(serve: Serve, chromium: Browser, mill: Path) -> None:
    """On a phone nothing may move under the finger before it is lifted."""
    studio = serve(mill)
    context = chromium.new_context(viewport={"width": NARROW[0], "height": NARROW[1]}, has_touch=True)
    page = context.new_page()
    page.goto(studio.url)
    picture = page.locator(f"{CAPS} svg")
    picture.scroll_into_view_if_needed()
    for height, name in ((0.4, "field 1"), (0.6, "field 2")):
        box = picture.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 0.1 * box["width"], box["y"] + height * box["height"])
        page.locator("#tip b", has_text=name).wait_for()
        assert [name] == [zone.get_attribute("data-zone") for zone in picture.locator(".zone.strong").all()]
    assert page.locator(f"{CAPS}.kept").is_visible()
    context.close()


def test_the_focus_stays_when_a_file_is_saved_or_another_chosen(serve: Serve, tab: Tab, mill: Path) -> None:
    (mill.parent / "two.yaml").write_text(TWO, encoding="utf-8")
    opened(tab, serve(mill.parent))
    focus = "(document.activeElement.dataset.name ?? document.activeElement.innerText).split('\\n')[0]"
    tab.page.locator(CAPS).focus()
    tab.page.keyboard.press("Enter")
    change(mill, "two-caps:  {", "two-caps:  {count: 4, ")
    tab.page.locator(f"{CAPS} b", has_text="× 4").wait_for()
    assert "mill/two-caps" == tab.page.evaluate(focus)
    assert tab.page.locator(f"{CAPS}.kept").is_visible()
    change(mill, "tiles: 4", "tiles: 5")
    tab.page.locator("#general summary").focus()
    tab.page.keyboard.press("Enter")
    change(mill, "count: 4", "count: 3")
    tab.page.locator(f"{CAPS} b", has_text="× 3").wait_for()
    change(mill, "count: 3", "count: 4")
    tab.page.locator(f"{CAPS} b", has_text="× 4").wait_for()
    tab.page.locator("#files button", has_text="two.yaml").focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector('.card[data-name="two/all"]')
    assert "two.yaml" == tab.page.evaluate(focus)
    tab.page.locator("#table-tab").focus()
    tab.page.keyboard.press("Space")
    tab.page.wait_for_selector("body[data-table='1']")
    tab.page.keyboard.press("Shift+N")
    tab.page.wait_for_selector("body[data-table='2']")
    tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_selector("body[data-decisions='1']")


def test_a_file_that_is_away_for_a_moment_is_shown_again(serve: Serve, tab: Tab, mill: Path) -> None:
    """Some editors take a file away before they write it anew."""
    two = mill.parent / "two.yaml"
    two.write_text(TWO, encoding="utf-8")
    opened(tab, serve(mill.parent))
    tab.page.locator("#files button", has_text="two.yaml").click()
    tab.page.wait_for_selector('.card[data-name="two/all"]')
    two.unlink()
    tab.page.wait_for_selector(CAPS)
    two.write_text(TWO.replace("end:", "stop:"), encoding="utf-8")
    tab.page.wait_for_selector('.card[data-name="two/stop"]')
    two.unlink()
    mill.unlink()
    tab.page.locator("#state", has_text="there is no YAML file here yet").wait_for()
    assert 0 == tab.page.locator(".card").count()
    (mill.parent / "caf\udce9.yaml").write_text(TWO, encoding="utf-8")  # a name in another encoding
    tab.page.wait_for_selector('.card[data-name="two/end"]')
    assert "caf?.yaml" == tab.page.inner_text("#title")
