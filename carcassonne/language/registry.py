"""The one registry of the words of the language: quantities, conditions, operations and verbs.

A word is a Python function with a name for YAML, a docstring that is its page, and what it asks for. The
registry knows nothing of games: it never calls a word. Another package adds words by the entry point group
`carcassonne.words`, whose entries name modules that register when they are imported; that happens only when
a name is asked for that is not there yet.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, TypeVar

import attrs

from carcassonne.errors import CarcassonneError
from carcassonne.read.source import cure_for

KINDS: Final = ("quantity", "condition", "operation", "verb")
PLUGINS: Final = "carcassonne.words"
_SHARED = ("quantity", "condition")  # both stand in expressions, so they share their names
_NAME = re.compile(r"[^\W\d_](?:[\w-]*\w)?(?:,? [^\W_](?:[\w-]*\w)?)*")

Function = TypeVar("Function", bound=Callable[..., Any])
Texts = Sequence[str]


@attrs.frozen
class Argument:
    """An argument of a verb. The name is "" for the one that is written right after the verb's name."""

    name: str
    type: str
    optional: bool


@attrs.frozen
class Word:
    """A word of the language.

    needs: the subjects that the function is called with first, such as "feature" or "player", in this order.
    parameters: the types of what stands in parentheses after the name, such as "feature kind" or "number".
    arguments: what a verb is given in a step.
    rules: the ids of the rules that the word itself embodies.
    grows: whether the number never becomes less when tiles are laid and figures put, only when something leaves.
    asks_scores: whether it works out what features are worth, so that the points of features cannot be made of it.
    asks_majority: whether it compares what figures weigh, so that the weight of a figure cannot be made of it.
    in_turn: whether a verb belongs into the turn only.
    """

    name: str
    kind: str
    function: Callable[..., Any] = attrs.field(repr=False)
    needs: tuple[str, ...]
    parameters: tuple[str, ...]
    arguments: tuple[Argument, ...]
    rules: tuple[str, ...]
    about: str = attrs.field(repr=False)
    grows: bool = False
    asks_scores: bool = False
    asks_majority: bool = False
    in_turn: bool = False

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the arguments that a step must give."""
        return tuple(argument.name for argument in self.arguments if not argument.optional)


class Registry:
    """Words by kind and name. The library has one; a test may make its own.

    >>> words = Registry(plugins="")
    >>> @words.quantity("tiles", needs=("feature",))
    ... def tiles(feature):
    ...     "Distinct tiles of the feature."
    >>> words.find("quantity", "tiles").needs
    ('feature',)
    >>> words.cure("quantity", "tils")
    "quantities: tiles. Did you mean 'tiles'?"
    """

    def __init__(self, *, built_in: Texts = (), plugins: str = PLUGINS) -> None:
        self._words: dict[str, dict[str, Word]] = {kind: {} for kind in KINDS}
        self._built_in = tuple(built_in)
        self._plugins = plugins

    # Registering

    def quantity(
        self,
        name: str,
        *,
        needs: Texts = (),
        parameters: Texts = (),
        rules: Texts = (),
        grows: bool = False,
        asks_scores: bool = False,
        asks_majority: bool = False,
    ) -> Callable[[Function], Function]:
        """Register a function that answers a whole number."""
        marks = {"grows": grows, "asks_scores": asks_scores, "asks_majority": asks_majority}
        return self._entry("quantity", name, needs, parameters, {}, rules, marks)

    def condition(
        self,
        name: str,
        *,
        needs: Texts = (),
        parameters: Texts = (),
        rules: Texts = (),
        asks_majority: bool = False,
    ) -> Callable[[Function], Function]:
        """Register a function that answers yes or no."""
        return self._entry("condition", name, needs, parameters, {}, rules, {"asks_majority": asks_majority})

    def operation(self, name: str, *, rules: Texts = ()) -> Callable[[Function], Function]:
        """Register a function from points to points, for `apply`."""
        return self._entry("operation", name, (), (), {}, rules)

    def verb(
        self,
        name: str,
        *,
        needs: Texts = (),
        arguments: Mapping[str, str] | None = None,
        rules: Texts = (),
        in_turn: bool = False,
    ) -> Callable[[Function], Function]:
        """Register what a step does.

        `arguments` maps names to types; a "?" at the end of a type marks what may be left out. The name ""
        is for a verb whose argument is written bare: `take back: it` is `{"": "figure"}`.
        """
        return self._entry("verb", name, needs, (), arguments or {}, rules, {"in_turn": in_turn})

    def _entry(
        self,
        kind: str,
        name: str,
        needs: Texts,
        parameters: Texts,
        arguments: Mapping[str, str],
        rules: Texts,
        marks: Mapping[str, Any] | None = None,
    ) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            about = inspect.cleandoc(function.__doc__ or "")
            if not about:
                raise ValueError(f"{kind} {name!r} has no docstring, which is its page")
            given = tuple(Argument(key, of.rstrip("?"), of.endswith("?")) for key, of in arguments.items())
            found = (name, kind, function, tuple(needs), tuple(parameters), given, tuple(rules), about)
            self._add(Word(*found, **(marks or {})))
            return function

        return register

    def _add(self, word: Word) -> None:
        if not _NAME.fullmatch(word.name) or {"and", "or", "not"} & set(word.name.split()):
            raise ValueError(f"{word.name!r} is no name for a {word.kind}: words that begin with a letter")
        for kind in _SHARED if word.kind in _SHARED else (word.kind,):
            other = self._words[kind].get(word.name)
            if other is not None:
                place = f"{other.function.__module__}.{other.function.__qualname__}"
                raise ValueError(f"{word.kind} {word.name!r} is there already: the {kind} {place}")
        self._words[word.kind][word.name] = word

    # Asking

    def find(self, kind: str, name: str) -> Word | None:
        """Return the word of this kind and name, or None; loads plugins only when it is not built in.

        A quantity and a condition share their names: what is one of them is looked for nowhere else.
        """
        self._load_built_in()
        found = self._words[kind].get(name)
        if found is not None or (kind in _SHARED and any(name in self._words[other] for other in _SHARED)):
            return found
        return self._words[kind].get(name) if self._load_plugins() else None

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of all words of a kind that are loaded, sorted."""
        self._load_built_in()
        return tuple(sorted(self._words[kind]))

    def words(self, *, plugins: bool = True) -> tuple[Word, ...]:
        """Return every word, by kind and name: what the documentation lists."""
        self._load_built_in()
        if plugins:
            self._load_plugins()
        return tuple(self._words[kind][name] for kind in KINDS for name in self.names(kind))

    def cure(self, kind: str, name: str) -> str:
        """Say for an unknown name what there is, with the nearest spelling.

        For a quantity or a condition both are listed, as either may stand in an expression.
        """
        kinds = _SHARED if kind in _SHARED else (kind,)
        known = [word for each in kinds for word in self.names(each)]
        plural = {
            "quantity": "quantities",
            "condition": "quantities",
            "operation": "operations",
            "verb": "verbs",
        }
        return cure_for(name, known, plural[kind])

    def _load_built_in(self) -> None:
        modules, self._built_in = self._built_in, ()
        for module in modules:
            import_module(module)

    def _load_plugins(self) -> bool:
        """Import what other packages announce; True when there was something new to import."""
        group, self._plugins = self._plugins, ""
        if not group:
            return False
        from importlib.metadata import entry_points

        announced = sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))
        for entry in announced:
            try:
                entry.load()
            except Exception as error:
                package = entry.dist.name if entry.dist else entry.name
                fault = f"the words that package {package!r} announces ({entry.value}) cannot be loaded: {error}"
                raise CarcassonneError(fault) from error
        return bool(announced)


