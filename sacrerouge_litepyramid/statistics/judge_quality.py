"""How well a judge's probabilities agree with labels of the same units: AUC, kappa, F1, ECE, Brier, calibration.

Labels are 0, 1 or grades between. A unit counts as judged present from probability `THRESHOLD` on. In the bootstrap
over documents all statistics but the AUC come from sums over a document's units."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import divide

#: the lowest probability at which a judge says "present"
THRESHOLD = 0.5
#: the number of bins, of equal width, of the expected calibration error
BINS = 10


class JudgeQuality(NamedTuple):
    """Statistics of probabilities against labels, arrays (resamples,), NaN if undefined.

    ``auc``: the share of pairs of a present unit (label 1) and another unit in which the present one has the higher
    probability; equal probabilities count half. ``kappa``: Cohen's, with linear weights for grades. ``precision``,
    ``recall``, ``f1``: of "present"; a unit counts as much as its label. ``ece``: the distance between mean probability
    and mean label, averaged over BINS bins weighted by their units. ``brier``: the mean squared distance between
    probability and label.
    """

    auc: np.ndarray
    kappa: np.ndarray
    accuracy: np.ndarray
    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray
    ece: np.ndarray
    brier: np.ndarray


def measure_judge(probabilities: np.ndarray, labels: np.ndarray) -> JudgeQuality:
    """Return the statistics of probabilities and labels (0 to 1), both (units,), in arrays of length 1."""
    return bootstrap_judge_quality(probabilities, labels, np.zeros(len(labels), dtype=np.int64), np.ones((1, 1)))


def bootstrap_judge_quality(
    probabilities: np.ndarray, labels: np.ndarray, documents: np.ndarray, draws: np.ndarray
) -> JudgeQuality:
    """Return the statistics in each resample of documents.

    ``documents``: the place of each unit's document, (units,); ``draws``: how often a resample has each document,
    (resamples, documents).
    """
    draws = draws.astype(np.float64)
    is_claimed = probabilities >= THRESHOLD
    gaps = probabilities - labels
    unit_values = [np.ones(len(labels)), is_claimed * labels, is_claimed, labels, gaps**2]
    total, hits, claims, present, squares = (_sum_by_document(values, documents, draws) for values in unit_values)
    accuracy = divide(total - claims - present + 2 * hits, total)
    chance = divide(claims * present + (total - claims) * (total - present), total**2)
    by_bin = [np.abs(_sum_by_document(gaps * members, documents, draws)) for members in assign_bins(probabilities).T]
    return JudgeQuality(
        auc=_auc(probabilities, labels == 1, documents, draws),
        kappa=divide(accuracy - chance, 1 - chance),
        accuracy=accuracy,
        precision=divide(hits, claims),
        recall=divide(hits, present),
        f1=divide(2 * hits, claims + present),
        ece=divide(np.sum(by_bin, axis=0), total),
        brier=divide(squares, total),
    )


class GradeQuality(NamedTuple):
    """Further statistics of probabilities against graded labels, arrays (resamples,), NaN if undefined.

    ``auc_any``: the AUC if any label above 0 counts as present; ``r``: Pearson's correlation.
    """

    auc_any: np.ndarray
    r: np.ndarray


def bootstrap_grade_quality(
    probabilities: np.ndarray, labels: np.ndarray, documents: np.ndarray, draws: np.ndarray
) -> GradeQuality:
    """Return the statistics of graded labels in each resample; the arguments are those of `bootstrap_judge_quality`."""
    draws = draws.astype(np.float64)
    return GradeQuality(
        auc_any=_auc(probabilities, labels > 0, documents, draws),
        r=bootstrap_pearson(probabilities, labels, documents, draws),
    )


def bootstrap_pearson(first: np.ndarray, second: np.ndarray, documents: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return Pearson's r of two vectors (items,) in each resample of documents, (resamples,), NaN if undefined."""
    x, y = first - first.mean(), second - second.mean()
    products = (np.ones(len(x)), x, y, x * x, y * y, x * y)
    total, *sums = (_sum_by_document(values, documents, draws) for values in products)
    mean_x, mean_y, square_x, square_y, product = (divide(values, total) for values in sums)
    spread = np.sqrt(np.clip(square_x - mean_x**2, 0, None) * np.clip(square_y - mean_y**2, 0, None))
    return divide(product - mean_x * mean_y, spread)


def has_grades(labels: np.ndarray) -> bool:
    """Return whether any label is neither 0 nor 1."""
    return bool(((labels > 0) & (labels < 1)).any())


def _sum_by_document(values: np.ndarray, documents: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return the sum of the units' values in each resample, (resamples,)."""
    return draws @ np.bincount(documents, values, minlength=draws.shape[1])


def predict_base_rate(labels: np.ndarray) -> np.ndarray:
    """Return the majority baseline, which gives every unit the share of present units as its probability."""
    return np.full(len(labels), labels.mean() if len(labels) else np.nan)


def assign_bins(probabilities: np.ndarray) -> np.ndarray:
    """Return whether each probability is in each of the BINS bins of equal width, (units, BINS)."""
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return bins[:, None] == np.arange(BINS)


def _auc(probabilities: np.ndarray, present_units: np.ndarray, documents: np.ndarray, draws: np.ndarray) -> np.ndarray:
    order = np.argsort(probabilities, kind="stable")
    is_present = present_units[order]
    present, absent = (probabilities[order][members] for members in (is_present, ~is_present))
    of_present, of_absent = (documents[order][members] for members in (is_present, ~is_present))
    below, not_above = (np.searchsorted(absent, present, side) for side in ("left", "right"))
    in_order, all_present, all_absent = np.empty((3, len(draws)))
    for place, weights in enumerate(draws):
        passed = np.concatenate([[0.0], np.cumsum(weights[of_absent])])
        weight = weights[of_present]
        in_order[place] = (weight * (passed[below] + passed[not_above])).sum()
        all_present[place], all_absent[place] = weight.sum(), passed[-1]
    return divide(in_order, 2 * all_present * all_absent)


class CalibrationBin(NamedTuple):
    """The mean probability of a bin's units, their mean label, and their number."""

    probability: float
    present: float
    units: int


def calibration_bins(probabilities: np.ndarray, labels: np.ndarray) -> list[CalibrationBin]:
    """Return the calibration of probabilities by labels, both (units,), in each of the BINS bins that has units."""
    return [
        CalibrationBin(float(probabilities[members].mean()), float(labels[members].mean()), int(members.sum()))
        for members in assign_bins(probabilities).T
        if members.any()
    ]
