"""The command as a whole: help, the version, endings without a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from carcassonne.cli.app import app

Call = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}
COMMAND = [sys.executable, "-m", "carcassonne"]
COMMANDS = tuple(command.name or "" for command in app.registered_commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(call: Call, command: str) -> None:
    code, out, _ = call(command, "--help")
    assert 0 == code
    assert f"  carcassonne {command}" in out.split("Examples:")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_has_every_command_with_an_example(command: str) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert f"\n| `carcassonne {command}" in page
    assert f"\n$ carcassonne {command}" in page


def test_help_lists_every_command(call: Call) -> None:
    code, out, _ = call("--help")
    assert 0 == code
    assert all(f"\n  {command} " in out for command in COMMANDS)
    assert "..." not in out.split("Commands:")[1], "every summary fits on its line"


@pytest.mark.parametrize("words", [["fly"], ["simulate", "--fly"], ["check"], ["replay"]])
def test_wrong_words_end_with_two(call: Call, words: list[str]) -> None:
    code, _, err = call(*words)
    assert 2 == code
    assert "Traceback" not in err


def test_version(call: Call) -> None:
    code, out, _ = call("--version")
    assert 0 == code and out.startswith("carcassonne ")


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    blocked = "import importlib.util as u; find = u.find_spec\n"
    blocked += "u.find_spec = lambda name, package=None: None if name == 'typer' else find(name, package)\n"
    blocked += "from carcassonne.cli import main; main()"
    ran = subprocess.run([sys.executable, "-c", blocked], capture_output=True, text=True, env=ENVIRONMENT)
    assert 2 == ran.returncode
    assert "pip install 'carcassonne[cli]'" in ran.stderr
    assert 1 == len(ran.stderr.splitlines())


def test_a_closed_pipe_is_no_fault() -> None:
    with subprocess.Popen(
        [*COMMAND, "words"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert b"" == process.stderr.read()
    assert 0 == process.returncode


def test_an_interrupt_ends_without_a_traceback(tmp_path: Path) -> None:
    words = ["simulate", "--games", "100000", "--save", str(tmp_path)]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        for _ in range(600):  # until it plays
            if any(tmp_path.iterdir()):
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (130, b"", b"") == (process.returncode, out, err.strip())


def test_output_that_cannot_show_a_character() -> None:
    plain = ENVIRONMENT | {"PYTHONIOENCODING": "ascii"}
    ran = subprocess.run([*COMMAND, "test", "--help"], capture_output=True, text=True, env=plain)
    assert 0 == ran.returncode and "Traceback" not in ran.stderr


def test_a_closed_output_is_no_fault() -> None:
    """As a shell does it with `>&-`."""
    closing = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'carcassonne', 'words'])"
    ran = subprocess.run([sys.executable, "-c", closing], stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    assert (0, b"") == (ran.returncode, ran.stderr)


def test_a_long_name_is_told_shortly() -> None:
    ran = subprocess.run([*COMMAND, "explain", "x" * 5_000], capture_output=True, text=True, env=ENVIRONMENT)
    assert 2 == ran.returncode and len(ran.stderr) < 400


def test_a_record_opens_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"rules": ["../../etc/passwd"], "options": {}}', encoding="utf-8")
    ran = subprocess.run([*COMMAND, "replay", str(file)], capture_output=True, text=True, env=ENVIRONMENT)
    assert 1 == ran.returncode
    assert "'../../etc/passwd' is no name of a shipped module (rules from files are named with --rules)" in ran.stderr
