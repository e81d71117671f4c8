"""Which of several metrics agree better with people: all pairs tested, with Holm's correction."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.meta.agreement import measure_agreement
from sacrerouge_litepyramid.meta.compared_metrics import ComparedMetrics, MetricComparison
from sacrerouge_litepyramid.meta.compared_systems import ALPHA
from sacrerouge_litepyramid.meta.comparison import Statistics, measure_difference
from sacrerouge_litepyramid.meta.scores import Scores, finite_or_none
from sacrerouge_litepyramid.statistics.agreement import correlate_documents
from sacrerouge_litepyramid.statistics.discrimination import pair_indices
from sacrerouge_litepyramid.statistics.estimates import COEFFICIENTS, Pair, estimate_difference
from sacrerouge_litepyramid.statistics.p_values import adjust_holm, bootstrap_p
from sacrerouge_litepyramid.statistics.paired import compare_pairs
from sacrerouge_litepyramid.statistics.permutation import ComparedScores

LEVELS = ("system", "summary")


def compare_metrics(scores: Scores, human_metric: str, statistics: Statistics | None = None) -> MetricComparison:
    """Compare the agreement with people of all pairs of the scores' metrics.

    Raises ValueError for fewer than two metrics, and for a pair without a common summary.
    """
    statistics = statistics or Statistics()
    names = list(scores.metrics)
    if len(names) < 2:
        raise ValueError(f"a comparison needs two metrics or more, not {', '.join(names) or 'none'}")
    pairs = [(names[first], names[second]) for first, second in zip(*pair_indices(len(names)), strict=True)]
    progress = tqdm(pairs, desc="pairs", unit="pair", disable=None, delay=1)
    found = [list(_compare_pair(scores, first, second, statistics)) for first, second in progress]
    columns = [_adjust([pair[place] for pair in found]) for place in range(len(found[0]))]
    return MetricComparison(
        measure_agreement(scores, human_metric, statistics, LEVELS), tuple(row for rows in columns for row in rows)
    )


def _compare_pair(scores: Scores, first: str, second: str, statistics: Statistics) -> Iterator[ComparedMetrics]:
    """Yield the pair by level and coefficient, without Holm's correction."""
    common = _keep_common(scores.select_pair(first, second), first, second)
    tests = measure_difference([scores], first, second, statistics)
    ours, others = (Pair(each, common.people, statistics.seed) for each in (common.ours, common.baseline))
    estimates, resampled = estimate_difference([ours], [others], statistics.resampling)
    by_document = _compare_documents(common, statistics.constant)
    for level in LEVELS:
        for coefficient in COEFFICIENTS:
            name = f"{level}_{coefficient}"
            difference, low, high = map(finite_or_none, estimates[name])
            of_documents = by_document[coefficient] if level == "summary" else dict.fromkeys(by_document["pearson"])
            p = float(bootstrap_p(resampled[name])) if len(resampled[name]) and difference is not None else np.nan
            yield ComparedMetrics(
                first=first,
                second=second,
                level=level,
                coefficient=coefficient,
                difference=difference,
                low=low,
                high=high,
                permutation_p=tests.get("permutation_p", {}).get(name),
                holm_p=None,
                bootstrap_p=finite_or_none(p),
                williams_p=tests["williams_p"] if name == "system_pearson" else None,
                better=None,
                **of_documents,
            )


def _keep_common(compared: ComparedScores, first: str, second: str) -> ComparedScores:
    """Set the cells that one of the three lacks to NaN in all."""
    missing = np.isnan(np.stack(compared)).any(axis=0)
    if missing.all():
        raise ValueError(f"no summary has a score of {first!r}, of {second!r} and of people; give the same summaries")
    return ComparedScores(*(np.where(missing, np.nan, matrix) for matrix in compared))


def _compare_documents(common: ComparedScores, constant: str) -> dict[str, Mapping[str, Any]]:
    """Return by coefficient the wins, ties, losses and effect size of the documents' correlations."""
    sides = [correlate_documents(ours, common.people, constant) for ours in (common.ours, common.baseline)]
    found = compare_pairs(np.stack(sides[0]), np.stack(sides[1]), permutations=0, resamples=0)
    return {
        coefficient: {
            **{name: int(getattr(found, name)[row]) for name in ("wins", "ties", "losses")},
            "effect_size": finite_or_none(found.effect_size[row]),
        }
        for row, coefficient in enumerate(COEFFICIENTS)
    }


def _adjust(pairs: list[ComparedMetrics]) -> list[ComparedMetrics]:
    """Return the pairs of one level and coefficient with Holm's p and what follows from it."""
    p = np.array([np.nan if pair.permutation_p is None else pair.permutation_p for pair in pairs])
    adjusted = []
    for pair, holm in zip(pairs, adjust_holm(p), strict=True):
        is_apart = holm <= ALPHA and pair.difference is not None
        better = (pair.first if (pair.difference or 0.0) > 0 else pair.second) if is_apart else None
        adjusted.append(pair._replace(holm_p=finite_or_none(holm), better=better))
    return adjusted
