"""Who is let in, and what can be asked for."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from studio.conftest import Serve

from carcassonne.studio.server import Studio

ROOT = Path(__file__).resolve().parent.parent.parent


def ask(
    studio: Studio, path: str, *, method: str = "GET", host: str = "", **headers: str
) -> tuple[int, str, dict[str, str]]:
    """What the server answers to a request, written as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    if host != "none":
        connection.putheader("Host", host or f"127.0.0.1:{studio.port}")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text, dict(answer.getheaders())


@pytest.fixture
def studio(serve: Serve, mill: Path) -> Studio:
    return serve(mill)


def test_it_listens_to_this_computer_alone(studio: Studio) -> None:
    assert "127.0.0.1" == studio.server.socket.getsockname()[0]
    assert re.fullmatch(rf"http://127\.0\.0\.1:{studio.port}/[\w-]{{32}}/", studio.url)


def test_the_page_and_its_parts(studio: Studio) -> None:
    status, text, headers = ask(studio, f"/{studio.token}/")
    assert (200, "text/html; charset=utf-8") == (status, headers["Content-Type"])
    for name in re.findall(r'(?:href|src)="([\w.]+)"', text):
        assert 200 == ask(studio, f"/{studio.token}/{name}")[0]
    assert "http" not in text.replace("http-equiv", "")
    assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
    assert ("no-referrer", "nosniff") == (headers["Referrer-Policy"], headers["X-Content-Type-Options"])


@pytest.mark.parametrize("path", ["/", "/{wrong}/", "/{wrong}/view", "/{token}x/view", "/%ff/view", "*"])
def test_without_the_secret_nothing_is_there(studio: Studio, path: str) -> None:
    path = path.format(token=studio.token, wrong="A" * len(studio.token))
    assert (404, "Not found.") == ask(studio, path)[:2]
    assert 404 == ask(studio, path, method="POST")[0]


@pytest.mark.parametrize("host", ["none", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:{port}.evil"])
def test_another_name_for_this_address_is_refused(studio: Studio, host: str) -> None:
    assert 404 == ask(studio, f"/{studio.token}/view", host=host.format(port=studio.port))[0]


def test_other_sites_are_refused(studio: Studio) -> None:
    path = f"/{studio.token}/table?file=1&players=2"
    assert 404 == ask(studio, path, method="POST", Origin="https://evil.example")[0]
    assert 404 == ask(studio, path, method="POST", Origin="null")[0]
    assert 200 == ask(studio, path, method="POST", Origin=f"http://127.0.0.1:{studio.port}")[0]
    assert 404 == ask(studio, path)[0]


@pytest.mark.parametrize(
    "name",
    ["mill.yaml", "../mill.yaml", "..%2f..%2fetc%2fpasswd", "server.py", "page/studio.js", "%2e%2e/", "studio.js%00"],
)
def test_no_path_is_ever_looked_up(studio: Studio, name: str) -> None:
    assert 404 == ask(studio, f"/{studio.token}/{name}")[0]


def test_numbers_that_are_none_and_those_beyond_measure(studio: Studio) -> None:
    status, text, _ = ask(studio, f"/{studio.token}/view?file=x&known=-3&dark=%F0%9F%8E%B2")
    assert (200, 1) == (status, json.loads(text)["file"]["number"])
    status, text, _ = ask(studio, f"/{studio.token}/table?file=1&players=2&seed={'9' * 20}", method="POST")
    table = json.loads(text)["table"]
    assert (200, 1) == (status, table)
    asked = f"table={table}&decisions=99999999&since=99999999"
    status, text, _ = ask(studio, f"/{studio.token}/table/go-on?{asked}", method="POST")
    assert (200, 50) == (status, json.loads(text)["decisions"])


@pytest.mark.parametrize(
    "choices", ["x", "{}", "[1]", "[[1, 2]]", '[["base.farmers", 1]]', "[" * 9_000, '"ab"', "null"]
)
def test_choices_that_are_none(studio: Studio, choices: str) -> None:
    status, text, _ = ask(studio, f"/{studio.token}/view?choices={quote(choices)}")
    assert (200, {}) == (status, json.loads(text)["file"]["dropped"])


def test_a_name_of_a_file_that_is_no_unicode(serve: Serve, mill: Path) -> None:
    studio = serve(mill.rename(mill.with_name("caf\udce9.yaml")))
    status, text, _ = ask(studio, f"/{studio.token}/view")
    assert (200, "caf?.yaml") == (status, json.loads(text)["file"]["name"])


def test_what_is_written_in_a_file_is_text(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "<img src=x onerror=alert(1)>.yaml"
    file.write_text('tiles: odd\nuses: [base]\nset: {"<script>alert(1)</script>": {city: N}}\n', encoding="utf-8")
    studio = serve(file)
    status, text, headers = ask(studio, f"/{studio.token}/view")
    assert (200, "application/json; charset=utf-8") == (status, headers["Content-Type"])
    pictures = [tile["picture"] for sheet in json.loads(text)["file"]["sheets"] for tile in sheet["tiles"]]
    assert [None] == pictures


def test_a_mistake_of_ours_is_one_line(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object, **__: object) -> None:
        raise ZeroDivisionError("one too few")

    monkeypatch.setattr(studio.workbench, "view", stumble)
    status, text, headers = ask(studio, f"/{studio.token}/view")
    assert (500, "ZeroDivisionError: one too few") == (status, text)
    assert "text/plain; charset=utf-8" == headers["Content-Type"]


def test_the_command_prints_the_address_and_ends_when_told(mill: Path) -> None:
    call = [sys.executable, "-m", "carcassonne", "studio", str(mill), "--no-browser"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as running:
        assert running.stdout is not None
        url = running.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([\w-]{32})/", url)
        assert found is not None
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=30)
        connection.request("GET", f"/{found[2]}/view")
        assert "mill.yaml" == json.loads(connection.getresponse().read())["file"]["name"]
        connection.close()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (0, "", "Ctrl-C ends it.\n") == (running.returncode, out, err)


def test_a_port_that_is_taken(studio: Studio, mill: Path) -> None:
    call = [sys.executable, "-m", "carcassonne", "studio", str(mill), "--no-browser", "--port", str(studio.port)]
    ran = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)
    assert (2, "") == (ran.returncode, ran.stdout)
    assert f"port {studio.port}: Address already in use\n" == ran.stderr
