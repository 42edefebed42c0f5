"""What a planted fault is: a function of the engine with a faulty one in its place, or a rule file with a wrong line.

Faults reach into the engine's privates on purpose: a program that has such a fault has it there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

import carcassonne
from carcassonne.testing import Law, Report, check_variant, shipped_laws
from carcassonne.testing.written import laws_of_rules

FOLDER: Final = Path(__file__).parent / "rules"
RIGHT: Final = re.compile(r"^(?P<indent> *)(?P<wrong>.*?) *#! right:(?P<right>.*)$", re.MULTILINE)
FAULTS: Final[dict[str, Fault]] = {}
"""Every planted fault by its name, in the order of the modules that plant them."""


@attrs.frozen
class Fault:
    """One planted fault.

    what: the sentence that says it. rules: what is in play. laws: those that may find it. games: the budget. size: how
    large the counterexample may be: actions, tiles and figures together. first: the number of the first game; those
    whose number is no multiple of three have a short stock. own: laws in Python. alone: whether only these are asked.
    shrink: seconds for making the counterexample small. compiles: whether the fault shows in how rules are compiled.
    file: the rule file with the wrong line.
    """

    name: str
    what: str
    rules: tuple[str, ...]
    laws: tuple[str, ...]
    games: int
    size: int
    first: int
    own: tuple[Law, ...] = ()
    alone: bool = False
    shrink: float = 120.0
    compiles: bool = False
    owner: Any = None
    attribute: str = ""
    function: Callable[..., Any] | None = None
    file: str = ""

    @property
    def plants_in(self) -> str:
        """The last part of the name of the module that plants it."""
        return "rule_files" if self.function is None else self.function.__module__.rpartition(".")[2]

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The engine with the fault in it."""
        if self.function is None:
            yield
            return
        function, sound = self.function, getattr(self.owner, self.attribute)

        def faulty(*arguments: Any, **named: Any) -> Any:
            return function(sound, *arguments, **named)

        setattr(self.owner, self.attribute, faulty)
        try:
            yield
        finally:
            setattr(self.owner, self.attribute, sound)

    def load(self) -> carcassonne.Ruleset:
        """The rules with the fault; asked for while it is planted."""
        return (load_with_files if self.compiles or self.file else sound_rules)(*self.rules)

    def run(self, rules: carcassonne.Ruleset, *, games: int, first: int, only: Sequence[str] = ()) -> Report:
        """The whole battery, or some of its laws, for so many games and by no clock."""
        laws = [*(() if self.alone else shipped_laws()), *laws_of_rules(rules), *self.own]
        laws = [law for law in laws if not only or law.name in only]
        return check_variant(
            rules, budget=None, games=games, first=first, laws=laws, shrink=self.shrink, coverage=False
        )


def load_with_files(*names: str) -> carcassonne.Ruleset:
    """Rules by their names; names of files are of those beside the faults."""
    return carcassonne.load_rules(*(FOLDER / name if name.endswith(".yaml") else name for name in names))


sound_rules = cache(load_with_files)
"""The same, loaded once: for faults that do not show in how rules are compiled."""


def mended(file: str) -> str:
    """The text of a rule file with every wrong line put right, as it says itself."""
    return RIGHT.sub(lambda line: line["indent"] + line["right"].strip(), (FOLDER / file).read_text(encoding="utf-8"))


def note(fault: Fault) -> None:
    """Add a fault; one of the same name is the same, where a module is imported under two names."""
    FAULTS[fault.name] = fault


def planted(
    owner: Any, attribute: str, *, found_by: str, rules: str = "base", own: Sequence[Law] = (), alone: bool = False,
    games: int = 6, size: int = 6, first: int = 1, shrink: float = 120.0, compiles: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:  # fmt: skip
    """Make a function a planted fault: it gets the sound one first, then what that is called with."""

    def plant(function: Callable[..., Any]) -> Callable[..., Any]:
        note(
            Fault(
                name=function.__name__.replace("_", " "),
                what=" ".join((function.__doc__ or "").split()),
                rules=tuple(rules.split()),
                laws=tuple(name.strip() for name in found_by.split(",")),
                games=games,
                size=size,
                first=first,
                own=tuple(own),
                alone=alone,
                shrink=shrink,
                compiles=compiles,
                owner=owner,
                attribute=attribute,
                function=function,
            )
        )
        return function

    return plant


def written(
    file: str, what: str, *, found_by: str, own: Sequence[Law] = (), games: int = 6, size: int = 6, first: int = 1
) -> None:
    """A rule file with a wrong line is a planted fault."""
    note(
        Fault(
            name=file.removesuffix(".yaml").replace("-", " "),
            what=what,
            rules=(file,),
            laws=tuple(name.strip() for name in found_by.split(",")),
            games=games,
            size=size,
            first=first,
            own=tuple(own),
            file=file,
        )
    )
