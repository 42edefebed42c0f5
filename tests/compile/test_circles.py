"""What is just being said cannot be made of itself: points of what features are worth, weights of the majority."""

from __future__ import annotations

from pathlib import Path

import pytest
from compile.house import problems_of


@pytest.mark.parametrize("word", ["own majority", "own sole majority", "own rank", "worth"])
def test_a_weight_asks_for_no_majority(tmp_path: Path, word: str) -> None:
    problems = problems_of(tmp_path, f"figures: {{mayor: {{each: 1, stands on: [city], weight: {word}}}}}\n")
    fault = f"figure 'mayor', weight: {word!r} asks for the majority, which is made of what is just being said here"
    assert [(problem.code, problem.fault) for problem in problems] == [("CARC-L006", fault)]


@pytest.mark.parametrize("word", ["worth", "finished worth", "unfinished worth"])
def test_points_ask_for_no_points(tmp_path: Path, word: str) -> None:
    problems = problems_of(tmp_path, f"score changes: {{twice: {{of: city, add: {word}}}}}\n")
    fault = f"{word!r} asks what features are worth, which is just being said here"
    assert [(problem.code, problem.fault.partition(": ")[2]) for problem in problems] == [("CARC-L006", fault)]


@pytest.mark.parametrize("word", ["worth", "finished worth", "unfinished worth"])
def test_an_operation_on_points_asks_for_no_points(tmp_path: Path, word: str) -> None:
    problems = problems_of(tmp_path, f"score changes: {{twice: {{of: city, apply: points + {word}}}}}\n")
    fault = f"{word!r} asks what features are worth, which is just being said here"
    assert [(problem.code, problem.fault.partition("apply: ")[2]) for problem in problems] == [("CARC-L006", fault)]
