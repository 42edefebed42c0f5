"""Steps of rules made ready: verbs looked up, arguments resolved by their types, blocks numbered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import Names
from carcassonne.errors import Problem
from carcassonne.language import registry
from carcassonne.language.arguments import given_arguments
from carcassonne.language.extension_points import TURN, WITH_FEATURE
from carcassonne.language.choosers import Cells, Chooser, Features, Figures, Players, Words
from carcassonne.language.registry import Argument, Word
from carcassonne.language.steps import Do, Step
from carcassonne.read import definitions
from carcassonne.read.definitions import Phrase, Value
from carcassonne.read.source import cure_for

if TYPE_CHECKING:
    from carcassonne.words.play import Play

BINDS: Final = {Figures: "figure", Features: "segment", Words: "word", Players: "player", Cells: "cell"}


@attrs.frozen(eq=False)
class Blocks:
    """Makes numbered blocks of compiled steps."""

    names: Names
    made: list[tuple[Step, ...]] = attrs.field(factory=list)

    def add(self, steps: Sequence[Step]) -> int:
        """Keep a block and answer its number."""
        self.made.append(tuple(steps))
        return len(self.made) - 1

    def compile(
        self, steps: Sequence[definitions.Step], source: str, subjects: frozenset[str], bound: Mapping[str, str]
    ) -> tuple[Step, ...]:
        """Compile the steps of one rule or phase; `bound` are the names that earlier steps have bound, by type."""
        context = _Context(self, source, subjects, dict(bound))
        made = (context.step(step) for step in steps)
        return tuple(step for step in made if step is not None)

    def chooser(self, value: Value, source: str, subjects: frozenset[str]) -> Chooser | None:
        """Compile what is written after `choose`."""
        return _Context(self, source, subjects, {}).chooser(value)

    def binding(self, chooser: Chooser) -> tuple[Mapping[str, str], frozenset[str]]:
        """What an offer's choice binds for its steps, and the subjects at hand in them."""
        context = _Context(self, "", TURN, {})
        context.note_choice(chooser, "it")
        return context.bound, context.subjects


