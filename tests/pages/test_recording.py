"""A recording holds, as differences, what the game itself shows at every moment."""

from typing import Any

import pytest
from pages.played import BIG, moments, played

from carcassonne.draw.parts import Parts
from carcassonne.pages.recording import Recording, differences
from carcassonne.pages.telling import worth_facts

GAMES = [("base", None), (BIG, 140)]


def states(recording: Recording) -> list[dict[str, dict[str, Any]]]:
    """Every moment whole, as the page puts them together."""
    found: list[dict[str, dict[str, Any]]] = []
    state: dict[str, dict[str, Any]] = {}
    for moment in recording.moments:
        state = {name: dict(section) for name, section in state.items()}
        for name, section in moment.items():
            if name != "log":
                changed = state.setdefault(name, {}) | section
                state[name] = {key: value for key, value in changed.items() if value is not None}
        found.append(state)
    return found


@pytest.mark.parametrize(("name", "decisions"), GAMES)
def test_every_moment_is_what_the_game_shows(name: str, decisions: int | None) -> None:
    game = played(name, decisions)
    recording = Recording(game, Parts(game.rules, game.players))
    shown = states(recording)
    number, worths = recording.number, [worth_facts(worth) for worth in recording.worths]
    count = 0
    for at, (now, state) in enumerate(zip(moments(game), shown, strict=True)):
        count += 1
        assert list(now.scores) == [state["players"][str(player)]["score"] for player in range(len(now.players))]
        assert {f"{x},{y}" for x, y in now.table} == set(state["tiles"])
        figures = sorted((number(where), kind, -1 if owner is None else owner) for where, kind, owner in now.figures)
        assert figures == sorted(tuple(value[3:]) for value in state.get("figures", {}).values())
        assert now.player == state["now"]["who"] or now.is_over
        if at % 23 and at + 1 < len(shown):
            continue  # every feature at some moments is enough
        segments = [segment for cell in now.table for segment in now.segments(*cell)]
        assert {str(number(segment)) for segment in segments} == set(state["features"])
        for segment in segments:
            feature = state["features"][str(number(segment))]
            members = {number(member) for member in now.feature(segment)}
            assert members == {int(each) for each, its in state["features"].items() if its == feature}
            assert worth_facts(now.worth(segment)) == worths[state["worths"][str(feature)]], segment
    assert len(shown) == count > 90


def test_the_log_has_every_event_and_every_point() -> None:
    game = played()
    recording = Recording(game, Parts(game.rules, game.players))
    entries = [entry for moment in recording.moments for entry in moment["log"]]
    assert len(game.events) == len(entries)
    points = [0, 0, 0]
    for entry in entries:
        if entry["kind"] == "award":
            points[entry["player"]] += entry["points"]
            assert entry["points"] == sum(points for _, points, _ in entry["items"])
    assert list(game.scores) == points


def test_differences() -> None:
    assert {"c": 3, "b": None} == differences({"a": 1, "b": 2}, {"a": 1, "c": 3})
    assert {} == differences({"a": 1}, {"a": 1})
