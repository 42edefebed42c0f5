"""A game as text that people read and compare: headers, one numbered decision a line, the result."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from carcassonne.errors import ActionSyntaxError, CarcassonneError, NotationError, RecordError
from carcassonne.notation.places import of_length, shown
from carcassonne.notation.positions import parse_line, position_line
from carcassonne.notation.rulesets import rules_of, whole_options
from carcassonne.notation.setups import parse_setup, setup_text
from carcassonne.notation.words import BARE, QUOTED, Words, written
from carcassonne.play.game import Game
from carcassonne.play.records import BEHAVIOUR, FORMAT, Replay, check_outcome
from carcassonne.play.ruleset import Ruleset
from carcassonne.play.saved import Resumed
from carcassonne.words.actions import CHANCE, parse_action

LONGEST: Final = 20_000_000
_OWN: Final = ("Game", "Rules", "Options", "Player", "Chance", "Seed", "Tiles", "Table", "Position")
_BETWEEN = re.compile(r"(?:[ \t\r\n]+|;[^\n]*)*")
_HEADER = re.compile(rf"\[([A-Z][A-Za-z0-9]{{0,39}}) ({QUOTED})\][ \t\r]*(?:\n|$)")
_MOVE = re.compile(rf"(\d{{1,7}})\.[ \t]+(?:(\*)|({BARE}):|({QUOTED}):)[ \t]+")
_PLAIN = re.compile(r"[^{};\"\\\r\n]+")
_QUOTED = re.compile(QUOTED)
_COMMENT = re.compile(r"[ \t]*\{((?:[^{}\\]|\\[{}\\])*)\}")
_END_OF_LINE = re.compile(r"[ \t\r]*(?:;[^\n]*)?\n")
_ESCAPED = re.compile(r"([{}\\])")
_NAME_OF_HEADER = re.compile(r"[A-Z][A-Za-z0-9]{0,39}")


@attrs.frozen(eq=False)
class Record:
    """A game with what stood around it in its text.

    headers: lines of the head that say nothing about the rules. comments: by the number of the action that they
    follow, 0 for those before the first. cut: None where the text was read to its end, else the error that ended it.
    """

    game: Game
    headers: Mapping[str, str] = attrs.field(factory=dict)
    comments: Mapping[int, str] = attrs.field(factory=dict)
    cut: RecordError | None = None


# Writing -------------------------------------------------------------------------------------


def game_text(
    game: Game, *, comments: Mapping[int, str] | None = None, headers: Mapping[str, str] | None = None
) -> str:
    """A game as text. See `parse_game`.

    comments: by the number of the action that they follow, counted from 1. headers: more lines for the head, such as
    `{"Event": "Club evening"}`. Raises ValueError for a header whose name is none or is one of the head's own.
    """
    lines = [f"[{name} {quoted(value)}]" for name, value in (*_head(game), *_more(headers or {}))]
    lines += ["", *_comment_lines((comments or {}).get(0))]
    names = [written(name) for name in game.players]
    for number, (player, action) in enumerate(zip(deciders(game), game.history, strict=True), 1):
        who = "*" if player == CHANCE else f"{names[player]}:"
        comment = (comments or {}).get(number)
        text = str(action)
        plain = _PLAIN.fullmatch(text) and text.isprintable() and " ".join(text.split()) == text
        line = f"{number}. {who} {text if plain else quoted(text)}"
        lines.append(line if comment is None else f"{line} {_braces(comment)}")
    scores = " ".join(f"{name} {points}" for name, points in zip(names, game.scores, strict=True))
    lines.append(f"= {scores} {'over' if game.is_over else 'open'} {game.fingerprint}")
    return "\n".join(lines) + "\n"


def _head(game: Game) -> list[tuple[str, str]]:
    rules, setup = game.rules, game._setup
    usual = whole_options(rules, {})
    options = ", ".join(f"{name}={value}" for name, value in rules.options.items() if usual[name] != value)
    return [
        ("Game", f"{FORMAT} {BEHAVIOUR}"),
        ("Rules", ", ".join(rules.names)),
        *([("Options", options)] if options else []),
        *(("Player", name) for name in game.players),
        ("Chance", "explicit" if game._explicit else "seeded"),
        ("Seed", str(game._seed)),
        *([("Tiles", " ".join(game._tiles))] if game._tiles is not None else []),
        *([("Position", position_line(setup.position, rules))] if isinstance(setup, Resumed) else []),
        *([("Table", setup_text(setup))] if setup is not None and not isinstance(setup, Resumed) else []),
    ]


def _more(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    for name in headers:
        if not _NAME_OF_HEADER.fullmatch(name) or name in _OWN:
            raise ValueError(
                f"{name!r} cannot be a header: a name is of letters and digits, and none of the game's own"
            )
    return list(headers.items())


def deciders(game: Game) -> list[int]:
    """Who decided each action of a game's history, CHANCE where nobody did: found by taking a copy back."""
    found = [CHANCE] * len(game.history)
    back = game.copy()
    while len(back):
        back.pop()
        found[len(back._taken)] = back.player
    return found


