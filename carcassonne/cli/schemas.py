"""`carcassonne schema`: the JSON Schemas of everything that has one, for editors and other programs."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from carcassonne.cli.common import WrongCallError, example, guarded
from carcassonne.read.schema import FILES
from carcassonne.read.schema import schema as file_schema
from carcassonne.read.source import cure_for

NAME = "schema"
EXAMPLES = example("schema", "schema tiles > tiles.json", "schema action")


@guarded
def command(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", show_default=False, help="Of what; without it, what there is.")
    ] = "",
    write: Annotated[bool, typer.Option("--write", hidden=True, help="Make the shipped schemas anew.")] = False,
) -> None:
    """Print a JSON Schema.

    `module` is for expansions and variants, `tiles` for tile sets, `scenario` for scenarios: an editor that knows
    them completes and explains every key. The others are for the JSON forms of games, positions, actions and events.
    """
    from carcassonne.notation.schemas import SCHEMAS
    from carcassonne.notation.schemas import schema as form_schema

    if write:
        from carcassonne.report.schemas.making import write as write_schemas

        write_schemas()
    elif not name:
        print("\n".join((*FILES, *SCHEMAS)))
    elif name in FILES:
        _print(file_schema(name))
    elif name in SCHEMAS:
        _print(form_schema(name))
    else:
        raise WrongCallError(f"there is no schema {name!r}; {cure_for(name, (*FILES, *SCHEMAS), 'schemas')}")


def _print(schema: dict[str, Any]) -> None:
    print(json.dumps(schema, indent=1, ensure_ascii=False))
