"""Definitions to a ruleset: the one place where all sections come together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from carcassonne.compile.expressions import Compiler
from carcassonne.compile.figures import compile_figure, compile_homes, refusals
from carcassonne.compile.judging import judge_whole
from carcassonne.compile.laws import compile_law
from carcassonne.compile.names import Names, refuse_reserved, refuse_tracks
from carcassonne.compile.order import in_order
from carcassonne.compile.ruleset import Companion, Handler, Offer, Rules, Veto
from carcassonne.compile.scores import compile_operation, compile_points
from carcassonne.compile.steps import Blocks
from carcassonne.compile.ties import compile_ties, compile_winner
from carcassonne.compile.tiles import Counters, KindTable, TileTable
from carcassonne.errors import DataError, Problem
from carcassonne.language.extension_points import TURN, WITH_FEATURE, events, forbidden
from carcassonne.language.steps import Step
from carcassonne.language.verbs.awards import (
    Advance,
    AdvanceShare,
    BindShares,
    GoAlong,
    NameMarkers,
    NameShares,
    PayShare,
)
from carcassonne.language.verbs.deeds import ChooseStep
from carcassonne.language.verbs.hands import DrawToHand
from carcassonne.language.verbs.scoring import SendHome, SettleNext
from carcassonne.language.verbs.turn import Announce, Call, EachPlayer, EndGame, EndPart
from carcassonne.read.definitions import Definitions, Phase, Phrase, Rule
from carcassonne.read.faults import EnoughFaults, Faults
from carcassonne.read.options import allows, table_of
from carcassonne.read.source import cure_for
from carcassonne.words.actions import Draw

EVENTS: Final = events()
FORBIDDEN: Final = forbidden()
ADD_CHOOSE: Final = "Add 'choose'; where there is nothing to choose from, a word of your own: choose: {words: [pay]}."


RulesType = TypeVar("RulesType", bound=Rules)


def compile_rules(
    definitions: Definitions,
    into: type[RulesType],
    faults: Sequence[Problem] = (),
    *,
    tiles: TileTable | None = None,
) -> RulesType:
    """Make a ruleset of a class. Raises DataError with every problem found.

    faults: those of reading. Where there are any, `definitions` hold what could be read, and that is judged too.
    tiles: the table of the same tiles, feature kinds and symbols, if it has been made already.
    """
    problems = Faults()
    ruleset = None
    with suppress(EnoughFaults):
        ruleset = _RulesCompiler(definitions, problems, tiles).rules(into)
    if ruleset is None or problems or faults:
        raise DataError([*faults, *problems])
    return ruleset


class _RulesCompiler:
    def __init__(self, definitions: Definitions, problems: list[Problem], tiles: TileTable | None = None) -> None:
        self.definitions = definitions
        self.problems = problems
        self.files = [module.file for module in definitions.modules]
        self.kinds = KindTable.of(definitions.features)
        self.counters = Counters(tuple(sorted(s.name for s in definitions.symbols if "tile" not in s.on)))
        on_tiles = [s for s in definitions.symbols if "tile" in s.on]
        symbols = {symbol.name: symbol for symbol in definitions.symbols}
        self.tiles = tiles or TileTable(definitions.tiles, self.kinds, self.counters, symbols)
        off = self.switched_off
        self.figure_kinds = tuple(sorted(definitions.figures, key=lambda figure: figure.name))
        self.names = Names(
            kinds=self.kinds,
            groups=dict(definitions.groups),
            counters=self.counters,
            tile_symbols=tuple(s.name for s in on_tiles),
            followers=tuple(number for number, figure in enumerate(self.figure_kinds) if figure.follower),
            figures={figure.name: number for number, figure in enumerate(self.figure_kinds)},
            companions=tuple(companion.name for companion in definitions.companions),
            tokens={token.name: number for number, token in enumerate(definitions.tokens)},
            options=_numbers(definitions),
            tables=_tables(definitions),
            quantities={quantity.name: quantity.value for quantity in definitions.quantities},
            problems=self.problems,
            scorers=tuple(figure.name for figure in self.figure_kinds if figure.track),
            showing=lambda name: self.showing(name) or frozenset(),
            removed={*off("features"), *off("groups")},
            faulty=definitions.faulty,
        )
        refuse_reserved(definitions, self.problems)
        refuse_tracks(definitions, self.problems)
        self.blocks = Blocks(self.names)

    def switched_off(self, section: str) -> frozenset[str]:
        """The names of a section that an option or a variant has taken away."""
        return self.definitions.switched_off.get(section, frozenset())

    def rules(self, into: type[RulesType]) -> RulesType | None:
        definitions = self.definitions
        rules = in_order(_without_superseded(definitions.rules), self.problems, files=self.files)
        acted_on = {rule.on for rule in rules if rule.on}
        part_ended, game_ending = (
            [Announce(event)] if event in acted_on else [] for event in ("part ended", "game ending")
        )
        part = [*self.phases(definitions.turn, "turn"), *part_ended, EndPart()]
        final = [*game_ending, *self.phases(definitions.final, "final"), EndGame()]
        part_block, final_block = self.blocks.add(part), self.blocks.add(final)
        binding = [BindShares()] if any(companion.whole_phase for companion in definitions.companions) else []
        round_ended = [Announce("scoring ended")] if "scoring ended" in acted_on else []
        settling = self.blocks.add([*binding, SettleNext(), SendHome(), *round_ended])
        round_end = self.blocks.add(round_ended)
        awarding = self.blocks.add([NameMarkers(), NameShares(), Advance()])
        sharing = self.blocks.add([PayShare(), GoAlong(), AdvanceShare()])
        offers = sorted(
            (offer for rule in rules if rule.offers and (offer := self.offer(rule)) is not None),
            key=lambda pair: pair[1].name,
        )
        handlers: dict[str, tuple[Handler, ...]] = {}
        for rule in rules:
            handler = self.handler(rule) if rule.on else None
            if handler is not None:
                handlers[rule.on] = (*handlers.get(rule.on, ()), handler)
        figures = tuple(compile_figure(figure, self.names, self.tiles) for figure in self.figure_kinds)
        vetoes = {action: self.vetoes(rules, action) for action in FORBIDDEN}
        points = compile_points(definitions, self.names, self.files)
        winner = compile_winner(definitions, self.names, self.files)
        ties = compile_ties(definitions, self.names, self.files)
        standing = sorted(definitions.standing, key=lambda rule: rule.name)
        homes = tuple(home for rule in standing for home in compile_homes(rule, self.names))
        start, removed, given = self.setups()
        piles = in_order(definitions.piles, self.problems, files=self.files)
        companions = self.companions()
        laws = tuple(law for each in definitions.laws if (law := compile_law(each, self.names)) is not None)
        judge_whole(definitions, self.names, self.blocks, rules)
        dealing = self.dealing()
        if self.problems:
            return None
        ranks = [feature.name for feature in definitions.features]
        return into(
            definitions=definitions,
            names=tuple(module.id for module in definitions.modules),
            options=dict(definitions.chosen),
            tiles=self.tiles,
            counters=self.counters,
            figures=figures,
            figure_numbers=self.names.figures,
            placeable=tuple(n for n, f in enumerate(figures) if f.each and any(f.spots)),
            scorers=tuple(n for n, f in enumerate(figures) if f.track),
            tokens=tuple(token.name for token in definitions.tokens),
            token_starts=tuple(
                (number, token.each, token.table)
                for number, token in enumerate(definitions.tokens)
                if token.each or token.table
            ),
            piles=tuple(pile.name for pile in piles),
            pile_tiles=tuple(
                tuple(n for n, tile in enumerate(self.tiles.tiles) if tile.pile == pile.name) for pile in piles
            ),
            start=start,
            removed=removed,
            kind_ranks=tuple(ranks.index(name) for name in self.kinds.names),
            points=points,
            blocks=tuple(self.blocks.made),
            connected=tuple(self.blocks.connected),
            part=part_block,
            part_end=len(part) - len(part_ended) - 1,
            final=final_block,
            settling=settling,
            handlers=handlers,
            offer_rules=tuple(offer for _, offer in offers),
            offers=_by_decision([decision for decision, _ in offers]),
            place_vetoes=vetoes["place"],
            stand_vetoes=vetoes["stand"],
            homes=homes,
            draws=tuple(Draw(name) for name in self.tiles.names),
            spaces=max((track.spaces for track in definitions.tracks), default=1),
            laps_are_alike=not any(companion.laps_differ for companion in definitions.companions),
            companions=companions,
            companion_may_stay=any(companion.may_stay for companion in definitions.companions),
            companions_at_end=any(companion.at_end for companion in definitions.companions),
            awarding=awarding,
            sharing=sharing,
            round_end=round_end,
            dealing=dealing,
            given=tuple(zip(given, (each.no_more for each in definitions.setups if each.give), strict=True)),
            open_hands=any(setup.is_open for setup in definitions.setups),
            laws=laws,
            winner=winner,
            ties=ties,
            weighs=any(figure.weigh is not None for figure in figures),
            stayers=frozenset(number for number, figure in enumerate(figures) if figure.stays),
        )

    # Turn ------------------------------------------------------------------------------------

    def phases(self, phases: Iterable[Phase], section: str) -> list[Step]:
        """The steps of phases one after the other.

        A phase that has a condition, or in which somebody may decline and so drop the rest, is a block of its own.
        """
        steps: list[Step] = []
        for phase in in_order(tuple(phases), self.problems, files=self.files):
            source = f"{section}, {phase.name}"
            made = self.blocks.compile(phase.steps, source, TURN, {})
            may_be_left = any(isinstance(step, ChooseStep) for step in made)
            if phase.condition is None and phase.repeat is None and not may_be_left:
                steps += made
                continue
            repeat = Compiler(self.names, TURN, f"{source}, while").condition(phase.repeat)
            call = Call(self.blocks.add(made), repeat)
            call.condition = Compiler(self.names, TURN, f"{source}, if").condition(phase.condition)
            steps.append(call)
        return steps

    def setups(self) -> tuple[tuple[int, ...], ...]:
        """The tiles that are laid, removed and given before the first turn."""
        found: dict[str, list[int]] = {"lay": [], "remove": [], "give": []}
        for setup in self.definitions.setups:
            for what, name in (("lay", setup.lay), ("remove", setup.remove), ("give", setup.give)):
                if name and not self.tiles.names:
                    continue  # no tile could be read, which is a fault by itself
                if name and name not in self.tiles.numbers:
                    cure = cure_for(name, self.tiles.names, "tiles here")
                    self.problems.append(
                        Problem(setup.where, f"setup {setup.name!r}: no tile {name!r}", cure, code="CARC-E012")
                    )
                elif name:
                    found[what].append(self.tiles.numbers[name])
        return tuple(map(tuple, found.values()))

    def dealing(self) -> int:
        """The block that deals tiles to everybody before the first turn, -1 where none are dealt."""
        count = sum(setup.deal for setup in self.definitions.setups)
        if not count:
            return -1
        draw = DrawToHand()
        draw.source = "dealing"
        return self.blocks.add([EachPlayer(self.blocks.add([draw] * count))])

    # Figures ---------------------------------------------------------------------------------

    def companions(self) -> dict[int, Companion]:
        found: dict[int, Companion] = {}
        for companion in self.definitions.companions:
            operation = compile_operation(companion.takes, f"companion {companion.name!r}", self.problems)
            if operation is not None:
                number = self.names.figures[companion.name]
                found[number] = Companion(
                    companion.name, operation, companion.may_stay, companion.whole_phase, companion.rule
                )
        return found

    # Rules -----------------------------------------------------------------------------------

    def handler(self, rule: Rule) -> Handler | None:
        subjects = EVENTS.get(rule.on)
        if subjects is None:
            self.unknown(rule, "event", rule.on, tuple(EVENTS), code="CARC-L040")
            subjects = WITH_FEATURE | {"marker"}  # so that the rest of it can be judged all the same
        bound = {"feature": "segment", "completed": "segment"} if "feature" in subjects else {}
        return Handler(
            name=rule.name,
            event=rule.on,
            tiles=self.showing(rule.tiles_with),
            condition=Compiler(self.names, subjects, f"rule {rule.name!r}, if").condition(rule.condition),
            block=self.blocks.add(self.blocks.compile(rule.steps, rule.name, subjects, bound)),
            limit=rule.limit,
            rule=rule.rule,
        )

    def offer(self, rule: Rule) -> tuple[str, Offer] | None:
        thing = f"rule {rule.name!r}"
        if rule.choose is None:
            self.problems.append(
                Problem(rule.where, f"{thing}: an offer says what is chosen", ADD_CHOOSE, code="CARC-L044")
            )
            return None
        condition = Compiler(self.names, TURN, f"{thing}, if").condition(rule.condition)
        choice = self.blocks.choice(rule.choose, rule.name, TURN)
        if choice is None:
            self.blocks.compile(rule.steps, rule.name, WITH_FEATURE, {}, lost=frozenset(("it", "feature")))
            return None
        chooser = choice.chooser
        bound = self.blocks.binding(chooser)
        steps = self.blocks.compile(rule.steps, rule.name, bound.subjects, bound.bound, words=bound.words)
        asked = rule.choose.value.get("if") if isinstance(rule.choose.value, Mapping) else None
        chosen_if = Phrase(asked.value, asked.where) if asked is not None and isinstance(asked.value, str) else None
        offer = Offer(
            name=rule.name,
            tiles=self.showing(rule.tiles_with),
            condition=condition,
            chooser=chooser,
            block=self.blocks.add(steps),
            limit=rule.limit,
            rule=rule.rule,
            refusals=refusals(chosen_if, rule.why, thing, self.names) if rule.why else (),
        )
        return rule.offers, offer

    def vetoes(self, rules: Iterable[Rule], action: str) -> tuple[tuple[Veto, ...], ...]:
        """For each tile the rules that may forbid something with it."""
        made: list[tuple[frozenset[int] | None, Veto]] = []
        for rule in rules:
            if rule.forbids and rule.forbids not in FORBIDDEN and action == next(iter(FORBIDDEN)):
                self.unknown(rule, "action", rule.forbids, tuple(FORBIDDEN), code="CARC-L042")
            if rule.forbids == action:
                compiler = Compiler(self.names, FORBIDDEN[action], f"rule {rule.name!r}, if")
                made.append(
                    (self.showing(rule.tiles_with), Veto(rule.name, compiler.condition(rule.condition), rule.rule))
                )
        return tuple(
            tuple(veto for tiles, veto in made if tiles is None or tile in tiles)
            for tile in range(len(self.tiles.tiles))
        )

    def showing(self, name: str) -> frozenset[int] | None:
        """The tiles that show a symbol or have a segment of a kind; None for all tiles."""
        if not name:
            return None
        return frozenset(
            number
            for number, tile in enumerate(self.tiles.tiles)
            if any(symbol == name for symbol, _ in tile.symbols)
            or any(s.kind == name or any(symbol == name for symbol, _ in s.symbols) for s in tile.segments)
        )

    def unknown(self, rule: Rule, what: str, name: str, known: tuple[str, ...], *, code: str) -> None:
        cure = cure_for(name, known, f"{what}s here")
        self.problems.append(Problem(rule.occasion, f"rule {rule.name!r}: unknown {what} {name!r}", cure, code=code))


def _without_superseded(things: Iterable[Any]) -> tuple[Any, ...]:
    """Leave out what another of the things says it is over."""
    all_things = tuple(things)
    gone = {name for thing in all_things for name in thing.over}
    return tuple(thing for thing in all_things if thing.name not in gone)


def _by_decision(decisions: list[str]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, decision in enumerate(decisions):
        found[decision] = (*found.get(decision, ()), number)
    return found


def _tables(definitions: Definitions) -> dict[str, tuple[tuple[int, int], ...]]:
    """Options that stand for a table, with the pairs (lower bound, value) chosen."""
    chosen = dict(definitions.chosen)
    tables = (option for option in definitions.options if option.table)
    return {option.name: table_of(chosen[option.name]) for option in tables if allows(option, chosen[option.name])}


def _numbers(definitions: Definitions) -> dict[str, int]:
    """Options that stand for a number in expressions, with the number chosen."""
    chosen = dict(definitions.chosen)
    numbers = (option for option in definitions.options if option.number)
    return {option.name: int(chosen[option.name]) for option in numbers if allows(option, chosen[option.name])}
