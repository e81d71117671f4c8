"""How a metric orders pairs of systems and of summaries: the shares, their tests against a baseline, and tables."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.records import (
    SUMMARY,
    SYSTEM,
    MetricAgreement,
    MetricDifference,
    PairAccuracy,
)
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_difference, format_number
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy, rank_tied
from sacrerouge_litepyramid.statistics.system_pairs import compare_means, compare_pair_accuracies, soft_accuracy
from sacrerouge_litepyramid.statistics.tables import render_table

#: the number of folds of documents; ε of one fold is chosen on the others
FOLDS = 5
#: the headers of the shares of pairs
ACCURACY, ACC_EQ, SPA = "accuracy", "acc_eq", "SPA"
DESCRIPTION = (
    "Share of pairs that the metric orders as human scores do, or that both tie. accuracy: of systems' means. acc_eq: "
    "of summaries, where differences of the metric up to ε are ties; ε is chosen on other folds of documents (the "
    "column ε: on all pairs); a constant metric has the share of human ties. SPA: soft pairwise accuracy of systems. "
    "Constant documents count."
)


def assign_folds(documents: Sequence[str], seed: int) -> np.ndarray:
    """Return the fold of each document, which does not depend on their order; a single document has fold 0."""
    if len(documents) < 2:
        return np.zeros(len(documents), dtype=int)
    drawn = draw_folds(documents, min(FOLDS, len(documents)), seed)
    places = {name: place for place, fold in enumerate(drawn) for name in fold}
    return np.array([places[name] for name in documents])


def measure_pairs(scores: Scores, metric: str, seed: int, kendall: Estimate | None) -> PairAccuracy:
    """Return how a metric orders pairs as human scores do; ``kendall``: its τ-b over systems, None without one."""
    ours, human = scores.metrics[metric], scores.human
    means, human_means = average_common(ours, human)
    accuracy = Estimate(float(compare_means(means[None], human_means[None])[0]))
    if kendall is not None and kendall.has_interval:
        # No two systems have equal true means, so that the share of pairs ordered alike is (1 + τ) / 2.
        value, low, high = (_to_share(number) for number in (kendall.value, kendall.low, kendall.high))
        accuracy = Estimate(value, low, high, kendall.level, kendall.method, observed=accuracy.value)
    folded = measure_accuracy(ours, human, assign_folds(scores.documents, seed), seed)
    whole = measure_accuracy(ours, human, seed=seed)
    return PairAccuracy(
        accuracy=accuracy,
        spa=soft_accuracy(ours, human, seed=seed),
        system_ties=count_tied_pairs(human_means),
        acc_eq=folded.value,
        epsilon=whole.epsilons.get(0, np.nan),
        summary_ties=whole.ties,
        documents=whole.items,
    )


def _to_share(correlation: float) -> float:
    return (1 + correlation) / 2


def average_common(ours: np.ndarray, human: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return both means of each system over the cells that both matrices have, without systems that have none."""
    known = ~(np.isnan(ours) | np.isnan(human))
    counts = known.sum(axis=1)
    has_cells = counts > 0
    sums = [np.where(known, matrix, 0.0).sum(axis=1) for matrix in (ours, human)]
    return sums[0][has_cells] / counts[has_cells], sums[1][has_cells] / counts[has_cells]


def count_tied_pairs(means: np.ndarray) -> float:
    """Return the share of pairs of means (systems,) that are equal up to rounding; NaN for a single one."""
    sizes = np.bincount(rank_tied(means))
    pairs = len(means) * (len(means) - 1)
    return float((sizes * (sizes - 1)).sum() / pairs) if pairs else np.nan


def compare_with_baseline(scores: Scores, difference: MetricDifference, statistics: Statistics) -> MetricDifference:
    """Return a difference from the baseline with those of the shares of pairs, if there are permutations for tests."""
    if not statistics.permutations:
        return difference
    tested = compare_pair_accuracies(
        scores.select_pair(difference.first, difference.second),
        assign_folds(scores.documents, statistics.seed),
        statistics.permutations,
        statistics.seed,
        statistics.swap,
    )
    named = {name: test._replace(first=difference.first, second=difference.second) for name, test in tested.items()}
    return difference._replace(
        accuracy=named["system_pairwise_accuracy"], spa=named["system_spa"], acc_eq=named["summary_acc_eq"]
    )


def render_pairs(measured: Sequence[MetricAgreement]) -> str:
    """Return a table of the shares of pairs, with a line for the systems and one for the summaries of each metric."""
    rows = []
    for row in measured:
        pairs = row.pairs
        if pairs is None:
            continue
        systems = ["", "", format_number(pairs.spa), format_number(pairs.system_ties), str(row.systems)]
        rows.append([row.metric, SYSTEM.name, str(pairs.accuracy), *systems])
        epsilon, ties = f"{pairs.epsilon:.3g}", format_number(pairs.summary_ties)
        summaries = ["", format_number(pairs.acc_eq), epsilon, "", ties, str(pairs.documents)]
        rows.append([row.metric, SUMMARY.name, *summaries])
    return render_table(["metric", "level", ACCURACY, ACC_EQ, "ε", SPA, "human ties", "n"], rows)


def render_pair_tests(differences: Sequence[MetricDifference]) -> str:
    """Return a table of the tested differences of shares of pairs, "" without any."""
    tested = [pair for pair in differences if pair.accuracy is not None]
    rows = []
    for pair in tested:
        rows.append([pair.first, SYSTEM.name, _format_test(pair.accuracy), "", _format_test(pair.spa)])
        rows.append([pair.first, SUMMARY.name, "", _format_test(pair.acc_eq), ""])
    return render_table([f"− {tested[0].second}", "level", ACCURACY, ACC_EQ, SPA], rows) if tested else ""


def _format_test(difference: Difference | None) -> str:
    return "" if difference is None else format_difference(difference.value, difference.p)
