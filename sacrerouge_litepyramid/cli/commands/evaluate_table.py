"""`evaluate-table`: from a table of outputs and references to a verdict about the systems, and a report."""

import shlex
from typing import TYPE_CHECKING, Any

from sacrerouge_litepyramid.api import evaluate_table
from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.cli.results import CommandResult

if TYPE_CHECKING:
    from sacrerouge_litepyramid.evaluation.evaluation import TableEvaluation

EXAMPLE = "sacrerouge-litepyramid evaluate-table outputs.csv --output-dir out/mine"


def show(found: "TableEvaluation", given: dict[str, Any]) -> CommandResult:
    """Return the verdict, and where the files are."""
    notes = ["--output-dir DIR keeps the scores with their evidence, and a report for the browser."]
    if found.files:
        folder = given["output_dir"]
        notes = [
            f"{folder}: {', '.join(found.files)}",
            f"Each pair of systems: sacrerouge-litepyramid compare {shlex.quote(folder)}",
        ]
    return CommandResult(str(found), found.to_dict(), notes)


COMMAND = Command(evaluate_table, python_only=("measure",), show=show, cache="units.sqlite")
