"""All that players keep in a game of any of the twelve modules, and what can be asked of it without changing it.

Shares nothing with the engine but the pictures of the tiles: features are found by flood fill, values and majorities
are worked out from scratch by the digests.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any

import attrs
from oracle.pictures import Box, Picture, pile_of
from oracle.table import Feature, Spot, Table

CHANCE = -1
START = "base/city-cap-road-straight"
STRENGTH = {"meeple": 1, "large meeple": 2, "abbot": 1}  # OP-3, IC-11, AB-11
GOODS = ("wine", "grain", "cloth")
MAGIC = ("mage", "witch")
TILE_MODULES = {
    "flying-machines": "flier",
    "ferries": "ferry",
    "goldmines": "gold",
    "mage-and-witch": "magic",
    "robbers": "bag",
}


@attrs.frozen
class Question:
    """A decision: who decides, about what, and each option by its text. `weights` only where chance decides."""

    player: int
    about: str
    options: Mapping[str, Any]
    weights: tuple[int, ...] = ()


Course = Generator[Question, str, Any]
"""A piece of the rules that asks questions and is sent the texts of the answers."""


@attrs.frozen
class Figure:
    """A figure on the table; `owner` is None for mage and witch."""

    owner: int | None
    kind: str
    spot: Spot


class Affairs:
    """Tiles, ferries, figures, supplies, tokens, points, and the few things that players remember."""

    def __init__(
        self,
        tiles: Iterable[Any],
        modules: Sequence[str],
        options: Mapping[str, str],
        names: Sequence[str],
        draws: Sequence[str] | None = None,
    ) -> None:
        self.box = Box(tiles)
        self.modules = frozenset(modules)
        self.options = options
        self.names = names
        self.players = players = len(names)
        self.supply: list[Counter[str]] = [self.figures_of_a_player() for _ in range(players)]
        self.standing: list[Figure] = []
        self.gold: Counter[tuple[int, int]] = Counter()
        self.tokens: list[Counter[str]] = [Counter() for _ in range(players)]
        self.markers = ("marker", "messenger") if "messages" in modules else ("marker",)
        self.points = [dict.fromkeys(self.markers, 0) for _ in range(players)]
        self.robbers: dict[int, int] = {}
        self.stock = Counter(self.box.counts)
        self.draws = None if draws is None else list(draws)
        self.stock[START] -= 1  # laid, or removed for the spring (B-1, RV-1)
        start = START
        if "river" in modules:
            (start,) = self.box.showing("spring")
            self.stock[start] -= 1  # RV-2
        self.table = Table(self.box, {(0, 0): self.box.pictures[start][0]})
        self.active = 0
        self.drawn = ""
        self.new: tuple[int, int] | None = None
        self.parts: list[str] = []
        self.laid_this_turn: list[tuple[int, int]] = []
        self.builder_granted = False
        self.ferries_moved: set[tuple[int, int]] = set()
        self.messages_seen: list[int] = []
        self.entitled = 0
        self.answering = False
        self.landing_used = False
        self.moved_in_round: set[str] = set()
        self.last_bend = ""
        self.settled: list[tuple[Feature, list[int]]] = []
        self.paid: list[Feature] = []
        self.over = False
        self.awards: list[tuple[int, int, tuple[Any, ...] | None, bool]] = []
        """Player, points, names of the feature or None, whether at the end."""

    def figures_of_a_player(self) -> Counter[str]:
        found = {"meeple": 7}  # B-3
        if "abbot" in self.modules:
            found["abbot"] = 1  # AB-1
        if "inns-and-cathedrals" in self.modules and self.is_on("inns.large_follower"):
            found["large meeple"] = 1  # IC-2
        if "traders-and-builders" in self.modules:
            found |= {"builder": 1, "pig": 1}  # TB-2
        if "robbers" in self.modules:
            found["robber"] = 1  # RO-1
        return Counter(found)

    def copy(self) -> Affairs:
        other = copy.copy(self)
        for name in ("supply", "tokens", "points"):
            setattr(other, name, [copy.copy(held) for held in getattr(self, name)])
        for name in ("standing", "gold", "robbers", "parts", "awards", "moved_in_round"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    # Options ---------------------------------------------------------------------------------

    def is_on(self, option: str) -> bool:
        return self.options.get(option, "off") in ("on", "true")

    def chosen(self, option: str, value: str) -> bool:
        return self.options.get(option) == value

    def shows(self, module: str) -> bool:
        """Whether the new tile shows the symbol of a module that is in play."""
        return (
            module in self.modules and self.new is not None and TILE_MODULES[module] in self.table.tiles[self.new].marks
        )

    @property
    def has_ferries(self) -> bool:
        return "ferries" in self.modules and self.is_on("ferries.ferries")

    @property
    def monasteries(self) -> tuple[str, ...]:
        many = self.is_on("abbot.gardens_count_as_monasteries")
        return ("cloister", "garden") if many else ("cloister",)

    def clockwise(self, start: int) -> list[int]:
        return [(start + turn) % self.players for turn in range(self.players)]

    # The stock -------------------------------------------------------------------------------

    def candidates(self) -> list[str]:
        return pile_of(self.box, self.stock) if self.draws is None else self.draws[:1]

    def tiles_left(self) -> int:
        return sum(self.stock.values()) if self.draws is None else len(self.draws)

    # Figures ---------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        assert self.new is not None
        return self.table.tiles[self.new]

    def on(self, feature: Feature) -> list[Figure]:
        return [figure for figure in self.standing if figure.spot in feature.spots]

    def followers(self, player: int | None = None, *kinds: str) -> list[Figure]:
        """Followers on the table: of a player or of all, on these kinds of features or on all."""
        return [
            figure
            for figure in self.standing
            if figure.kind in STRENGTH
            and player in (None, figure.owner)
            and (not kinds or self.kind_at(figure.spot) in kinds)
        ]

    def kind_at(self, spot: Spot) -> str:
        return self.table.tiles[spot[0], spot[1]].pieces[spot[2]].kind

    def has_follower(self, player: int, feature: Feature) -> bool:
        return any(f.owner == player and f.kind in STRENGTH for f in self.on(feature))

    def is_claimed(self, feature: Feature) -> bool:
        return any(figure.kind in STRENGTH for figure in self.on(feature))  # B-34, TB-4, MW-29

    def stands_on(self, figure: str) -> tuple[str, ...]:
        """The kinds of segments on which a figure may stand."""
        if figure == "robber":
            return ()  # RO-1
        if figure == "abbot":
            return ("cloister", "garden")  # AB-2 AB-3 AB-4
        if figure == "builder":
            return ("road", "city")  # TB-11
        if figure == "pig":
            return ("field",)  # TB-50
        if self.options["base.farmers"] == "off":
            return ("road", "city", "cloister")
        return ("road", "city", "cloister", "field")  # B-33, AB-6

    def put(self, owner: int | None, kind: str, spot: Spot) -> None:
        if owner is not None:
            assert self.supply[owner][kind] > 0
            self.supply[owner][kind] -= 1
        self.standing.append(Figure(owner, kind, spot))

    def send_home(self, figure: Figure) -> None:
        self.standing.remove(figure)
        if figure.owner is not None:
            self.supply[figure.owner][figure.kind] += 1

    def leave_paid(self) -> None:
        """Where the game ends in the middle of a scoring, what was paid already is not paid again."""
        for feature in self.paid:
            for figure in self.on(feature):
                self.send_home(figure)

    def send_strays_home(self) -> None:
        """Builders and pigs that have lost their followers go home (TB-46, TB-53, FE-31, CC-19)."""
        for figure in list(self.standing):
            if figure.kind in ("builder", "pig"):
                assert figure.owner is not None
                if not self.has_follower(figure.owner, self.table.feature_at(figure.spot)):
                    self.send_home(figure)

    def majority(self, feature: Feature) -> list[int]:
        """Everyone with most strength there (OP-23)."""
        strength: Counter[int] = Counter()
        for figure in self.on(feature):
            if figure.owner is not None and figure.kind in STRENGTH:
                strength[figure.owner] += STRENGTH[figure.kind]
        return sorted(player for player, count in strength.items() if count == max(strength.values()))

    def magic_on(self, feature: Feature) -> list[str]:
        return [figure.kind for figure in self.on(feature) if figure.kind in MAGIC]

    def magic_together(self) -> bool:
        """Whether mage and witch are on one feature (MW-17)."""
        spots = [figure.spot for figure in self.standing if figure.kind in MAGIC]
        return len(spots) == 2 and spots[1] in self.table.feature_at(spots[0]).spots

    # Values ----------------------------------------------------------------------------------

    def value(self, feature: Feature, player: int | None = None, *, ended: bool = False) -> int:
        """What a feature is worth as it is (OP-60); a field to a player, who may have a pig there."""
        if feature.kind == "river":
            return 0
        if feature.kind == "field":
            if self.chosen("base.farm_scoring", "first"):
                return 0
            return self.field_rate(feature, player, 3) * len(self.table.cities_along(feature))
        if feature.kind in ("cloister", "garden"):
            return 1 + feature.neighbours  # B-64 B-93 AB-21 AB-24
        worth = self.plain_value(feature, complete=feature.complete and not ended)
        magic = self.magic_on(feature)
        if "mage" in magic:
            worth += feature.tiles  # MW-23
        if "witch" in magic:
            worth = (worth + 1) // 2  # MW-24 MW-25
        return worth

    def plain_value(self, feature: Feature, *, complete: bool) -> int:
        """A road or a city without mage and witch."""
        tiles, pennants = feature.tiles, feature.pennants
        road = feature.kind == "road"
        special = feature.symbols.get("inn" if road else "cathedral", 0) > 0
        special = special and self.is_on("inns.inns" if road else "inns.cathedrals")
        ignore = self.chosen("inns.unfinished_value", "ignore")
        if road:
            return tiles * (1 + special) if complete else 0 if special and not ignore else tiles
        if complete and special:
            return 3 * (tiles + pennants)  # IC-30
        if complete:
            tiny = tiles == 2 and self.chosen("base.tiny_city_points", "2")
            return tiles + pennants if tiny else 2 * (tiles + pennants)  # B-61 B-63
        return 0 if special and not ignore else tiles + pennants  # B-92 IC-32

    def field_rate(self, field: Feature, player: int | None, base: int) -> int:
        """Points a city: one more with a pig of one's own, and with a herd (TB-54, TB-57)."""
        pig = any(figure.kind == "pig" and figure.owner == player for figure in self.on(field))
        herd = self.is_on("traders.pig_herd") and field.symbols.get("pig-herd", 0) > 0
        return base + pig + herd

    # Points ----------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sum(points.values()) for points in self.points)

    def space(self, player: int, marker: str) -> int:
        """Where a scoring figure stands (RO-26)."""
        points = self.points[player][marker]
        return points if self.chosen("robbers.space_equality", "absolute") else points % 50

    def winners(self) -> tuple[int, ...]:
        return tuple(player for player, score in enumerate(self.scores) if score == max(self.scores))


def ask(
    player: int, about: str, options: Sequence[tuple[str, Any]], *, may_pass: bool = False
) -> Generator[Question, str, Any]:
    """What a player chooses; None for a pass or where there is nothing to choose. A single choice is no question."""
    if not options:
        return None
    if len(options) == 1 and not may_pass:
        return options[0][1]
    texts = {f"{about}: {text}": value for text, value in options}
    assert len(texts) == len(options), texts
    if may_pass:
        texts = {"pass": None, **texts}
    answer = yield Question(player, about, texts)
    return texts[answer]


def run(course: Course, choose: Callable[[Question], str]) -> Any:
    """Carry out a piece of the rules; `choose` answers."""
    try:
        question = next(course)
        while True:
            question = course.send(choose(question))
    except StopIteration as stop:
        return stop.value
