"""Measure how often the intervals of "what a difference means" cover the true share, on made-up scores.

The truth is counted over all pairs of systems in four sets of 300. Quality, documents and noise are normally
distributed; the metric sees a system's quality through noise of its own."""

import argparse

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.difference_curve import confirm_pairs, measure_difference_curve
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.tables import render_table

SIZES = (0.005, 0.01, 0.02, 0.03)
#: pairs whose difference is this close to a size count for it
MAX_DISTANCE = 0.0008


def make_scores(systems: int, documents: int, seed: int) -> Scores:
    """Draw human scores and a metric's scores; over unlimited documents the systems' means correlate at r = .9."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 1, (systems, 1))
    seen = quality + rng.normal(0, 0.5, (systems, 1))
    document = rng.normal(0, 1, documents)
    human, metric = (
        0.3 * effect + document + rng.normal(0, noise, (systems, documents))
        for effect, noise in ((quality, 1.5), (seen, 1.0))
    )
    names = tuple(f"s{place}" for place in range(systems))
    return Scores(names, tuple(map(str, range(documents))), human, {"metric": 0.05 * metric})


def count_truth(documents: int, seeds: range) -> list[float]:
    """Return, for each of SIZES, the share of the pairs of about this difference that human scores confirm."""
    pairs = [confirm_pairs(make_scores(300, documents, seed), "metric") for seed in seeds]
    sizes, confirmed = (np.concatenate([getattr(pair, name) for pair in pairs]) for name in ("size", "confirmed"))
    return [float(confirmed[np.abs(sizes - size) < MAX_DISTANCE].mean()) for size in SIZES]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", type=int, nargs="+", default=[6, 8, 10, 16, 25])
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("--draws", type=int, default=300)
    args = parser.parse_args()
    truth = count_truth(args.documents, range(10**6, 10**6 + 4))
    rows = []
    for systems in args.systems:
        covered = []
        for seed in tqdm(range(args.draws), desc=f"{systems} systems", leave=False):
            curve = measure_difference_curve(make_scores(systems, args.documents, seed), "metric", "human", SIZES)
            if curve and curve.points[0].share.has_interval:
                shares = [point.share for point in curve.points]
                covered.append([share.low <= true <= share.high for share, true in zip(shares, truth, strict=True)])
        rows.append([systems, len(covered), *(f"{share:.1%}" for share in np.mean(covered, axis=0))])
    headers = [f"+{size}: {true:.0%}" for size, true in zip(SIZES, truth, strict=True)]
    print(render_table(["systems", "intervals", *headers], rows))


if __name__ == "__main__":
    main()
