"""Every message of a saved game does here what it does there."""

import pytest
from interop.saved_games import (
    COMMIT,
    DONE,
    PASS,
    UNDO,
    circle,
    deploy,
    fails,
    ferry,
    game,
    gold,
    is_unsupported,
    message,
    move,
    passes,
    place,
    take_back,
)

from carcassonne.interop import jcloisterzone

CLOSED_CITY = [place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S")]
ROAD = [place("BA/RFr", 1, 0), deploy("0.small.1", 1, 0, "Road", "WE"), COMMIT]


def test_a_city_is_scored_at_the_commit() -> None:
    passes(*CLOSED_CITY, holds=["Ann has 0 points", "Phase is CommitActionPhase", "Undo is allowed"])
    passes(
        *CLOSED_CITY,
        COMMIT,
        holds=["Ann has 4 points.", "Ann scored city for 4 points", "Phase is TilePhase", "Undo is not allowed"],
    )


def test_a_pass_is_committed_too() -> None:
    passes(place("BA/C", 0, -1, 180), holds=["Phase is ActionPhase", "Player can pass"])
    passes(place("BA/C", 0, -1, 180), PASS, holds=["Player can't pass", "Available action Confirm"])
    assert "COMMIT while ActionPhase" in fails(place("BA/C", 0, -1, 180), COMMIT)


def test_the_last_commit_ends_the_game() -> None:
    passes(
        ROAD,
        end=1,
        holds=["Phase is GameOverPhase", "Ann scored road for 2 points", "Ann has 2 points", "Player can't pass"],
    )


def test_a_field_of_no_city_scores_nothing_and_is_an_entry_all_the_same() -> None:
    farmer = deploy("0.small.1", 1, 0, "Field", "EL.ER.SL.SR.WL.WR")
    passes(place("BA/C", 1, 0, 0), farmer, COMMIT, end=1, holds=["Phase is GameOverPhase"], start="BA/C")
    passes(place("BA/C", 1, 0, 0), farmer, COMMIT, end=1, holds=["Ann scored field for 0 points"], start="BA/C")


def test_a_message_taken_back_was_never_played() -> None:
    passes(
        place("BA/RFr", 1, 0),
        UNDO,
        place("BA/RFr", -1, 0),
        deploy("0.small.1", -1, 0, "Road", "WE"),
        UNDO,
        PASS,
        COMMIT,
        place("BA/C", 0, -1, 180),
        draws=["BA/RFr", "BA/C"],
        holds=["Phase is ActionPhase", "Available action Meeple for SmallFollower", "Undo is allowed"],
    )
    assert "taken back" in fails(place("BA/RFr", 1, 0), PASS, COMMIT, UNDO)


def test_followers_that_are_not_there_cannot_be_placed() -> None:
    assert "CommitActionPhase" in fails(*CLOSED_CITY, without=["small-follower"])
    passes(*CLOSED_CITY, COMMIT, elements={"small-follower": 1}, holds=["Ann has 4 points"])
    assert "player 0 acts" in fails(place("BA/C", 0, -1, 180), deploy("1.small.1", 0, -1, "City", "S"))


def test_an_abbot_in_a_garden_comes_back_for_what_it_is_worth() -> None:
    passes(
        place("BA/RFrG", 1, 0),
        deploy("0.abbot.1", 1, 0, "Garden", "I"),
        COMMIT,
        place("BA/RFr", 2, 0),
        DONE,
        place("BA/RFr", -1, 0),
        take_back("0.abbot.1", 1, 0, "Garden", "I", "ABBOT_RETURN"),
        base="basic:2",
        elements={"abbot": 1, "garden": True},
        holds=["Ann has 3 points", "Ann scored garden for 3 points", "Phase is CommitActionPhase"],
    )


def test_a_builder_earns_a_second_part() -> None:
    passes(
        ROAD,
        place("BA/C", 0, -1, 180),
        DONE,
        place("BA/RFr", 2, 0),
        deploy("0.builder.1", 2, 0, "Road", "WE"),
        COMMIT,
        place("BA/RFr", -1, 0),
        DONE,
        place("BA/RFr", 3, 0),
        DONE,
        place("BA/RFr", 4, 0),
        DONE,
        place("BA/RFr", -2, 0),
        deploy("1.small.1", -2, 0, "Field", "NL.NR.EL.WR"),
        sets=["traders-and-builders:1"],
        elements={"builder": 1, "pig": 1, "traders": True},
        holds=["Phase is CommitActionPhase"],
    )


def test_gold_goes_to_a_neighbour_and_to_who_completes() -> None:
    passes(
        place("GO/CRcr", 0, -1, 90),
        deploy("0.small.1", 0, -1, "City", "NS"),
        COMMIT,
        place("GO/LRr", 1, -1, 90),
        gold(0, -1),
        DONE,
        place("BA/C", 0, -2, 180),
        DONE,
        sets=["goldmines"],
        elements={"gold": True},
        holds=["Ann has 6 points", "Ann has GOLD token with count 3", "Ben has GOLD token with count 0"],
    )


def test_gold_is_decoration_without_its_element() -> None:
    passes(
        place("GO/CRcr", 0, -1, 90),
        DONE,
        place("GO/LRr", 1, -1, 90),
        PASS,
        sets=["goldmines"],
        holds=["Phase is CommitActionPhase"],
    )


def test_the_witch_halves() -> None:
    passes(
        ROAD,
        place("MW/CRRR.3", -1, 0),
        move("witch.1", 0, 0, "Road", "WE"),
        DONE,
        place("BA/RRR", 2, 0, 90),
        DONE,
        sets=["mage-and-witch:1"],
        elements={"mage": 1, "witch": 1},
        holds=["Ann has 2 points", "Ann scored road for 2 points"],
    )
    passes(
        place("MW/CRRR.3", -1, 0),
        sets=["mage-and-witch:1"],
        elements={"mage": 1, "witch": 1},
        holds=["Phase is MageAndWitchPhase", "Player can't pass", "Available action NeutralFigure"],
    )
    passes(place("MW/CRRR.3", -1, 0), sets=["mage-and-witch:1"], holds=["Phase is ActionPhase"])


def test_a_figure_that_is_not_on_the_table_cannot_leave_it() -> None:
    nowhere = message("MOVE_NEUTRAL_FIGURE", figureId="mage.1", to=None)
    setup = {"sets": ["mage-and-witch:1"], "elements": {"mage": 1, "witch": 1}}
    assert "not on the table" in fails(place("MW/CRRR.3", -1, 0), nowhere, **setup)


LAKE = [ROAD, place("FR/RRR", 2, 0, 90), PASS]
FERRIES = {"sets": ["ferries"], "elements": {"ferry": 1}}


def test_a_ferry_is_laid_and_moved() -> None:
    passes(
        *LAKE,
        holds=[
            "Phase is PlaceFerryPhase",
            "Player can't pass",
            "Ferries options: {Road,SW,[2,0]}; {Road,NW,[2,0]}; {Road,NS,[2,0]}",
        ],
        **FERRIES,
    )
    passes(
        *LAKE,
        ferry(2, 0, "SW"),
        COMMIT,
        place("BA/RRRR", -1, 0),
        PASS,
        holds=[
            "Phase is ChangeFerriesPhase",
            "Player can pass",
            "Ferries options: {Road,NW,[2,0]}; {Road,NS,[2,0]}",
            "Available action Ferries",
        ],
        **FERRIES,
    )
    passes(
        *LAKE,
        ferry(2, 0, "SW"),
        COMMIT,
        place("BA/RRRR", -1, 0),
        PASS,
        ferry(2, 0, "NS"),
        COMMIT,
        holds=["Ann has 4 points", "Phase is TilePhase"],
        **FERRIES,
    )
    assert "no two such ends" in fails(*LAKE, ferry(2, 0, "WE"), **FERRIES)


def test_without_the_element_a_lake_is_decoration() -> None:
    passes(*LAKE, sets=["ferries"], holds=["Phase is CommitActionPhase"])


def test_a_flight_lands_as_far_as_the_random_value_says() -> None:
    flight = deploy("0.small.1", -1, 0, "FlyingMachine", "I", random=0.1)
    setup = {"sets": ["flier:1"]}
    passes(
        place("FL/RFr.WE.o", 1, 0),
        holds=[
            "Meeple SmallFollower options: {FlyingMachine,I,[1,0]}; {Road,WE,[1,0]}; "
            "{Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL.SR.WL,[1,0]}"
        ],
        **setup,
    )
    flight = deploy("0.small.1", 1, 0, "FlyingMachine", "I", random=0.1)
    passes(
        place("FL/RFr.WE.o", 1, 0),
        flight,
        deploy("0.small.1", 0, 0, "City", "N"),
        COMMIT,
        end=1,
        holds=["Ann scored city for 1 points"],
        **setup,
    )
    far = deploy("0.small.1", 1, 0, "FlyingMachine", "I", random=0.9)
    passes(place("FL/RFr.WE.o", 1, 0), far, COMMIT, end=1, holds=["Ann has 0 points"], **setup)
    assert "random" in fails(place("FL/RFr.WE.o", 1, 0), deploy("0.small.1", 1, 0, "FlyingMachine", "I"), **setup)


CIRCLES = {"sets": ["corn-circles/1"]}
BEFORE = [ROAD, place("BA/RFr", -1, 0), deploy("1.small.1", -1, 0, "Field", "NL.NR.EL.WR"), COMMIT]


def test_followers_are_added_in_a_round() -> None:
    passes(
        *BEFORE,
        place("CC.1/Rr", 2, 0, 0),
        DONE,
        holds=["Phase is CornCirclePhase", "Player can't pass"],
        **CIRCLES,
    )
    passes(
        *BEFORE,
        place("CC.1/Rr", 2, 0, 0),
        DONE,
        circle("DEPLOY"),
        holds=["Player can pass", "Meeple SmallFollower options: {Road,WE,[1,0]}"],
        **CIRCLES,
    )
    passes(
        *BEFORE,
        place("CC.1/Rr", 2, 0, 0),
        DONE,
        circle("DEPLOY"),
        deploy("0.small.2", 1, 0, "Road", "WE"),
        COMMIT,
        place("BA/C", 0, -1, 180),
        holds=["Phase is ActionPhase", "Undo is allowed"],
        **CIRCLES,
    )


def test_who_passes_in_a_round_does_not_commit() -> None:
    passes(
        *BEFORE,
        place("CC.1/Rr", 2, 0, 0),
        DONE,
        circle("DEPLOY"),
        PASS,
        place("BA/C", 0, -1, 180),
        holds=["Phase is ActionPhase"],
        **CIRCLES,
    )


def test_who_has_nobody_left_is_passed_over_in_a_round() -> None:
    ben = [place("BA/RRR", -1, 0), deploy("1.small.1", -1, 0, "Road", "W"), COMMIT]
    circles = {**CIRCLES, "elements": {"small-follower": 1, "abbot": 1}}
    last = [place("CC.1/Rr", 2, 0), COMMIT, circle("DEPLOY")]
    passes(*ROAD, *ben, *last, place("BA/C", 0, -1, 180), holds=["Phase is CommitActionPhase"], **circles)
    passes(*ROAD, *ben, *last, end=3, holds=["Phase is GameOverPhase", "Ben has 1 points"], **circles)


def test_followers_are_taken_back_in_a_round() -> None:
    passes(
        *BEFORE,
        place("CC.1/Rr", 2, 0, 0),
        DONE,
        circle("REMOVE"),
        take_back("0.small.1", 1, 0, "Road", "WE", "CORN_CIRCLE"),
        COMMIT,
        place("BA/C", 0, -1, 180),
        holds=["Ann has 0 points", "Phase is ActionPhase"],
        **CIRCLES,
    )


@pytest.mark.parametrize("value", ["DEPLOY", "REMOVE"])
def test_a_circle_that_concerns_nobody_is_asked_for_all_the_same(value: str) -> None:
    passes(
        place("BA/RFr", -1, 0),
        deploy("0.small.1", -1, 0, "Field", "NL.NR.EL.WR"),
        COMMIT,
        place("CC.1/Rr", 1, 0),
        DONE,
        circle(value),
        place("BA/C", 0, -1, 180),
        holds=["Phase is ActionPhase"],
        **CIRCLES,
    )


def test_a_circle_before_anybody_stands_is_passed_over() -> None:
    passes(place("CC.1/Rr", 1, 0), DONE, place("BA/C", 0, -1, 180), holds=["Phase is ActionPhase"], **CIRCLES)


def test_river_tiles_come_first() -> None:
    passes(
        place("RI.1/II", 1, 0),
        DONE,
        place("RI.1/IFI", 1, 1, 90),
        sets=["river/1:1"],
        start="RI/s",
        holds=["Phase is ActionPhase"],
    )


def test_a_move_that_is_not_legal_is_named() -> None:
    found = jcloisterzone.replay(jcloisterzone.from_json(game(place("BA/C", 5, 5))))
    assert found.stop is not None
    assert (0, False) == (found.stop.message, found.stop.lacking)
    assert "no side would touch" in found.stop.reason
    assert "no such feature" in fails(place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "Road", "N"))
    assert "no such feature" in fails(place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "NS.X"))
    assert "no such feature" in fails(place("BA/C", 0, -1, 180), deploy("0.small.1", 9, 9, "City", "N"))


@pytest.mark.parametrize(
    ("sent", "what"),
    [
        (message("PAY_RANSOM", meepleId="0.small.1"), "PAY_RANSOM"),
        (message("SOMETHING_NEW"), "SOMETHING_NEW"),
        (deploy("0.wagon.1", 0, -1, "City", "S"), "wagon"),
        (deploy("0.small.1", 0, -1, "Tower", "I"), "Tower"),
        (move("fairy.1", 0, -1, "City", "S"), "fairy"),
        (message("PLACE_TOKEN", token="LB_SHED", pointer=[0, -1]), "LB_SHED"),
        (take_back("0.small.1", 0, -1, "City", "S", "PRINCESS"), "PRINCESS"),
        (take_back("0.abbot.1", 0, -1, "City", "S", "ABBOT_RETURN"), "abbot"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_named(sent: dict[str, object], what: str) -> None:
    assert what in is_unsupported(place("BA/C", 0, -1, 180), sent)
