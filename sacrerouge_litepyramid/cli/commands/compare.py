"""`compare`: which systems differ on a metric, or which metrics differ in their agreement with human scores."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.comparisons import ScoresOrFolder, compare, compare_metrics
from sacrerouge_litepyramid.evaluation.metric_comparison import MetricComparison

EXAMPLE = "sacrerouge-litepyramid compare out/mine --systems copy-key paraphrase"


def compare_systems_or_metrics(
    scores: ScoresOrFolder,
    *,
    metrics: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
    human: str | None = None,
    permutations: int | None = None,
    resamples: int | None = None,
    require_better: Sequence[str] | None = None,
    plot: str | Path | None = None,
) -> "SystemComparison | MetricComparison":
    """Compare systems by one metric, or several metrics by their agreement with the human score.

    Args:
        metrics: one metric to compare systems by, nested names joined by _, by default the first; or the metrics to
            compare by their agreement with the human score.
        systems: the systems to compare, two or more, by default all.
        human: the human score that several metrics are compared by; by default the first of FOLDER/metrics.jsonl.
        permutations: the number of permutations of the tests, by default 10,000 for systems, 1,000 for metrics.
        resamples: the number of resamples of the bootstrap, by default 10,000 for systems, 1,000 for metrics.
        require_better: two systems, or metrics: require that the first scores significantly higher, or agrees
            significantly better by the summary level's r; exit status 0: it does, 3: the second does, 4: undecided.
        plot: where to draw means and p-values (.png, .svg or .pdf).
    """
    counts = {"permutations": permutations, "resamples": resamples}
    given: dict[str, Any] = {name: count for name, count in counts.items() if count is not None}
    if metrics and len(metrics) > 1:
        if systems or scores.has_named_evidence:
            raise ValueError("--systems and --evidence compare systems; name one metric in --metrics")
        names = list(dict.fromkeys(metrics))
        return compare_metrics(scores, names, human=human, require_better=require_better, plot=plot, **given)
    if human:
        raise ValueError("--human is for two metrics or more, which it compares; to compare systems by it: --metrics")
    name = metrics[0] if metrics else None
    return compare(scores, metric=name, systems=systems, require_better=require_better, plot=plot, **given)


COMMAND = Command(compare_systems_or_metrics)
