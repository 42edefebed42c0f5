"""The page in a real browser: it steps, shows the scores of the game, and says what features are worth."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from browser import NARROW, Tab
from pages.played import BIG, moments, played

from carcassonne.pages import page_html

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def base_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"), page_html(played()))


def written(folder: Path, page: str) -> Path:
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    return file


def scores(tab: Tab) -> list[int]:
    return list(map(int, tab.texts("#players .score")))


def step(tab: Tab) -> int:
    return int(tab.page.inner_text("#at").split(" / ")[0])


def slide(tab: Tab, to: int) -> None:
    tab.page.evaluate(
        "to => { const s = document.getElementById('slider'); s.value = to; s.dispatchEvent(new Event('input')); }", to
    )


def place_of(tab: Tab, kind: str) -> list[float]:
    """Where on the screen a segment of a kind is on top."""
    found: list[float] = tab.page.evaluate(
        """kind => {
          for (let y = 100; y < 700; y += 7) for (let x = 100; x < 700; x += 7) {
            if (document.elementFromPoint(x, y).closest?.("#tiles [data-segment]")?.dataset.segment.startsWith(kind)) {
              return [x, y];
            }
          }
        }""",
        kind,
    )
    return found


def test_it_steps_to_the_end_and_shows_the_scores(tab: Tab, base_page: Path) -> None:
    game = played()
    expected = [list(now.scores) for now in moments(game)]
    end = len(expected) - 1
    tab.open(base_page)
    keys = tab.page.keyboard
    assert (0, expected[0]) == (step(tab), scores(tab))
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    assert 1 == step(tab)
    for to in (end // 3, 40, 2 * end // 3, 70, end - 1):
        slide(tab, to)
        assert (to, expected[to]) == (step(tab), scores(tab))
    keys.press("End")
    assert (end, list(game.scores)) == (step(tab), scores(tab))
    assert len(game.table) == tab.page.locator("#tiles > g").count()
    assert "The game is over" in tab.page.inner_text("#now")
    keys.press("Home")
    assert (0, expected[0]) == (step(tab), scores(tab))
    assert 1 == tab.page.locator("#tiles > g").count()
    keys.press("PageDown")
    assert "bob" in tab.page.inner_text("#now")
    tab.page.locator("#log .award").last.click()
    assert end == step(tab)


def test_it_plays_by_itself_and_stops(tab: Tab, base_page: Path) -> None:
    tab.open(base_page)
    tab.page.select_option("#speed", "0.2")
    tab.page.locator("#board").click(position={"x": 5, "y": 5})
    tab.page.keyboard.press("Space")
    tab.page.locator("#at", has_text=re.compile(r"^([3-9]|\d\d+) / ")).wait_for()
    tab.page.keyboard.press("Space")
    assert "Play" == tab.page.get_attribute("#play", "aria-label")
    tab.page.locator("#play").press("Space")
    assert "Pause" == tab.page.get_attribute("#play", "aria-label")


@pytest.mark.parametrize(("name", "decisions", "at"), [("base", None, (30, 60)), (BIG, 140, (90, 140))])
def test_a_figure_shows_its_feature_and_its_worth(
    tab: Tab, tmp_path: Path, name: str, decisions: int | None, at: tuple[int, ...]
) -> None:
    game = played(name, decisions)
    tab.open(written(tmp_path, page_html(game)))
    for number, now in enumerate(moments(game)):
        if number not in at:
            continue
        slide(tab, number)
        assert now.figures
        for segment, _, _ in now.figures[:4]:
            tab.page.mouse.move(1, 1)
            tab.page.locator(f'#figures > [data-segment="{segment}"]').first.hover()
            worth = now.worth(segment)
            panel = tab.page.inner_text("#feature")
            assert f"{worth.points} point" in panel
            assert all(now.players[player] in panel for player in worth.players)
            assert all(item.rule in panel for item in worth.items)
            lit = tab.page.eval_on_selector_all("#lit [data-segment]", "all => all.map(one => one.dataset.segment)")
            assert {str(member) for member in now.feature(segment)} == set(lit)


def test_segments_figures_and_rules_by_mouse_and_keyboard(tab: Tab, base_page: Path) -> None:
    tab.open(base_page)
    page = tab.page
    slide(tab, 60)
    page.mouse.move(*place_of(tab, "field"))
    assert page.inner_text("#feature h3").startswith("field, ")
    page.mouse.move(1, 1)
    assert page.locator("#feature").is_hidden()
    page.locator("#figures > g").first.focus()
    page.keyboard.press("Tab")
    assert page.locator("#feature.held").is_visible()
    assert page.locator("#board.dim").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#feature").is_hidden()
    page.keyboard.press("End")
    link = page.locator("#log a.rule").last
    link.hover()
    tip = page.inner_text("#rule")
    assert link.inner_text() in tip
    assert "data/expansions/base.yaml" in tip
    link.click()
    assert page.locator("#rulebook dl").is_visible()
    assert page.evaluate("document.querySelector(':target').textContent") == link.inner_text()


def test_names_are_text(tab: Tab, tmp_path: Path) -> None:
    names = ("<b>x</b><script>document.title='no'</script>", "</script><img src=x onerror=\"document.title='no'\">")
    game = played("base", 30, names)
    tab.open(written(tmp_path, page_html(game, comments={len(game.history): names[1]})))
    tab.page.keyboard.press("End")
    assert [names[1]] == tab.texts("#log .comment.here")
    assert [*names] == [text.removesuffix(" ★") for text in tab.texts("#players b")]
    assert ", ".join(names) == tab.page.title() == tab.page.inner_text("h1")
    assert 0 == tab.page.locator("img").count()


def colours(picture: bytes) -> Any:
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(picture)).convert("RGB")
    return image.getpixel((3, 3)), len(image.getcolors(1 << 24))


def test_dark_and_light_wide_and_narrow(tab: Tab, base_page: Path, tmp_path: Path) -> None:
    tab.open(base_page)
    tab.page.keyboard.press("End")
    light = colours(tab.page.screenshot(path=tmp_path / "light.png"))
    tab.dark()
    dark = colours(tab.page.screenshot(path=tmp_path / "dark.png"))
    assert sum(light[0]) > 600 > 150 > sum(dark[0])
    assert min(light[1], dark[1]) > 500, "a board has many colours"
    tab.page.keyboard.press("t")
    assert "light" == tab.page.get_attribute("html", "data-theme")
    tab.page.keyboard.press("Shift+T")
    assert "dark" == tab.page.get_attribute("html", "data-theme")
    tab.size(*NARROW)
    wide = tab.page.evaluate("document.documentElement.scrollWidth")
    assert NARROW[0] >= wide, "nothing reaches over the edge of a phone"
    box = tab.page.locator("#board").bounding_box()
    assert box is not None
    assert box["height"] > 300
    tab.page.screenshot(path=tmp_path / "narrow.png")


SAID = "<img src=x onerror=document.title=1>"
MOAT = f"""\
expansion: moat
title: '{SAID}'
summary: '</script>{SAID}'
needs: [base]
features: {{moat: {{borders: middle, completes: when closed, letter: W, glyph: 'M2 2L22 22M2 22L22 2'}}}}
figures: {{swan: {{each: 40, follower: true, stands on: [moat]}}}}
score: {{moat: {{complete: {{points: tiles + 1, rule: '{SAID}'}}, unfinished: {{points: tiles, rule: '{SAID}'}}}}}}
tiles: {{moat: tiles.yaml}}
"""
WATER = """\
tiles: moat
uses: [base, moat]
set: {cross: {count: 85, moat: N-S, road: E-W, crosses: [[moat, road]]}, ends: {count: 50, moat: [N, E, S, W]}}
"""


def test_own_kinds_hundreds_of_tiles_and_hostile_words(tab: Tab, tmp_path: Path) -> None:
    (tmp_path / "moat.yaml").write_text(MOAT, encoding="utf-8")
    (tmp_path / "tiles.yaml").write_text(WATER, encoding="utf-8")
    game = played(tmp_path / "moat.yaml")
    assert len(game.table) > 200
    tab.open(written(tmp_path, page_html(game)))
    tab.page.keyboard.press("End")
    assert list(game.scores) == scores(tab)
    assert len(game.table) == tab.page.locator("#tiles > g").count()
    assert f"Carcassonne, {SAID}" == tab.page.inner_text("header p")
    slide(tab, 60)
    swan = tab.page.locator("#figures > [data-figure='swan']").first
    swan.click()
    assert re.match(r"moat, \d+ tiles?\n+\d points? for ", tab.page.inner_text("#feature"))
    link = tab.page.locator("#feature a.rule").first
    assert SAID == link.inner_text()
    link.click()
    assert tab.page.evaluate("document.querySelector(':target').textContent") == SAID
    assert 0 == tab.page.locator("img").count()
    assert ", ".join(game.players) == tab.page.title()


@pytest.mark.parametrize("size", [NARROW, (NARROW[1], NARROW[0]), (320, 568)])
def test_numbers_around_the_board_do_not_overlap_on_a_phone(tab: Tab, base_page: Path, size: tuple[int, int]) -> None:
    tab.size(*size)
    tab.open(base_page)
    tab.page.keyboard.press("End")
    boxes = tab.page.eval_on_selector_all(
        "#names text", "all => all.map(one => one.getBoundingClientRect()).map(r => [r.left, r.right, r.top, r.bottom])"
    )
    assert len(boxes) > 8
    for nth, (left, right, top, bottom) in enumerate(boxes):
        middle = (left + right) / 2, (top + bottom) / 2
        for other in boxes[:nth]:
            assert not (other[0] < middle[0] < other[1] and other[2] < middle[1] < other[3])
    assert size[0] >= tab.page.evaluate("document.documentElement.scrollWidth")
    heights = {round(button["y"]) for each in tab.page.locator("nav button").all() if (button := each.bounding_box())}
    assert 1 == len(heights), "the buttons stand in one row"
