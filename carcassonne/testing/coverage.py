"""Which rules, conditions, verbs, options and decisions a run has exercised, and which never came up.

The rules that are watched are a copy in which conditions and steps count themselves; the rules that are played
otherwise know nothing of it.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from carcassonne.language import registry
from carcassonne.language.steps import Ask, Do, Step
from carcassonne.words.events import Award, Event

if TYPE_CHECKING:
    from carcassonne.compile.formulas import Change, Points
    from carcassonne.compile.ties import Ties
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset

Key = tuple[str, str]
"""What kind of thing, and its name."""

KINDS: Final[Mapping[str, str]] = {
    "rule": "rules that acted",
    "condition": "conditions that held",
    "condition no": "conditions that did not hold",
    "verb": "verbs that were carried out",
    "offer": "choices that were taken",
    "veto": "rules that forbade something",
    "standing": "standing rules that sent somebody home",
    "score": "kinds of features that were paid",
    "score change": "changes of points that applied",
    "tie": "ties that came up",
    "decision": "kinds of decisions",
    "tile": "tiles that were laid",
    "option": "values of options that were chosen",
}

Thing = TypeVar("Thing")


@attrs.frozen
class Coverage:
    """How often each thing of a ruleset came up; 0 for what never did."""

    counts: Mapping[Key, int]

    @property
    def missing(self) -> tuple[Key, ...]:
        """What never came up, sorted."""
        return tuple(sorted(key for key, count in self.counts.items() if not count))

    def of(self, kind: str) -> dict[str, int]:
        """The counts of one kind of things, by name."""
        return {name: count for (sort, name), count in sorted(self.counts.items()) if sort == kind}

    def merged(self, other: Coverage) -> Coverage:
        """What two runs have exercised together."""
        keys = {**self.counts, **other.counts}
        return Coverage({key: self.counts.get(key, 0) + other.counts.get(key, 0) for key in keys})

    def to_dict(self) -> dict[str, dict[str, int]]:
        """By kind and name, ready for JSON."""
        return {kind: found for kind in KINDS if (found := self.of(kind))}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Mapping[str, int]]) -> Coverage:
        """The inverse of `to_dict`."""
        return cls({(kind, name): count for kind, names in saved.items() for name, count in names.items()})

    def __str__(self) -> str:
        lines = []
        for kind, what in KINDS.items():
            found = self.of(kind)
            if found:
                never = [name for name, count in found.items() if not count]
                told = f"; never: {', '.join(never)}" if never else ""
                lines.append(f"{what}: {len(found) - len(never)} of {len(found)}{told}")
        return "\n".join(lines)


class Watch:
    """Counts what a ruleset does. `rules` is the copy to play with."""

    def __init__(self, rules: Ruleset) -> None:
        self.counts: Counter[Key] = Counter()
        self.words = {id(word.function): word.name for word in registry.words() if word.kind == "verb"}
        names = {handler.block: ("rule", handler.name) for each in rules.handlers.values() for handler in each}
        names |= {offer.block: ("offer", offer.name) for offer in rules.offer_rules}
        self.rules: Ruleset = attrs.evolve(
            rules,
            blocks=tuple(
                tuple(self.step(step, names.get(number) if not place else None) for place, step in enumerate(block))
                for number, block in enumerate(rules.blocks)
            ),
            handlers={
                event: tuple(self.conditioned(handler, f"rule {handler.name}") for handler in handlers)
                for event, handlers in rules.handlers.items()
            },
            offer_rules=tuple(self.conditioned(offer, f"rule {offer.name}") for offer in rules.offer_rules),
            place_vetoes=self.vetoes(rules.place_vetoes),
            stand_vetoes=self.vetoes(rules.stand_vetoes),
            homes=tuple(
                attrs.evolve(home, keep=self.asked(home.keep, None, ("standing", home.name))) for home in rules.homes
            ),
            points=tuple(self.points(points) for points in rules.points),
            ties=tuple(self.ties(ties) for ties in rules.ties),
        )
        self.declare(rules)

    def declare(self, rules: Ruleset) -> None:
        """Make what has not come up count as 0."""
        definitions = rules.definitions
        for option in definitions.options:
            for value in () if option.where.file.startswith("data/") else option.values:
                self.counts["option", f"{option.name}={value}"] += 0
        for name in rules.tiles.names:
            self.counts["tile", name] += 0
        for score in definitions.scores:
            for state, points in (("complete", score.complete), ("unfinished", score.unfinished)):
                if points is not None:
                    self.counts["score", f"{score.kind}, {state}"] += 0
        for block in rules.blocks:
            for step in block:
                if isinstance(step, Ask) and step.source and (about := step.about or step.source):
                    self.counts["decision", about] += 0

    # Copies that count -----------------------------------------------------------------------

    def step(self, step: Step, rule: Key | None) -> Step:
        """A copy of a step that counts its verb, and the rule that it is the first step of."""
        other = copy.copy(step)
        key = self.verb(step)
        keys = [each for each in (key, rule) if each is not None]
        for each in keys:
            self.counts[each] += 0
        begin, counts = other.begin, self.counts

        def counted(play: Any) -> bool:
            for each in keys:
                counts[each] += 1
            return begin(play)

        setattr(other, "begin", counted)  # noqa: B010 (a method of this one copy)
        if step.condition is not None:
            name = f"{step.source or 'a step'}, {key[1] if key else type(step).__name__}"
            other.condition = self.asked(step.condition, ("condition", name), None)
        return other

    def verb(self, step: Step) -> Key | None:
        """The word that a step was written with."""
        function: object = step.function if isinstance(step, Do) else type(step)
        name = self.words.get(id(function))
        return None if name is None else ("verb", name)

    def conditioned(self, thing: Thing, name: str) -> Thing:
        """A copy of a rule whose condition counts how it comes out."""
        condition = getattr(thing, "condition", None)
        if condition is None:
            return thing
        counted = self.asked(condition, ("condition", name), None)
        changed: Thing = attrs.evolve(thing, condition=counted)  # type: ignore[misc]
        return changed

    def vetoes(self, table: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
        """Copies of vetoes that count when they forbid."""
        made: dict[int, Any] = {}
        for veto in (veto for row in table for veto in row):
            if id(veto) not in made:
                key = ("veto", veto.name)
                condition = veto.condition or (lambda play, scope: True)
                made[id(veto)] = attrs.evolve(veto, condition=self.asked(condition, key, None))
        return tuple(tuple(made[id(veto)] for veto in row) for row in table)

    def points(self, points: Points) -> Points:
        """Formulas whose changes count when they apply."""

        def watched(changes: tuple[Change, ...]) -> tuple[Change, ...]:
            return tuple(self.applied(change, "score change") for change in changes)

        return attrs.evolve(
            points,
            replacements=watched(points.replacements),
            additions=watched(points.additions),
            operations=watched(points.operations),
        )

    def ties(self, ties: Ties) -> Ties:
        """Ties that count when they are asked about players, and when they say what is paid."""
        return attrs.evolve(
            ties,
            preferences=tuple(self.applied(tie, "tie") for tie in ties.preferences),
            payments=tuple(self.applied(tie, "tie") for tie in ties.payments),
        )

    def applied(self, thing: Thing, kind: str) -> Thing:
        """A copy of something with a name that counts when it applies: always, where it has no condition."""
        named: Any = thing
        condition = named.condition or (lambda play, scope: True)
        watched: Thing = attrs.evolve(named, condition=self.asked(condition, (kind, named.name), None))
        return watched

    def asked(self, condition: Callable[..., Any], yes: Key | None, no: Key | None) -> Callable[..., Any]:
        """The same condition, counting how it comes out."""
        counts = self.counts
        if yes is not None and yes[0] == "condition":
            no = ("condition no", yes[1])
        for key in (yes, no):
            if key is not None:
                counts[key] += 0

        def counted(play: Any, scope: Any) -> Any:
            answer = condition(play, scope)
            key = yes if answer else no
            if key is not None:
                counts[key] += 1
            return answer

        return counted

    # What is seen from outside -----------------------------------------------------------------

    def note(self, game: Game, events: Iterable[Event]) -> None:
        """Count what a step of play shows: the decision, and awards."""
        if game.about:
            self.counts["decision", game.about] += 1
        for event in events:
            if isinstance(event, Award) and event.segment is not None:
                state = "unfinished" if event.final else "complete"
                self.counts["score", f"{event.segment.kind}, {state}"] += 1

    def note_table(self, game: Game) -> None:
        """Count the tiles of a finished game, and the options that it had."""
        for option, value in game.rules.options.items():
            if (key := ("option", f"{option}={value}")) in self.counts:
                self.counts[key] += 1
        for name, _ in game.table.values():
            self.counts["tile", name] += 1

    @property
    def coverage(self) -> Coverage:
        """What has been counted."""
        return Coverage(dict(self.counts))
