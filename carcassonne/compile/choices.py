"""What is written after `choose`, made ready: who chooses, among what, and what if there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from carcassonne.compile.bound_names import LIES, NEW_TILE, cell_of
from carcassonne.compile.tiles import EIGHT_WINDS
from carcassonne.errors import Problem
from carcassonne.language.choosers import (
    Cells,
    Choice,
    Chooser,
    Features,
    Figures,
    Moves,
    Pairs,
    Players,
    Spaces,
    Supply,
    Words,
)
from carcassonne.language.extension_points import TURN, WITH_FEATURE
from carcassonne.language.held import Tiles
from carcassonne.language.steps import Function, bound_to
from carcassonne.read.definitions import FOLLOWERS, Phrase, Value
from carcassonne.read.drawings import DIRECTIONS
from carcassonne.read.source import NAMES, cure_for, is_name, nearest, shown

if TYPE_CHECKING:
    from carcassonne.compile.steps import Context

OWNERS: Final = ("active player", "this player", "other players", "anybody", "nobody")
NEAR: Final[Mapping[str, Callable[[Any, int], list[int]]]] = {
    "around ": lambda play, cell: play.cells_around(cell),
    "beside ": lambda play, cell: [play.beyond(cell, side) for side in range(4)],
    "": lambda play, cell: [cell],
}
"""Ways to speak of the tiles near another, by the word before its name."""
PLACES: Final = ("the new tile", "the table")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "figures": ("of", "on", "if"),
    "supply": ("standing on",),
    "features": ("on", "if", "least", "most", "for"),
    "segments": ("on", "if", "least", "most", "for", "along", "distance"),
    "move": ("to", "segments of", "on", "if", "may stay", "only standing"),
    "pairs": (),
    "words": (),
    "players": ("if", "least", "most"),
    "cells": ("if",),
    "tiles": ("of", "if"),
    "space for": (),
}
"""What can be chosen, with the keys that each may have beside it."""
ABOUT: Final[Mapping[str, str]] = {
    "figures": "Figures on the table.",
    "supply": "A kind of figure of which the player has one in supply.",
    "features": "Features, each named by its first segment (on the tiles that `on` names).",
    "segments": "Segments, each for itself: a feature of three tiles is listed three times.",
    "move": "A figure of nobody's with a place for it: a feature on which none of these figures stands.",
    "pairs": "Two segments of these kinds on the new tile, to be connected.",
    "words": "One of a few words, each perhaps with a condition.",
    "players": "A player, the one who chooses included (`all`) or not (`others`).",
    "cells": "A cell with a tile, `anywhere` or near something; in its `if` that tile is the placed tile.",
    "tiles": "A tile `in hand` of who chooses, or of the player whom `of` names; in its `if` it is the placed tile.",
    "space for": "A space of the track with another player's scoring figure, other than that of the figure named here.",
}
BINDS: Final[Mapping[str, str]] = {
    "figures": Figures.binds_type,
    "supply": Supply.binds_type,
    "features": Features.binds_type,
    "segments": Features.binds_type,
    "move": Moves.binds_type,
    "pairs": Pairs.binds_type,
    "words": Words.binds_type,
    "players": Players.binds_type,
    "cells": Cells.binds_type,
    "tiles": Tiles.binds_type,
    "space for": Spaces.binds_type,
}
"""What later steps know of a choice."""
ALWAYS: Final = ("by", "or", "or if", "else")


def compile_choice(context: Context, value: Value) -> Choice | None:
    """Make a choice ready; None with a problem noted where it cannot be."""
    return _Choices(context, f"{context.source}, choose").choice(value)


class _Choices:
    def __init__(self, context: Context, thing: str) -> None:
        self.context = context
        self.names = context.blocks.names
        self.thing = thing

    def choice(self, value: Value) -> Choice | None:
        written = value.value
        if not isinstance(written, Mapping):
            self.report(value, "expected a mapping such as {figures: [...], of: ...}", code="CARC-L030")
            return None
        what = [key for key in written if key in CHOICES]
        if len(what) != 1:
            near = next((key for key in written if key not in ALWAYS), "")
            guess = nearest(near, CHOICES) if not what else ""
            cure = "Write each as a step of its own." if what else f"Did you mean {guess!r}?" if guess else ""
            self.report(value, f"expected exactly one of {', '.join(sorted(CHOICES))}", cure, code="CARC-L031")
            return None
        allowed = (what[0], *CHOICES[what[0]], *ALWAYS)
        for key in written:
            if key not in allowed:
                self.report(written[key], f"unknown key {key!r}", cure_for(key, allowed, "keys here"), code="CARC-F007")
        before = len(self.names.problems)
        chooser: Chooser = getattr(self, f"_{what[0].replace(' ', '_')}")(written, written[what[0]])
        by = self.context.value(written["by"], "player", "choose", "") if "by" in written else None
        otherwise = self.context.value(written["else"], "steps", "choose", "") if "else" in written else None
        may_pass = "or" in written and self.one_of(written["or"], ("pass",)) == "pass"
        pass_if = self.expression(written, "or if", subjects=self.context.subjects)
        if len(self.names.problems) > before:
            return None
        return Choice(chooser, by, may_pass, -1 if otherwise is None else otherwise, pass_if)

    def report(self, value: Value, fault: str, cure: str = "", *, code: str) -> None:
        self.names.problems.append(Problem(value.where, f"{self.thing}: {fault}", cure, code=code))

    # Kinds of choices --------------------------------------------------------------------------

    def _figures(self, written: Mapping[str, Value], main: Value) -> Chooser:
        of = self.one_of(written["of"], OWNERS) if "of" in written else "anybody"
        return Figures(self.figures(main), of, self.expression(written, "if"), self.place(written))

    def _supply(self, written: Mapping[str, Value], main: Value) -> Chooser:
        figures = self.figures(main)
        self.names.used.update((name, None) for name, number in self.names.figures.items() if number in figures)
        return Supply(figures, self.kinds(written["standing on"]) if "standing on" in written else ())

    def _features(self, written: Mapping[str, Value], main: Value) -> Chooser:
        return self.places(written, main, segments=False)

    def _segments(self, written: Mapping[str, Value], main: Value) -> Chooser:
        return self.places(written, main, segments=True)

    def places(self, written: Mapping[str, Value], main: Value, *, segments: bool) -> Chooser:
        return Features(
            kinds=self.kinds(main),
            condition=self.expression(written, "if"),
            segments=segments,
            place=self.place(written),
            figure=self.standing_there(written["for"]) if "for" in written else None,
            extreme=self.extreme(written),
            sign=-1 if "least" in written else 1,
        )

    def standing_there(self, value: Value) -> Callable[[Any], int] | None:
        """A kind of figure, by its own name or by one that a choice from a supply or of a figure has bound."""
        name = self.context.text(value, self.thing) or ""
        if self.context.bound.get(name) == "figure kind":
            return lambda play: int(bound_to(play, name))
        if self.context.bound.get(name) == "figure":
            return lambda play: int(play.figure(bound_to(play, name)[0]))
        if name in self.names.figures:
            number = self.names.on_tiles(name, value.where, self.thing)
            return lambda play: number or 0
        if name not in self.context.lost and name not in self.names.faulty:
            here = [n for n, kind in self.context.bound.items() if kind in ("figure kind", "figure")]
            known = [*here, *(n for n in self.names.figures if n not in self.names.scorers)]
            fault = f"no kind of figure is called {name!r}, and none is bound to it"
            self.report(value, fault, cure_for(name, known, "figures here"), code="CARC-L032")
        return None

    def extreme(self, written: Mapping[str, Value]) -> Function | None:
        """The number that is to be smallest (`least`) or largest (`most`) among what may be chosen."""
        if "least" in written and "most" in written:
            self.report(written["most"], "expected 'least' or 'most', not both", code="CARC-L033")
        return self.expression(written, "least" if "least" in written else "most", yes_no=False)

    def place(self, written: Mapping[str, Value]) -> Callable[[Any], list[int]] | None:
        """Where to look: a function of the game that lists cells, or None for the whole table."""
        if "along" in written:
            return self.along(written)
        if "on" not in written:
            return None
        return self.there(written["on"], PLACES)

    def there(self, value: Value, known: tuple[str, ...]) -> Callable[[Any], list[int]] | None:
        """Cells by a phrase: the tile of what has a name, those `beside` or `around` it, or one of the fixed words."""
        text = self.context.text(value, self.thing) or ""
        near = next((each for each in NEAR if text.startswith(each)), "")
        name = text.removeprefix(near)
        if name in NEW_TILE:
            return lambda play: NEAR[near](play, play.new.cell) if play.new else []
        if self.context.bound.get(name) in LIES:
            return lambda play: NEAR[near](play, cell_of(play, name))
        if name not in self.context.lost:
            self.one_of(value, known)
        return None

    def along(self, written: Mapping[str, Value]) -> Callable[[Any], list[int]] | None:
        """The cell that lies in the direction of a symbol of the new tile, so many cells away."""
        symbol = self.context.text(written["along"], self.thing)
        distance = self.context.text(written["distance"], self.thing) if "distance" in written else None
        if symbol not in self.names.tile_symbols or self.context.bound.get(distance or "") != "number":
            self.report(
                written["along"], "expected a tile's symbol, and in 'distance' a number that is bound", code="CARC-L034"
            )
            return None

        def cells(play: Any) -> list[int]:
            if play.new is None:
                return []
            direction = play.new.turned.symbols.get(symbol)
            if direction not in DIRECTIONS:
                return []
            return [play.new.cell + bound_to(play, distance or "") * EIGHT_WINDS[DIRECTIONS.index(direction)]]

        return cells

    def _move(self, written: Mapping[str, Value], main: Value) -> Chooser:
        if ("to" in written) == ("segments of" in written):
            self.report(main, "expected either 'to' (features) or 'segments of'", code="CARC-L035")
            return Players("all")
        segments = "segments of" in written
        return Moves(
            figures=self.figures(main),
            kinds=self.kinds(written["segments of" if segments else "to"]),
            condition=self.expression(written, "if"),
            segments=segments,
            may_stay=self.yes(written, "may stay"),
            only_standing=self.yes(written, "only standing"),
            place=self.place(written),
        )

    def _pairs(self, written: Mapping[str, Value], main: Value) -> Chooser:
        kinds = self.kinds(main)
        self.context.blocks.connected.update(dict.fromkeys(kinds))
        return Pairs(kinds)

    def _words(self, written: Mapping[str, Value], main: Value) -> Chooser:
        words: dict[str, Function | None] = {}
        if isinstance(main.value, Mapping):
            for word, condition in main.value.items():
                text = self.context.text(condition, self.thing)
                always = text in (None, "always")
                words[word] = None if always else self.compiled(Phrase(text or "", condition.where), yes_no=True)
        else:
            words = dict.fromkeys(text for text, _ in self.context.texts(main, self.thing))
        for word in words:
            if not is_name(word):
                self.report(main, f"expected a name for each word, found {shown(word)}", NAMES, code="CARC-F004")
        return Words(tuple(sorted(words.items())))

    def _players(self, written: Mapping[str, Value], main: Value) -> Chooser:
        return Players(
            self.one_of(main, ("all", "others")),
            self.expression(written, "if"),
            self.extreme(written),
            -1 if "least" in written else 1,
        )

    def _cells(self, written: Mapping[str, Value], main: Value) -> Chooser:
        place = self.there(main, ("anywhere", "around the new tile", "beside the new tile"))
        return Cells(place, self.expression(written, "if", subjects=TURN))

    def _tiles(self, written: Mapping[str, Value], main: Value) -> Chooser:
        self.one_of(main, ("in hand",))
        of = self.context.value(written["of"], "player", "choose", "") if "of" in written else None
        return Tiles(of, self.expression(written, "if", subjects=TURN))

    def _space_for(self, written: Mapping[str, Value], main: Value) -> Chooser:
        found = self.context.value(main, "companion", "choose", "")
        return Spaces(-1 if found is None else found)

    # Parts -------------------------------------------------------------------------------------

    def figures(self, value: Value) -> tuple[int, ...]:
        """Kinds of figures by name; `followers` are all that are; a name with `?` need not be in play."""
        found: dict[int, None] = {}
        for text, where in self.context.texts(value, self.thing):
            if text == FOLLOWERS:
                found |= dict.fromkeys(self.names.followers)
            elif not text.endswith("?") or text.removesuffix("?") in self.names.figures:
                number = self.names.on_tiles(text.removesuffix("?"), where, self.thing)
                found |= {} if number is None else {number: None}
        return tuple(found)

    def kinds(self, value: Value) -> tuple[int, ...]:
        return self.context.kinds(value, self.thing)

    def expression(
        self,
        written: Mapping[str, Value],
        key: str,
        *,
        yes_no: bool = True,
        subjects: frozenset[str] = WITH_FEATURE,
    ) -> Function | None:
        if key not in written or (text := self.context.text(written[key], self.thing)) is None:
            return None
        compiler = self.context.compiler(f"{self.thing}, {key}", subjects)
        phrase = Phrase(text, written[key].where)
        return compiler.condition(phrase) if yes_no else compiler.number(phrase)

    def compiled(self, phrase: Phrase, *, yes_no: bool) -> Function | None:
        compiler = self.context.compiler(self.thing)
        return compiler.condition(phrase) if yes_no else compiler.number(phrase)

    def yes(self, written: Mapping[str, Value], key: str) -> bool:
        return key in written and self.one_of(written[key], ("true", "false")) == "true"

    def one_of(self, value: Value, known: tuple[str, ...]) -> str:
        text = self.context.text(value, self.thing)
        if text is not None and text not in known:
            self.report(value, f"unknown words {text!r}", cure_for(text, known, "words here"), code="CARC-L016")
        return text or known[0]
