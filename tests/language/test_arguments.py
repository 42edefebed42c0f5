"""What a step gives to its verb: taken by name, or refused with place and cure."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carcassonne.errors import Problem, Where
from carcassonne.language.arguments import given_arguments
from carcassonne.language.registry import Registry
from carcassonne.read.definitions import Step, Value
from carcassonne.read.fields import as_value
from carcassonne.read.source import read_text

WORDS = Registry(plugins="")


@WORDS.verb("award", arguments={"to": "player", "points": "formula", "rule": "rule?"})
class Award:
    """Give points."""


@WORDS.verb("take back", arguments={"": "figure"})
class TakeBack:
    """Send a figure home."""


@WORDS.verb("choose", arguments={"": "choice?", "or else": "steps?"})
class Choose:
    """Let somebody choose."""


@WORDS.verb("add part")
class AddPart:
    """Play another part."""


def given(verb: str, written: str | None) -> tuple[Mapping[str, Value] | None, list[str]]:
    argument = None
    if written is not None:
        node = read_text(f"verb: {written}", "x.yaml", [])
        assert node is not None
        assert isinstance(node.value, Mapping)
        argument = as_value(node.value["verb"])
    word = WORDS.find("verb", verb)
    assert word is not None
    problems: list[Problem] = []
    arguments = given_arguments(word, Step(verb, argument, None, "", Where("x.yaml", 1, 1)), problems)
    assert (arguments is None) == bool(problems)
    return arguments, [told(problem) for problem in sorted(problems)]


def told(problem: Problem) -> str:
    """A problem without its code and its line."""
    return f"{problem.where}: {problem.fault}" + (f"\n    {problem.cure}" if problem.cure else "")


@pytest.mark.parametrize(
    ("verb", "written", "names"),
    [
        ("award", "{to: owner, points: 3}", ["to", "points"]),
        ("award", "{to: owner, points: 3, rule: X-1}", ["to", "points", "rule"]),
        ("take back", "it", [""]),
        ("take back", "[it, other]", [""]),
        ("take back", "{figures: [meeple]}", [""]),
        ("choose", None, []),
        ("choose", "one", [""]),
        ("choose", "{or else: [add part]}", ["or else"]),
        ("add part", None, []),
    ],
)
def test_arguments_come_by_name(verb: str, written: str | None, names: list[str]) -> None:
    arguments, problems = given(verb, written)
    assert [] == problems
    assert names == list(arguments or {})


LISTED = "\n    arguments here: points, rule, to."


@pytest.mark.parametrize(
    ("verb", "written", "messages"),
    [
        (
            "award",
            "{to: owner, point: 3}",
            [
                f"x.yaml:1:7: verb 'award': the argument 'points' is missing{LISTED}",
                f"x.yaml:1:19: verb 'award': unknown argument 'point'{LISTED} Did you mean 'points'?",
            ],
        ),
        (
            "award",
            None,
            [
                f"x.yaml:1:1: verb 'award': the argument 'points' is missing{LISTED}",
                f"x.yaml:1:1: verb 'award': the argument 'to' is missing{LISTED}",
            ],
        ),
        (
            "award",
            "owner",
            [f"x.yaml:1:1: verb 'award': expected arguments by name, as in 'name: value'{LISTED}"],
        ),
        (
            "award",
            "[a]",
            [f"x.yaml:1:1: verb 'award': expected arguments by name, as in 'name: value'{LISTED}"],
        ),
        ("take back", None, ["x.yaml:1:1: verb 'take back': its argument is missing"]),
        ("add part", "now", ["x.yaml:1:7: verb 'add part': expected no argument, found 'now'"]),
        ("add part", "[now]", ["x.yaml:1:7: verb 'add part': expected no argument, found a list"]),
        ("add part", "{a: b}", ["x.yaml:1:11: verb 'add part': expected no argument, found 'b'"]),
        (
            "choose",
            "{or esle: x}",
            [
                "x.yaml:1:8: verb 'choose': unknown argument 'or esle'\n"
                "    arguments here: or else. Did you mean 'or else'?"
            ],
        ),
    ],
)
def test_wrong_arguments_are_refused(verb: str, written: str | None, messages: list[str]) -> None:
    assert (None, messages) == given(verb, written)
