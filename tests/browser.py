"""A real browser for tests of pages: headless Chromium, driven by Playwright, with nothing downloaded.

`tests/conftest.py` makes the fixtures known to all tests. A test takes `tab`, and its module says
`pytestmark = pytest.mark.xdist_group("browser")`, so that one worker starts one browser:

    def test_page(tab: Tab, tmp_path: Path) -> None:
        tab.open(tmp_path / "page.html")
        assert "…" == tab.page.inner_text("h1")

When a test ends, its tab must have written no error to the console, and asked only for what `tab.allowed` begins with.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDE, NARROW = (1280, 860), (390, 844)
PATIENCE = 15_000  # milliseconds until something is taken to be missing


@attrs.define
class Tab:
    """A page of the browser with what went wrong in it."""

    page: Page
    allowed: tuple[str, ...] = ("file:", "data:", "blob:")
    errors: list[str] = attrs.field(factory=list)
    requests: list[str] = attrs.field(factory=list)

    def open(self, where: Path | str) -> None:
        """Show a file, or an address."""
        self.page.goto(where.as_uri() if isinstance(where, Path) else where)

    def size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def dark(self, is_dark: bool = True) -> None:
        """What the system prefers."""
        self.page.emulate_media(color_scheme="dark" if is_dark else "light")

    def texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_inner_texts()

    @property
    def faults(self) -> list[str]:
        strange = [address for address in self.requests if not address.startswith(self.allowed)]
        return [*self.errors, *(f"asks for {address}" for address in strange)]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; the test is skipped where there is none."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium here: apt-get install chromium, or give its path in CHROMIUM")
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install -e '.[dev]'")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Tab]:
    """An empty tab, closed afterwards; what it complained of fails the test."""
    context = chromium.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    tab = Tab(page)
    page.on("console", lambda said: tab.errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: tab.errors.append(str(error)))
    page.on("request", lambda request: tab.requests.append(request.url))
    yield tab
    context.close()
    assert [] == tab.faults
