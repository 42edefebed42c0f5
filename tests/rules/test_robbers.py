"""Robbers in whole games: every theft follows from what was on the track, told by the log of events alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from carcassonne import Game, Ruleset, load_rules
from carcassonne.words.actions import Pass
from carcassonne.words.events import Award, StoodBeside, TurnBegan

SPACES = 50
Entry = Award | StoodBeside | TurnBegan


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load_rules("robbers")


def test_the_tiles(rules: Ruleset) -> None:
    """RO-3: eight tiles show a bag."""
    with_bag = [tile for tile in rules.definitions.tiles if any(name == "bag" for name, _ in tile.symbols)]
    assert sum(tile.count for tile in with_bag) == 8
    assert {tile.name.partition("/")[0] for tile in with_bag} == {"robbers"}


def play(rules: Ruleset, players: int, seed: int) -> Game:
    game, random = rules.new_game(players, seed=seed), Random(seed)
    while not game.is_over:
        actions = [action for action in game.legal_actions if not isinstance(action, Pass)]
        game.push(random.choice(actions or list(game.legal_actions)))
    return game


def is_theft(entry: Entry) -> bool:
    return isinstance(entry, Award) and entry.segment is None


def goes_home(entry: Entry) -> bool:
    return isinstance(entry, StoodBeside) and entry.space is None


class Track:
    """A score track that is kept by hand."""

    def __init__(self, players: int) -> None:
        self.totals = [0] * players
        self.robbers: dict[int, int] = {}
        self.active = 0

    def space(self, player: int) -> int:
        return self.totals[player] % SPACES

    def clockwise(self, player: int) -> int:
        return (player - self.active) % len(self.totals)

    def thieves(self, awards: list[Award]) -> list[int]:
        """RO-12, RO-14, RO-18, RO-25: who must rob, from the positions before anybody moves."""
        return sorted(
            (
                owner
                for owner, space in self.robbers.items()
                if any(award.player != owner and self.space(award.player) == space for award in awards)
            ),
            key=self.clockwise,
        )

    def victims(self, thief: int, awards: list[Award]) -> list[Award]:
        space = self.robbers[thief]
        return [award for award in awards if award.player != thief and self.space(award.player) == space]


def scoring_events(game: Game) -> Iterator[tuple[list[Entry], list[Award]]]:
    """Log entries one by one, or those of a scoring event together with its awards."""
    log: list[Entry] = [event for event in game.events if isinstance(event, Entry)]
    at = 0
    while at < len(log):
        first = at
        while at < len(log) and goes_home(log[at]):
            at += 1
        awards: list[Award] = []
        while at < len(log) and not is_theft(entry := log[at]) and isinstance(entry, Award):
            if awards and entry.segment != awards[0].segment:
                break
            awards.append(entry)
            at += 1
        at = at if awards else first + 1
        yield log[first:at], awards


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_theft_follows_from_the_track(rules: Ruleset, players: int) -> None:
    """RO-12…RO-18, RO-22…RO-27: amounts, order, who must rob, who rides along, and that nobody else does."""
    thefts = rides = 0
    for seed in range(8):
        game = play(rules, players, seed)
        track = Track(players)
        pending: list[tuple[int, list[int]]] = []  # thieves still to be paid, with what they may get
        expected: dict[int, int] = {}  # robbers that must ride along next, with their new spaces
        for entries, awards in scoring_events(game):
            entry = entries[0]
            if isinstance(entry, TurnBegan):
                track.active = entry.player
            elif awards:
                assert not pending
                assert not expected
                home = [entry.player for entry in entries if isinstance(entry, StoodBeside)]
                thieves = track.thieves(awards)
                if awards[0].final:  # first all robbers go home, and then nobody robs
                    thieves = []
                    assert set(home) == set(track.robbers)
                    track.robbers.clear()
                else:
                    assert home == thieves
                for thief in thieves:
                    amounts = [-(-award.points // 2) for award in track.victims(thief, awards)]
                    pending.append((thief, amounts))
                for thief in thieves:
                    del track.robbers[thief]
                for award in awards:
                    track.totals[award.player] += award.points
            elif isinstance(entry, Award):
                thief, amounts = pending.pop(0)
                assert (entry.player, entry.points in amounts) == (thief, True)
                before = track.space(thief)
                track.totals[thief] += entry.points
                expected = {
                    owner: track.space(thief)
                    for owner, space in track.robbers.items()
                    if space == before and owner != thief
                }
                thefts += 1
            elif isinstance(entry, StoodBeside):
                assert entry.player is not None
                if entry.player in expected and entry.space is not None:
                    assert entry.space == expected.pop(entry.player)
                    rides += 1
                if entry.space is None:
                    del track.robbers[entry.player]  # the game is over, and the robbers go home
                else:
                    track.robbers[entry.player] = entry.space
        assert not pending
        assert not expected
        assert not track.robbers
        assert tuple(track.totals) == game.scores
    assert thefts > 10
    assert rides or players == 2
