"""Points: one scoring event after the other, robbers, landings on dark spaces, and the final scoring (OP §3, §5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from oracle.affairs import GOODS, MAGIC, STRENGTH, Affairs, Course, ask
from oracle.table import Feature, text_of

Given = tuple[int, int, Feature | None]
"""Player, points, for which feature."""
Bound = dict[int, tuple[int, str]]
"""For robbers whose owners chose for a whole phase: which scoring figure they rob."""


def event(
    affairs: Affairs,
    given: Sequence[Given],
    bound: Bound | None = None,
    *,
    final: bool = False,
    completed: Feature | None = None,
) -> Course:
    """All awards of one cause (OP-5, OP-24, RO-25). completed: the feature that is done with when they are given."""
    bound = bound or {}
    order = affairs.clockwise(affairs.active)
    awards = sorted((award for award in given if award[1] > 0), key=lambda award: order.index(award[0]))
    moving: list[str] = []
    for player, _, _ in awards:
        moving.append((yield from name_marker(affairs, player, final)))
    thefts: list[tuple[int, int]] = []
    robbing = [player for player in order if player in affairs.robbers]
    for owner in robbing if not final or affairs.is_on("robbers.in_final") else []:
        space = affairs.robbers[owner]
        open_to = [
            (f"{affairs.names[player]}'s {moving[number]}, {points} points", points)
            for number, (player, points, feature) in enumerate(awards)
            if player != owner
            and affairs.space(player, moving[number]) == space
            and bound.get(owner, (player, moving[number])) == (player, moving[number])
            and (feature is not None or not final)
        ]
        if open_to:
            points = yield from ask(owner, "share", open_to)
            thefts.append((owner, points))
    for owner, _ in thefts:
        del affairs.robbers[owner]  # RO-16
        affairs.supply[owner]["robber"] += 1
    for (player, points, feature), marker in zip(awards, moving, strict=True):
        advance(affairs, player, points, feature, marker, final)
    affairs.paid += [completed] if completed else []
    if not final:
        for (player, _, _), marker in zip(awards, moving, strict=True):
            look_at_landing(affairs, player, marker)
    for owner, points in thefts:
        yield from steal(affairs, owner, points, bound, final)


def name_marker(affairs: Affairs, player: int, final: bool) -> Course:
    """Which of the two scoring figures moves (ME-3); at the end they are one (ME-34)."""
    if final:
        return "marker"
    return (yield from ask(player, "advance", [(marker, marker) for marker in affairs.markers]))


def advance(affairs: Affairs, player: int, points: int, feature: Feature | None, marker: str, final: bool) -> None:
    affairs.points[player][marker] += points
    affairs.awards.append((player, points, None if feature is None else feature.names, final))


def steal(affairs: Affairs, owner: int, points: int, bound: Bound, final: bool) -> Course:
    """A robber's share: half of what was given; others' robbers travel along (RO-12, RO-23, RO-24)."""
    gain = points // 2 if affairs.chosen("robbers.rounding", "down") else (points + 1) // 2
    if not gain:
        return
    marker = yield from name_marker(affairs, owner, final)
    along: list[int] = []
    for other in affairs.clockwise(affairs.active):
        beside = affairs.robbers.get(other) == affairs.space(owner, marker)
        if other != owner and beside and bound.get(other, (owner, marker)) == (owner, marker):
            goes = True
            if affairs.chosen("robbers.follow", "owner_choice"):
                goes = yield from ask(other, "go along", [("no", False), ("yes", True)])
            along += [other] * goes
    advance(affairs, owner, gain, None, marker, final)
    if not final:
        look_at_landing(affairs, owner, marker)
    for other in along:
        affairs.robbers[other] = affairs.space(owner, marker)


# Dark spaces ---------------------------------------------------------------------------------------


def look_at_landing(affairs: Affairs, player: int, marker: str) -> None:
    """Whether a movement entitles the active player to a message (ME-8 … ME-14)."""
    if "messages" not in affairs.modules or player != affairs.active:
        return
    if marker == "marker" and affairs.chosen("messages.trigger_figures", "messenger_only"):
        return
    if affairs.answering:
        if is_dark(affairs, player, marker):
            affairs.answering = False
            affairs.entitled += 1
    elif affairs.chosen("messages.landing_check", "end_of_round"):
        affairs.moved_in_round.add(marker)
    elif is_dark(affairs, player, marker):
        entitle(affairs)


def is_dark(affairs: Affairs, player: int, marker: str) -> bool:
    if affairs.points[player][marker] % 5:
        return False
    others = (affairs.space(o, m) for o in range(affairs.players) if o != player for m in affairs.markers)
    return not affairs.is_on("messages.require_alone") or affairs.space(player, marker) not in others


def entitle(affairs: Affairs) -> None:
    """At most one a part, turn or round of scoring (ME-12, ME-A3)."""
    if not affairs.landing_used:
        affairs.landing_used = True
        affairs.entitled += 1


def begin_round(affairs: Affairs) -> None:
    if affairs.chosen("messages.cap", "per_round"):
        affairs.landing_used = False


def end_round(affairs: Affairs) -> None:
    """Where landings are judged after a round of scoring (ME-A6)."""
    if any(is_dark(affairs, affairs.active, marker) for marker in affairs.moved_in_round):
        entitle(affairs)
    affairs.moved_in_round = set()


# Completed features --------------------------------------------------------------------------------


def score_completed(affairs: Affairs, done: Sequence[Feature]) -> Course:
    """Everything completed, each feature in its own event, majorities fixed before (OP-20 … OP-26)."""
    begin_round(affairs)
    waiting = [(feature, affairs.majority(feature)) for feature in done]
    affairs.settled = list(waiting)
    bound: Bound = {}
    if affairs.chosen("robbers.choice_scope", "phase"):
        bound = yield from bind_robbers(affairs, {p for _, winners in waiting for p in winners})
    while waiting:
        yield from score_one(affairs, waiting.pop((yield from next_to_score(affairs, waiting))), bound)
    for feature in done:
        for figure in affairs.on(feature):
            affairs.send_home(figure)
    affairs.send_strays_home()
    affairs.paid = []
    end_round(affairs)


def next_to_score(affairs: Affairs, waiting: Sequence[tuple[Feature, list[int]]]) -> Course:
    """OP-D1: only with Messages or Robbers, and only among features with followers."""
    matters = {"messages", "robbers"} & affairs.modules
    if not matters or affairs.chosen("core.feature_order", "automatic"):
        return 0
    options = [(written(feature), number) for number, (feature, winners) in enumerate(waiting) if winners]
    return (yield from ask(affairs.active, "score next", options)) or 0


def written(feature: Feature) -> str:
    return text_of(feature.names[0])


def score_one(affairs: Affairs, settled: tuple[Feature, list[int]], bound: Bound) -> Course:
    feature, winners = settled
    points = affairs.value(feature)
    yield from event(affairs, [(player, points, feature) for player in winners], bound, completed=feature)
    for figure in [figure for figure in affairs.on(feature) if figure.kind in MAGIC]:
        affairs.send_home(figure)  # MW-27 OP-25
    if feature.kind == "city" and affairs.is_on("traders.goods"):
        for kind in GOODS:  # TB-61 TB-62
            affairs.tokens[affairs.active][kind] += feature.symbols.get(kind, 0)  # TB-67: never runs short


def bind_robbers(affairs: Affairs, winners: set[int]) -> Course:
    """RO-A4 `phase`: an owner with several figures beside the robber that will move names one of them."""
    bound: Bound = {}
    for owner in affairs.clockwise(affairs.active):
        if owner in affairs.robbers:
            targets = [
                (f"{affairs.names[player]}'s {marker}", (player, marker))
                for player in sorted(winners - {owner})
                for marker in affairs.markers
                if affairs.space(player, marker) == affairs.robbers[owner]
            ]
            if len(targets) > 1:
                bound[owner] = yield from ask(owner, "share with", targets)
    return bound


# The end -------------------------------------------------------------------------------------------


def score_end(affairs: Affairs) -> Course:
    """Final scoring (OP-31 … OP-37)."""
    for player, points in enumerate(affairs.points):  # ME-34
        affairs.points[player] = {**dict.fromkeys(points, 0), "marker": sum(points.values())}
    affairs.gold.clear()  # GM-21
    if not affairs.is_on("robbers.in_final"):  # RO-27
        for owner in affairs.robbers:
            affairs.supply[owner]["robber"] += 1
        affairs.robbers = {}
    for kind in ("road", "city", "cloister", "garden"):
        for feature in features(affairs, kind):
            given: list[Given] = [(p, affairs.value(feature), feature) for p in affairs.majority(feature)]
            yield from event(affairs, given, final=True)
    if affairs.options["base.farmers"] == "on":
        third, second, first = fields_third, fields_second, fields_first
        rules = {"third": third, "second": second, "first": first}
        for given in rules[affairs.options["base.farm_scoring"]](affairs):
            yield from event(affairs, given, final=True)
    if affairs.is_on("traders.goods"):
        for kind in GOODS:  # TB-65 TB-66
            most = max(held[kind] for held in affairs.tokens)
            bonus = int(affairs.options["traders.goods_bonus"])
            given = [(p, bonus, None) for p, held in enumerate(affairs.tokens) if most and held[kind] == most]
            yield from event(affairs, given, final=True)
    if affairs.is_on("goldmines.gold"):
        for player, held in enumerate(affairs.tokens):
            yield from event(affairs, [(player, gold_points(affairs, held["gold"]), None)], final=True)


def features(affairs: Affairs, kind: str) -> list[Feature]:
    return [feature for feature in affairs.table.features if feature.kind == kind]


def gold_points(affairs: Affairs, ingots: int) -> int:
    """GM-22, GM-23: each ingot by the table, whose entries are «from so many on: so much each»."""
    each = 0
    for entry in affairs.options["goldmines.value_table"].split():
        least, worth = entry.split(":")
        if ingots >= int(least):
            each = int(worth)
    return ingots * each


def fields_third(affairs: Affairs) -> list[list[Given]]:
    """Three points a city, four with a pig, for each field by itself (B-95, TB-54)."""
    return [
        [(p, affairs.value(field, p), field) for p in affairs.majority(field)] for field in features(affairs, "field")
    ]


def fields_second(affairs: Affairs) -> list[list[Given]]:
    """A city counts once for a player (B-96), in a field with the best rate (TB-59)."""
    fields = features(affairs, "field")
    events: list[list[Given]] = [[] for _ in fields]
    for player in range(affairs.players):
        own = [n for n, field in enumerate(fields) if player in affairs.majority(field)]
        paid: list[Feature] = []
        for number in sorted(own, key=lambda n: -affairs.field_rate(fields[n], player, 3)):
            fresh = [city for city in affairs.table.cities_along(fields[number]) if city not in paid]
            paid += fresh
            points = len(fresh) * affairs.field_rate(fields[number], player, 3)
            events[number].append((player, points, fields[number]))
    return events


def fields_first(affairs: Affairs) -> list[list[Given]]:
    """Four points a city to whoever has most farmers in all fields around it together (B-97, TB-59)."""
    events: list[list[Given]] = []
    for city in features(affairs, "city"):
        if not city.complete:
            continue
        around = [f for f in features(affairs, "field") if city in affairs.table.cities_along(f)]
        heads: Counter[int] = Counter()
        rate: dict[int, int] = {}
        for field in around:
            for figure in affairs.on(field):
                if figure.kind in STRENGTH and figure.owner is not None:
                    heads[figure.owner] += STRENGTH[figure.kind]
                    each = affairs.field_rate(field, figure.owner, 4)
                    rate[figure.owner] = max(each, rate.get(figure.owner, 0))
        events.append([(p, rate[p], city) for p in sorted(heads) if heads[p] == max(heads.values())])
    return events
