"""The course of a game: what may be placed, stood and chosen, what rules do on events, parts, turns and the end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import attrs

from carcassonne.compile.tiles import Turned, cell_place
from carcassonne.language.scope import ENDING, GOING_ON, Scope
from carcassonne.play.hands import NOBODY
from carcassonne.play.position import NOTHING, New, Part, Position
from carcassonne.play.table import LESS
from carcassonne.score.ties import preferred
from carcassonne.words.actions import Action, Choose, Pass, Place, Stand, is_well_formed
from carcassonne.words.segments import Segment, SegmentNumber

if TYPE_CHECKING:
    from carcassonne.compile.ruleset import Offer
    from carcassonne.words.play import Play


@lru_cache(maxsize=1 << 14)
def _segment_at(cell: int, kind: str, number: int) -> Segment:
    """A segment's name; names are values, so the same one is given again and again."""
    return Segment(*cell_place(cell), kind, number)


class Turns(Position):
    """A position that knows how a turn goes on. Verbs call these methods; they change nothing but by the journal."""

    __slots__ = ()

    # Placing ---------------------------------------------------------------------------------

    def legal_placements(self, tile: int) -> list[int]:
        """Codes cell * 4 + turn for every placement that fits and that no rule forbids, sorted."""
        codes = self.placements(tile)
        vetoes = self.rules.place_vetoes[tile]
        if vetoes:
            codes = [
                code for code in codes if self._veto(vetoes, self._about_to_lay(tile, code >> 2, code & 3)) is None
            ]
        return codes

    def has_placement(self, tile: int) -> bool:
        """Whether a tile can be laid anywhere: cheaper than listing where."""
        fits, vetoes, groups = self.tiles.fits[tile], self.rules.place_vetoes[tile], self.groups
        if not vetoes:
            return not fits.keys().isdisjoint(groups)
        return any(
            self._veto(vetoes, self._about_to_lay(tile, cell, turn)) is None
            for demand, group in groups.items()
            for turn in fits.get(demand, ())
            for cell in group
        )

    def placement_veto(self, tile: int, cell: int, turn: int) -> tuple[str, str] | None:
        """The rule that forbids a placement which fits, as (name in words, rule id)."""
        return self._veto(self.rules.place_vetoes[tile], self._about_to_lay(tile, cell, turn))

    def _about_to_lay(self, tile: int, cell: int, turn: int) -> Scope:
        return Scope(-1, self.active, New(cell, -1, self.tiles.turned[tile][turn], ()))

    def _veto(self, vetoes: tuple[Any, ...], scope: Scope) -> tuple[str, str] | None:
        for veto in vetoes:
            if veto.condition is None or veto.condition(self, scope):
                return f"the rule «{veto.name}» forbids it", veto.rule
        return None

    def lay_drawn(self, cell: int, turn: int) -> None:
        """Lay the drawn tile and carry out what rules do when a tile is placed."""
        turned = self.tiles.turned[self.drawn][turn]
        base = len(self.parent)
        self.new = New(cell, base, turned, self.lay(turned, cell))
        self.drawn = -1
        self.events.append(("placed", self.active, turned, cell))
        if self.rules.handlers:
            if "turn ended" in self.rules.handlers:
                self.laid = (*self.laid, self.new)
            self.announce("tile placed", Scope(-1, self.active, self.new))

    def turned_at(self, cell: int) -> Turned | None:
        """The tile on a cell, turned as it lies."""
        there = self.board.get(cell)
        return None if there is None else there[0]

    # Standing --------------------------------------------------------------------------------

    def stands(self) -> list[int]:
        """Codes segment * figures + figure for everything the active player may stand on the new tile, sorted."""
        new = self.new
        if new is None:
            return []
        rules, stride, base, player = self.rules, self.stride, new.base, self.active
        tile = new.turned.tile
        holders, parent, supply = self.holders, self.parent, self.supply
        count = len(rules.figures)
        codes: list[int] = []
        roots: list[int] = []
        for root in range(base, base + new.turned.size):
            while parent[root] != root:
                root = parent[root]
            roots.append(root)
        for figure in rules.placeable:
            if not supply[figure * stride + player]:
                continue
            kind = rules.figures[figure]
            for position in kind.spots[tile]:
                root = roots[position]
                if kind.unclaimed and holders[root] and self.is_claimed(root):
                    continue
                if kind.condition is not None and not kind.condition(self, Scope(root, player, new)):
                    continue
                codes.append(position * count + figure)
        vetoes = rules.stand_vetoes[tile]
        if vetoes:
            codes = [c for c in codes if self._veto(vetoes, Scope(base + c // count, player, new)) is None]
        codes.sort()
        return codes

    def stand_of(self, code: int) -> tuple[int, int]:
        """(figure kind, segment) of a code of `stands`."""
        position, figure = divmod(code, len(self.rules.figures))
        assert self.new is not None
        return figure, self.new.base + position

    def why_not_stand(self, action: Stand) -> tuple[str, str] | None:
        """Why a figure may not be put there."""
        number = self.rules.figure_numbers.get(action.figure)
        if number is None or number not in self.rules.placeable:
            return f"there is no figure '{action.figure}' that stands on tiles", ""
        kind = self.rules.figures[number]
        segment = self.segment_number(action.segment)
        if segment is None:
            return f"there is no {action.segment}", ""
        if not self.supply[number * self.stride + self.active]:
            return f"no {action.figure} is in the supply", kind.why.get("supply", "")
        new = self.new
        if new is None or self.cells[segment] != new.cell:
            return "figures are put on the tile just laid", kind.why.get("new tile", "")
        position = segment - new.base
        if position not in kind.spots[new.turned.tile]:
            return f"a {action.figure} does not stand on a {action.segment.kind}", kind.why.get("stands on", "")
        if kind.unclaimed and self.is_claimed(segment):
            return "a follower is on that feature already", kind.why.get("unclaimed", "")
        scope = Scope(segment, self.active, new)
        for holds, text, rule in kind.refusals:
            if not holds(self, scope):
                return f"{text} does not hold there", rule
        return self._veto(self.rules.stand_vetoes[new.turned.tile], scope)

    # Choices that rules offer ----------------------------------------------------------------

    def offered(self, number: int) -> list[tuple[Any, ...]]:
        """Codes (rule, chosen) for what a rule offers now."""
        rule = self.rules.offer_rules[number]
        if rule.limit and (rule.limit, rule.name) in self.fired:
            return []
        if rule.tiles is not None and (self.new is None or self.new.turned.tile not in rule.tiles):
            return []
        scope = Scope(-1, self.active, self.new)
        if rule.condition is not None and not rule.condition(self, scope):
            return []
        play: Any = self
        return [(number, chosen) for chosen in rule.chooser.codes(play, scope)]

    def choice(self, code: tuple[Any, ...]) -> Choose:
        """The action that stands for a code of `offered`."""
        rule, play = self.rules.offer_rules[code[0]], cast("Play", self)
        return Choose(rule.name, rule.chooser.text(play, code[1]), rule.chooser.order(play, code[1]))

    def means_choice(self, code: tuple[Any, ...], action: Choose) -> bool:
        """Whether an action means a code of `offered` in other words: a feature by another of its segments."""
        rule, play = self.rules.offer_rules[code[0]], cast("Play", self)
        return action.about == rule.name and bool(rule.chooser.means(play, code[1], action.value))

    def take_choice(self, code: tuple[Any, ...]) -> None:
        """Carry out the steps of the rule with what was chosen."""
        rule, play = self.rules.offer_rules[code[0]], cast("Play", self)
        if rule.limit:
            self.fired = (*self.fired, (rule.limit, rule.name))
        self.events.append((rule.chooser.event, self.active, rule.name, rule.chooser.text(play, code[1])))
        self.call(rule.block, rule.chooser.binds(play, "it", code[1]))

    def why_not_choice(self, decision: str, action: Choose) -> tuple[str, str] | None:
        """Why something is not among the choices that rules offer."""
        for number in self.rules.offers.get(decision, ()):
            rule = self.rules.offer_rules[number]
            if rule.name == action.about:
                return self._refusal(rule, action) or (
                    rule.chooser.why_not(cast("Play", self), action.value),
                    rule.rule,
                )
        return f"no rule '{action.about}' offers anything now", ""

    def _refusal(self, rule: Offer, action: Choose) -> tuple[str, str] | None:
        """The part of the condition on what may be chosen that fails, where only that stands in the way."""
        if not rule.refusals:
            return None
        play, scope = cast("Play", self), Scope(-1, self.active, self.new)
        free = attrs.evolve(rule.chooser, condition=None)  # type: ignore[misc]
        for code in free.codes(play, scope):
            if action.value == free.text(play, code) or free.means(play, code, action.value):
                about = Scope(free.place_of(code), self.active, self.new)
                for holds, text, reason in rule.refusals:
                    if not holds(self, about):
                        return f"{text} does not hold there", reason or rule.rule
        return None

    # Events ----------------------------------------------------------------------------------

    def announce(self, event: str, scope: Scope) -> None:
        """Let every rule on an event whose condition holds act, in the order that was settled when compiling."""
        for handler in reversed(self.rules.handlers.get(event, ())):
            if handler.limit and (handler.limit, handler.name) in self.fired:
                continue
            if handler.tiles is not None and (
                scope.placement is None or scope.placement.turned.tile not in handler.tiles
            ):
                continue
            if handler.condition is not None and not handler.condition(self, scope):
                continue
            if handler.limit:
                self.fired = (*self.fired, (handler.limit, handler.name))
            feature = SegmentNumber(scope.feature)
            bound = {"feature": feature, "completed": feature} if scope.feature >= 0 else NOTHING
            self.call(handler.block, bound)

    def send_strays_home(self) -> None:
        """Send every figure home whose standing rule no longer holds where it is."""
        is_less = self.changed & LESS
        self.changed = 0
        found = [
            (segment, piece, home)
            for home in self.rules.homes
            if is_less or not home.when_less
            for piece in self.posted(home.figure)
            for segment in self.posts[piece]
        ]
        for segment, piece, home in sorted(found, key=lambda stray: stray[:2]):
            if not home.keep(self, Scope(segment, piece % self.stride, self.new)):
                self.send_home(piece, segment)

    def scope(self) -> Scope:
        """The subjects at hand for the step that is being carried out."""
        bound = self.bound
        if not bound:
            return Scope(-1, self.active, self.new)
        return Scope(bound.get("feature", -1), bound.get("player", self.active), self.new)

    def begin_round(self) -> None:
        """Scoring begins: rules that act once a round may act again."""
        if self.fired:
            self.fired = tuple(entry for entry in self.fired if entry[0] != "once a round")

    # Parts and turns -------------------------------------------------------------------------

    def add_part(self, rule: str, *, last: bool, optional: bool) -> None:
        """Another part waits, before those that come last."""
        self.parts = tuple(sorted((*self.parts, Part(rule, last, optional)), key=lambda part: part.last))
        self.events.append(("part added", self.active, rule))

    def may_decline_part(self) -> bool:
        """Whether the part that comes next is one that the player need not play."""
        if not self.parts or not self.parts[0].optional or (ENDING, "") in self.fired:
            return False
        return self.has_tiles() or (GOING_ON, "") in self.fired

    def end_part(self, *, decline: bool) -> None:
        """Go on with a part that waits, the next player's turn, or the end of the game."""
        if decline:
            self.parts = self.parts[1:]
            if self.may_decline_part():
                return
        ends = (ENDING, "") in self.fired or not (self.has_tiles() or (GOING_ON, "") in self.fired)
        if self.laid and not (self.parts and not ends):
            self.new, self.laid = self.laid[0], self.laid[1:]
            self.announce("turn ended", Scope(-1, self.active, self.new))
            return
        self.count_call(self.block)
        if self.drawn >= 0:  # a rule has ended the part before the tile was placed
            self.remove_tile((NOBODY, self.drawn))
        self.at, self.bound, self.stack = 0, NOTHING, ()
        self.new, self.stood, self.drawn, self.settled, self.relinked = None, (), -1, (), ()
        if ends:
            self.parts = ()
            self.block = self.rules.final
            self.ending = True
        elif self.parts:
            self.parts = self.parts[1:]
            self.fired = tuple(entry for entry in self.fired if entry[0] not in ("once a part", GOING_ON))
        else:
            self.fired = ()
            self.active = (self.active + 1) % self.players
            self.events.append(("turn", self.active))

    def end_game(self) -> None:
        """Nothing is left to do."""
        self.over = True
        self.events.append(("ended", self.winners()))

    def winners(self) -> tuple[int, ...]:
        """Everyone who is in front by all that decides; by points where nothing is said of it."""
        players = tuple(range(self.players))
        for criterion in self.rules.winner:
            players = preferred(criterion, cast("Play", self), players)
        if self.rules.winner:
            return players
        scores = self.scores
        return tuple(player for player in players if scores[player] == max(scores))

    # Names -----------------------------------------------------------------------------------

    def segment(self, number: int) -> Segment:
        """The name of a segment."""
        cell = self.cells[number]
        turned, base = self.board[cell]
        return _segment_at(cell, self.tiles.kinds.names[self.kinds[number]], turned.numbers[number - base])

    def segment_number(self, segment: Segment) -> int | None:
        """The number of a segment by its name, or None when there is no such segment.

        A name without number means the only segment of the kind; with several it must say which.
        """
        cell = self.rules.cell_of(segment.x, segment.y)
        there = self.board.get(cell) if cell is not None else None
        if there is None or segment.kind not in self.tiles.kinds.names:
            return None
        turned, base = there
        kind = self.tiles.kinds.names.index(segment.kind)
        for position, (found, number) in enumerate(zip(turned.kinds, turned.numbers, strict=True)):
            if (found == kind and number == segment.number) or (found == kind and not number and segment.number == 1):
                return base + position
        return None

    def as_listed(self, action: Action) -> Action:
        """The form in which an action is listed: see `Game.as_listed`."""
        if not is_well_formed(action):
            return action
        tiles = self.tiles
        if isinstance(action, Place) and action.tile in tiles.numbers and action.turned in range(4):
            return attrs.evolve(action, turned=tiles.same[tiles.numbers[action.tile]][action.turned])
        if isinstance(action, Choose) and action.value == "pass":
            return Pass()
        if isinstance(action, Stand) and action.segment.number == 1:
            number = self.segment_number(action.segment)
            return action if number is None else Stand(action.figure, self.segment(number))
        return action

    def figure_text(self, piece: int, segment: int) -> str:
        """A figure on the table in words."""
        return f"{self.rules.figures[self.figure(piece)].name} on {self.segment(segment)}"
