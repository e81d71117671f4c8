"""Metrics' scores and human scores of the same summaries as matrices, and parts of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.io.folds import check_folds
from sacrerouge_litepyramid.io.metrics import SummaryKey, count_not_finite, explain_other_ids
from sacrerouge_litepyramid.io.score_files import MetricScores, read_counted_scores
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.permutation import ComparedScores


class Scores(NamedTuple):
    """Matrices (systems, documents) of human scores and, by name, of metrics.

    A missing score is NaN.
    """

    systems: tuple[str, ...]
    documents: tuple[str, ...]
    human: np.ndarray
    metrics: Mapping[str, np.ndarray]
    # for each metric and the human score, the number of scores that were NaN or infinite in the
    # files
    not_finite: Mapping[str, int] = {}
    # a sentence on the summaries that `keep_common` excluded, "" if there are none
    excluded: str = ""
    # the bounds of the scores of metrics whose judge left units unanswered
    bounds: Mapping[str, ScoreBounds] = {}

    @property
    def has_system_level(self) -> bool:
        """Whether enough systems have both scores for a correlation of their means."""
        has_scores = self._have_both().any(axis=1)
        return has_scores.sum() >= MIN_SYSTEMS

    @property
    def has_summary_level(self) -> bool:
        """Whether a document has both scores of enough systems for a correlation across systems."""
        systems = self._have_both().sum(axis=0)
        return systems.max(initial=0) >= MIN_SYSTEMS

    def _have_both(self) -> np.ndarray:
        """Return whether summaries have a human score and one of a metric, (systems, documents)."""
        has_human = ~np.isnan(self.human)
        has_metric = np.zeros_like(has_human)
        for matrix in self.metrics.values():
            has_metric |= ~np.isnan(matrix)
        return has_human & has_metric

    def part(self, by: str, names: Sequence[str]) -> "Scores":
        """Return the scores of some documents (``by`` "documents") or systems, in their order."""
        wanted = set(names)
        members = enumerate(getattr(self, by))
        return self._take(by, [place for place, name in members if name in wanted])

    def _take(self, by: str, places: Sequence[int]) -> "Scores":
        """Return the scores of the ``by``, "documents" or "systems", at the places, in order."""
        axis = 1 if by == "documents" else 0
        # `take` copies: contiguous rows are summed in the same order as those read from a file.
        human = self.human.take(places, axis)
        metrics = {name: matrix.take(places, axis) for name, matrix in self.metrics.items()}
        bounds = {name: given.take(places, axis) for name, given in self.bounds.items()}
        members = getattr(self, by)
        kept: dict[str, Any] = {by: tuple(members[place] for place in places)}
        return self._replace(**kept, human=human, metrics=metrics, bounds=bounds)

    def keep_labelled(self) -> "Scores":
        """Return the scores without the documents and the systems that have no human score."""
        is_labelled = ~np.isnan(self.human)
        documents = np.flatnonzero(is_labelled.any(axis=0)).tolist()
        systems = np.flatnonzero(is_labelled.any(axis=1)).tolist()
        return self._take("documents", documents)._take("systems", systems)

    def keep_common(self) -> "Scores":
        """Return the scores of the summaries that annotators and all metrics scored.

        ``excluded`` then says what each metric lacks. If no summary has all scores, return the
        scores as they are.
        """
        labelled = self.keep_labelled()
        is_labelled = ~np.isnan(labelled.human)
        is_common = is_labelled.copy()
        lacking = []
        for name, matrix in labelled.metrics.items():
            # A summary without any answer of the judge has a range in place of a score.
            known = labelled.bounds[name].low if name in labelled.bounds else matrix
            has_both = is_labelled & ~np.isnan(known)
            if (has_both != is_labelled).any():
                lacking.append(f"{name} has scores of {_describe_part(has_both, is_labelled)}")
            is_common &= has_both
        if not lacking or not is_common.any():
            return labelled
        metrics = {
            name: np.where(is_common, matrix, np.nan) for name, matrix in labelled.metrics.items()
        }
        human = np.where(is_common, labelled.human, np.nan)
        common = labelled._replace(human=human, metrics=metrics).keep_labelled()
        systems, documents = count_nouns(system=len(common.systems)), len(common.documents)
        return common._replace(
            excluded=f"{'; '.join(lacking)}. All numbers are of the {is_common.sum():,} summaries "
            f"that have all scores ({systems}, {count_nouns(document=documents)})."
        )

    def sort_documents(self) -> "Scores":
        """Return the scores with documents sorted by name, as all commands resample them."""
        places = sorted(range(len(self.documents)), key=self.documents.__getitem__)
        return self._take("documents", places)

    def with_metrics(self, metrics: Mapping[str, np.ndarray]) -> "Scores":
        return self._replace(metrics={**self.metrics, **metrics})

    def at_bounds(self) -> list["Scores"]:
        """Return the metrics whose judge left units unanswered, with the missing as 0 and as 1.

        The list is empty if no answer is missing.
        """
        low = {name: given.low for name, given in self.bounds.items() if name in self.metrics}
        high = {name: self.bounds[name].high for name in low}
        return [self._replace(metrics=end, bounds={}) for end in (low, high) if end]

    def select_pair(self, metric: str, baseline: str) -> ComparedScores:
        return ComparedScores(self.metrics[metric], self.metrics[baseline], self.human)

    def count_missing(self, metric: str) -> int:
        """Return the number of summaries that have a human score but no score of the metric."""
        is_missing = ~np.isnan(self.human) & np.isnan(self.metrics[metric])
        return int(is_missing.sum())


def _describe_part(present: np.ndarray, wanted: np.ndarray) -> str:
    """Return which part of the wanted summaries is present, by systems or documents if whole.

    ``present``, ``wanted``: boolean matrices (systems, documents).
    """
    for noun, axis in (("systems", 1), ("documents", 0)):
        has_any = present.any(axis=axis, keepdims=True)
        if (present == (wanted & has_any)).all():
            return f"{has_any.sum():,} of {wanted.any(axis=axis).sum():,} {noun}"
    return f"{present.sum():,} of {wanted.sum():,} summaries"


def to_matrix(
    values: Mapping[Any, float], systems: Sequence[str], documents: Sequence[str]
) -> np.ndarray:
    """Arrange values by (document, system) as a matrix (systems, documents)."""
    matrix = np.full((len(systems), len(documents)), np.nan)
    for row, system in enumerate(systems):
        for column, document in enumerate(documents):
            matrix[row, column] = values.get(SummaryKey(document, system), np.nan)
    return matrix


def arrange_bounds(
    bounds: Mapping[SummaryKey, ScoreBounds], systems: Sequence[str], documents: Sequence[str]
) -> ScoreBounds | None:
    """Arrange summaries' bounds as matrices (systems, documents), None without any."""
    if not bounds:
        return None
    matrices = []
    for field in ScoreBounds._fields:
        values = {key: getattr(given, field) for key, given in bounds.items()}
        matrices.append(to_matrix(values, systems, documents))
    return ScoreBounds(*matrices)


