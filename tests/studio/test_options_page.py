"""Options chosen in a real browser: in both views, kept while the file is edited, and dropped where they are gone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browser import NARROW, Tab
from studio.conftest import Serve, change

from carcassonne.shipped import data_folder
from carcassonne.studio.server import Studio

pytestmark = pytest.mark.xdist_group("browser")
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
EVIL = "<img src=x onerror=document.title=1>"
FORD = f"""\
expansion: ford
needs: [base]
options:
  ford.width:
    about: '{EVIL}'
    default: narrow
    narrow: {{}}
    wide: {{score changes: {{wide: {{of: road, add: {{complete: 1}}, rule: FD-1}}}}}}
    broad: {{}}
  ford.toll: {{about: What the toll is., default: 2, number: true}}
quantities: {{ford toll: ford.toll}}
"""


def opened(tab: Tab, studio: Studio) -> None:
    tab.allowed = (studio.url, "data:")
    tab.open(studio.url)
    tab.page.wait_for_selector(".card svg, #sets .empty")


def values(tab: Tab, where: str) -> dict[str, str]:
    fields = tab.page.locator(f"{where} select, {where} input").all()
    return {field.get_attribute("name") or "": field.input_value() for field in fields}


def game_of(tab: Tab, studio: Studio) -> dict[str, str]:
    playout, _ = studio.workbench.tables[int(tab.page.get_attribute("body", "data-table") or 0)]
    return dict(playout.rules.options)


def test_an_option_changes_which_tiles_there_are(serve: Serve, tab: Tab, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(data_folder() / "tiles", folder / "tiles")
    (folder / "expansions").mkdir()
    file = Path(shutil.copy(data_folder() / "expansions" / "river.yaml", folder / "expansions"))
    studio = serve(file)
    opened(tab, studio)
    page = tab.page
    assert {"river.edition": "1", "river.spring_lake_field": "joined", "river.separates_fields": "true"} == values(
        tab, "#tile-options"
    )
    page.locator("#tile-options summary").click()
    assert "Which printing the tiles come from" in page.inner_text("#tile-options .option:first-of-type small")
    page.locator("#tile-options [name='river.edition']").select_option("3")
    page.locator(".set h2", has_text="edition 3").wait_for()
    page.wait_for_selector(".card[data-name='river/river-spring-road-curve'] svg")
    fields = page.locator("#close-up .segments [data-number]")
    page.locator(".card[data-name='river/cloister-river-lake']").click()
    assert 1 == fields.count()
    page.locator("#tile-options [name='river.spring_lake_field']").select_option("split")
    fields.nth(1).wait_for()
    assert "2 changed" == page.inner_text("#tile-options summary span")

    page.locator("#table-tab").click()
    page.wait_for_selector("#board svg")
    assert {"river.edition": "3", "river.spring_lake_field": "split"}.items() <= values(tab, "#table-options").items()
    assert {"river.edition": "3", "river.spring_lake_field": "split"}.items() <= game_of(tab, studio).items()
    page.locator("#table-options summary").click()
    page.locator("#table-options .reset").click()
    page.wait_for_selector("body[data-table='2']")
    assert "1" == game_of(tab, studio)["river.edition"]
    page.locator("#tiles-tab").click()
    page.locator(".set h2", has_text="edition 1").wait_for()


def test_choices_survive_a_save_and_are_dropped_when_they_are_gone(serve: Serve, tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "ford.yaml"
    file.write_text(FORD, encoding="utf-8")
    studio = serve(file)
    tab.size(*NARROW)
    opened(tab, studio)
    page = tab.page
    assert page.locator("#tile-options").is_hidden()
    page.locator("#table-tab").click()
    page.wait_for_selector("body[data-table='1']")
    page.locator("#table-options summary").press("Enter")
    width, toll = (page.locator(f"#table-options [name='ford.{name}']") for name in ("width", "toll"))
    assert EVIL == page.inner_text("[id='table-options-ford.width']")
    assert ["ford", "base", "core"] == tab.texts("#table-options h3")
    width.focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("body[data-table='2']")
    toll.fill("many")
    page.keyboard.press("Enter")
    toll.fill("7")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-table='3']")
    assert {"ford.width": "wide", "ford.toll": "7"}.items() <= game_of(tab, studio).items()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]

    change(file, "needs: [base]", "needs: [base]\ntitle: Ford")  # another save
    page.locator("#title", has_text="Ford").wait_for()
    change(file, "options:", "options: [")  # half of it
    page.wait_for_selector("#state.bad")
    assert "wide" == width.input_value()
    change(file, "options: [", "options:")
    page.wait_for_selector("#state:not(.bad)")
    page.locator("#again").click()
    page.wait_for_selector("body[data-table='4']")
    assert {"ford.width": "wide", "ford.toll": "7"}.items() <= game_of(tab, studio).items()

    change(file, "    wide: {", "    vast: {")
    page.locator("#told li").wait_for()
    assert ["ford.width cannot be 'wide': it is 'narrow' again."] == tab.texts("#told li")
    assert "narrow" == width.input_value()
    change(file, "ford.toll: {about", "ford.tax: {about")
    change(file, "ford toll: ford.toll", "ford toll: ford.tax")
    page.locator("#told li:nth-child(2)").wait_for()
    assert "There is no option 'ford.toll' any more: the choice '7' is gone." == tab.texts("#told li")[1]
    page.locator("#again").click()
    page.wait_for_selector("body[data-table='5']")
    assert {"ford.width": "narrow", "ford.tax": "2"}.items() <= game_of(tab, studio).items()
    tax = page.locator("#table-options [name='ford.tax']")
    tax.focus()
    page.keyboard.type("1")
    change(file, "    broad: {}", "    huge: {}")
    page.locator("#table-options [value='huge']").wait_for(state="attached")
    assert ("21", "ford.tax") == (tax.input_value(), page.evaluate("document.activeElement.name")), (
        "what is being written"
    )
    page.locator("#told button").click()
    assert page.locator("#told").is_hidden()
    assert 0 == page.locator("img").count()


def test_tiles_are_played_with_the_options_of_what_they_use(serve: Serve, tab: Tab, mill: Path) -> None:
    studio = serve(mill)
    opened(tab, studio)
    assert tab.page.locator("#tile-options").is_hidden()
    tab.page.locator("#table-tab").click()
    tab.page.wait_for_selector("body[data-table='1']")
    tab.page.locator("#table-options summary").click()
    tab.page.locator("#table-options [name='base.farmers']").select_option("off")
    tab.page.wait_for_selector("body[data-table='2']")
    assert "off" == game_of(tab, studio)["base.farmers"]
    change(mill, "count: 2", "count: 3")
    tab.page.wait_for_selector("#changed")
    assert "off" == values(tab, "#table-options")["base.farmers"]
