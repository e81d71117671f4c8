"""Time the bootstrap and the permutation test of an agreement on one core, over made-up scores.

Prints the seconds for all six correlations (Pearson, Spearman, Kendall; system and summary level)
at the requested number of resamples, and how many times longer SacreROUGE's functions take, timed
in the same run on fewer resamples. --growth measures `agreement` instead: two metrics at all levels
with two-way intervals, and the permutation test of one against the other, each size in its own
process.
"""

import functools
import json
import multiprocessing
import resource
import time
from collections.abc import Callable, Sequence

from measuring import make_parser, measure_seconds, use_one_thread

use_one_thread()

import numpy as np  # noqa: E402
from sacrerouge import stats as theirs  # noqa: E402
from scipy.stats import kendalltau, pearsonr, spearmanr  # noqa: E402

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics  # noqa: E402
from sacrerouge_litepyramid.meta_evaluation.scores import Scores  # noqa: E402
from sacrerouge_litepyramid.statistics.agreement import correlate_scores, draw_documents  # noqa: E402
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, permutation_test  # noqa: E402
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import measure_agreement  # noqa: E402


def measure(
    systems: int, documents: int, resamples: int, reference: int
) -> dict[str, dict[str, float]]:
    """Return, by task, seconds, and SacreROUGE's time per resample (from ``reference`` resamples)
    divided by ours.
    """
    ours, baseline, human = make_up_scores(systems, documents)
    results = {}
    spent = measure_seconds(
        lambda: correlate_scores(ours, human, draw_documents(documents, resamples))
    )
    slow = measure_seconds(
        lambda: call_six_correlations(
            lambda function: theirs.bootstrap_ci(
                function, ours, human, theirs.bootstrap_input_sample, num_samples=reference
            )
        )
    )
    results["bootstrap over documents"] = {
        "seconds": spent,
        "times": slow / reference * resamples / spent,
    }
    spent = measure_seconds(
        lambda: permutation_test([ComparedScores(ours, baseline, human)], resamples)
    )
    slow = measure_seconds(
        lambda: call_six_correlations(
            lambda function: theirs.permutation_diff_test(
                function,
                ours,
                baseline,
                human,
                theirs.permute_both,
                two_tailed=True,
                num_permutations=reference,
            )
        )
    )
    results["permutation test"] = {"seconds": spent, "times": slow / reference * resamples / spent}
    return results


def make_up_scores(systems: int, documents: int) -> list[np.ndarray]:
    """Return two metrics' scores and human scores, (systems, documents).

    Human scores are tenths, so that some tie.
    """
    generator = np.random.default_rng(0)
    human = generator.integers(0, 11, size=(systems, documents)) / 10
    return [human + generator.normal(0, spread, human.shape) for spread in (0.2, 0.4)] + [human]


def call_six_correlations(call: Callable[[Callable], object]) -> None:
    for level in (
        theirs.system_level_corr,
        functools.partial(theirs.summary_level_corr, silent=True),
    ):
        for correlation in (pearsonr, spearmanr, kendalltau):
            call(functools.partial(level, correlation))


def measure_growth(sizes: Sequence[str], resamples: int) -> dict[str, dict[str, float]]:
    """Return, by size (systems x documents), the CPU seconds and the peak memory in megabytes of an
    agreement.
    """
    results = {}
    for size in sizes:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            results[size] = pool.apply(
                measure_agreement_cost, (*map(int, size.split("x")), resamples)
            )
    return results


def measure_agreement_cost(systems: int, documents: int, resamples: int) -> dict[str, float]:
    """Measure an agreement of two metrics.

    Return its CPU seconds and this process's peak memory.
    """
    ours, baseline, human = make_up_scores(systems, documents)
    names = (
        tuple(f"s{place}" for place in range(systems)),
        tuple(f"d{place}" for place in range(documents)),
    )
    scores = Scores(*names, human, {"ours": ours, "baseline": baseline})
    start = time.process_time()
    measure_agreement(
        scores,
        "human",
        Statistics(resamples=resamples, permutations=resamples),
    )
    spent = time.process_time() - start
    return {
        "cpu_seconds": spent,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--systems", type=int, default=25)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument(
        "--reference", type=int, default=5, help="Resamples of SacreROUGE's (default: %(default)s)"
    )
    parser.add_argument(
        "--growth",
        nargs="+",
        metavar="SxD",
        help="Measure agreement at these sizes, such as 50x250",
    )
    parser.add_argument("--json", action="store_true", help="Print one JSON object")
    args = parser.parse_args()
    if args.growth:
        costs = measure_growth(args.growth, args.resamples)
        if args.json:
            print(json.dumps(costs))
            return
        for size, cost in costs.items():
            print(f"{size:<12}{cost['cpu_seconds']:>8.1f} s CPU{cost['megabytes']:>8.0f} MB")
        return
    results = measure(args.systems, args.documents, args.resamples, args.reference)
    if args.json:
        print(json.dumps(results))
        return
    print(
        f"{args.systems} systems, {args.documents} documents, {args.resamples} resamples, one core"
    )
    for task, result in results.items():
        print(
            f"{task:<28}{result['seconds']:>8.2f} s   SacreROUGE: {result['times']:,.0f} times as "
            "long"
        )


if __name__ == "__main__":
    main()
