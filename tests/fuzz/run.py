"""Look for inputs that the library cannot stand, guided by the code that each of them reaches.

    python tests/fuzz/run.py reader --minutes 5
    python tests/fuzz/run.py texts path/of/an/input     # that input alone, with the whole traceback

What is found, one input for each place that raises, is written to `.fuzz/TARGET/found/`; it is 1 then that the program
ends with. What reached something new is kept in `.fuzz/TARGET/seen/`, and the next run goes on from there. Needs the
extra `fuzz`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
WORK: Final = ROOT / ".fuzz"
SLOWED_BY: Final = 6
"""Watching what is reached makes everything slower by so much."""
HANGS: Final = 60
LONGEST: Final = 4_000
MOST_GIVEN: Final = 60
STRUCTURED: Final = 0.4
"""How often a value, a line or a word is changed, and not bytes."""
ENOUGH_INSIDE: Final = 0.15

INSTRUMENTED: Final = [
    f"carcassonne.{part}" for part in ("read", "language", "compile", "checking", "notation", "interop", "words")
]

Mutate = Callable[[bytes, int], bytes]


def main(arguments: Sequence[str]) -> int:
    """Run one target, or one input of it; 0 when nothing is found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "target", help="what is handed in: reader, scenarios, expressions, texts, saved_games, tile_xml"
    )
    parser.add_argument("inputs", nargs="*", type=Path, help="only these files, without looking for more")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    if chosen.inputs:
        return _only(chosen.target, chosen.inputs)
    found = WORK / chosen.target / "found"
    found.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    fuzzer = multiprocessing.get_context("spawn").Process(
        target=_fuzz, args=(chosen.target, chosen.minutes, chosen.seed)
    )
    fuzzer.start()  # a process of its own, because the fuzzer ends the one that it runs in
    fuzzer.join()
    new = sorted(set(found.iterdir()) - before)
    print(f"{chosen.target}: {len(new)} found", *new, sep="\n  ")
    return 1 if new or fuzzer.exitcode else 0


def _only(name: str, inputs: Sequence[Path]) -> int:
    from fuzz.targets import TARGETS

    for path in inputs:
        TARGETS[name](path.read_bytes())
        print(f"{path}: nothing wrong")
    return 0


def _fuzz(name: str, minutes: float, seed: int) -> None:
    try:
        import atheris
    except ImportError:
        sys.exit("the fuzzer is not installed: pip install 'carcassonne[fuzz]'")
    with atheris.instrument_imports(include=INSTRUMENTED, enable_loader_override=False):
        from fuzz import seeds, targets
    if name not in targets.TARGETS:
        sys.exit(f"no target {name!r}; there are {', '.join(targets.TARGETS)}")
    targets.hurry()
    targets.SOON *= SLOWED_BY  # type: ignore[misc]
    folder = WORK / name
    given = seeds.seeds(name)
    words = seeds.words(name, given)
    given = random.Random(seed).sample(given, min(len(given), MOST_GIVEN))
    for each in (folder / "seen", folder / "given", folder / "found"):
        each.mkdir(parents=True, exist_ok=True)
    for data in given:
        (folder / "given" / hashlib.sha1(data).hexdigest()[:12]).write_bytes(data)
    lines = ('"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"\n' for word in words)
    (folder / "words.dict").write_text("".join(lines), encoding="ascii")
    options = {
        "max_total_time": round(60 * minutes),
        "max_len": LONGEST,
        "timeout": HANGS,
        "seed": seed,
        "dict": folder / "words.dict",
        "artifact_prefix": f"{folder / 'found'}/",
        "print_final_stats": 1,
        "verbosity": 1,
    }
    shown = [f"-{option}={value}" for option, value in options.items()]
    kept = seeds.CORPUS / name
    folders = [folder / "seen", folder / "given", *([kept] if kept.is_dir() else [])]
    atheris.Setup(
        [sys.argv[0], *shown, *map(str, folders)],
        _noting(targets.TARGETS[name], folder / "found"),
        custom_mutator=_mutator(words, lambda data, longest: atheris.Mutate(data, longest)),
    )
    atheris.Fuzz()


def _noting(target: Callable[[bytes], None], folder: Path) -> Callable[[bytes], None]:
    """A target that writes down what raises, once for each place, and goes on."""
    places = set()

    def noting(data: bytes) -> None:
        try:
            target(data)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__} {Path(last.filename).name}:{last.lineno}"
            if place not in places:
                places.add(place)
                file = folder / hashlib.sha1(data).hexdigest()[:12]
                file.write_bytes(data)
                print(f"{file}: {place}: {str(error)[:200]}", flush=True)

    return noting


def _mutator(words: Sequence[str], mutate: Mutate) -> Callable[[bytes, int, int], bytes]:
    """Change the values of JSON, and lines and words of other texts, as well as bytes."""

    def mutated(data: bytes, longest: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() > STRUCTURED:
            return mutate(data, longest)
        text = data.decode("utf-8", "replace")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return _other_parts(text, words, chance).encode()[:longest]
        return json.dumps(_other_value(value, words, chance), separators=(",", ":")).encode()[:longest]

    return mutated


def _other_parts(text: str, words: Sequence[str], chance: random.Random) -> str:
    """A text with a line or a word taken out, doubled, exchanged with another, or replaced."""
    sign = chance.choice("\n\n,  ")
    parts = text.split(sign)
    at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    match chance.randrange(4):
        case 0:
            del parts[at]
        case 1:
            parts.insert(other, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case _:
            parts[at] = chance.choice(words)
    return sign.join(parts)


def _other_value(value: Any, words: Sequence[str], chance: random.Random) -> Any:
    """A value of JSON in which one value somewhere is gone, doubled or another."""
    inside = list(value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()))
    if not inside or chance.random() < ENOUGH_INSIDE:
        return chance.choice([None, True, [], {}, "", 0, -1, 1.5, 10**30, chance.choice(words), [value], value])
    key, inner = chance.choice(inside)
    changed = _other_value(inner, words, chance)
    match chance.randrange(8), value:
        case 0, dict():
            return {name: each for name, each in value.items() if name != key}
        case 1, dict():
            return {**value, chance.choice(words): inner}
        case 0, list():
            return value[:key] + value[key + 1 :]
        case 1, list():
            return [*value, inner]
        case _, dict():
            return {**value, key: changed}
    return [*value[:key], changed, *value[key + 1 :]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
