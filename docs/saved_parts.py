"""The tables of the page about JCloisterZone, made from those that the library reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from carcassonne.interop.jcloisterzone.tables import Tables, tables


def parts() -> str:
    """What every set, element and variant of that program is here."""
    known = tables()
    rows = [
        "| in `setup` | here |",
        "| --- | --- |",
        *_sets(known),
        *_elements(known),
        *_variants(known),
        *_always(known),
    ]
    return "\n".join(rows)


def _row(name: str, meaning: list[str]) -> str:
    return f"| {name} | {'; '.join(meaning) or '–'} |"


def _chosen(options: Mapping[str, str]) -> list[str]:
    return [f"`{name}: {value}`" for name, value in options.items()]


def _sets(known: Tables) -> Iterator[str]:
    for name, part in known.sets.items():
        apart = [f"without a set of {module} {', '.join(_chosen(options))}" for module, options in part.apart.items()]
        yield _row(f"set `{name}`", [part.module, *_chosen(part.when_there), *apart])


def _elements(known: Tables) -> Iterator[str]:
    for name, part in known.elements.items():
        meaning = [part.module] if part.module else []
        meaning += [f"so many *{part.figure}* for each player"] if part.figure else []
        meaning += _chosen(part.when_there)
        meaning += [f"without it {', '.join(_chosen(part.when_not))}"] if part.when_not else []
        meaning += ["brought by a set"] if part.is_enforced else []
        meaning += [f"comes with `{part.beside}`"] if part.beside else []
        yield _row(f"element `{name}`", meaning)


def _variants(known: Tables) -> Iterator[str]:
    for name, variant in known.rules.items():
        for value, options in variant.values.items():
            usual = ["as usual"] if value == variant.default else []
            yield _row(f"rule `{name}: {value}`", [*usual, *_chosen(options)])


def _always(known: Tables) -> Iterator[str]:
    for module, options in known.always.items():
        yield _row(f"always with {module}", _chosen(options))
