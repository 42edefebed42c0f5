"""What the fuzzer has found worth keeping, handed in again."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.seeds import CORPUS, corpus
from fuzz.targets import TARGETS

FILES = [(name, path) for name in TARGETS for path in corpus(name)]


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{name}-{path.name}" for name, path in FILES])
def test_an_input_ends_soon_in_a_value_or_an_error(name: str, path: Path) -> None:
    TARGETS[name](path.read_bytes())


def test_the_corpus_is_small_and_of_known_targets() -> None:
    assert sorted(TARGETS) == sorted(path.name for path in CORPUS.iterdir())
    assert 200 > len(FILES)
    assert 4_000 >= max(path.stat().st_size for _, path in FILES)
