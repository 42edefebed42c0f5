"""What is remembered at a mark is what `HEADER` names, each value under its own name."""

import carcassonne
from carcassonne.play.position import HEADER


def test_header_and_back() -> None:
    state = carcassonne.load_rules("base").new_game(players=2, seed=1)._state
    assert state.header == tuple(getattr(state, name) for name in HEADER)
    state.header = tuple(range(len(HEADER)))
    assert [getattr(state, name) for name in HEADER] == list(range(len(HEADER)))
