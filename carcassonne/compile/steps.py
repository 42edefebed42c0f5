"""Steps of rules made ready: verbs looked up, arguments resolved by their types, blocks numbered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.compile.bound_names import CHOICES_OF, LIES, PLAYERS, TILES, cell_of
from carcassonne.compile.expressions import Compiler
from carcassonne.compile.names import RENAME, Names
from carcassonne.compile.values import numbers_of, step_of, text_of, texts_of
from carcassonne.errors import Problem, Where
from carcassonne.language import registry
from carcassonne.language.arguments import given_arguments
from carcassonne.language.extension_points import PLAYER, TURN, WITH_FEATURE
from carcassonne.language.registry import Argument, Word
from carcassonne.language.steps import Do, Step, bound_to
from carcassonne.language.verbs.deeds import ChooseStep
from carcassonne.language.verbs.turn import Roll, TakeAction, TurnUp
from carcassonne.read import definitions
from carcassonne.read.definitions import Phrase, Value
from carcassonne.read.source import cure_for
from carcassonne.words.lines import THE_TABLE

if TYPE_CHECKING:
    from carcassonne.language.choosers import Choice, Chooser
    from carcassonne.words.play import Play


@attrs.frozen(eq=False)
class Blocks:
    """Makes numbered blocks of compiled steps.

    connected: the feature kinds of which some step connects segments. asked: the decisions for which a step asks what
    rules offer, with the first such place and whether it asks for something else besides. stacks: the cards of each.
    """

    names: Names
    made: list[tuple[Step, ...]] = attrs.field(factory=list)
    connected: dict[int, None] = attrs.field(factory=dict)
    asked: dict[str, tuple[Where, bool]] = attrs.field(factory=dict)
    stacks: dict[str, tuple[int, ...]] = attrs.field(factory=dict)

    def add(self, steps: Sequence[Step]) -> int:
        """Keep a block and answer its number."""
        self.made.append(tuple(steps))
        return len(self.made) - 1

    def compile(
        self,
        steps: Sequence[definitions.Step],
        source: str,
        subjects: frozenset[str],
        bound: Mapping[str, str],
        *,
        words: Mapping[str, str] | None = None,
        lost: frozenset[str] = frozenset(),
    ) -> tuple[Step, ...]:
        """Compile the steps of one rule or phase.

        `bound` are the names that earlier steps have bound, by type; `words` those that a choice offered. `lost`: see
        `Compiler`.
        """
        context = Context(self, source, subjects, dict(bound), dict(words or {}), lost)
        made = (context.step(step) for step in steps)
        return tuple(step for step in made if step is not None)

    def choice(self, value: Value, source: str, subjects: frozenset[str]) -> Choice | None:
        """Compile what is written after `choose`."""
        return _choice(Context(self, source, subjects, {}), value)

    def binding(self, chooser: Chooser) -> Context:
        """The names at hand in the steps of an offer: what its choice binds."""
        context = Context(self, "", TURN, {})
        context.note_choice(chooser, "it")
        return context


@attrs.define(eq=False)
class Context:
    """The names at hand while the steps of one rule are compiled, in order: see `Compiler` for words and lost."""

    blocks: Blocks
    source: str
    subjects: frozenset[str]
    bound: dict[str, str]
    words: dict[str, str] = attrs.field(factory=dict)
    lost: frozenset[str] = frozenset()

    @property
    def problems(self) -> list[Problem]:
        return self.blocks.names.problems

    def step(self, written: definitions.Step) -> Step | None:
        """A step made ready; None with its problem noted, and then later steps may miss what it would have named."""
        made = self.compiled(written)
        if made is None:
            self.lost |= {written.binds or "it", "feature"}
        return made

    def compiled(self, written: definitions.Step) -> Step | None:
        if not written.verb:
            return None  # reported when it was read
        word = registry.find("verb", written.verb)
        if word is None:
            self.problems.append(
                Problem(
                    written.where,
                    f"{self.source}: no verb {written.verb!r}",
                    registry.cure("verb", written.verb),
                    code="CARC-L010",
                )
            )
            return None
        given = given_arguments(word, written, self.problems)
        condition = self.compiler(f"{self.source}, if").condition(written.condition)
        if word.in_turn and self.source.startswith(AT_END):
            fault = f"{self.source}: {word.name!r} belongs into the turn, not to the end of the game"
            self.problems.append(
                Problem(written.where, fault, "Tiles are drawn and placed in phases of 'turn'.", code="CARC-L011")
            )
            return None
        if given is None:
            return None
        before = len(self.problems)
        arguments = self.arguments(word, given)
        if len(self.problems) > before or any(value is None for value in arguments.values()):
            return None
        step = self.made(word, arguments)
        step.at_hand = dict(self.bound)
        self.note(step, written)
        if self.has_meaning(written.binds):
            self.problems.append(
                Problem(
                    written.where, f"{self.source}: {written.binds!r} has a meaning already", RENAME, code="CARC-L012"
                )
            )
        if isinstance(step, ChooseStep):
            self.note_choice(step.chooser, written.binds or "it")
        elif isinstance(step, Roll | TurnUp) or (written.binds and _answers(word.function)):
            self.bound[written.binds or "it"] = "number"
        elif written.binds:
            self.problems.append(
                Problem(
                    written.where,
                    f"{self.source}: {word.name!r} gives nothing that could be called {written.binds!r}",
                    code="CARC-L013",
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

    def has_meaning(self, name: str) -> bool:
        """Whether a name that a step gives would hide something else that expressions can name."""
        names = self.blocks.names
        words = (registry.find(kind, name) for kind in EXPRESSED if name in registry.names(kind))
        alone = any(word is not None and not word.parameters for word in words)
        declared = (*names.counters.symbols, *names.tile_symbols, *names.quantities, *PLAYERS)
        return alone or name in TAKEN or name in declared

    def note(self, step: Step, written: definitions.Step) -> None:
        """Remember what is judged when everything is compiled: decisions that are asked for, and stacks of cards."""
        if isinstance(step, TakeAction):
            where, alone = self.blocks.asked.get(step.offers, (written.where, True))
            self.blocks.asked[step.offers] = where, alone and not step.stand
        if isinstance(step, TurnUp) and self.blocks.stacks.setdefault(step.stack, step.cards) != step.cards:
            fault = f"{self.source}: the stack {step.stack!r} has other cards elsewhere"
            self.problems.append(
                Problem(
                    written.where, fault, "One stack has the same cards wherever it is turned up.", code="CARC-L014"
                )
            )

    def compiler(self, thing: str, subjects: frozenset[str] | None = None) -> Compiler:
        return Compiler(
            self.blocks.names,
            self.subjects if subjects is None else subjects,
            thing,
            self.bound,
            in_steps=subjects is None,
            words=self.words,
            lost=self.lost,
        )

    def note_choice(self, chooser: Chooser, name: str) -> None:
        """Remember what a choice binds for the steps that follow."""
        from carcassonne.language.choosers import Words

        self.bound[name] = chooser.binds_type
        self.words = {word: holder for word, holder in self.words.items() if holder != name}
        if isinstance(chooser, Words):
            self.words |= {word: name for word, _ in chooser.words}
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
        if sort in ("numbers", "faces"):
            return numbers_of(value, thing, self.problems, least=2 if sort == "faces" else 1)
        if sort == "choice":
            return _choice(self, value)
        if sort in CHOICES_OF:
            return self.choice_of(value, sort, thing)
        if isinstance(value.value, Mapping) and registry.find("verb", f"{verb} all") is not None:
            fault = f"{thing}: expected a name that a choice has given, found a choice"
            self.problems.append(
                Problem(value.where, fault, f"Write '{verb} all' for all that a choice lists.", code="CARC-L015")
            )
            return None
        text = self.text(value, thing)
        if text is None:
            return None
        if sort == "condition":
            return self.compiler(thing).condition(Phrase(text, value.where))
        if "|" in sort:
            return self.one_of(text, value, tuple(word.strip() for word in sort.split("|") if word.strip()), thing)
        if sort == "yes":
            if text not in ("true", "false"):
                self.problems.append(
                    Problem(value.where, f"{thing}: expected true or false, found {text!r}", code="CARC-F006")
                )
            return text == "true"
        if sort == "formula":
            return self.compiler(thing).formula(Phrase(text, value.where), rule_id)
        if sort == "number":
            return self.compiler(thing).number(Phrase(text, value.where))
        if sort == "number about a feature":
            return self.compiler(thing, WITH_FEATURE).number(Phrase(text, value.where))
        if sort == "number about a player":
            return self.compiler(thing, PLAYER).number(Phrase(text, value.where))
        if sort == "formula about a player":
            return self.compiler(thing, PLAYER).formula(Phrase(text, value.where), rule_id)
        if sort == "feature kind":
            return names.kind(text, value.where, thing)
        if sort == "figure kind" and self.bound.get(text) not in ("figure kind", "figure") and text not in self.lost:
            return names.on_tiles(text, value.where, thing)
        if sort == "companion":
            return names.companion(text, value.where, thing)
        if sort == "token":
            return names.token(text, value.where, thing)
        if sort in ("player", "figure", "segment", "holder", "move", "pair", "space", "tile", "figure kind"):
            return self.named(text, value, sort, thing)
        return text

    def one_of(self, text: str, value: Value, known: tuple[str, ...], thing: str) -> str:
        """One of a few fixed words."""
        if text not in known:
            cure = cure_for(text, known, "words here")
            self.problems.append(Problem(value.where, f"{thing}: unknown words {text!r}", cure, code="CARC-L016"))
        return text

    def choice_of(self, value: Value, sort: str, thing: str) -> Choice | None:
        """A choice of which only what it lists matters, which must be figures on the table, or tiles in hand."""
        choice, (binds, example) = _choice(self, value), CHOICES_OF[sort]
        if choice is not None and choice.chooser.binds_type != binds:
            fault = f"{thing}: expected {sort.removeprefix('choice of ')}, such as {example}"
            self.problems.append(Problem(value.where, fault, code="CARC-L017"))
        return choice

    def kinds(self, value: Value, thing: str) -> tuple[int, ...]:
        """Feature kinds by name or group, each once; a name with `?` need not be in play."""
        names, found = self.blocks.names, dict[int, None]()
        for text, where in self.texts(value, thing):
            name = text.removesuffix("?")
            if name == text or name in names.kinds.names or name in names.groups:
                found |= dict.fromkeys(names.kinds_of(name, where, thing))
        return tuple(found)

    def named(self, text: str, value: Value, sort: str, thing: str) -> Callable[[Play], Any] | None:
        """Something that is known only when the step is carried out: by a bound name or a fixed phrase."""
        phrases: dict[str, Callable[[Play], Any]] = {}
        if sort == "player":
            phrases = dict(PLAYERS)
        elif sort == "holder":
            phrases = {name: _holder_of_player(call) for name, call in PLAYERS.items()}
            phrases["new tile"] = lambda play: ("cell", play.new.cell if play.new else 0)
            phrases[THE_TABLE] = lambda play: ("table", 0)
        elif sort == "tile":
            phrases = dict(TILES)
        elif sort == "segment" and "feature" in self.subjects:
            phrases["feature"] = lambda play: bound_to(play, "feature")
        if text.removeprefix("the ") in phrases and sort == "holder":
            return phrases[text.removeprefix("the ")]
        if text in phrases:
            return phrases[text]
        found = self.bound.get(text)
        if sort == "holder" and found in ("cell", "segment", "player"):
            kind = found
            return lambda play: (kind, bound_to(play, text))
        if sort == "holder" and found == "figure":
            return lambda play: ("segment", bound_to(play, text)[1])
        if sort == "holder" and text.startswith(TILE_OF) and self.bound.get(text.removeprefix(TILE_OF)) in LIES:
            return lambda play: ("cell", cell_of(play, text.removeprefix(TILE_OF)))
        if sort == "figure kind" and found == "figure":
            return lambda play: play.figure(bound_to(play, text)[0])
        if sort == "segment" and found == "figure":
            return lambda play: bound_to(play, text)[1]
        if found == sort or (sort == "player" and found == "figure"):
            if found == "figure" and sort == "player":
                return lambda play: play.owner(bound_to(play, text)[0])
            return lambda play: bound_to(play, text)
        if text in self.lost or text in self.blocks.names.faulty:
            return None  # the consequence of another fault
        known = [*phrases, *(name for name, kind in self.bound.items() if kind == sort)]
        cure = cure_for(text, known, f"{sort}s here")
        begun = [name for name in known if name.startswith(f"{text} ")]
        if len(begun) == 1 and "Did you mean" not in cure:
            cure += f" Did you mean {begun[0]!r}?"
        if text in self.blocks.names.figures and sort in ("figure", "move"):
            what = "figures" if sort == "figure" else "move"
            cure = f"A choice comes first: 'choose: {{{what}: [{text}], ...}}'; what it has chosen is called 'it'."
        self.problems.append(Problem(value.where, f"{thing}: no {sort} is called {text!r}", cure, code="CARC-L019"))
        return None

    def nested(self, value: Value, thing: str) -> int | None:
        """A list of steps within a step, as a block of its own."""
        if not isinstance(value.value, tuple):
            self.problems.append(Problem(value.where, f"{thing}: expected a list of steps", code="CARC-F002"))
            return None
        steps = [step_of(item, thing, self.problems) for item in value.value]
        inner = Context(self.blocks, self.source, self.subjects, dict(self.bound), dict(self.words), self.lost)
        made = [step for step in map(inner.step, steps) if step is not None]
        return self.blocks.add(made)

    def text(self, value: Value, thing: str) -> str | None:
        return text_of(value, thing, self.problems)

    def texts(self, value: Value, thing: str) -> list[tuple[str, Where]]:
        return texts_of(value, thing, self.problems)


TAKEN: Final = ("completed", "feature", "moved", "player", "reached", "taken by")
"""Names that the steps themselves give."""
EXPRESSED: Final = ("quantity", "condition")
AT_END: Final = "final, "
TILE_OF: Final = "tile of "


def _holder_of_player(call: Callable[[Any], int]) -> Callable[[Any], tuple[str, int]]:
    return lambda play: ("player", call(play))


def _choice(context: Context, value: Value) -> Choice | None:
    """Compile a choice. What can be chosen is imported when a rule first asks: many rules never do."""
    from carcassonne.compile.choices import compile_choice

    return compile_choice(context, value)


def _answers(function: Callable[..., Any]) -> bool:
    """Whether a verb's function answers something."""
    return not isinstance(function, type) and inspect.signature(function).return_annotation not in (None, "None")


def _late(value: Any, sort: str) -> Callable[[Any], Any]:
    """An argument as a function of the game alone, to be worked out when the step is carried out."""
    if sort == "number":
        return lambda play: value(play, play.scope())
    return value if callable(value) else lambda play: value
