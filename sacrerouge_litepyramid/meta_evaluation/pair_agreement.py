"""How a metric orders pairs of systems and of summaries: the shares, and tables of them."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.meta_evaluation.records import MetricAgreement, SystemPairs
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.rounding import average
from sacrerouge_litepyramid.statistics.system_pairs import compare_means, order_pairs, soft_accuracy
from sacrerouge_litepyramid.statistics.tables import render_table

#: the number of folds of documents; ε of one fold is chosen on the others
FOLDS = 5
SYSTEMS_EXPLAINED = (
    "Pairs of systems: the accuracy is the share that the metric orders as human scores do, or "
    "that both tie; SPA (soft pairwise accuracy) is 1 minus the mean difference between the "
    "metric's p of a pair and that of human scores."
)
SUMMARIES_EXPLAINED = (
    "Pairs of a document's summaries: acc_eq is the share that the metric orders as human scores "
    "do, or that both tie; two scores of the metric tie if they differ by a threshold or less "
    "(the paper's ε), which is chosen on other folds of documents; in-sample, as published "
    "(Deutsch et al. 2023), it is chosen on the same pairs (the column threshold), which makes the "
    "share too high. Constant documents count; a constant metric has the share of human ties."
)


def assign_folds(documents: Sequence[str], seed: int) -> np.ndarray:
    """Return the fold of each document, which does not depend on their order.

    A single document has fold 0.
    """
    if len(documents) < 2:
        return np.zeros(len(documents), dtype=int)
    places: dict[str, int] = {}
    for place, fold in enumerate(draw_folds(documents, min(FOLDS, len(documents)), seed)):
        places |= dict.fromkeys(fold, place)
    return np.array([places[name] for name in documents])


def measure_system_pairs(
    ours: np.ndarray, human: np.ndarray, seed: int, kendall: Estimate
) -> SystemPairs:
    """Return how a metric orders pairs of systems as human scores do.

    ``kendall``: its τ-b over systems. ``ours``, ``human``: matrices (systems, documents), NaN for a
    missing score.
    """
    missing = np.isnan(ours + human)
    means = average(np.where(missing, np.nan, ours), axis=1)
    human_means = average(np.where(missing, np.nan, human), axis=1)
    is_known = ~np.isnan(means)
    means, human_means = means[is_known], human_means[is_known]
    accuracy = Estimate(compare_means(means, human_means))
    if kendall.has_interval:
        # The share of pairs ordered alike is (1 + τ) / 2, as no drawn means are equal.
        low, high = (1 + kendall.low) / 2, (1 + kendall.high) / 2
        accuracy = accuracy._replace(low=low, high=high)
    is_tied = order_pairs(human_means) == 0
    ties = float(is_tied.mean()) if len(is_tied) else np.nan
    return SystemPairs(accuracy, soft_accuracy(ours, human, seed=seed), ties)


def render_pairs(measured: Sequence[MetricAgreement]) -> Iterator[str]:
    """Yield what the shares of pairs are, and a table each for systems and for summaries."""
    of_systems, of_summaries = [], []
    for row in measured:
        systems, summaries = row.system_pairs, row.summary_pairs
        if systems is not None:
            spa, ties = format_number(systems.spa), format_number(systems.ties)
            accuracy = str(systems.pairwise_accuracy)
            of_systems.append([row.metric, accuracy, spa, ties, str(row.systems)])
        if summaries is not None:
            acc_eq, ties = format_number(summaries.acc_eq), format_number(summaries.ties)
            epsilon = f"{summaries.epsilon:.3g}"
            in_sample = format_number(summaries.acc_eq_in_sample)
            cells = [acc_eq, in_sample, epsilon, ties, str(summaries.documents)]
            of_summaries.append([row.metric, *cells])
    if of_systems:
        headers = ["pairs of systems", "accuracy", "SPA", "human ties", "systems"]
        yield from ("", SYSTEMS_EXPLAINED, "", render_table(headers, of_systems))
    if of_summaries:
        headers = [
            "pairs of summaries",
            "acc_eq",
            "in-sample",
            "threshold",
            "human ties",
            "documents",
        ]
        yield from ("", SUMMARIES_EXPLAINED, "", render_table(headers, of_summaries))
