"""P5: the crop circles (CC-1 … CC-24)."""

from __future__ import annotations

from oracle.affairs import Affairs, Course, Figure, ask
from oracle.table import Spot, in_reading_order, text_of

CONCERNED = {"rake": "field", "club": "road", "shield": "city"}


def crop_circle(affairs: Affairs, place: tuple[int, int]) -> Course:
    """The active player says what all do; then everybody does it, the left neighbour first (CC-5, CC-7)."""
    if "crop-circles" not in affairs.modules:
        return
    for mark in affairs.table.tiles[place].marks & CONCERNED.keys():
        kind = CONCERNED[mark]
        if affairs.followers(None, kind):  # CC-6
            words = [("add", True), ("take back", False)]
            adds = yield from ask(affairs.active, "crop circle", words)
            for player in affairs.clockwise(affairs.active + 1):
                own = affairs.followers(player, kind)
                if own:  # CC-11, CC-17
                    yield from (add if adds else take_back)(affairs, player, kind, own)


def add(affairs: Affairs, player: int, kind: str, own: list[Figure]) -> Course:
    """One follower from the supply beside one of one's own (CC-9 … CC-15)."""
    supply = affairs.supply[player]
    kinds = [(figure, figure) for figure in ("meeple", "large meeple") if supply[figure]]
    optional = affairs.is_on("crop_circles.deploy_optional")
    figure = yield from ask(player, "crop circle, added", kinds, may_pass=optional and bool(kinds))
    if figure is not None:
        spots: set[Spot] = {host.spot for host in own}
        if affairs.chosen("crop_circles.deploy_location", "same_feature"):
            spots = {spot for host in own for spot in affairs.table.feature_at(host.spot).spots}
        names = sorted(map(affairs.table.name, spots), key=in_reading_order)
        spot = yield from ask(player, "crop circle", [(text_of(name), affairs.table.spot(name)) for name in names])
        affairs.put(player, figure, spot)


def take_back(affairs: Affairs, player: int, kind: str, own: list[Figure]) -> Course:
    """One follower back into the supply, without points (CC-16 … CC-20)."""
    options = {f"{figure.kind} on {text_of(affairs.table.name(figure.spot))}": figure for figure in own}
    figure = yield from ask(player, "crop circle", list(options.items()))
    affairs.send_home(figure)
    affairs.send_strays_home()
