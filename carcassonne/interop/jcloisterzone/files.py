"""A saved game as the file says it: read with care, with nothing played yet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from carcassonne.interop.jcloisterzone.values import Faults, load_json

Cell = tuple[int, int]
MOST_MESSAGES: Final = 20_000
MOST_TILES: Final = 5_000
MOST_COPIES: Final = 9
MOST_SENTENCES: Final = 2_000
LONGEST_SENTENCE: Final = 4_000
TURNS: Final = {"R0": 0, "R90": 1, "R180": 2, "R270": 3}
OWN: Final = "carcassonne"
GAME_KEYS: Final = ("players", "initialRandom", "replay", "setup")


@attrs.frozen
class Pointer:
    """A whole feature of one tile: its place, its kind, and the sides or half sides that it reaches."""

    position: Cell
    feature: str
    location: str

    def __str__(self) -> str:
        return f"{{{self.feature},{self.location},[{self.position[0]},{self.position[1]}]}}"


@attrs.frozen
class Message:
    """One thing that was done. What a message of its type does not have is empty.

    kind: the type. figure: the id of a follower or other figure. word: a token, a source or another choice in a
    word. position: a cell alone. pointer: a feature, with `figure` also a figure that stands there.
    """

    kind: str
    tile: str = ""
    turned: int = 0
    position: Cell | None = None
    pointer: Pointer | None = None
    figure: str = ""
    word: str = ""
    random: float | None = None


@attrs.frozen
class StartTile:
    """A tile that lies on the table when the game begins."""

    tile: str
    x: int
    y: int
    turned: int


@attrs.frozen
class Own:
    """What a file says for this library only, under the key `carcassonne`; no other program needs it.

    options: variants of which that program knows one value only. stock: whether tiles were drawn from the stock of the
    rules, not in an order that was fixed before. drawn: how many were drawn. choices: what was chosen where that
    program does not ask, in order. passed: the places in the order of draws at which only that program draws a tile.
    """

    options: Mapping[str, str]
    stock: bool
    drawn: int
    choices: tuple[str, ...]
    passed: tuple[int, ...] = ()


@attrs.frozen
class Saved:
    """A saved game.

    name: what to call it in messages. sets: ids of tile sets with how many of each. elements: what is switched on,
    with the number of pieces where it is one. draw_order: the tiles that are drawn first. end_turn: how many are
    drawn in all, if the file says. sentences: what must hold at the end. own: what this library has noted.
    """

    name: str
    version: str
    players: tuple[str, ...]
    sets: Mapping[str, int]
    elements: Mapping[str, int]
    rules: Mapping[str, str]
    start: tuple[StartTile, ...]
    first_random: float
    messages: tuple[Message, ...]
    draw_order: tuple[str, ...] = ()
    end_turn: int | None = None
    description: str = ""
    sentences: tuple[str, ...] = ()
    own: Own | None = None

    def __repr__(self) -> str:
        return f"<Saved {self.name}: {len(self.players)} players, {len(self.messages)} messages>"


def read(path: Path | str) -> Saved:
    """Read a `.jcz` file. Raises RecordError with everything that is wrong in it."""
    return from_json(load_json(path), Path(path).name)


def from_json(value: Any, name: str = "game") -> Saved:
    """The saved game in a JSON value. Raises RecordError with everything that is wrong in it."""
    faults = Faults(name)
    top = faults.mapping(value, "")
    missing = [key for key in GAME_KEYS if key not in top] if isinstance(value, dict) else []
    if missing == ["players", "initialRandom", "replay"]:
        faults.note("", "this is a setup only, with no game")
    elif missing:
        faults.note("", f"this is no saved game: {', '.join(missing)} missing")
    faults.finish()
    saved = _Reader(faults).game(top, name)
    faults.finish()
    return saved


def read_message(value: Any) -> Message:
    """One message. Raises RecordError with everything that is wrong in it."""
    faults = Faults("message")
    message = _Reader(faults).message(value, "message")
    faults.finish()
    return message


class _Reader:
    """Reads the parts of a game."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def game(self, top: Mapping[str, Any], name: str) -> Saved:
        faults = self.faults
        setup = {key: value for key, value in faults.mapping(top["setup"], "setup").items() if value is not None}
        order, end_turn = self.annotations(top.get("gameAnnotations"))
        test = faults.mapping(top["test"] if top.get("test") is not None else {}, "test")
        sentences = faults.items(test.get("assertions", []), "test.assertions", MOST_SENTENCES)
        return Saved(
            name=name,
            version=faults.text(top.get("appVersion", ""), "appVersion"),
            players=self.players(top["players"]),
            sets=self.sets(setup.get("sets", {})),
            elements=self.elements(setup.get("elements", {})),
            rules=self.rules(setup.get("rules", {})),
            start=self.start(setup.get("start", [])),
            first_random=faults.fraction(top["initialRandom"], "initialRandom"),
            messages=self.messages(top["replay"]),
            draw_order=order,
            end_turn=end_turn,
            description=faults.text(test.get("description", ""), "test.description"),
            sentences=tuple(
                faults.text(text, f"test.assertions[{i}]", LONGEST_SENTENCE) for i, text in enumerate(sentences)
            ),
            own=None if top.get(OWN) is None else self.own(top[OWN]),
        )

    def own(self, value: Any) -> Own:
        faults = self.faults
        given = faults.mapping(value, OWN)
        options = faults.mapping(given.get("options", {}), f"{OWN}.options")
        choices = faults.items(given.get("choices", []), f"{OWN}.choices", MOST_MESSAGES)
        passed = faults.items(given.get("passed", []), f"{OWN}.passed", MOST_TILES)
        return Own(
            options={name: faults.text(text, f"{OWN}.options.{name[:80]}") for name, text in options.items()},
            stock=given.get("stock") is True,
            drawn=faults.whole(given.get("drawn", 0), f"{OWN}.drawn", 0, MOST_TILES),
            choices=tuple(faults.text(text, f"{OWN}.choices[{i}]") for i, text in enumerate(choices)),
            passed=tuple(faults.whole(n, f"{OWN}.passed[{i}]", 0, MOST_TILES) for i, n in enumerate(passed)),
        )

    def players(self, value: Any) -> tuple[str, ...]:
        faults = self.faults
        names = []
        for number, player in enumerate(faults.items(value, "players", 100)):
            entry = faults.mapping(player, f"players[{number}]")
            names.append(faults.text(entry.get("name", ""), f"players[{number}].name"))
        if not names and isinstance(value, list) and not value:
            faults.note("players", "there are none")
        return tuple(names)

    def sets(self, value: Any) -> dict[str, int]:
        given = self.faults.mapping(value, "setup.sets")
        return {
            name: copies
            for name, n in given.items()
            if (copies := self.faults.whole(n, f"setup.sets.{name[:80]}", 0, MOST_COPIES))
        }

    def elements(self, value: Any) -> dict[str, int]:
        """Whatever its value is, an element that is there is on; a number counts pieces."""
        found = {}
        for name, given in self.faults.mapping(value, "setup.elements").items():
            is_number = isinstance(given, int | float) and not isinstance(given, bool)
            found[name] = self.faults.whole(given, f"setup.elements.{name[:80]}", 0, 99) if is_number else 1
        return found

    def rules(self, value: Any) -> dict[str, str]:
        found = {}
        for name, given in self.faults.mapping(value, "setup.rules").items():
            if isinstance(given, bool):
                found[name] = "true" if given else "false"
            elif isinstance(given, int):
                found[name] = str(self.faults.whole(given, f"setup.rules.{name[:80]}", -1000, 1000))
            else:
                found[name] = self.faults.text(given, f"setup.rules.{name[:80]}")
        return found

    def start(self, value: Any) -> tuple[StartTile, ...]:
        faults = self.faults
        tiles = []
        for number, given in enumerate(faults.items(value, "setup.start", 100)):
            place = f"setup.start[{number}]"
            entry = faults.mapping(given, place)
            x, y = faults.cell([entry.get("x"), entry.get("y")], place)
            degrees = faults.whole(entry.get("rotation", 0), f"{place}.rotation", 0, 270)
            if degrees % 90:
                faults.expected(f"{place}.rotation", "0, 90, 180 or 270", degrees)
            tiles.append(StartTile(faults.text(entry.get("tile"), f"{place}.tile"), x, y, degrees // 90))
        return tuple(tiles)

    def annotations(self, value: Any) -> tuple[tuple[str, ...], int | None]:
        faults = self.faults
        given = faults.mapping({} if value is None else value, "gameAnnotations")
        order = given.get("drawOrder")
        tiles = [] if order is None else faults.items(order, "gameAnnotations.drawOrder", MOST_TILES)
        end = given.get("endTurn")
        return (
            tuple(faults.text(tile, f"gameAnnotations.drawOrder[{i}]") for i, tile in enumerate(tiles)),
            None if end is None else faults.whole(end, "gameAnnotations.endTurn", 0, MOST_TILES),
        )

    # Messages --------------------------------------------------------------------------------

    def messages(self, value: Any) -> tuple[Message, ...]:
        return tuple(
            self.message(given, f"replay[{number}]")
            for number, given in enumerate(self.faults.items(value, "replay", MOST_MESSAGES))
        )

    def message(self, value: Any, place: str) -> Message:
        entry = self.faults.mapping(value, place)
        kind = self.faults.text(entry.get("type"), f"{place}.type")
        payload = entry.get("payload")
        place += ".payload"
        given = self.faults.mapping({} if payload is None else payload, place)
        random = given.get("random")
        value = None if random is None else self.faults.fraction(random, f"{place}.random")
        message = Message(kind, random=value)
        reader = getattr(self, f"_{kind.lower()}", None) if kind in READ else None
        return message if reader is None else attrs.evolve(message, **reader(given, place))

    def _place_tile(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        turned = given.get("rotation")
        if not isinstance(turned, str) or turned not in TURNS:
            self.faults.expected(f"{place}.rotation", f"one of {', '.join(TURNS)}", turned)
            turned = "R0"
        return {
            "tile": self.faults.text(given.get("tileId"), f"{place}.tileId"),
            "turned": TURNS[turned],
            "position": self.faults.cell(given.get("position"), f"{place}.position"),
        }

    def _deploy_meeple(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        pointer = self.pointer(given.get("pointer"), f"{place}.pointer")
        return {"pointer": pointer, "figure": self.faults.text(given.get("meepleId"), f"{place}.meepleId")}

    def _place_token(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        where = self.target(given.get("pointer"), f"{place}.pointer")
        return {"word": self.faults.text(given.get("token"), f"{place}.token"), **where}

    def _move_neutral_figure(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        figure = self.faults.text(given.get("figureId"), f"{place}.figureId")
        to = given.get("to")
        where = {} if to is None else self.target(to, f"{place}.to")
        return {**where, "figure": figure}

    def _circle_remove_or_deploy(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        return {"word": self.faults.text(given.get("value"), f"{place}.value")}

    def _return_meeple(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        where = self.target(given.get("pointer"), f"{place}.pointer")
        return {"word": self.faults.text(given.get("source"), f"{place}.source"), **where}

    def target(self, value: Any, place: str) -> dict[str, Any]:
        """A cell, a feature, or a figure on a feature: told apart by their form."""
        if isinstance(value, list):
            return {"position": self.faults.cell(value, place)}
        given = self.faults.mapping(value, place)
        if "meepleId" in given:
            figure = self.faults.text(given["meepleId"], f"{place}.meepleId")
            pointer = self.pointer(given.get("featurePointer"), f"{place}.featurePointer")
            return {"pointer": pointer, "figure": figure}
        return {"pointer": self.pointer(value, place)}

    def pointer(self, value: Any, place: str) -> Pointer:
        given = self.faults.mapping(value, place)
        return Pointer(
            self.faults.cell(given.get("position"), f"{place}.position"),
            self.faults.text(given.get("feature"), f"{place}.feature", 40),
            self.faults.text(given.get("location"), f"{place}.location", 40),
        )


READ: Final = (
    "PLACE_TILE",
    "DEPLOY_MEEPLE",
    "PLACE_TOKEN",
    "MOVE_NEUTRAL_FIGURE",
    "CIRCLE_REMOVE_OR_DEPLOY",
    "RETURN_MEEPLE",
)
"""The types of messages with a payload that is read."""
