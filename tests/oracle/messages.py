"""P4b: the messages that the active player may take (ME-15 … ME-33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracle.affairs import CHANCE, Affairs, Course, Question, ask
from oracle.awards import begin_round, end_round, event, written
from oracle.table import Feature, text_of


def messages(affairs: Affairs) -> Course:
    """As long as the player is entitled: take or decline, turn up, action or two points."""
    while affairs.entitled:
        affairs.entitled -= 1
        may_decline = not affairs.chosen("messages.draw", "mandatory")
        if (yield from ask(affairs.active, "messages", [("take", True)], may_pass=may_decline)):
            number = yield from turn_up(affairs)
            affairs.answering = True
            yield from resolve(affairs, number)
            affairs.answering = False


def turn_up(affairs: Affairs) -> Course:
    """The next message: unknown until all eight were seen, then they go round (ME-20)."""
    seen = affairs.messages_seen
    left = [seen[-8]] if len(seen) >= 8 else [number for number in range(1, 9) if number not in seen]
    options = {f"turn up: {number}": number for number in left}
    answer = yield Question(CHANCE, "turn up", options, (1,) * len(left))
    seen.append(options[answer])
    return options[answer]


def resolve(affairs: Affairs, number: int) -> Course:
    """The action where it can be used, or two points (ME-17, ME-18)."""
    usable = {
        1: ("smallest road", bool(own_features(affairs, "road"))),
        2: ("smallest city", bool(own_features(affairs, "city"))),
        3: ("smallest monastery", bool(own_features(affairs, *affairs.monasteries))),
        4: ("pennants", bool(own_features(affairs, "city"))),
        5: ("knights", bool(affairs.followers(affairs.active, "city"))),
        6: ("farmers", bool(affairs.followers(affairs.active, "field"))),
        7: ("another tile", affairs.tiles_left() > 0),
        8: ("score a follower", bool(scorable(affairs))),
    }
    word, can = usable[number]
    options = [(word, True)] * can + [("points", False)]
    if (yield from ask(affairs.active, "messages", options)):
        yield from act(affairs, number)
    else:
        yield from earn(affairs, 2)


def act(affairs: Affairs, number: int) -> Course:
    player, me = affairs.active, affairs
    if number in (1, 2, 3):
        kinds: Sequence[str] = {1: ("road",), 2: ("city",), 3: me.monasteries}[number]
        yield from smallest(me, own_features(me, *kinds))
    elif number == 4:
        yield from earn(me, sum(2 * city.pennants for city in own_features(me, "city")))
    elif number == 5:
        yield from earn(me, 2 * len(me.followers(player, "city")))
    elif number == 6:
        yield from earn(me, int(me.options["messages.farmer_points"]) * len(me.followers(player, "field")))
    elif number == 7:
        add_part(me)
    else:
        yield from score_follower(me)


def own_features(affairs: Affairs, *kinds: str) -> list[Feature]:
    return [
        feature
        for feature in affairs.table.features
        if feature.kind in kinds and affairs.has_follower(affairs.active, feature)
    ]


def smallest(affairs: Affairs, candidates: Sequence[Feature]) -> Course:
    """What is worth least if the game ended now; among equals the player chooses (ME-23, ME-D4)."""
    values = [affairs.value(feature, affairs.active, ended=True) for feature in candidates]
    least = [f for f, value in zip(candidates, values, strict=True) if value == min(values)]
    feature = yield from ask(affairs.active, "messages", [(written(f), f) for f in least])
    yield from earn(affairs, min(values), feature)


def earn(affairs: Affairs, points: int, feature: Feature | None = None) -> Course:
    """One award for the active player alone (ME-21, ME-22)."""
    begin_round(affairs)
    yield from event(affairs, [(affairs.active, points, feature)])
    end_round(affairs)


def add_part(affairs: Affairs) -> None:
    """Another tile, before a builder's part (ME-31, OP-15)."""
    place = affairs.parts.index("builder") if "builder" in affairs.parts else len(affairs.parts)
    affairs.parts.insert(place, "message")


def scorable(affairs: Affairs) -> dict[str, Any]:
    """Own followers where one has the majority, or shares it (ME-30, ME-A8)."""
    found = {}
    for figure in affairs.followers(affairs.active):
        most = affairs.majority(affairs.table.feature_at(figure.spot))
        if most == [affairs.active] or (affairs.active in most and affairs.is_on("messages.m8_tie_counts")):
            found[f"{figure.kind} on {text_of(affairs.table.name(figure.spot))}"] = figure
    return found


def score_follower(affairs: Affairs) -> Course:
    """Its feature is scored for the player alone, and this one follower goes home (ME-30)."""
    figure = yield from ask(affairs.active, "messages, scored", list(scorable(affairs).items()))
    feature = affairs.table.feature_at(figure.spot)
    yield from earn(affairs, affairs.value(feature, affairs.active, ended=True), feature)
    affairs.send_home(figure)
    affairs.send_strays_home()
