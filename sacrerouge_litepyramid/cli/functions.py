"""The commands compare and setup-dataset, whose options are not those of one Python function."""

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli.binder import Command
from sacrerouge_litepyramid.corpora.data_set import load_data_sets, setup_dataset
from sacrerouge_litepyramid.registry import describe_parameters
from sacrerouge_litepyramid.verdict.comparison.compared_systems import SystemComparison
from sacrerouge_litepyramid.verdict.comparison.comparisons import (
    ScoresOrFolder,
    compare,
    compare_metrics,
)
from sacrerouge_litepyramid.verdict.comparison.metric_comparison import MetricComparison


def compare_systems_or_metrics(
    scores: ScoresOrFolder,
    new: str | Path | None = None,
    *,
    metrics: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
    human: str | None = None,
    lower_is_better: Sequence[str] = (),
    require_better: Sequence[str] | None = None,
    require_not_worse: Sequence[str] | None = None,
    margin: float | None = None,
    plot: str | Path | None = None,
) -> "SystemComparison | MetricComparison":
    """Compare systems by one metric, or metrics by their agreement with the human score.

    Args:
        new: a second evaluation of the same documents; systems in both folders are named
            FOLDER/SYSTEM.
        metrics: one metric to compare systems by (nested names joined by _; by default the first),
            or several metrics to compare by their agreement with the human score.
        systems: two or more systems to compare; by default all.
        human: the human score to compare metrics by; by default the first in FOLDER/metrics.jsonl.
        lower_is_better: scores, the human one too, where lower is better; they are negated, and
            called NAME_negated.
        require_better: two systems or metrics; require that the first scores significantly higher,
            or agrees significantly better by the summary-level r. Exit status 0: it does; 3: the
            second does; 4: undecided.
        require_not_worse: two systems; require that the first scores less than MARGIN below the
            second, by the whole interval of the difference. Exit statuses as above.
        margin: the largest acceptable loss, in the unit of the scores.
        plot: the file for a plot of means with intervals and groups (.png, .svg or .pdf).
    """
    if metrics and len(metrics) > 1:
        if systems or new or require_not_worse or margin:
            raise ValueError(
                "NEW, --systems and --require-not-worse compare systems; name one metric in "
                "--metrics"
            )
        names = list(dict.fromkeys(metrics))
        return compare_metrics(
            scores,
            names,
            human=human,
            lower_is_better=lower_is_better,
            require_better=require_better,
            plot=plot,
        )
    if human:
        raise ValueError(
            "--human needs two or more --metrics to compare; to compare systems by a human score: "
            "--metrics"
        )
    return compare(
        scores,
        new,
        metric=metrics[0] if metrics else None,
        systems=systems,
        lower_is_better=lower_is_better,
        require_better=require_better,
        require_not_worse=require_not_worse,
        margin=margin,
        plot=plot,
    )


def build_setup_command(name: str) -> Command:
    """Return the setup-dataset command of a data set.

    Its options are the parameters of ``setup``.
    """
    data_set = load_data_sets()[name]

    def run(output_dir: str, **options: Any) -> int:
        counts = setup_dataset(name, output_dir, **options)
        numbers = [
            f"{name.replace('_', ' ')}: {count:,}"
            for name, count in counts.items()
            if isinstance(count, int)
        ]
        print(f"{counts['dataset']} is in {output_dir}; {', '.join(numbers)}")
        return 0

    output, *others = inspect.signature(data_set().setup).parameters.values()
    overwrite = inspect.Parameter(
        "overwrite", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=bool
    )
    # Folders to read come before OUTPUT_DIR, and options after it.
    parameters = [*others, output.replace(name="output_dir"), overwrite]
    parameters.sort(key=lambda parameter: parameter.kind)
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    texts = {
        **describe_parameters(data_set.setup),
        "output_dir": "the folder to write the data to",
        "overwrite": "replace other data in the folder",
    }
    return Command(run, example=data_set.example, texts=texts)
