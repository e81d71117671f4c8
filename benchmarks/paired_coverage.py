"""Errors, joint coverage and power of the comparison of all pairs of systems, beside Holm's correction.

Data sets are drawn from known distributions; the better half of the systems has one true mean, the others have another.
An interval that is not there covers nothing and misses nothing: the share of pairs with one stands beside the coverage,
and the share of data sets that carry a warning.
"""

import argparse
import json

import numpy as np
from measuring import make_parser, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings  # noqa: E402
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems  # noqa: E402
from sacrerouge_litepyramid.statistics.difference import ALPHA  # noqa: E402
from sacrerouge_litepyramid.statistics.significance import adjust_holm, pair_indices  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402

KINDS = ("normal", "skewed", "binary", "half 0", "90% 0", "lognormal")
ZEROS = {"half 0": 0.5, "90% 0": 0.9}
PERMUTATIONS = 1000


def draw_scores(kind: str, means: np.ndarray, documents: int, generator: np.random.Generator) -> np.ndarray:
    """Return scores (systems, documents) with the true means of the systems."""
    shape, scale = (len(means), documents), means[:, None]
    if kind == "normal":
        return generator.normal(scale, 0.3, shape)
    if kind == "skewed":
        return scale + generator.exponential(0.3, shape) - 0.3
    if kind == "binary":
        return (generator.random(shape) < scale).astype(float)
    if kind == "lognormal":
        return scale * generator.lognormal(-0.5, 1, shape)
    return np.where(generator.random(shape) < ZEROS[kind], 0.0, 2 * scale / (1 - ZEROS[kind]) * generator.random(shape))


def measure(kind: str, systems: int, documents: int, args: argparse.Namespace) -> dict[str, float]:
    """Return by name the shares of data sets, or of pairs, of a kind of scores."""
    generator = np.random.default_rng([args.seed, systems, documents, KINDS.index(kind)])
    means = np.where(np.arange(systems) < systems // 2, 0.5 + args.effect, 0.5)
    first, second = pair_indices(systems)
    truth = means[first] - means[second]
    rows = []
    for draw in range(args.draws):
        scores = draw_scores(kind, means, documents, generator)
        names = [f"s{place}" for place in range(systems)]
        settings = ComparisonSettings(PERMUTATIONS, 0, draw, 0)
        found = compare_systems(scores, names, list(map(str, range(documents))), "m", settings, ranked=False)
        held = [
            not pair.difference.has_interval or pair.difference.low <= true <= pair.difference.high
            for pair, true in zip(found.pairs, truth, strict=True)
        ]
        apart = np.array([pair.better is not None for pair in found.pairs])
        holm = adjust_holm(np.array([np.nan if pair.p is None else pair.p for pair in found.pairs])) <= ALPHA
        errors = [each[truth == 0].any() for each in (apart, holm)]
        power = [each[truth != 0].mean() for each in (apart, holm)]
        shown = np.mean([pair.difference.has_interval for pair in found.pairs])
        warned = any("very skewed differences" in warning for warning in found.warnings)
        rows.append((*errors, *power, all(held), shown, warned))
    names = ("error", "Holm's error", "power", "Holm's power", "joint coverage", "shown", "warned")
    return dict(zip(names, np.mean(rows, axis=0).tolist(), strict=True))


def main() -> None:
    parser = make_parser(__doc__)
    add = parser.add_argument
    add(
        "--sizes", nargs="+", default=["3x8", "10x40", "40x100"], help="Systems x documents (default: 3x8 10x40 40x100)"
    )
    add("--effect", type=float, default=0.2, help="The better half's advantage; 0: none (default: %(default)s)")
    add("--draws", type=int, default=200, help="Data sets to draw of each kind and size (default: %(default)s)")
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    found = {
        f"{kind}, {size}": measure(kind, *map(int, size.split("x")), args) for kind in KINDS for size in args.sizes
    }
    if args.json:
        print(json.dumps(found))
        return
    names = list(next(iter(found.values())))
    rows = [[name, *(f"{100 * each[column]:.1f}" for column in names)] for name, each in found.items()]
    print(render_table(["scores", *(f"{name} %" for name in names)], rows, MARKDOWN))


if __name__ == "__main__":
    main()
