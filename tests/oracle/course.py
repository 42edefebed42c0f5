"""The course of a game with all modules: turns, parts, and the states P0 … P6 of each part (OP §2)."""

from __future__ import annotations

from typing import Any

from oracle import circles, ferries, magic, messages
from oracle.affairs import CHANCE, Affairs, Course, Question, ask
from oracle.awards import begin_round, end_round, event, score_completed, score_end
from oracle.pictures import STEPS, Picture
from oracle.rivers import has_room
from oracle.table import Feature, Spot, in_reading_order, text_of


def game(affairs: Affairs) -> Course:
    """A whole game: turn by turn, then the final scoring."""
    while affairs.candidates():
        yield from turn(affairs)
        if affairs.candidates():
            affairs.active = (affairs.active + 1) % affairs.players
    yield from score_end(affairs)
    affairs.over = True


def turn(affairs: Affairs) -> Course:
    """The base part, then the parts that wait: those of messages before the builder's (OP-15)."""
    affairs.builder_granted = False
    affairs.landing_used = False
    affairs.ferries_moved = set()
    affairs.laid_this_turn = []
    affairs.parts = []
    yield from part(affairs)
    while affairs.parts and affairs.candidates():
        if (yield from wants(affairs, affairs.parts[0])):
            affairs.parts.pop(0)
            yield from part(affairs)
        else:
            affairs.parts.pop(0)
    affairs.parts = affairs.parts if affairs.candidates() else []
    if affairs.chosen("crop_circles.timing", "end_of_turn"):  # CC-A3
        for place in affairs.laid_this_turn:
            yield from circles.crop_circle(affairs, place)


def wants(affairs: Affairs, waiting: str) -> Course:
    """A-TB2: whether the player plays a part that waits."""
    if waiting != "builder" or affairs.chosen("traders.builder_second_part", "compulsory"):
        return True
    return (yield from ask(affairs.active, "another part", [("play", True)], may_pass=True))


def part(affairs: Affairs) -> Course:
    """One tile with everything that belongs to it."""
    if not affairs.chosen("messages.cap", "per_turn"):  # ME-A3
        affairs.landing_used = False
    if not affairs.chosen("ferries.move_limit", "per_turn"):  # FE-A2
        affairs.ferries_moved = set()
    affairs.settled = []
    if (yield from draw_and_lay(affairs)):
        yield from with_the_tile(affairs)
    affairs.new = None


def with_the_tile(affairs: Affairs) -> Course:
    """P1a to P5, once the tile lies."""
    assert affairs.new is not None
    new = affairs.new
    test_builder(affairs)
    if "lake" in affairs.picture.marks and affairs.chosen("river.lake_turn", "extra_turn"):
        affairs.parts.insert(0, "lake")
    yield from magic.lay_gold(affairs)
    yield from magic.magic_tile(affairs)
    yield from magic.bag_tile(affairs)
    yield from figure_action(affairs)
    touched = yield from ferries.boats(affairs)
    yield from score_completed(affairs, completed(affairs, touched))
    yield from magic.share_gold(affairs)
    yield from messages.messages(affairs)
    if affairs.chosen("crop_circles.timing", "per_part"):
        yield from circles.crop_circle(affairs, new)


# P0 and P1: the tile -------------------------------------------------------------------------------


def draw_and_lay(affairs: Affairs) -> Course:
    """Draw until a tile fits, and lay it; whether one was laid (B-27, B-28)."""
    while names := affairs.candidates():
        weights = tuple(affairs.stock[name] if affairs.draws is None else 1 for name in names)
        answer = yield Question(CHANCE, "draw", {f"draw {name}": name for name in names}, weights)
        name = answer.removeprefix("draw ")
        if affairs.draws is None:
            affairs.stock[name] -= 1
        else:
            affairs.draws = affairs.draws[1:]
        options = placements(affairs, name)
        if options:
            affairs.drawn = name
            answer = yield Question(affairs.active, "place", options)
            lay(affairs, *options[answer])
            return True
    return False


def placements(affairs: Affairs, name: str) -> dict[str, tuple[Picture, int, int]]:
    """Every way to lay a tile: on a place beside a tile, in turns that can be told apart."""
    box, table = affairs.box, affairs.table
    found = {}
    for x, y in table.open_places:
        for turned in box.turns[name]:
            picture = box.pictures[name][turned]
            if table.fits(picture, x, y) and follows_river(affairs, picture, x, y):
                found[f"place {name} at {x},{y} turned {turned}"] = picture, x, y
    return found


