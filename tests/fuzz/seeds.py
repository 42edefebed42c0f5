"""What the fuzzer begins from: files that are shipped or tested, cut small, and the words that occur in them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import carcassonne
from carcassonne import notation
from carcassonne.interop import jcloisterzone
from carcassonne.language import registry
from carcassonne.shipped import data_folder

ROOT: Final = Path(__file__).resolve().parent.parent.parent
CORPUS: Final = Path(__file__).resolve().parent / "corpus"
SHORT: Final = 1_200
_SECTION: Final = re.compile(r"^(?=[a-z])", re.MULTILINE)
_EXPRESSION: Final = re.compile(r"\b(?:if|add|replace|holds|award|score|count): ([^{}\[\],\n#]+)")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z_-]+(?: [a-z]+)?|[\[\]{}<>:;@=+*/\"'-]+")
_XML: Final = """<defs><tile-set id="s"><ref tile="X/1" count="2"/></tile-set>
<tile id="X/1"><city pennant="1">N W</city><road inn="yes">E S</road>
<field city="0">NL ER</field></tile></defs>
"""


def corpus(target: str) -> list[Path]:
    """The files that are kept for a target."""
    return sorted(path for path in (CORPUS / target).glob("*") if path.is_file())


def seeds(target: str) -> list[bytes]:
    """Short inputs for a target, each of them good or nearly so."""
    return [text.encode() for text in SEEDS[target]()]


def words(target: str, given: list[bytes]) -> list[str]:
    """The words of the language, and those that occur in some inputs."""
    found = {word for data in given for word in _WORD.findall(data.decode("utf-8", "replace"))}
    if target in ("reader", "scenarios", "expressions"):
        found |= {word.name for word in registry.words(plugins=False)}
    return sorted(word for word in found if len(word) < 40)


def _files() -> Iterator[str]:
    for file in sorted((data_folder() / "expansions").glob("*.yaml")):
        for section in _SECTION.split(file.read_text(encoding="utf-8")):
            if len(section) < SHORT and ":" in section:
                yield f"variant: cut\nextends: [{file.stem}]\n{section}"
    for file in sorted((data_folder() / "tiles").glob("*.yaml")):
        yield file.read_text(encoding="utf-8")[:SHORT].rpartition("\n")[0] + "\n"


def _scenarios() -> Iterator[str]:
    for file in sorted((ROOT / "tests" / "scenarios").rglob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        if len(text) < SHORT // 2:
            yield text


def _expressions() -> Iterator[str]:
    files = sorted((data_folder() / "expansions").glob("*.yaml"))
    found = {text.strip() for file in files for text in _EXPRESSION.findall(file.read_text(encoding="utf-8"))}
    yield from (f"{place}{text}" for place in "0123" for text in sorted(found))


def _games(*modules: tuple[str, ...], actions: int = 14) -> Iterator[Any]:
    for names in modules:
        game = carcassonne.load_rules(*names).new_game(2, seed=1)
        chance = random.Random(1)
        for _ in range(actions):
            game.push(chance.choice(game.legal_actions))
        yield game


def _texts() -> Iterator[str]:
    for game in _games(("base",), ("base", "river", "abbot"), ("big-box",)):
        yield notation.game_text(game, comments={1: "a comment"})
        yield notation.position_text(game)
        yield notation.game_json(game)
        yield from map(str, game.legal_actions[:3])


def _saved() -> Iterator[str]:
    some = ("abbot", "crop-circles", "ferries", "flying-machines", "goldmines", "inns-and-cathedrals")
    for game in _games(("base",), *(("base", "river", name) for name in some), actions=9):
        saved = jcloisterzone.to_json(game)
        saved["test"] = {"assertions": ["0 has 4 points", "tile BA/R is placed", "1 is on turn"]}
        yield json.dumps(saved, separators=(",", ":"))


def _xml() -> Iterator[str]:
    yield _XML
    for file in sorted((data_folder() / "tiles").glob("*.yaml")):
        whole = jcloisterzone.tiles_to_xml(file.read_text(encoding="utf-8"))
        yield from (f"<defs>{part}</defs>" for part in re.findall(r"<tile .*?</tile>", whole, re.DOTALL)[::5])


SEEDS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "reader": _files,
    "scenarios": _scenarios,
    "expressions": _expressions,
    "texts": _texts,
    "saved_games": _saved,
    "tile_xml": _xml,
}
