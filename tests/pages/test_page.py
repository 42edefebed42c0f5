"""The page as text: what may stand in it, where its links lead, and how large it is."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from pages.played import BIG, played
from typer.testing import CliRunner

import carcassonne
from carcassonne import notation
from carcassonne.cli.app import app
from carcassonne.errors import OptionError
from carcassonne.pages import page_html
from carcassonne.pages.rulebook import Rulebook

HOSTILE = ("<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "<!-- game -->\"'&\u2028]]>")


class Elements(HTMLParser):
    """The names of all elements of a page, and the text of those that are scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.scripts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.names.append(tag)

    def handle_data(self, data: str) -> None:
        if self.names[-1:] == ["script"] and data.strip():
            self.scripts.append(data)


def held(page: str) -> dict[str, Any]:
    """The game that a page holds."""
    found: dict[str, Any] = json.loads(Elements(page).scripts[0])
    return found


def test_hostile_names_stay_text() -> None:
    page = page_html(played("base", 6, HOSTILE))
    plain = page_html(played("base", 6))
    assert Elements(plain).names == Elements(page).names
    assert 2 == page.count("<script") == len(Elements(page).scripts)
    assert list(HOSTILE) == [player["name"] for player in held(page)["players"]]


def test_a_page_asks_for_nothing() -> None:
    page = page_html(played("base", 6))
    assert [] == re.findall(r"(?:src|href)=[\"'](?!#|data:,)", page)
    assert {"www.w3.org"} == set(re.findall(r"https?://([^/\"'\s]+)", page)), "only the names of SVG and XLink"
    assert "default-src &#x27;none&#x27;" in page


@pytest.mark.parametrize(("name", "most", "seconds"), [("base", 400_000, 5), (BIG, 2_000_000, 20)])
def test_a_page_is_small_and_soon_made(name: str, most: int, seconds: float) -> None:
    game = played(name)
    begin = process_time()
    page = page_html(game)
    assert process_time() - begin < seconds
    assert game.is_over
    assert len(page.encode()) < most


def test_rules_of_awards_are_on_the_page() -> None:
    data = held(page_html(played()))
    named = {rule for m in data["moments"] for e in m["log"] for _, _, rule in e.get("items", ())}
    assert named
    assert named <= set(data["rules"])
    assert data["docs"] == ""
    city = data["rules"]["B-92"]
    assert ["city, unfinished: tiles + pennant"] == city["lines"]
    assert re.fullmatch(r"data/expansions/base\.yaml:\d+", city["where"])
    assert "shipped/base.html#b-92" == city["page"]


def test_rules_that_are_not_shipped_have_no_page(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "expansion: mine\ntitle: Mine\nsummary: Roads give three more.\n"
        "score changes:\n  road_tax: {of: road, add: {complete: '3', unfinished: '3'}, rule: MY-1}\n",
        encoding="utf-8",
    )
    said = Rulebook(carcassonne.load_rules("base", file)).look_up("MY-1")
    assert "" == said.page
    assert "score change road_tax" == said.lines[0]
    assert said.where == f"{file}:5"


@pytest.mark.parametrize("docs", ["https://example.org/docs/", "../site", "file:///srv/docs", ""])
def test_docs_may_lie_anywhere(docs: str) -> None:
    assert held(page_html(played("base", 6), docs=docs))["docs"] in (docs, f"{docs}/")


@pytest.mark.parametrize("docs", ["javascript:alert(1)", "data:text/html,x", 'a" b', "a<b"])
def test_docs_is_an_address(docs: str) -> None:
    with pytest.raises(OptionError, match="expected an address"):
        page_html(played("base", 6), docs=docs)


def test_pages_of_the_documentation_are_where_links_lead() -> None:
    """`docs/shipped_modules.py` makes a page a module, with the ids that its file names most."""
    rules = carcassonne.load_rules(BIG)
    look_up = Rulebook(rules).look_up
    assert "shipped/inns-and-cathedrals.html#ic-21" == look_up("IC-21").page
    assert "shipped/base.html#b-61" == look_up("B-61").page
    assert ("",) == (look_up("ZZ-99").page,)


def test_replay_writes_a_page(tmp_path: Path) -> None:
    record, page = tmp_path / "game.json", tmp_path / "game.html"
    record.write_text(json.dumps(played().to_dict()), encoding="utf-8")
    done = CliRunner().invoke(app, ["replay", str(record), "--html", str(page), "--to", "20", "--docs", "docs"])
    assert (0, "") == (done.exit_code, done.stdout)
    assert re.search(r"game\.html: \d+ kB$", done.stderr.strip())
    shown = held(page.read_text(encoding="utf-8"))
    assert "docs/" == shown["docs"]
    assert 10 < len(shown["moments"]) < 20
    wrong = CliRunner().invoke(app, ["replay", str(record), "--html", str(page), "--docs", "javascript:0"])
    assert 2 == wrong.exit_code
    assert "expected an address" in wrong.stderr


def test_halves_of_characters_do_not_keep_a_page_from_being_written() -> None:
    page = page_html(played("base", 6, ("a\ud800", "b")), title="\udfff!")
    page.encode()
    assert "<h1>?!</h1>" in page
    assert ["a?", "b"] == [player["name"] for player in held(page)["players"]]


def test_what_is_left_of_a_cut_record_is_shown(tmp_path: Path) -> None:
    game = played("base", 40, HOSTILE)
    remarks = {number: f"{HOSTILE[1]} {number}" for number in range(40)}
    text = notation.game_text(game, comments=remarks)
    record, page = tmp_path / "game.txt", tmp_path / "game.html"
    record.write_text(text[: text.index("\n30. ") + 12], encoding="utf-8")
    call = ["replay", str(record), "--html", str(page)]
    assert (1, False) == (CliRunner().invoke(app, call).exit_code, page.exists())
    done = CliRunner().invoke(app, [*call, "--partial"])
    assert (1, "") == (done.exit_code, done.stdout)
    assert "the record stops here" in done.stderr
    logs = [moment["log"] for moment in held(page.read_text(encoding="utf-8"))["moments"]]
    told = [entry for log in logs for entry in log if entry["kind"] != "comment"]
    assert 29 <= len(told) < len(game.events)
    comments = [entry["text"] for log in logs for entry in log if entry["kind"] == "comment"]
    assert [remarks[number] for number in range(30)] == comments
    assert remarks[0] in [entry["text"] for entry in logs[0]]
