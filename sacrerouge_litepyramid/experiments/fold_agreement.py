"""Agreement over the folds of a cross-validation, and its tables, like tables 1 and 2 of Zhang and Bansal (2021).

Each metric has a row; the best value of a column is bold.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.agreement_statistics import (
    Statistics,
    compare_agreement,
    describe_rules,
    describe_swap,
    pair_folds,
)
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import Agreement, correlate_scores, count_constant_documents
from sacrerouge_litepyramid.statistics.correlation_estimates import estimate_correlations
from sacrerouge_litepyramid.statistics.estimate import (
    finite_or_none,
    format_difference,
    format_interval,
    format_number,
    format_p,
)
from sacrerouge_litepyramid.statistics.interval_notes import ESTIMANDS, FOLD_ESTIMANDS, list_warnings
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

COLUMNS = {
    "system_pearson": "system r",
    "system_spearman": "system ρ",
    "system_kendall": "system τ",
    "summary_pearson": "summary r",
    "summary_spearman": "summary ρ",
    "summary_kendall": "summary τ",
}
STATISTICS = Agreement._fields


def measure_folds(folds: Sequence[Scores], statistics: Statistics | None = None) -> dict[str, Any]:
    """Return the agreement of each metric with human scores, JSON-ready, null if undefined.

    ``folds``: those of a cross-validation, all with the same metrics, or one whole data set. A metric's ``mean`` is the
    mean over folds with its interval, null if undefined in a fold. Raises ValueError if the baseline is unknown.
    """
    statistics = statistics or Statistics()
    names = list(folds[0].metrics)
    statistics.check_baseline(names)
    return {
        "statistics": statistics.to_dict(),
        "estimands": _describe_estimands(folds, statistics),
        "systems": len({name for fold in folds for name in fold.systems}),
        "documents": len({name for fold in folds for name in fold.documents}),
        "folds": [{"systems": len(fold.systems), "documents": len(fold.documents)} for fold in folds],
        "missing": {name: missing for name in names if (missing := sum(fold.count_missing(name) for fold in folds))},
        "warnings": list_warnings(
            min(len(fold.systems) for fold in folds), min(len(fold.documents) for fold in folds), len(folds)
        ),
        "metrics": {
            name: _measure_metric(folds, name, statistics)
            for name in tqdm(names, desc="intervals", unit="metric", disable=None, delay=1)
        },
    }


def measure_fold(scores: Scores, metric: str, constant: str = "drop") -> dict[str, Any]:
    """Return the agreement in one fold, and the number of documents in which one side is constant."""
    ours = scores.metrics[metric]
    agreement = correlate_scores(ours, scores.human, constant=constant)
    return {
        "systems": len(scores.systems),
        "documents": len(scores.documents),
        "constant_documents": count_constant_documents(ours, scores.human),
        **{name: finite_or_none(getattr(agreement, name)[0]) for name in STATISTICS},
    }


def _measure_metric(folds: Sequence[Scores], name: str, statistics: Statistics) -> dict[str, Any]:
    by_fold = [measure_fold(fold, name, statistics.constant) for fold in folds]
    estimates = estimate_correlations(pair_folds(folds, name, statistics.seed), statistics.resampling)
    result: dict[str, Any] = {
        "mean": {statistic: estimate.to_dict() for statistic, estimate in estimates.items()},
        "folds": by_fold,
    }
    if statistics.baseline not in (None, name):
        tests = compare_agreement(folds, name, str(statistics.baseline), statistics)
        fields = {"difference": "value", "permutation_p": "p"} if statistics.permutations else {}
        result["against"] = {
            "baseline": statistics.baseline,
            **{
                key: {statistic: getattr(test, attribute) for statistic, test in tests.items()}
                for key, attribute in fields.items()
            },
            "williams_p": tests["system_pearson"].williams_p,
        }
    return result


def _describe_estimands(folds: Sequence[Scores], statistics: Statistics) -> dict[str, str]:
    if not statistics.resamples:
        return {}
    has_folds = any(fold.documents != folds[0].documents for fold in folds)
    return FOLD_ESTIMANDS if has_folds else ESTIMANDS


def as_markdown(report: Mapping[str, Any], title: str) -> str:
    """Return a table of the correlations with intervals, and one of the differences from the baseline with p-values."""
    return "\n".join(_render_lines(report, title)) + "\n"


def _render_lines(report: Mapping[str, Any], title: str) -> Iterator[str]:
    yield from (f"## {title}", "", _describe_data(report), "")
    for warning in report["warnings"]:
        yield from (f"Warning: {warning}", "")
    best = {name: _find_best(report, name) for name in COLUMNS}
    yield render_table(
        ["metric", *COLUMNS.values()],
        [
            [metric, *(_format_cell(result["mean"][name], best[name]) for name in COLUMNS)]
            for metric, result in report["metrics"].items()
        ],
        MARKDOWN,
    )
    against = {metric: result["against"] for metric, result in report["metrics"].items() if "against" in result}
    if any("difference" in test or test["williams_p"] is not None for test in against.values()):
        yield from ("", _describe_tests(report), "")
        yield render_table(
            [f"− {report['statistics']['baseline']}", *COLUMNS.values(), "Williams p"],
            [
                [metric, *(_format_test(test, name) for name in COLUMNS), format_p(test["williams_p"])]
                for metric, test in against.items()
            ],
            MARKDOWN,
        )


def _describe_data(report: Mapping[str, Any]) -> str:
    """Return the caption: the data and the rules of the measurement."""
    statistics, folds = report["statistics"], report["folds"]
    parts = [f"{report['systems']} systems × {report['documents']} documents"]
    if len(folds) > 1:
        sizes = sorted({(fold["systems"], fold["documents"]) for fold in folds})
        parts.append(f"mean of {len(folds)} folds of {' or '.join(f'{size[0]} × {size[1]}' for size in sizes)}")
    constant = {
        name: sum(fold["constant_documents"] for fold in result["folds"]) for name, result in report["metrics"].items()
    }
    documents = sum(fold["documents"] for fold in folds)
    return "; ".join([*parts, *describe_rules(statistics, constant, report["missing"], documents)]) + "."


def _describe_tests(report: Mapping[str, Any]) -> str:
    statistics = report["statistics"]
    if not statistics["permutations"]:
        return "Williams: two-sided, system r; no permutation test."
    test = f"two-sided p of {statistics['permutations']:,} permutations that swap the scores of"
    return f"Difference ({test} {describe_swap(statistics['swap'])}); Williams: two-sided, system r, not over folds."


def _find_best(report: Mapping[str, Any], statistic: str) -> str | None:
    """Return the largest value as printed, or None if there is only one metric."""
    values = [result["mean"][statistic]["value"] for result in report["metrics"].values()]
    known = [value for value in values if value is not None]
    return format_number(max(known)) if known and len(values) > 1 else None


def _format_cell(estimate: Mapping[str, float | None], best: str | None) -> str:
    shown = format_number(estimate["value"])
    return (f"**{shown}**" if shown == best else shown) + format_interval(estimate["low"], estimate["high"])


def _format_test(test: Mapping[str, Any], statistic: str) -> str:
    difference, p = (test.get(name, {}).get(statistic) for name in ("difference", "permutation_p"))
    return format_difference(difference, p)
