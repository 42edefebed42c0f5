"""JSON forms: what is written validates against the published schemas, and what is damaged is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from notation.games import MODULES, new_game, play_on, with_options

from carcassonne import notation
from carcassonne.errors import NotationError, RecordError

VALIDATORS = {name: Draft202012Validator(notation.schema(name)) for name in notation.SCHEMAS}


def faults(name: str, value: Any) -> list[str]:
    return [error.message for error in VALIDATORS[name].iter_errors(value)]


@pytest.mark.parametrize("name", notation.SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    schema = notation.schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["title"] and schema["description"]
    with pytest.raises(KeyError):
        notation.schema(f"../{name}")


@pytest.mark.parametrize("module", MODULES)
def test_everything_written_validates_and_comes_back(module: str) -> None:
    chance = random.Random(f"json {module}")
    game = new_game(with_options((module,), chance), chance)
    play_on(game, chance.getrandbits(32), chance.choice((60, 10_000)))
    saved = json.loads(notation.game_json(game))
    assert faults("game", saved) == []
    assert faults("position", notation.position_to_dict(game)) == []
    kinds: set[str] = set()
    for event in game.events:
        made = notation.event_to_dict(event)
        assert notation.event_from_dict(json.loads(json.dumps(made))) == event
        if made["event"] not in kinds:
            kinds.add(made["event"])
            assert faults("event", made) == []
    for action in (*game.history[:40], *game.legal_actions[:10]):
        made = notation.action_to_dict(action)
        assert notation.action_from_dict(json.loads(json.dumps(made))) == action
        assert faults("action", made) == []
        assert notation.parse_action(notation.action_text(action)) == action


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("action", {"action": "fly"}),
        ("action", {"action": "pass", "more": 1}),
        ("action", {"action": "place", "tile": "x", "x": "1", "y": 0, "turned": 0}),
        ("action", {"action": "stand", "figure": "meeple", "segment": "nowhere"}),
        ("event", {"event": "rolled", "face": "six"}),
        ("event", {"event": "award", "player": 0, "segment": None, "items": [{}], "final": True, "points": 0}),
        ("event", {}),
    ],
)
def test_damaged_values_are_refused_by_schema_and_reader(name: str, value: Any) -> None:
    assert faults(name, value) != []
    read = notation.action_from_dict if name == "action" else notation.event_from_dict
    with pytest.raises(RecordError):
        read(value)


def test_an_award_must_add_up() -> None:
    item = {"what": "tiles", "count": 2, "each": 2, "rule": "B-61"}
    award = {"event": "award", "player": 0, "segment": None, "items": [item], "final": False, "points": 5}
    with pytest.raises(RecordError, match="its items make 4 points, and it says 5"):
        notation.event_from_dict(award)
    assert notation.event_from_dict({**award, "points": 4})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "chess"),
        ("behaviour", "1"),
        ("rules", "base"),
        ("options", []),
        ("players", []),
        ("chance", "loaded"),
        ("seed", -1),
        ("tiles", 3),
        ("table", {"tiles": []}),
        ("actions", [1]),
        ("fingerprint", "x"),
    ],
)
def test_damaged_records_are_refused_by_schema_and_reader(key: str, value: Any) -> None:
    chance = random.Random(1)
    game = new_game(with_options(("base",), chance), chance)
    saved = {**game.to_dict(), key: value}
    assert faults("game", saved) != []
    with pytest.raises(RecordError):
        notation.game_from_json(json.dumps(saved), rules=game.rules)


def test_text_that_is_no_json_is_refused_with_its_place() -> None:
    with pytest.raises(NotationError) as caught:
        notation.game_from_json('{"format":\n  oops}')
    assert (caught.value.line, caught.value.column) == (2, 3)
    with pytest.raises(NotationError, match="RecursionError"):
        notation.game_from_json('{"a":' * 100_000)
