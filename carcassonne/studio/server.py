"""Serves the page to this computer alone: to the loopback address, with a secret in every path."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from socketserver import TCPServer, ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import bottle

from carcassonne.studio.choices import Choices
from carcassonne.studio.workbench import Workbench

HOST: Final = "127.0.0.1"
PAGE: Final = Path(__file__).with_name("page")
FILES: Final = {
    "": ("studio.html", "text/html"),
    "studio.css": ("studio.css", "text/css"),
    "studio.js": ("studio.js", "text/javascript"),
    "options.js": ("options.js", "text/javascript"),
    "table.js": ("table.js", "text/javascript"),
}
"""Everything that can be asked for by name: no other path is ever looked up."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_LONGEST_WAIT: Final = 30
_MOST_SEED: Final = (1 << 64) - 1


class Studio:
    """A workbench that is served at `url`, which holds a secret made anew each time. Port 0 is any that is free.

    Raises OSError where the port is taken.
    """

    def __init__(self, path: Path, *, port: int = 0) -> None:
        self.workbench = Workbench(path)
        self.token = secrets.token_urlsafe(24)
        self.server = _Server((HOST, port), _Handler)
        self.port = self.server.server_port
        self.server.set_app(_app(self.workbench, self.token, self.port))

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    def run(self) -> None:
        """Serve until `close` is called."""
        self.server.serve_forever(poll_interval=0.1)

    def close(self) -> None:
        """Stop serving. Not to be called by the thread that serves."""
        self.server.shutdown()
        self.server.server_close()


class _Server(ThreadingMixIn, WSGIServer):
    """A browser keeps connections open on which it asks nothing: each has a thread."""

    daemon_threads = True

    def server_bind(self) -> None:
        """Bind, and ask no name service for the name of the host."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]
        self.setup_environ()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle is nothing to tell."""


class _Handler(WSGIRequestHandler):
    timeout = _LONGEST_WAIT

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing of requests that went well."""


def _app(workbench: Workbench, token: str, port: int) -> Any:
    """The pages and the questions of the page."""
    app = bottle.Bottle()
    hosts = {f"{HOST}:{port}", f"localhost:{port}"}

    def guard() -> None:
        """Let nobody in but this page: not another site that calls itself by this address, nor one that guesses."""
        request = bottle.request
        given = request.path.lstrip("/").partition("/")[0]
        origin = request.headers.get("Origin", "")
        is_ours = request.headers.get("Host", "") in hosts and (not origin or origin.removeprefix("http://") in hosts)
        if not secrets.compare_digest(given.encode(), token.encode()) or not is_ours:
            raise _answer("Not found.", "text/plain", status=404)

    def page(name: str = "") -> bottle.HTTPResponse:
        if name not in FILES:
            return _answer("Not found.", "text/plain", status=404)
        file, kind = FILES[name]
        return _answer((PAGE / file).read_text(encoding="utf-8"), kind)

    def view() -> bottle.HTTPResponse:
        asked = _Asked(bottle.request.query)
        number, known, dark = asked.number("file"), asked.number("known"), asked.is_set("dark")
        facts = workbench.view(number, known=known, dark=dark, choices=asked.choices())
        return _answer("", "text/plain", status=204) if facts is None else _json(facts)

    def begin() -> bottle.HTTPResponse:
        asked = _Asked(bottle.request.query)
        seed = min(asked.number("seed"), _MOST_SEED)
        own_only, dark = asked.is_set("own"), asked.is_set("dark")
        number, players, choices = asked.number("file"), asked.number("players"), asked.choices()
        return _json(workbench.begin(number, players=players, seed=seed, own_only=own_only, dark=dark, choices=choices))

    def go_on() -> bottle.HTTPResponse:
        asked = _Asked(bottle.request.query)
        return _json(
            workbench.go_on(
                asked.number("table"),
                decisions=asked.number("decisions"),
                since=asked.number("since"),
                dark=asked.is_set("dark"),
            )
        )

    app.add_hook("before_request", guard)
    routes: tuple[tuple[str, str, Callable[..., bottle.HTTPResponse]], ...] = (
        ("/<token>/", "GET", page),
        ("/<token>/view", "GET", view),
        ("/<token>/table", "POST", begin),
        ("/<token>/table/go-on", "POST", go_on),
        ("/<token>/<name>", "GET", page),
    )
    for path, method, answer in routes:
        app.route(path, method, _without_token(answer))
    app.default_error_handler = _stumbled
    return app


def _without_token(answer: Callable[..., bottle.HTTPResponse]) -> Callable[..., bottle.HTTPResponse]:
    """The guard has compared the token."""
    return lambda token, **parts: answer(**parts)


class _Asked:
    """What the query of a request says; whatever should be a number and is none is 0."""

    def __init__(self, query: Any) -> None:
        self.query = query

    def number(self, name: str) -> int:
        text = self.query.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else 0

    def is_set(self, name: str) -> bool:
        return self.number(name) == 1

    def choices(self) -> Choices:
        """Names of options with their values, as pairs in JSON, in order; none where that says something else."""
        try:
            pairs = dict(json.loads(self.query.get("choices", "[]")))
        except (ValueError, TypeError, RecursionError):
            return ()
        return tuple(sorted(pair for pair in pairs.items() if all(isinstance(part, str) for part in pair)))


def _json(facts: Any) -> bottle.HTTPResponse:
    return _answer(json.dumps(facts, ensure_ascii=False), "application/json")


def _answer(text: str, kind: str, *, status: int = 200) -> bottle.HTTPResponse:
    headers = HEADERS | {"Content-Type": f"{kind}; charset=utf-8"}
    return bottle.HTTPResponse(text.encode("utf-8", "replace"), status, headers)  # names of files may be no Unicode


def _stumbled(error: bottle.HTTPError) -> bottle.HTTPResponse:
    """What goes wrong is told in one line: the page goes on asking."""
    reason = f"{type(error.exception).__name__}: {error.exception}" if error.exception else error.status_line
    return _answer(reason, "text/plain", status=error.status_code)
