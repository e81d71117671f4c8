"""The table of docs/trust-a-metric.md: metrics by r, ρ, τ, pairwise accuracies and ε, from what `agreement` wrote.

Each file is the output of `agreement FOLDER --output FILE`; a row is a metric of one of them.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from measuring import make_parser

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

COLUMNS = {
    "system r": ("system", "pearson"),
    "ρ": ("system", "spearman"),
    "τ-b": ("system", "kendall"),
    "accuracy": ("system", "pairwise_accuracy"),
    "SPA": ("system", "spa"),
    "summary r": ("summary", "pearson"),
    "summary ρ": ("summary", "spearman"),
    "summary τ-b": ("summary", "kendall"),
    "acc_eq": ("summary", "acc_eq"),
    "ε": ("summary", "epsilon"),
}


def list_rows(name: str, report: Mapping[str, Any], has_intervals: bool) -> list[list[str]]:
    """Return a line for each metric of a report of `agreement`."""
    found: dict[str, dict[tuple[str, str], Estimate]] = {}
    for row in report["rows"]:
        ends = (row["low"], row["high"]) if has_intervals else (None, None)
        found.setdefault(row["metric"], {})[row["level"], row["coefficient"]] = Estimate(row["value"], *ends)
    return [
        [name, metric, *(str(estimates[column]) for column in COLUMNS.values())]
        for metric, estimates in found.items()
        if set(COLUMNS.values()) <= set(estimates)
    ]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="Outputs of agreement (JSON)")
    parser.add_argument("--intervals", action="store_true", help="With intervals")
    args = parser.parse_args()
    rows = [
        row for path in args.files for row in list_rows(path.stem, json.loads(path.read_text("utf-8")), args.intervals)
    ]
    print(render_table(["data", "metric", *COLUMNS], rows, MARKDOWN))


if __name__ == "__main__":
    main()