def lay(affairs: Affairs, picture: Picture, x: int, y: int) -> None:
    if picture.has("river"):
        bend = bend_of(picture, river_side(affairs, picture, x, y))
        if bend or affairs.chosen("river.uturn", "immediate"):  # RV-15: a straight tile sets none
            affairs.last_bend = bend
    affairs.table = affairs.table.with_tile(picture, x, y)
    affairs.new, affairs.drawn = (x, y), ""
    affairs.laid_this_turn.append((x, y))


def follows_river(affairs: Affairs, picture: Picture, x: int, y: int) -> bool:
    """Whether a river tile goes on with the river and does not turn back (RV-10 … RV-16)."""
    if not picture.has("river"):
        return True
    entered = river_side(affairs, picture, x, y)
    if entered is None:
        return False
    if affairs.chosen("river.uturn", "clearance"):
        return has_room(affairs.table.tiles, picture, x, y)
    bend = bend_of(picture, entered)
    return affairs.chosen("river.uturn", "none") or not bend or bend != affairs.last_bend


def river_side(affairs: Affairs, picture: Picture, x: int, y: int) -> int | None:
    """The side at which a tile would meet the one open end of the river."""
    for side in river_sides(picture):
        if (x + STEPS[side][0], y + STEPS[side][1]) in affairs.table.tiles:
            return side
    return None


def river_sides(picture: Picture) -> list[int]:
    return sorted(side for piece in picture.pieces if piece.kind == "river" for side in piece.sides)


def bend_of(picture: Picture, entered: int | None) -> str:
    """ "R", "L" or nothing: how the river turns on a tile that it enters at a side (RV-13, RV-16)."""
    out = [side for side in river_sides(picture) if side != entered]
    if len(out) != 1 or entered is None:
        return ""
    return {0: "", 1: "R", 3: "L"}[(out[0] - entered - 2) % 4]


def test_builder(affairs: Affairs) -> None:
    """P1a: a tile that continues what the builder stood on grants a part, once a turn (TB-30 … TB-40)."""
    if affairs.builder_granted or affairs.new is None:
        return
    for figure in affairs.standing:
        if figure.kind == "builder" and figure.owner == affairs.active:
            spots = affairs.table.feature_at(figure.spot).spots
            if any((x, y) == affairs.new for x, y, _ in spots):
                affairs.builder_granted = True
                affairs.parts.append("builder")


# P2: a figure --------------------------------------------------------------------------------------


def figure_action(affairs: Affairs) -> Course:
    """At most one figure: stand, fly, call back, or nothing (OP-11)."""
    options: dict[str, Any] = {f"{figure} on {text_of(name)}": (figure, spot) for name, figure, spot in stands(affairs)}
    options |= {f"fly: {figure}": ("fly", figure) for figure in fliers(affairs)}
    options |= {f"recall: abbot on {text}": ("recall", spot) for text, spot in recalls(affairs)}
    if not options:
        return
    answer = yield Question(affairs.active, "action", {"pass": None, **options})
    if answer == "pass":
        return
    what, more = options[answer]
    if what == "fly":
        yield from fly(affairs, more)
    elif what == "recall":
        yield from recall(affairs, more)
    else:
        affairs.put(affairs.active, what, more)
        if what in ("builder", "pig") and affairs.chosen("abbot.recall_exclusive", "followers_only"):
            yield from recall_after_a_figure(affairs)


def stands(affairs: Affairs) -> list[tuple[Any, str, Spot]]:
    """Every way to put a figure on the new tile (B-30 … B-36, TB-10 … TB-17, TB-50)."""
    if "lake" in affairs.picture.marks and affairs.chosen("river.lake_turn", "extra_turn"):
        return []
    assert affairs.new is not None
    x, y = affairs.new
    found = []
    for position in range(len(affairs.picture.pieces)):
        spot = x, y, position
        feature = affairs.table.feature_at(spot)
        for figure, count in affairs.supply[affairs.active].items():
            if count and may_stand(affairs, figure, feature):
                found.append((affairs.table.name(spot), figure, spot))
    return sorted(found, key=lambda found: (in_reading_order(found[0]), found[1]))


