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
    "Worth",
    "__version__",
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
    from carcassonne.read.expansions import read_rules

    return compile_rules(read_rules([str(name) for name in names], options or {}), Ruleset)


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
