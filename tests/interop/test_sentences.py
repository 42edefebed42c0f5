"""The sentences of saved games: every pattern, where it holds and where it does not."""

import pytest
from interop.saved_games import (
    COMMIT,
    DONE,
    PASS,
    circle,
    deploy,
    fails,
    is_unsupported,
    passes,
    place,
)

FARMER = [place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "Field", "NL.NR.EL.ER.WL.WR"), COMMIT]
GARDEN = {"base": "basic:2", "elements": {"abbot": 1, "garden": True, "big-follower": 1}}


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann has 3 points",
        "Ann has 3 point.",
        "in the end, Ann has 3 points and is glad",
        "Ben has 0 points",
        "Ann scored field for 3 points.",
        "Phase is GameOverPhase",
        "phase is GameOverPhase",
        "Player can't pass",
        "Undo is not allowed",
        "Ann has GOLD token with count 0",
    ],
)
def test_what_holds_at_the_end(sentence: str) -> None:
    passes(*FARMER, end=1, holds=[sentence])


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Ann has 2 points", "found 3 points"),
        ("Ann has -3 points", "found 3 points"),
        ("Cid has 3 points", "found no player Cid"),
        ("Cid scored field for 3 points", "found no player Cid"),
        ("Cid has GOLD token with count 0", "found no player Cid"),
        ("Ann scored field for 2 points", "found field: 3"),
        ("Ann scored city for 4 points", "found city: nothing"),
        ("Ann scored city for 0 points", "found city: nothing"),
        ("Phase is TilePhase", "found phase GameOverPhase"),
        ("Player can pass", "found passing is not allowed"),
        ("Undo is allowed", "found it is not allowed"),
        ("Ann has GOLD token with count 1", "found 0"),
        ("Ann has GOLD token with size 0", "found 0"),
        ("Available action TilePlacement", "found nothing"),
        ("Ann is glad", "found a sentence of no known pattern"),
        ("", "found a sentence of no known pattern"),
        ("Ann has " + "9" * 3000 + " points", "found 3 points"),
    ],
    ids=lambda text: text[:40],
)
def test_what_does_not_hold(sentence: str, found: str) -> None:
    assert found in fails(*FARMER, end=1, holds=[sentence])


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann has KING token with count 1",
        "Bazaar noAuction: true",
        "Tunnel token TUNNEL_A options: {Road,N,[0,0]}",
        "Tower piece TOWER_PIECE options: [0,0]",
        "CaptureFollower options: {0.small.1,City,N,[0,0]}",
    ],
)
def test_what_is_not_known_here(sentence: str) -> None:
    assert repr(sentence) in is_unsupported(*FARMER, end=1, holds=[sentence])


def test_places_for_a_tile() -> None:
    """Of turns that look alike all are listed."""
    passes(
        draws=["BA/L"],
        holds=[
            "Phase is TilePhase",
            "Available action TilePlacement",
            "Available action TilePlacement for BA/L",
            "TilePlacement BA/L options: [0,1] - [270,0,90,180]",
            "Player can't pass",
            "Undo is not allowed",
        ],
    )
    passes(
        draws=["BA/RFr"],
        holds=["TilePlacement BA/RFr options: [0,1] - [0, 180]; [1,0] - [0,180]; [-1,0] - [180,0]"],
    )
    assert "[0,1] - [0,90,180,270]" in fails(draws=["BA/L"], holds=["TilePlacement BA/L options: [0,1] - [0]"])
    assert "no TilePlacement BA/C" in fails(draws=["BA/L"], holds=["TilePlacement BA/C options: "])
    assert "TilePlacement BA/L" in fails(draws=["BA/L"], holds=["Available action Meeple"])


def test_a_river_goes_on_as_that_program_lets_it() -> None:
    """No second bend at once may go the way of the first, and nothing may lie ahead, here the spring."""
    river = {"sets": ["river/1:1"], "start": "RI/s"}
    bend = [place("RI.1/II", 1, 0), DONE]
    passes(
        *bend,
        draws=["RI.1/II", "RI.1/RrII"],
        holds=["TilePlacement RI.1/RrII options: [1,1] - [180]"],
        **river,
    )
    passes(
        *bend,
        place("RI.1/IFI", 1, 1, 90),
        DONE,
        place("RI.1/II", 1, 2, 90),
        DONE,
        place("RI.1/IFI", 0, 2),
        DONE,
        draws=["RI.1/II", "RI.1/IFI", "RI.1/II", "RI.1/IFI", "RI.1/RrII"],
        holds=["TilePlacement RI.1/RrII options: [-1,2] - [270]"],
        **river,
    )


def test_options_of_followers() -> None:
    passes(
        place("BA/RFrG", 1, 0),
        holds=[
            "Meeple SmallFollower options: {Road,WE,[1,0]}; {Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL.SR.WL,[1,0]}",
            "Meeple BigFollower options: {Field,NL.NR.EL.WR,[1,0]}; {Road,WE,[1,0]}; {Field,ER.SL.SR.WL,[1,0]}",
            "Meeple Abbot options: {Garden,I,[1,0]}",
            "Available action Meeple for Abbot",
        ],
        **GARDEN,
    )
    assert "no Meeple Pig" in fails(place("BA/RFrG", 1, 0), holds=["Meeple Pig options: "], **GARDEN)


def test_options_of_followers_that_return() -> None:
    abbot = [place("BA/RFrG", 1, 0), deploy("0.abbot.1", 1, 0, "Garden", "I"), COMMIT]
    passes(
        *abbot,
        place("BA/RFr", 2, 0),
        DONE,
        place("BA/RFr", 3, 0),
        holds=[
            "Available action ReturnMeeple for ABBOT_RETURN",
            "ReturnMeeple ABBOT_RETURN options: {0.abbot.1,Garden,I,[1,0]}",
        ],
        **GARDEN,
    )
    road = [place("BA/RFr", 1, 0), deploy("0.small.3", 1, 0, "Road", "WE"), COMMIT]
    passes(
        *road,
        place("BA/RRR", -1, 0, 0),
        deploy("1.small.1", -1, 0, "Road", "W"),
        COMMIT,
        place("CC.1/Rr", 2, 0),
        holds=["Available action Meeple for SmallFollower"],
        sets=["corn-circles/1"],
    )
    passes(
        *road,
        place("BA/RRR", -1, 0, 0),
        deploy("1.small.1", -1, 0, "Road", "W"),
        COMMIT,
        place("CC.1/Rr", 2, 0),
        DONE,
        circle("REMOVE"),
        holds=["Phase is CornCirclePhase", "Available action Meeple", "Player can't pass"],
        sets=["corn-circles/1"],
    )


def test_undo() -> None:
    passes(place("BA/RFr", 1, 0), holds=["Undo is allowed"])
    passes(place("BA/RFr", 1, 0), PASS, holds=["Undo is allowed"])
    passes(place("BA/RFr", 1, 0), DONE, holds=["Undo is not allowed"])
