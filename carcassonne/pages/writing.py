"""The page of a game, put together from its template, its style, its program and what it shows."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from carcassonne.draw.parts import Parts
from carcassonne.errors import OptionError
from carcassonne.pages.recording import Recording
from carcassonne.pages.rulebook import Rulebook, facts
from carcassonne.pages.telling import rules_in, worth_facts

if TYPE_CHECKING:
    from carcassonne.play.game import Game

_SLOT: Final = re.compile(r"<!-- ([a-z ]+) -->")
_ADDRESS: Final = re.compile(r"(?:https?://|file:/|(?![a-zA-Z][a-zA-Z0-9+.-]*:))[^\s\"'<>]*")
_HERE: Final = Path(__file__).parent


def written(game: Game, *, title: str, docs: str, comments: Mapping[int, str]) -> str:
    """The page of a game: see `page_html`."""
    if not _ADDRESS.fullmatch(docs):
        raise OptionError(f"docs is {docs!r}, expected an address (https://…) or a path of folders")
    parts = Parts(game.rules, game.players)
    shown = _data(game, parts, docs, comments)
    program = _file("replay.js")
    fills = {
        "title": escape(title or ", ".join(game.players)),
        "policy": escape(_policy(program)),
        "about": escape(_about(game)),
        "style": _file("replay.css"),
        "light": parts.definitions(dark=False),
        "dark": parts.definitions(dark=True),
        "game": _inert(shown),
        "program": program,
    }
    page = _SLOT.sub(lambda found: fills[found[1]], _file("replay.html"))
    return page.encode("utf-8", "replace").decode("utf-8")  # a name may hold halves of characters, a file may not


def _data(game: Game, parts: Parts, docs: str, comments: Mapping[int, str]) -> dict[str, Any]:
    """Everything that the program of the page needs to know."""
    recording = Recording(game, parts, comments)
    worths = list(map(worth_facts, recording.worths))
    entries = [entry for moment in recording.moments for entry in moment["log"]]
    rulebook = Rulebook(game.rules)
    named = dict.fromkeys(rule for entry in (*entries, *worths) for rule in rules_in(entry))
    tracks = game.rules.definitions.tracks
    return {
        "players": [
            {
                "name": name,
                "fill": parts.colours(player).fill,
                "ink": parts.colours(player).ink,
                "mark": parts.mark(player),
            }
            for player, name in enumerate(game.players)
        ],
        "segments": [str(segment) for segment in recording.segments],
        "moments": recording.moments,
        "worths": worths,
        "rules": {rule: facts(rulebook.look_up(rule)) for rule in sorted(named)},
        "spaces": tracks[0].spaces if tracks else 0,
        "docs": f"{docs.rstrip('/')}/" if docs else "",
    }


def _about(game: Game) -> str:
    titles = [module.title for module in game.rules.definitions.modules]
    return ", ".join(titles)


def _policy(program: str) -> str:
    """What the page may do: run its own program, and nothing else; it asks for nothing."""
    digest = b64encode(sha256(program.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
    )


def _inert(value: Any) -> str:
    r"""JSON that may stand in an element of a page, whatever texts are in it.

    >>> _inert("</script>")
    '"\\u003c/script>"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
