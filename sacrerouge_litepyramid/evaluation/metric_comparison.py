"""Which of several metrics agree better with human scores.

All pairs tested, with Holm's correction, as JSON and as text.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics, measure_difference
from sacrerouge_litepyramid.evaluation.decision import Decision
from sacrerouge_litepyramid.evaluation.metric_agreement import LETTERS, AgreementReport, measure_agreement
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import correlate_documents
from sacrerouge_litepyramid.statistics.correlation_estimates import COEFFICIENTS, ScorePair, estimate_difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none, format_number, format_p, row_to_json
from sacrerouge_litepyramid.statistics.paired import ALPHA, DEFAULT_POWER, compare_pairs, count_documents_needed
from sacrerouge_litepyramid.statistics.permutation import ComparedScores
from sacrerouge_litepyramid.statistics.result_table import ResultTable, decision_to_dict
from sacrerouge_litepyramid.statistics.significance import adjust_holm, bootstrap_p, pair_indices
from sacrerouge_litepyramid.statistics.tables import render_table, shorten

SWAPPED = {"both": "single summaries", "documents": "documents", "systems": "systems"}


class ComparedMetrics(NamedTuple):
    """The first metric's correlation with human scores − the second's; None where there is no number.

    Summaries without all three scores are left out. ``holm_p``: of the permutation test, over all pairs of a level and
    coefficient; ``bootstrap_p``: over what the bootstrap draws. ``williams_p``: two-sided, on signed correlations,
    system-level Pearson alone. ``wins``, ``ties``, ``losses``, ``effect_size`` (Cohen's d_z): of the correlations
    document by document, summary level alone. ``better``: the one that the corrected permutation test says agrees
    better, None where the two do not differ significantly, or the interval, which is of unlimited documents, holds 0.
    """

    first: str
    second: str
    level: str
    coefficient: str
    difference: Estimate
    permutation_p: float | None
    holm_p: float | None
    bootstrap_p: float | None
    williams_p: float | None
    wins: int | None
    ties: int | None
    losses: int | None
    effect_size: float | None
    better: str | None


@dataclass(frozen=True)
class MetricComparison(ResultTable):
    """The agreement of each metric, and all pairs by level and coefficient.

    ``required``: whether one agrees better, as `compare_metrics` was to require.
    """

    PARTS = ("pairs", "agreement")

    agreement: AgreementReport
    pairs: tuple[ComparedMetrics, ...]
    required: Decision | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison for JSON, null where there is no number."""
        written = self.agreement.to_dict()
        del written["tests"]
        return {
            **written,
            "alpha": ALPHA,
            "pairs": [row_to_json(pair) for pair in self.pairs],
            **decision_to_dict(self.required),
        }

    def count_documents_needed(self, pair: ComparedMetrics, power: float = DEFAULT_POWER) -> int | None:
        """Return how many documents would tell a pair apart if its true difference is the measured one.

        By Student's test with Bonferroni's correction over the pairs of the level and coefficient; Holm's asks for no
        more. None where the pair has no difference or no interval, or needs more than a million documents.
        ``power``: the probability to tell the pair apart. Raises ValueError for a pair of the system level, whose
        correlations are no means over documents.
        """
        if pair.level != "summary":
            raise ValueError(f"the number of documents is known for pairs of the summary level, not of {pair.level!r}")
        if not pair.difference.has_interval:
            return None
        tests = sum((each.level, each.coefficient) == (pair.level, pair.coefficient) for each in self.pairs)
        return count_documents_needed(pair.difference, self.agreement.documents, power, alpha=ALPHA / tests)

    def __str__(self) -> str:
        return "\n".join(_lines(self)) + (f"\n\n{self.required}" if self.required else "")


def _lines(found: MetricComparison) -> Iterator[str]:
    statistics = found.agreement.statistics
    yield str(found.agreement)
    yield ""
    yield (
        f"Difference of correlations with the interval of this one; permutation test ({statistics.permutations:,}) "
        f"that swaps the scores of {SWAPPED[statistics.swap]}, two-sided; Holm's correction over the pairs of a level "
        f"and coefficient, significant at p ≤ {ALPHA} where the interval excludes 0 too; Williams' test on signed "
        "correlations, two-sided; wins, ties, losses and Cohen's d_z of the documents' correlations."
    )
    yield ""
    headers = ["pair", "level", "", "difference", "permutation p", "Holm's p", "bootstrap p", "Williams p"]
    yield render_table([*headers, "wins/ties/losses", "d_z", "better"], [_row(pair) for pair in found.pairs])
    lacks = any(not pair.difference.has_interval and not np.isnan(pair.difference.value) for pair in found.pairs)
    if lacks and statistics.resamples:
        yield "No interval: the systems or documents are too few for one, or the metrics are alike."


def _row(pair: ComparedMetrics) -> list[str]:
    return [
        f"{shorten(pair.first)} − {shorten(pair.second)}",
        pair.level,
        LETTERS[pair.coefficient],
        pair.difference.format(sign="+"),
        *map(format_p, (pair.permutation_p, pair.holm_p, pair.bootstrap_p)),
        "" if pair.williams_p is None else format_p(pair.williams_p),
        "" if pair.wins is None else f"{pair.wins}/{pair.ties}/{pair.losses}",
        "" if pair.effect_size is None else format_number(pair.effect_size, 2, "+"),
        pair.better or "not significant",
    ]


LEVELS = ("system", "summary")


def compare_metric_pairs(scores: Scores, human_metric: str, statistics: Statistics | None = None) -> MetricComparison:
    """Compare the agreement with human scores of all pairs of the scores' metrics.

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
    ours, others = (ScorePair(each, common.human, statistics.seed) for each in (common.ours, common.baseline))
    estimates, resampled = estimate_difference([ours], [others], statistics.resampling)
    by_document = _compare_documents(common, statistics.constant)
    for level in LEVELS:
        for coefficient in COEFFICIENTS:
            name = f"{level}_{coefficient}"
            difference = estimates[name]
            of_documents = by_document[coefficient] if level == "summary" else dict.fromkeys(by_document["pearson"])
            has_draws = len(resampled[name]) and not np.isnan(difference.value)
            yield ComparedMetrics(
                first=first,
                second=second,
                level=level,
                coefficient=coefficient,
                difference=difference,
                permutation_p=tests.get("permutation_p", {}).get(name),
                holm_p=None,
                bootstrap_p=finite_or_none(bootstrap_p(resampled[name])) if has_draws else None,
                williams_p=tests["williams_p"] if name == "system_pearson" else None,
                better=None,
                **of_documents,
            )


def _keep_common(compared: ComparedScores, first: str, second: str) -> ComparedScores:
    """Set the cells that one of the three lacks to NaN in all."""
    missing = np.isnan(np.stack(compared)).any(axis=0)
    if missing.all():
        raise ValueError(
            f"no summary has a score of {first!r}, of {second!r} and of annotators; give the same summaries"
        )
    return ComparedScores(*(np.where(missing, np.nan, matrix) for matrix in compared))


def _compare_documents(common: ComparedScores, constant: str) -> dict[str, Mapping[str, Any]]:
    """Return by coefficient the wins, ties, losses and effect size of the documents' correlations."""
    sides = [correlate_documents(ours, common.human, constant) for ours in (common.ours, common.baseline)]
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
        difference = pair.difference
        holds_zero = difference.has_interval and difference.low <= 0 <= difference.high
        is_apart = holm <= ALPHA and not holds_zero and not np.isnan(difference.value)
        better = (pair.first if difference.value > 0 else pair.second) if is_apart else None
        adjusted.append(pair._replace(holm_p=finite_or_none(holm), better=better))
    return adjusted
