"""Measure how often intervals cover the truth if a metric scored more documents than were labelled.

Documents are drawn with replacement from a data set with human scores; the human scores are hidden except for the first
documents. The truth comes from the means over the whole data set: the correlation of all systems, and the order of the
pairs that are close in the drawn set. For comparison, the same is measured at the system level on the labelled
documents alone. The table shows coverage and width.
"""

import argparse
import json

import numpy as np
from measuring import add_score_options, make_parser, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.evaluation.scores import read_metric_files  # noqa: E402
from sacrerouge_litepyramid.statistics.all_documents import (  # noqa: E402
    correlate_all_documents,
    match_cells,
    measure_close_pairs,
)
from sacrerouge_litepyramid.statistics.estimate import Estimate  # noqa: E402
from sacrerouge_litepyramid.statistics.significance import pair_indices  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402

SIZES = ("20+80", "50+50", "50+450", "100+900")


def measure(ours: np.ndarray, human: np.ndarray, size: str, args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Return, by statistic, the share of intervals that cover the truth and their mean width.

    ``size``: the numbers of labelled and unlabelled documents, as "50+450".
    """
    labelled, unlabelled = map(int, size.split("+"))
    generator = np.random.default_rng([args.seed, labelled, unlabelled])
    truths = correlate_all_documents(ours, human, 0, "documents")
    true_means = match_cells(ours, human).means
    first, second = pair_indices(len(ours))
    true_signs = np.sign(true_means[:, first] - true_means[:, second]).prod(axis=0)
    rows: dict[str, list[tuple[float, Estimate]]] = {}
    for draw in range(args.draws):
        places = generator.integers(ours.shape[1], size=labelled + unlabelled)
        drawn, hidden = ours[:, places], human[:, places].copy()
        hidden[:, labelled:] = np.nan
        for name, part in (("all", np.s_[:]), ("labelled alone", np.s_[:labelled])):
            estimates = correlate_all_documents(drawn[:, part], hidden[:, part], args.resamples, "documents", draw)
            for coefficient, estimate in estimates.items():
                rows.setdefault(f"{coefficient}, {name}", []).append((truths[coefficient].value, estimate))
        means = match_cells(drawn, hidden).means[1]
        order = np.argsort(np.abs(means[first] - means[second]), kind="stable")
        for window in measure_close_pairs(drawn, hidden, args.resamples, draw):
            truth = float(true_signs[order[: window.pairs]].mean())
            rows.setdefault(f"closest {window.share}%", []).append((truth, window.kendall))
    return {name: summarize(pairs) for name, pairs in rows.items()}


def summarize(rows: list[tuple[float, Estimate]]) -> dict[str, float]:
    """Return the share of intervals that cover the truth, and their mean width."""
    covered = [estimate.low - 1e-9 <= truth <= estimate.high + 1e-9 for truth, estimate in rows]
    widths = [estimate.high - estimate.low for _, estimate in rows]
    return {"cover": float(np.mean(covered)), "width": float(np.mean(widths))}


def main() -> None:
    parser = make_parser(__doc__)
    add_score_options(parser)
    add = parser.add_argument
    add("--sizes", nargs="+", default=SIZES, metavar="L+U", help=f"Labelled + unlabelled (default: {' '.join(SIZES)})")
    add("--draws", type=int, default=500, help="Data sets to draw for each size (default: %(default)s)")
    add("--resamples", type=int, default=500, help="Draws for each interval (default: %(default)s)")
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    scores = read_metric_files(args.scores_files, args.human_metric, [args.metric])
    results = {size: measure(scores.metrics[args.metric], scores.human, size, args) for size in args.sizes}
    if args.json:
        print(json.dumps(results))
        return
    rows = [
        [name, *(f"{result[name]['cover']:.1%} ({result[name]['width']:.3f})" for result in results.values())]
        for name in next(iter(results.values()))
    ]
    print(render_table(["covered (width)", *results], rows, MARKDOWN))


if __name__ == "__main__":
    main()