def read_metric_files(paths: Sequence[str | Path], human: str, metrics: Sequence[str]) -> Scores:
    """Read files of SacreROUGE's Metrics; keep the system summaries that have the score ``human``.

    NaN and infinite scores are counted, not logged: results report the count. Raises ValueError if
    a metric and the human score have no summary in common.
    """
    return arrange_scores(read_counted_scores(paths, [human, *metrics]), human, metrics)


def arrange_scores(values: MetricScores, human: str, metrics: Sequence[str]) -> Scores:
    """Return the matrices of the summaries that have a human score.

    Raises ValueError as `read_metric_files` does, and if the human score is among the metrics.
    """
    if human in metrics:
        raise ValueError(
            f"{human!r} is the human score and cannot be a metric compared with itself; leave it "
            "out"
        )
    scored = [key for key, score in values[human].items() if not np.isnan(score)]
    systems = tuple(sorted({key.summarizer_id for key in scored}))
    documents = tuple(sorted({key.instance_id for key in scored}))
    if not systems:
        raise ValueError(f"no system summary has the score {human!r}")
    matrix = to_matrix(values[human], systems, documents)
    scores = Scores(systems, documents, matrix, {}, count_not_finite(values))
    return add_metrics(scores, {name: values[name] for name in metrics})


def add_metrics(scores: Scores, metrics: Mapping[str, Mapping[SummaryKey, float]]) -> Scores:
    """Return the scores with further metrics.

    Raises ValueError if one shares no summary with the human score.
    """
    matrices = {}
    for name, values in metrics.items():
        matrix = to_matrix(values, scores.systems, scores.documents)
        matrices[name] = matrix
        if np.isnan(matrix + scores.human).all():
            first = next(iter(values), None)
            other = SummaryKey(scores.documents[0], scores.systems[0])
            reason = explain_other_ids({key.instance_id for key in values}, scores.documents)
            raise ValueError(
                f"the metric {name!r} and the human score have no summary in common; the metric's "
                f"first: {_describe(first)}; the human score's: {_describe(other)}; match their "
                f"ids{reason}"
            )
    return scores.with_metrics(matrices)


def split_by_folds(scores: Scores, folds: Sequence[Sequence[str]], by: str) -> list[Scores]:
    """Return the scores of each fold, without names that are in no fold.

    Raises ValueError as `check_folds` does.
    """
    check_folds(folds, scores.documents if by == "documents" else scores.systems, by)
    return [scores.part(by, fold) for fold in folds]


def _describe(key: SummaryKey | None) -> str:
    return "none" if key is None else f"instance {key.instance_id!r}, system {key.summarizer_id!r}"
