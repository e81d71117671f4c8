"""How a metric orders pairs of systems and of summaries: the shares, their tests against a baseline, and tables."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.records import (
    SUMMARY,
    SYSTEM,
    MetricAgreement,
    MetricDifference,
    SummaryPairs,
    SystemPairs,
)
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_difference, format_number
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy, rank_tied
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.system_pairs import compare_means, compare_pair_accuracies, soft_accuracy
from sacrerouge_litepyramid.statistics.tables import render_table

#: the number of folds of documents; ε of one fold is chosen on the others
FOLDS = 5
#: the columns of shares of pairs: their headers, and what they are
ACCURACY, ACC_EQ, SPA = "accuracy", "acc_eq", "SPA"
DESCRIPTION = "Share of pairs that the metric orders as human scores do, or that both tie. {}Constant documents count."
SYSTEMS_EXPLAINED = "accuracy: of systems' means. SPA: soft pairwise accuracy of systems. "
SUMMARIES_EXPLAINED = (
    "acc_eq: of summaries, where differences of the metric up to ε are ties; ε is chosen on other folds of documents "
    "(the column ε: on all pairs); a constant metric has the share of human ties. "
)


def assign_folds(documents: Sequence[str], seed: int) -> np.ndarray:
    """Return the fold of each document, which does not depend on their order; a single document has fold 0."""
    if len(documents) < 2:
        return np.zeros(len(documents), dtype=int)
    drawn = draw_folds(documents, min(FOLDS, len(documents)), seed)
    places = {name: place for place, fold in enumerate(drawn) for name in fold}
    return np.array([places[name] for name in documents])


def measure_system_pairs(ours: np.ndarray, human: np.ndarray, seed: int, kendall: Estimate) -> SystemPairs:
    """Return how a metric orders pairs of systems as human scores do; ``kendall``: its τ-b over systems.

    ``ours``, ``human``: matrices (systems, documents), NaN for a missing score.
    """
    means, human_means = average_common(ours, human)
    accuracy = Estimate(float(compare_means(means[None], human_means[None])[0]))
    if kendall.has_interval:
        # No two systems have equal true means, so that the share of pairs ordered alike is (1 + τ) / 2.
        value, low, high = (_to_share(number) for number in (kendall.value, kendall.low, kendall.high))
        accuracy = Estimate(value, low, high, kendall.level, kendall.method, observed=accuracy.value)
    return SystemPairs(accuracy, soft_accuracy(ours, human, seed=seed), count_tied_pairs(human_means))


def measure_summary_pairs(
    ours: np.ndarray, human: np.ndarray, documents: Sequence[str], seed: int
) -> SummaryPairs | None:
    """Return how a metric orders pairs of a document's summaries as human scores do; None without a pair."""
    folded = measure_accuracy(ours, human, assign_folds(documents, seed))
    whole = measure_accuracy(ours, human)
    if not whole.items:
        return None
    first, second = pair_indices(len(human))
    preferences = [np.sign(np.round(side[first] - side[second], 12)) for side in (ours, human)]
    untied = ~np.isnan(preferences[0]) & (np.abs(preferences[1]) == 1)
    return SummaryPairs(
        acc_eq=folded.value,
        epsilon=whole.epsilons.get(0, np.nan),
        ties=whole.ties,
        documents=whole.items,
        untied=int(untied.sum()),
        alike=int((preferences[0] == preferences[1])[untied].sum()),
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
    has_systems = difference.system is not None
    return difference._replace(
        accuracy=named["system_pairwise_accuracy"] if has_systems else None,
        spa=named["system_spa"] if has_systems else None,
        acc_eq=named["summary_acc_eq"],
    )


def render_pairs(measured: Sequence[MetricAgreement]) -> Iterator[str]:
    """Yield what the shares of pairs are, and a table of them, if there are any.

    A metric has a line for pairs of systems, if there are enough, and one for pairs of summaries.
    """
    has_systems = any(row.system_pairs is not None for row in measured)
    rows = []
    for row in measured:
        if row.system_pairs is not None:
            pairs = row.system_pairs
            shares = [str(pairs.accuracy), format_number(pairs.spa), "", ""]
            rows.append([row.metric, SYSTEM.name, *shares, format_number(pairs.ties), str(row.systems)])
        if row.summary_pairs is not None:
            summaries = row.summary_pairs
            shares = [format_number(summaries.acc_eq), f"{summaries.epsilon:.3g}", format_number(summaries.ties)]
            empty = ["", ""] if has_systems else []
            rows.append([row.metric, SUMMARY.name, *empty, *shares, str(summaries.documents)])
    if rows:
        explained = SYSTEMS_EXPLAINED * has_systems + SUMMARIES_EXPLAINED
        headers = ["metric", "level", *([ACCURACY, SPA] if has_systems else []), ACC_EQ, "ε", "human ties", "n"]
        yield from ("", DESCRIPTION.format(explained), "", render_table(headers, rows))


def render_pair_tests(differences: Sequence[MetricDifference]) -> Iterator[str]:
    """Yield a table of the tested differences of shares of pairs, if there are any."""
    tested = [pair for pair in differences if pair.acc_eq is not None]
    has_systems = any(pair.accuracy is not None for pair in tested)
    rows = []
    for pair in tested:
        if has_systems:
            rows.append([pair.first, SYSTEM.name, _format_test(pair.accuracy), _format_test(pair.spa), ""])
        rows.append([pair.first, SUMMARY.name, *(["", ""] if has_systems else []), _format_test(pair.acc_eq)])
    if rows:
        headers = [f"− {tested[0].second}", "level", *([ACCURACY, SPA] if has_systems else []), ACC_EQ]
        yield from ("", render_table(headers, rows))


def _format_test(difference: Difference | None) -> str:
    return "" if difference is None else format_difference(difference.value, difference.p)
