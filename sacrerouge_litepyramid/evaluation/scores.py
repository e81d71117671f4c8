"""Metrics' and human scores of the same summaries, as matrices, and their parts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.io.folds import FOLD_KINDS
from sacrerouge_litepyramid.io.metrics import SummaryKey, count_not_finite
from sacrerouge_litepyramid.io.score_files import MetricScores, read_counted_scores
from sacrerouge_litepyramid.statistics.permutation import ComparedScores


class Scores(NamedTuple):
    """Matrices (systems, documents), NaN if there is no score: human scores, and by name the metrics'.

    ``not_finite``: by metric, the human one included, the number of scores of the files that were NaN or infinite;
    ``unlabelled``: by metric the scores of the same systems in documents without any human score, if it has some.
    """

    systems: tuple[str, ...]
    documents: tuple[str, ...]
    human: np.ndarray
    metrics: Mapping[str, np.ndarray]
    not_finite: Mapping[str, int] = {}
    unlabelled: Mapping[str, np.ndarray] = {}

    def part(self, by: str, names: Sequence[str]) -> "Scores":
        """Return the scores of some documents (``by`` "documents") or systems, in the order of the whole.

        Unlabelled documents are excluded.
        """
        members = self.documents if by == "documents" else self.systems
        wanted = set(names)
        places = [place for place, name in enumerate(members) if name in wanted]
        return self._take(by, places)._replace(unlabelled={})

    def _take(self, by: str, places: Sequence[int] | np.ndarray) -> "Scores":
        """Return the scores of the documents, or systems, at some places, in their order."""
        axis, members = (1, self.documents) if by == "documents" else (0, self.systems)
        kept = tuple(members[place] for place in places)
        metrics = {name: matrix.take(places, axis) for name, matrix in self.metrics.items()}
        taken = self._replace(human=self.human.take(places, axis), metrics=metrics)
        return taken._replace(documents=kept) if by == "documents" else taken._replace(systems=kept)

    def separate_unlabelled(self) -> "Scores":
        """Return the scores with documents without any human score among the unlabelled ones."""
        labelled = ~np.isnan(self.human).all(axis=0)
        if labelled.all():
            return self
        others = {name: _keep_scored(matrix[:, ~labelled]) for name, matrix in self.metrics.items()}
        unlabelled = {name: matrix for name, matrix in others.items() if matrix.size}
        return self._take("documents", np.flatnonzero(labelled))._replace(unlabelled=unlabelled)

    def join_unlabelled(self, metric: str) -> tuple[np.ndarray, np.ndarray]:
        """Return a metric's scores of all documents, the unlabelled ones last, and human scores, NaN in these."""
        others = self.unlabelled.get(metric, np.zeros((len(self.systems), 0)))
        ours = np.concatenate([self.metrics[metric], others], axis=1)
        return ours, np.concatenate([self.human, np.full(others.shape, np.nan)], axis=1)

    def sort_documents(self) -> "Scores":
        """Return the scores with documents by name, the order in which all commands draw documents at random."""
        # `take` copies: rows that lie together in memory are summed in the same order as those that are read.
        return self._take("documents", sorted(range(len(self.documents)), key=lambda place: self.documents[place]))

    def with_metrics(self, metrics: Mapping[str, np.ndarray]) -> "Scores":
        return self._replace(metrics={**self.metrics, **metrics})

    def select_pair(self, metric: str, baseline: str) -> ComparedScores:
        return ComparedScores(self.metrics[metric], self.metrics[baseline], self.human)

    def count_missing(self, metric: str) -> int:
        """Return the number of summaries with a human score that lack the metric's."""
        return int((~np.isnan(self.human) & np.isnan(self.metrics[metric])).sum())


def _keep_scored(matrix: np.ndarray) -> np.ndarray:
    """Return the documents of a matrix (systems, documents) in which every system has a score."""
    return matrix[:, ~np.isnan(matrix).any(axis=0)]


