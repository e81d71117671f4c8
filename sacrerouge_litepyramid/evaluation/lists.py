"""Verdicts from lists of scores: `compare` systems, `agreement` with human scores, `compare_metrics` by it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.compared_systems import ComparedPair, ComparisonSettings
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport, measure_agreement
from sacrerouge_litepyramid.evaluation.metric_comparison import MetricComparison, compare_metric_pairs
from sacrerouge_litepyramid.evaluation.scores import Scores, add_metrics, to_matrix
from sacrerouge_litepyramid.evaluation.system_comparison import compare_two
from sacrerouge_litepyramid.io.metrics import SummaryKey, count_not_finite
from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS

Values = Sequence[float | None]
DEFAULTS = ComparisonSettings()


def compare(
    scores_a: Values | Mapping[str, float],
    scores_b: Values | Mapping[str, float],
    *,
    names: tuple[str, str] = ("A", "B"),
    permutations: int = DEFAULTS.permutations,
    resamples: int = DEFAULTS.resamples,
    seed: int = DEFAULTS.seed,
) -> ComparedPair:
    """Compare two systems by their scores of the same documents; the result prints as text.

    Args:
        scores_a: the first system's scores: a list, one for each document, or a dictionary by document. None, NaN and
            infinite scores are left out.
        scores_b: the second system's, a list of the same length, or a dictionary; what one lacks is left out.
        names: the two systems' names.
        permutations: of the paired permutation test; all ways to swap, where they are no more.
        resamples: of the bootstrap over documents.
        seed: of both.

    Raises:
        ValueError: for lists of different lengths, and for no common document.
    """
    if isinstance(scores_a, Mapping) != isinstance(scores_b, Mapping):
        raise ValueError("give two lists of scores, or two dictionaries by document, not one of each")
    first, second = (_by_document(each) for each in (scores_a, scores_b))
    if not isinstance(scores_a, Mapping) and len(first) != len(second):
        raise ValueError(f"{len(first)} scores_a, but {len(second)} scores_b; give one for each document")
    documents = list(dict.fromkeys([*first, *second]))
    sides = [np.array([_finite(each.get(name)) for name in documents]) for each in (first, second)]
    settings = ComparisonSettings(permutations=permutations, resamples=resamples, seed=seed)
    return compare_two(sides[0], sides[1], documents, names, settings)


def agreement(
    human: Values,
    metrics: Mapping[str, Values],
    *,
    systems: Sequence[str],
    instance_ids: Sequence[str],
    levels: Sequence[str] = LEVELS,
    **settings: Any,
) -> AgreementReport:
    """Measure how far metrics agree with human scores; the result has ``rows`` and prints as text.

    Args:
        human: the human score of each summary; None where there is none.
        metrics: by name a score of each summary. NaN and infinite scores are left out and counted.
        systems: for each summary what made it.
        instance_ids: for each summary what it is a summary of.
        levels: of "system", "summary", "global".
        settings: those of `Statistics`: resamples, permutations, seed, over, swap, constant, baseline, method.

    Raises:
        ValueError: for lists of different lengths, a summary given twice, and an unknown setting.
    """
    scores = _arrange_scores(human, metrics, systems, instance_ids)
    return measure_agreement(scores, "human", _build_statistics(settings), levels)


def compare_metrics(
    human: Values,
    metrics: Mapping[str, Values],
    *,
    systems: Sequence[str],
    instance_ids: Sequence[str],
    **settings: Any,
) -> MetricComparison:
    """Compare how far metrics agree with human scores, pair by pair; the result has ``pairs`` and prints as text.

    Args:
        human: the human score of each summary; None where there is none.
        metrics: by name a score of each summary, of two metrics or more.
        systems: for each summary what made it.
        instance_ids: for each summary what it is a summary of.
        settings: those of `Statistics`: resamples, permutations, seed, over, swap, constant, method.

    Raises:
        ValueError: for fewer than two metrics, and as `agreement` does.
    """
    scores = _arrange_scores(human, metrics, systems, instance_ids)
    return compare_metric_pairs(scores, "human", _build_statistics(settings))


def _arrange_scores(
    human: Values, metrics: Mapping[str, Values], systems: Sequence[str], instance_ids: Sequence[str]
) -> Scores:
    """Return the scores as matrices; ValueError for lists of different lengths, and a summary given twice."""
    for name, values in {"systems": systems, "instance_ids": instance_ids, **metrics}.items():
        if len(values) != len(human):
            raise ValueError(f"{len(human)} human scores, but {name} for {len(values)}; give one for each summary")
    keys = [SummaryKey(str(name), str(system)) for name, system in zip(instance_ids, systems, strict=True)]
    for key, count in Counter(keys).items():
        if count > 1:
            raise ValueError(f"instance {key.instance_id!r}: system {key.summarizer_id!r} is given twice; keep one")
    return _build_scores(keys, human, metrics)


def _build_statistics(settings: Mapping[str, Any]) -> Statistics:
    """Return the settings of the statistics; ValueError for an unknown one."""
    known = list(Statistics.__dataclass_fields__)
    for name in settings:
        if name not in known:
            raise ValueError(f"unknown setting {name!r}; known: {', '.join(known)}")
    return Statistics(**settings)


def _build_scores(keys: Sequence[SummaryKey], human: Values, metrics: Mapping[str, Values]) -> Scores:
    """Return the matrices of the summaries that have a human score."""
    given = {
        name: {key: _number(value) for key, value in zip(keys, values, strict=True) if value is not None}
        for name, values in {"human": human, **metrics}.items()
    }
    finite = {name: {key: _finite(value) for key, value in values.items()} for name, values in given.items()}
    human_scores = finite.pop("human")
    scored = [key for key, value in human_scores.items() if not np.isnan(value)]
    if not scored:
        raise ValueError("human has no score of any summary")
    systems = tuple(sorted({key.summarizer_id for key in scored}))
    documents = tuple(sorted({key.instance_id for key in scored}))
    scores = Scores(systems, documents, to_matrix(human_scores, systems, documents), {}, count_not_finite(given))
    return add_metrics(scores, finite)


def _by_document(scores: Values | Mapping[str, float]) -> dict[str, float | None]:
    if isinstance(scores, Mapping):
        return {str(name): value for name, value in scores.items()}
    return {str(place): value for place, value in enumerate(scores)}


def _number(value: Any) -> float:
    """Return a score as a number; ValueError for a text."""
    if isinstance(value, str):
        raise ValueError(f"a score must be a number, not {value!r:.60}")
    return float(value)


def _finite(value: Any) -> float:
    """Return a score, NaN for None and for what is not finite."""
    number = float("nan") if value is None else _number(value)
    return number if np.isfinite(number) else float("nan")
