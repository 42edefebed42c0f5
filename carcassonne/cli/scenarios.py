"""`carcassonne test`: scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from carcassonne.cli.common import WRONG, AsJson, WrongCallError, example, guarded, print_json
from carcassonne.testing.scenarios import run_files

NAME = "test"
EXAMPLES = example("test my-scenario.yaml", "test tests/scenarios")


@guarded
def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", exists=True, show_default=False, help="Files, or folders of them."),
    ],
    as_json: AsJson = False,
) -> None:
    """Run scenarios.

    Shows what came differently from what they expect. Ends with 1 if a scenario fails or its file is at
    fault.
    """
    results = run_files(files)
    if not results:
        listed = ", ".join(map(str, files))
        raise WrongCallError(f"no scenarios in {listed}: expected YAML files whose first key is 'scenario'")
    failed = [result for result in results if not result.passed]
    if as_json:
        print_json(
            {
                "scenarios": len(results),
                "failed": len(failed),
                "results": [
                    {
                        "file": result.file,
                        "scenario": result.title,
                        "covers": list(result.covers),
                        "passed": result.passed,
                        "problems": [*map(str, result.problems), *map(str, result.differences)],
                    }
                    for result in results
                ],
            }
        )
    else:
        for result in failed:
            print(f"{result}\n")
        print(f"{len(results) - len(failed)} of {len(results)} scenarios came out as they should")
    if failed:
        raise typer.Exit(WRONG)
