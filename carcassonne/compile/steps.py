"""Steps of rules made ready: verbs looked up, arguments resolved by their types, blocks numbered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.choices import compile_choice
from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import RENAME, Names
from carcassonne.errors import Problem
from carcassonne.language import registry
from carcassonne.language.arguments import given_arguments
from carcassonne.language.choosers import Choice, Chooser, Figures
from carcassonne.language.extension_points import PLAYER, TURN, WITH_FEATURE
from carcassonne.language.registry import Argument, Word
from carcassonne.language.steps import Do, Step, bound_to
from carcassonne.language.verbs.deeds import ChooseStep
from carcassonne.language.verbs.turn import Roll, TurnUp
from carcassonne.read import definitions
from carcassonne.read.definitions import Phrase, Value
from carcassonne.read.source import NAMES, cure_for, is_name, shown

if TYPE_CHECKING:
    from carcassonne.words.play import Play


@attrs.frozen(eq=False)
class Blocks:
    """Makes numbered blocks of compiled steps. connected: the feature kinds of which some step connects segments."""

    names: Names
    made: list[tuple[Step, ...]] = attrs.field(factory=list)
    connected: dict[int, None] = attrs.field(factory=dict)

    def add(self, steps: Sequence[Step]) -> int:
        """Keep a block and answer its number."""
        self.made.append(tuple(steps))
        return len(self.made) - 1

    def compile(
        self, steps: Sequence[definitions.Step], source: str, subjects: frozenset[str], bound: Mapping[str, str]
    ) -> tuple[Step, ...]:
        """Compile the steps of one rule or phase; `bound` are the names that earlier steps have bound, by type."""
        context = Context(self, source, subjects, dict(bound))
        made = (context.step(step) for step in steps)
        return tuple(step for step in made if step is not None)

    def choice(self, value: Value, source: str, subjects: frozenset[str]) -> Choice | None:
        """Compile what is written after `choose`."""
        return compile_choice(Context(self, source, subjects, {}), value)

    def binding(self, chooser: Chooser) -> tuple[Mapping[str, str], frozenset[str]]:
        """What an offer's choice binds for its steps, and the subjects at hand in them."""
        context = Context(self, "", TURN, {})
        context.note_choice(chooser, "it")
        return context.bound, context.subjects


