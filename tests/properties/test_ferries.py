"""Random games with many ferries: roads are what a flood fill finds, whatever was moved or taken back."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from oracle.pictures import STEPS, Box
from oracle.settings import rules_with, times
from oracle.table import Spot
from oracle.table import Table as Model

from carcassonne.play.game import Game
from carcassonne.words.actions import Action, Place
from carcassonne.words.events import Completed
from carcassonne.words.segments import Segment

RULES = rules_with(("base", "ferries"))
BOX = Box(RULES.definitions.tiles)
LAKES = BOX.showing("ferry")
ROADS = [
    "base/road-straight",
    "base/road-curve",
    "base/road-tee",
    "base/road-cross",
    "base/cloister-road-end",
    "base/city-cap-road-tee",
    "base/city-cap-road-straight",
]

Group = frozenset[Spot]


class Flood:
    """The roads of a game, found from its tiles and ferries alone."""

    def __init__(self, game: Game) -> None:
        tiles = {place: BOX.pictures[name][turned] for place, (name, turned) in game.table.items()}
        self.model = Model(BOX, tiles)
        self.links = [(self.spot(one), self.spot(other)) for one, other in game.connections]
        self.linked = {spot for link in self.links for spot in link}
        groups = [set(feature.spots) for feature in self.model.features if feature.kind == "road"]
        for a, b in self.links:
            one = next(group for group in groups if a in group)
            other = next(group for group in groups if b in group)
            if one is not other:
                one |= other
                groups.remove(other)
        self.groups: list[Group] = [frozenset(group) for group in groups]

    def spot(self, segment: Segment) -> Spot:
        return self.model.spot((segment.x, segment.y, segment.kind, segment.number))

    def segment(self, spot: Spot) -> Segment:
        return Segment(*self.model.name(spot))

    def group(self, segment: Segment) -> Group:
        spot = self.spot(segment)
        return next(group for group in self.groups if spot in group)

    def is_complete(self, group: Group) -> bool:
        """Every road's edge has a neighbour, who then has a road there too."""
        ends = ((spot, side) for spot in group for side in self.model.tiles[spot[:2]].pieces[spot[2]].sides)
        return all(self._beside(spot, side) in self.model.tiles for spot, side in ends)

    @staticmethod
    def _beside(spot: Spot, side: int) -> tuple[int, int]:
        x, y = STEPS[side]
        return spot[0] + x, spot[1] + y

    def roads_on(self, place: tuple[int, int]) -> list[Spot]:
        pieces = self.model.tiles[place].pieces
        return [(*place, position) for position, piece in enumerate(pieces) if piece.kind == "road"]

    def first_ferries(self, place: tuple[int, int]) -> set[tuple[int, int]]:
        """The lakes whose ferry is met first, going away from each road of a tile (FE-14 … FE-18, FE-22)."""
        found: set[tuple[int, int]] = set()
        seen: set[Spot] = set(self.roads_on(place))
        waiting = list(seen)
        while waiting:
            for spot in self.model.beyond(waiting.pop()):
                if spot in seen:
                    continue
                seen.add(spot)
                if spot in self.linked:
                    found.add(spot[:2])
                else:
                    waiting.append(spot)
        return found


def agree(game: Game) -> None:
    """Features, completeness and worth of all roads: one point a tile, a tile once (FE-5, FE-35)."""
    flood = Flood(game)
    for group in flood.groups:
        segments = sorted(flood.segment(spot) for spot in group)
        assert tuple(segments) == game.feature(segments[0])
        worth = game.worth(segments[-1])
        assert flood.is_complete(group) == worth.complete
        assert len({spot[:2] for spot in group}) == worth.points
        standing = sorted(who for at, _, who in game.figures if at in segments and who is not None)
        heads = {who: standing.count(who) for who in standing}
        most = max(heads.values(), default=0)
        assert tuple(who for who in sorted(heads) if heads[who] == most) == worth.players


