"""Hypothesis strategies: made-up tiles and tile sets, rulesets, games in the middle of play, and actions.

All of them shrink to what is short to read: few modules, few tiles, few actions.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hypothesis import note
from hypothesis import strategies as st

from carcassonne.errors import CarcassonneError
from carcassonne.language import registry
from carcassonne.read.expansions import read_rules
from carcassonne.testing.lines import quoted
from carcassonne.testing.players import short_stock
from carcassonne.testing.sources import Source, shipped_modules
from carcassonne.words.actions import CHANCE, Action, Choose, Pass, Place, Stand

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset
    from carcassonne.read.definitions import Option

DrawnTile = Mapping[str, Any]
"""A tile as a tile file says it, by feature kind."""

SIDES: Final = "NESW"
FIRST: Final = "base"


@cache
def _loaded(names: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    return Source(names, options).load()


# Tiles -------------------------------------------------------------------------------------------


@st.composite
def tiles(draw: st.DrawFn, rules: Ruleset | None = None) -> DrawnTile:
    """A made-up tile, as a tile file says it: `{"road": ["N-S"]}`. Its kinds are those of some rules.

    >>> from hypothesis import find
    >>> find(tiles(), lambda tile: True)
    {'cloister': True}
    """
    kinds = (rules or _loaded((FIRST,))).definitions.features
    held = [kind.name for kind in kinds if kind.borders in ("middle", "whole side")]
    inner = [kind.name for kind in kinds if kind.borders == "nothing"]
    sides = [draw(st.sampled_from(["", *held])) for _ in SIDES]
    tile: dict[str, Any] = {}
    across = False
    for kind in held:
        there = [side for side, holder in zip(SIDES, sides, strict=True) if holder == kind]
        is_opposite = there in (["N", "S"], ["E", "W"])
        joined = len(there) > 1 and not (is_opposite and across) and draw(st.booleans())
        across = across or (joined and is_opposite)
        if there:
            tile[kind] = ["-".join(there)] if joined else there
    if inner and (not tile or draw(st.booleans())) and not across:
        tile[draw(st.sampled_from(inner))] = True
    return tile or {held[0]: ["N"]}


@st.composite
def tile_sets(draw: st.DrawFn, rules: Ruleset | None = None, *, most: int = 5) -> dict[str, DrawnTile]:
    """A few made-up tiles by name, each with its `count`."""
    drawn = draw(st.lists(tiles(rules), min_size=1, max_size=most))
    return {f"t{n}": {"count": draw(st.integers(1, 3)), **tile} for n, tile in enumerate(drawn, 1)}


# Rulesets ----------------------------------------------------------------------------------------


@st.composite
def rulesets(draw: st.DrawFn, *, made_up: bool | None = None, most: int = 3) -> Ruleset:
    """A ruleset: some shipped modules with some options, and perhaps a made-up expansion with tiles and scores.

    made_up: whether there is one, None for either. most: shipped modules besides the first.
    """
    others = [name for name in shipped_modules() if name != FIRST]
    names = (FIRST, *sorted(draw(st.lists(st.sampled_from(others), max_size=most, unique=True))))
    if draw(st.booleans()) if made_up is None else made_up:
        names = (*names, _file_of(draw(_expansions())))
    options: dict[str, str] = {}
    for option in draw(st.lists(st.sampled_from(read_rules(names).options), max_size=3, unique_by=lambda o: o.name)):
        options[option.name] = draw(_values(option))
    try:
        return _loaded(names, tuple(sorted(options.items())))
    except CarcassonneError:  # options that contradict each other
        return _loaded(names)


def _values(option: Option) -> st.SearchStrategy[str]:
    if option.values:
        return st.sampled_from(option.values)
    if option.number:
        return st.integers(0, 9).map(str)
    bounds = st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True).map(sorted)
    return bounds.map(lambda found: " ".join(f"{bound}:{number}" for number, bound in enumerate(found, 1)))


@st.composite
def _expansions(draw: st.DrawFn) -> tuple[str, str]:
    """The texts of a made-up expansion and of its tile file."""
    rules = _loaded((FIRST,))
    drawn = draw(tile_sets())
    scored = [score.kind for score in rules.definitions.scores if score.complete is not None]
    kind, layer = draw(st.sampled_from(scored)), draw(st.sampled_from(("add", "replace", "apply")))
    state = draw(st.sampled_from(("complete", "unfinished")))
    formulas = registry.names("operation") if layer == "apply" else ("1", "tiles", "2 * tiles")
    least = draw(st.integers(0, 4))
    formula = quoted(draw(st.sampled_from(formulas)))
    lines = [
        "expansion: made-up", f"needs: [{FIRST}]", "tiles: {made-up: 1}", "score changes:",
        f"  made up: {{of: {kind}, if: tiles > {least}, {layer}: {{{state}: {formula}}}, rule: MU-1}}",
    ]  # fmt: skip
    text = "\n".join(lines) + "\n"
    return text, "\n".join(["tiles: made-up", f"uses: [{FIRST}]", "set:", *map(_line, drawn.items())]) + "\n"


def _line(named: tuple[str, DrawnTile]) -> str:
    name, tile = named
    said = [f"{key}: {_flow(value)}" for key, value in tile.items()]
    several = [f"{kind} {n + 1}" for kind, held in tile.items() if isinstance(held, list) for n in range(len(held))]
    middles = [kind.name for kind in _loaded((FIRST,)).definitions.features if kind.borders == "middle"]
    meet = [each for each in several if each.rpartition(" ")[0] in middles]
    if len(meet) > 1:
        said.append(f"meets: [[{', '.join(meet)}]]")
    return f"  {name}: {{{', '.join(said)}}}"


def _flow(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value)}]" if len(value) > 1 else str(value[0])
    return "true" if value is True else str(value)


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="carcassonne-"))


def _file_of(texts: tuple[str, str]) -> str:
    """Write an expansion and its tiles to files, and answer the path of the expansion."""
    folder = _folder() / hashlib.sha256("".join(texts).encode()).hexdigest()[:12]
    (folder / "expansions").mkdir(parents=True, exist_ok=True)
    (folder / "tiles").mkdir(exist_ok=True)
    (folder / "tiles" / "made-up-1.yaml").write_text(texts[1], encoding="utf-8")
    file = folder / "expansions" / "made-up.yaml"
    file.write_text(texts[0], encoding="utf-8")
    return str(file)


# Games -------------------------------------------------------------------------------------------


@st.composite
def games(
    draw: st.DrawFn,
    rules: Ruleset | st.SearchStrategy[Ruleset] | None = None,
    *,
    players: Sequence[int] = (2, 1, 3),
    most: int = 40,
) -> Game:
    """A game at some moment of its play, often one where something rare is on offer. Chance is explicit.

    rules: a ruleset, or a strategy for one; the first module alone when left out. most: actions at most.
    Half of the games have a short stock, so that ends come too.
    """
    chosen = draw(rules) if isinstance(rules, st.SearchStrategy) else rules or _loaded((FIRST,))
    stock = None
    if draw(st.booleans()):
        stock = short_stock(chosen, draw(st.randoms(use_true_random=False)))
    game = chosen.new_game(draw(st.sampled_from(players)), chance="explicit", tiles=stock)
    for _ in range(draw(st.integers(0, most))):
        if game.is_over:
            break
        game.push(draw(actions(game)))
    note(f"{', '.join(chosen.names)}: {'; '.join(map(str, game.history)) or 'nothing played'}")
    return game


def actions(game: Game) -> st.SearchStrategy[Action]:
    """Something that may be done now; what is rare comes more often, and shrinking leads to the plainest."""
    legal = list(game.legal_actions)
    if not legal:
        return st.nothing()
    if game.player == CHANCE:
        return st.sampled_from(legal)
    table = game.table
    rank: Callable[[Action], int] = lambda action: _rarity(action, table)  # noqa: E731
    plain = sorted(legal, key=rank)
    return st.one_of(st.sampled_from(plain), st.sampled_from(plain[-3:]))


def _rarity(action: Action, table: Mapping[tuple[int, int], Any]) -> int:
    """Choices are rarer than figures, figures than passing; of placements those between many neighbours."""
    if isinstance(action, Place):
        return sum((action.x + dx, action.y + dy) in table for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    if isinstance(action, Choose):
        return 2
    return 0 if isinstance(action, Pass) else int(isinstance(action, Stand))
