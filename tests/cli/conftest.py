"""How the tests of the command line call it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from carcassonne.cli.app import app

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call() -> Call:
    """Run a command; answers the exit code, what was printed, and what was said on the error stream."""

    def run(*words: object, said: str = "") -> tuple[int, str, str]:
        result = CliRunner().invoke(app, [str(word) for word in words], input=said)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.stdout, result.stderr

    return run