def page(word: Word) -> str:
    """Write the page of a word in Markdown: how it is called, what it needs, what it means.

    >>> words = Registry(plugins="")
    >>> @words.verb("take back", arguments={"": "figure"}, rules=("B-68",))
    ... def take_back(play, figure):
    ...     "Send a figure home."
    >>> print(page(words.find("verb", "take back")))
    ### `take back: FIGURE`
    <BLANKLINE>
    *Verb* · rules B-68
    <BLANKLINE>
    Send a figure home.
    """
    facts = [f"*{word.kind.capitalize()}*"]
    if word.needs:
        facts.append(f"needs {', '.join(word.needs)}")
    if word.rules:
        facts.append(f"rules {', '.join(word.rules)}")
    return f"### `{_call(word)}`\n\n{' · '.join(facts)}\n\n{word.about}"


def _call(word: Word) -> str:
    if word.parameters:
        return f"{word.name}({', '.join(word.parameters)})"
    bare = [argument for argument in word.arguments if not argument.name]
    named = [argument for argument in word.arguments if argument.name]
    if bare and not named:
        shown = _shown(bare[0])
        return f"{word.name}[: {shown}]" if bare[0].optional else f"{word.name}: {shown}"
    if named:
        shown = ", ".join(f"{each.name}: {_shown(each)}" + "?" * each.optional for each in named)
        return f"{word.name}: {{{shown}}}"
    return word.name


def _shown(argument: Argument) -> str:
    """The type of an argument in capitals; where it is a choice of words, those words."""
    words = [word.strip() for word in argument.type.split("|") if word.strip()]
    return " | ".join(words) if "|" in argument.type else argument.type.upper()


_registry = Registry(built_in=("carcassonne.language.quantities", "carcassonne.language.verbs"))
quantity = _registry.quantity
condition = _registry.condition
operation = _registry.operation
verb = _registry.verb
find = _registry.find
names = _registry.names
words = _registry.words
cure = _registry.cure
