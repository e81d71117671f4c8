"""How far metrics agree with people on a whole set: correlations as rows, tests against a baseline, warnings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from tqdm import tqdm

from sacrerouge_litepyramid.meta.comparison import Statistics, measure_difference, pair_folds
from sacrerouge_litepyramid.meta.scores import Scores, finite_or_none
from sacrerouge_litepyramid.statistics.agreement import count_constant_documents
from sacrerouge_litepyramid.statistics.estimates import COEFFICIENTS, LEVELS, count_items, estimate_correlations
from sacrerouge_litepyramid.statistics.small_samples import list_warnings

#: how equal scores are treated, by coefficient
TIE_RULES = {
    "pearson": "none: the scores themselves",
    "spearman": "equal scores share their mean rank",
    "kendall": "tau-b: over the geometric mean of the numbers of pairs that are not tied on either side",
}


class AgreementRow(NamedTuple):
    """A metric's correlation with people; None where there is none.

    ``n``: the items that it is over: systems, documents that are averaged, or summaries.
    """

    metric: str
    level: str
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    n: int


class BaselineTest(NamedTuple):
    """A metric's correlation less the baseline's, with two-sided p; None where there is no test.

    ``williams_p``: at the system level of Pearson alone.
    """

    metric: str
    baseline: str
    level: str
    coefficient: str
    difference: float | None
    permutation_p: float | None
    williams_p: float | None


@dataclass(frozen=True)
class AgreementReport:
    """The agreement of metrics with people.

    ``constant_documents``: by metric the documents without a correlation, as one side is constant or has too few
    systems; ``missing``: by metric the summaries that people scored and the metric did not; ``not_finite``: the scores
    left out as they are NaN or infinite.
    """

    human_metric: str
    systems: int
    documents: int
    statistics: Statistics
    rows: tuple[AgreementRow, ...]
    tests: tuple[BaselineTest, ...]
    constant_documents: Mapping[str, int]
    missing: Mapping[str, int]
    not_finite: Mapping[str, int]
    warnings: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the report for JSON, null where there is no number."""
        return {
            **{name: getattr(self, name) for name in ("human_metric", "systems", "documents")},
            "statistics": asdict(self.statistics),
            "tie_rules": TIE_RULES,
            **{name: dict(getattr(self, name)) for name in ("constant_documents", "missing", "not_finite")},
            "warnings": list(self.warnings),
            "rows": [row._asdict() for row in self.rows],
            "tests": [test._asdict() for test in self.tests],
        }

    def __str__(self) -> str:
        from sacrerouge_litepyramid.meta.agreement_table import render_agreement

        return render_agreement(self)


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
