"""The wheel holds everything that is needed and plays a game far from the checkout."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = [pytest.mark.wheel, pytest.mark.xdist_group("wheel")]

GAME = """
import pathlib
import sys

import carcassonne

assert pathlib.Path(carcassonne.__file__).is_relative_to(sys.prefix), carcassonne.__file__
game = carcassonne.load_rules("base", "river", "abbot").new_game(players=2, seed=7)
while not game.is_over:
    game.push(game.legal_actions[0])
print(*game.scores)
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=cwd, env=clean)


def need_an_index(ran: subprocess.CompletedProcess[str], what: str) -> None:
    """Skip where pip cannot reach an index; fail on everything else that went wrong."""
    said = ran.stdout + ran.stderr
    unreachable = (
        "NewConnectionError",
        "ConnectTimeoutError",
        "Connection to",
        "Failed to establish",
        "Name or service",
    )
    if ran.returncode and any(sign in said for sign in unreachable):
        pytest.skip(f"{what}: pip cannot reach a package index")
    assert ran.returncode == 0, said


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder)
    try:
        import hatchling  # noqa: F401
    except ImportError:
        need_an_index(run(*pip, ROOT, cwd=folder), "building the wheel")
    else:
        ran = run(*pip, "--no-build-isolation", ROOT, cwd=folder)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    (built,) = folder.glob("carcassonne-*.whl")
    return built


def test_wheel_holds_data_and_types(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"carcassonne/{path.relative_to(ROOT)}" for path in (ROOT / "data").rglob("*.yaml")}
    wanted |= {
        str(path.relative_to(ROOT)) for path in (ROOT / "carcassonne").rglob("*") if path.suffix in (".py", ".json")
    }
    wanted |= {"carcassonne/py.typed"}
    assert set() == wanted - held
    assert [] == sorted(name for name in held if name.startswith(("tests/", "docs/", "examples/", "benchmarks/")))


def test_wheel_plays_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    installed = run(python, "-m", "pip", "install", "--quiet", "--retries", "1", wheel, cwd=tmp_path)
    need_an_index(installed, "installing the wheel")
    listed = run(python, "-m", "pip", "list", "--format=freeze", cwd=tmp_path).stdout.lower()
    assert "carcassonne==" in listed
    assert "typer" not in listed and "pytest" not in listed
    played = run(python, "-I", "-c", GAME, cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    assert 2 == len(played.stdout.split())
    without_extra = run(python, "-m", "carcassonne", "--help", cwd=tmp_path)
    assert without_extra.returncode == 2, "without the extra `cli` the command says what to install"
    assert "carcassonne[cli]" in without_extra.stderr
    assert "Traceback" not in without_extra.stderr
