"""The rules of Carcassonne and its expansions as data, played by a small engine.

>>> import carcassonne
>>> rules = carcassonne.load_rules("base")
>>> game = rules.new_game(players=2, seed=7)
>>> game.push(game.legal_actions[0])
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from carcassonne import errors
from carcassonne.words.actions import CHANCE, Action, Choose, Draw, Pass, Place, Stand
from carcassonne.words.segments import Segment

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.play.setup import Setup
    from carcassonne.play.tiles import Tile
    from carcassonne.play.view import Worth
    from carcassonne.words.events import Award, Event, Item

__all__ = [
    "CHANCE",
    "Action",
    "Award",
    "Choose",
    "Draw",
    "Event",
    "Game",
    "Item",
    "Pass",
    "Place",
    "Ruleset",
    "Segment",
    "Setup",
    "Stand",
    "Tile",
    "Worth",
    "__version__",
    "check",
    "errors",
    "load_rules",
]

_LATER = {
    "Award": "carcassonne.words.events",
    "Event": "carcassonne.words.events",
    "Game": "carcassonne.play.game",
    "Item": "carcassonne.words.events",
    "Ruleset": "carcassonne.play.ruleset",
    "Setup": "carcassonne.play.setup",
    "Tile": "carcassonne.play.tiles",
    "Worth": "carcassonne.play.view",
}


def load_rules(*names: str | PathLike[str], options: Mapping[str, object] | None = None) -> Ruleset:
    """Read and compile expansions into a ruleset.

    names: ids of shipped expansions ("base", "river", …) or paths of YAML files. What they need is read with them.
    options: named variants, as `carcassonne explain options` lists them; a value may be a text, number or truth value.
    Raises DataError with every problem of the files, and OptionError for unknown names, options and values.

    >>> load_rules("base", options={"base.tiny_city_points": 2})
    <Ruleset base: 72 tiles, 2 kinds of figures>
    """
    from carcassonne.compile.compiler import compile_rules
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.read.expansions import read_what_can_be

    definitions, problems = read_what_can_be([str(name) for name in names], options or {})
    if definitions is None:
        raise errors.DataError(problems)
    return compile_rules(definitions, Ruleset, problems)


def check(*paths: str | PathLike[str]) -> tuple[errors.Problem, ...]:
    """Every finding of files of tiles, rules and scenarios, and of folders of them, in order of place.

    Faults (`severity` "fault") are those for which `load_rules` refuses a file. Warnings are about files that can be
    used but look suspicious; they come when a file has no fault.

    >>> from carcassonne.shipped import data_folder
    >>> check(data_folder() / "expansions" / "river.yaml")
    ()
    """
    from carcassonne.checking.findings import check

    return check(*paths)


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("carcassonne")
        except PackageNotFoundError:
            return "0+unknown"
    raise AttributeError(f"module 'carcassonne' has no attribute {name!r}")
