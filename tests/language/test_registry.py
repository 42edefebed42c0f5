"""The registry: words are told once, found by name, and may come from other packages."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest

from carcassonne.errors import CarcassonneError
from carcassonne.language import registry
from carcassonne.language.registry import KINDS, Argument, Registry, page


@pytest.fixture
def words() -> Registry:
    made = Registry(plugins="")

    @made.quantity("tiles", needs=("feature",), rules=("B-62",))
    def tiles(feature: object) -> int:
        """Distinct tiles of the feature."""
        return 1

    @made.quantity("own", needs=("feature", "player"), parameters=("figure kind",))
    def own(feature: object, player: object, kind: object) -> int:
        """Figures of the kind.

        On the feature.
        """
        return 1

    @made.condition("complete", needs=("feature",))
    def complete(feature: object) -> bool:
        """Whether it is complete."""
        return True

    @made.operation("half, rounded up")
    def half(points: int) -> int:
        """Half, in the players' favour."""
        return (points + 1) // 2

    @made.verb("award", arguments={"to": "player", "points": "formula", "rule": "rule?"})
    class Award:
        """Give points."""

    @made.verb("take back", arguments={"": "figure"})
    class TakeBack:
        """Send a figure home."""

    @made.verb("wait", arguments={"": "number?"})
    class Wait:
        """Do nothing for a while."""

    return made


def test_a_word_is_found_by_kind_and_name(words: Registry) -> None:
    tiles = words.find("quantity", "tiles")
    assert tiles is not None
    assert ("tiles", "quantity", ("feature",), (), (), ("B-62",), "Distinct tiles of the feature.") == (
        tiles.name, tiles.kind, tiles.needs, tiles.parameters, tiles.arguments, tiles.rules, tiles.about
    )  # fmt: skip
    assert 1 == tiles.function(None)
    assert words.find("condition", "tiles") is None
    assert words.find("quantity", "tile") is None


def test_a_verb_tells_its_arguments(words: Registry) -> None:
    award = words.find("verb", "award")
    assert award is not None
    assert (
        Argument("to", "player", optional=False),
        Argument("points", "formula", optional=False),
        Argument("rule", "rule", optional=True),
    ) == award.arguments
    assert ("to", "points") == award.required


def test_names_and_words_are_sorted(words: Registry) -> None:
    assert ("own", "tiles") == words.names("quantity")
    assert ["own", "tiles", "complete", "half, rounded up", "award", "take back", "wait"] == [
        word.name for word in words.words()
    ]


def test_an_unknown_name_gives_the_nearest_spelling(words: Registry) -> None:
    assert "quantities: complete, own, tiles. Did you mean 'tiles'?" == words.cure("quantity", "tils")
    assert "quantities: complete, own, tiles. Did you mean 'complete'?" == words.cure("condition", "compleet")
    assert "verbs: award, take back, wait. Did you mean 'take back'?" == words.cure("verb", "takeback")


def nothing() -> None:
    """Nothing."""


@pytest.mark.parametrize("name", ["", "2 tiles", "a.b", "a (b)", "a and b", "not a", " a", "a  b", "a-"])
def test_a_name_that_an_expression_could_not_hold_is_refused(words: Registry, name: str) -> None:
    with pytest.raises(ValueError, match="is no name for a quantity"):
        words.quantity(name)(nothing)


def test_a_word_is_told_once(words: Registry) -> None:
    for kind in ("quantity", "condition"):
        with pytest.raises(ValueError, match=f"{kind} 'tiles' is there already: the quantity .*tiles"):
            getattr(words, kind)("tiles")(nothing)
    words.verb("tiles")(nothing)


def test_a_word_without_a_page_is_refused(words: Registry) -> None:
    with pytest.raises(ValueError, match="quantity 'silent' has no docstring, which is its page"):
        words.quantity("silent")(lambda: 1)


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        (
            "quantity",
            "tiles",
            "### `tiles`\n\n*Quantity* · needs feature · rules B-62\n\nDistinct tiles of the feature.",
        ),
        (
            "quantity",
            "own",
            "### `own(figure kind)`\n\n*Quantity* · needs feature, player\n\nFigures of the kind.\n\nOn the feature.",
        ),
        (
            "operation",
            "half, rounded up",
            "### `half, rounded up`\n\n*Operation*\n\nHalf, in the players' favour.",
        ),
        (
            "verb",
            "award",
            "### `award: {to: PLAYER, points: FORMULA, rule: RULE?}`\n\n*Verb*\n\nGive points.",
        ),
        ("verb", "take back", "### `take back: FIGURE`\n\n*Verb*\n\nSend a figure home."),
        ("verb", "wait", "### `wait[: NUMBER]`\n\n*Verb*\n\nDo nothing for a while."),
    ],
)
def test_a_page_tells_how_a_word_is_used(words: Registry, kind: str, name: str, expected: str) -> None:
    word = words.find(kind, name)
    assert word is not None
    assert expected == page(word)


# Words of other packages -----------------------------------------------------------------------


class Entry:
    """What a package announces, as far as the registry looks at it."""

    dist = None
    value = "elsewhere.words"

    def __init__(self, name: str, words: Registry, fault: Exception | None = None) -> None:
        self.name, self.words, self.fault = name, words, fault

    def load(self) -> None:
        if self.fault:
            raise self.fault
        self.words.quantity(f"words of {self.name}")(nothing)


def test_plugins_are_loaded_only_for_an_unknown_name_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    words, asked = Registry(plugins="some.group"), []
    words.quantity("tiles")(nothing)

    def entry_points(*, group: str) -> list[Entry]:
        asked.append(group)
        return [Entry("zoo", words), Entry("ant", words)]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert words.find("quantity", "tiles")
    assert [] == asked
    assert words.find("quantity", "words of zoo")
    assert ["words of ant", "words of zoo"] == [word.name for word in words.words() if word.name != "tiles"]
    assert words.find("quantity", "words of nobody") is None
    assert ["some.group"] == asked


def test_a_plugin_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Registry(plugins="some.group")
    entry = Entry("zoo", words, ImportError("no module named lion"))
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: [entry])
    message = "the words that package 'zoo' announces (elsewhere.words) cannot be loaded: no module named lion"
    with pytest.raises(CarcassonneError) as caught:
        words.find("verb", "roar")
    assert message == str(caught.value)


def test_built_in_words_need_no_metadata() -> None:
    program = (
        "import sys; from carcassonne.language import registry; registry.find('quantity', 'tiles');"
        "print('importlib.metadata' in sys.modules, bool(registry.find('quantity', 'tiles')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "False True" == done.stdout.strip()


def test_every_built_in_word_has_a_page_and_a_kind() -> None:
    for word in registry.words(plugins=False):
        assert word.kind in KINDS
        assert page(word).startswith(f"### `{word.name}")
