"""`carcassonne explain`: what a name means, and where it is written."""

from __future__ import annotations

from typing import Annotated, Any

import attrs
import typer

from carcassonne.checking.codes import CODES, entry_of
from carcassonne.cli.common import (
    AsJson,
    RulesNames,
    Settings,
    WrongCallError,
    example,
    guarded,
    load,
    print_json,
)
from carcassonne.read.source import nearest, shown
from carcassonne.report.explain import Entry, explain, names_of, overview, place

NAME = "explain"
EXAMPLES = example(
    "explain",
    "explain options --rules my-rules.yaml",
    "explain 'tile placed' --rules base,my-rules.yaml",
    "explain turn",
    "explain B-61",
    "explain CARC-T010",
)


@guarded
def command(
    name: Annotated[
        str,
        typer.Argument(metavar="[NAME]", help="What to explain; without it everything there is is listed."),
    ] = "",
    rules: RulesNames = "base",
    option: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Explain a name of the rules in play.

    Everything comes with its file and line. NAME is options, turn, final, winner, an event or another
    extension point, a rule or its id, a choice, an option, a kind of feature or figure, an expansion, a tile, a word
    of the language, or the code of a finding.
    """
    if name.upper().startswith(CODES):
        entry = entry_of(name)
        print_json(attrs.asdict(entry)) if as_json else print(entry)
        return
    ruleset = load(rules, option)
    found = explain(ruleset, name) if name else overview(ruleset)
    if not found:
        raise WrongCallError(
            f"nothing in {rules} is called {shown(name)}."
            + (f" Did you mean {guess!r}?" if (guess := nearest(name, names_of(ruleset))) else "")
            + " `carcassonne explain` lists all names, `carcassonne words` the words of the language."
        )
    if as_json:
        print_json([_facts(entry) for entry in found])
    else:
        print("\n\n".join(map(str, found)))


def _facts(entry: Entry) -> dict[str, Any]:
    return {
        "what": entry.what,
        "name": entry.name,
        "where": place(entry.where),
        "lines": [{"text": text.strip(), "where": place(where)} for text, where in entry.lines],
    }
