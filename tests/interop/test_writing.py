"""Games of ours are written as that program saves them, and come back equal."""

import json
import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from interop.saved_games import COMMIT, DONE, circle, deploy, game, place

import carcassonne
from carcassonne import Game
from carcassonne.interop import jcloisterzone
from carcassonne.interop.jcloisterzone import InteropError, from_json, to_json
from carcassonne.interop.jcloisterzone.replaying import replaying
from carcassonne.interop.jcloisterzone.stock import Stock, advance
from carcassonne.interop.jcloisterzone.tables import tables
from carcassonne.play.setup import Setup
from carcassonne.words.actions import CHANCE

MODULES = (
    "abbot",
    "crop-circles",
    "ferries",
    "flying-machines",
    "goldmines",
    "inns-and-cathedrals",
    "mage-and-witch",
    "river",
    "traders-and-builders",
)
THEIRS = {
    "core.feature_order": "automatic",
    "river.uturn": "immediate",
    "goldmines.distribution": "auto",
    "mage_witch.after_ferry_check": "false",
}


def played(*modules: str, players: int = 2, seed: int = 1, stop: int | None = None, **more: Any) -> Game:
    """A game by chance, of a number of decisions if not to its end."""
    made = carcassonne.load_rules("base", *modules, options=more.pop("options", None)).new_game(
        players, seed=seed, **more
    )
    chance = random.Random(seed)
    while not made.is_over and (stop is None or len(made) < stop):
        legal = list(made.legal_actions)
        made.push(chance.choice(legal[1:] if len(legal) > 1 and chance.random() < 0.5 else legal))
    return made


def comes_back(made: Game) -> dict[str, Any]:
    """Assert that a game comes back equal, and that what its file says of it holds."""
    written: dict[str, Any] = json.loads(json.dumps(to_json(made)))
    verdict = jcloisterzone.check(from_json(written))
    assert "PASS" == str(verdict)
    assert verdict.replay.game is not None
    assert made.fingerprint == verdict.replay.game.fingerprint
    assert made == verdict.replay.game
    assert made.history == verdict.replay.game.history
    return written


@pytest.mark.parametrize("module", ["base", *MODULES])
def test_every_module_comes_back(module: str) -> None:
    number = MODULES.index(module) if module in MODULES else 4
    comes_back(played(*({module} - {"base"}), players=2 + number % 5, seed=number))


@pytest.mark.parametrize(("one", "other"), list(pairwise((*MODULES, MODULES[0]))))
def test_pairs_come_back(one: str, other: str) -> None:
    comes_back(played(one, other, players=3, seed=7, stop=60))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_all_modules_come_back(players: int) -> None:
    comes_back(played(*MODULES, players=players, seed=players, stop=30 * players))


@pytest.mark.parametrize(
    "options",
    [
        {"base.edition": 1, "abbot.gardens": "none", "base.farmers": "off", "base.tiny_city_points": 2},
        {"crop_circles.tile_set": "both", "inns.unfinished_value": "ignore", "inns.large_follower": "off"},
        {"goldmines.gold": "off", "ferries.ferries": "off", "mage_witch.magic": "off", "traders.goods": "off"},
        {"inns.inns": "off", "inns.cathedrals": "off", "traders.pig_herd": "on", "crop_circles.tile_set": "I"},
        THEIRS,
    ],
    ids=lambda options: next(iter(options)),
)
def test_options_come_back(options: dict[str, object]) -> None:
    comes_back(played(*MODULES, players=3, seed=5, stop=52, options=options))


def test_what_that_program_knows_needs_no_note() -> None:
    tiles = ["base/city-cap", "base/road-straight", "base/cloister"] * 2
    made = played(tiles=tiles, options={"core.feature_order": "automatic"})
    assert "carcassonne" not in comes_back(made)
    assert made.is_over
    noted = comes_back(played(tiles=tiles, players=2, stop=3))["carcassonne"]
    assert {"options": {"core.feature_order": "active_player"}, "stock": False, "drawn": 2, "choices": []} == noted


def test_a_game_may_be_written_at_any_moment() -> None:
    """But not between two decisions that are one message there."""
    made = played("crop-circles", "flying-machines", "ferries", "mage-and-witch", players=3, seed=3, stop=0)
    chance = random.Random(3)
    for _ in range(60):
        made.push(chance.choice(list(made.legal_actions)))
        if str(made.history[-1]).startswith("crop circle, added: ") and made.about == "crop circle":
            assert ("a follower that is added, but has not been put anywhere yet",) == lacking(made)
        elif made.about not in ("place", "action"):
            comes_back(made)


def test_draws_may_be_left_to_the_caller() -> None:
    made = carcassonne.load_rules("base").new_game(2, chance="explicit")
    waited = set()
    for _ in range(12):
        made.push(made.legal_actions[-1])
        waited.add(made.player)
        comes_back(made)
    assert {CHANCE, 0, 1} == waited


def test_a_saved_game_is_written_again() -> None:
    saved = game(
        place("BA/RFr", 1, 0),
        deploy("0.small.1", 1, 0, "Road", "WE"),
        COMMIT,
        place("CC.1/Rr", 2, 0, 0),
        DONE,
        circle("DEPLOY"),
        deploy("0.small.2", 1, 0, "Road", "WE"),
        COMMIT,
        sets=["corn-circles/1"],
        elements={"small-follower": 9, "big-follower": 1, "pig": 2, "builder": 1},
        end=2,
    )
    first = jcloisterzone.replay(from_json(saved)).game
    assert first is not None
    again = comes_back(first)
    assert ["basic:1", "corn-circles/1"] == [name for name in again["setup"]["sets"] if name in saved["setup"]["sets"]]
    assert 9 == again["setup"]["elements"]["small-follower"]
    sent = [(message["type"], message["payload"].get("pointer")) for message in saved["replay"]]
    assert sent == [(message["type"], message["payload"].get("pointer")) for message in again["replay"]]


