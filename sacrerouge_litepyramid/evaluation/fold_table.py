"""Markdown tables of a comparison, after the paper's tables 1 and 2: a metric a row, the best of a column in bold."""

from collections.abc import Iterator, Mapping
from typing import Any

from sacrerouge_litepyramid.statistics.estimate import NO_NUMBER, format_interval, format_number, format_p
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.tables import MARKDOWN, render_table

TITLES = {
    "system_pearson": "system r",
    "system_spearman": "system ρ",
    "system_kendall": "system τ",
    "summary_pearson": "summary r",
    "summary_spearman": "summary ρ",
    "summary_kendall": "summary τ",
}
RULES = {
    "drop": "documents where one side is constant are excluded at the summary level",
    "epsilon": "1e-10 on the first value of a document's scores that are constant, as the Lite-Pyramid authors do",
}


def as_markdown(report: Mapping[str, Any], title: str) -> str:
    """Return the correlations with their intervals, then the differences from the baseline with their p-values."""
    return "\n".join(_lines(report, title)) + "\n"


def _lines(report: Mapping[str, Any], title: str) -> Iterator[str]:
    yield from (f"## {title}", "", _caption(report), "")
    for warning in report["warnings"]:
        yield from (f"Warning: {warning}", "")
    best = {name: _best(report, name) for name in TITLES}
    yield render_table(
        ["metric", *TITLES.values()],
        [
            [metric, *(_cell(result["mean"][name], best[name]) for name in TITLES)]
            for metric, result in report["metrics"].items()
        ],
        MARKDOWN,
    )
    against = {metric: result["against"] for metric, result in report["metrics"].items() if "against" in result}
    if any("difference" in test or test["williams_p"] is not None for test in against.values()):
        yield from ("", _test_caption(report), "")
        yield render_table(
            [f"− {report['statistics']['baseline']}", *TITLES.values(), "Williams p"],
            [
                [metric, *(_difference(test, name) for name in TITLES), format_p(test["williams_p"])]
                for metric, test in against.items()
            ],
            MARKDOWN,
        )


def _caption(report: Mapping[str, Any]) -> str:
    """Return a caption: what was measured, on what, and by which rules."""
    statistics, folds = report["statistics"], report["folds"]
    parts = [f"{report['systems']} systems × {report['documents']} documents"]
    if len(folds) > 1:
        sizes = sorted({(fold["systems"], fold["documents"]) for fold in folds})
        parts.append(f"mean of {len(folds)} folds of {' or '.join(f'{each[0]} × {each[1]}' for each in sizes)}")
    constant = {
        name: sum(fold["constant_documents"] for fold in result["folds"]) for name, result in report["metrics"].items()
    }
    return "; ".join([*parts, *describe_rules(statistics, constant, report["missing"])]) + "."


def describe_rules(
    statistics: Mapping[str, Any], constant: Mapping[str, int], missing: Mapping[str, int]
) -> Iterator[str]:
    """Yield the rules of correlations and intervals; ``constant``, ``missing``: documents and summaries by metric."""
    yield f"{RULES[statistics['constant']]} ({_count_constant(constant)})"
    if statistics["resamples"]:
        over = {"both": "systems and documents"}.get(statistics["over"], statistics["over"])
        count, seed = f"{statistics['resamples']:,}", f"seed {statistics['seed']}"
        if statistics["method"] == TWO_WAY:
            yield f"95% two-way intervals over {over}, {count} draws, {seed}"
        else:
            yield f"95% percentile intervals of {count} resamples of {over}, {seed}, which may miss their values"
    yield from (f"{name} lacks {count} summaries" for name, count in missing.items())


def _count_constant(counts: Mapping[str, int]) -> str:
    if len(set(counts.values())) == 1:
        return f"{next(iter(counts.values()))} of them"
    return ", ".join(f"{count} for {name}" for name, count in counts.items())


def _test_caption(report: Mapping[str, Any]) -> str:
    statistics = report["statistics"]
    if not statistics["permutations"]:
        return "Williams: two-sided, system r; no permutation test."
    swapped = {"both": "of single summaries", "documents": "of documents", "systems": "of systems"}
    test = f"two-sided p of {statistics['permutations']:,} permutations that swap the scores "
    return f"Difference ({test}{swapped[statistics['swap']]}); Williams: two-sided, system r, not over folds."


def _best(report: Mapping[str, Any], statistic: str) -> str | None:
    """Return the largest value as it is shown; None where there is only one metric."""
    values = [result["mean"][statistic]["value"] for result in report["metrics"].values()]
    known = [value for value in values if value is not None]
    return format_number(max(known)) if known and len(values) > 1 else None


def _cell(estimate: Mapping[str, float | None], best: str | None) -> str:
    shown = format_number(estimate["value"])
    return (f"**{shown}**" if shown == best else shown) + format_interval(estimate["low"], estimate["high"])


def _difference(test: Mapping[str, Any], statistic: str) -> str:
    difference = test.get("difference", {}).get(statistic)
    if difference is None:
        return NO_NUMBER
    return f"{format_number(difference, sign='+')} ({format_p(test['permutation_p'][statistic])})"
