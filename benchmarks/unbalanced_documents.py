"""Bias, error and coverage of differences of systems that lack documents: raw means, shared documents, the package's.

Scores are drawn as a system's quality, a document's easiness and noise; with an interaction, systems differ more on
hard documents. Scores are missing at random, or of hard documents for the two weakest systems, or the weakest has 3.
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
    """Return scores (systems, documents) of systems with true means that rise by equal steps, NaN for none."""
    hardness = generator.normal(size=documents)
    quality = true_means(systems) - 0.5
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


def true_means(systems: int) -> np.ndarray:
    """Return the true means over all documents, (systems,)."""
    return 0.5 + np.linspace(0, 0.15, systems)


def estimate_all(scores: np.ndarray) -> dict[str, Estimate]:
    """Return by method the systems' means; those of shared documents only where there are two or more."""
    shared = ~np.isnan(scores).any(axis=0)
    found = {"raw": estimate_means(scores), "fit": estimate_comparable_means(scores)}
    return {**found, "shared": estimate_means(scores[:, shared])} if shared.sum() > 1 else found


def measure(missing: str, interaction: float, args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Return by method the bias and error of the differences, the share of means that intervals hold, and of orders."""
    generator = np.random.default_rng([args.seed, MISSING.index(missing), int(10 * interaction)])
    truth = true_means(args.systems)
    first, second = pair_indices(args.systems)
    rows: dict[str, list[list[float]]] = {}
    for _ in range(args.draws):
        scores = draw_scores(args.systems, args.documents, missing, interaction, generator)
        for name, means in estimate_all(scores).items():
            errors = (means.value - truth)[first] - (means.value - truth)[second]
            held = (means.low <= truth) & (truth <= means.high)
            ordered = means.value[first] < means.value[second]
            rows.setdefault(name, []).append(
                [errors[first == 0].mean(), (errors**2).mean(), held.mean(), ordered.mean()]
            )
    means = {name: np.mean(each, axis=0).tolist() for name, each in rows.items()}
    names = ("bias", "error", "cover", "order")
    return {name: dict(zip(names, [each[0], each[1] ** 0.5, *each[2:]], strict=True)) for name, each in means.items()}


def main() -> None:
    parser = make_parser(__doc__)
    add = parser.add_argument
    add("--systems", type=int, default=6, help="Systems (default: %(default)s)")
    add("--documents", type=int, default=40, help="Documents (default: %(default)s)")
    add("--draws", type=int, default=400, help="Data sets to draw of each kind (default: %(default)s)")
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    found = {
        f"{missing}, interaction {interaction}": measure(missing, interaction, args)
        for missing in MISSING
        for interaction in (0.0, 0.5)
    }
    if args.json:
        print(json.dumps(found))
        return
    rows = [
        [name, method, f"{each['bias']:+.3f}", f"{each['error']:.3f}", f"{each['cover']:.1%}", f"{each['order']:.1%}"]
        for name, methods in found.items()
        for method, each in methods.items()
    ]
    headers = ["missing", "means", "bias of the weakest", "error", "means covered", "pairs in true order"]
    print(render_table(headers, rows, MARKDOWN))


if __name__ == "__main__":
    main()
