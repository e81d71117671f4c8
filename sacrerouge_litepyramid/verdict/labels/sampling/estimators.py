"""Estimators of systems' scores from a labelled sample, and the judge's weight in them."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import divide
from sacrerouge_litepyramid.verdict.labels.sampling.designs import Design
from sacrerouge_litepyramid.verdict.labels.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.verdict.labels.sampling.sample import Sample, sum_by_system
from sacrerouge_litepyramid.verdict.labels.sampling.unequal_probabilities import (
    Covariance,
    center_values,
    estimate_covariance,
)

#: what is estimated, by name
TARGETS: Mapping[str, str] = {
    "these": "the human score of these documents, had annotators labelled every unit",
    "like-these": "the human score over documents like these, of which these are a random draw",
}
#: the number of folds of documents; the weight in a fold is fitted to the labels of the others
FOLDS = 5
#: with fewer labels in the other folds, the judge has weight 1
MIN_FITTED = 10


class ScoreEstimates(NamedTuple):
    """Estimated scores of the systems (systems,), with their covariance."""

    score: np.ndarray
    covariance: Covariance


def score_by_judge(frame: SamplingFrame) -> np.ndarray:
    """Return the judge's own scores Σ w f, (systems,), whose bias is unknown."""
    return sum_by_system(frame, frame.weight * frame.probability)


def estimate_human(sample: Sample, target: str = "these") -> ScoreEstimates:
    """Estimate the scores by labels alone for one of TARGETS: Σ_s w y / π over the sample s.

    `_correct_predictions` has the details.
    """
    no_prediction = np.zeros(len(sample.frame.weight))
    return _estimate(sample, no_prediction, target)


def estimate_combined(
    sample: Sample, target: str = "these", judge_weights: np.ndarray | None = None
) -> ScoreEstimates:
    """Estimate the scores by the judge, corrected by labels: Σ w λ f + Σ_s w (y − λ f) / π.

    ``judge_weights``: λ by row, (rows,), by default fitted (`fit_judge_weights`).
    `_correct_predictions` has the details.
    """
    weights = fit_judge_weights(sample) if judge_weights is None else judge_weights
    return _estimate(sample, weights * sample.frame.probability, target)


def _estimate(sample: Sample, predicted: np.ndarray, target: str) -> ScoreEstimates:
    score, shifted = _correct_predictions(sample, predicted)
    if target == "like-these":
        return ScoreEstimates(score, _covary_documents(sample, shifted))
    return ScoreEstimates(score, _covary_units(sample, shifted))


