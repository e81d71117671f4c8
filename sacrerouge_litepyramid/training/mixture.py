"""Fit a logistic regression to labelled units, contrast pairs and human scores of summaries."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.judgements import (
    LabelledSummary,
)
from sacrerouge_litepyramid.judges.lexical_features import GroupFeatures
from sacrerouge_litepyramid.statistics.logistic_regression import (
    Regression,
    SummedRows,
    logistic_regression,
    logistic_regression_on_sums,
)
from sacrerouge_litepyramid.training.contrast.pairs import ContrastPair
from sacrerouge_litepyramid.training.trainable import HumanScoredSummary


class Rows(NamedTuple):
    """Training data, a unit per row."""

    # (rows, features)
    features: np.ndarray
    # from 0 to 1, (rows,)
    labels: np.ndarray
    # (rows,)
    weights: np.ndarray


class Mixture(NamedTuple):
    """The training data of a regression; units and summaries without words are excluded."""

    labelled: Rows
    # the contrast pairs, whose weights have the same sum as those of the present units
    contrast: Rows
    # the units of summaries with human scores
    summed: SummedRows


def build_labelled_rows(
    examples: Sequence[LabelledSummary], features: Sequence[GroupFeatures], width: int
) -> Rows:
    """Return a row for each unit of each labelled summary."""
    values, comparable = _stack(features, width)
    labels = np.array([label for example in examples for label in example.labels], dtype=float)
    labels = labels[comparable]
    return Rows(values[comparable], labels, np.ones(len(labels)))


def build_summed_rows(
    scored: Sequence[HumanScoredSummary], features: Sequence[GroupFeatures], width: int
) -> SummedRows:
    """Return a row for each unit of each scored summary.

    The mean weight of a summary's units is 1.
    """
    values, comparable = _stack(features, width)
    sizes = np.array([len(example.units) for example in scored], dtype=int)
    groups = np.repeat(np.arange(len(scored)), sizes)
    weights = np.array([unit.weight for example in scored for unit in example.units], dtype=float)
    total_weights = np.bincount(groups, weights, len(scored))
    weights = weights * (sizes / total_weights)[groups]
    sums = np.array([example.score for example in scored]) * sizes
    return SummedRows(values[comparable], weights[comparable], groups[comparable], sums)


def build_contrast_rows(
    pairs: Sequence[ContrastPair],
    before: Sequence[GroupFeatures],
    after: Sequence[GroupFeatures],
    width: int,
    total: float,
) -> Rows:
    """Return, for each pair, its unit as present before the edit and absent after it.

    All weights sum to ``total``.
    """
    values = []
    for side in (before, after):
        for group, pair in zip(side, pairs, strict=True):
            values.append(group.values[pair.unit])
    labels = np.repeat([1.0, 0.0], len(pairs))
    weights = np.full(len(labels), total / max(1, len(labels)))
    return Rows(np.array(values).reshape(-1, width), labels, weights)


def _stack(features: Sequence[GroupFeatures], width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of all groups' units, (units, features), and which are comparable."""
    # The empty arrays serve when there are no groups.
    values = [np.zeros((0, width)), *(group.values for group in features)]
    comparable = [np.zeros(0, dtype=bool), *(group.comparable for group in features)]
    return np.concatenate(values), np.concatenate(comparable)


def regress(mixture: Mixture, contrast: float, scores: float) -> Regression:
    """Fit to labels, contrast pairs and human scores.

    ``contrast``: the weight of the pairs, relative to that of the present units; ``scores``: the
    weight of the mean loss of human scores relative to that of labels, 1 without labels.
    """
    labelled, pairs, summed = mixture
    weighted_pairs = pairs._replace(weights=contrast * pairs.weights)
    rows = Rows(*map(np.concatenate, zip(labelled, weighted_pairs, strict=True)))
    if not len(summed.sums):
        return logistic_regression(rows.features, rows.labels, weights=rows.weights)
    if not len(labelled.labels):
        start = np.zeros(1 + rows.features.shape[1])
        return logistic_regression_on_sums(*rows, summed, 1.0, start=start)
    scale = scores * len(labelled.labels) / max(1, len(summed.weights))
    return logistic_regression_on_sums(*rows, summed, scale)
