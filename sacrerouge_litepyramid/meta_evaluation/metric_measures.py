"""How one metric agrees with human scores: correlations by level, and shares of pairs."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.pair_agreement import assign_folds, measure_system_pairs
from sacrerouge_litepyramid.meta_evaluation.records import (
    GLOBAL,
    SUMMARY,
    SYSTEM,
    Level,
    MetricAgreement,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import (
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    ScorePair,
    correlate_beyond_means,
)
from sacrerouge_litepyramid.statistics.correlations import MIN_SUMMARIES
from sacrerouge_litepyramid.statistics.interval_notes import FEW_SYSTEMS
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy


def measure_metric(
    scores: Scores, metric: str, human_metric: str, statistics: Statistics, levels: Sequence[Level]
) -> MetricAgreement:
    """Return the agreement of a metric at the chosen levels."""
    ours, human = scores.metrics[metric], scores.human
    pair = ScorePair(ours, human, statistics.seed)
    known = ~np.isnan(ours + human)
    constant = count_constant_documents(ours, human)
    incomplete = count_incomplete_documents(ours, human)
    has_summary = SUMMARY in levels
    by_level = {level: level.correlate(pair, statistics.resampling) for level in levels}
    system = by_level.get(SYSTEM)
    system_pairs = None
    if system is not None:
        system_pairs = measure_system_pairs(ours, human, pair.seed, system.kendall)
    systems = int(known.any(axis=1).sum())
    beyond_means = None
    if 2 <= systems < FEW_SYSTEMS:
        beyond_means = correlate_beyond_means(pair, statistics.resampling).pearson
    measured = MetricAgreement(
        metric=metric,
        system=system,
        systems=systems,
        beyond_means=beyond_means,
        summary=by_level.get(SUMMARY),
        averaged_documents=known.shape[1] - incomplete - constant,
        over_summaries=by_level.get(GLOBAL),
        summaries=int(known.sum()),
        documents=int(known.any(axis=0).sum()),
        constant=constant if has_summary else 0,
        incomplete=incomplete if has_summary else 0,
        missing=scores.count_missing(metric),
        system_pairs=system_pairs,
        summary_pairs=measure_accuracy(ours, human, assign_folds(scores.documents, pair.seed)),
    )
    if any(measured.find_r(level) is not None for level in levels):
        return measured
    return replace(measured, undefined=_explain_undefined(pair, metric, human_metric))


def _explain_undefined(pair: ScorePair, metric: str, human_metric: str) -> str:
    """Return why a metric has no correlation with human scores, as a part of a sentence."""
    known = ~np.isnan(pair.ours + pair.human)
    if known.sum() < MIN_SUMMARIES:
        return "too few documents have both scores"
    for name, matrix in ((human_metric, pair.human), (metric, pair.ours)):
        if len(np.unique(matrix[known])) == 1:
            return f"all scores of {name} are equal"
    return "too few systems have both scores, or their means are equal"
