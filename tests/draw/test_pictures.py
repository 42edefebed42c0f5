"""Pictures against stored ones that somebody has looked at, and pixel for pixel against themselves turned.

`PYTHONPATH=. python tests/draw/test_pictures.py` writes the stored pictures anew; look at them before you
keep them. They show no text, because fonts differ from machine to machine.
"""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import carcassonne
from carcassonne import draw
from carcassonne.errors import OptionError

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
NEAR, MOST_FAR = 24, 0.001  # a channel may differ so much; of the pixels so many may differ more


def rich_game() -> carcassonne.Game:
    """A position with figures of seven kinds, tokens, a connection and every layer of bridges."""
    saved = json.loads((HERE / "rich.json").read_text(encoding="utf-8"))
    return carcassonne.load_rules(*saved["rules"], options=saved["options"]).game_from_dict(saved)


PICTURES: dict[str, Callable[[], draw.Picture]] = {
    "base-1": lambda: draw.sheet("base-1", size=60, labels=False),
    "base-2-dark": lambda: draw.sheet("base-2", size=60, labels=False, dark=True),
    "rich": lambda: draw.position(rich_game(), size=60, panel=False, coordinates=False),
}


def image(picture: draw.Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png())).convert("RGB")


def far_pixels(one: Image.Image, other: Image.Image) -> float:
    """The part of the pixels that differ visibly."""
    difference = ImageChops.difference(one, other).convert("L").point(lambda value: 255 * (value > NEAR))
    return difference.histogram()[255] / (one.width * one.height)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_those_that_were_looked_at(name: str) -> None:
    drawn, expected = image(PICTURES[name]()), Image.open(EXPECTED / f"{name}.png").convert("RGB")
    assert expected.size == drawn.size
    assert far_pixels(expected, drawn) <= MOST_FAR


@pytest.mark.parametrize("name", ["base/road-curve", "base/city-corner-road-curve", "base/two-city-caps-adjacent"])
@pytest.mark.parametrize("turned", [1, 2, 3])
def test_a_turned_tile_is_the_same_picture_turned(name: str, turned: int) -> None:
    straight = image(draw.tile("base-1", name, size=100))
    turning = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)[turned]
    assert turning is not None
    drawn = image(draw.tile("base-1", name, size=100, turned=turned))
    assert far_pixels(straight.transpose(turning), drawn) <= 0.005


def test_marks_stay_upright() -> None:
    """A pennant in the middle of a city looks the same in every turn of the tile."""
    first = image(draw.tile("base-1", "base/city-full-pennant")).crop((38, 38, 62, 62))
    for turned in (1, 2, 3):
        drawn = image(draw.tile("base-1", "base/city-full-pennant", turned=turned)).crop((38, 38, 62, 62))
        assert far_pixels(first, drawn) <= 0.02


def test_a_picture_can_be_enlarged_and_saved(tmp_path: Path) -> None:
    picture = draw.tile("base-1", "base/road-curve", size=50)
    assert (100, 100) == Image.open(io.BytesIO(picture.png(scale=2))).size
    assert (50, 50) == Image.open(picture.save(tmp_path / "tile.png")).size
    assert picture.svg == picture.save(tmp_path / "tile.svg").read_text(encoding="utf-8")
    with pytest.raises(OptionError, match="at most 20,000 a side"):
        picture.png(scale=1e9)


if __name__ == "__main__":
    for each, make in PICTURES.items():
        image(make()).save(EXPECTED / f"{each}.png", optimize=True)
