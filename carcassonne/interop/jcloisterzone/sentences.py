"""The sentences of a saved game: recognised by their pattern, and compared with the end of its replay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import attrs

from carcassonne.interop.jcloisterzone.items import Item, can_pass, items
from carcassonne.interop.jcloisterzone.timeline import Stage, Timeline


@attrs.frozen
class Outcome:
    """What came of a sentence: whether it holds, and else what was found.

    unknown: what it is about that is not known here, or "".
    """

    holds: bool
    found: str = ""
    unknown: str = ""


@attrs.frozen
class Ending:
    """The end of a replay, as sentences see it."""

    names: tuple[str, ...]
    timeline: Timeline
    may_undo: bool

    def player(self, name: str) -> int | None:
        """The first player of that name."""
        return self.names.index(name) if name in self.names else None

    def items(self) -> tuple[Item, ...]:
        """What can be done."""
        return items(self.timeline)


def evaluate(sentence: str, ending: Ending) -> Outcome:
    """Whether a sentence holds. The first pattern that recognises it decides; where none does, it does not."""
    for pattern, whole, judge in PATTERNS:
        found = pattern.fullmatch(sentence) if whole else pattern.search(sentence)
        if found is not None:
            return judge(found, ending)
    return Outcome(False, "a sentence of no known pattern")


def _points(found: re.Match[str], ending: Ending) -> Outcome:
    player = ending.player(found[1])
    if player is None:
        return Outcome(False, f"no player {found[1]}")
    score = ending.timeline.ledger.scores[player]
    return Outcome(_same(found[2], score), f"{score} points")


def _scored(found: re.Match[str], ending: Ending) -> Outcome:
    player = ending.player(found[1])
    if player is None:
        return Outcome(False, f"no player {found[1]}")
    entries = [e for e in ending.timeline.ledger.entries if e.player == player and e.feature == found[2]]
    points = [entry.points for entry in entries]
    if any(_same(found[3], n) for n in points) or (_same(found[3], 0) and _zero(ending, player, found[2])):
        return Outcome(True)
    return Outcome(False, f"{found[2]}: {', '.join(map(str, points)) or 'nothing'}")


def _zero(ending: Ending, player: int, feature: str) -> bool:
    """Whether a feature gave a player nothing at the end, which is no award here but an entry there."""
    timeline = ending.timeline
    if timeline.stage is not Stage.OVER:
        return False
    state, names = timeline.game._state, timeline.tables.entries
    for segment, _, owner in timeline.game.figures:
        number = state.segment_number(segment)
        if owner != player or number is None or names.get(segment.kind) != feature:
            continue
        if player in state.majority(number) and timeline.game.worth(segment).points == 0:
            return True
    return False


def _pass(found: re.Match[str], ending: Ending) -> Outcome:
    may = can_pass(ending.timeline)
    return Outcome(may == (found[1] == "can"), "passing is allowed" if may else "passing is not allowed")


def _phase(found: re.Match[str], ending: Ending) -> Outcome:
    phase = ending.timeline.phase
    return Outcome(phase == found[1], f"phase {phase}")


def _undo(found: re.Match[str], ending: Ending) -> Outcome:
    may = ending.may_undo
    return Outcome(may == (found[1] is None), "it is allowed" if may else "it is not allowed")


def _available(found: re.Match[str], ending: Ending) -> Outcome:
    kind, of = found[1], found[2]
    if _needs_tile(kind, ending):
        return _NO_TILE
    there = ending.items()
    if any(item.kind == kind and of in (None, item.of) for item in there):
        return Outcome(True)
    return Outcome(False, ", ".join(f"{item.kind} {item.of}".strip() for item in there) or "nothing")


def _placements(found: re.Match[str], ending: Ending) -> Outcome:
    if _needs_tile("TilePlacement", ending):
        return _NO_TILE
    wanted = set()
    for cell, turns in re.findall(r"(\[-?\d+,-?\d+\]) - \[([\d,]*)\]", found[2].replace(", ", ",")):
        wanted.add(f"{cell} - [{','.join(sorted(turns.split(','), key=_number))}]")
    return _options(ending, wanted, "TilePlacement", found[1])


def _ferries(found: re.Match[str], ending: Ending) -> Outcome:
    return _options(ending, _braces(found[1]), "Ferries", None)


def _meeples(found: re.Match[str], ending: Ending) -> Outcome:
    return _options(ending, _braces(found[2]), "Meeple", found[1])


def _returns(found: re.Match[str], ending: Ending) -> Outcome:
    return _options(ending, _braces(found[2]), "ReturnMeeple", found[1])


def _tokens(found: re.Match[str], ending: Ending) -> Outcome:
    player, tables = ending.player(found[1]), ending.timeline.tables
    if player is None:
        return Outcome(False, f"no player {found[1]}")
    token = tables.tokens.get(found[2])
    if token is None:
        return Outcome(_same(found[4], 0), "0", unknown="" if _same(found[4], 0) else f"token {found[2]}")
    count = ending.timeline.ledger.tokens[player].get(token, 0)
    return Outcome(found[3] == "count" and _same(found[4], count), str(count))


def _unknown(found: re.Match[str], ending: Ending) -> Outcome:
    return Outcome(False, "nothing of that kind", unknown=found[1])


# Help ------------------------------------------------------------------------------------------


def _options(ending: Ending, wanted: set[str], kind: str, of: str | None) -> Outcome:
    """Whether the first item of a kind offers exactly these options."""
    item = next((item for item in ending.items() if item.kind == kind and of in (None, item.of)), None)
    if item is None:
        return Outcome(False, f"no {kind} {of or ''}".strip())
    return Outcome(item.options == wanted, "; ".join(sorted(item.options)))


def _braces(text: str) -> set[str]:
    return {option.replace(" ", "") for option in re.findall(r"\{[^{}]*\}", text)}


def _needs_tile(kind: str, ending: Ending) -> bool:
    timeline = ending.timeline
    return kind == "TilePlacement" and timeline.stage is Stage.TILE and not timeline.tile_is_known


def _number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 10 else 0


def _same(text: str, number: int) -> bool:
    """Whether a number that was written is this one, whatever its length."""
    return len(text) < 20 and int(text) == number


_NO_TILE: Final = Outcome(False, "a tile drawn by chance", unknown="which tile is drawn")
_END = r" points?\.?"
Judge = Callable[[re.Match[str], Ending], Outcome]


def _patterns() -> Iterator[tuple[re.Pattern[str], bool, Judge]]:
    """Every pattern, whether it is the whole sentence, and who judges."""
    for text, whole, judge in (
        (rf"\b(\w+) has (-?\d+){_END}", False, _points),
        (rf"\b(\w+) scored ([\w-]+) for (-?\d+){_END}", False, _scored),
        (r"Player (can|can't) pass", True, _pass),
        (r"(?i:phase is) (\w+)", True, _phase),
        (r"(Bazaar) noAuction: (?:true|false)", True, _unknown),
        (r"Available action (\w+)(?: for (\S+))?", True, _available),
        (r"TilePlacement (\S+) options: (.*)", True, _placements),
        (r"Undo is (not )?allowed", True, _undo),
        (r"(Tunnel) token .*", True, _unknown),
        (r"Ferries options: (.*)", True, _ferries),
        (r"Meeple (\w+) options: (.*)", True, _meeples),
        (r"ReturnMeeple (\w+) options: (.*)", True, _returns),
        (r"(\w+) has (\w+) token with (count|size) (-?\d+)\.?", True, _tokens),
        (r"(Tower) piece .*", True, _unknown),
        (r"(CaptureFollower) options: .*", True, _unknown),
    ):
        yield re.compile(text, re.ASCII), whole, judge


PATTERNS: Final = tuple(_patterns())
