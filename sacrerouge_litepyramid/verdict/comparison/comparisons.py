"""Comparisons of systems and of metrics, and the agreement of metrics with human scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from sacrerouge_litepyramid.core.arguments import EvaluationFiles, name_argument
from sacrerouge_litepyramid.io.evaluation_folder import (
    MEASURES,
    SUMMARIES,
    EvaluationFolder,
    split_measure,
)
from sacrerouge_litepyramid.io.metrics import NEGATED, SummaryKey, negate_scores
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds
from sacrerouge_litepyramid.meta_evaluation.figures import check_plot_path
from sacrerouge_litepyramid.meta_evaluation.scores import arrange_bounds, to_matrix
from sacrerouge_litepyramid.meta_evaluation.sentinels import score_by_sentinels
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import measure_folder_units
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    ComparisonSettings,
    SystemComparison,
)
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    AgreementReport,
    add_sentinels,
    measure_agreement,
)
from sacrerouge_litepyramid.verdict.comparison.metric_comparison import (
    MetricComparison,
    compare_metric_pairs,
)
from sacrerouge_litepyramid.verdict.comparison.requirements import (
    decide_agreement,
    decide_better_metric,
    decide_systems,
    parse_requirement,
    take_two,
)
from sacrerouge_litepyramid.verdict.comparison.score_sources import open_scores
from sacrerouge_litepyramid.verdict.comparison.system_comparison import (
    Version,
    compare_systems,
    describe_leaders,
    describe_versions,
    select_systems,
)
from sacrerouge_litepyramid.verdict.comparison.two_evaluations import join_evaluations

#: a source of scores; on the command line an evaluation's folder and files of scores
ScoresOrFolder: TypeAlias = Annotated[Any, EvaluationFiles(("scores",))]
DEFAULTS = ComparisonSettings()


def compare(
    scores: ScoresOrFolder,
    others: str | Path | EvaluationFolder | None = None,
    *,
    metric: str | None = None,
    systems: Sequence[str] | None = None,
    lower_is_better: Sequence[str] = (),
    permutations: int = DEFAULTS.permutations,
    seed: int = DEFAULTS.seed,
    require_better: Sequence[str] | None = None,
    require_not_worse: Sequence[str] | None = None,
    margin: float | None = None,
    plot: str | Path | None = None,
) -> SystemComparison:
    """Compare systems by a metric's scores of the same documents; the result prints as text.

    Args:
        scores: the folder of an evaluation, a file of scores, what `evaluate_table` returned, or a
            table with a row for each summary: a DataFrame, a Dataset, a list of dictionaries or a
            dictionary of columns, with ``instance_id``, ``summarizer_id`` and a column of numbers
            for each metric; NaN and infinite scores are excluded.
        others: a second folder over the same documents; systems that both have are then named by
            folder and name.
        metric: the metric, by default that of the evaluation, else the first that is not a human
            score.
        systems: two systems or more, by default all.
        lower_is_better: names of scores where lower is better; they are negated, and called
            NAME_negated.
        permutations: the number of permutations of the paired test, 20 or more; at most all ways to
            swap.
        seed: the seed of the permutations.
        require_better: two systems: whether the first scores significantly higher is the result's
            ``required``.
        require_not_worse: two systems: whether the first scores less than ``margin`` below the
            second is ``required``.
        margin: the largest acceptable loss, in the unit of the scores.
        plot: the file for a figure of means with intervals and groups (.png, .svg or .pdf).

    Raises:
        ValueError: for an unknown metric or system, and for systems without a common document.
    """
    settings = ComparisonSettings(permutations=permutations, seed=seed)
    if plot is not None:
        check_plot_path(plot)
    source = open_scores(scores)
    name = metric or source.metric
    versions: list[Version] = []
    if others is None:
        values, bounds = source.read_metric(name), source.read_bounds(name)
    else:
        values, bounds, versions = join_evaluations(source, open_scores(others), name)
    if name in lower_is_better:
        name += NEGATED
        values = {key: 0 - value for key, value in values.items()}
        bounds = {key: given.negate() for key, given in bounds.items()}
    comparison = compare_scores(values, name, systems, settings, bounds)
    if versions:
        # The changes of the shared systems stand in place of the leader of both evaluations.
        comparison = replace(comparison, leaders=describe_versions(comparison, versions))
    if (require_better, require_not_worse, margin) != (None, None, None):
        decision = decide_systems(comparison, require_better, require_not_worse, margin)
        comparison = replace(comparison, required=decision)
    if plot is not None:
        comparison.plot(plot)
    return comparison


def compare_scores(
    values: Mapping[SummaryKey, float],
    metric: str,
    systems: Sequence[str] | None,
    settings: ComparisonSettings,
    bounds: Mapping[SummaryKey, ScoreBounds] | None = None,
) -> SystemComparison:
    """Compare systems, by default all, by a metric's scores; raise ValueError as `compare` does.

    ``bounds``: those of the scores if answers are missing.
    """
    # NaN, which does not equal itself, is not a score.
    known = {key.summarizer_id for key, value in values.items() if value == value}
    chosen = select_systems(systems, sorted(known))
    documents = sorted({key.instance_id for key in values})
    matrix = to_matrix(values, chosen, documents)
    is_ranked = len(chosen) > 2
    comparison = compare_systems(
        matrix,
        chosen,
        documents,
        metric,
        settings,
        ranked=is_ranked,
        bounds=arrange_bounds(bounds or {}, chosen, documents),
    )
    leaders = " ".join(describe_leaders(comparison)) if is_ranked else ""
    return replace(comparison, leaders=leaders)


def agreement(
    scores: Annotated[Any, EvaluationFiles(("scores", "evidence"))],
    metrics: Sequence[str] | None = None,
    *,
    human: str | None = None,
    lower_is_better: Sequence[str] = (),
    resamples: int = 1000,
    seed: int = 0,
    require: str | None = None,
    plot: str | Path | None = None,
) -> AgreementReport:
    """Measure how far metrics agree with human scores, and a folder's judges with its labels.

    The result prints as text.

    Args:
        scores: a folder, a file, an evaluation or a table of scores, as for `compare`. NaN in a
            table means no score; infinite scores are excluded and counted.
        metrics: the names of metrics, by default all but the human score.
        human: the name of the human score, by default that of the folder, or the column with a name
            such as ``human``, ``coverage``, ``rating``.
        lower_is_better: names of scores, the human one too, where lower is better; they are
            negated, and called NAME_negated.
        resamples: the number of draws, or resamples, for the intervals; 0 for none.
        seed: the seed of the draws.
        require: a bound on the correlation of one metric, as in "system r >= .9": whether its
            interval is on the right side is the result's ``required``.
        plot: the file for a figure of systems' means by metric and human score (.png, .svg or
            .pdf).

    Raises:
        ValueError: without a human score, and for an unknown metric and a summary that is given
            twice.
    """
    bound = parse_requirement(require) if require else None
    if plot is not None:
        check_plot_path(plot)
    statistics = Statistics(resamples=resamples, seed=seed)
    source = open_scores(scores)
    chosen = metrics or [source.metric]
    if bound and len(chosen) > 1:
        raise ValueError(
            f"{name_argument('require')} is for one metric; name it alone "
            f"({name_argument('metrics')})"
        )
    name, matrices = source.read_agreement(human, metrics, lower_is_better)
    report = measure_agreement(matrices.keep_common(), name, statistics)
    if plot is not None:
        report.plot(plot)
    if source.folder:
        texts = source.folder.find(SUMMARIES)
        if texts:
            units_file = source.folder.units_file
            documents = read_units(units_file) if units_file else {}
            units = {instance: document.units for instance, document in documents.items()}
            sentinels = score_by_sentinels(report.scores, read_summaries(texts), units)
            report = add_sentinels(report, sentinels)
        measure = split_measure(chosen[0])[1] or MEASURES[0]
        unit_agreement = measure_folder_units(source.folder, measure, statistics)
        report = replace(report, units=tuple(unit_agreement))
    if bound:
        # A negated metric has another name in the report.
        (metric,) = negate_scores({chosen[0]: 0.0}, lower_is_better)
        report = replace(report, required=decide_agreement(report, metric, bound))
    return report


def compare_metrics(
    scores: ScoresOrFolder,
    metrics: Sequence[str] | None = None,
    *,
    human: str | None = None,
    lower_is_better: Sequence[str] = (),
    resamples: int = 1000,
    permutations: int = 1000,
    seed: int = 0,
    require_better: Sequence[str] | None = None,
    plot: str | Path | None = None,
) -> MetricComparison:
    """Compare how far metrics agree with human scores, pair by pair; the result prints as text.

    Args:
        scores: a folder, a file, an evaluation or a table of scores, as for `compare`.
        metrics: the names of two metrics or more, by default all but the human score.
        human, lower_is_better: as for `agreement`.
        resamples: as for `agreement`.
        permutations: the number of permutations of the tests; 0 for no test.
        seed: the seed of draws and permutations.
        require_better: two metrics: whether the first agrees significantly better, by r at the
            summary level, is the result's ``required``.
        plot: the file for a figure, as for `agreement`.

    Raises:
        ValueError: for fewer than two metrics, and as `agreement` does.
    """
    if plot is not None:
        check_plot_path(plot)
    name, matrices = open_scores(scores).read_agreement(human, metrics, lower_is_better)
    statistics = Statistics(resamples=resamples, permutations=permutations, seed=seed)
    comparison = compare_metric_pairs(matrices.keep_common(), name, statistics)
    if require_better is not None:
        decision = decide_better_metric(comparison, *take_two(require_better))
        comparison = replace(comparison, required=decision)
    if plot is not None:
        comparison.plot(plot)
    return comparison
