"""Verdicts from Python: `compare` systems, measure the `agreement` of metrics, and `compare_metrics` by it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings, SystemComparison
from sacrerouge_litepyramid.evaluation.difference_curve import fit_difference_curve
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport, measure_agreement
from sacrerouge_litepyramid.evaluation.metric_comparison import MetricComparison, compare_metric_pairs
from sacrerouge_litepyramid.evaluation.score_sources import open_scores
from sacrerouge_litepyramid.evaluation.scores import to_matrix
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems, select_systems
from sacrerouge_litepyramid.evaluation.unit_agreement import measure_folder_units
from sacrerouge_litepyramid.io.evaluation_folder import MEASURES
from sacrerouge_litepyramid.io.score_files import MetricScores
from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS

if TYPE_CHECKING:
    from typing import Unpack  # of Python 3.11

#: the scores of one system: one for each document, or by document; None where there is none
DocumentScores = Sequence[float | None] | Mapping[str, float]
DEFAULTS = ComparisonSettings()


class StatisticsSettings(TypedDict, total=False):
    """The settings of `agreement_statistics.Statistics`, which has their defaults."""

    resamples: int
    permutations: int
    seed: int
    over: Literal["documents", "systems", "both"]
    swap: Literal["both", "documents", "systems"]
    constant: Literal["drop", "epsilon"]
    baseline: str | None
    method: Literal["two-way", "percentile"]


def compare(
    scores: Any,
    others: DocumentScores | None = None,
    *,
    metric: str | None = None,
    systems: Sequence[str] | None = None,
    permutations: int = DEFAULTS.permutations,
    resamples: int = DEFAULTS.resamples,
    seed: int = DEFAULTS.seed,
) -> SystemComparison:
    """Compare systems by a metric's scores of the same documents; the result prints as text.

    Args:
        scores: the folder of an evaluation, a file of scores, what `evaluate_table` returned, or a table with a row for
            each summary: a DataFrame, a Dataset, a list of dictionaries or a dictionary of columns, with
            ``instance_id``, ``summarizer_id`` and a column of numbers for each metric. Or the scores of one system: a
            list, one for each document, or a dictionary by document, where None, NaN and infinite scores are left out.
        others: the scores of the other system, a list of the same length or a dictionary, if those of the first are.
        metric: the metric, by default that of the evaluation, else the first that is no human score.
        systems: two systems or more, by default all; for two lists their names, by default "A" and "B".
        permutations: of the paired permutation test; all ways to swap, where they are no more.
        resamples: of the bootstrap over documents.
        seed: of both.

    Raises:
        ValueError: for an unknown metric or system, lists of different lengths, and systems without a common document.
    """
    settings = ComparisonSettings(permutations=permutations, resamples=resamples, seed=seed)
    if others is not None:
        names = ("A", "B") if systems is None else tuple(systems)
        return _compare_two(scores, others, names, metric or "the scores", settings)
    source = open_scores(scores)
    name = metric or source.metric
    human = source.read_metric(source.human) if source.human else {}
    return compare_scores({name: source.read_metric(name), source.human: human}, name, source.human, systems, settings)


def compare_scores(
    scores: MetricScores, metric: str, human: str, systems: Sequence[str] | None, settings: ComparisonSettings
) -> SystemComparison:
    """Compare systems, by default all, by one of the scores; ``human``: the name of the human ones, "" for none.

    They say what a difference means, of two systems at theirs. Raises ValueError as `compare` does.
    """
    values = scores[metric]
    chosen = select_systems(systems, sorted({key.summarizer_id for key, value in values.items() if value == value}))
    documents = sorted({key.instance_id for key in values})
    matrix = to_matrix(values, chosen, documents)
    found = compare_systems(matrix, chosen, documents, metric, settings, ranked=len(chosen) > 2)
    sizes = [abs(found.pairs[0].difference.value)] if len(found.pairs) == 1 else None
    return replace(found, difference_curve=fit_difference_curve(scores, metric, human, sizes) if human else None)


def agreement(
    scores: Any,
    metrics: Sequence[str] | None = None,
    *,
    human: str | None = None,
    levels: Sequence[str] = LEVELS,
    **settings: "Unpack[StatisticsSettings]",
) -> AgreementReport:
    """Measure how far metrics agree with human scores, and a folder's judges with its labels; prints as text.

    Args:
        scores: a folder, a file, an evaluation or a table of scores, as for `compare`. NaN in a table is no score;
            infinite scores are left out and counted.
        metrics: the names of metrics, by default all but the human score.
        human: the name of the human score, by default that of the folder, or the column with a name such as ``human``,
            ``coverage``, ``rating``.
        levels: of "system", "summary", "global".
        settings: resamples, permutations, seed, over, swap, constant, baseline, method: see
            [the rules](trust-a-metric.md#the-rules).

    Raises:
        ValueError: for no human score, an unknown metric, a summary that is given twice, and an unknown setting.
    """
    source, statistics = open_scores(scores), _build_statistics(settings)
    name, found = source.read_agreement(human, metrics)
    report = measure_agreement(found, name, statistics, levels)
    return report.add_units(measure_folder_units(source.folder, MEASURES[0], statistics)) if source.folder else report


def compare_metrics(
    scores: Any,
    metrics: Sequence[str] | None = None,
    *,
    human: str | None = None,
    **settings: "Unpack[StatisticsSettings]",
) -> MetricComparison:
    """Compare how far metrics agree with human scores, pair by pair; the result prints as text.

    Args:
        scores: a folder, a file, an evaluation or a table of scores, as for `compare`.
        metrics: the names of two metrics or more, by default all but the human score.
        human: the name of the human score, as for `agreement`.
        settings: as for `agreement`, but for the baseline.

    Raises:
        ValueError: for fewer than two metrics, and as `agreement` does.
    """
    name, found = open_scores(scores).read_agreement(human, metrics)
    return compare_metric_pairs(found, name, _build_statistics(settings))


def _compare_two(
    scores: Any, others: DocumentScores, names: tuple[str, ...], metric: str, settings: ComparisonSettings
) -> SystemComparison:
    """Compare two systems, in their order, by lists of scores or by dictionaries."""
    if isinstance(scores, Mapping) != isinstance(others, Mapping):
        raise ValueError("give two lists of scores, or two dictionaries by document, not one of each")
    if not isinstance(scores, Mapping) and len(scores) != len(others):
        raise ValueError(f"{len(scores)} scores, but {len(others)} others; give one for each document")
    if len(names) != 2:
        raise ValueError(f"systems must be the names of the two, not {', '.join(names) or 'none'}")
    first, second = (_by_document(each) for each in (scores, others))
    documents = list(dict.fromkeys([*first, *second]))
    matrix = np.array([[_finite(each.get(name)) for name in documents] for each in (first, second)])
    return compare_systems(matrix, names, documents, metric, settings, ranked=False)


def _by_document(scores: DocumentScores) -> dict[str, float | None]:
    items = scores.items() if isinstance(scores, Mapping) else enumerate(scores)
    return {str(name): value for name, value in items}


def _finite(value: Any) -> float:
    """Return a score, NaN for None and for what is not finite; ValueError for a text."""
    if isinstance(value, str):
        raise ValueError(f"a score must be a number, not {value!r:.60}")
    number = float("nan") if value is None else float(value)
    return number if np.isfinite(number) else float("nan")


def _build_statistics(settings: Mapping[str, Any]) -> Statistics:
    """Return the settings of the statistics; ValueError for an unknown one."""
    known = list(Statistics.__dataclass_fields__)
    for name in settings:
        if name not in known:
            raise ValueError(f"unknown setting {name!r}; known: {', '.join(known)}")
    return Statistics(**settings)
