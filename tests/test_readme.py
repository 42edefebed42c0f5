"""Every example of the README and of the documentation runs.

Python blocks of one page run in order in one empty folder. YAML blocks are of four kinds:

- with a title that is a file of the project: an excerpt, which must stand in that file;
- with a first line `# NAME.yaml`: a whole file, which is there when the Python blocks run;
- on the page of tiles: one tile;
- all others: sections of an expansion, which is loaded and played.

Blocks of kind `text` are sketches and are left alone.
"""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs
import pytest

import carcassonne
from carcassonne.read.expansions import check_file
from carcassonne.read.scenarios import check_scenario
from carcassonne.read.source import Node, read_source, read_text
from carcassonne.testing.scenarios import run_file

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w-]+\.yaml)\n")


@attrs.frozen
class Block:
    page: Path
    number: int
    language: str
    title: str
    text: str

    @property
    def file(self) -> str:
        """The name of the file that the block is, or nothing."""
        found = FILE.match(self.text) if self.language == "yaml" else None
        return found[1] if found else ""

    def __str__(self) -> str:
        return f"{self.page.stem}-{self.number}" + (f"-{self.file}" if self.file else "")


def read_blocks(page: Path) -> Iterator[Block]:
    for number, (language, info, text) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), 1):
        title = re.search(r'title="([^"]+)"', info)
        yield Block(page, number, language, title[1] if title else "", text)


BLOCKS = [block for page in PAGES for block in read_blocks(page)]
EXCERPTS = [block for block in BLOCKS if block.language == "yaml" and block.title]
FILES = [block for block in BLOCKS if block.file and not block.title]
LOOSE = [block for block in BLOCKS if block.language == "yaml" and not block.title and not block.file]
TILES = [block for block in LOOSE if block.page.name == "tiles.md"]
SECTIONS = [block for block in LOOSE if block.page.name != "tiles.md"]
WITH_PROGRAMS = [page for page in PAGES if any(block.language == "python" for block in BLOCKS if block.page == page)]


def write_files(page: Path, folder: Path) -> None:
    for block in FILES:
        if block.page == page:
            (folder / block.file).write_text(block.text, encoding="utf-8")


def programs(page: Path) -> list[str]:
    return [block.text for block in BLOCKS if block.page == page and block.language == "python"]


def run(program: str, folder: Path) -> str:
    """Run a program as a stranger would, and return what it prints."""
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ | paths)
    assert 0 == ran.returncode, ran.stderr
    return ran.stdout


def play(rules: carcassonne.Ruleset) -> None:
    for seed in range(3):
        game, chance = rules.new_game(players=3, seed=seed), random.Random(seed)
        while not game.is_over:
            game.push(chance.choice(game.legal_actions))
        while len(game):
            game.pop()


@pytest.mark.parametrize("page", WITH_PROGRAMS, ids=lambda page: page.stem)
def test_programs_run(page: Path, tmp_path: Path) -> None:
    write_files(page, tmp_path)
    run("\n".join(programs(page)), tmp_path)


def test_first_example_is_short_and_explains_its_points(tmp_path: Path) -> None:
    first = programs(ROOT / "README.md")[0]
    assert 10 >= len([line for line in first.splitlines() if line.strip()])
    assert re.search(r"\(B-6\d\)", run(first, tmp_path)), "awards name their rules"


@pytest.mark.parametrize("block", FILES, ids=str)
def test_files_are_sound_and_play(block: Block, tmp_path: Path) -> None:
    write_files(block.page, tmp_path)
    file = tmp_path / block.file
    problems = check_file(file, search=[tmp_path], checkers={"scenario": check_scenario})
    assert [] == list(map(str, problems))
    if re.search(r"^(expansion|variant):", block.text, re.MULTILINE):
        play(carcassonne.load_rules(file))
    if re.search(r"^scenario:", block.text, re.MULTILINE):
        result = run_file(file)
        assert result.passed, str(result)


@pytest.mark.parametrize("block", SECTIONS, ids=str)
def test_sections_are_sound_and_play(block: Block, tmp_path: Path) -> None:
    needs = "" if re.search("^needs:", block.text, re.MULTILINE) else "needs: [base]\n"
    file = tmp_path / "example.yaml"
    file.write_text(f"expansion: example\n{needs}{block.text}", encoding="utf-8")
    assert [] == list(map(str, check_file(file)))
    play(carcassonne.load_rules(file))


@pytest.mark.parametrize("block", TILES, ids=str)
def test_tiles_are_sound(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "example.yaml"
    uses = "base, river, traders-and-builders, mage-and-witch, flying-machines, ferries"
    tile = "".join(f"    {line}\n" for line in block.text.splitlines())
    file.write_text(f"tiles: example\nuses: [{uses}]\nset:\n  tile:\n{tile}", encoding="utf-8")
    assert [] == list(map(str, check_file(file)))


@pytest.mark.parametrize("block", EXCERPTS, ids=str)
def test_excerpts_stand_in_their_files(block: Block) -> None:
    part, whole = read_text(block.text, str(block), []), read_source(ROOT / block.title, [])
    assert part is not None and whole is not None
    assert any(holds(node, part) for node in mappings(whole)), f"{block.title} says something else"


def mappings(node: Node) -> Iterator[Node]:
    """All mappings of a file."""
    if isinstance(node.value, Mapping):
        yield node
        for inner in node.value.values():
            yield from mappings(inner)
    elif isinstance(node.value, tuple):
        for inner in node.value:
            yield from mappings(inner)


def holds(whole: Node, part: Node) -> bool:
    """Whether a part says nothing that the whole does not say."""
    if isinstance(part.value, Mapping) and isinstance(whole.value, Mapping):
        return all(key in whole.value and holds(whole.value[key], item) for key, item in part.value.items())
    if isinstance(part.value, tuple) and isinstance(whole.value, tuple):
        pairs = zip(whole.value, part.value, strict=False)
        return len(part.value) == len(whole.value) and all(holds(*pair) for pair in pairs)
    return part.value == whole.value


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_pages_show_are_there(page: Path) -> None:
    for path in re.findall(r"^<!-- file: (\S+) -->$", page.read_text(encoding="utf-8"), re.MULTILINE):
        assert (ROOT / path).is_file(), path
