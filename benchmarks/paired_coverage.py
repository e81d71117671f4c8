"""How often the intervals of all pairs of systems hold all true differences, where scores are mostly 0, or skewed.

Data sets are drawn from known distributions; the true differences are those of their means. An interval that is not
there covers nothing and misses nothing: the share of pairs with one stands beside the coverage, and the share of data
sets that carry a warning. Studentised sums (max-T) of the same signs, which were tried, stand beside the test's own.
"""

import argparse
import json

import numpy as np
from measuring import make_parser, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings  # noqa: E402
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems  # noqa: E402
from sacrerouge_litepyramid.statistics.paired import draw_signs  # noqa: E402
from sacrerouge_litepyramid.statistics.significance import pair_indices  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402

KINDS = ("normal", "half 0", "80% 0", "90% 0", "95% 0", "lognormal", "far lognormals")
ZEROS = {"half 0": 0.5, "80% 0": 0.8, "90% 0": 0.9, "95% 0": 0.95}
PERMUTATIONS = 1000


def draw_scores(kind: str, systems: int, documents: int, generator: np.random.Generator) -> np.ndarray:
    """Return scores (systems, documents) of which the systems' true means are `true_means`."""
    shape, scale = (systems, documents), true_means(kind, systems)[:, None]
    if kind == "normal":
        return generator.normal(scale, 0.2, shape)
    if kind in ("lognormal", "far lognormals"):
        return scale * generator.lognormal(-0.5, 1, shape)
    return np.where(generator.random(shape) < ZEROS[kind], 0.0, 2 * scale / (1 - ZEROS[kind]) * generator.random(shape))


def true_means(kind: str, systems: int) -> np.ndarray:
    """Return the true means, which differ little but for one kind, (systems,)."""
    if kind == "far lognormals":
        return 0.05 * 4.0 ** np.arange(systems)
    return np.linspace(1.0, 2.0, systems) * (0.3 if kind == "normal" else 0.1)


def cover_by_sums(scores: np.ndarray, truth: np.ndarray, signs: np.ndarray) -> bool:
    """Return whether the intervals by the largest studentised sum of a choice of signs hold all true differences."""
    first, second = pair_indices(len(scores))
    differences = scores[first] - scores[second]
    count = differences.shape[1]
    means, errors = differences.mean(axis=1), differences.std(axis=1, ddof=1) / np.sqrt(count)
    centred = differences - means[:, None]
    sums = signs @ centred.T / count
    spread = np.sqrt(np.maximum((centred**2).mean(axis=1) - sums**2, 1e-30) / (count - 1))
    reach = np.quantile((np.abs(sums) / spread).max(axis=1), 0.95)
    return bool((np.abs(means - truth) <= reach * errors + 1e-12).all())


def measure(kind: str, systems: int, documents: int, args: argparse.Namespace) -> dict[str, float]:
    """Return the joint coverage of a kind of scores, and the shares of pairs with intervals and of warnings."""
    generator = np.random.default_rng([args.seed, systems, documents, KINDS.index(kind)])
    means = true_means(kind, systems)
    rows = []
    for draw in range(args.draws):
        scores = draw_scores(kind, systems, documents, generator)
        names = [f"s{place}" for place in range(systems)]
        settings = ComparisonSettings(PERMUTATIONS, 0, draw, 0)
        found = compare_systems(scores, names, list(map(str, range(documents))), "m", settings, ranked=False)
        first, second = pair_indices(systems)
        truth = means[first] - means[second]
        held = [
            not pair.difference.has_interval or pair.difference.low <= true <= pair.difference.high
            for pair, true in zip(found.pairs, truth, strict=True)
        ]
        shown = np.mean([pair.difference.has_interval for pair in found.pairs])
        warned = any("very skewed differences" in each for each in found.warnings)
        by_sums = cover_by_sums(scores, truth, draw_signs(documents, PERMUTATIONS, draw))
        rows.append((all(held), by_sums, shown, warned, all(held) or warned))
    names = ("joint", "max-T", "shown", "warned", "joint or warned")
    return dict(zip(names, np.mean(rows, axis=0).tolist(), strict=True))


def main() -> None:
    parser = make_parser(__doc__)
    add = parser.add_argument
    add("--systems", type=int, default=4, help="Systems (default: %(default)s)")
    add("--documents", type=int, nargs="+", default=[8, 30, 100], help="Documents (default: 8 30 100)")
    add("--draws", type=int, default=200, help="Data sets to draw of each kind and size (default: %(default)s)")
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    found = {
        f"{kind}, {args.systems} × {count}": measure(kind, args.systems, count, args)
        for kind in KINDS
        for count in args.documents
    }
    if args.json:
        print(json.dumps(found))
        return
    names = list(next(iter(found.values())))
    rows = [[name, *(f"{100 * each[column]:.0f}" for column in names)] for name, each in found.items()]
    print(render_table(["scores", *(f"{name} %" for name in names)], rows, MARKDOWN))


if __name__ == "__main__":
    main()
