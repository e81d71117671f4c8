"""Measure bias, error and coverage of differences of systems that lack documents.

Three estimates are compared: raw means (raw), means over shared documents (shared), and the
package's (fit). A score is a system's quality plus a document's easiness plus noise; with an
interaction, systems differ more on hard documents. Scores are missing at random, or on hard
documents for the two weakest systems, or the weakest system has only three.
"""

import argparse
import json

import numpy as np
from measuring import make_parser, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.statistics.estimate import Estimate  # noqa: E402
from sacrerouge_litepyramid.statistics.paired import estimate_means  # noqa: E402
from sacrerouge_litepyramid.statistics.significance import pair_indices  # noqa: E402
from sacrerouge_litepyramid.statistics.system_effects import estimate_comparable_means  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402

MISSING = ("at random", "hard documents", "all but 3")


def draw_scores(
    systems: int, documents: int, missing: str, interaction: float, generator: np.random.Generator
) -> np.ndarray:
    """Return scores (systems, documents), NaN if missing, of systems whose true means rise by equal
    steps.
    """
    hardness = generator.normal(size=documents)
    quality = compute_true_means(systems) - 0.5
    scores = 0.5 - 0.15 * hardness + quality[:, None] * (1 + interaction * hardness)
    scores += generator.normal(0, 0.1, scores.shape)
    lacking = np.zeros(scores.shape, dtype=bool)
    if missing == "at random":
        lacking = generator.random(scores.shape) < 0.2
    elif missing == "hard documents":
        lacking[0], lacking[1] = hardness > 0, hardness > 0.5
    else:
        lacking[0] = np.arange(documents) >= 3
    return np.where(lacking, np.nan, scores)


def compute_true_means(systems: int) -> np.ndarray:
    """Return the systems' true means over all documents, (systems,)."""
    return 0.5 + np.linspace(0, 0.15, systems)


def estimate_all(scores: np.ndarray) -> dict[str, Estimate]:
    """Return the systems' means by method.

    Those over shared documents only if there are two or more.
    """
    shared = ~np.isnan(scores).any(axis=0)
    means = {"raw": estimate_means(scores), "fit": estimate_comparable_means(scores)}
    return {**means, "shared": estimate_means(scores[:, shared])} if shared.sum() > 1 else means


def measure(
    missing: str, interaction: float, args: argparse.Namespace
) -> dict[str, dict[str, float]]:
    """Return, by method, bias and error of differences, the share of means covered, and of pairs in
    true order.
    """
    generator = np.random.default_rng([args.seed, MISSING.index(missing), int(10 * interaction)])
    truth = compute_true_means(args.systems)
    first, second = pair_indices(args.systems)
    rows: dict[str, list[list[float]]] = {}
    for _ in range(args.draws):
        scores = draw_scores(args.systems, args.documents, missing, interaction, generator)
        for name, means in estimate_all(scores).items():
            errors = (means.value - truth)[first] - (means.value - truth)[second]
            covered = (means.low <= truth) & (truth <= means.high)
            ordered = means.value[first] < means.value[second]
            rows.setdefault(name, []).append(
                [errors[first == 0].mean(), (errors**2).mean(), covered.mean(), ordered.mean()]
            )
    results = {}
    for name, draws in rows.items():
        bias, squared_error, cover, order = np.mean(draws, axis=0).tolist()
        results[name] = {"bias": bias, "error": squared_error**0.5, "cover": cover, "order": order}
    return results


def main() -> None:
    parser = make_parser(__doc__)
    add = parser.add_argument
    add("--systems", type=int, default=6, help="Systems (default: %(default)s)")
    add("--documents", type=int, default=40, help="Documents (default: %(default)s)")
    add(
        "--draws",
        type=int,
        default=400,
        help="Data sets to draw of each kind (default: %(default)s)",
    )
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    results = {
        f"{missing}, interaction {interaction}": measure(missing, interaction, args)
        for missing in MISSING
        for interaction in (0.0, 0.5)
    }
    if args.json:
        print(json.dumps(results))
        return
    rows = [
        [
            name,
            method,
            f"{row['bias']:+.3f}",
            f"{row['error']:.3f}",
            f"{row['cover']:.1%}",
            f"{row['order']:.1%}",
        ]
        for name, methods in results.items()
        for method, row in methods.items()
    ]
    headers = [
        "missing",
        "means",
        "bias of the weakest",
        "error",
        "means covered",
        "pairs in true order",
    ]
    print(render_table(headers, rows, MARKDOWN))


if __name__ == "__main__":
    main()