@attrs.define(eq=False)
class _Context:
    """The names at hand while the steps of one rule are compiled, in order."""

    blocks: Blocks
    source: str
    subjects: frozenset[str]
    bound: dict[str, str]

    @property
    def problems(self) -> list[Problem]:
        return self.blocks.names.problems

    def step(self, written: definitions.Step) -> Step | None:
        word = registry.find("verb", written.verb)
        if word is None:
            self.problems.append(
                Problem(written.where, f"{self.source}: no verb {written.verb!r}", registry.cure("verb", written.verb))
            )
            return None
        given = given_arguments(word, written, self.problems)
        condition = self.compiler(f"{self.source}, if").condition(written.condition)
        if given is None:
            return None
        before = len(self.problems)
        arguments = self.arguments(word, given)
        if len(self.problems) > before:
            return None
        step = self.made(word, arguments)
        step.condition = condition
        step.binds = written.binds
        step.source = self.source if not written.binds else f"{self.source}, {written.binds}"
        if written.binds:
            self.bound.setdefault(written.binds, "value")
        return step

    def made(self, word: Word, arguments: dict[str, Any]) -> Step:
        if isinstance(word.function, type):
            step: Step = word.function(**arguments)
            return step
        types = {self.python_name(word, argument): argument.type for argument in word.arguments}
        return Do(word.function, {name: _late(value, types[name]) for name, value in arguments.items()})

    def compiler(self, thing: str) -> Compiler:
        return Compiler(self.blocks.names, self.subjects, thing)

    # Arguments -------------------------------------------------------------------------------

    def arguments(self, word: Word, given: Mapping[str, Value]) -> dict[str, Any]:
        rule = given.get("rule")
        rule_id = rule.value if rule is not None and isinstance(rule.value, str) else ""
        found: dict[str, Any] = {}
        for argument in word.arguments:
            if argument.name in given:
                value = given[argument.name]
                found[self.python_name(word, argument)] = self.value(value, argument.type, word.name, rule_id)
        return found

    def python_name(self, word: Word, argument: Argument) -> str:
        """The parameter of the word's function that an argument is given to."""
        if not argument.name:
            parameters = [p for p in inspect.signature(word.function).parameters if p not in ("self", "play")]
            return parameters[0]
        name = argument.name.replace(" ", "_")
        return f"{name}_" if name in ("from", "or", "as", "if", "in", "is") else name

    def value(self, value: Value, type: str, verb: str, rule_id: str) -> Any:
        """An argument by its type; None with a problem noted where it cannot be."""
        thing, names = f"{self.source}, {verb}", self.blocks.names
        if type == "feature kinds":
            return tuple(dict.fromkeys(k for t, w in self.texts(value, thing) for k in names.kinds_of(t, w, thing)))
        if type == "tokens":
            return tuple(n for t, w in self.texts(value, thing) if (n := names.token(t, w, thing)) is not None)
        if type == "steps":
            return self.nested(value, thing)
        if type == "choice":
            chooser = self.chooser(value)
            if chooser is not None:
                self.note_choice(chooser, "it")
            return chooser
        text = self.text(value, thing)
        if text is None:
            return None
        if type == "yes":
            if text not in ("true", "false"):
                self.problems.append(Problem(value.where, f"{thing}: expected true or false, found {text!r}"))
            return text == "true"
        if type == "formula":
            return self.compiler(thing).formula(Phrase(text, value.where), rule_id)
        if type == "number":
            return self.compiler(thing).number(Phrase(text, value.where))
        if type == "feature kind":
            return names.kind(text, value.where, thing)
        if type == "figure kind":
            return names.figure(text, value.where, thing)
        if type == "token":
            return names.token(text, value.where, thing)
        if type in ("player", "figure", "segment", "holder"):
            return self.named(text, value, type, thing)
        return text

    def named(self, text: str, value: Value, type: str, thing: str) -> Callable[[Play], Any] | None:
        """Something that is known only when the step is carried out: by a bound name or a fixed phrase."""
        phrases: dict[str, Callable[[Play], Any]] = {}
        if type == "player":
            phrases = dict(_PLAYERS)
        elif type == "holder":
            phrases = {name: _holder_of_player(call) for name, call in _PLAYERS.items()}
            phrases["new tile"] = lambda play: ("cell", play.new.cell if play.new else 0)
        elif type == "segment" and "feature" in self.subjects:
            phrases["feature"] = lambda play: play.bound["feature"]
        if text in phrases:
            return phrases[text]
        found = self.bound.get(text)
        if type == "holder" and found in ("cell", "segment", "player"):
            kind = found
            return lambda play: (kind, play.bound[text])
        if found == type or (type == "player" and found == "figure"):
            if found == "figure" and type == "player":
                return lambda play: play.owner(play.bound[text][0])
            return lambda play: play.bound[text]
        known = [*phrases, *(name for name, kind in self.bound.items() if kind == type)]
        self.problems.append(Problem(value.where, f"{thing}: no {type} is called {text!r}", cure_for(text, known, f"{type}s here")))
        return None

    def nested(self, value: Value, thing: str) -> int | None:
        """A list of steps within a step, as a block of its own."""
        if not isinstance(value.value, tuple):
            self.problems.append(Problem(value.where, f"{thing}: expected a list of steps"))
            return None
        steps = [step for step in (self.as_step(item, thing) for item in value.value) if step is not None]
        inner = _Context(self.blocks, self.source, self.subjects, self.bound)
        made = [step for step in map(inner.step, steps) if step is not None]
        return self.blocks.add(made)

    def as_step(self, value: Value, thing: str) -> definitions.Step | None:
        if isinstance(value.value, str):
            return definitions.Step(value.value, None, None, "", value.where)
        if isinstance(value.value, Mapping):
            verbs = [key for key in value.value if key not in ("if", "as")]
            if len(verbs) == 1:
                condition, binds = value.value.get("if"), value.value.get("as")
                return definitions.Step(
                    verbs[0],
                    value.value[verbs[0]],
                    Phrase(str(condition.value), condition.where) if condition else None,
                    str(binds.value) if binds else "",
                    value.where,
                )
        self.problems.append(Problem(value.where, f"{thing}: expected exactly one verb", "Write each verb as a step of its own."))
        return None

    def text(self, value: Value, thing: str) -> str | None:
        if isinstance(value.value, str):
            return value.value
        self.problems.append(Problem(value.where, f"{thing}: expected a text"))
        return None

    def texts(self, value: Value, thing: str) -> list[tuple[str, Any]]:
        items = value.value if isinstance(value.value, tuple) else (value,)
        return [(text, item.where) for item in items if (text := self.text(item, thing)) is not None]

    # Choices ---------------------------------------------------------------------------------

    def note_choice(self, chooser: Chooser, name: str) -> None:
        """Remember what a choice binds for the steps that follow."""
        self.bound[name] = BINDS[type(chooser)]
        if isinstance(chooser, Figures | Features):
            self.subjects = WITH_FEATURE

    def chooser(self, value: Value) -> Chooser | None:
        thing = f"{self.source}, choose"
        written = value.value
        if not isinstance(written, Mapping):
            self.problems.append(Problem(value.where, f"{thing}: expected a mapping such as {{figures: [...], of: ...}}"))
            return None
        what = [key for key in written if key in _CHOICES]
        if len(what) != 1:
            fault = f"{thing}: expected exactly one of {', '.join(sorted(_CHOICES))}"
            self.problems.append(Problem(value.where, fault))
            return None
        allowed = {what[0], *_CHOICES[what[0]]}
        for key in written:
            if key not in allowed:
                fault = f"{thing}: unknown key {key!r}"
                self.problems.append(Problem(written[key].where, fault, cure_for(key, allowed, "keys here")))
        return self.made_chooser(what[0], written, thing)

    def made_chooser(self, what: str, written: Mapping[str, Value], thing: str) -> Chooser | None:
        names, main = self.blocks.names, written[what]
        if what == "words":
            return Words(tuple(text for text, _ in self.texts(main, thing)))
        if what == "players":
            return Players(self.one_of(main, ("all", "others"), thing))
        if what == "cells":
            return Cells(self.one_of(main, ("around the new tile", "anywhere"), thing))
        inner = Compiler(names, WITH_FEATURE, f"{thing}, if")
        condition = None
        if "if" in written and (text := self.text(written["if"], thing)) is not None:
            condition = inner.condition(Phrase(text, written["if"].where))
        if what == "figures":
            figures = tuple(n for t, w in self.texts(main, thing) if (n := names.figure(t, w, thing)) is not None)
            of = self.one_of(written["of"], ("active player", "other players", "anybody"), thing) if "of" in written else "anybody"
            return Figures(figures, "active player" if of == "active player" else of, condition)
        kinds = tuple(dict.fromkeys(k for t, w in self.texts(main, thing) for k in names.kinds_of(t, w, thing)))
        on = self.one_of(written["on"], ("the new tile", "the table"), thing) if "on" in written else "the table"
        return Features(kinds, condition, on_new_tile=on == "the new tile", segments=what == "segments")

    def one_of(self, value: Value, known: tuple[str, ...], thing: str) -> str:
        text = self.text(value, thing)
        if text is not None and text not in known:
            self.problems.append(Problem(value.where, f"{thing}: unknown words {text!r}", cure_for(text, known, "words here")))
        return text or known[0]


_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "figures": ("of", "if"),
    "features": ("on", "if"),
    "segments": ("on", "if"),
    "words": (),
    "players": (),
    "cells": (),
}
_PLAYERS: Final[dict[str, Callable[[Any], int]]] = {
    "active player": lambda play: int(play.active),
    "this player": lambda play: int(play.bound.get("player", play.active)),
    "next player": lambda play: int((play.active + 1) % play.players),
}


def _holder_of_player(call: Callable[[Any], int]) -> Callable[[Any], tuple[str, int]]:
    return lambda play: ("player", call(play))


def _late(value: Any, type: str) -> Callable[[Any], Any]:
    """An argument as a function of the game alone, to be worked out when the step is carried out."""
    if type == "number":
        return lambda play: value(play, play.scope())
    return value if callable(value) else lambda play: value