def _correct_predictions(sample: Sample, predicted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return scores by predictions, (rows,), corrected by the sample, and shifted predictions.

    If the units of each stratum have equal probabilities, the sum over the sample is divided by Σ_s
    w / π, whose expectation is 1, and predictions are shifted by the error (Hájek). Otherwise
    neither is done (Horvitz and Thompson). In measurements, both had the smaller error there.
    """
    frame = sample.frame
    rows = sample.labelled
    residuals = sample.weight * sample.subtract(predicted)
    errors = sum_by_system(frame, residuals / sample.inclusion, rows)
    if not _has_equal_probabilities(sample.design):
        return sum_by_system(frame, frame.weight * predicted) + errors, predicted
    sums = sum_by_system(frame, sample.weight / sample.inclusion, rows)
    errors = divide(errors, sums, 0.0)
    shifted = predicted + errors[frame.system]
    return sum_by_system(frame, frame.weight * shifted), shifted


def _has_equal_probabilities(design: Design) -> bool:
    """Return whether all rows of a stratum have the same inclusion probability."""
    _, first, stratum = np.unique(design.stratum, return_index=True, return_inverse=True)
    first_of_row = first[stratum.ravel()]
    return bool(np.allclose(design.probability[first_of_row], design.probability))


def _covary_units(sample: Sample, predicted: np.ndarray) -> Covariance:
    """Return the covariance of corrected scores, where only units and votes are random.

    ``predicted``: the shifted predictions, (rows,).
    """
    frame = sample.frame
    rows = sample.labelled
    systems = np.arange(len(frame.systems))
    is_system = frame.system[rows, None] == systems
    residuals = sample.weight * sample.subtract(predicted)
    errors = np.where(is_system, residuals[:, None], 0.0)
    strata = sample.design.stratum[rows]
    covariance = estimate_covariance(errors, sample.inclusion, strata)
    noise = sample.labels.noise[rows]
    if not noise.any():
        return covariance
    # The variance from annotators' votes is not in that of the draw: Σ_s w² noise / π.
    vote_variance = sample.weight**2 * noise / sample.inclusion
    part = np.diag(sum_by_system(frame, vote_variance, rows))
    parts = np.concatenate([covariance.parts, part[None]])
    return Covariance(parts, np.append(covariance.degrees, np.inf))


def _covary_documents(sample: Sample, predicted: np.ndarray) -> Covariance:
    """Return the covariance over documents of their shares of the scores.

    The documents count as drawn independently. A share includes the error of the document's sample
    of units, and so the variance of their draw.
    """
    frame = sample.frame
    documents = len(frame.documents)
    shares = sum_by_document(frame, _share_rows(sample, predicted))
    has_units = sum_by_document(frame) > 0
    counts = has_units.sum(axis=0)
    means = shares.sum(axis=0) / np.maximum(counts, 1)
    deviations = np.where(has_units, shares - means, 0.0)
    small_sample_factor = documents / max(documents - 1, 1)
    part = deviations.T @ deviations * small_sample_factor
    labelled_documents = np.unique(frame.document[sample.labelled])
    degrees = float(max(len(labelled_documents) - 1, 1))
    return Covariance(part[None], np.array([degrees]))


def sum_by_document(frame: SamplingFrame, values: np.ndarray | None = None) -> np.ndarray:
    """Return the sums of values, (documents, systems); without values, the numbers of units."""
    documents = len(frame.documents)
    systems = len(frame.systems)
    cells = frame.document * systems + frame.system
    return np.bincount(cells, values, minlength=documents * systems).reshape(documents, systems)


def _share_rows(sample: Sample, predicted: np.ndarray) -> np.ndarray:
    """Return each row's share of its system's score, (rows,).

    It is w · prediction, and for a labelled row also the error over π. As a stratum's sample has a
    fixed size, the errors are centred, and the centre is added for all of its rows.
    """
    design = sample.design
    shares = sample.frame.weight * predicted
    residuals = sample.weight * sample.subtract(predicted)
    expanded = residuals / sample.inclusion
    strata = design.stratum[sample.labelled]
    for stratum in np.unique(strata):
        is_drawn = strata == stratum
        inclusion = sample.inclusion[is_drawn]
        centred = center_values(expanded[is_drawn, None], inclusion)
        members = design.stratum == stratum
        shares[members] += design.probability[members] * centred.mean
        # Rows drawn for certain have no small-sample factor n / (n - 1), which is in the shares of
        # the others.
        factor = divide(centred.shares, 1 - inclusion, 1.0)
        errors = np.sqrt(factor) * centred.values.ravel()
        shares[sample.labelled[is_drawn]] += errors
    return shares


def fit_judge_weights(sample: Sample, seed: int = 0) -> np.ndarray:
    """Return the judge's weight λ for each row, from 0 to 1, (rows,), fitted to the labels.

    The documents are split into FOLDS at random. The weight is the slope of the labels on the
    probabilities, over all systems, where a label counts as it does in the variance of the
    estimate: w² (1 − π) / π². As only labels of other documents are used, the estimate stays
    unbiased. Source: Angelopoulos, Duchi and Zrnic 2023 (PPI++); Zrnic and Candès 2024
    (cross-prediction).
    """
    frame = sample.frame
    rows = sample.labelled
    rng = np.random.default_rng(seed)
    shuffled = rng.permutation(len(frame.documents))
    fold_of_document = shuffled % FOLDS
    folds = fold_of_document[frame.document]
    labels = sample.labels.value[rows]
    probabilities = frame.probability[rows]
    inclusion = sample.inclusion
    counts = sample.weight**2 * (1 - inclusion) / inclusion**2
    weights = np.empty(len(frame.probability))
    for fold in range(FOLDS):
        others = folds[rows] != fold
        slope = _fit_slope(probabilities[others], labels[others], counts[others])
        weights[folds == fold] = slope
    return weights


def _fit_slope(probabilities: np.ndarray, labels: np.ndarray, counts: np.ndarray) -> float:
    """Return the slope of labels on probabilities under counts, all (labels,), from 0 to 1.

    It is 1 if it cannot be fitted.
    """
    if len(labels) < MIN_FITTED or counts.sum() == 0:
        return 1.0
    centred = probabilities - np.average(probabilities, weights=counts)
    spread = (counts * centred) @ centred
    if not spread > 0:
        return 1.0
    slope = centred @ (counts * labels) / spread
    return float(np.clip(slope, 0.0, 1.0))
