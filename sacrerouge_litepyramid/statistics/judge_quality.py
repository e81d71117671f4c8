"""How well a judge's probabilities agree with labels of the same units.

Labels are 0, 1 or grades between. A unit counts as judged present from probability `THRESHOLD` on.
In the bootstrap over documents all statistics but the AUC come from sums over a document's units.
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import average, divide

#: the lowest probability at which a judge says "present"
THRESHOLD = 0.5
#: the number of bins, of equal width, of the expected calibration error
BINS = 10


class JudgeQuality(NamedTuple):
    """Statistics of probabilities against labels, arrays (resamples,), NaN if undefined."""

    # the share of pairs of a present unit (label 1) and another in which the present one has the
    # higher probability; equal probabilities count half
    auc: np.ndarray
    # Cohen's, with linear weights for grades
    kappa: np.ndarray
    # 1 minus the mean distance between verdict and label
    accuracy: np.ndarray
    # of "present"; a unit counts as much as its label
    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray
    # the distance between mean probability and mean label, averaged over BINS bins weighted by
    # their units
    ece: np.ndarray
    # the mean squared distance between probability and label
    brier: np.ndarray


def measure_judge(probabilities: np.ndarray, labels: np.ndarray) -> JudgeQuality:
    """Return the statistics of probabilities and labels (0 to 1), in arrays of length 1.

    Both are (units,).
    """
    # one document, drawn once
    documents = np.zeros(len(labels), dtype=np.int64)
    draws = np.ones((1, 1))
    return bootstrap_judge_quality(probabilities, labels, documents, draws)


def bootstrap_judge_quality(
    probabilities: np.ndarray, labels: np.ndarray, documents: np.ndarray, draws: np.ndarray
) -> JudgeQuality:
    """Return the statistics in each resample of documents.

    ``documents``: the place of each unit's document, (units,); ``draws``: how often a resample has
    each document, (resamples, documents).
    """
    draws = draws.astype(np.float64)

    def sum_units(values: np.ndarray) -> np.ndarray:
        return _sum_by_document(values, documents, draws)

    is_claimed = (probabilities >= THRESHOLD).astype(float)
    gaps = probabilities - labels
    total = sum_units(np.ones(len(labels)))
    hits = sum_units(is_claimed * labels)
    claims = sum_units(is_claimed)
    present = sum_units(labels)
    accuracy = divide(total - claims - present + 2 * hits, total)
    # the accuracy of verdicts that are independent of the labels
    both = claims * present
    neither = (total - claims) * (total - present)
    chance = divide(both + neither, total**2)
    by_bin = [sum_units(gaps * is_member) for is_member in _assign_bins(probabilities).T]
    return JudgeQuality(
        auc=_measure_auc(probabilities, labels == 1, documents, draws),
        kappa=divide(accuracy - chance, 1 - chance),
        accuracy=accuracy,
        precision=divide(hits, claims),
        recall=divide(hits, present),
        f1=divide(2 * hits, claims + present),
        ece=divide(np.abs(by_bin).sum(axis=0), total),
        brier=divide(sum_units(gaps**2), total),
    )


def bootstrap_pearson(
    first: np.ndarray, second: np.ndarray, documents: np.ndarray, draws: np.ndarray
) -> np.ndarray:
    """Return Pearson's r of two vectors (items,) in each resample of documents, (resamples,).

    It is NaN if undefined.
    """
    total = _sum_by_document(np.ones(len(first)), documents, draws)

    def average_items(values: np.ndarray) -> np.ndarray:
        return divide(_sum_by_document(values, documents, draws), total)

    # Values near 0 lose no digits in the differences below.
    x = first - first.mean()
    y = second - second.mean()
    x_mean = average_items(x)
    y_mean = average_items(y)
    x_variance = np.maximum(average_items(x * x) - x_mean**2, 0.0)
    y_variance = np.maximum(average_items(y * y) - y_mean**2, 0.0)
    covariance = average_items(x * y) - x_mean * y_mean
    return divide(covariance, np.sqrt(x_variance * y_variance))


def _sum_by_document(values: np.ndarray, documents: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return the sum of the units' values in each resample, (resamples,)."""
    by_document = np.bincount(documents, values, minlength=draws.shape[1])
    return draws @ by_document


def predict_base_rate(labels: np.ndarray) -> np.ndarray:
    """Return a baseline's probabilities: the share of present units for every unit, (units,)."""
    return np.full(len(labels), average(labels, axis=0))


def _assign_bins(probabilities: np.ndarray) -> np.ndarray:
    """Return whether a probability is in a bin of equal width, (units, BINS)."""
    # Probability 1 is in the last bin.
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return bins[:, None] == np.arange(BINS)


def _measure_auc(
    probabilities: np.ndarray, is_present: np.ndarray, documents: np.ndarray, draws: np.ndarray
) -> np.ndarray:
    """Return the AUC in each resample, (resamples,).

    A pair of units counts by the product of their weights.
    """
    order = np.argsort(probabilities, kind="stable")
    present = order[is_present[order]]
    absent = order[~is_present[order]]
    # the numbers of absent units with a lower probability, and with the same or a lower one
    lower = np.searchsorted(probabilities[absent], probabilities[present], "left")
    not_higher = np.searchsorted(probabilities[absent], probabilities[present], "right")
    auc = np.empty(len(draws))
    for place, document_weights in enumerate(draws):
        absent_weights = document_weights[documents[absent]]
        present_weights = document_weights[documents[present]]
        # the weight of the first 0, 1, 2, … absent units
        passed = np.append(0.0, np.cumsum(absent_weights))
        # Absent units with the same probability count half.
        in_order = present_weights @ (passed[lower] + passed[not_higher]) / 2
        auc[place] = divide(in_order, present_weights.sum() * passed[-1])
    return auc


class CalibrationBin(NamedTuple):
    """The units of a bin."""

    # their mean probability
    probability: float
    # their mean label
    present: float
    # their number
    units: int


def calibration_bins(probabilities: np.ndarray, labels: np.ndarray) -> list[CalibrationBin]:
    """Return the calibration of probabilities by labels, both (units,), in the bins with units."""
    bins = []
    for is_member in _assign_bins(probabilities).T:
        if is_member.any():
            probability = float(probabilities[is_member].mean())
            present = float(labels[is_member].mean())
            bins.append(CalibrationBin(probability, present, int(is_member.sum())))
    return bins
