"""A river that forks: its tiles, its heaps, its second lake, and what is printed on it."""

import json
import random
from typing import Any

import pytest
from interop.saved_games import (
    COMMIT,
    DONE,
    PASS,
    deploy,
    fails,
    game,
    is_unsupported,
    passes,
    place,
)

import carcassonne
from carcassonne.interop import jcloisterzone
from carcassonne.interop.jcloisterzone.planning import plan
from carcassonne.interop.jcloisterzone.stock import Stock

FORK = [place("RI.2/III", 1, 0, 180), DONE]
"""From the spring straight on, and to the south."""
RIVER: dict[str, Any] = {"sets": ["river/2:1"], "start": "RI/s"}


def stock_of(*sets: str, copies: int = 1) -> Stock:
    saved = game(sets=sets, start="RI/s")
    saved["setup"]["sets"] |= dict.fromkeys(sets, copies)
    return plan(jcloisterzone.from_json(saved)).stock


def heaps(stock: Stock) -> list[list[str]]:
    """What can be drawn, one tile after the other, the first of all each time, up to the base game."""
    found = []
    while not (drawn := list(stock.active()))[0].startswith("BA/"):
        found.append(drawn)
        stock = stock.without(drawn[0])
    return found


# The stock --------------------------------------------------------------------------------------


def test_a_fork_is_drawn_first_and_lakes_last() -> None:
    """There are as many lakes as branches, although a city ends one of these."""
    drawn = heaps(stock_of("river/2:1"))
    assert [["RI.2/III"], *([["RI.2/I.v"]] * 2)] == [drawn[0], *drawn[-2:]]
    assert 1 + 9 + 2 == len(drawn)
    assert "RI.2/IFC" in drawn[1]
    assert not {"RI.2/III", "RI.2/I.v"} & set(drawn[1])


def test_of_two_rivers_one_lake_is_taken_out() -> None:
    drawn = heaps(stock_of("river/1:1", "river/2:2"))
    assert 1 + 10 + 9 + 2 == len(drawn)
    assert {"RI.1/IFI", "RI.2/IIG"} <= set(drawn[1])
    assert ["RI.2/I.v"] == drawn[-1]
    assert all("RI.1/I.e" not in tiles for tiles in drawn)


def test_more_copies_have_more_forks_and_lakes() -> None:
    """Springs and lakes are never doubled, but each fork brings a lake; all forks but the first come with the river."""
    stock = stock_of("river/2:1", copies=2)
    assert (2, 3) == (stock.counts["RI.2/III"], stock.counts["RI.2/I.v"])
    assert ["RI.2/III"] == list(stock.active())
    assert {"RI.2/III", "RI.2/II"} <= set(stock.without("RI.2/III").active())
    assert 1 == stock_of("river/1:1", copies=3).counts["RI.1/I.e"]


# Playing ----------------------------------------------------------------------------------------


def test_the_random_stream_and_the_places() -> None:
    """A branch may not go on beside the other one, nor towards the spring; of turns that look alike all are listed."""
    said = ["Available action TilePlacement for RI.2/II", "TilePlacement RI.2/II options: [2,0] - [90]"]
    passes(*FORK, draws=["RI.2/III"], **RIVER, holds=said)
    places = "TilePlacement RI.2/LIFI options: [1,1] - [90,270]; [2,0] - [0,180]"
    passes(*FORK, draws=["RI.2/III", "RI.2/LIFI"], **RIVER, holds=[places])


def test_a_lake_that_fits_nowhere_is_drawn_by_chance_all_the_same() -> None:
    ends = [place("RI.2/IFC", 1, 1, 90), DONE, place("RI.2/I.v", 2, 0), DONE]
    draws = ["RI.2/III", "RI.2/IFC", "RI.2/I.v", "RI.2/I.v", "BA/L"]
    passes(*FORK, *ends, place("BA/L", 3, 0), PASS, draws=draws, **RIVER, holds=["Phase is CommitActionPhase"])


def test_where_a_river_has_no_room() -> None:
    bend = place("RI.2/RrII", 2, 0)
    assert "(RV-12)" in fails(*FORK, bend, **RIVER)


