"""Where a ruleset came from: the names by which it can be loaded again, with other options or fewer modules."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from carcassonne.compile.compiler import compile_rules
from carcassonne.errors import CarcassonneError
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.setup import Setup
from carcassonne.read.expansions import read_rules
from carcassonne.read.modules import Library
from carcassonne.read.source import SUFFIXES
from carcassonne.shipped import data_folder

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.read.definitions import Definitions

Names = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


@attrs.frozen
class Source:
    """Names of modules and chosen options; names that are paths end with .yaml or .yml."""

    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()

    def load(self) -> Ruleset:
        """Load the rules. Raises DataError or OptionError."""
        return compile_rules(read_rules(list(self.names), dict(self.options)), Ruleset)


def names_of(rules: Names) -> tuple[str, ...]:
    """One name or several as a tuple of texts."""
    return (os.fspath(rules),) if isinstance(rules, str | os.PathLike) else tuple(os.fspath(name) for name in rules)


def shown_name(name: str, folder: Path) -> str:
    """A name as a file in a folder says it: paths count from there."""
    return Path(os.path.relpath(name, folder)).as_posix() if name.endswith(SUFFIXES) else name


def source_of(rules: Ruleset) -> Source:
    """The names of all modules in play, shipped ones by id and others by path, with the options that differ."""
    definitions = rules.definitions
    names = tuple(
        module.id if module.file.startswith("data/") else str(Path(module.file)) for module in definitions.modules
    )
    default = {option.name: option.default for option in definitions.options}
    chosen = tuple((name, value) for name, value in definitions.chosen if value != default.get(name))
    return Source(names, chosen)


def setup_given(game: Game) -> Setup | None:
    """The position that a game was begun from, where somebody set one up."""
    return game._setup if isinstance(game._setup, Setup) else None


def is_from_the_beginning(game: Game) -> bool:
    """Whether a game can be begun again: not so when it goes on from a saved moment."""
    return game._setup is None or isinstance(game._setup, Setup)


def can_reload(source: Source, rules: Ruleset) -> bool:
    """Whether loading a source gives these rules: not so where somebody has made them up in Python."""
    try:
        return read_rules(list(source.names), dict(source.options)) == rules.definitions
    except CarcassonneError:
        return False


def own_files(definitions: Definitions) -> tuple[str, ...]:
    """The files of modules in play that are not shipped."""
    return tuple(module.file for module in definitions.modules if not module.file.startswith("data/"))


def definitions_with(
    rules: Ruleset, options: Mapping[str, str], *, more: Sequence[str] = (), library: Library | None = None
) -> Definitions:
    """What the files of a ruleset say with some options chosen otherwise, and more modules in play.

    library: what keeps the files that have been read. Raises DataError or OptionError.
    """
    source = source_of(rules)
    names = [*source.names, *(name for name in more if name not in source.names)]
    return read_rules(names, {**dict(source.options), **options}, search=library or ())


def shipped_modules() -> tuple[str, ...]:
    """The ids of all modules of the package."""
    return tuple(sorted(path.stem for path in (data_folder() / "expansions").glob("*.yaml")))


def simpler(source: Source) -> list[Source]:
    """Sources with one module or one option less; those that do not load are among them."""
    fewer = [attrs.evolve(source, names=source.names[:n] + source.names[n + 1 :]) for n in range(len(source.names))]
    plainer = [
        attrs.evolve(source, options=source.options[:n] + source.options[n + 1 :]) for n in range(len(source.options))
    ]
    return [*(each for each in fewer if each.names), *plainer]
