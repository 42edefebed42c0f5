"""What is measured, on games that were made up."""

from __future__ import annotations

import pytest
from balance.made_up import facts, origins

from carcassonne.balance import Measure
from carcassonne.balance.facts import Facts, Origin
from carcassonne.balance.measures import ACTED, AWARDS, BY_KIND, BY_MODULE, BY_RULE, measures_of
from carcassonne.errors import OptionError


def measured(a: list[Facts], b: list[Facts], known: object = None) -> dict[str, Measure]:
    found = measures_of((a, b), known or (origins(), origins()), 0.95)  # type: ignore[arg-type]
    names = [(measure.group, measure.name) for measure in found]
    assert len(names) == len(set(names))
    return {f"{group}: {name}": measure for (group, name), measure in zip(names, found, strict=True)}


def test_points_and_seats_of_two_games() -> None:
    found = measured([facts(10, 20), facts(30, 30)], [facts(13, 20), facts(30, 25)])
    means = {name: (m.a.mean, m.b.mean, m.difference.mean) for name, m in found.items()}
    assert (22.5, 22.0, -0.5) == means["points: a player's points"]
    assert (25.0, 25.0, 0.0) == means["points: the winner's points"]
    assert (20.0, 19.0, -1.0) == means["points: the last player's points"]
    assert (5.0, 6.0, 1.0) == means["points: winner's lead over the last"]
    assert (0.25, 0.5, 0.25) == means["seats: won by seat 1"], "half of the shared win; then the second game"
    assert (0.75, 0.5, -0.25) == means["seats: won by seat 2"]
    assert (0.5, 0.0, -0.5) == means["seats: won by several"]
    assert (-5.0, -1.0, 4.0) == means["seats: seat 1's points above the others'"]
    assert (10.0, 10.0, 0.0) == means["length: turns"]


def test_the_first_seat_is_held_against_the_mean_of_the_others() -> None:
    found = measured([facts(10, 4, 6)], [facts(10, 4, 0)])
    seat = found["seats: seat 1's points above the others'"]
    assert (5.0, 8.0) == (seat.a.mean, seat.b.mean)
    assert seat.difference.low is None and "" == seat.verdict, "one game tells nothing about chance"


def test_one_player_has_no_seats() -> None:
    found = measured([facts(10), facts(12)], [facts(10), facts(12)])
    assert not any(name.startswith("seats") or "winner" in name for name in found)


def test_choices_are_counted_a_decision_and_not_a_game() -> None:
    a = [facts(1, decisions=10, options=20, forced=5), facts(1, decisions=30, options=140, forced=5)]
    found = measured(a, a)
    assert 4.0 == found["choices: legal actions at a decision"].a.mean
    assert 0.25 == found["choices: decisions with one action only"].a.mean


def test_shares_by_kind_expansion_and_rule() -> None:
    road, city = Origin("road", "R-1", "tiles"), Origin("city", "C-1", "tiles")
    other = Origin("other", "", "luck")
    a = [facts(8, points={road: 6, city: 2}, at_end=2), facts(2, points={road: 1, other: 1})]
    b = [facts(8, points={city: 8}), facts(2, points={city: 2})]
    known = origins(by_rule={"R-1": "house", "C-1": "garden house"})
    found = measured(a, b, (known, known))
    shares = {name: (m.a.mean, m.b.mean) for name, m in found.items() if m.group in (BY_KIND, BY_MODULE, BY_RULE)}
    expected = {
        f"{BY_KIND}: city": (0.2, 1.0),
        f"{BY_KIND}: road": (0.7, 0.0),
        f"{BY_KIND}: other": (0.1, 0.0),
        f"{BY_MODULE}: garden house": (0.2, 1.0),
        f"{BY_MODULE}: house": (0.7, 0.0),
        f"{BY_MODULE}: no rule id": (0.1, 0.0),
        f"{BY_RULE}: C-1": (0.2, 1.0),
        f"{BY_RULE}: R-1": (0.7, 0.0),
        f"{BY_RULE}: no rule id": (0.1, 0.0),
    }
    assert expected.keys() == shares.keys()
    for name, pair in expected.items():
        assert pytest.approx(pair) == shares[name], name
    assert 0.2 == found["points: points given at the end"].a.mean


def test_rules_that_one_side_alone_knows() -> None:
    known = (
        origins(rules={"toll": ""}),
        origins(by_rule={"R-1": "house", "R-2": "house"}, rules={"toll": "", "tax": ""}),
    )
    a = [facts(3, acted={"toll": 2}), facts(3, acted={})]
    b = [facts(3, acted={"toll": 1, "tax": 4}, awards={"R-2": 1}), facts(3, acted={"tax": 1})]
    found = measured(a, b, known)
    assert (1.0, 0.5, "") == _means(found[f"{ACTED}: toll"])
    assert (0.0, 2.5, "only in B") == _means(found[f"{ACTED}: tax"])
    assert (0.0, 0.5, "only in B") == _means(found[f"{AWARDS}: R-2"])
    assert (3.0, 1.5, "") == _means(found[f"{AWARDS}: R-1"])


def _means(measure: Measure) -> tuple[float, float, str]:
    return measure.a.mean, measure.b.mean, measure.verdict


def test_verdicts() -> None:
    games = [facts(10 + number, 30) for number in range(20)]
    turns = [10 + 3 * (number % 2) - (number % 3) for number in range(20)]
    more = [facts(11 + number, 30, turns=turn + (turn > 10)) for number, turn in enumerate(turns)]
    found = measured(games, more)
    assert "differs" == found["points: the last player's points"].verdict
    assert "same" == found["points: the winner's points"].verdict
    assert 1.0 == found["points: the winner's points"].chance
    assert "perhaps" == found["length: turns"].verdict, found["length: turns"]


def test_an_interval_of_a_share_keeps_to_shares() -> None:
    games = [facts(1, 2), facts(1, 2), facts(2, 1), facts(1, 2)]
    won = measured(games, games)["seats: won by seat 1"]
    assert (0.25, 0.0, 1.0) == (won.a.mean, won.a.low, won.a.high)
    assert 0.25 == won.b.mean


def test_how_many_games_a_difference_takes() -> None:
    a = [facts(0), facts(0), facts(0), facts(0)]
    b = [facts(1), facts(-1), facts(1), facts(-1)]
    points = measured(a, b)["points: a player's points"]
    assert 11 == points.games_for(1.0), "sd 1.155: (2.8 * 1.155) ** 2 = 10.5"
    with pytest.raises(OptionError):
        points.games_for(0)