def test_a_file_is_written(tmp_path: Path) -> None:
    made = played(stop=9)
    jcloisterzone.write(made, tmp_path / "own.jcz")
    back = jcloisterzone.replay(jcloisterzone.read(tmp_path / "own.jcz")).game
    assert back == made


# What cannot be said ---------------------------------------------------------------------------


def lacking(made: Game) -> Sequence[str]:
    with pytest.raises(InteropError) as caught:
        to_json(made)
    assert all(what in str(caught.value) for what in caught.value.lacking)
    return caught.value.lacking


def test_everything_that_cannot_be_said_is_listed_at_once(tmp_path: Path) -> None:
    rules = carcassonne.load_rules(
        "base", "messages", "robbers", "abbot", options={"abbot.recall": "off", "base.farm_scoring": "second"}
    )
    table = Setup(scores={"Ann": 3}, to_move="Ben", supply={"Ann": {"meeple": 5}})
    made = rules.new_game(["Ann", "Ben"], table=table)
    found = lacking(made)
    assert {
        "module messages",
        "module robbers",
        "start position: scores",
        "start position: to move",
        "start position: not the same number of meeple for all",
        "option base.farm_scoring: second",
        "option abbot.recall: off",
    } <= set(found)
    with pytest.raises(InteropError):
        jcloisterzone.write(made, tmp_path / "own.jcz")
    assert [] == list(tmp_path.iterdir())


def test_the_third_printing_of_the_river_is_not_known_there() -> None:
    assert "tile river/river-spring-road-curve" in lacking(played("river", stop=2, options={"river.edition": 3}))


def test_tiles_must_be_drawn_as_they_can_be_there() -> None:
    river = played("river", seed=2, stop=6, tiles=["base/cloister", "river/river-bend", "river/river-lake"])
    assert ["tile BA/L: it cannot be drawn there at that time"] == list(lacking(river))
    assert ["tile BA/Cccc+: it cannot be drawn there at that time"] == list(
        lacking(played(stop=0, tiles=["base/city-full-pennant"] * 2))
    )


def test_a_die_in_the_air_cannot_be_said() -> None:
    rules = carcassonne.load_rules("base", "flying-machines")
    flier = next(name for name in rules.tiles.names if name.startswith("flying-machines/"))
    made = rules.new_game(2, chance="explicit", tiles=[flier, "base/cloister"])
    made.push(made.legal_actions[0])
    made.push(made.legal_actions[0])
    made.push(next(action for action in made.legal_actions if str(action).startswith("fly: ")))
    assert ["after 1 messages: a die that has not been thrown"] == list(lacking(made))


# Draws by chance ------------------------------------------------------------------------------


def by_chance(written: dict[str, Any]) -> dict[str, Any]:
    """The game as a person's file has it: nothing is prescribed, the random stream draws every tile."""
    saved = from_json(written)
    drawn = [found.timeline.order.position for found in replaying(saved) if found.timeline is not None]
    order, stock, chance = list(saved.draw_order), Stock.of(saved, tables()), random.Random(1)
    carrier, key = written, "initialRandom"
    for at, (before, now) in enumerate(pairwise([0, *drawn])):
        if at and "random" in written["replay"][at - 1]["payload"]:
            carrier, key = written["replay"][at - 1]["payload"], "random"
        while now > before:
            value, left = chance.random(), stock
            carrier[key] = value
            for tile in order[before:now]:
                if left.drawn_by(value) != tile:
                    break
                value, left = advance(value), left.without(tile)
            else:
                stock, before = left, now
    return {key: value for key, value in written.items() if key not in ("gameAnnotations", "carcassonne")}


def test_a_game_drawn_by_the_random_stream() -> None:
    made = played("traders-and-builders", "crop-circles", players=3, seed=6, stop=70)
    found = jcloisterzone.check(from_json(by_chance(to_json(made))))
    assert "PASS" == str(found)
    assert found.replay.game is not None
    assert made.history == found.replay.game.history


# Notes of our own -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ({"stock": True, "drawn": 1}, "PASS"),
        ({"stock": True, "drawn": 0}, "FAIL: message 0: no tile was drawn"),
        ({"options": {"base.farmers": "off", "core.feature_order": "active_player"}, "drawn": 1}, "PASS"),
        ({"options": {"river.uturn": "sometimes"}, "drawn": 1}, "PASS"),
        ({"drawn": 1, "choices": ["take: gold at 0,0"]}, "PASS"),
        ({"drawn": 1, "passed": [7, 7, 5000]}, "PASS"),
        ({"drawn": 1, "passed": [0]}, "PASS"),
    ],
    ids=str,
)
def test_notes_are_read_with_care(note: dict[str, Any], reason: str) -> None:
    saved = game(place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S"), COMMIT) | {"carcassonne": note}
    saved["test"]["assertions"] = ["Ann has 4 points"]
    assert reason == str(jcloisterzone.check(from_json(saved)))
