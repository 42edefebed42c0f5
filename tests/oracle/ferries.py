"""P2a and P2b: a boat on a new lake, and boats that may be moved (FE-8 … FE-32)."""

from __future__ import annotations

from itertools import combinations

from oracle.affairs import Affairs, Course, ask
from oracle.magic import part_them
from oracle.table import Link, Spot, text_of

Place = tuple[int, int]


def boats(affairs: Affairs) -> Course:
    """Place the new lake's boat, then move others; answers the stubs that were linked or released."""
    touched: set[Spot] = set()
    if not affairs.has_ferries:
        return touched
    if affairs.shows("ferries"):
        assert affairs.new is not None
        link = yield from ask(affairs.active, "ferry", pairs(affairs, affairs.new))
        yield from put_boat(affairs, affairs.new, link, touched)
        affairs.ferries_moved.add(affairs.new)  # FE-19
    yield from move_boats(affairs, touched)
    return touched


def pairs(affairs: Affairs, place: Place) -> list[tuple[str, Link]]:
    """All pairs of stubs of a lake, with their texts."""
    found = []
    for a, b in combinations(roads_on(affairs, place), 2):
        one = text_of(affairs.table.name((*place, a))).partition(" at ")[0]
        found.append((f"{one} and {text_of(affairs.table.name((*place, b)))}", (a, b)))
    return found


def roads_on(affairs: Affairs, place: Place) -> list[int]:
    pieces = affairs.table.tiles[place].pieces
    return [position for position, piece in enumerate(pieces) if piece.kind == "road"]


def put_boat(affairs: Affairs, place: Place, link: Link, touched: set[Spot]) -> Course:
    for position in (*affairs.table.links.get(place, ()), *link):
        touched.add((*place, position))
    affairs.table = affairs.table.with_link(place, link)
    affairs.send_strays_home()  # FE-31
    yield from part_them(affairs)  # FE-32


def move_boats(affairs: Affairs, touched: set[Spot]) -> Course:
    """Each boat met first in a direction may be moved, once; settled before the first moves (FE-11 … FE-22)."""
    within_reach = [place for place in first_boats(affairs) if place not in affairs.ferries_moved]
    while within_reach:
        options = [
            (text, (place, link))
            for place in within_reach
            for text, link in pairs(affairs, place)
            if link != affairs.table.links[place]
        ]
        chosen = yield from ask(affairs.active, "move connection", options, may_pass=True)
        if chosen is None:
            return
        place, link = chosen
        within_reach.remove(place)
        affairs.ferries_moved.add(place)
        yield from put_boat(affairs, place, link, touched)
        if affairs.chosen("ferries.directions", "one_total"):
            return


def first_boats(affairs: Affairs) -> list[Place]:
    """Walk from each road of the new tile to the first boat in each direction (FE-14 … FE-18, FE-22)."""
    assert affairs.new is not None
    table = affairs.table
    found: list[Place] = []
    seen = {(*affairs.new, position) for position in roads_on(affairs, affairs.new)}
    waiting = list(seen)
    while waiting:
        for spot in table.beyond(waiting.pop()):
            if spot not in seen:
                seen.add(spot)
                if spot[2] in table.links.get(spot[:2], ()):
                    found += [spot[:2]] * (spot[:2] not in found)
                else:
                    waiting.append(spot)
    return found
