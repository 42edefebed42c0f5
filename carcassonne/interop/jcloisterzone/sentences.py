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
    """What came of a sentence: whether it holds, what it expects, and what was found.

    unknown: what it is about that is not known here, or "".
    """

    holds: bool
    expected: str
    found: str
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
    return Outcome(False, "a sentence of a known pattern", "a sentence of no known pattern")


def _points(found: re.Match[str], ending: Ending) -> Outcome:
    player, expected = ending.player(found[1]), f"{_short(found[2])} points"
    if player is None:
        return Outcome(False, expected, f"no player {found[1]}")
    score = ending.timeline.ledger.scores[player]
    return Outcome(_same(found[2], score), expected, f"{score} points")


def _scored(found: re.Match[str], ending: Ending) -> Outcome:
    player, expected = ending.player(found[1]), f"{found[2]}: {_short(found[3])}"
    if player is None:
        return Outcome(False, expected, f"no player {found[1]}")
    entries = [e for e in ending.timeline.ledger.entries if e.player == player and e.feature == found[2]]
    points = [entry.points for entry in entries]
    holds = any(_same(found[3], n) for n in points) or (_same(found[3], 0) and _zero(ending, player, found[2]))
    return Outcome(holds, expected, f"{found[2]}: {', '.join(map(str, points)) or 'nothing'}")


def _zero(ending: Ending, player: int, feature: str) -> bool:
    """Whether a feature gave a player nothing at the end, which is no award here but an entry there."""
    timeline = ending.timeline
    if timeline.stage is not Stage.OVER:
        return False
    game, names = timeline.game, timeline.tables.entries
    return any(
        owner == player and player in game.majority(segment) and game.worth(segment).points == 0
        for segment, _, owner in game.figures
        if names.get(segment.kind) == feature
    )


def _pass(found: re.Match[str], ending: Ending) -> Outcome:
    may, wanted = can_pass(ending.timeline), found[1] == "can"
    return Outcome(may == wanted, _allowed("passing is", wanted), _allowed("passing is", may))


def _phase(found: re.Match[str], ending: Ending) -> Outcome:
    phase = ending.timeline.phase
    return Outcome(phase == found[1], f"phase {found[1]}", f"phase {phase}")


def _undo(found: re.Match[str], ending: Ending) -> Outcome:
    may, wanted = ending.may_undo, found[1] is None
    return Outcome(may == wanted, _allowed("it is", wanted), _allowed("it is", may))


def _available(found: re.Match[str], ending: Ending) -> Outcome:
    kind, of = found[1], found[2]
    if _needs_tile(kind, ending):
        return _NO_TILE
    there = ending.items()
    holds = any(item.kind == kind and of in (None, item.of) for item in there)
    shown = ", ".join(f"{item.kind} {item.of}".strip() for item in there) or "nothing"
    return Outcome(holds, f"{kind} {of or ''}".strip(), shown)


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
    player, tables, expected = ending.player(found[1]), ending.timeline.tables, _short(found[4])
    if player is None:
        return Outcome(False, expected, f"no player {found[1]}")
    token = tables.tokens.get(found[2])
    if token is None:
        return Outcome(_same(found[4], 0), expected, "0", f"token {found[2]}")
    count = ending.timeline.ledger.tokens[player].get(token, 0)
    return Outcome(found[3] == "count" and _same(found[4], count), expected, str(count))


def _unknown(found: re.Match[str], ending: Ending) -> Outcome:
    return Outcome(False, _short(found[0]), "nothing of that kind", found[1])


# Help ------------------------------------------------------------------------------------------


def _options(ending: Ending, wanted: set[str], kind: str, of: str | None) -> Outcome:
    """Whether the first item of a kind offers exactly these options."""
    item = next((item for item in ending.items() if item.kind == kind and of in (None, item.of)), None)
    expected = "; ".join(sorted(wanted)) or "nothing"
    if item is None:
        return Outcome(False, expected, f"no {kind} {of or ''}".strip())
    return Outcome(item.options == wanted, expected, "; ".join(sorted(item.options)))


def _allowed(what: str, may: bool) -> str:
    return f"{what} allowed" if may else f"{what} not allowed"


def _short(text: str) -> str:
    """What was written, cut where it is very long."""
    return text if len(text) <= 40 else text[:37] + "..."


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


_NO_TILE: Final = Outcome(False, "a tile", "a tile drawn by chance", "which tile is drawn")
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