@attrs.define(eq=False)
class Context:
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
        if written.binds in TAKEN:
            self.problems.append(
                Problem(written.where, f"{self.source}: {written.binds!r} has a meaning already", RENAME)
            )
        if isinstance(step, ChooseStep):
            self.note_choice(step.chooser, written.binds or "it")
        elif isinstance(step, Roll | TurnUp) or (written.binds and _answers(word.function)):
            self.bound[written.binds or "it"] = "number"
        elif written.binds:
            self.problems.append(
                Problem(
                    written.where, f"{self.source}: {word.name!r} gives nothing that could be called {written.binds!r}"
                )
            )
        step.condition = condition
        step.binds = written.binds
        name = self.source.rpartition(", ")[2]
        step.source = name if not written.binds else f"{name}, {written.binds}"
        return step

    def made(self, word: Word, arguments: dict[str, Any]) -> Step:
        if isinstance(word.function, type):
            step: Step = word.function(**arguments)
            return step
        types = {self.python_name(word, argument): argument.type for argument in word.arguments}
        return Do(word.function, {name: _late(value, types[name]) for name, value in arguments.items()})

    def compiler(self, thing: str) -> Compiler:
        return Compiler(self.blocks.names, self.subjects, thing, self.bound, in_steps=True)

    def note_choice(self, chooser: Chooser, name: str) -> None:
        """Remember what a choice binds for the steps that follow."""
        self.bound[name] = chooser.binds_type
        if chooser.binds_type in ("figure", "segment", "move"):
            self.subjects |= WITH_FEATURE

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

    def value(self, value: Value, sort: str, verb: str, rule_id: str) -> Any:
        """An argument by its type; None with a problem noted where it cannot be."""
        thing, names = f"{self.source}, {verb}", self.blocks.names
        if sort == "feature kinds":
            return self.kinds(value, thing)
        if sort == "tokens":
            return tuple(n for t, w in self.texts(value, thing) if (n := names.token(t, w, thing)) is not None)
        if sort == "steps":
            return self.nested(value, thing)
        if sort == "numbers":
            return self.numbers(value, thing)
        if sort == "choice":
            return compile_choice(self, value)
        if sort == "choice of figures":
            return self.choice_of_figures(value, thing)
        text = self.text(value, thing)
        if text is None:
            return None
        if sort == "condition":
            return self.compiler(thing).condition(Phrase(text, value.where))
        if "|" in sort:
            return self.one_of(text, value, tuple(word.strip() for word in sort.split("|") if word.strip()), thing)
        if sort == "yes":
            if text not in ("true", "false"):
                self.problems.append(Problem(value.where, f"{thing}: expected true or false, found {text!r}"))
            return text == "true"
        if sort == "formula":
            return self.compiler(thing).formula(Phrase(text, value.where), rule_id)
        if sort == "number":
            return self.compiler(thing).number(Phrase(text, value.where))
        if sort == "number about a feature":
            return Compiler(names, WITH_FEATURE, thing, self.bound).number(Phrase(text, value.where))
        if sort == "number about a player":
            return Compiler(names, PLAYER, thing, self.bound).number(Phrase(text, value.where))
        if sort == "formula about a player":
            return Compiler(names, PLAYER, thing, self.bound).formula(Phrase(text, value.where), rule_id)
        if sort == "feature kind":
            return names.kind(text, value.where, thing)
        if sort == "figure kind" and self.bound.get(text) != "figure kind":
            return names.figure(text, value.where, thing)
        if sort == "companion":
            return names.companion(text, value.where, thing)
        if sort == "token":
            return names.token(text, value.where, thing)
        if sort in ("player", "figure", "segment", "holder", "move", "pair", "space", "figure kind"):
            return self.named(text, value, sort, thing)
        return text

    def one_of(self, text: str, value: Value, known: tuple[str, ...], thing: str) -> str:
        """One of a few fixed words."""
        if text not in known:
            cure = cure_for(text, known, "words here")
            self.problems.append(Problem(value.where, f"{thing}: unknown words {text!r}", cure))
        return text

    def choice_of_figures(self, value: Value, thing: str) -> Choice | None:
        """A choice of which only what it lists matters, which must be figures on the table."""
        choice = compile_choice(self, value)
        if choice is not None and not isinstance(choice.chooser, Figures):
            fault = f"{thing}: expected figures, such as {{figures: followers, of: anybody}}"
            self.problems.append(Problem(value.where, fault))
        return choice

    def kinds(self, value: Value, thing: str) -> tuple[int, ...]:
        """Feature kinds by name or group, each once; a name with `?` need not be in play."""
        names, found = self.blocks.names, dict[int, None]()
        for text, where in self.texts(value, thing):
            name = text.removesuffix("?")
            if name == text or name in names.kinds.names or name in names.groups:
                found |= dict.fromkeys(names.kinds_of(name, where, thing))
        return tuple(found)

    def numbers(self, value: Value, thing: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        found: list[int] = []
        for text, where in self.texts(value, thing):
            if text.isdigit() and len(text) < 10:
                found.append(int(text))
            else:
                self.problems.append(Problem(where, f"{thing}: expected a whole number, found {text!r}"))
        return tuple(found)

    def named(self, text: str, value: Value, sort: str, thing: str) -> Callable[[Play], Any] | None:
        """Something that is known only when the step is carried out: by a bound name or a fixed phrase."""
        phrases: dict[str, Callable[[Play], Any]] = {}
        if sort == "player":
            phrases = dict(_PLAYERS)
        elif sort == "holder":
            phrases = {name: _holder_of_player(call) for name, call in _PLAYERS.items()}
            phrases["new tile"] = lambda play: ("cell", play.new.cell if play.new else 0)
        elif sort == "segment" and "feature" in self.subjects:
            phrases["feature"] = lambda play: bound_to(play, "feature")
        if text in phrases:
            return phrases[text]
        found = self.bound.get(text)
        if sort == "holder" and found in ("cell", "segment", "player"):
            kind = found
            return lambda play: (kind, bound_to(play, text))
        if found == sort or (sort == "player" and found == "figure"):
            if found == "figure" and sort == "player":
                return lambda play: play.owner(bound_to(play, text)[0])
            return lambda play: bound_to(play, text)
        known = [*phrases, *(name for name, kind in self.bound.items() if kind == sort)]
        self.problems.append(
            Problem(value.where, f"{thing}: no {sort} is called {text!r}", cure_for(text, known, f"{sort}s here"))
        )
        return None

    def nested(self, value: Value, thing: str) -> int | None:
        """A list of steps within a step, as a block of its own."""
        if not isinstance(value.value, tuple):
            self.problems.append(Problem(value.where, f"{thing}: expected a list of steps"))
            return None
        steps = [step for step in (self.as_step(item, thing) for item in value.value) if step is not None]
        inner = Context(self.blocks, self.source, self.subjects, dict(self.bound))
        made = [step for step in map(inner.step, steps) if step is not None]
        return self.blocks.add(made)

    def as_step(self, value: Value, thing: str) -> definitions.Step | None:
        if isinstance(value.value, str):
            return definitions.Step(value.value, None, None, "", value.where)
        if isinstance(value.value, Mapping):
            verbs = [key for key in value.value if key not in ("if", "as")]
            if len(verbs) == 1:
                condition, binds = value.value.get("if"), value.value.get("as")
                asked = self.text(condition, f"{thing}, if") if condition else None
                name = self.text(binds, f"{thing}, as") if binds else ""
                if binds and name is not None and not is_name(name):
                    self.problems.append(
                        Problem(binds.where, f"{thing}, as: expected a name, found {shown(name)}", NAMES)
                    )
                return definitions.Step(
                    verbs[0],
                    value.value[verbs[0]],
                    Phrase(asked, condition.where) if condition and asked is not None else None,
                    name or "",
                    value.where,
                )
        self.problems.append(
            Problem(value.where, f"{thing}: expected exactly one verb", "Write each verb as a step of its own.")
        )
        return None

    def text(self, value: Value, thing: str) -> str | None:
        if isinstance(value.value, str):
            return value.value
        self.problems.append(Problem(value.where, f"{thing}: expected a text"))
        return None

    def texts(self, value: Value, thing: str) -> list[tuple[str, Any]]:
        items = value.value if isinstance(value.value, tuple) else (value,)
        return [(text, item.where) for item in items if (text := self.text(item, thing)) is not None]


TAKEN: Final = ("feature", "moved", "player", "reached", "taken by")
"""Names that the steps themselves give."""
_PLAYERS: Final[dict[str, Callable[[Any], int]]] = {
    "active player": lambda play: int(play.active),
    "this player": lambda play: int(play.bound.get("player", play.active)),
    "next player": lambda play: int((play.active + 1) % play.players),
}


def _holder_of_player(call: Callable[[Any], int]) -> Callable[[Any], tuple[str, int]]:
    return lambda play: ("player", call(play))


def _answers(function: Callable[..., Any]) -> bool:
    """Whether a verb's function answers something."""
    return not isinstance(function, type) and inspect.signature(function).return_annotation not in (None, "None")


def _late(value: Any, sort: str) -> Callable[[Any], Any]:
    """An argument as a function of the game alone, to be worked out when the step is carried out."""
    if sort == "number":
        return lambda play: value(play, play.scope())
    return value if callable(value) else lambda play: value
