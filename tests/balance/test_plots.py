"""Pictures of a comparison are whole, and the same every time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from carcassonne.balance import compare

NAMES = ["points", "rules", "seats", "sources"]


def test_pictures_are_written_as_svg_and_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = compare("base", ["base", "river", "abbot"], games=3, bots="random")
    files = result.plots(tmp_path / "one")
    assert [f"{name}.{suffix}" for name in NAMES for suffix in ("png", "svg")] == sorted(file.name for file in files)
    result.plots(tmp_path / "two")
    for file in files:
        data = file.read_bytes()
        assert data.startswith(b"\x89PNG" if file.suffix == ".png" else b"<?xml"), file.name
        assert data == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_one_player_has_no_picture_of_seats(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = compare("base", "base", games=1, players=1, bots="random").plots(tmp_path)
    assert "seats.svg" not in {file.name for file in files}


def test_without_the_extra_the_message_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"carcassonne\[plots\]"):
        compare("base", "base", games=1, bots="random").plots(tmp_path)