def test_what_is_printed_is_decoration_without_its_element() -> None:
    road = [place("RI.2/RIrI", 2, 0, 90), deploy("1.small.1", 2, 0, "Road", "NS"), COMMIT]
    passes(*FORK, *road, **RIVER, end=2, holds=["Ben scored road for 1 point"])
    passes(*FORK, *road, **RIVER, end=2, elements={"inn": True}, holds=["Ben scored road for 0 points"])
    lake = [place("RI.2/I.v", 2, 0), deploy("1.small.1", 2, 0, "Field", "NL.NR.EL.ER.SL.SR.WL.WR"), COMMIT]
    passes(*FORK, *lake, **RIVER, end=2, holds=["Ben scored field for 0 points"])
    assert "element dragon" in is_unsupported(*FORK, *lake, **RIVER, elements={"dragon": 1})
    passes(*FORK, *road, **RIVER, elements={"dragon": 1})


@pytest.mark.parametrize(("elements", "points"), [({}, 3), ({"pig-herd": True}, 4)], ids=["decoration", "herd"])
def test_a_herd_of_pigs_is_worth_a_point_a_city(elements: dict[str, Any], points: int) -> None:
    """It is printed here, whether the expansion that has pigs is in play or not."""
    passes(
        *FORK,
        place("RI.2/II+", 2, 0),
        deploy("1.small.1", 2, 0, "Field", "NR.EL.ER.SL.SR.WL"),
        COMMIT,
        *[place("BA/C", 3, 0), DONE, place("BA/C", 3, -1, 180), DONE],
        **RIVER,
        elements=elements,
        end=4,
        holds=[f"Ben scored field for {points} points", f"Ben has {points} points"],
    )


# Writing ----------------------------------------------------------------------------------------


def played(*modules: str, seed: int, options: dict[str, Any], stop: int | None = None) -> carcassonne.Game:
    rules = carcassonne.load_rules("base", "river-ii", *modules, options=options)
    made, chance = rules.new_game(["Ann", "Ben"], seed=seed), random.Random(seed)
    while not made.is_over and (stop is None or len(made.history) < stop):
        made.push(chance.choice(made.legal_actions))
    return made


@pytest.mark.parametrize(
    ("modules", "options", "passed"),
    [
        ((), {"river_ii.sets": "alone"}, [11]),
        ((), {"river_ii.fork": "anywhere", "river.uturn": "clearance", "river_ii.edition": 2}, [21]),
        (("abbot", "inns-and-cathedrals"), {"river.edition": 1}, [21]),
        (("traders-and-builders",), {"traders.pig_herd": "on", "river_ii.sets": "alone"}, [11]),
    ],
)
def test_games_come_back_and_that_program_draws_its_second_lake(
    modules: tuple[str, ...], options: dict[str, Any], passed: list[int]
) -> None:
    made = played(*modules, seed=3, options=options)
    written = json.loads(json.dumps(jcloisterzone.to_json(made)))
    verdict = jcloisterzone.check(jcloisterzone.from_json(written))
    assert "PASS" == str(verdict)
    assert made == verdict.replay.game
    assert passed == written["carcassonne"]["passed"]
    order = written["gameAnnotations"]["drawOrder"]
    assert len(order) == written["gameAnnotations"]["endTurn"]
    assert ["RI.2/III", "RI.2/I.v", "RI.2/I.v"] == [order[0], *order[passed[0] - 1 : passed[0] + 1]]


def test_an_unfinished_game_leaves_the_second_lake_to_be_drawn() -> None:
    made = played(seed=4, options={"river_ii.sets": "alone"}, stop=9)
    written = jcloisterzone.to_json(made)
    assert "passed" not in written["carcassonne"]
    assert 71 + 1 + 9 + 2 == written["gameAnnotations"]["endTurn"]
    assert made == jcloisterzone.replay(jcloisterzone.from_json(written)).game


def test_a_river_that_has_no_room_there_cannot_be_said() -> None:
    rules = carcassonne.load_rules("base", "river", options={"river.uturn": "none"})
    made = rules.new_game(["Ann", "Ben"], tiles=["river/river-bend", "river/river-bend"])
    for action in ("place river/river-bend at 1,0", "pass", "place river/river-bend at 1,1 turned 1"):
        made.push(next(each for each in made.legal_actions if str(each).removesuffix(" turned 0") == action))
    with pytest.raises(jcloisterzone.InteropError, match=r"«no turning back» forbids it \(RV-12\)"):
        jcloisterzone.to_json(made)
