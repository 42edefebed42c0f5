"""`carcassonne explain` and `carcassonne words`."""

from __future__ import annotations

import json
from collections.abc import Callable

Call = Callable[..., tuple[int, str, str]]


def test_a_name(call: Call) -> None:
    code, out, _ = call("explain", "city")
    assert 0 == code
    assert "    2 * tiles + 2 * pennant (B-61)" in out
    assert "data/expansions/base.yaml:" in out


def test_a_name_as_json(call: Call) -> None:
    code, out, _ = call("explain", "recall", "--rules", "base,abbot", "--json")
    (entry,) = json.loads(out)
    assert (0, "rule", "recall") == (code, entry["what"], entry["name"])
    assert entry["where"].startswith("data/expansions/abbot.yaml:")
    assert "take back: it" in [line["text"] for line in entry["lines"]]


def test_everything(call: Call) -> None:
    code, out, _ = call("explain")
    assert 0 == code
    for word in ("extension points", "on: tile placed", "expansions not in play", "  river", "base.farmers"):
        assert word in out


def test_a_name_that_is_not_there(call: Call) -> None:
    code, out, err = call("explain", "citty")
    assert (2, "") == (code, out)
    assert "nothing in base is called 'citty'" in err and "Did you mean 'city'?" in err
    assert "`carcassonne explain` lists all names" in err


def test_words(call: Call) -> None:
    code, out, _ = call("words")
    assert 0 == code
    assert "quantity:\n" in out and "  neighbours " in out and "verb:\n" in out
    _, page, _ = call("words", "neighbours")
    assert page.startswith("### `neighbours`")
    words = json.loads(call("words", "--json")[1])
    assert {"quantity", "condition", "operation", "verb"} == {word["kind"] for word in words}
    code, _, err = call("words", "neighbors")
    assert 2 == code and "Did you mean 'neighbours'?" in err
