"""A position as one line of text: sections with their names, what is as always left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from carcassonne.notation.places import of_length
from carcassonne.notation.rulesets import rules_of, whole_options
from carcassonne.notation.sections import EMPTY, SECTIONS
from carcassonne.notation.words import LONGEST, Words
from carcassonne.play.resume import game_from_position
from carcassonne.play.saved import FORMAT, position_to_dict

if TYPE_CHECKING:
    from carcassonne.play.game import Game
    from carcassonne.play.ruleset import Ruleset


def position_text(game: Game) -> str:
    """The position of a game on one line: everything that it goes on from, in the middle of whatever rule.

    >>> import carcassonne
    >>> game = carcassonne.load_rules("base").new_game(players=["Ann", "Bob"], seed=7)
    >>> position_text(game).split("; ")[1:5]
    ['rules base', 'players Ann Bob', 'chance seeded 7 1', 'table base/city-cap-road-straight 0,0']
    """
    return position_line(position_to_dict(game), game.rules)


def parse_position(text: str, *, rules: Ruleset | None = None) -> Game:
    """The game at a position, which goes on as the one that was saved. Raises RecordError.

    What was played before is no part of a position: nothing can be taken back, `history` and `events` are empty.
    rules: the loaded rules; else those shipped ones that the text names.
    """
    saved = parse_line(text)
    ruleset = rules if rules is not None else rules_of(saved["rules"], saved["options"])
    return game_from_position(ruleset, {**saved, "options": whole_options(ruleset, saved["options"])})


def position_line(saved: Mapping[str, Any], rules: Ruleset) -> str:
    """A position, as `position_to_dict` gives it, on one line."""
    options = {option.name: option.default for option in rules.definitions.options}
    changed = {name: value for name, value in saved["options"].items() if options.get(name) != value}
    sections = [f"{FORMAT} {saved['behaviour']}"]
    for name, (write, _) in SECTIONS.items():
        text = write(changed if name == "options" else _value(saved, name))
        if text is not None:
            sections.append(f"{name} {text}" if text else name)
    return "; ".join(sections)


def _value(saved: Mapping[str, Any], name: str) -> Any:
    """What a section is written of; what is alike comes together."""
    if name == "chance":
        return saved["chance"], saved["seed"], saved["counter"]
    if name == "table":
        return sorted(saved["table"], key=lambda tile: tile[0])
    if name == "figures":
        return sorted(saved["figures"], key=lambda row: (row[0] is None, row[0], row[1]))
    return saved.get(name, {}) if name == "hands" else saved[name]


def parse_line(text: str) -> dict[str, Any]:
    """What a line says, in the form of `position_to_dict`; of the options only those that it names.

    Raises NotationError.
    """
    words = Words(of_length(text, LONGEST).removeprefix("\ufeff"))
    if not words.sees_bare(FORMAT):
        words.expect(f"'{FORMAT}'")
    words.step()
    saved: dict[str, Any] = {"format": FORMAT, "behaviour": words.number("the number of a behaviour")}
    saved |= {name: _empty(read) for name, (_, read) in SECTIONS.items()}
    seen: set[str] = set()
    while words.skip(";"):
        column = words.now.column if words.now is not None else 0
        name = words.bare("the name of a section")
        if name not in SECTIONS:
            words.fail(f"no section {name[:40]!r}; sections are {', '.join(SECTIONS)}", column)
        if name in seen:
            words.fail(f"the section {name!r} stands there twice", column)
        seen.add(name)
        saved[name] = SECTIONS[name][1](words)
    if words.now is not None:
        words.expect("';' or the end")
    for name in ("rules", "players", "chance", "turn", "agenda"):
        if name not in seen:
            words.fail(f"the section {name!r} is missing")
    saved["chance"], saved["seed"], saved["counter"] = saved["chance"]
    if not saved["hands"]:
        del saved["hands"]
    return saved


def _empty(read: Callable[[Words], Any]) -> Any:
    """What a section that is left out says."""
    return EMPTY[read]() if read in EMPTY else []
