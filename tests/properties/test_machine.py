"""A machine pushes, pops, copies, saves and loads in any order while an oracle rebuilds everything."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from oracle.agreement import POLICIES, agree, follow, name_of, oracle_for
from oracle.game import OracleGame
from oracle.settings import Setting, rule_settings, rules_with, times

from carcassonne import CHANCE, Action, Choose, Draw, Pass, Place, Segment, Stand
from carcassonne.errors import ActionSyntaxError, EmptyHistoryError, IllegalActionError
from carcassonne.words.events import Award

FIGURES = st.sampled_from(("meeple", "abbot", "marker", "builder", ""))
KINDS = st.sampled_from(("road", "city", "field", "cloister", "garden", "river", "sea"))
NEAR, ANY = st.integers(-4, 4), st.integers(-(2**17), 2**17)
SEGMENTS = st.builds(Segment, NEAR | ANY, NEAR | ANY, KINDS, st.integers(0, 4))
TILES = st.sampled_from(("base/city-cap", "base/road-straight", "river/river-lake", "base/nothing", ""))


def everything(game: Any) -> Any:
    """All that must be the same again after something is taken back."""
    return (
        game.position(),
        list(game.events),
        game.history,
        [str(action) for action in game.legal_actions],
        game.scores,
        game.fingerprint,
        game.player,
        game.about,
        game.figures,
        game.drawn_tile,
        game.tiles_left,
        len(game),
    )


class Machine(RuleBasedStateMachine):
    """`seen` holds, for every push that can be taken back, what was before it, and the oracle then."""

    game: Any
    oracle: OracleGame

    @initialize(
        setting=rule_settings(most_changed=6),
        players=st.integers(2, 6),
        seed=st.integers(0, 2**64 - 1),
        chance=st.sampled_from(("seeded", "explicit")),
        before=st.sampled_from((0, 0, 10, 40, 80, 120)),
        policy=st.sampled_from(sorted(POLICIES)),
    )
    def begin(self, setting: Setting, players: int, seed: int, chance: str, before: int, policy: str) -> None:
        self.game = rules_with(*setting).new_game(players, seed=seed, chance=chance)
        self.oracle = oracle_for(self.game)
        follow(self.game, self.oracle, 0)
        self.seen: list[tuple[Any, OracleGame]] = []
        self.first_figures = self.figures_by_owner()
        self.play_some(before, policy, seed)

    def play_some(self, count: int, policy: str, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(count):
            if not self.game.is_over:
                choose = POLICIES["anything" if self.game.player == CHANCE else policy]
                self.push(choose(chance, self.game, self.game.legal_actions))

    def push(self, action: Action) -> None:
        self.seen.append((everything(self.game), self.oracle.copy()))
        played = len(self.game.history)
        self.game.push(action)
        follow(self.game, self.oracle, played)

    def figures_by_owner(self) -> Counter[tuple[int | None, str]]:
        game = self.game
        counts: Counter[tuple[int | None, str]] = Counter()
        for player in range(len(game.players)):
            for kind, count in game.supply(player).items():
                counts[player, kind] += count
        for _, kind, owner in game.figures:
            counts[owner, kind] += 1
        return counts

    # Playing and going back ------------------------------------------------------------------

    @precondition(lambda self: not self.game.is_over)
    @rule(at=st.integers(0, 2**16))
    def push_one(self, at: int) -> None:
        legal = self.game.legal_actions
        self.push(legal[at % len(legal)])

    @rule(count=st.integers(2, 40), policy=st.sampled_from(sorted(POLICIES)), seed=st.integers(0, 2**16))
    def play_on(self, count: int, policy: str, seed: int) -> None:
        self.play_some(count, policy, seed)

    @rule(count=st.integers(1, 30))
    def pop(self, count: int) -> None:
        for _ in range(min(count, len(self.seen))):
            before, self.oracle = self.seen.pop()
            taken = self.game.pop()
            assert before == everything(self.game)
            assert taken in self.game.legal_actions
            assert self.game.why_not(taken) is None
        if not self.seen:
            with pytest.raises(EmptyHistoryError):
                self.game.pop()

    @precondition(lambda self: self.seen)
    @rule()
    def take_back_and_play_again(self) -> None:
        now = everything(self.game)
        self.game.push(self.game.pop())
        assert now == everything(self.game)

    # Copies and records ----------------------------------------------------------------------

    @rule(count=st.integers(1, 20), seed=st.integers(0, 2**16), swap=st.booleans())
    def copy(self, count: int, seed: int, swap: bool) -> None:
        original, now = self.game, everything(self.game)
        other = original.copy()
        assert other == original
        assert now == everything(other)
        chance, pushed = random.Random(seed), 0
        for _ in range(count):
            if not other.is_over:
                other.push(chance.choice(list(other.legal_actions)))
                pushed += 1
        assert now == everything(original)
        for _ in range(pushed):
            other.pop()
        assert now == everything(other)
        while len(other):
            other.pop()
        assert now == everything(original)
        if swap:
            self.game = original.copy()

    @rule(swap=st.booleans())
    def save_and_load(self, swap: bool) -> None:
        saved = json.loads(json.dumps(self.game.to_dict()))
        loaded = self.game.rules.game_from_dict(saved)
        assert loaded == self.game
        assert everything(loaded) == everything(self.game)
        assert saved == loaded.to_dict()
        if swap:
            self.game = loaded

    # What is not allowed ---------------------------------------------------------------------

    @rule(
        action=st.one_of(
            st.just(Pass()),
            st.builds(Draw, TILES),
            st.builds(Place, TILES, NEAR | ANY, NEAR | ANY, st.integers(-1, 5)),
            st.builds(Stand, FIGURES, SEGMENTS),
            st.builds(
                Choose,
                st.sampled_from(("recall", "another part", "")),
                SEGMENTS.map(lambda s: f"abbot on {s}"),
            ),
        ),
        with_drawn=st.booleans(),
    )
    def try_anything(self, action: Action, with_drawn: bool) -> None:
        game = self.game
        if with_drawn and isinstance(action, Place) and game.drawn_tile:
            action = Place(game.drawn_tile, action.x, action.y, action.turned)
        now = everything(game)
        listed = game.as_listed(action) in list(game.legal_actions)
        assert (action in game.legal_actions) == listed
        assert (game.why_not(action) is None) == listed
        if not listed:
            with pytest.raises(IllegalActionError) as caught:
                game.push(action)
            assert caught.value.reason == game.why_not(action)
            assert caught.value.action is action
        assert now == everything(game)

    @rule(text=st.text(max_size=30) | st.sampled_from(("place x", "meeple on", "draw a b", "place a at 1", "1", ":")))
    def try_any_text(self, text: str) -> None:
        now = everything(self.game)
        try:
            action = self.game.rules.parse_action(text, self.game)
        except ActionSyntaxError as error:
            assert 1 <= error.column
        else:
            assert action == self.game.rules.parse_action(str(action))
        assert now == everything(self.game)

    # What always holds -----------------------------------------------------------------------

    @invariant()
    def the_game_is_as_the_oracle_says(self) -> None:
        agree(self.game, self.oracle, thorough=False)

    @invariant()
    def figures_are_conserved(self) -> None:
        assert self.first_figures == self.figures_by_owner()

    @invariant()
    def awards_sum_to_scores(self) -> None:
        points = [0] * len(self.game.players)
        for event in self.game.events:
            if isinstance(event, Award):
                assert event.items
                points[event.player] += event.points
        assert tuple(points) == self.game.scores

    @invariant()
    def whoever_decides_has_a_choice(self) -> None:
        game = self.game
        legal = list(game.legal_actions)
        assert game.is_over == (not legal)
        assert legal == sorted(legal)
        assert len(set(map(str, legal))) == len(legal) == len(game.legal_actions)
        if game.about == "action":
            assert len(legal) > 1
        for action in legal[:5] + legal[-5:]:
            assert action == game.rules.parse_action(str(action), game)
            assert action in game.legal_actions
            assert game.why_not(action) is None

    @invariant()
    def open_places_are_where_edges_are_open(self) -> None:
        game = self.game
        table = game.table
        beside = {(x + dx, y + dy) for x, y in table for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))}
        assert set(game.open_places) == beside - set(table)

    @invariant()
    def followers_stand_alone_unless_features_were_joined(self) -> None:
        standing = [name_of(segment) for segment, _, _ in self.game.figures]
        assert len(standing) == len(set(standing))


Machine.TestCase.settings = settings(
    max_examples=times(8),
    stateful_step_count=min(settings.default.stateful_step_count, 60),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestMachine = Machine.TestCase