class Part:
    """One part, from the placement of its tile on: which ferries it reaches, and which roads it completes."""

    def __init__(self, game: Game, place: Place) -> None:
        self.place = place.x, place.y
        self.since = len(game.events)
        self.asked = False
        self.touched: set[Segment] = set()
        self.before = game.connections

    def check_reach(self, game: Game) -> None:
        """The first question about ferries names all that are in reach; without any none is asked (FE-22)."""
        self.asked = True
        reached: set[tuple[int, int]] = set()
        if game.about == "move connection":
            texts = [str(action) for action in game.legal_actions][1:]
            places = [text.rpartition(" at ")[2].split(",") for text in texts]
            reached = {(int(x), int(y)) for x, y in places}
            lakes = [len(Flood(game).roads_on(place)) for place in reached]
            assert sum(roads * (roads - 1) // 2 - 1 for roads in lakes) == len(texts)
        assert Flood(game).first_ferries(self.place) == reached

    def note_moves(self, game: Game) -> None:
        now = game.connections
        self.touched |= {segment for pair in set(now) ^ set(self.before) for segment in pair}
        self.before = now

    def check_completed(self, game: Game) -> None:
        """Roads on the new tile and at moved ferries are looked at, after all ferries (FE-25, FE-26)."""
        flood = Flood(game)
        looked_at = {flood.segment(spot) for spot in flood.roads_on(self.place)} | self.touched
        expected = {group for segment in looked_at if flood.is_complete(group := flood.group(segment))}
        roads = [
            event.segment
            for event in game.events[self.since :]
            if isinstance(event, Completed) and event.segment.kind == "road"
        ]
        assert len(expected) == len(roads)
        assert expected == {flood.group(segment) for segment in roads}


def some_action(game: Game, chance: random.Random) -> Action:
    """Any action, but ferries are mostly moved, and tiles mostly laid where they meet several."""
    actions = game.legal_actions
    if game.about == "move connection" and chance.randrange(8):
        return actions[chance.randrange(1, len(actions))]
    if game.about == "place" and chance.randrange(3):
        table = game.table
        beside = [
            sum((x + dx, y + dy) in table for dx, dy in STEPS)
            for x, y in ((action.x, action.y) for action in actions if isinstance(action, Place))
        ]
        return actions[beside.index(max(beside))]
    return actions[chance.randrange(len(actions))]


@given(st.integers(0, 2**32), st.integers(1, 3))
@settings(max_examples=times(20))
def test_roads_with_ferries_are_what_a_flood_fill_finds(seed: int, often: int) -> None:
    """FE-2, FE-3, FE-5, FE-14 … FE-18, FE-22, FE-25, FE-26: through a whole random game."""
    chance = random.Random(seed)
    roads = chance.choice((ROADS, ROADS[:2]))
    tiles = [chance.choice(LAKES if chance.randrange(4) < often else roads) for _ in range(24)]
    game = RULES.new_game(3, seed=seed, tiles=tiles)
    part: Part | None = None
    while not game.is_over:
        action = some_action(game, chance)
        if isinstance(action, Place):
            if part is not None:
                part.check_completed(game)
            part = Part(game, action)
        game.push(action)
        assert part is not None
        part.note_moves(game)
        if not part.asked and game.about not in ("action", "ferry"):
            part.check_reach(game)
        agree(game)


@given(st.integers(0, 2**32))
@settings(max_examples=times(15))
def test_ferries_can_be_taken_back(seed: int) -> None:
    """Links and cuts are undone exactly, and a game saved after that comes back the same."""
    chance = random.Random(seed)
    rules = rules_with(("base", "ferries", "inns-and-cathedrals", "traders-and-builders", "mage-and-witch"))
    others = ["traders-and-builders/city-cap-road-end-right", "mage-and-witch/city-cap-road-tee"]
    tiles = [chance.choice(chance.choice((LAKES, ROADS, others))) for _ in range(20)]
    game = rules.new_game(2, seed=seed, tiles=tiles)
    prints = [game.fingerprint]
    while not game.is_over:
        game.push(some_action(game, chance))
        prints.append(game.fingerprint)
        if chance.randrange(6) == 0:
            for _ in range(chance.randint(1, min(8, len(game)))):
                game.pop()
                prints.pop()
                assert prints[-1] == game.fingerprint
            assert rules.game_from_dict(game.to_dict()) == game
    while len(game):
        game.pop()
        prints.pop()
        assert prints[-1] == game.fingerprint