def quoted(text: str) -> str:
    """A text in quotes on one line."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _braces(comment: str) -> str:
    return "{" + _ESCAPED.sub(r"\\\1", comment) + "}"


def _comment_lines(comment: str | None) -> list[str]:
    return [] if comment is None else [_braces(comment)]


# Reading -------------------------------------------------------------------------------------


def parse_game(text: str, *, rules: Ruleset | None = None) -> Game:
    """The game that a text says, with everything that can be taken back. Comments and further headers are skipped.

    rules: the loaded rules; else those shipped ones that the text names. Raises RecordError, and of its kind
    NotationError with line and column where a line cannot be read or played.
    """
    return read_text(text, rules=rules, partial=False).game


def read_text(text: str, *, rules: Ruleset | None, partial: bool) -> Record:
    """A game with its comments and headers. partial: what can be read of a text that is cut off."""
    reader = _Reader(of_length(text, LONGEST))
    head, others = reader.head()
    replay = Replay.of(*_beginning(head, rules, reader))
    comments: dict[int, str] = {}
    cut: RecordError | None = None
    outcome: dict[str, Any] = {}
    try:
        reader.moves(replay, comments)
        outcome = reader.result(replay.game)
    except RecordError as error:
        if not partial or not reader.is_begun:
            raise
        cut = error
    game = replay.finish()
    check_outcome(game, outcome)
    return Record(game, others, comments, cut)


def read_head(text: str) -> dict[str, Any]:
    """What the head of a game's text says, without a word about its moves. Raises NotationError."""
    return _Reader(of_length(text, LONGEST)).head()[0]


def _beginning(head: Mapping[str, Any], rules: Ruleset | None, reader: _Reader) -> tuple[Ruleset, dict[str, Any]]:
    """Rules, and the record without its actions."""
    ruleset = rules if rules is not None else rules_of(head["rules"], head["options"])
    options = whole_options(ruleset, head["options"])
    table = head["table"]
    if isinstance(table, dict) and "position" in table:
        position = table["position"]
        position["options"] = whole_options(ruleset, position["options"])
    return ruleset, {**head, "options": options, "actions": []}