def may_stand(affairs: Affairs, figure: str, feature: Feature) -> bool:
    if feature.kind not in affairs.stands_on(figure):
        return False
    if figure in ("builder", "pig"):
        at_home = affairs.has_follower(affairs.active, feature)  # TB-12 TB-50
        late = figure == "builder" and feature.complete  # TB-17
        return at_home and (not late or affairs.is_on("traders.builder_on_completed"))
    return not affairs.is_claimed(feature)  # B-34


def fliers(affairs: Affairs) -> list[str]:
    """FM-4, FM-42: followers in supply, on a tile with a machine."""
    if not affairs.shows("flying-machines"):
        return []
    supply = affairs.supply[affairs.active]
    kinds = ["large meeple", "meeple"]
    kinds += ["abbot"] * affairs.is_on("flying_machines.abbot_may_fly")
    return [kind for kind in kinds if supply[kind]]


def fly(affairs: Affairs, figure: str) -> Course:
    """Roll, and land on an incomplete feature so far along the arrow, or stay in supply (FM-7 … FM-22)."""
    assert affairs.new is not None
    answer = yield Question(CHANCE, "roll", {f"roll: {face}": face for face in (1, 2, 3)}, (2, 2, 2))
    distance = int(answer.removeprefix("roll: "))
    arrow = affairs.picture.arrow
    x = affairs.new[0] + distance * (("E" in arrow) - ("W" in arrow))
    y = affairs.new[1] + distance * (("S" in arrow) - ("N" in arrow))
    there = affairs.table.tiles.get((x, y))
    spots = [(x, y, position) for position in range(len(there.pieces))] if there else []
    kinds = set(affairs.stands_on(figure)) - {"field"}
    landings = [
        (text_of(affairs.table.name(spot)), spot)
        for spot in spots
        if affairs.kind_at(spot) in kinds and not affairs.table.feature_at(spot).complete
    ]
    spot = yield from ask(affairs.active, "fly, landing", landings)
    if spot is not None:
        affairs.put(affairs.active, figure, spot)


def recalls(affairs: Affairs) -> list[tuple[str, Spot]]:
    """Where the player's abbot may be called back from (AB-30 … AB-42)."""
    if not affairs.is_on("abbot.recall"):
        return []
    return [
        (text_of(affairs.table.name(figure.spot)), figure.spot)
        for figure in affairs.standing
        if (figure.owner, figure.kind) == (affairs.active, "abbot")
        and (affairs.is_on("abbot.recall_when_complete") or not affairs.table.feature_at(figure.spot).complete)
    ]


def recall(affairs: Affairs, spot: Spot) -> Course:
    """The abbot alone scores, at once, and goes home (AB-32, AB-34, AB-38, OP-17)."""
    feature = affairs.table.feature_at(spot)
    begin_round(affairs)
    yield from event(affairs, [(affairs.active, 1 + feature.neighbours, feature)])
    end_round(affairs)
    (abbot,) = (f for f in affairs.on(feature) if (f.owner, f.kind) == (affairs.active, "abbot"))
    affairs.send_home(abbot)


def recall_after_a_figure(affairs: Affairs) -> Course:
    """A-AB1 read literally: after a figure that is no follower the abbot may still be called back."""
    options = [(f"abbot on {text}", spot) for text, spot in recalls(affairs)]
    if options:
        texts = {f"recall after a figure: {text}": spot for text, spot in options}
        answer = yield Question(affairs.active, "action", {"pass": None, **texts})
        if answer != "pass":
            yield from recall(affairs, texts[answer])


# P3: what is complete ------------------------------------------------------------------------------


def completed(affairs: Affairs, touched: set[Spot]) -> list[Feature]:
    """Roads and cities on the new tile, monasteries and gardens around, roads of moved boats (OP-20, FE-26)."""
    assert affairs.new is not None
    x, y = affairs.new

    def concerned(feature: Feature) -> bool:
        near = 2 if feature.kind in ("cloister", "garden") else 1
        return any(abs(a - x) < near and abs(b - y) < near for a, b, _ in feature.spots) or bool(
            touched & feature.spots
        )

    return [feature for feature in affairs.table.features if feature.complete and concerned(feature)]
