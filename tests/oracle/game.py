"""The rules of the digests as plain Python: base game, river and abbot with all their options.

It shares nothing with the engine but the pictures of the tiles. Every answer is worked out from the table;
what is kept is what players keep: tiles, figures, points, the stock, and whose turn it is.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from oracle.pictures import STEPS, Box, Picture, pile_of
from oracle.rivers import has_room
from oracle.table import Feature, Name, Spot, Table, in_reading_order, text_of

CHANCE = -1
START = "base/city-cap-road-straight"
PLACE = re.compile(r"place (\S+) at (-?\d+),(-?\d+) turned (\d)")
SEGMENT = re.compile(r"(\w+)(?: (\d+))? at (-?\d+),(-?\d+)")


class OracleGame:
    """A game. `phase` is what is decided next: "draw", "place" or "action", or "over".

    Actions are texts. `log` holds what happened as tuples, in which a feature is the names of its segments.
    """

    def __init__(
        self,
        tiles: Iterable[Any],
        modules: Sequence[str],
        options: Mapping[str, str],
        players: int,
        draws: Sequence[str] | None = None,
    ) -> None:
        self.box = Box(tiles)
        self.options = options
        self.has_abbot = "abbot" in modules
        self.players = players
        self.scores = [0] * players
        self.supply = [{"meeple": 7, **({"abbot": 1} if self.has_abbot else {})} for _ in range(players)]
        self.standing: dict[Spot, tuple[int, str]] = {}
        self.stock = Counter(self.box.counts)
        self.draws = None if draws is None else list(draws)
        start = START
        self.stock[START] -= 1  # laid, or removed for the spring (B-1, RV-1)
        if "river" in modules:
            (start,) = self.box.showing("spring")
            self.stock[start] -= 1  # RV-2
        self.table = Table(self.box, {(0, 0): self.box.pictures[start][0]})
        self.active = 0
        self.extra_parts = 0
        self.last_bend = ""  # RV-13: "L", "R" or none yet
        self.drawn = ""
        self.new: tuple[int, int] | None = None
        self.phase = "draw"
        self.log: list[tuple[Any, ...]] = [("turn", 0)]
        if not self.candidates():
            self.end_part()

    def copy(self) -> OracleGame:
        other = copy.copy(self)
        other.scores = list(self.scores)
        other.supply = [dict(supply) for supply in self.supply]
        other.standing = dict(self.standing)
        other.stock = Counter(self.stock)
        other.draws = None if self.draws is None else list(self.draws)
        other.log = list(self.log)
        return other

    # Who decides, and what -------------------------------------------------------------------

    @property
    def decider(self) -> int:
        return CHANCE if self.phase == "draw" else self.active

    def legal(self) -> list[str]:
        """Everything that may be done now, as texts, in the order in which players read it."""
        if self.phase == "draw":
            return [f"draw {name}" for name in self.candidates()]
        if self.phase == "place":
            return [f"place {p.name} at {x},{y} turned {p.turn}" for p, x, y in self.placements(self.drawn)]
        return self.actions() if self.phase == "action" else []

    def candidates(self) -> list[str]:
        return pile_of(self.box, self.stock) if self.draws is None else self.draws[:1]

    def tiles_left(self) -> int:
        return sum(self.stock.values()) if self.draws is None else len(self.draws)

    def weights(self) -> list[int]:
        return [self.stock[name] if self.draws is None else 1 for name in self.candidates()]

    # Placing ---------------------------------------------------------------------------------

    def placements(self, name: str) -> list[tuple[Picture, int, int]]:
        """Every way to lay a tile: on a place beside a tile, in turns that can be told apart."""
        return [
            (picture, x, y)
            for x, y in self.table.open_places
            for picture in (self.box.pictures[name][turn] for turn in self.box.turns[name])
            if self.table.fits(picture, x, y) and self.follows_river(picture, x, y)
        ]

    def follows_river(self, picture: Picture, x: int, y: int) -> bool:
        """Whether a river tile goes on with the river and does not turn back (RV-10 … RV-16)."""
        if not picture.has("river"):
            return True
        entered = self.river_side(picture, x, y)
        if entered is None:
            return False
        if self.options["river.uturn"] == "clearance":
            return has_room(self.table.tiles, picture, x, y)
        bend = bend_of(picture, entered)
        return self.options["river.uturn"] == "none" or not bend or bend != self.last_bend

    def river_side(self, picture: Picture, x: int, y: int) -> int | None:
        """The side at which a tile would meet the one open end of the river."""
        for side in river_sides(picture):
            there = self.table.tiles.get((x + STEPS[side][0], y + STEPS[side][1]))
            if there is not None:
                assert (side + 2) % 4 in river_sides(there)
                return side
        return None

    # Figures ---------------------------------------------------------------------------------

    def spots_for(self, figure: str) -> tuple[str, ...]:
        if figure == "abbot":
            return ("cloister", "garden")  # AB-2 AB-3 AB-4
        if self.options["base.farmers"] == "off":
            return ("road", "city", "cloister")
        return ("road", "city", "cloister", "field")  # B-33, AB-6

    def holders(self, feature: Feature) -> list[tuple[int, str]]:
        return [who for spot, who in self.standing.items() if spot in feature.spots]

    def stands(self) -> list[tuple[Name, str]]:
        """Every way to put a figure on the new tile (B-30 … B-36, AB-7)."""
        assert self.new is not None
        x, y = self.new
        picture = self.table.tiles[x, y]
        if "lake" in picture.marks and self.options["river.lake_turn"] == "extra_turn":
            return []
        found = []
        for position, piece in enumerate(picture.pieces):
            if not self.holders(self.table.feature_at((x, y, position))):
                for figure, count in self.supply[self.active].items():
                    if count and piece.kind in self.spots_for(figure):
                        found.append(((x, y, piece.kind, piece.number), figure))
        return sorted(found, key=lambda pair: (in_reading_order(pair[0]), pair[1]))

    def recalls(self) -> list[Name]:
        """Where the player's abbot may be called back from (AB-30 … AB-42)."""
        if not self.has_abbot or self.options["abbot.recall"] == "off":
            return []
        found = [
            self.table.name(spot)
            for spot, who in self.standing.items()
            if who == (self.active, "abbot")
            and (self.options["abbot.recall_when_complete"] == "true" or not self.table.feature_at(spot).complete)
        ]
        return sorted(found, key=in_reading_order)

    def actions(self) -> list[str]:
        return [
            "pass",
            *(f"{figure} on {text_of(name)}" for name, figure in self.stands()),
            *(f"recall: abbot on {text_of(name)}" for name in self.recalls()),
        ]

    # Playing ---------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Play an action; must be legal."""
        kinds: dict[str, Callable[[str], None]] = {"draw": self.draw, "place": self.place, "action": self.act}
        kinds[self.phase](text)

    def draw(self, text: str) -> None:
        name = text.removeprefix("draw ")
        if self.draws is None:
            self.stock[name] -= 1
        else:
            self.draws = self.draws[1:]
        self.log.append(("drawn", name))
        if self.placements(name):
            self.drawn, self.phase = name, "place"
            return
        self.log.append(("discarded", name, "B-27"))
        if not self.candidates():
            self.end_part()  # B-28

    def place(self, text: str) -> None:
        found = PLACE.fullmatch(text)
        assert found is not None
        name, x, y, turn = found[1], int(found[2]), int(found[3]), int(found[4])
        picture = self.box.pictures[name][turn]
        if picture.has("river"):
            entered = self.river_side(picture, x, y)
            assert entered is not None
            bend = bend_of(picture, entered)
            if bend or self.options["river.uturn"] == "immediate":  # RV-15: a straight tile sets none
                self.last_bend = bend
        self.table = self.table.with_tile(picture, x, y)
        self.new, self.drawn = (x, y), ""
        self.log.append(("placed", self.active, name, x, y, turn))
        if "lake" in picture.marks and self.options["river.lake_turn"] == "extra_turn":
            self.extra_parts += 1
            self.log.append(("part added", self.active, "RV-21"))
        if self.actions() == ["pass"]:
            self.score_completed()
        else:
            self.phase = "action"

    def act(self, text: str) -> None:
        if text.startswith("recall: abbot on "):
            self.recall(self.spot(text.removeprefix("recall: abbot on ")))
        elif text != "pass":
            figure, _, place = text.partition(" on ")
            spot = self.spot(place)
            self.supply[self.active][figure] -= 1
            self.standing[spot] = self.active, figure
            self.log.append(("stood", self.active, figure, self.table.name(spot)))
        self.score_completed()

    def spot(self, text: str) -> Spot:
        found = SEGMENT.fullmatch(text)
        assert found is not None
        return self.table.spot((int(found[3]), int(found[4]), found[1], int(found[2] or 0)))

    def recall(self, spot: Spot) -> None:
        feature = self.table.feature_at(spot)
        self.log.append(("chosen", self.active, "recall", f"abbot on {text_of(self.table.name(spot))}"))
        self.award(self.active, feature, 1 + feature.neighbours, "AB-32")  # AB-38
        self.go_home(spot)

    def go_home(self, spot: Spot) -> None:
        player, figure = self.standing.pop(spot)
        self.supply[player][figure] += 1
        self.log.append(("returned", player, figure, self.table.name(spot)))

    # Scoring ---------------------------------------------------------------------------------

    def majority(self, feature: Feature) -> list[int]:
        """Everyone with most followers there (B-65, B-66, AB-11)."""
        heads = Counter(player for player, _ in self.holders(feature))
        return sorted(player for player, count in heads.items() if count == max(heads.values()))

    def points(self, feature: Feature) -> tuple[int, str]:
        """What a road, city, monastery or garden is worth as it is, and by which rule."""
        done = feature.complete
        if feature.kind == "road":
            return feature.tiles, "B-60" if done else "B-91"
        if feature.kind == "city":
            if done and feature.tiles == 2 and self.options["base.tiny_city_points"] == "2":
                return 2 + feature.pennants, "B-63"
            worth = feature.tiles + feature.pennants
            return (2 * worth, "B-61") if done else (worth, "B-92")
        if feature.kind == "cloister":
            return 1 + feature.neighbours, "B-64" if done else "B-93"
        return 1 + feature.neighbours, "AB-21" if done else "AB-24"

    def score_completed(self) -> None:
        """Score everything that the new tile has completed (B-56, B-60 … B-70, AB-20 … AB-23)."""
        assert self.new is not None
        x, y = self.new
        done = [
            feature
            for feature in self.table.features
            if feature.complete
            and any(
                (a, b) == (x, y) or (feature.kind in ("cloister", "garden") and abs(a - x) < 2 and abs(b - y) < 2)
                for a, b, _ in feature.spots
            )
        ]
        for feature in done:
            self.log.append(("completed", feature.names))
        winners = [(feature, self.majority(feature)) for feature in done]
        for feature, players in winners:
            for player in players:
                self.award(player, feature, *self.points(feature))
        for feature in done:
            for spot in [spot for spot in self.standing if spot in feature.spots]:
                self.go_home(spot)
        self.end_part()

    def award(self, player: int, feature: Feature, points: int, rule: str, *, final: bool = False) -> None:
        self.scores[player] += points
        self.log.append(("award", player, feature.names, points, rule, final))

    def end_part(self) -> None:
        """Another part, the next player's turn, or the end of the game (B-10, B-28, B-90, OP-18)."""
        self.new, self.drawn, self.phase = None, "", "draw"
        if not self.candidates():
            self.score_end()
            self.phase = "over"
            self.log.append(("ended", tuple(self.winners())))
        elif self.extra_parts:
            self.extra_parts -= 1
        else:
            self.active = (self.active + 1) % self.players
            self.log.append(("turn", self.active))

    def winners(self) -> list[int]:
        """Everyone with most points (B-103)."""
        return [player for player, score in enumerate(self.scores) if score == max(self.scores)]

    def score_end(self) -> None:
        """What is on the table at the end: roads, cities, monasteries, gardens, then fields (OP-37)."""
        for kind in ("road", "city", "cloister", "garden"):
            for feature in self.table.features:
                if feature.kind == kind:
                    for player in self.majority(feature):
                        self.award(player, feature, *self.points(feature), final=True)
        if self.options["base.farmers"] == "on":
            score = {"first": self.fields_first, "second": self.fields_second, "third": self.fields_third}
            score[self.options["base.farm_scoring"]]()

    def fields(self) -> list[Feature]:
        return [feature for feature in self.table.features if feature.kind == "field"]

    def fields_third(self) -> None:
        """Three points a city for each field by itself (B-95)."""
        for field in self.fields():
            cities = len(self.table.cities_along(field))
            for player in self.majority(field):
                if cities:
                    self.award(player, field, 3 * cities, "B-95", final=True)

    def fields_second(self) -> None:
        """The same, but a city counts once for a player (B-96)."""
        scored: list[tuple[int, Feature]] = []
        for field in self.fields():
            cities = self.table.cities_along(field)
            for player in self.majority(field):
                fresh = [city for city in cities if (player, city) not in scored]
                scored += [(player, city) for city in fresh]
                if fresh:
                    self.award(player, field, 3 * len(fresh), "B-96", final=True)

    def fields_first(self) -> None:
        """Four points a city to whoever has most farmers in all fields around it together (B-97)."""
        for city in self.table.features:
            if city.kind == "city" and city.complete:
                around = [field for field in self.fields() if city in self.table.cities_along(field)]
                heads = Counter(player for field in around for player, _ in self.holders(field))
                for player in sorted(heads):
                    if heads[player] == max(heads.values()):
                        self.award(player, city, 4, "B-97", final=True)

    # Questions that change nothing -----------------------------------------------------------

    def worth(self, feature: Feature) -> tuple[int, tuple[int, ...], bool]:
        """Points, who would get them, whether it is complete.

        Under `first` a field is worth nothing; under `second` it is told as if it were the only one.
        """
        if feature.kind == "river" or (feature.kind == "field" and self.options["base.farm_scoring"] == "first"):
            return 0, (), False
        points = 3 * len(self.table.cities_along(feature)) if feature.kind == "field" else self.points(feature)[0]
        return points, tuple(self.majority(feature)) if points else (), feature.complete

    def scores_if_ended(self) -> tuple[int, ...]:
        if self.phase == "over":
            return tuple(self.scores)
        other = self.copy()
        other.score_end()
        return tuple(other.scores)


def river_sides(picture: Picture) -> list[int]:
    return sorted(side for piece in picture.pieces if piece.kind == "river" for side in piece.sides)


def bend_of(picture: Picture, entered: int) -> str:
    """ "R", "L" or nothing: how the river turns on a tile that it enters at a side (RV-13, RV-16)."""
    out = [side for side in river_sides(picture) if side != entered]
    if len(out) != 1:
        return ""
    heading_in, heading_out = (entered + 2) % 4, out[0]
    return {0: "", 1: "R", 3: "L"}[(heading_out - heading_in) % 4]
