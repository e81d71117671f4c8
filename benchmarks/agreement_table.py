"""Print the table of docs/how-good.md: metrics by r, ρ, τ, pairwise accuracies and ε.

Each file is the output of `agreement FOLDER --output FILE`; the table has a row for each of its
metrics.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from measuring import make_parser

from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

COLUMNS = {
    "system r/ρ/τ-b": [("system", "pearson"), ("system", "spearman"), ("system", "kendall")],
    "accuracy/SPA": [("system", "pairwise_accuracy"), ("system", "spa")],
    "summary r/ρ/τ-b": [("summary", "pearson"), ("summary", "spearman"), ("summary", "kendall")],
    "acc_eq/ε": [("summary", "acc_eq"), ("summary", "epsilon")],
}


def list_rows(name: str, report: Mapping[str, Any]) -> list[list[str]]:
    """Return a row of the table for each metric of a report of `agreement`."""
    by_metric: dict[str, dict[tuple[str, str], str]] = {}
    for row in report["rows"]:
        numbers = by_metric.setdefault(row["metric"], {})
        numbers[row["level"], row["coefficient"]] = format_number(row["value"])
    return [
        [name, metric, *("/".join(values[key] for key in keys) for keys in COLUMNS.values())]
        for metric, values in by_metric.items()
        if all(key in values for keys in COLUMNS.values() for key in keys)
    ]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="Outputs of agreement (JSON)"
    )
    args = parser.parse_args()
    rows = [
        row
        for path in args.files
        for row in list_rows(path.stem, json.loads(path.read_text("utf-8")))
    ]
    print(render_table(["data", "metric", *COLUMNS], rows, MARKDOWN))


if __name__ == "__main__":
    main()
