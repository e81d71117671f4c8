"""How well a judge's probabilities agree with labels of the same units: AUC, kappa, F1, ECE, Brier, calibration.

A unit counts as present from `THRESHOLD` on. All statistics take weights, how often a resample has each unit, so the
bootstrap over documents is one call."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.resampling import split_into_chunks

#: the probability from which on a model says "present"
THRESHOLD = 0.5
#: the bins of equal width of the expected calibration error
BINS = 10


class JudgeQuality(NamedTuple):
    """Statistics of probabilities against labels, arrays (resamples,), NaN where there is none.

    ``auc``: the share of pairs of a present and an absent unit in which the present one has the higher probability,
    equal ones half. ``kappa``: Cohen's. ``precision``, ``recall``, ``f1``: of "present". ``ece``: the mean over BINS
    bins, by their units, of the distance between mean probability and share of present units. ``brier``: the mean
    squared distance of probability and label.
    """

    auc: np.ndarray
    kappa: np.ndarray
    accuracy: np.ndarray
    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray
    ece: np.ndarray
    brier: np.ndarray


def measure_judge(probabilities: np.ndarray, labels: np.ndarray, weights: np.ndarray | None = None) -> JudgeQuality:
    """Return the statistics of probabilities and labels (0 or 1), both (units,), by weights (resamples, units)."""
    weights = np.ones((1, len(labels))) if weights is None else weights.astype(np.float64)
    total = weights.sum(axis=1)
    said = probabilities >= THRESHOLD
    hits, claims, present = (weights @ each for each in (said * (labels == 1), said, labels))
    accuracy = _divide(total - claims - present + 2 * hits, total)
    chance = _divide(claims * present + (total - claims) * (total - present), total**2)
    return JudgeQuality(
        auc=_auc(probabilities, labels, weights),
        kappa=_divide(accuracy - chance, 1 - chance),
        accuracy=accuracy,
        precision=_divide(hits, claims),
        recall=_divide(hits, present),
        f1=_divide(2 * hits, claims + present),
        ece=_calibration_error(probabilities, labels, weights),
        brier=_divide(weights @ (probabilities - labels) ** 2, total),
    )


def bootstrap_judge_quality(
    probabilities: np.ndarray, labels: np.ndarray, documents: np.ndarray, draws: np.ndarray
) -> JudgeQuality:
    """Return the statistics in each resample of documents.

    ``documents``: the place of each unit's document, (units,); ``draws``: (resamples, documents).
    """
    parts = [
        measure_judge(probabilities, labels, draws[part][:, documents])
        for part in split_into_chunks(len(draws), len(labels))
    ]
    return JudgeQuality(*(np.concatenate(values) for values in zip(*parts, strict=True)))


def predict_base_rate(labels: np.ndarray) -> np.ndarray:
    """Return the majority baseline: for every unit the share of present units, which says what most labels say."""
    return np.full(len(labels), labels.mean() if len(labels) else np.nan)


def assign_bins(probabilities: np.ndarray) -> np.ndarray:
    """Return whether each probability is in each of the BINS bins of equal width, (units, BINS)."""
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return bins[:, None] == np.arange(BINS)


def _auc(probabilities: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> np.ndarray:
    order = np.argsort(probabilities, kind="stable")
    ordered, present = probabilities[order], labels[order] == 1
    absent = np.pad(np.cumsum(np.where(present, 0.0, weights[:, order]), axis=1), ((0, 0), (1, 0)))
    below = absent[:, np.searchsorted(ordered, ordered[present], "left")]
    not_above = absent[:, np.searchsorted(ordered, ordered[present], "right")]
    weight = weights[:, order][:, present]
    return _divide((weight * (below + not_above)).sum(axis=1), 2 * weight.sum(axis=1) * absent[:, -1])


def _calibration_error(probabilities: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> np.ndarray:
    gaps = np.abs(weights @ (assign_bins(probabilities) * (probabilities - labels)[:, None]))
    return _divide(gaps.sum(axis=1), weights.sum(axis=1))


def _divide(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Divide, NaN where the divisor is 0."""
    return np.where(below != 0, above / np.where(below != 0, below, 1.0), np.nan)


class CalibrationBin(NamedTuple):
    """The mean probability of the units of a bin, the share of them that annotators call present, and their number."""

    probability: float
    present: float
    units: int


def calibration_bins(probabilities: np.ndarray, labels: np.ndarray) -> list[CalibrationBin]:
    """Return the bins of equal width that have units, from probabilities and labels (0 or 1), both (units,)."""
    return [
        CalibrationBin(float(probabilities[each].mean()), float(labels[each].mean()), int(each.sum()))
        for each in assign_bins(probabilities).T
        if each.any()
    ]
