"""How a metric orders pairs of summaries and of systems: further rows of `agreement`."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow, Statistics
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.io.folds import draw_folds
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_difference
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY, clip_interval
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy, rank_tied
from sacrerouge_litepyramid.statistics.system_pairs import compare_means, compare_pair_accuracies, soft_accuracy
from sacrerouge_litepyramid.statistics.tables import render_table

#: the number of folds of documents; ε of one fold is chosen on the others
FOLDS = 5
#: the statistics of pairs, and their headers in the table
PAIR_STATISTICS = {
    "pairwise_accuracy": "accuracy",
    "acc_eq": "acc_eq",
    "epsilon": "ε",
    "spa": "SPA",
    "ties": "human ties",
}
#: the statistics that are tested against a baseline
TESTED = ("pairwise_accuracy", "acc_eq", "spa")
DESCRIPTION = (
    "Share of pairs that the metric orders as human scores do, or that both tie. accuracy: of systems' means. acc_eq: "
    "of summaries, where differences of the metric up to ε are ties; ε is chosen on other folds of documents (the "
    "column ε: on all pairs); a constant metric has the share of human ties. SPA: soft pairwise accuracy of systems. "
    "Constant documents count."
)


def assign_folds(documents: Sequence[str], seed: int) -> np.ndarray:
    """Return the fold of each document, which does not depend on their order; a single document has fold 0."""
    if len(documents) < 2:
        return np.zeros(len(documents), dtype=int)
    drawn = draw_folds(documents, min(FOLDS, len(documents)), seed)
    places = {name: place for place, fold in enumerate(drawn) for name in fold}
    return np.array([places[name] for name in documents])


def measure_pairs(
    scores: Scores, metric: str, statistics: Statistics, levels: Sequence[str], estimates: Mapping[str, Estimate]
) -> Iterator[AgreementRow]:
    """Yield the rows of a metric's statistics of pairs; ``estimates``: its correlations by LEVEL_COEFFICIENT."""
    ours, human = scores.metrics[metric], scores.human
    for level in levels:
        if level == "system":
            yield from _measure_systems(ours, human, metric, statistics.seed, estimates["system_kendall"])
        if level == "summary":
            yield from _measure_summaries(ours, human, metric, statistics.seed, scores.documents)


def compare_with_baseline(scores: Scores, metric: str, statistics: Statistics) -> Iterator[Difference]:
    """Yield a metric's differences from the baseline in statistics of pairs, with p; nothing without permutations."""
    if not statistics.permutations:
        return
    baseline = str(statistics.baseline)
    differences = compare_pair_accuracies(
        scores.select_pair(metric, baseline),
        assign_folds(scores.documents, statistics.seed),
        statistics.permutations,
        statistics.seed,
        statistics.swap,
    )
    for name, difference in differences.items():
        level, _, coefficient = name.partition("_")
        yield difference._replace(first=metric, second=baseline, level=level, coefficient=coefficient)


def _measure_systems(
    ours: np.ndarray, human: np.ndarray, metric: str, seed: int, kendall: Estimate
) -> Iterator[AgreementRow]:
    known = ~(np.isnan(ours) | np.isnan(human))
    rows = known.any(axis=1)
    counts = known.sum(axis=1)[rows]
    means = [np.where(known, matrix, 0.0).sum(axis=1)[rows] / counts for matrix in (ours, human)]
    ranks = np.bincount(rank_tied(means[1]))
    pairs = len(counts) * (len(counts) - 1) / 2
    accuracy = float(compare_means(means[0][None], means[1][None])[0])
    values = {
        # No two systems have equal true means, so that the share of pairs ordered alike is (1 + τ) / 2.
        "pairwise_accuracy": _clip(Estimate(accuracy, (1 + kendall.low) / 2, (1 + kendall.high) / 2)),
        "spa": Estimate(soft_accuracy(ours, human, seed=seed)),
        "ties": Estimate(float((ranks * (ranks - 1)).sum()) / 2 / pairs if pairs else np.nan),
    }
    for name, estimate in values.items():
        yield AgreementRow(metric, "system", name, estimate, len(counts))


def _measure_summaries(
    ours: np.ndarray, human: np.ndarray, metric: str, seed: int, documents: Sequence[str]
) -> Iterator[AgreementRow]:
    folded = measure_accuracy(ours, human, assign_folds(documents, seed))
    whole = measure_accuracy(ours, human)
    values = {"acc_eq": folded.value, "epsilon": whole.epsilons.get(0, np.nan), "ties": whole.ties}
    for name, value in values.items():
        yield AgreementRow(metric, "summary", name, Estimate(value), whole.items)


def _clip(estimate: Estimate) -> Estimate:
    clipped = clip_interval(estimate, smallest=0.0)
    return clipped._replace(method=TWO_WAY) if clipped.has_interval else clipped


def render_pairs(rows: Sequence[AgreementRow]) -> str:
    """Return a table of the statistics of pairs, with a line for each metric and level."""
    lines: dict[tuple[str, ...], dict[str, str]] = {}
    for row in rows:
        if row.coefficient in PAIR_STATISTICS:
            cell = f"{row.estimate.value:.3g}" if row.coefficient == "epsilon" else str(row.estimate)
            lines.setdefault((row.metric, row.level), {"n": str(row.n)})[row.coefficient] = cell
    return _render(["metric", "level"], lines, {**PAIR_STATISTICS, "n": "n"})


def render_pair_tests(tests: Sequence[Difference]) -> Iterator[str]:
    """Yield a table of the tests of statistics of pairs, if any, with a line for each metric and level."""
    lines: dict[tuple[str, ...], dict[str, str]] = {}
    for test in tests:
        if test.coefficient in PAIR_STATISTICS:
            cell = format_difference(test.value, test.p)
            lines.setdefault((test.first, test.level), {})[test.coefficient] = cell
    if lines:
        tested = {name: PAIR_STATISTICS[name] for name in TESTED}
        yield from ("", _render([f"− {tests[0].second}", "level"], lines, tested))


def _render(headers: list[str], lines: Mapping[tuple[str, ...], Mapping[str, str]], columns: Mapping[str, str]) -> str:
    rows = [[*name, *(cells.get(column, "") for column in columns)] for name, cells in lines.items()]
    return render_table([*headers, *columns.values()], rows)
