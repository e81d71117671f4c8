"""Measure errors, joint coverage and power of the comparison of all pairs of systems, beside Holm's
correction.

Data sets are drawn from known distributions; the better half of the systems has one true mean, the
others have another. A pair without an interval counts as covered, so the table also has the share
of pairs with an interval (shown).
"""

import argparse
import json

import numpy as np
from measuring import make_parser, use_one_thread

use_one_thread()

from sacrerouge_litepyramid.statistics.difference import ALPHA  # noqa: E402
from sacrerouge_litepyramid.statistics.significance import adjust_holm, pair_indices  # noqa: E402
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table  # noqa: E402
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings  # noqa: E402
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_systems  # noqa: E402

KINDS = ("normal", "skewed", "binary", "half 0", "90% 0", "lognormal")
ZEROS = {"half 0": 0.5, "90% 0": 0.9}
SIZES = ("3x8", "10x40", "40x100")
PERMUTATIONS = 1000


def draw_scores(
    kind: str, means: np.ndarray, documents: int, generator: np.random.Generator
) -> np.ndarray:
    """Return scores (systems, documents) of systems with these true means."""
    shape, scale = (len(means), documents), means[:, None]
    if kind == "normal":
        return generator.normal(scale, 0.3, shape)
    if kind == "skewed":
        return scale + generator.exponential(0.3, shape) - 0.3
    if kind == "binary":
        return (generator.random(shape) < scale).astype(float)
    if kind == "lognormal":
        return scale * generator.lognormal(-0.5, 1, shape)
    return np.where(
        generator.random(shape) < ZEROS[kind],
        0.0,
        2 * scale / (1 - ZEROS[kind]) * generator.random(shape),
    )


def measure(kind: str, systems: int, documents: int, args: argparse.Namespace) -> dict[str, float]:
    """Return, by name, the shares of data sets or of pairs for one kind of scores."""
    generator = np.random.default_rng([args.seed, systems, documents, KINDS.index(kind)])
    means = np.where(np.arange(systems) < systems // 2, 0.5 + args.effect, 0.5)
    first, second = pair_indices(systems)
    truth = means[first] - means[second]
    rows = []
    for draw in range(args.draws):
        scores = draw_scores(kind, means, documents, generator)
        names = [f"s{place}" for place in range(systems)]
        settings = ComparisonSettings(PERMUTATIONS, draw)
        comparison = compare_systems(
            scores, names, list(map(str, range(documents))), "m", settings, ranked=False
        )
        covered = [
            not pair.difference.has_interval or pair.difference.low <= true <= pair.difference.high
            for pair, true in zip(comparison.pairs, truth, strict=True)
        ]
        significant = np.array([pair.better is not None for pair in comparison.pairs])
        holm = (
            adjust_holm(
                np.array([np.nan if pair.p is None else pair.p for pair in comparison.pairs])
            )
            <= ALPHA
        )
        errors = [decisions[truth == 0].any() for decisions in (significant, holm)]
        power = [decisions[truth != 0].mean() for decisions in (significant, holm)]
        shown = np.mean([pair.difference.has_interval for pair in comparison.pairs])
        rows.append((*errors, *power, all(covered), shown))
    names = ("error", "Holm's error", "power", "Holm's power", "joint coverage", "shown")
    return dict(zip(names, np.mean(rows, axis=0).tolist(), strict=True))


def main() -> None:
    parser = make_parser(__doc__)
    add = parser.add_argument
    add(
        "--sizes",
        nargs="+",
        default=SIZES,
        help=f"Systems x documents (default: {' '.join(SIZES)})",
    )
    add(
        "--effect",
        type=float,
        default=0.2,
        help="The better half's advantage; may be 0 (default: %(default)s)",
    )
    add(
        "--draws",
        type=int,
        default=200,
        help="Data sets to draw of each kind and size (default: %(default)s)",
    )
    add("--seed", type=int, default=0, help="Seed (default: %(default)s)")
    add("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    results = {
        f"{kind}, {size}": measure(kind, *map(int, size.split("x")), args)
        for kind in KINDS
        for size in args.sizes
    }
    if args.json:
        print(json.dumps(results))
        return
    names = list(next(iter(results.values())))
    rows = [
        [name, *(f"{100 * result[column]:.1f}" for column in names)]
        for name, result in results.items()
    ]
    print(render_table(["scores", *(f"{name} %" for name in names)], rows, MARKDOWN))


if __name__ == "__main__":
    main()