@attrs.define(eq=False)
class _Reader:
    """Goes through the text of a game. is_begun: whether the head was read to its end."""

    text: str
    at: int = 0
    is_begun: bool = False

    def fail(self, fault: str, at: int | None = None) -> NotationError:
        """The error at a place of the text, by default at the one that is read next."""
        place = self.at if at is None else at
        start = self.text.rfind("\n", 0, place) + 1
        return NotationError(fault, self.text.count("\n", 0, place) + 1, place - start + 1)

    def found(self) -> str:
        """What stands at this place, for a message."""
        rest = self.text[self.at : self.at + 40].partition("\n")[0].rstrip()
        return shown(rest) if rest else "the end" if self.at >= len(self.text) else "the end of the line"

    def skip(self) -> None:
        """Go past blanks, line ends and comments to the end of a line."""
        found = _BETWEEN.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at

    # Head ------------------------------------------------------------------------------------

    def head(self) -> tuple[dict[str, Any], dict[str, str]]:
        """What the head says about the game, and the headers that say something else."""
        if self.text.startswith("\ufeff"):
            self.at = 1
        self.skip()
        said: dict[str, Any] = {"players": []}
        others: dict[str, str] = {}
        while (found := _HEADER.match(self.text, self.at)) is not None:
            name, value = found[1], json.loads(found[2])
            if name == "Player" and len(said["players"]) < 7:
                said["players"].append(value)
            elif name in said or name in others or name == "Player":
                raise self.fail(f"the header {name!r} stands there too often")
            elif name in _OWN:
                said[name] = self.header(name, value, found.start(2) + 1)
            else:
                others[name] = value
            self.at = found.end()
        if self.text.startswith("[", self.at):
            raise self.fail(f"expected a header as in '[Rules \"base\"]', found {self.found()}")
        for name in ("Game", "Rules", "Player", "Chance", "Seed"):
            if name not in said and (name != "Player" or not said["players"]):
                raise self.fail(f"the header {name!r} is missing: this is no record of a game, or its head is cut off")
        before = self.at
        self.skip()
        self.is_begun = self.at > before or self.at < len(self.text)
        position, table = said.get("Position"), said.get("Table")
        return {
            "format": FORMAT,
            "behaviour": said["Game"],
            "rules": said["Rules"],
            "options": said.get("Options", {}),
            "players": said["players"],
            "chance": said["Chance"],
            "seed": said["Seed"],
            "tiles": said.get("Tiles"),
            "table": {"position": position} if position is not None else table,
        }, others

    def header(self, name: str, value: str, at: int) -> Any:
        """The value of one of the game's own headers."""
        try:
            return _HEADERS[name](value)
        except NotationError as error:
            raise self.fail(f"{name}: {error.fault}", min(at + error.column - 1, len(self.text))) from error
        except (ValueError, RecordError) as error:
            raise self.fail(f"{name}: {error}", at) from error

    # Moves -----------------------------------------------------------------------------------

    def moves(self, replay: Replay, comments: dict[int, str]) -> None:
        """Play every move up to the result."""
        number = 0
        self.comment(comments, number)
        while not self.text.startswith("=", self.at):
            number += 1
            self.move(replay, number)
            self.comment(comments, number)

    def move(self, replay: Replay, number: int) -> None:
        """Play the move at this place."""
        begin, game = self.at, replay.game
        found = _MOVE.match(self.text, begin)
        if found is None:
            if begin >= len(self.text):
                raise self.fail("the text ends without a result: it is cut off")
            raise self.fail(
                f"expected '{number}. PLAYER: ACTION', '{number}. * ACTION' or the result, found {self.found()}"
            )
        if int(found[1]) != number:
            raise self.fail(f"expected move {number}, found move {found[1]}")
        who = found[3] if found[4] is None else json.loads(found[4])
        expected = None if game.player == CHANCE else game.players[game.player]
        if game.is_over:
            raise self.fail("the game is over before this move")
        if who != expected:
            raise self.fail(
                f"{'chance' if expected is None else expected} decides here, not {'chance' if who is None else who}",
                found.start(found.lastindex or 0),
            )
        self.at = found.end()
        action, end = self.action()
        if not (self.text.startswith("{", end) or _END_OF_LINE.match(self.text, end)):
            raise self.fail("the text ends within this line: it is cut off", begin if end >= len(self.text) else end)
        try:
            replay.play(parse_action(action))
        except ActionSyntaxError as error:
            raise self.fail(f"expected {error.expected}", self.at + error.column - 1) from error
        except CarcassonneError as error:
            raise self.fail(str(error)) from error
        self.at = end

    def action(self) -> tuple[str, int]:
        """The text of an action, and where it ends."""
        if (found := _QUOTED.match(self.text, self.at)) is not None:
            end = found.end()
            while self.text.startswith((" ", "\t"), end):
                end += 1
            return json.loads(found[0]), end
        if (found := _PLAIN.match(self.text, self.at)) is None:
            raise self.fail(f"expected an action, found {self.found()}")
        return found[0].rstrip(), found.end()

    def comment(self, comments: dict[int, str], number: int) -> None:
        """Keep the comments at this place."""
        self.skip()
        while self.text.startswith("{", self.at):
            found = _COMMENT.match(self.text, self.at)
            if found is None:
                raise self.fail("this comment has no end")
            said = re.sub(r"\\([{}\\])", r"\1", found[1])
            comments[number] = f"{comments[number]}\n{said}" if number in comments else said
            self.at = found.end()
            self.skip()

    def result(self, game: Game) -> dict[str, Any]:
        """What the last line says of the outcome."""
        start = self.at + 1
        line = self.text[start:].partition("\n")[0]
        begin = self.at
        words = Words(line, self.text.count("\n", 0, begin) + 1, begin - self.text.rfind("\n", 0, begin) + 1)
        scores: list[int] = []
        for name in game.players:
            if words.name("a player") != name:
                words.fail(f"expected the points of {name}")
            scores.append(words.number("points"))
        is_over = words.bare("'over' or 'open'")
        if is_over not in ("over", "open"):
            words.fail("expected 'over' or 'open'")
        mark = words.bare("a fingerprint") if words.now is not None and not words.sees(";") else None
        if mark is not None and not re.fullmatch(r"[0-9a-f]{32}", mark):
            words.fail("expected a fingerprint of 32 hexadecimal digits")
        if (is_over == "over") != game.is_over:
            raise self.fail(f"the result says that the game is {is_over}, which it is not")
        self.at = start + len(line)
        self.skip()
        if self.at < len(self.text):
            raise self.fail(f"expected nothing after the result, found {self.found()}")
        return {"scores": scores, "fingerprint": mark}


def _behaviour(value: str) -> int:
    name, _, number = value.rpartition(" ")
    if name != FORMAT or not number.isdecimal() or len(number) > 9:
        raise ValueError(f"expected '{FORMAT} {BEHAVIOUR}'")
    return int(number)


def _options(value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for setting in value.split(","):
        name, equals, chosen = (part.strip() for part in setting.partition("="))
        if not name or not equals or not chosen or name in found:
            raise ValueError("expected NAME=VALUE with commas between")
        found[name] = chosen
    return found


def _seed(value: str) -> int:
    if not value.isdecimal() or not value.isascii() or len(value) > 20:
        raise ValueError("expected a whole number")
    return int(value)


_HEADERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "Game": _behaviour,
    "Rules": lambda value: [name.strip() for name in value.split(",")],
    "Options": _options,
    "Chance": str,
    "Seed": _seed,
    "Tiles": str.split,
    "Table": lambda value: parse_setup(value).to_dict(),
    "Position": parse_line,
}