def to_matrix(values: Mapping[Any, float], systems: Sequence[str], documents: Sequence[str]) -> np.ndarray:
    """Arrange values by (document, system) as a matrix (systems, documents)."""
    return np.array([[values.get(SummaryKey(name, system), np.nan) for name in documents] for system in systems])


def read_metric_files(paths: Sequence[str | Path], human: str, metrics: Sequence[str]) -> Scores:
    """Read SacreROUGE's Metrics files of the peers that have a human score; ``human``: the name of the human metric.

    Scores that are NaN or infinite are counted, and not logged: what is made of them says so. Raises ValueError where a
    metric and the human score have no summary in common.
    """
    return arrange_scores(read_counted_scores(paths, [human, *metrics]), human, metrics)


def arrange_scores(found: MetricScores, human: str, metrics: Sequence[str]) -> Scores:
    """Return the matrices of the summaries that have a human score; ValueError as for `read_metric_files`.

    And for a metric that is the human score itself, with which it agrees whatever it measures.
    """
    if human in metrics:
        raise ValueError(f"{human!r} is the human score, and cannot be a metric that is compared with it; leave it out")
    scored = [key for key, score in found[human].items() if not np.isnan(score)]
    systems = tuple(sorted({key.summarizer_id for key in scored}))
    documents = tuple(sorted({key.instance_id for key in scored}))
    if not systems:
        raise ValueError(f"no system summary has the score {human!r}")
    scores = Scores(systems, documents, to_matrix(found[human], systems, documents), {}, count_not_finite(found))
    labelled = set(documents)
    others = {name: sorted({key.instance_id for key in found[name]} - labelled) for name in metrics}
    unlabelled = {name: _keep_scored(to_matrix(found[name], systems, others[name])) for name in metrics if others[name]}
    scores = scores._replace(unlabelled={name: matrix for name, matrix in unlabelled.items() if matrix.size})
    return add_metrics(scores, {name: found[name] for name in metrics})


def add_metrics(scores: Scores, metrics: Mapping[str, Mapping[SummaryKey, float]]) -> Scores:
    """Return the scores with further metrics; ValueError for one without a summary that has a human score."""
    matrices = {name: to_matrix(values, scores.systems, scores.documents) for name, values in metrics.items()}
    for name, values in matrices.items():
        if (np.isnan(values) | np.isnan(scores.human)).all():
            raise ValueError(
                f"the metric {name!r} and the human score have no summary in common; metric: "
                f"{_describe_first(metrics[name])}, "
                f"human score: instance {scores.documents[0]!r}, system {scores.systems[0]!r}"
            )
    return scores.with_metrics(matrices)


def split_by_folds(scores: Scores, folds: Sequence[Sequence[str]], by: str) -> list[Scores]:
    """Return the part of each fold; names in no fold are left out. Raises ValueError as `check_folds` does."""
    check_folds(folds, scores.documents if by == "documents" else scores.systems, by)
    return [scores.part(by, fold) for fold in folds]


def check_folds(folds: Sequence[Sequence[str]], names: Sequence[str], by: str = "documents") -> None:
    """Raise ValueError for an unknown ``by``, fewer than two folds, an unknown name, or a name in two folds."""
    if by not in FOLD_KINDS:
        raise ValueError(f"by must be one of {', '.join(FOLD_KINDS)}, not {by!r}")
    kind, one = ("documents", "document") if by == "documents" else ("systems", "system")
    if len(folds) < 2 or not all(folds):
        raise ValueError(f"folds must be two or more lists of {kind}, none of them empty, not {folds!r:.80}")
    counts = Counter(name for fold in folds for name in fold)
    unknown = set(counts) - set(names)
    if unknown:
        raise ValueError(f"folds name {len(unknown)} {kind} without labels, one is {min(unknown)!r}")
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        raise ValueError(f"folds name the {one} {twice[0]!r} twice; it belongs to one fold")


def _describe_first(values: Mapping[SummaryKey, float]) -> str:
    key = next(iter(values), None)
    return "none" if key is None else f"instance {key.instance_id!r}, system {key.summarizer_id!r}"
