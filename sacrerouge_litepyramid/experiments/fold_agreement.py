"""Agreement over the folds of a cross-validation, and its tables.

The tables are like tables 1 and 2 of Zhang and Bansal (2021).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tqdm import tqdm

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import (
    Statistics,
    compare_agreement,
    describe_rules,
    describe_swap,
    pair_folds,
)
from sacrerouge_litepyramid.meta_evaluation.records import list_differences
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import (
    Agreement,
    correlate_scores,
    count_constant_documents,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    correlate_summary_level,
    correlate_system_level,
)
from sacrerouge_litepyramid.statistics.estimate import (
    Estimate,
    finite_or_none,
    format_difference,
    format_p,
)
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table
from sacrerouge_litepyramid.statistics.warning import list_texts

COLUMNS = {
    "system_pearson": "system r",
    "system_spearman": "system ρ",
    "system_kendall": "system τ",
    "summary_pearson": "summary r",
    "summary_spearman": "summary ρ",
    "summary_kendall": "summary τ",
}
STATISTICS = Agreement._fields
#: what values of the system level with an interval are, for a table's caption
REPLICATED = "over systems, intervals are those of other samples of as many documents"


def measure_folds(folds: Sequence[Scores], statistics: Statistics | None = None) -> dict[str, Any]:
    """Return the agreement of each metric with human scores, JSON-ready, null if undefined.

    ``folds``: those of a cross-validation, all with the same metrics, or one whole data set. A
    metric's ``mean`` is the mean over folds with its interval, null if undefined in a fold. Raises
    ValueError if the baseline is unknown.
    """
    statistics = statistics or Statistics()
    names = list(folds[0].metrics)
    statistics.check_baseline(names)
    systems: set[str] = set()
    documents: set[str] = set()
    sizes = []
    for fold in folds:
        systems.update(fold.systems)
        documents.update(fold.documents)
        sizes.append({"systems": len(fold.systems), "documents": len(fold.documents)})
    missing = {name: sum(fold.count_missing(name) for fold in folds) for name in names}
    progress = tqdm(names, desc="intervals", unit="metric", disable=None, delay=1)
    return {
        "statistics": statistics.to_dict(),
        "systems": len(systems),
        "documents": len(documents),
        "folds": sizes,
        "missing": {name: count for name, count in missing.items() if count},
        "warnings": warn_of_small_folds(sizes),
        "metrics": {name: _measure_metric(folds, name, statistics) for name in progress},
    }


def warn_of_small_folds(folds: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return warnings about the smallest of the folds' numbers of systems and of documents."""
    systems = min(fold["systems"] for fold in folds)
    documents = min(fold["documents"] for fold in folds)
    return list_texts(list_warnings(systems, documents, len(folds)))


def measure_fold(scores: Scores, metric: str, constant: str = "drop") -> dict[str, Any]:
    """Return the agreement in one fold, with its sizes and the number of constant documents.

    A document is constant if one side has the same score for all of its summaries.
    """
    ours = scores.metrics[metric]
    agreement = correlate_scores(ours, scores.human, constant=constant)._asdict()
    return {
        "systems": len(scores.systems),
        "documents": len(scores.documents),
        "constant_documents": count_constant_documents(ours, scores.human),
        **{name: finite_or_none(value[0]) for name, value in agreement.items()},
    }


def _measure_metric(folds: Sequence[Scores], name: str, statistics: Statistics) -> dict[str, Any]:
    pairs = pair_folds(folds, name, statistics.seed)
    by_level = {
        "system": correlate_system_level(pairs, statistics.resampling),
        "summary": correlate_summary_level(pairs, statistics.resampling),
    }
    mean = {}
    for level, correlation in by_level.items():
        for coefficient, estimate in correlation._asdict().items():
            mean[f"{level}_{coefficient}"] = estimate.to_dict()
    result: dict[str, Any] = {
        "mean": mean,
        "folds": [measure_fold(fold, name, statistics.constant) for fold in folds],
    }
    if statistics.baseline not in (None, name):
        result["against"] = _compare_with_baseline(folds, name, statistics)
    return result


def _compare_with_baseline(
    folds: Sequence[Scores], name: str, statistics: Statistics
) -> dict[str, Any]:
    baseline = str(statistics.baseline)
    compared = compare_agreement(folds, name, baseline, statistics)
    against: dict[str, Any] = {"baseline": baseline, "williams_p": None}
    if compared.system is not None:
        against["williams_p"] = compared.system.pearson.williams_p
    against["difference"] = {}
    against["permutation_p"] = {}
    for level, coefficient, test in list_differences(compared):
        statistic = f"{level}_{coefficient}"
        against["difference"][statistic] = test.value
        against["permutation_p"][statistic] = test.p
    return against


def render_folds(report: Mapping[str, Any], title: str) -> str:
    """Return a table of correlations with intervals, and one of differences from the baseline."""
    metrics = report["metrics"]
    statistics = report["statistics"]
    parts = [f"## {title}", _describe_data(report)]
    for warning in report["warnings"]:
        parts.append(f"Warning: {warning}")
    rows = []
    for metric, result in metrics.items():
        rows.append([metric, *(str(Estimate(**result["mean"][name])) for name in COLUMNS)])
    parts.append(render_table(["metric", *COLUMNS.values()], rows, MARKDOWN))
    tests = list(_list_tests(metrics))
    if tests:
        headers = [f"− {statistics['baseline']}", *COLUMNS.values(), "Williams p"]
        test = f"two-sided p of {statistics['permutations']:,} permutations that swap the scores of"
        parts.append(
            f"Difference ({test} {describe_swap()}); Williams: two-sided, system r, not over folds."
        )
        parts.append(render_table(headers, tests, MARKDOWN))
    return "\n\n".join(parts)


def _list_tests(metrics: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield each metric's name, its differences from the baseline, and p of Williams' test."""
    for metric, result in metrics.items():
        if "against" in result:
            against = result["against"]
            differences = against["difference"]
            p = against["permutation_p"]
            cells = [format_difference(differences[name], p[name]) for name in COLUMNS]
            yield [metric, *cells, format_p(against["williams_p"])]


def _describe_data(report: Mapping[str, Any]) -> str:
    """Return the caption: the data and the rules of the measurement."""
    folds = report["folds"]
    parts = [f"{report['systems']} systems × {report['documents']} documents"]
    if len(folds) > 1:
        parts.append(f"mean of {len(folds)} folds")
    constant = {}
    for name, result in report["metrics"].items():
        constant[name] = sum(fold["constant_documents"] for fold in result["folds"])
    documents = sum(fold["documents"] for fold in folds)
    settings = {name: report["statistics"][name] for name in Statistics.__dataclass_fields__}
    rules = describe_rules(Statistics(**settings), constant, report["missing"], documents)
    parts += rules
    means = [result["mean"]["system_pearson"] for result in report["metrics"].values()]
    if any("limit" in mean for mean in means):
        parts.append(REPLICATED)
    return "; ".join(parts) + "."
