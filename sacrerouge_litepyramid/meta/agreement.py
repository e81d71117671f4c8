"""How far metrics agree with people on a whole set: correlations as rows, tests against a baseline, warnings."""

from collections.abc import Iterator, Sequence

from tqdm import tqdm

from sacrerouge_litepyramid.meta.agreement_report import AgreementReport, AgreementRow, BaselineTest
from sacrerouge_litepyramid.meta.comparison import Statistics, measure_difference, pair_folds
from sacrerouge_litepyramid.meta.scores import Scores, finite_or_none
from sacrerouge_litepyramid.statistics.agreement import count_constant_documents
from sacrerouge_litepyramid.statistics.estimates import COEFFICIENTS, LEVELS, count_items, estimate_correlations
from sacrerouge_litepyramid.statistics.small_samples import list_warnings


def measure_agreement(
    scores: Scores, human_metric: str, statistics: Statistics | None = None, levels: Sequence[str] = LEVELS
) -> AgreementReport:
    """Measure the agreement of each metric with people, and test it against the baseline's if there is one.

    Raises ValueError for a level or a baseline that is unknown.
    """
    statistics = statistics or Statistics()
    statistics.check_baseline(list(scores.metrics))
    check_levels(levels)
    missing = {name: scores.count_missing(name) for name in scores.metrics}
    progress = tqdm(scores.metrics, desc="agreement", unit="metric", disable=None, delay=1)
    return AgreementReport(
        human_metric=human_metric,
        systems=len(scores.systems),
        documents=len(scores.documents),
        statistics=statistics,
        rows=tuple(row for name in progress for row in _measure_metric(scores, name, statistics, levels)),
        tests=tuple(test for name in scores.metrics for test in _test_metric(scores, name, statistics)),
        constant_documents={
            name: count_constant_documents(ours, scores.people) for name, ours in scores.metrics.items()
        },
        missing={name: count for name, count in missing.items() if count},
        not_finite=scores.not_finite,
        warnings=tuple(list_warnings(len(scores.systems), len(scores.documents))),
    )


def check_levels(levels: Sequence[str]) -> None:
    """Raise ValueError for an unknown level."""
    for level in levels:
        if level not in LEVELS:
            raise ValueError(f"levels must be some of {', '.join(LEVELS)}, not {level!r}")


def _measure_metric(
    scores: Scores, metric: str, statistics: Statistics, levels: Sequence[str]
) -> Iterator[AgreementRow]:
    pairs = pair_folds([scores], metric, statistics.seed)
    counts = count_items(pairs[0], statistics.constant)
    estimates = estimate_correlations(pairs, statistics.resampling, levels)
    for level in levels:
        for coefficient in COEFFICIENTS:
            value, low, high = map(finite_or_none, estimates[f"{level}_{coefficient}"])
            yield AgreementRow(metric, level, coefficient, value, low, high, counts[level])


def _test_metric(scores: Scores, metric: str, statistics: Statistics) -> Iterator[BaselineTest]:
    if statistics.baseline in (None, metric):
        return
    baseline = str(statistics.baseline)
    found = measure_difference([scores], metric, baseline, statistics)
    for level in ("system", "summary"):
        for coefficient in COEFFICIENTS:
            name = f"{level}_{coefficient}"
            yield BaselineTest(
                metric,
                baseline,
                level,
                coefficient,
                found.get("difference", {}).get(name),
                found.get("permutation_p", {}).get(name),
                found["williams_p"] if name == "system_pearson" else None,
            )
