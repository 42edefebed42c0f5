"""The forms in which games, positions and tiles are written: how each is told, read and written."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from carcassonne.cli.common import WrongCallError, saved_game, text_of
from carcassonne.errors import DataError, Problem, RecordError
from carcassonne.read.source import decoded, read_text

if TYPE_CHECKING:
    from carcassonne.play.game import Game

GAME, POSITION, TILES = "game", "position", "tiles"


@attrs.frozen
class Call:
    """What a conversion is asked to do; `source` and `target` are None for what is piped.

    `warnings` gets what the person should know about what comes out.
    """

    source: Path | None
    target: Path | None
    set_id: str = ""
    rules: str = ""
    warnings: list[str] = attrs.field(factory=list)

    @property
    def name(self) -> str:
        """What the source is called in messages."""
        return str(self.source) if self.source is not None else "standard input"


@attrs.frozen
class Written:
    """What comes out: the text, and the texts of files that belong beside it by their names."""

    text: str
    beside: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Tiles:
    """A tile set on its way: our text of it for a target, and what belongs beside that."""

    text: Callable[[Call], Written]


@attrs.frozen
class Form:
    """A form: by which suffix it is told, what it holds, and how it is read and written."""

    name: str
    suffixes: tuple[str, ...]
    holds: str
    read: Callable[[bytes, Call], Any]
    write: Callable[[Any, Call], Written]


def form_of(name: str) -> Form | None:
    """The form of a file by its suffix."""
    return next((form for form in FORMS.values() if name.lower().endswith(form.suffixes)), None)


def impossible(source: Form, target: Form) -> str:
    """Why there is no way from one form to the other, or the empty text.

    >>> impossible(FORMS["position"], FORMS["json"])
    'a position has no history, and a game is its history: every draw and every move'
    >>> impossible(FORMS["json"], FORMS["position"])
    ''
    """
    if source.holds == POSITION and target.holds == GAME:
        return "a position has no history, and a game is its history: every draw and every move"
    if source.holds == target.holds == TILES and source is target:
        return f"both are {target.name}"
    if TILES in (source.holds, target.holds) and source.holds != target.holds:
        holds = {GAME: "a game", POSITION: "a position", TILES: "tiles"}
        return f"{source.name} holds {holds[source.holds]}, {target.name} holds {holds[target.holds]}"
    return ""


# Games and positions -----------------------------------------------------------------------------


def _read_game(data: bytes, call: Call) -> Game:
    return saved_game(text_of(data, call.name), call.name, call.rules).game


def _noting(write: Callable[[Any, Game], str]) -> Callable[[Game, Call], Written]:
    def writing(game: Game, _: Call) -> Written:
        from carcassonne import notation

        text = write(notation, game)
        return Written(text if text.endswith("\n") else f"{text}\n")

    return writing


def _read_jcz(data: bytes, call: Call) -> Game:
    from carcassonne.interop import jcloisterzone

    try:
        value = json.loads(text_of(data, call.name))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{call.name}: this is no JSON: {error}") from None
    replay = jcloisterzone.replay(jcloisterzone.from_json(value, call.name))
    if replay.stop is not None or replay.game is None:
        lacks = replay.stop is not None and replay.stop.lacking
        reason = replay.stop or "it cannot begin here"
        raise RecordError(f"{call.name}: {'it uses what is not known here: ' if lacks else ''}{reason}")
    call.warnings.extend(f"warning: {each}" for each in replay.warnings)
    return replay.game


def _write_jcz(game: Game, _: Call) -> Written:
    from carcassonne.interop import jcloisterzone

    return Written(json.dumps(jcloisterzone.to_json(game), ensure_ascii=False, indent=2) + "\n")


# Tiles -------------------------------------------------------------------------------------------


def _read_xml(data: bytes, call: Call) -> Tiles:
    from carcassonne.interop import jcloisterzone

    files = jcloisterzone.tiles_from_xml(data, file=call.name, set_id=call.set_id)
    if len(files) != 1:
        listed = ", ".join(file.id for file in files)
        raise WrongCallError(f"{call.name} holds {len(files)} sets; choose one with --set: {listed}")
    return Tiles(lambda target: _as_files(files[0], target))


def _as_files(file: Any, call: Call) -> Written:
    """A set of the other program as our file, with an expansion beside it that puts it into play."""
    from carcassonne.interop.jcloisterzone.tile_names import slug

    call.warnings.extend(map(str, file.warnings))
    target = call.target
    if target is None or target.suffix not in FORMS["yaml"].suffixes:
        return Written(_readable(file.to_yaml()))
    named = file.renamed(slug(target.stem, "tiles"))
    return Written(_readable(named.to_yaml()), {f"{named.module}.yaml": named.expansion_yaml(target.name)})


def _readable(yaml: str) -> str:
    """The text, unless it is more than one file of ours may hold."""
    problems: list[Problem] = []
    if read_text(yaml, "the set", problems) is None:
        raise DataError(problems)
    return yaml


def _read_yaml(data: bytes, call: Call) -> Tiles:
    text = _yaml_text(data, call)
    return Tiles(lambda _: Written(text))


def _yaml_text(data: bytes, call: Call) -> str:
    problems: list[Problem] = []
    text = decoded(data, call.name, problems)
    if text is None:
        raise DataError(problems)
    return text


def _write_xml(tiles: Tiles, call: Call) -> Written:
    from carcassonne.interop import jcloisterzone

    beside = call.source.parent if call.source is not None else Path()
    return Written(jcloisterzone.tiles_to_xml(tiles.text(call).text, file=call.name, search=[beside]))


# The table ---------------------------------------------------------------------------------------

FORMS: Final = {
    form.name: form
    for form in (
        Form(
            "json",
            (".json",),
            GAME,
            _read_game,
            _noting(lambda notation, game: notation.game_json(game)),
        ),
        Form(
            "game",
            (".game",),
            GAME,
            _read_game,
            _noting(lambda notation, game: notation.game_text(game)),
        ),
        Form("jcz", (".jcz",), GAME, _read_jcz, _write_jcz),
        Form(
            "position",
            (".position",),
            POSITION,
            _read_game,
            _noting(lambda notation, game: notation.position_text(game)),
        ),
        Form("yaml", (".yaml", ".yml"), TILES, _read_yaml, lambda tiles, call: tiles.text(call)),
        Form("xml", (".xml",), TILES, _read_xml, _write_xml),
    )
}
SUFFIXES: Final = tuple(suffix for form in FORMS.values() for suffix in form.suffixes)
