"""Games that are the same but for how they are looked at have the same scores."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle.agreement import POLICIES, name_of, oracle_for
from oracle.pictures import Box, Piece
from oracle.settings import Setting, rule_settings, rules_with, times

import carcassonne
from carcassonne import Action, Choose, Draw, Pass, Place, Segment, Setup, Stand
from carcassonne.read.faces import turn_tile
from carcassonne.shipped import data_folder

SEEDS = st.integers(0, 2**32)
quick = settings(max_examples=times(15), deadline=None, suppress_health_check=list(HealthCheck))


def random_game(rules: Any, players: int, seed: int, policy: str = "close") -> Any:
    """A game played to the end."""
    game = rules.new_game(players, seed=seed)
    chance = random.Random(seed)
    while not game.is_over:
        game.push(POLICIES[policy](chance, game, game.legal_actions))
    return game


def draws_of(game: Any) -> list[str]:
    return [action.tile for action in game.history if isinstance(action, Draw)]


def decided(game: Any) -> list[Action]:
    return [action for action in game.history if not isinstance(action, Draw)]


def start_of(rules: Any) -> tuple[str, int, int, int]:
    """The tile that lies on the table before the first turn."""
    (((x, y), (name, turn)),) = rules.new_game(1).table.items()
    return name, x, y, turn


# Turned by a quarter -------------------------------------------------------------------------------


class Turner:
    """Turns actions of a game by quarter turns clockwise around 0,0: (x, y) comes to (-y, x)."""

    def __init__(self, rules: Any, quarters: int) -> None:
        self.box, self.quarters = Box(rules.definitions.tiles), quarters

    def cell(self, x: int, y: int) -> tuple[int, int]:
        for _ in range(self.quarters):
            x, y = -y, x
        return x, y

    def turn(self, name: str, turn: int) -> int:
        """The turn in which the tile is listed: the first that looks like the one wanted."""
        four = self.box.pictures[name]
        look = four[(turn + self.quarters) % 4].look()
        return next(t for t in range(4) if four[t].look() == look)

    def segment(self, segment: Segment, tile: str, turn: int) -> Segment:
        """The same piece on the turned tile; where turns look alike it may have another number."""
        four = self.box.pictures[tile]
        wanted = next(
            piece
            for old, piece in zip(four[turn].pieces, four[(turn + self.quarters) % 4].pieces, strict=True)
            if (old.kind, old.number) == (segment.kind, segment.number)
        )
        listed = four[self.turn(tile, turn)].pieces
        number = next(piece.number for piece in listed if same_place(piece, wanted))
        return Segment(*self.cell(segment.x, segment.y), segment.kind, number)

    def action(self, action: Action, game: Any) -> Action:
        """The turned action; `game` is the one that is not turned, after it."""
        if isinstance(action, Place):
            return Place(action.tile, *self.cell(action.x, action.y), self.turn(action.tile, action.turned))
        if isinstance(action, Stand):
            return Stand(action.figure, self.segment(action.segment, *game.table[action.segment.cell]))
        if isinstance(action, Choose):
            about, segment = action.value.split(" on ")
            where = Segment.parse(segment)
            assert where is not None
            return Choose(action.about, f"{about} on {self.segment(where, *game.table[where.cell])}")
        return action


def same_place(one: Piece, other: Piece) -> bool:
    return (one.kind, one.sides, one.halves) == (other.kind, other.sides, other.halves)


@quick
@given(setting=rule_settings(), players=st.integers(1, 5), seed=SEEDS, quarters=st.integers(1, 3))
def test_a_turned_game_has_the_same_scores(setting: Setting, players: int, seed: int, quarters: int) -> None:
    rules = rules_with(*setting)
    original = random_game(rules, players, seed)
    turner = Turner(rules, quarters)
    name, x, y, turn = start_of(rules)
    table = Setup(((name, *turner.cell(x, y), turner.turn(name, turn)),))
    again = rules.new_game(players, seed=seed, tiles=draws_of(original))
    turned = rules.new_game(players, tiles=draws_of(original), table=table)
    for action in decided(original):
        assert len(again.legal_actions) == len(turned.legal_actions)
        turned_action = turner.action(action, again)
        again.push(action)
        turned.push(turned_action)
        assert again.scores == turned.scores
        assert again.scores_if_ended() == turned.scores_if_ended()
    assert turned.is_over
    assert original.scores == turned.scores
    assert original.winners == turned.winners


# Players relabelled --------------------------------------------------------------------------------


@quick
@given(setting=rule_settings(), players=st.integers(2, 6), seed=SEEDS, data=st.data())
def test_whoever_begins_the_scores_go_with_the_seats(
    setting: Setting, players: int, seed: int, data: st.DataObject
) -> None:
    rules = rules_with(*setting)
    first = data.draw(st.integers(1, players - 1))
    names = [f"player {number}" for number in range(players)]
    original = random_game(rules, players, seed)
    table = Setup((start_of(rules),), to_move=names[first])
    other = rules.new_game(names, tiles=draws_of(original), table=table)
    assert other.player == first
    for action in decided(original):
        other.push(action)
    shifted = tuple(original.scores[(player - first) % players] for player in range(players))
    assert shifted == other.scores


@quick
@given(players=st.integers(1, 6), seed=SEEDS)
def test_names_of_players_change_nothing(players: int, seed: int) -> None:
    rules = rules_with(("base", "abbot"))
    original = random_game(rules, players, seed)
    other = rules.new_game([f"{'x' * number}y" for number in range(players)], seed=seed)
    for action in decided(original):
        other.push(action)
    assert original.scores == other.scores
    assert original.fingerprint == other.fingerprint
    assert (original == other) is False


# Tiles renamed -------------------------------------------------------------------------------------


def renamed_rules(folder: Path, names: Mapping[str, str]) -> Any:
    """The base game from copies of its files in which the tiles have other names."""
    bare = {old.removeprefix("base/"): new.removeprefix("base/") for old, new in names.items()}
    for file, name in (
        ("expansions/base.yaml", r"(?<=base/)[\w-]+"),
        ("tiles/base-1.yaml", r"(?<=^  )[\w-]+(?=:)"),
    ):
        text = (data_folder() / file).read_text(encoding="utf-8")
        (folder / file).parent.mkdir()
        changed = re.sub(name, lambda found: bare.get(found[0], found[0]), text, flags=re.MULTILINE)
        assert changed != text
        (folder / file).write_text(changed, encoding="utf-8")
    return carcassonne.load_rules(str(folder / "expansions" / "base.yaml"))


def reverse(names: list[str]) -> list[str]:
    return names[::-1]


def shuffle(names: list[str]) -> list[str]:
    return random.Random(4).sample(names, len(names))


def invent(names: list[str]) -> list[str]:
    return [f"base/t{number}" for number in range(len(names))]


@pytest.mark.parametrize("rename", [reverse, shuffle, invent])
def test_names_of_tiles_change_nothing(rename: Callable[[list[str]], list[str]], tmp_path: Path) -> None:
    rules = rules_with(("base",))
    names = sorted(tile.name for tile in rules.definitions.tiles)
    new_names = dict(zip(names, rename(names), strict=True))
    others = renamed_rules(tmp_path, new_names)
    assert others.definitions.tiles[0].name == new_names[rules.definitions.tiles[0].name]
    for seed in range(3):
        original = random_game(rules, 2 + seed, seed)
        other = others.new_game(2 + seed, tiles=[new_names[name] for name in draws_of(original)])
        assert len(other.legal_actions) > 0
        for action in decided(original):
            if isinstance(action, Place):
                action = attrs.evolve(action, tile=new_names[action.tile])
            other.push(action)
            assert other.fingerprint
        assert original.scores == other.scores


# Another order -------------------------------------------------------------------------------------


def placements_in_order(laid: dict[tuple[int, int], Any], first: Any, chance: random.Random) -> list[Any]:
    """The tiles of a table in another order in which each touches those before it."""
    there, waiting, order = {first}, dict(laid), []
    del waiting[first]
    while waiting:
        ready = [(x, y) for x, y in waiting if {(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)} & there]
        cell = chance.choice(sorted(ready))
        there.add(cell)
        order.append((cell, waiting.pop(cell)))
    return order


@quick
@given(seed=SEEDS, modules=st.sampled_from((("base",), ("base", "abbot"))), players=st.integers(2, 4))
def test_the_order_of_placements_does_not_matter(seed: int, modules: tuple[str, ...], players: int) -> None:
    # Figures stand on the first few tiles before the first turn; then everybody only lays tiles.
    rules = rules_with(modules)
    source = random_game(rules, 2, seed)
    chance = random.Random(seed)
    laid = dict(source.table)
    order = placements_in_order(laid, (0, 0), chance)
    early, late = [((0, 0), laid[0, 0]), *order[:12]], order[12:]
    names = [f"player {number}" for number in range(players)]
    tiles = tuple((name, *cell, turn) for cell, (name, turn) in early)
    bare = rules.new_game(names, tiles=[], table=Setup(tiles))
    taken: set[Segment] = set()
    figures = []
    for (x, y), _ in early:
        for segment in bare.segments(x, y):
            kind = "abbot" if segment.kind == "garden" else "meeple"
            feature = bare.feature(segment)
            if segment.kind != "river" and not taken & set(feature) and not bare.worth(segment).complete:
                owner = names[len(figures) % players]
                if sum((owner, kind) == figure[:2] for figure in figures) < (7 if kind == "meeple" else 1):
                    figures.append((owner, kind, segment))
                    taken |= set(feature)
    table = Setup(tiles, tuple(figures))
    results = []
    for _ in range(3):
        late = placements_in_order(dict(early) | dict(late), (0, 0), chance)
        late = [(cell, tile) for cell, tile in late if cell not in dict(early)]
        game = rules.new_game(names, tiles=[name for _, (name, _) in late], table=table)
        for cell, (name, turn) in late:
            game.push(Place(name, *cell, turn))
            if game.about == "action":
                game.push(Pass())
        assert game.is_over
        segments = [segment for cell in game.table for segment in game.segments(*cell)]
        features = {tuple(map(name_of, game.feature(segment))) for segment in segments}
        results.append((game.scores, features, [game.supply(player) for player in range(players)]))
    assert results[0] == results[1] == results[2]
    assert len(figures) > 3


# Four turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("editions", [("1", "1"), ("2", "2"), ("2", "3")])
def test_four_turns_of_a_tile_are_the_tile(editions: tuple[str, str]) -> None:
    rules = rules_with(("base", "river", "abbot"), (("base.edition", editions[0]), ("river.edition", editions[1])))
    kinds = {kind.name: kind for kind in rules.definitions.features}
    symbols = {symbol.name: symbol for symbol in rules.definitions.symbols}
    for tile in rules.definitions.tiles:
        one = turn_tile(tile, 1, kinds, symbols)
        two = turn_tile(one, 1, kinds, symbols)
        three = turn_tile(two, 1, kinds, symbols)
        assert tile == turn_tile(three, 1, kinds, symbols) == turn_tile(tile, 4, kinds, symbols)
        assert two == turn_tile(tile, 2, kinds, symbols)
        assert three == turn_tile(tile, -1, kinds, symbols)
        assert one != tile or set(tile.edges) == {tile.edges[0]}


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_turned_tables_are_the_turned_pictures(edition: str) -> None:
    rules = rules_with(("base", "river", "abbot"), (("river.edition", edition),))
    pictures = Box(rules.definitions.tiles).pictures
    kept = ("tile", "name", "kinds", "numbers", "counts", "closing", "centres", "several", "symbols", "size")
    for four in rules.tiles.turned:
        for turn, lying in enumerate(four):
            after = four[(turn + 1) % 4]
            assert [getattr(lying, name) for name in kept] == [getattr(after, name) for name in kept]
            assert lying.edges == after.edges[1:] + after.edges[:1]
            seen = {
                (piece.kind, piece.number): piece.sides | piece.halves for piece in pictures[lying.name][turn].pieces
            }
            for segment, number in zip(lying.segments, lying.numbers, strict=True):
                assert seen[segment.kind, number] == frozenset(segment.ports)


@quick
@given(setting=rule_settings(), seed=SEEDS, players=st.integers(1, 6))
def test_games_end_within_two_actions_a_tile(setting: Setting, seed: int, players: int) -> None:
    rules = rules_with(*setting)
    game = random_game(rules, players, seed, "eager")
    tiles = sum(tile.count for tile in rules.definitions.tiles)
    assert len(game) <= 2 * tiles
    assert len(draws_of(game)) == oracle_for(game).tiles_left()
