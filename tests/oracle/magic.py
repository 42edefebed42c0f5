"""Special pieces that follow the tile: gold, mage and witch, robbers (P1b … P1d); and the sharing of gold (P4a)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.affairs import MAGIC, Affairs, Course, Figure, ask
from oracle.table import Feature, Spot, text_of

Place = tuple[int, int]

# Gold ----------------------------------------------------------------------------------------------


def lay_gold(affairs: Affairs) -> Course:
    """An ingot on the tile and one on a neighbour (GM-2 … GM-4)."""
    if not affairs.shows("goldmines") or not affairs.is_on("goldmines.gold"):
        return
    assert affairs.new is not None
    affairs.gold[affairs.new] += 1
    options = [(f"{x},{y}", (x, y)) for x, y in around(affairs.new) if (x, y) in affairs.table.tiles]
    affairs.gold[(yield from ask(affairs.active, "gold", options))] += 1


def around(place: Place) -> list[Place]:
    return [(place[0] + dx, place[1] + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]


def share_gold(affairs: Affairs) -> Course:
    """One ingot each in rotation, from the active player on, among those entitled (GM-14 … GM-18)."""
    if not affairs.is_on("goldmines.gold"):
        return
    kinds = ("road", "city", "cloister") + ("garden",) * affairs.is_on("goldmines.garden_counts")
    claims: dict[Place, set[int]] = {}
    for feature, winners in affairs.settled:
        if feature.kind in kinds:
            for place in covered(feature):
                if affairs.gold[place] and winners:
                    claims.setdefault(place, set()).update(winners)
    turn = affairs.active
    while claims:
        own = sorted((place for place in claims if turn in claims[place]), key=lambda p: (p[1], p[0]))
        if own:
            place = yield from which_ingot(affairs, turn, own, claims)
            affairs.gold[place] -= 1
            affairs.tokens[turn]["gold"] += 1
            if not affairs.gold[place]:
                del claims[place]
        turn = (turn + 1) % affairs.players


def which_ingot(affairs: Affairs, player: int, own: list[Place], claims: dict[Place, set[int]]) -> Course:
    if affairs.chosen("goldmines.distribution", "auto"):
        return max(own, key=lambda place: (len(claims[place]), -place[1], -place[0]))  # GM-18
    if all(claims[place] == claims[own[0]] for place in own):
        return own[0]  # GM-17
    return (yield from ask(player, "take", [(f"gold at {x},{y}", (x, y)) for x, y in own]))


def covered(feature: Feature) -> set[Place]:
    """GM-10: the tiles of a road or city; of a monastery or garden the nine."""
    places = {(x, y) for x, y, _ in feature.spots}
    if feature.kind in ("cloister", "garden"):
        places |= {place for own in set(places) for place in around(own)}
    return places


# Mage and witch ------------------------------------------------------------------------------------


def magic_tile(affairs: Affairs) -> Course:
    """Place or move one of them; or part them where the tile has joined them (MW-2 … MW-22)."""
    if affairs.is_on("mage_witch.magic") and (affairs.shows("mage-and-witch") or affairs.magic_together()):
        yield from move_magic(affairs, "magic", may_stay=affairs.chosen("mage_witch.must_change_feature", "false"))


def part_them(affairs: Affairs) -> Course:
    """After a boat has joined their roads one of them is moved (MW-47, MW-A3)."""
    checked = affairs.is_on("mage_witch.magic") and affairs.is_on("mage_witch.after_ferry_check")
    if checked and affairs.magic_together():
        yield from move_magic(affairs, "parted after a ferry", may_stay=False)


def move_magic(affairs: Affairs, about: str, *, may_stay: bool) -> Course:
    """MW-D1 and MW-D3; where there is no place for any, one leaves the table: MW-D2."""
    standing = {figure.kind: figure for figure in affairs.standing if figure.kind in MAGIC}
    options = [
        (f"{kind} to {text_of(affairs.table.name(spot))}", (kind, spot))
        for kind in MAGIC
        for spot in destinations(affairs, standing.get(kind), may_stay=may_stay)
    ]
    if options:
        kind, spot = yield from ask(affairs.active, about, options)
        if kind in standing:
            affairs.send_home(standing[kind])
        affairs.put(None, kind, spot)
        return
    leaving = [(f"{kind} on {text_of(affairs.table.name(figure.spot))}", figure) for kind, figure in standing.items()]
    figure = yield from ask(affairs.active, about, leaving)
    if figure is not None:
        affairs.send_home(figure)


def destinations(affairs: Affairs, figure: Figure | None, *, may_stay: bool) -> Iterator[Spot]:
    """Incomplete roads and cities without mage and witch; of a road each segment where boats can cut it (MW-11)."""
    for feature in affairs.table.features:
        if feature.kind not in ("road", "city") or feature.complete:
            continue
        here = [f for f in affairs.on(feature) if f.kind in MAGIC]
        names = list(feature.names)
        if here:
            if here != [figure] or not may_stay:
                continue
            names = [name for name in names if name[:2] != figure.spot[:2]]  # another tile: MW-A1
        if feature.kind != "road" or not affairs.has_ferries:
            names = names[:1]
        yield from map(affairs.table.spot, names)


# Robbers -------------------------------------------------------------------------------------------


def bag_tile(affairs: Affairs) -> Course:
    """The active player, then the others with a robber in supply, may let robbers loose (RO-3 … RO-10)."""
    if not affairs.shows("robbers"):
        return
    yield from robber_of_active(affairs)
    others = [player for player in affairs.clockwise(affairs.active)[1:] if affairs.supply[player]["robber"]]
    if affairs.chosen("robbers.others_placement", "first_only"):
        others = others[:1]
    for player in others:
        yield from place_robber(affairs, player, "other robbers")


def robber_of_active(affairs: Affairs) -> Course:
    """RO-6 and RO-A2: what may be done with a robber that is on the track."""
    player, how = affairs.active, affairs.options["robbers.active_on_track"]
    if player not in affairs.robbers or how == "move":
        yield from place_robber(affairs, player, "robbers")
        return
    words = [("remove", "remove")] + [("move", "move")] * (how == "move_or_remove")
    word = yield from ask(player, "robbers", words, may_pass=True)
    if word == "remove":
        del affairs.robbers[player]
        affairs.supply[player]["robber"] += 1
    elif word == "move":
        yield from place_robber(affairs, player, "robbers", may_pass=False)


def place_robber(affairs: Affairs, player: int, about: str, *, may_pass: bool = True) -> Course:
    """On a space with an opponent's scoring figure, other than its own."""
    others = [other for other in range(affairs.players) if other != player]
    spaces = {affairs.space(other, marker) for other in others for marker in affairs.markers}
    options = [(f"space {space}", space) for space in sorted(spaces - {affairs.robbers.get(player)})]
    space = yield from ask(player, about, options, may_pass=may_pass)
    if space is not None:
        if player not in affairs.robbers:
            affairs.supply[player]["robber"] -= 1
        affairs.robbers[player] = space
