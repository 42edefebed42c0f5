"""`carcassonne words`: the words of the expansion language."""

from __future__ import annotations

from typing import Annotated

import typer

from carcassonne.cli.common import AsJson, WrongCallError, example, guarded, print_json
from carcassonne.language import registry
from carcassonne.read.source import cure_for

NAME = "words"
EXAMPLES = example("words", "words neighbours", "words --json")


@guarded
def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Print the page of one word.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the words that YAML files may use.

    They are quantities, conditions, operations and verbs; a NAME prints the page of one.
    """
    words = [word for word in registry.words() if name in ("", word.name)]
    if not words:
        known = [word.name for word in registry.words()]
        raise WrongCallError(f"there is no word {name!r}; {cure_for(name, known, 'words here')}")
    if as_json:
        print_json(
            [
                {
                    "kind": word.kind,
                    "name": word.name,
                    "needs": list(word.needs),
                    "parameters": list(word.parameters),
                    "arguments": {
                        argument.name: argument.type + "?" * argument.optional for argument in word.arguments
                    },
                    "rules": list(word.rules),
                    "about": word.about,
                }
                for word in words
            ]
        )
    elif name:
        print("\n\n".join(map(registry.page, words)))
    else:
        width = max(len(word.name) for word in words)
        for kind in registry.KINDS:
            print(f"{kind}:")
            for word in words:
                if word.kind == kind:
                    print(f"  {word.name:<{width}}  {word.about.splitlines()[0]}")
