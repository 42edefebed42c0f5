"""Reading a game of whatever form: text, JSON, or a position."""

from __future__ import annotations

from collections.abc import Mapping

from carcassonne.errors import RecordError
from carcassonne.notation.games import LONGEST, Record, read_head, read_text
from carcassonne.notation.json_forms import decoded, game_from_dict, game_from_position, read_cut, until_cut
from carcassonne.notation.places import of_length
from carcassonne.notation.positions import parse_line, parse_position
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.saved import FORMAT


def read_game(text: str, *, rules: Ruleset | None = None, partial: bool = False) -> Record:
    """The game in any of the forms that this package writes, told apart by how they begin.

    rules: the loaded rules; else those shipped ones that the text names. partial: of a text or record that is cut off
    or damaged somewhere, the game up to the last whole action before that; `Record.cut` is the error there. Without a
    whole head there is no game even so. Raises RecordError.

    >>> import carcassonne
    >>> from carcassonne import notation
    >>> game = carcassonne.load_rules("base").new_game(players=["Ann", "Bob"], seed=7)
    >>> text = notation.game_text(game)
    >>> record = read_game(text[: text.index("=")], partial=True)
    >>> len(record.game.history), str(record.cut)
    (1, 'line 9, column 1: the text ends without a result: it is cut off')
    """
    begin = _begin(text)
    if begin.startswith(FORMAT):
        return Record(parse_position(text, rules=rules))
    if not begin.startswith("{"):
        return read_text(text, rules=rules, partial=partial)
    if partial:
        return read_cut(text.removeprefix("\ufeff"), rules=rules)
    saved = decoded(text)
    if isinstance(saved, Mapping) and saved.get("format") == FORMAT:
        return Record(game_from_position(saved, rules=rules))
    return Record(game_from_dict(saved, rules=rules))


def options_in(text: str) -> Mapping[str, str]:
    """The options of its rules that a text of any form names, for whoever loads these rules. Raises RecordError.

    An option that it does not name has the default of its own module.

    >>> options_in("carcassonne-position 1; rules base; options base.edition=2; players A; chance seeded 1 1; "
    ...     "turn A; agenda part 0")
    {'base.edition': '2'}
    """
    begin = _begin(text)
    if begin.startswith(FORMAT):
        options = parse_line(text)["options"]
    elif begin.startswith("{"):
        options = until_cut(text.removeprefix("\ufeff"))[0].get("options")
    else:
        options = read_head(text)["options"]
    if not isinstance(options, Mapping) or not all(isinstance(value, str) for value in options.values()):
        raise RecordError("this is no record of a game: it does not say its options")
    return options


def _begin(text: str) -> str:
    """The beginning, by which forms are told apart."""
    return of_length(text, LONGEST)[:200].removeprefix("\ufeff").lstrip()
