"""Events as sentences, and score sheets."""

from __future__ import annotations

from textwrap import dedent

import attrs
import pytest

import carcassonne
from carcassonne import Game, Setup
from carcassonne.report.events import SENTENCES, event_text, events_text
from carcassonne.report.sheet import awards_of, points_by_kind, points_by_rule, score_sheet
from carcassonne.words import events
from carcassonne.words.segments import Segment

PLAYERS = ("blue", "red")
ROAD = Segment(2, -1, "road", 1)


@pytest.fixture
def finished() -> Game:
    """Blue has a road between two junctions and a monastery; red had points before."""
    rules = carcassonne.load_rules("base")
    table = Setup(
        tiles=[("base/road-cross", 0, 0, 0), ("base/road-straight", 1, 0, 0)],
        figures=[("blue", "meeple", Segment(1, 0, "road"))],
        scores={"red": 7},
    )
    game = rules.new_game(PLAYERS, tiles=["base/road-cross", "base/cloister"], table=table)
    for text in (
        "place base/road-cross at 2,0",
        "pass",
        "place base/cloister at 1,1",
        "meeple on cloister at 1,1",
    ):
        game.push(rules.parse_action(text))
    return game


def shown(text: str) -> str:
    return dedent(text).strip("\n")


def test_everything_that_happened(finished: Game) -> None:
    wanted = """
        blue's turn
          drawn: base/road-cross
          blue lays base/road-cross at 2,0 turned 0
          complete: road at 1,0
          blue gets 3 points for road at 1,0: 3 tiles × 1 (B-60)
          blue's meeple comes back from road at 1,0
        red's turn
          drawn: base/cloister
          red lays base/cloister at 1,1 turned 0
          red's meeple stands on cloister at 1,1
          red gets 4 points for cloister at 1,1: points +1 (B-93); 3 neighbours × 1 (B-93)
        the game is over: red won
    """
    assert shown(wanted) == events_text(finished)
    assert "the game is over: red won" == events_text(finished, since=len(finished.events) - 1)


def test_score_sheet(finished: Game) -> None:
    wanted = f"""
        blue: 3 points
        {"=" * 78}
           3 road at 1,0              3 tiles × 1 (B-60)
        {"-" * 78}
           3 in total (road 3)

        red: 11 points
        {"=" * 78}
           7 at the beginning
             at the end of the game...................................................
           4 cloister at 1,1          points +1 (B-93); 3 neighbours × 1 (B-93)
        {"-" * 78}
          11 in total (cloister 4)
    """
    assert shown(wanted) == score_sheet(finished)


def test_shares_of_points(finished: Game) -> None:
    awards = awards_of(finished)
    assert [("cloister", 4), ("road", 3)] == list(points_by_kind(awards).items())
    assert [("B-93", 4), ("B-60", 3)] == list(points_by_rule(awards).items())
    other = events.Award(0, None, (events.Item("luck", 1, 5, ""),), False)
    assert {"other": 5} == points_by_kind([other]) == points_by_rule([other])


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (events.Drawn("base/road-curve"), "drawn: base/road-curve"),
        (
            events.Discarded("base/road-curve", "B-27"),
            "base/road-curve fits nowhere and leaves the game (B-27)",
        ),
        (events.Stood(None, "ghost", ROAD), "ghost stands on road 1 at 2,-1"),
        (
            events.Moved(1, "meeple", ROAD, Segment(0, 0, "city")),
            "red's meeple goes from road 1 at 2,-1 to city at 0,0",
        ),
        (events.Award(0, None, (events.Item("luck", 1, 1, ""),), False), "blue gets 1 point: luck +1"),
        (events.Chosen(1, "recall", "abbot on garden at 0,0"), "red chooses recall: abbot on garden at 0,0"),
        (events.TokenMoved("wine", 0, 2), "2 wine to blue"),
        (events.TokenMoved("gold", "1,2", -1), "1 gold away from 1,2"),
        (events.Supplied(0, "meeple", 2), "blue gets 2 meeple"),
        (events.Supplied(1, "meeple", -1), "red loses 1 meeple"),
        (events.PartAdded(0, "RV-21"), "blue will lay another tile (RV-21)"),
        (events.StoodBeside(0, "carrier", 12), "blue's carrier stands on space 12 of the track"),
        (events.StoodBeside(0, "carrier", None), "blue's carrier goes home from the track"),
        (events.Rolled(3), "the die shows 3"),
        (events.TurnedUp("messages", 4), "card 4 of messages is turned up"),
        (events.Ended((0, 1)), "the game is over: blue and red won"),
    ],
)
def test_sentences(event: events.Event, text: str) -> None:
    assert text == event_text(event, PLAYERS)


def test_an_event_without_a_sentence_shows_its_value() -> None:
    @attrs.frozen
    class Sneezed(events.Event):
        player: int

    assert "Sneezed(player=1)" in event_text(Sneezed(1), PLAYERS)


def test_every_event_has_a_sentence() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)}
    assert {events.Event} == kinds - set(SENTENCES)
